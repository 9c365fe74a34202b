//! Negatives that alone keep rivals out.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use vesc_col_core::{Dataset, Domain, Engine, EngineError, Hypothesis, LegalConcept, Query, Run, StopReason, SubSpace};

use super::part_session::PartSession;
use super::sample_id::SampleId;
use crate::formula::as_dnf::as_dnf;

/// A negative sample without which further hypotheses would fit.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::explain::{NearMiss, fragility};
/// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
///
/// let mut builder = Dataset::builder(Features::new(["irq", "lhu"])?);
/// builder.push(true, [true, true])?;
/// builder.push(false, [true, false])?;
/// let data = Arc::new(builder.build()?);
/// let (engine, run) = (Portfolio::default(), Run::new());
/// let report = engine.search(&data, DnfSpace::up_to(2, 1, 1), &Settings::default(), &run)?;
/// let found = fragility(&engine, &data, DnfSpace::up_to(2, 1, 1), &report, (1, 1), &run)?;
/// // `lhu` was learned; without the one negative row, `irq` would fit too.
/// let NearMiss { sample, rivals, is_complete, .. } = &found.near_misses[0];
/// assert_eq!(sample.rows(&data), [1]);
/// assert_eq!(rivals[0].display(data.features()).to_string(), "irq");
/// assert!(is_complete);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NearMiss {
    /// The sample.
    pub sample: SampleId,
    /// Hypotheses that are wrong on this sample only, in order of complexity, a concept once even if several sub-spaces have it. Some or
    /// none of them if there are too many.
    pub rivals: Vec<Arc<dyn Hypothesis>>,
    /// Whether these are all of them: they are if no sub-space has more than a thousand.
    pub is_complete: bool,
}

/// Of how many rivals a list is made at once.
const LISTED_RIVALS: usize = 1000;

/// Into how many groups the negatives are divided at first.
const GROUPS: usize = 4;

/// The negatives without which more than the known hypotheses would fit in some of the sub-spaces, and the limit that
/// was reached before all were found.
///
/// A rival is wrong on one negative. So a group of negatives is left out. If the hypotheses that fit then can all be
/// listed, those that are wrong on one negative are the rivals. The group's members keep them out. Otherwise the group
/// is divided.
pub(super) fn near_misses(
    engine: &dyn Engine,
    data: &Dataset,
    spaces: &[Arc<dyn SubSpace>],
    run: &Run,
) -> Result<(Vec<NearMiss>, Option<StopReason>), EngineError> {
    let count = data.negatives().distinct();
    let size = count.div_ceil(GROUPS).max(1);
    let mut groups: Vec<Range<usize>> =
        (0..count).step_by(size).map(|first| first..(first + size).min(count)).collect();
    let mut misses: BTreeMap<usize, NearMiss> = BTreeMap::new();
    // Larger sub-spaces have some concepts again.
    let mut seen: HashSet<(usize, LegalConcept)> = HashSet::new();
    while let Some(group) = groups.pop() {
        // To copy the rows takes time, too.
        if let Some(reason) = run.stopped() {
            return Ok((misses.into_values().collect(), Some(reason)));
        }
        let is_kept = |sample: SampleId| sample.is_positive() || !group.contains(&sample.index());
        let mut session = PartSession::new(engine, data, |sample| is_kept(sample).then_some(sample.is_positive()));
        let mut fitting: Vec<(Arc<dyn Hypothesis>, &Domain)> = Vec::new();
        let mut listed = true;
        for space in spaces {
            let query = Query::new(Arc::clone(space)).with_bound(LISTED_RIVALS);
            let found = session.measure(&query, run)?;
            if !found.decides(LISTED_RIVALS) {
                let reason = found.stopped.or(run.stopped()).unwrap_or(StopReason::EngineLimit);
                return Ok((misses.into_values().collect(), Some(reason)));
            }
            listed &= found.is_listed();
            fitting.extend(found.hypotheses.into_iter().map(|hypothesis| (hypothesis, space.domain())));
        }
        if !listed && group.len() > 1 {
            let middle = group.start + group.len() / 2;
            groups.extend([group.start..middle, middle..group.end]);
            continue;
        }
        for (hypothesis, domain) in fitting {
            let mut wrong = group.clone().filter(|&index| hypothesis.accepts(data.negatives().get(index)));
            let (Some(only), None) = (wrong.next(), wrong.next()) else { continue };
            if as_dnf(&*hypothesis).is_none_or(|dnf| seen.insert((only, LegalConcept::of(dnf, domain)))) {
                misses.entry(only).or_insert_with(|| NearMiss::of(only)).rivals.push(hypothesis);
            }
        }
        if !listed {
            let only = group.start;
            misses.entry(only).or_insert_with(|| NearMiss::of(only)).is_complete = false;
        }
    }
    Ok((misses.into_values().collect(), None))
}

impl NearMiss {
    fn of(index: usize) -> NearMiss {
        NearMiss { sample: SampleId::negative(index), rivals: Vec::new(), is_complete: true }
    }
}
