//! How much is measured.

/// A full run, a quick one, or the least that uses every part.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Size {
    Full,
    Quick,
    Smoke,
}

/// How many runs, how large, how long.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    size: Size,
    limit: Option<f64>,
}

impl Scale {
    /// A full run unless one of the two is true. The limit goes before those of the figures.
    pub(crate) fn new(quick: bool, smoke: bool, limit: Option<f64>) -> Scale {
        let size = match (quick, smoke) {
            (_, true) => Size::Smoke,
            (true, _) => Size::Quick,
            _ => Size::Full,
        };
        Scale { size, limit }
    }

    /// What a figure takes for a full run, a quick one, and a test.
    pub(crate) fn pick<T>(&self, full: T, quick: T, smoke: T) -> T {
        match self.size {
            Size::Full => full,
            Size::Quick => quick,
            Size::Smoke => smoke,
        }
    }

    /// Processor seconds of one measurement, where a full run has so many.
    pub(crate) fn limit(&self, full: f64) -> f64 {
        self.limit.unwrap_or(self.pick(full, full.min(0.5), 0.2))
    }

    /// The seeds, where a full run has so many.
    pub(crate) fn seeds(&self, full: u64) -> std::ops::RangeInclusive<u64> {
        1..=self.pick(full, full.min(2), 1)
    }

    /// What tables say about themselves.
    pub(crate) fn word(&self) -> &'static str {
        self.pick("full", "quick", "smoke")
    }
}
