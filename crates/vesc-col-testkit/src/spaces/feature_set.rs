//! A hypothesis that is a function of a list of features.

use std::fmt;

use vesc_col_core::{Features, Hypothesis, Sample};

/// Some features, and what is computed from them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operator {
    /// An odd number of the features is true, or an even number if complemented.
    Parity { complemented: bool },
    /// At least this many of the features are true.
    AtLeast(usize),
    /// All of the features are true.
    All,
}

/// An operator applied to a list of features.
#[derive(Clone, Debug)]
pub(super) struct FeatureSet {
    pub(super) operator: Operator,
    pub(super) features: Vec<usize>,
}

impl FeatureSet {
    fn write(&self, f: &mut fmt::Formatter<'_>, name: impl Fn(usize) -> String) -> fmt::Result {
        let names: Vec<String> = self.features.iter().map(|&feature| name(feature)).collect();
        let operator = match self.operator {
            Operator::Parity { complemented: false } => "odd".to_owned(),
            Operator::Parity { complemented: true } => "even".to_owned(),
            Operator::AtLeast(threshold) => format!("at_least_{threshold}"),
            Operator::All => "all".to_owned(),
        };
        write!(f, "{operator}({})", names.join(", "))
    }
}

impl Hypothesis for FeatureSet {
    fn accepts(&self, sample: &Sample) -> bool {
        let count = self.features.iter().filter(|&&feature| sample[feature]).count();
        match self.operator {
            Operator::Parity { complemented } => (count % 2 == 1) != complemented,
            Operator::AtLeast(threshold) => count >= threshold,
            Operator::All => count == self.features.len(),
        }
    }

    fn fmt_named(&self, features: &Features, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, |feature| features.name(feature).to_owned())
    }

    fn order_key(&self) -> Vec<u32> {
        let complemented = u32::from(self.operator == Operator::Parity { complemented: true });
        self.features.iter().map(|&feature| feature as u32).chain([complemented]).collect()
    }
}

impl fmt::Display for FeatureSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, |feature| format!("x{feature}"))
    }
}
