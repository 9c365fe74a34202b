//! Confidence for people.

use std::fmt;
use std::ops::RangeInclusive;

use super::{Belief, Confidence, Range};

/// How many hypotheses get a number of their own.
const SHOWN: usize = 10;

/// How many different rows the trials had: equal runs are one row.
const TRIED_ROWS: RangeInclusive<usize> = 200..=5000;

/// The probability of each hypothesis, and what it assumes: two or three lines.
impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_certain() {
            return writeln!(f, "right for certain: every input is in the data");
        }
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
    let correct = with_ends(belief.correct);
    let share = match (10.0 * belief.correct.value).round() {
        tenths if tenths < 1.0 => "fewer than 1 of 10".to_owned(),
        tenths if tenths > 9.0 => "more than 9 of 10".to_owned(),
        tenths => format!("{tenths} of 10"),
    };
    if TRIED_ROWS.contains(&belief.evidence.rows) {
        writeln!(f, "right with probability {correct}: {share} such answers were right in our trials")?;
    } else {
        writeln!(f, "right with probability {correct}, extrapolated from trials with 300 to 5000 runs")?;
    }
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
