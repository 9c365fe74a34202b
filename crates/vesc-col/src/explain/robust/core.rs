//! What all of many answers have in common.

use std::collections::{BTreeSet, HashMap};

use vesc_col_core::{Features, Hypothesis, Literal, Term};

use crate::formula::as_dnf::as_dnf;

/// What every answer has, whichever of the considered rows are left out and errors allowed for.
///
/// A term or a literal is counted where the formula that is shown for a concept has it.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::explain::robust;
/// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
///
/// // Without the second row `lhu` would do, and `irq` without the third one.
/// let mut builder = Dataset::builder(Features::new(["irq", "lhu", "mask"])?);
/// for row in [[1, 1, 0], [1, 1, 1], [1, 0, 1], [0, 1, 0], [0, 0, 0], [0, 0, 1]] {
///     builder.push(row[..2] == [1, 1], row.map(|cell| cell == 1))?;
/// }
/// let (data, engine, run) = (Arc::new(builder.build()?), Portfolio::default(), Run::new());
/// let spaces = || DnfSpace::up_to(3, 2, 1);
/// let report = engine.search(&data, spaces(), &Settings::default(), &run)?;
/// let found = robust(&engine, &data, spaces(), &report, 0, &run)?.expect("something was learned");
/// let core = found.core.expect("it is a DNF");
/// assert!(core.is_complete && core.literals.is_empty());
/// assert_eq!(core.keeps_concepts, Some(false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Core {
    /// Whether each concept of the answer is among the answers throughout. It is so unless a simpler size comes to fit: what fits all rows
    /// fits also fewer, and more errors are allowed for. `None` if a limit left it open, or there was no answer.
    pub keeps_concepts: Option<bool>,
    /// The terms that every formula has.
    pub terms: Vec<Term>,
    /// The literals that every formula has, in whatever term.
    pub literals: Vec<Literal>,
    /// The columns that every formula speaks of: the first feature of each.
    pub columns: Vec<usize>,
    /// Whether all answers are known. If not, what is not named is in the core for certain not, and what is named may be.
    pub is_complete: bool,
}

/// The terms, literals and columns that all formulas seen so far have.
pub(super) struct Common {
    /// For each feature the first one of its column.
    columns: Vec<usize>,
    /// `None` before the first formula.
    sets: Option<Sets>,
    /// Whether some hypothesis was no DNF.
    is_foreign: bool,
}

struct Sets {
    terms: BTreeSet<Term>,
    literals: BTreeSet<Literal>,
    columns: BTreeSet<usize>,
}

impl Common {
    pub(super) fn new(features: &Features) -> Common {
        let mut first: HashMap<&str, usize> = HashMap::new();
        let column =
            |feature| features.test(feature).map_or(feature, |(name, _)| *first.entry(name).or_insert(feature));
        Common { columns: (0..features.len()).map(column).collect(), sets: None, is_foreign: false }
    }

    /// Leaves out what a hypothesis does not have.
    pub(super) fn take(&mut self, hypothesis: &dyn Hypothesis) {
        let Some(dnf) = as_dnf(hypothesis) else {
            self.is_foreign = true;
            return;
        };
        let literals: BTreeSet<Literal> = dnf.terms().iter().flat_map(|term| term.iter().copied()).collect();
        let columns: BTreeSet<usize> = literals.iter().map(|literal| self.columns[literal.feature()]).collect();
        match &mut self.sets {
            None => self.sets = Some(Sets { terms: dnf.terms().iter().cloned().collect(), literals, columns }),
            Some(sets) => {
                sets.terms.retain(|term| dnf.terms().contains(term));
                sets.literals.retain(|literal| literals.contains(literal));
                sets.columns.retain(|column| columns.contains(column));
            }
        }
    }

    /// The core; `None` for hypotheses of another language, and if there was none.
    pub(super) fn core(self, keeps_concepts: Option<bool>, is_complete: bool) -> Option<Core> {
        let Sets { terms, literals, columns } = self.sets.filter(|_| !self.is_foreign)?;
        Some(Core {
            keeps_concepts,
            terms: terms.into_iter().collect(),
            literals: literals.into_iter().collect(),
            columns: columns.into_iter().collect(),
            is_complete,
        })
    }
}
