//! Columns that stand for the values of one variable.

use std::ops::Range;

/// The columns of one variable, one for each of its values.
///
/// ```
/// use vesc_col_spaces::ValueGroup;
///
/// let length = ValueGroup::ordered("len", [("1", 4), ("2", 5), ("4", 6), ("8", 7)]);
/// assert_eq!(length.name(), "len");
/// assert!(length.features().eq([4, 5, 6, 7]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct ValueGroup {
    name: String,
    values: Vec<(String, usize)>,
    ordered: bool,
}

impl ValueGroup {
    /// A variable with its values, each with the feature that stands for it; a condition may name any of them.
    pub fn new<V: Into<String>>(name: impl Into<String>, values: impl IntoIterator<Item = (V, usize)>) -> ValueGroup {
        let values = values.into_iter().map(|(value, feature)| (value.into(), feature)).collect();
        ValueGroup { name: name.into(), values, ordered: false }
    }

    /// A variable whose values are listed in their order; a condition names those between two.
    pub fn ordered<V: Into<String>>(
        name: impl Into<String>,
        values: impl IntoIterator<Item = (V, usize)>,
    ) -> ValueGroup {
        ValueGroup { ordered: true, ..ValueGroup::new(name, values) }
    }

    /// The variable's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The names of the values.
    ///
    /// ```
    /// use vesc_col_spaces::ValueGroup;
    ///
    /// let er = ValueGroup::new("er", [("dest", 0), ("payload", 1), ("fcs", 2)]);
    /// assert_eq!(er.values().collect::<Vec<_>>(), ["dest", "payload", "fcs"]);
    /// assert_eq!(er.features().max(), Some(2));
    /// assert!(!er.is_ordered());
    /// ```
    #[must_use]
    pub fn values(&self) -> impl ExactSizeIterator<Item = &str> {
        self.values.iter().map(|(value, _)| value.as_str())
    }

    /// The features that stand for the values.
    #[must_use]
    pub fn features(&self) -> impl ExactSizeIterator<Item = usize> {
        self.values.iter().map(|(_, feature)| *feature)
    }

    /// Whether the values have an order.
    #[must_use]
    pub fn is_ordered(&self) -> bool {
        self.ordered
    }
}

/// Why groups do not suit the features.
///
/// ```
/// use vesc_col_spaces::{ValueGroup, GroupError, SetDnfSpace};
///
/// let twice = ValueGroup::new("er", [("dest", 0), ("fcs", 0)]);
/// assert_eq!(SetDnfSpace::new(4, 1, 1, [twice]), Err(GroupError::Overlap { feature: 0 }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GroupError {
    /// A feature stands for two values.
    #[error("feature {feature} (counted from 0) stands for two values")]
    Overlap {
        /// Position of the feature.
        feature: usize,
    },
    /// Two groups have one name, or two values of a group have.
    #[error("the name `{name}` stands for two groups, or for two values of one")]
    RepeatedName {
        /// The name.
        name: String,
    },
    /// There is no such feature.
    #[error("there is no feature {feature} (counted from 0) for a value of `{group}`")]
    NoSuchFeature {
        /// Name of the group.
        group: String,
        /// Position of the feature.
        feature: usize,
    },
    /// Constraints and groups tie too many features together.
    #[error(
        "declared constraints and groups tie {features} features together, which have too many legal patterns: \
         make smaller groups"
    )]
    TooManyPatterns {
        /// How many features.
        features: usize,
    },
}

/// Groups, and the features outside of them.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Groups {
    pub(super) features: usize,
    pub(super) single: Vec<usize>,
    pub(super) groups: Vec<ValueGroup>,
}

impl Groups {
    /// The part of a sub-space's key that says which features are which values of which variable, in order. Their names
    /// are no part of it: hypotheses of the same bits accept the same rows.
    pub(super) fn key(&self) -> String {
        let group = |group: &ValueGroup| {
            let features: Vec<String> = group.features().map(|feature| feature.to_string()).collect();
            features.join(if group.is_ordered() { "<" } else { "|" })
        };
        let groups: Vec<String> = self.groups.iter().map(group).collect();
        format!("features={} groups={}", self.features, groups.join(","))
    }

    pub(super) fn new(features: usize, groups: impl IntoIterator<Item = ValueGroup>) -> Result<Groups, GroupError> {
        let groups: Vec<ValueGroup> = groups.into_iter().collect();
        let mut used = vec![false; features];
        for (number, group) in groups.iter().enumerate() {
            let names = groups[..number].iter().map(ValueGroup::name);
            if let Some(name) = repeated(names, group.name()).or_else(|| repeated_value(group)) {
                return Err(GroupError::RepeatedName { name: name.to_owned() });
            }
            for feature in group.features() {
                let missing = || GroupError::NoSuchFeature { group: group.name.clone(), feature };
                if std::mem::replace(used.get_mut(feature).ok_or_else(missing)?, true) {
                    return Err(GroupError::Overlap { feature });
                }
            }
        }
        let single = (0..features).filter(|&feature| !used[feature]).collect();
        Ok(Groups { features, single, groups })
    }

    /// How many bits a term has.
    pub(super) fn width(&self) -> usize {
        // Each feature is outside of all groups or one value.
        self.single.len().saturating_add(self.features)
    }

    /// The bits of each group within a term's.
    pub(super) fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        let mut end = 2 * self.single.len();
        self.groups.iter().map(move |group| {
            let start = end;
            end += group.values.len();
            start..end
        })
    }

    /// The most conditions that a term can have.
    pub(super) fn most_conditions(&self) -> usize {
        self.single.len() + self.groups.iter().filter(|group| group.values.len() > 1).count()
    }

    /// How many terms there are, or the greatest number.
    pub(super) fn term_count(&self) -> usize {
        let ways = |group: &ValueGroup| match (group.values.len(), group.ordered) {
            (values, false) => {
                u32::try_from(values).ok().and_then(|values| 2usize.checked_pow(values)).map(|all| all - 1)
            }
            (values, true) => values.checked_mul(values + 1).map(|twice| twice / 2),
        };
        // Without a condition, or with any but that on all values.
        let ways = self.groups.iter().map(|group| ways(group).unwrap_or(usize::MAX).max(1));
        let all = self.single.iter().map(|_| 3).chain(ways).fold(1, usize::saturating_mul);
        if all == usize::MAX { all } else { all - 1 }
    }
}

fn repeated_value(group: &ValueGroup) -> Option<&str> {
    let values = || group.values.iter().map(|(value, _)| value.as_str());
    (1..group.values.len()).find_map(|number| repeated(values().take(number), &group.values[number].0))
}

fn repeated<'a>(mut names: impl Iterator<Item = &'a str>, name: &'a str) -> Option<&'a str> {
    names.any(|other| other == name).then_some(name)
}
