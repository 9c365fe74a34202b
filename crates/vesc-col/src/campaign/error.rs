//! Why data are not those of a campaign, grown.

use std::collections::HashSet;

use vesc_col_core::{Dataset, EngineError, Features, Samples};

/// Why a [`Campaign`](super::Campaign) cannot be searched again.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::campaign::{Campaign, CampaignError};
/// use vesc_col::{Dataset, DnfSpace, Features, Portfolio, Run, Settings};
///
/// let one = |cells: [bool; 2]| {
///     let mut builder = Dataset::builder(Features::numbered(2));
///     builder.push(true, cells).and_then(|()| builder.build()).map(Arc::new)
/// };
/// let mut campaign = Campaign::new();
/// let mut search = |data| campaign.search(&Portfolio::default(), &data, DnfSpace::up_to(2, 1, 1), &Settings::default(), &Run::new());
/// search(one([true, false])?)?;
/// let error = search(one([true, true])?).expect_err("other data");
/// assert!(matches!(error, CampaignError::MissingSample { row: 0, positive: true, .. }));
/// assert_eq!(error.to_string(), "row 1 of the earlier data, a positive sample, is missing");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CampaignError {
    /// The features are not the same.
    #[error("{}", features_differ(*position, earlier.as_deref(), now.as_deref()))]
    OtherFeatures {
        /// The first position at which they differ, counted from 0.
        position: usize,
        /// The name of the feature there, if the earlier data have that feature.
        earlier: Option<String>,
        /// The name of the feature there now, if there is that feature.
        now: Option<String>,
    },
    /// A sample of the earlier data is not there any more, or has the other label.
    #[error(
        "row {} of the earlier data, a {} sample, {}",
        row + 1,
        if *positive { "positive" } else { "negative" },
        if *relabelled { "has the other label now" } else { "is missing" }
    )]
    MissingSample {
        /// Its first row in the earlier data, counted from 0.
        row: usize,
        /// Its label there.
        positive: bool,
        /// Whether the same values are there now with the other label.
        relabelled: bool,
    },
    /// The search failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

fn features_differ(position: usize, earlier: Option<&str>, now: Option<&str>) -> String {
    let number = position + 1;
    match (earlier, now) {
        (Some(earlier), Some(now)) if earlier != now => {
            format!("feature {number} was `{earlier}` in the earlier data, and is `{now}` now")
        }
        (Some(earlier), Some(_)) => {
            format!("feature {number}, `{earlier}`, tested its column differently in the earlier data")
        }
        (Some(earlier), None) => format!("feature {number} of the earlier data, `{earlier}`, is missing"),
        (None, now) => format!("feature {number}, `{}`, is not in the earlier data", now.unwrap_or_default()),
    }
}

/// Sees to it that nothing but samples was added.
pub(super) fn require_growth(earlier: &Dataset, now: &Dataset) -> Result<(), CampaignError> {
    let (was, is) = (earlier.features(), now.features());
    let differs =
        |&at: &usize| at >= was.len() || at >= is.len() || was.name(at) != is.name(at) || was.test(at) != is.test(at);
    if let Some(position) = (0..was.len().max(is.len())).find(differs) {
        let name = |features: &Features| (position < features.len()).then(|| features.name(position).to_owned());
        return Err(CampaignError::OtherFeatures { position, earlier: name(was), now: name(is) });
    }
    let [positives, negatives] = [now.positives(), now.negatives()].map(by_values);
    let missing = |positive: bool| {
        let (samples, same, other) = if positive {
            (earlier.positives(), &positives, &negatives)
        } else {
            (earlier.negatives(), &negatives, &positives)
        };
        let lost = (0..samples.distinct()).filter(move |&index| !same.contains(samples.words(index)));
        lost.map(move |index| (samples.sources(index)[0], positive, other.contains(samples.words(index))))
    };
    match missing(true).chain(missing(false)).min() {
        Some((row, positive, relabelled)) => Err(CampaignError::MissingSample { row, positive, relabelled }),
        None => Ok(()),
    }
}

fn by_values(samples: &Samples) -> HashSet<&[u64]> {
    (0..samples.distinct()).map(|index| samples.words(index)).collect()
}
