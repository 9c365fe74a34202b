//! Confidence for people.

use std::fmt;

use super::posterior::rounded;
use super::trials::were_right;
use super::{Belief, Confidence, Range};

/// How many hypotheses get a number of their own.
const SHOWN_HYPOTHESES: usize = 10;

/// The probability of each hypothesis, and what it assumes: two to five lines.
impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_certain() {
            return writeln!(f, "certain if these columns hold all that matters: every input is in the data");
        }
        match self.beliefs() {
            [] => return Ok(()),
            [belief] => {
                writeln!(f, "right with probability {}{}", belief.correct, self.tried(Some(belief)))?;
                writeln!(f, "    the terms shown are causes: {}", belief.terms)?;
                let behind = if belief.evidence.own.low < 1.0 { " or behind the runs left unexplained" } else { "" };
                writeln!(f, "    then no other cause is unseen{behind}: {}", belief.complete)?;
            }
            several => {
                let shown: Vec<String> =
                    several.iter().take(SHOWN_HYPOTHESES).map(|belief| belief.correct.to_string()).collect();
                let more = several.len().saturating_sub(SHOWN_HYPOTHESES);
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                let tried = self.tried(None);
                writeln!(f, "right with probability, in this order: {}{more}{tried}", shown.join(", "))?;
                writeln!(f, "    none of these is the cause: {}", percent(self.none_of_these()))?;
            }
        }
        self.assumptions().iter().try_for_each(|assumed| writeln!(f, "    assumed: {assumed}"))
    }
}

impl Confidence {
    /// What is assumed, a line each: of the rows, and before they were seen.
    #[must_use]
    pub fn assumptions(&self) -> Vec<String> {
        let outside = percent(self.prior().outside());
        let prior = format!("{outside} of all causes are no formula up to the cap (--prior)");
        self.assumed().into_iter().chain([prior]).collect()
    }

    /// How the trials support the numbers: how many answers like the only one were right, or what the trials had instead.
    fn tried(&self, only: Option<&Belief>) -> String {
        if let Some(trials) = self.extrapolated_from() {
            return format!(", extrapolated from {trials}");
        }
        match only.and_then(|belief| were_right(belief.correct.value, &self.prior())) {
            None => String::new(),
            Some((right, all)) => {
                let tenths = (10.0 * f64::from(right) / f64::from(all)).round();
                let share = if tenths > 9.0 { "more than 9 of 10".to_owned() } else { format!("{tenths} of 10") };
                format!(": {share} such answers were right in our trials")
            }
        }
    }
}

/// `83 % (71 to 90)`. What is not quite certain is not written as if it were.
impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let low = if self.low < 1.0 { whole(self.low).min(99.0) } else { 100.0 };
        let high = if self.high > 0.0 { whole(self.high).max(1.0) } else { 0.0 };
        write!(f, "{} ({low} to {high})", percent(self.value))
    }
}

/// `83 %`, `more than 99 %`, `less than 1 %`.
fn percent(share: f64) -> String {
    match whole(share) {
        100.0 if share < 1.0 => "more than 99 %".to_owned(),
        0.0 if share > 0.0 => "less than 1 %".to_owned(),
        whole => format!("{whole} %"),
    }
}

/// The percent of a probability, from the thousandths that programs read.
fn whole(share: f64) -> f64 {
    (rounded(share) * 100.0).round()
}
