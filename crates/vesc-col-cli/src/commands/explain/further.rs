//! How many further runs are expected, as far as the sizes that were counted tell.

use std::fmt;

use num_bigint::BigUint;
use serde_json::{Value, json};
use vesc_col::confidence::{Confidence, Prior, Standing};
use vesc_col::formula::Dnf;
use vesc_col::next::{Band, chosen_runs, confirming_runs_after};
use vesc_col::report::Step;
use vesc_col::run::StopReason;
use vesc_col::{Report, Run};

use crate::commands::rows::Rows;
use crate::language::as_dnf;
use crate::text::in_words;

/// How many further runs are expected until one concept is left of the answer's size and of those near it, and until it is as probable
/// as asked for.
pub(super) struct Further {
    /// The largest numbers of literals and terms that were counted.
    up_to: (usize, usize),
    /// `None` if one concept is left already.
    chosen: Option<Band>,
    confirming: Confirming,
    target: f64,
}

/// How many confirming runs follow.
enum Confirming {
    /// There is no probability that they could raise.
    NoProbability,
    /// The data are unlike those of the trials.
    Untried,
    /// More than a million, or no number is enough.
    OutOfReach,
    Known(Band),
    /// All inputs that are no row yet: the answer is certain then.
    All(usize),
}

/// The sizes near the answer's that were counted.
pub(super) struct Near<'a> {
    pub(super) steps: &'a [Step],
    /// Their largest numbers of literals and terms.
    pub(super) up_to: (usize, usize),
    /// Whether these are all.
    pub(super) are_all: bool,
    /// How many inputs are no row yet, if an answer that holds on all of them is certain.
    pub(super) unseen: Option<usize>,
}

impl Further {
    /// `None` without an answer, and if it is certain. The rows have no errors, and all cells are known.
    ///
    /// # Errors
    ///
    /// Why the run ended before.
    pub(super) fn new(
        report: &Report,
        near: &Near<'_>,
        rows: &Rows<'_>,
        (prior, target): (&Prior, f64),
        run: &Run,
    ) -> Result<Option<Further>, StopReason> {
        let Some(step) = report.deciding_step().filter(|_| !report.confidence().is_some_and(Confidence::is_certain))
        else {
            return Ok(None);
        };
        let results = || near.steps.iter().chain([step]).map(Step::result);
        let least: BigUint = results().map(|result| result.formulas.lower()).sum();
        let most: Option<BigUint> = results().map(|result| result.formulas.upper().cloned()).sum();
        let most = most.filter(|_| near.are_all);
        let concepts: BigUint = results().map(|result| result.concepts.lower()).sum();
        let is_alone = concepts == BigUint::from(1u32) && most.is_some();
        let chosen = match most {
            _ if is_alone => None,
            Some(most) if most == least => Some(chosen_runs(&most)),
            _ => Some(Band::at_least(chosen_runs(&least).low)),
        };
        let confirming = match report.confidence() {
            None => Confirming::NoProbability,
            Some(known) if is_alone => now(known, near.unseen, target),
            Some(_) => {
                let answers: Vec<&Dnf> = report.hypotheses().iter().filter_map(|answer| as_dnf(&**answer)).collect();
                let data = (&**rows.data, rows.domain);
                let found = confirming_runs_after((&answers, &least), data, (prior, target), run)?;
                found.map_or(Confirming::Untried, Confirming::Known)
            }
        };
        Ok(Some(Further { up_to: near.up_to, chosen, confirming, target }))
    }

    pub(super) fn json(&self) -> Value {
        let Further { up_to: (literals, terms), chosen, confirming, target } = self;
        let confirming = match confirming {
            Confirming::Known(runs) => Some(*runs),
            Confirming::All(runs) => Some(Band::exactly(*runs)),
            _ => None,
        };
        json!({
            "up_to": {"literals": literals, "terms": terms},
            "chosen": chosen,
            "confirming": confirming,
            "target": target,
        })
    }
}

/// How many confirming runs the only concept needs.
fn now(known: &Confidence, unseen: Option<usize>, target: f64) -> Confirming {
    let standing = Standing::new(Ok(known.clone()), 0, target);
    let standing = unseen.map_or(standing.clone(), |unseen| standing.with_unseen(unseen, true));
    match standing.runs_left() {
        None => Confirming::OutOfReach,
        left if left == unseen => Confirming::All(left.unwrap_or_default()),
        Some(runs) => Confirming::Known(Band::exactly(runs)),
    }
}

/// Up to two lines, indented.
impl fmt::Display for Further {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let target = (1000.0 * self.target).round() / 10.0;
        let then = match self.chosen {
            Some(chosen) => {
                writeln!(f, "    until one concept is left: {} on chosen inputs", in_words(chosen, "run"))?;
                "then "
            }
            None => "",
        };
        let confirming = match self.confirming {
            Confirming::NoProbability => return Ok(()),
            Confirming::OutOfReach => return writeln!(f, "    a probability of {target} % is out of reach"),
            Confirming::All(runs) => {
                return writeln!(
                    f,
                    "    {}, which are all inputs that are no row yet",
                    in_words(Band::exactly(runs), "run")
                );
            }
            Confirming::Known(runs) => in_words(runs, "confirming run"),
            Confirming::Untried => {
                return writeln!(
                    f,
                    "    how many confirming runs follow is not known for data unlike those of the trials"
                );
            }
        };
        writeln!(f, "    {then}{confirming} until it is right with probability {target} %")
    }
}
