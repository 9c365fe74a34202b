//! How many further runs are expected, as far as the sizes that were counted tell.

use std::collections::HashSet;
use std::fmt;

use num_bigint::BigUint;
use serde_json::{Value, json};
use vesc_col::confidence::{Confidence, Prior, Standing};
use vesc_col::data::Domain;
use vesc_col::engine::VersionSpace;
use vesc_col::formula::{Dnf, LegalConcept};
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
    /// More than a million, or more than there are.
    OutOfReach,
    /// Every input is a row already.
    NoneLeft,
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
    /// How many inputs are no row yet, and whether an answer that holds on all of them is certain.
    pub(super) unseen: Option<(usize, bool)>,
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
        let concepts = most.as_ref().and_then(|_| different(results(), rows.domain, run).transpose()).transpose()?;
        let is_alone = concepts == Some(1);
        let chosen = match most {
            _ if is_alone => None,
            Some(most) if most == least => Some(chosen_runs(&most, concepts)),
            _ => Some(Band::at_least(chosen_runs(&least, None).low)),
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

/// How many different concepts these are: larger sizes have some again. `None` if not all are listed, or too many to be compared.
fn different<'a>(
    results: impl Iterator<Item = &'a VersionSpace>,
    domain: &Domain,
    run: &Run,
) -> Result<Option<usize>, StopReason> {
    let mut concepts = HashSet::new();
    for result in results {
        if !result.is_listed() || concepts.len() + result.hypotheses.len() > MOST_COMPARED {
            return Ok(None);
        }
        for answer in &result.hypotheses {
            run.check()?;
            let Some(dnf) = as_dnf(&**answer) else { return Ok(None) };
            concepts.insert(LegalConcept::of(dnf, domain));
        }
    }
    Ok(Some(concepts.len()))
}

/// More concepts are not told apart: that takes some tenths of a second.
const MOST_COMPARED: usize = 5000;

/// How many confirming runs the only concept needs.
fn now(known: &Confidence, unseen: Option<(usize, bool)>, target: f64) -> Confirming {
    let standing = Standing::new(Ok(known.clone()), 0, target);
    let standing = unseen.map_or(standing.clone(), |(unseen, is_whole)| standing.with_unseen(unseen, is_whole));
    match (standing.runs_left(), unseen) {
        (None, Some((0, _))) => Confirming::NoneLeft,
        (None, _) => Confirming::OutOfReach,
        (Some(runs), Some((unseen, true))) if runs == unseen => Confirming::All(runs),
        (Some(runs), _) => Confirming::Known(Band::exactly(runs)),
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
            Confirming::NoneLeft => {
                return writeln!(f, "    every input is a row already, so that no other run can test it");
            }
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
