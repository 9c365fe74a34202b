//! How much weight the formulas have that explain the data, in whatever sense.

use vesc_col_core::{Dataset, Dnf, Domain, Run, StopReason, TermRules};

use super::census::Census;
use super::label_errors::{Budget, ErrorPosterior, errors};
use super::posterior::{Posterior, Range};
use super::uncertain::{Cells, Uncertain, completed};

/// What formulas must keep to, if not to the labels of all rows: one of these.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Limits<'l> {
    /// How many labels may be wrong.
    pub(super) budget: Option<&'l Budget>,
    /// What terms must keep to, and whether there are further rules that are not counted.
    pub(super) rules: Option<(&'l TermRules, bool)>,
    /// The rows without those whose label is disputed.
    pub(super) undisputed: Option<&'l Dataset>,
}

/// How much weight the formulas have that explain the data.
pub(super) struct Counts {
    /// How many features terms test.
    features: usize,
    posterior: AnyPosterior,
}

enum AnyPosterior {
    /// All labels are right.
    Right(Posterior),
    /// Some may be wrong.
    Errors(ErrorPosterior),
}

/// So many times unknown cells are drawn.
const DRAWN: u64 = 2;
/// With unknown cells each of the counts gets this part of the work.
const PARTS: u64 = 3;

impl Counts {
    /// Counts terms of up to `longest` literals, or eight, in formulas of up to `most_terms` terms.
    pub(super) fn new(
        (data, domain): (&Dataset, &Domain),
        limits: Limits<'_>,
        (longest, most_terms): (usize, usize),
        run: &Run,
    ) -> Result<Counts, StopReason> {
        let uncertain = |cells: Cells, spare: u32, parts: u64| {
            let rows = Uncertain::new(data, cells, spare, run)?;
            let census = Census::uncertain((data, domain), &rows, longest, (parts, run))?;
            Ok::<_, StopReason>((census, rows))
        };
        let (features, posterior) = if let Some(budget) = limits.budget {
            let (census, rows) = uncertain(Cells::Worst, budget.false_positives(), 1)?;
            let posterior = ErrorPosterior::new(&census, &rows.runs, budget.clone(), most_terms);
            (census.features, AnyPosterior::Errors(posterior))
        } else if let Some(undisputed) = limits.undisputed {
            let count = |rows: &Dataset| {
                let census = Census::new((rows, domain, &TermRules::default()), longest, (2, run))?;
                Ok::<_, StopReason>((census.features, Posterior::new(&census, most_terms)))
            };
            let ((features, settled), (_, any)) = (count(data)?, count(undisputed)?);
            (features, AnyPosterior::Right(Posterior::between(&settled, std::slice::from_ref(&any), &any)))
        } else if data.unknown_cells() > 0 {
            let [least, most] = [Cells::Worst, Cells::Best].map(|cells| uncertain(cells, 0, PARTS));
            let (least, most) = (least?.0, most?.0);
            let draw = |seed: u64| {
                let drawn = completed(data, domain, seed, run)?;
                Ok(Posterior::new(
                    &Census::new((&drawn, domain, &TermRules::default()), longest, (PARTS, run))?,
                    most_terms,
                ))
            };
            let drawn: Vec<Posterior> = (0..DRAWN).map(draw).collect::<Result<_, StopReason>>()?;
            let [least, most] = [least, most].map(|census| Posterior::new(&census, most_terms));
            (data.features().len(), AnyPosterior::Right(Posterior::between(&least, &drawn, &most)))
        } else {
            let none = TermRules::default();
            let (rules, has_more) = limits.rules.unwrap_or((&none, false));
            let census = Census::new((data, domain, rules), longest, (1, run))?;
            let posterior = Posterior::new(&census, most_terms);
            (census.features, AnyPosterior::Right(if has_more { posterior.open() } else { posterior }))
        };
        Ok(Counts { features, posterior })
    }

    /// How many features terms test.
    pub(super) fn features(&self) -> usize {
        self.features
    }

    /// The posterior of a formula, and the room beside it.
    pub(super) fn of(&self, dnf: &Dnf, data: &Dataset) -> (Range, f64) {
        let terms = dnf.terms().len();
        match &self.posterior {
            AnyPosterior::Right(posterior) => (posterior.of(&sizes(dnf)), posterior.room(terms)),
            AnyPosterior::Errors(posterior) => {
                let (false_positives, false_negatives) = errors(dnf, data);
                let wrong = u32::try_from(false_positives + false_negatives).unwrap_or(u32::MAX);
                (posterior.of(&sizes(dnf), wrong), posterior.room(terms))
            }
        }
    }
}

fn sizes(dnf: &Dnf) -> Vec<usize> {
    dnf.terms().iter().map(|term| term.len()).collect()
}
