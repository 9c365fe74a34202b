//! Candidates where rows have errors or unknown cells.

use std::collections::HashSet;
use std::sync::Arc;

use vesc_col_core::{
    Dataset, Dnf, Domain, Engine, EngineError, LegalConcept, LegalDnfSpace, Query, Run, Sample, Samples, Session,
    StopReason, SubSpace,
};

use super::candidates::{Candidates, LISTED_FORMULAS, Labels, Layer, first};
use super::committee::{Allowance, Committee, Member};
use crate::formula::as_dnf::as_dnf;
use crate::guard::GuardedSession;
use crate::possible_fits::PossibleFits;
use crate::settings::Settings;

impl Candidates {
    /// Measures the sub-spaces as [`Candidates::measure`] does, where rows may have errors or unknown cells. A candidate is a concept that
    /// keeps to the [error budget](Settings::with_errors) of the settings, if the unknown cells are what suits it best: what
    /// *possibly* fits. Shares of a budget are counted over the rows so far. Any engine will do. Each sub-space's concepts are listed; the first one with more than 5 000 ends it with
    /// [`StopReason::ListLimit`].
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::next::{Candidates, Inputs};
    /// use vesc_col::{Dataset, DnfSpace, Features, Portfolio, Run, Settings};
    ///
    /// // One label may be wrong.
    /// let mut builder = Dataset::builder(Features::new(["irq", "mask"])?).with_contradictions();
    /// for (label, row) in [(true, [true, false]), (true, [true, true]), (false, [true, true]), (false, [false, true])] {
    ///     builder.push(label, row)?;
    /// }
    /// let (data, settings) = (Arc::new(builder.build()?), Settings::default().with_error_budget(1, 0));
    /// let spaces = DnfSpace::up_to(2, 1, 1);
    /// let candidates = Candidates::measure_within(&Portfolio::default(), &data, spaces, &settings, &Run::new())?;
    /// assert_eq!(candidates.unique().map(|dnf| dnf.display(data.features()).to_string()).as_deref(), Some("irq"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EngineError`] if the engine fails, or a row is not a legal input.
    pub fn measure_within(
        engine: &dyn Engine,
        data: &Arc<Dataset>,
        spaces: impl IntoIterator<Item = impl Into<LegalDnfSpace>>,
        settings: &Settings,
        run: &Run,
    ) -> Result<Candidates, EngineError> {
        let features = data.features().len();
        let fits = PossibleFits::of(data, settings);
        let is_too_tight = fits.are_too_tight(data);
        let mut domain = Domain::free();
        let mut session = GuardedSession::new(engine, Arc::clone(data));
        let (mut layers, mut stopped) = (Vec::new(), None);
        let (mut members, mut known): (Vec<Member>, HashSet<LegalConcept>) = (Vec::new(), HashSet::new());
        let mut leader = None;
        for space in spaces {
            let space: LegalDnfSpace = space.into();
            if domain != *space.domain() {
                domain = space.domain().clone();
                domain.check(data)?;
            }
            if is_too_tight {
                break;
            }
            if let Some(reason) = run.stopped() {
                stopped = Some((space.complexity(), reason));
                break;
            }
            let query = Query::new(Arc::new(space.clone())).with_bound(LISTED_FORMULAS as usize);
            let found = fits.measure(&query, LISTED_FORMULAS as usize, |query| session.measure(query, run))?;
            if !found.is_listed() {
                stopped = Some((space.complexity(), found.stopped.unwrap_or(StopReason::ListLimit)));
                break;
            }
            if found.hypotheses.is_empty() {
                continue;
            }
            let dnfs: Vec<&Dnf> = found.hypotheses.iter().filter_map(|hypothesis| as_dnf(&**hypothesis)).collect();
            if let (true, [only]) = (layers.is_empty(), &dnfs[..]) {
                leader = Some((*only).clone());
            }
            for dnf in dnfs {
                if known.insert(space.concept(dnf)) {
                    let made = errors(dnf, (data, &domain));
                    members.push(Member { dnf: dnf.clone(), layer: layers.len(), made });
                }
            }
            layers.push(Layer { space, formulas: found.formulas, live: None });
        }
        let candidates = Candidates::new((first(data), domain), Labels::of(data), layers, stopped, leader);
        let budget = settings.errors().cloned().unwrap_or_default();
        let allowance = Allowance { budget, positives: data.positives().total_weight() };
        let _ = candidates.committee.set(Committee::within(members, features, allowance));
        Ok(candidates)
    }

    /// Whether a candidate fits the rows of `data`, on which it was measured, whatever their unknown cells are.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::next::Candidates;
    /// use vesc_col::{Dataset, DnfSpace, Features, Portfolio, Run, Settings};
    ///
    /// let mut builder = Dataset::builder(Features::new(["irq", "mask"])?);
    /// builder.push_partial(true, [Some(true), None])?;
    /// builder.push(false, [false, false])?;
    /// let (data, settings) = (Arc::new(builder.build()?), Settings::default());
    /// let spaces = DnfSpace::up_to(2, 1, 1);
    /// let candidates = Candidates::measure_within(&Portfolio::default(), &data, spaces, &settings, &Run::new())?;
    /// let certain: Vec<bool> = candidates.known().map(|one| candidates.is_certain(one, &data)).collect();
    /// assert_eq!(certain, [true, false]); // `irq`, and `mask` if the unknown cell is 1
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_certain(&self, candidate: &Dnf, data: &Dataset) -> bool {
        let Allowance { budget, positives } = &self.committee().allowance;
        let may_be_wrong = |(samples, index): (&Samples, usize), label: bool| {
            may_be(!label, candidate, (samples, index), &self.domain)
        };
        data.unknown_cells() == 0 || budget.allows(count(data, may_be_wrong), *positives)
    }
}

/// On how many negative and on how many positive rows a formula is wrong, whatever their unknown cells are.
fn errors(dnf: &Dnf, (data, domain): (&Dataset, &Domain)) -> (u64, u64) {
    count(data, |sample, label| !may_be(label, dnf, sample, domain))
}

/// How many negative and how many positive rows there are of which something is so, given their label.
fn count(data: &Dataset, is_so: impl Fn((&Samples, usize), bool) -> bool) -> (u64, u64) {
    let of = |samples: &Samples, label: bool| -> u64 {
        let counted = (0..samples.distinct()).filter(|&index| is_so((samples, index), label));
        counted.map(|index| samples.weight(index)).sum()
    };
    (of(data.negatives(), false), of(data.positives(), true))
}

/// Whether a formula has the label on a sample, or on some legal completion of it.
fn may_be(label: bool, dnf: &Dnf, (samples, index): (&Samples, usize), domain: &Domain) -> bool {
    let sample = samples.get(index);
    match samples.unknown(index) {
        None => dnf.accepts(sample) == label,
        Some(_) => {
            let mut completions = samples.completions_within(index, domain);
            completions.any(|words| dnf.accepts(&Sample::from_slice(&words)[..sample.len()]) == label)
        }
    }
}
