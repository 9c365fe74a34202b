//! What a measurement gives.

use std::str::FromStr;

/// What a measurement gives, read from what its process printed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Figures {
    /// What was found; `limit` or `memory` if that ended the measurement.
    pub(crate) answer: String,
    /// Processor seconds.
    pub(crate) seconds: f64,
    /// Seconds of the clock.
    pub(crate) clock: f64,
    /// The most nodes of diagrams at a time, 0 if there were none.
    pub(crate) nodes: usize,
    /// The most memory.
    pub(crate) mebibytes: u64,
    /// Samples processed, nodes of the diagram of what fits then.
    pub(crate) trace: Vec<(usize, usize)>,
}

impl Figures {
    /// Whether a limit was reached, so that the time is a lower bound only.
    pub(crate) fn is_limited(&self) -> bool {
        ["limit", "memory"].contains(&self.answer.as_str())
    }
}

impl FromStr for Figures {
    type Err = String;

    fn from_str(text: &str) -> Result<Figures, String> {
        let mut figures = Figures::default();
        for line in text.lines() {
            let bad = || format!("not a line of figures: `{line}`");
            match line.split(',').collect::<Vec<_>>()[..] {
                ["trace", samples, nodes] => {
                    let number = |text: &str| text.parse().map_err(|_| bad());
                    figures.trace.push((number(samples)?, number(nodes)?));
                }
                ["end", answer, seconds, clock, nodes, mebibytes] => {
                    figures.answer = answer.to_owned();
                    figures.seconds = seconds.parse().map_err(|_| bad())?;
                    figures.clock = clock.parse().map_err(|_| bad())?;
                    figures.nodes = nodes.parse().map_err(|_| bad())?;
                    figures.mebibytes = mebibytes.parse().map_err(|_| bad())?;
                    return Ok(figures);
                }
                _ => return Err(bad()),
            }
        }
        Err("no figures".to_owned())
    }
}
