//! Confidence for people.

use std::fmt;

use super::{Belief, Confidence, Range};

/// How many hypotheses get a number of their own.
const SHOWN: usize = 10;

/// The probability of each hypothesis, and what it assumes: two or three lines.
impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.beliefs() {
            [] => return Ok(()),
            [belief] => fmt_one(belief, f)?,
            several => {
                let shown: Vec<String> = several.iter().take(SHOWN).map(|belief| with_ends(belief.correct)).collect();
                let more = several.len().saturating_sub(SHOWN);
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                writeln!(f, "right with probability, in this order: {}{more}", shown.join(", "))?;
                writeln!(f, "    none of these is the cause: {}", percent(self.none_of_these()))?;
            }
        }
        let outside = percent(self.prior().outside());
        writeln!(f, "    assumed: {outside} of all causes are no formula up to the cap (--prior)")
    }
}

fn fmt_one(belief: &Belief, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let tenths = (10.0 * belief.correct.value).round();
    let correct = with_ends(belief.correct);
    writeln!(f, "right with probability {correct}: {tenths} of 10 such answers were right in our trials")?;
    writeln!(f, "    the terms shown are causes: {}", with_ends(belief.terms))?;
    writeln!(f, "    then no other cause is unseen: {}", with_ends(belief.complete))
}

/// `83 % (71 to 90)`.
fn with_ends(range: Range) -> String {
    let whole = |share: f64| (100.0 * share).round();
    format!("{} ({} to {})", percent(range.value), whole(range.low), whole(range.high))
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}
