//! How much weight the formulas have that explain the data, in whatever sense.

use vesc_col_core::{Dataset, Dnf, Domain, Run, StopReason, TermRules};

use super::census::Census;
use super::label_errors::{Budget, ErrorPosterior, WithErrors};
use super::posterior::{Posterior, Range, sizes};
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

/// What the counts say for one formula.
pub(super) struct FormulaWeight {
    /// Of its terms: of all that explain the data.
    pub(super) posterior: Range,
    /// How much of this is its own, and not that of formulas with a further term.
    pub(super) own: Range,
    /// The weight of the formulas with one term more, relative to its own.
    pub(super) room: f64,
}

/// So many times unknown cells are drawn.
const DRAWN_COMPLETIONS: u64 = 2;
/// With unknown cells each of the counts gets this part of the work.
const SHARE_OF_WORK: u64 = 3;

impl Counts {
    /// Counts terms as long as those of the answers, or of up to eight literals, in formulas of up to `most_terms` terms.
    pub(super) fn new(
        (data, domain): (&Dataset, &Domain),
        limits: Limits<'_>,
        (answers, most_terms): (&[&Dnf], usize),
        run: &Run,
    ) -> Result<Counts, StopReason> {
        let longest = answers.iter().flat_map(|dnf| dnf.terms()).map(|term| term.len()).max().unwrap_or(0);
        let uncertain = |cells: Cells, spare: u32, parts: u64| {
            let rows = Uncertain::new(data, cells, spare, run)?;
            let census = Census::uncertain((data, domain), &rows, longest, (parts, run))?;
            Ok::<_, StopReason>((census, rows))
        };
        let (features, posterior) = if let Some(budget) = limits.budget {
            let (census, rows) = uncertain(Cells::Worst, budget.false_positives(), 1)?;
            let features = census.features;
            let posterior = ErrorPosterior::new(&census, rows, budget.clone(), most_terms);
            (features, AnyPosterior::Errors(posterior))
        } else if let Some(undisputed) = limits.undisputed {
            let count = |rows: &Dataset| {
                let census = Census::new((rows, domain, &TermRules::default()), (&[], longest), (2, run))?;
                Ok::<_, StopReason>((census.features, Posterior::new(&census, most_terms)))
            };
            let ((features, settled), (_, any)) = (count(data)?, count(undisputed)?);
            (features, AnyPosterior::Right(Posterior::between(&settled, std::slice::from_ref(&any), &any)))
        } else if data.unknown_cells() > 0 {
            let [least, most] = [Cells::Worst, Cells::Best].map(|cells| uncertain(cells, 0, SHARE_OF_WORK));
            let (least, most) = (least?.0, most?.0);
            let draw = |seed: u64| {
                let drawn = completed(data, domain, seed, run)?;
                Ok(Posterior::new(
                    &Census::new((&drawn, domain, &TermRules::default()), (&[], longest), (SHARE_OF_WORK, run))?,
                    most_terms,
                ))
            };
            let drawn: Vec<Posterior> = (0..DRAWN_COMPLETIONS).map(draw).collect::<Result<_, StopReason>>()?;
            let [least, most] = [least, most].map(|census| Posterior::new(&census, most_terms));
            (data.features().len(), AnyPosterior::Right(Posterior::between(&least, &drawn, &most)))
        } else {
            let none = TermRules::default();
            let (rules, has_more) = limits.rules.unwrap_or((&none, false));
            let census = Census::new((data, domain, rules), (answers, longest), (1, run))?;
            let posterior = Posterior::new(&census, most_terms);
            (census.features, AnyPosterior::Right(if has_more { posterior.open() } else { posterior }))
        };
        Ok(Counts { features, posterior })
    }

    /// How many terms of each size there are.
    fn terms(&self) -> &[f64] {
        match &self.posterior {
            AnyPosterior::Right(posterior) => posterior.terms(),
            AnyPosterior::Errors(posterior) => posterior.terms(),
        }
    }

    /// How many features terms test.
    pub(super) fn features(&self) -> usize {
        self.features
    }

    /// What the counts say for a formula; `None` if no terms are counted as long as one of its own.
    pub(super) fn of(&self, dnf: &Dnf, data: &Dataset) -> Option<FormulaWeight> {
        let terms = dnf.terms().len();
        let is_counted = |size: usize| self.terms().get(size - 1).is_some_and(|&terms| terms > 0.0);
        sizes(dnf).into_iter().all(is_counted).then(|| match &self.posterior {
            AnyPosterior::Right(posterior) => FormulaWeight {
                posterior: posterior.of(&sizes(dnf)),
                own: Range { low: 1.0, value: 1.0, high: 1.0 },
                room: posterior.room(terms),
            },
            AnyPosterior::Errors(posterior) => {
                let WithErrors { posterior: of_terms, own } = posterior.of(dnf, data);
                FormulaWeight { posterior: of_terms, own, room: posterior.room(terms) }
            }
        })
    }
}
