//! Confidence for people.

use std::fmt;

use super::trials::were_right;
use super::{Belief, Confidence, Range};

/// How many hypotheses get a number of their own.
const SHOWN: usize = 10;

/// The probability of each hypothesis, and what it assumes: two to five lines.
impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_certain() {
            return writeln!(f, "certain if these columns hold all that matters: every input is in the data");
        }
        match self.beliefs() {
            [] => return Ok(()),
            [belief] => {
                writeln!(f, "right with probability {}{}", with_ends(belief.correct), self.tried(Some(belief)))?;
                writeln!(f, "    the terms shown are causes: {}", with_ends(belief.terms))?;
                writeln!(f, "    then no other cause is unseen: {}", with_ends(belief.complete))?;
            }
            several => {
                let shown: Vec<String> = several.iter().take(SHOWN).map(|belief| with_ends(belief.correct)).collect();
                let more = several.len().saturating_sub(SHOWN);
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                let tried = self.tried(None);
                writeln!(f, "right with probability, in this order: {}{more}{tried}", shown.join(", "))?;
                writeln!(f, "    none of these is the cause: {}", percent(self.none_of_these()))?;
            }
        }
        if let Some(assumed) = self.assumed() {
            writeln!(f, "    assumed: {assumed}")?;
        }
        let outside = percent(self.prior().outside());
        writeln!(f, "    assumed: {outside} of all causes are no formula up to the cap (--prior)")
    }
}

impl Confidence {
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

/// `83 % (71 to 90)`.
fn with_ends(range: Range) -> String {
    let whole = |share: f64| (100.0 * share).round();
    format!("{} ({} to {})", percent(range.value), whole(range.low), whole(range.high))
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}
