//! Searches of data to which samples are added.

mod error;
#[cfg(feature = "serde")]
mod serialize;

use std::sync::Arc;

use vesc_col_core::{Dataset, Engine, EngineError, Run, SubSpace};

pub use error::CampaignError;

use crate::findings::{Findings, KNOWN};
use crate::report::Report;
use crate::search::{DriverLimits, Earlier, flow};
use crate::settings::Settings;

/// A campaign that goes on: what was found out about its samples so far, for the next search of these and more.
///
/// A sample that is added can only make a version space smaller. So a sub-space that was empty stays empty, and of
/// concepts that were listed remain those that fit the new samples too. Whatever follows from that is not measured
/// again. All else is. That includes a sub-space that had too many concepts to list, and the one at which a search was
/// stopped. The answer is the one that [`search()`](crate::search()) gives for the same data.
///
/// The sub-spaces, the settings, the engine and the limits may differ from one search to the next. A campaign keeps what it
/// knows of every sub-space that any of them measured, so [`DnfSpace`](crate::DnfSpace)s and trees can be searched in turn.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::campaign::Campaign;
/// use vesc_col::{Dataset, DnfSpace, Features, Outcome, Portfolio, Run, Settings};
///
/// let (engine, settings) = (Portfolio::default(), Settings::default());
/// let mut builder = Dataset::builder(Features::new(["irq", "lhu", "aligned"])?);
/// builder.push(true, [true, true, false])?;
/// builder.push(false, [true, true, true])?;
/// let mut campaign = Campaign::new();
/// let data = Arc::new(builder.clone().build()?);
/// let report = campaign.search(&engine, &data, DnfSpace::up_to(3, 6, 2), &settings, &Run::new())?;
/// assert_eq!(report.hypotheses()[0].display(data.features()).to_string(), "!aligned");
///
/// // One more sample refutes it, without a measurement.
/// builder.push(false, [true, false, false])?;
/// let data = Arc::new(builder.build()?);
/// let report = campaign.search(&engine, &data, DnfSpace::up_to(3, 6, 2), &settings, &Run::new())?;
/// assert_eq!(report.steps()[0].result().engine, "known");
/// assert_eq!(report.hypotheses()[0].display(data.features()).to_string(), "lhu & !aligned");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Serialisation
///
/// With the feature `serde` a campaign is written with all its samples, one character a cell, what it knows, and a checksum. What
/// is read is checked as far as it can be without measuring again: the checksum, and each listed concept against the rows.
#[derive(Clone, Debug, Default)]
pub struct Campaign {
    /// Of the last search.
    data: Option<Arc<Dataset>>,
    findings: Findings,
}

impl Campaign {
    /// A campaign of which nothing is known yet.
    #[must_use]
    pub fn new() -> Campaign {
        Campaign::default()
    }

    /// The data of the last search, whose samples the next one must have too.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::campaign::Campaign;
    /// use vesc_col::engine::CoverEngine;
    /// use vesc_col::{Dataset, DnfSpace, Features, Run, Settings};
    ///
    /// let mut campaign = Campaign::new();
    /// assert!(campaign.data().is_none());
    /// let mut builder = Dataset::builder(Features::numbered(2));
    /// builder.push(true, [true, true])?;
    /// builder.push(false, [false, false])?;
    /// let data = Arc::new(builder.build()?);
    /// let report = campaign.search(&CoverEngine::default(), &data, DnfSpace::up_to(2, 1, 1), &Settings::default(), &Run::new())?;
    /// assert_eq!(report.cardinality().to_string(), "2");
    /// assert_eq!(campaign.data(), Some(&data));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn data(&self) -> Option<&Arc<Dataset>> {
        self.data.as_ref()
    }

    /// [`search()`](crate::search()), but for what is known already; and what it finds out is known the next time, also if
    /// the run is stopped. A step that was not measured has `known` for its engine.
    ///
    /// What is known is kept under a sub-space's [key](SubSpace::key), and of a listed concept its
    /// [bits](SubSpace::bits_of). A language of your own without a key is measured anew each time; without `bits_of` only what
    /// is empty is kept.
    ///
    /// Beside what is measured it costs a look at each earlier sample, and at the samples for each concept known.
    ///
    /// # Errors
    ///
    /// [`CampaignError`] if the data have not the features and the samples of the [last search](Campaign::data), or if
    /// the search fails. Also with an error budget or unknown cells. The campaign then knows no less than before.
    pub fn search<S: SubSpace>(
        &mut self,
        engine: &dyn Engine,
        data: &Arc<Dataset>,
        spaces: impl IntoIterator<Item = S>,
        settings: &Settings,
        run: &Run,
    ) -> Result<Report, CampaignError> {
        if settings.errors().is_some() || data.unknown_cells() > 0 {
            let what = "a search that keeps what it finds out with errors or unknown cells";
            return Err(EngineError::unsupported(KNOWN, what).into());
        }
        if let Some(earlier) = self.data.as_ref().filter(|earlier| !Arc::ptr_eq(earlier, data)) {
            error::require_growth(earlier, data)?;
        }
        self.data = Some(Arc::clone(data));
        let spaces = spaces.into_iter().map(|space| Arc::new(space) as Arc<dyn SubSpace>);
        Ok(flow(engine, data, spaces, settings, &mut DriverLimits::new(run), Earlier::found(&mut self.findings))?)
    }
}
