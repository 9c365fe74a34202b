//! How many errors a hypothesis may make.

use std::collections::BTreeSet;
use std::fmt;
use std::num::NonZeroU64;

use vesc_col_core::Dataset;

/// How many errors a hypothesis may make, as limits that hold all at once.
///
/// A false positive is a negative row on which the hypothesis is true. A false negative is a positive row on which it
/// is false. Equal rows count each. Without a limit of its own, a kind of error is limited by the others: no limit at
/// all means no errors of that kind.
///
/// ```
/// use vesc_col::search::{ErrorBudget, Share};
///
/// let budget = ErrorBudget::default().with_total(2);
/// assert_eq!(budget.corners(10, 10), [(2, 0), (1, 1), (0, 2)]);
/// let nine_tenths = Share::new(9, 10).expect("at most 1");
/// // Of ten positive rows nine are found, and nine of ten accepted rows are positive.
/// let budget = ErrorBudget::default().with_min_precision(nine_tenths).with_min_recall(nine_tenths);
/// assert_eq!(budget.corners(10, 100), [(1, 1)]);
/// assert_eq!(budget.to_string(), "precision of at least 0.9 and recall of at least 0.9");
/// ```
///
/// Rows have weights, too: a row that is added to the data `w` times counts `w` times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ErrorBudget {
    false_positives: Option<u64>,
    false_negatives: Option<u64>,
    total: Option<u64>,
    cost: Option<CostLimit>,
    min_precision: Option<Share>,
    min_recall: Option<Share>,
    is_least: bool,
}

/// The most that all errors together may cost, where one kind of error is worse than the other.
///
/// ```
/// use std::num::NonZeroU64;
/// use vesc_col::search::{CostLimit, ErrorBudget};
///
/// // A missed positive is as bad as three false alarms.
/// let [one, three] = [1, 3].map(|cost| NonZeroU64::new(cost).expect("at least 1"));
/// let limit = CostLimit { most: 7, false_positive: one, false_negative: three };
/// let budget = ErrorBudget::default().with_cost(limit);
/// assert_eq!(budget.corners(10, 100), [(7, 0), (4, 1), (1, 2)]);
/// assert_eq!(budget.to_string(), "a cost of at most 7 (1 a false positive, 3 a false negative)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct CostLimit {
    /// The most that all errors together may cost.
    pub most: u64,
    /// The cost of a false positive.
    pub false_positive: NonZeroU64,
    /// The cost of a false negative.
    pub false_negative: NonZeroU64,
}

/// A share of rows, from 0 to 1, without rounding.
///
/// ```
/// use vesc_col::search::Share;
///
/// assert_eq!("0.75".parse::<Share>(), Ok(Share::new(3, 4).expect("at most 1")));
/// assert_eq!("90%".parse::<Share>().map(|share| share.to_string()), Ok("0.9".to_owned()));
/// assert_eq!("2/3".parse::<Share>().map(|share| share.to_string()), Ok("2/3".to_owned()));
/// assert!("1.5".parse::<Share>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Share {
    part: u64,
    whole: u64,
}

impl ErrorBudget {
    /// At most this many false positives and this many false negatives.
    #[must_use]
    pub fn new(false_positives: u64, false_negatives: u64) -> ErrorBudget {
        ErrorBudget::default().with_false_positives(false_positives).with_false_negatives(false_negatives)
    }

    /// The same with at most this many false positives.
    #[must_use]
    pub fn with_false_positives(self, most: u64) -> ErrorBudget {
        ErrorBudget { false_positives: Some(most), ..self }
    }

    /// The same with at most this many false negatives.
    #[must_use]
    pub fn with_false_negatives(self, most: u64) -> ErrorBudget {
        ErrorBudget { false_negatives: Some(most), ..self }
    }

    /// The same with at most this many errors of both kinds together.
    #[must_use]
    pub fn with_total(self, most: u64) -> ErrorBudget {
        ErrorBudget { total: Some(most), ..self }
    }

    /// The same with errors of both kinds that together cost at most this much. As with
    /// [a total](ErrorBudget::with_total), each kind alone is then free, or has its own limit.
    ///
    /// ```
    /// use std::num::NonZeroU64;
    /// use std::sync::Arc;
    /// use vesc_col::search::{CostLimit, ErrorBudget};
    /// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
    ///
    /// // For each row its label, its cells and its weight.
    /// let rows = [(true, [true, true], 5), (true, [false, true], 1), (false, [false, false], 9), (false, [true, false], 2)];
    /// let mut builder = Dataset::builder(Features::new(["irq", "mask"])?);
    /// for (label, cells, weight) in rows {
    ///     (0..weight).try_for_each(|_| builder.push(label, cells))?;
    /// }
    /// let data = Arc::new(builder.build()?);
    /// let learn = |false_negative| {
    ///     let limit = CostLimit { most: 4, false_positive: NonZeroU64::MIN, false_negative };
    ///     let settings = Settings::default().with_errors(ErrorBudget::default().with_cost(limit));
    ///     Portfolio::default().search(&data, DnfSpace::up_to(2, 1, 1), &settings, &Run::new())
    /// };
    /// // `mask` is right on all rows, `irq` accepts a negative row of weight 2 and misses a positive one of weight 1.
    /// assert_eq!(learn(NonZeroU64::MIN)?.hypotheses().len(), 2);
    /// assert_eq!(learn(NonZeroU64::new(3).expect("not 0"))?.hypotheses().len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_cost(self, limit: CostLimit) -> ErrorBudget {
        ErrorBudget { cost: Some(limit), ..self }
    }

    /// The same with at least this share of positive rows among those that the hypothesis accepts.
    #[must_use]
    pub fn with_min_precision(self, least: Share) -> ErrorBudget {
        ErrorBudget { min_precision: Some(least), ..self }
    }

    /// The same with at least this share of the positive rows accepted.
    #[must_use]
    pub fn with_min_recall(self, least: Share) -> ErrorBudget {
        ErrorBudget { min_recall: Some(least), ..self }
    }

    /// The same, of which is known that with fewer errors nothing fits.
    #[must_use]
    pub fn with_least(self) -> ErrorBudget {
        ErrorBudget { is_least: true, ..self }
    }

    /// Whether it is known that with fewer errors nothing fits.
    ///
    /// ```
    /// use vesc_col::search::ErrorBudget;
    ///
    /// assert!(ErrorBudget::new(1, 0).with_least().is_least());
    /// assert!(!ErrorBudget::new(1, 0).is_least());
    /// ```
    #[must_use]
    pub fn is_least(&self) -> bool {
        self.is_least
    }

    /// Whether there is no limit, which allows for no errors.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == ErrorBudget::default()
    }

    /// The numbers of false positives and of false negatives, if these alone are the limits.
    #[must_use]
    pub fn as_pair(&self) -> Option<(u64, u64)> {
        self.is_pair().then(|| (self.false_positives.unwrap_or(0), self.false_negatives.unwrap_or(0)))
    }

    /// The limit on false positives, if they have one of their own.
    #[must_use]
    pub fn false_positives(&self) -> Option<u64> {
        self.false_positives
    }

    /// The limit on false negatives, if they have one of their own.
    #[must_use]
    pub fn false_negatives(&self) -> Option<u64> {
        self.false_negatives
    }

    /// The least precision, if there is one.
    #[must_use]
    pub fn min_precision(&self) -> Option<Share> {
        self.min_precision
    }

    /// The least recall, if there is one.
    #[must_use]
    pub fn min_recall(&self) -> Option<Share> {
        self.min_recall
    }

    /// The label of which a formula may get every row wrong: `true` for the positive rows, `false` for the negative ones,
    /// `None` for neither. If it is both, `true`.
    ///
    /// ```
    /// use vesc_col::search::ErrorBudget;
    ///
    /// let budget = ErrorBudget::default().with_total(2);
    /// assert_eq!((budget.allows_all_of(2, 9), budget.allows_all_of(9, 2), budget.allows_all_of(9, 9)), (Some(true), Some(false), None));
    /// // What has a limit of its own keeps to it.
    /// assert_eq!(budget.with_false_negatives(1).allows_all_of(2, 9), None);
    /// ```
    #[must_use]
    pub fn allows_all_of(&self, positives: u64, negatives: u64) -> Option<bool> {
        let labels = [(true, positives, (0, positives)), (false, negatives, (negatives, 0))];
        let is_loose = |&(_, rows, errors): &(bool, u64, (u64, u64))| rows > 0 && self.allows(errors, positives);
        labels.into_iter().find(is_loose).map(|(label, ..)| label)
    }

    /// Whether there is no room for an error on these numbers of positive and negative rows.
    pub(crate) fn allows_none(&self, positives: u64, negatives: u64) -> bool {
        self.most_missed(positives).min(positives) == 0 && self.most_accepted(0, positives).min(negatives) == 0
    }

    /// The limit on errors of both kinds together, if there is one.
    #[must_use]
    pub fn total(&self) -> Option<u64> {
        self.total
    }

    /// The limit on what all errors cost, if there is one.
    #[must_use]
    pub fn cost(&self) -> Option<CostLimit> {
        self.cost
    }

    /// Whether this number of false positives and of false negatives keeps to the budget, among this number of positive rows.
    ///
    /// ```
    /// use vesc_col::search::ErrorBudget;
    ///
    /// let budget = ErrorBudget::default().with_total(2);
    /// assert!(budget.allows((1, 1), 10) && !budget.allows((1, 2), 10));
    /// ```
    #[must_use]
    pub fn allows(&self, (false_positives, false_negatives): (u64, u64), positives: u64) -> bool {
        false_negatives <= self.most_missed(positives)
            && false_positives <= self.most_accepted(false_negatives, positives)
    }

    /// The greatest pairs of false positives and false negatives that the budget allows for these numbers of rows. No
    /// other allowed pair exceeds one of them. The first numbers fall, the second rise. There is at least one, and there may
    /// be one for each number of false negatives that the budget allows.
    #[must_use]
    pub fn corners(&self, positives: u64, negatives: u64) -> Vec<(u64, u64)> {
        self.each_corner(positives, negatives).collect()
    }

    /// The same, one after the other.
    pub(crate) fn each_corner(&self, positives: u64, negatives: u64) -> impl Iterator<Item = (u64, u64)> {
        let most_missed = self.most_missed(positives).min(positives);
        let accepted = move |missed: u64| self.most_accepted(missed, positives).min(negatives);
        let mut next = Some(0);
        std::iter::from_fn(move || {
            // The most false negatives beside the same number of false positives.
            let (mut missed, mut most) = (next?, most_missed);
            let beside = accepted(missed);
            if missed < most && accepted(missed + 1) < beside {
                most = missed;
            }
            while missed < most {
                let middle = missed + (most - missed).div_ceil(2);
                (missed, most) = if accepted(middle) == beside { (middle, most) } else { (missed, middle - 1) };
            }
            next = (missed < most_missed).then_some(missed + 1);
            Some((beside, missed))
        })
    }

    /// The corners for these rows, and whether these are all: there are [`MOST_CORNERS`] at most. Where few positive samples stand for
    /// many rows, only the numbers that some of them make together count as false negatives.
    pub(crate) fn corners_of(&self, data: &Dataset) -> (Vec<(u64, u64)>, bool) {
        let [positives, negatives] = data.weights();
        let samples = data.positives();
        let most_missed = self.most_missed(positives).min(positives);
        let mut sums = BTreeSet::from([0]);
        for sample in 0..samples.distinct() {
            let more: Vec<u64> = sums.iter().map(|sum| sum + samples.weight(sample)).collect();
            sums.extend(more.into_iter().filter(|&sum| sum <= most_missed));
            if sums.len() > MOST_CORNERS {
                let mut corners: Vec<(u64, u64)> =
                    self.each_corner(positives, negatives).take(MOST_CORNERS + 1).collect();
                let are_all = corners.len() <= MOST_CORNERS;
                corners.truncate(MOST_CORNERS);
                return (corners, are_all);
            }
        }
        let pair = |missed: u64| (self.most_accepted(missed, positives).min(negatives), missed);
        let mut corners: Vec<(u64, u64)> = Vec::new();
        for (accepted, missed) in sums.into_iter().map(pair) {
            if corners.last().is_some_and(|last| last.0 == accepted) {
                corners.pop();
            }
            corners.push((accepted, missed));
        }
        (corners, true)
    }

    /// The most false negatives.
    fn most_missed(&self, positives: u64) -> u64 {
        let by_recall = self.min_recall.map(|least| least.others_of(positives));
        let limit = [self.false_negatives, by_recall].into_iter().flatten().min();
        let by_cost = self.cost.map(|cost| cost.most / cost.false_negative);
        let together = [self.total, by_cost].into_iter().flatten().min();
        limit.unwrap_or(self.without_limit()).min(together.unwrap_or(u64::MAX))
    }

    /// The most false positives beside this number of false negatives.
    fn most_accepted(&self, missed: u64, positives: u64) -> u64 {
        let by_precision = self.min_precision.map(|least| least.others_beside(positives.saturating_sub(missed)));
        let limit = [self.false_positives, by_precision].into_iter().flatten().min();
        let by_total = self.total.map(|total| total.saturating_sub(missed));
        let by_cost = self.cost.map(|cost| cost.false_positives_beside(missed));
        let left = [by_total, by_cost].into_iter().flatten().min();
        limit.unwrap_or(self.without_limit()).min(left.unwrap_or(u64::MAX))
    }

    /// The most errors of a kind without a limit of its own.
    fn without_limit(&self) -> u64 {
        if self.total.is_some() || self.cost.is_some() { u64::MAX } else { 0 }
    }

    /// Whether each kind of error is limited by its own number alone.
    fn is_pair(&self) -> bool {
        let together = self.total.is_some() || self.cost.is_some();
        !together && self.min_precision.is_none() && self.min_recall.is_none()
    }
}

impl CostLimit {
    /// The most false positives beside this number of false negatives, which may cost no more than the limit.
    fn false_positives_beside(self, missed: u64) -> u64 {
        let spent = missed.saturating_mul(self.false_negative.get());
        self.most.saturating_sub(spent) / self.false_positive
    }
}

impl Share {
    /// The share of `part` in `whole`; `None` if that is more than 1, or if `whole` is 0.
    #[must_use]
    pub fn new(part: u64, whole: u64) -> Option<Share> {
        let divisor = gcd(part, whole).max(1);
        (whole > 0 && part <= whole).then_some(Share { part: part / divisor, whole: whole / divisor })
    }

    /// Whether `part` of `whole` is at least this share.
    #[must_use]
    pub fn is_reached(self, part: u64, whole: u64) -> bool {
        u128::from(part) * u128::from(self.whole) >= u128::from(whole) * u128::from(self.part)
    }

    /// Whether it is 1.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.part == self.whole
    }

    /// How many of `count` may be others, if at least this share is not.
    fn others_of(self, count: u64) -> u64 {
        (u128::from(count) * u128::from(self.whole - self.part) / u128::from(self.whole)) as u64
    }

    /// How many others may stand beside `count`, if `count` is at least this share of all.
    fn others_beside(self, count: u64) -> u64 {
        let most = (u128::from(count) * u128::from(self.whole - self.part)).checked_div(self.part.into());
        most.map_or(u64::MAX, |most| u64::try_from(most).unwrap_or(u64::MAX))
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Those limits that there are, shares as text: `{"total": 3}`, `{"false_positives": 1, "false_negatives": 0}`,
/// `{"cost": {"most": 7, "false_positive": 1, "false_negative": 3}}`.
#[cfg(feature = "serde")]
impl serde::Serialize for ErrorBudget {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;

        let pair = self.as_pair().map_or((self.false_positives, self.false_negatives), |(i, j)| (Some(i), Some(j)));
        let counts = [("false_positives", pair.0), ("false_negatives", pair.1), ("total", self.total)];
        let shares = [("min_precision", self.min_precision), ("min_recall", self.min_recall)];
        let mut object = serializer.serialize_map(None)?;
        for (name, count) in counts {
            count.map_or(Ok(()), |count| object.serialize_entry(name, &count))?;
        }
        if let Some(cost) = self.cost {
            object.serialize_entry("cost", &cost)?;
        }
        for (name, share) in shares {
            share.map_or(Ok(()), |share| object.serialize_entry(name, &share.to_string()))?;
        }
        if self.is_least {
            object.serialize_entry("least", &true)?;
        }
        object.end()
    }
}

/// Limits as they are read, shares as text.
#[cfg(feature = "serde")]
#[derive(Default, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
struct RawBudget {
    false_positives: Option<u64>,
    false_negatives: Option<u64>,
    total: Option<u64>,
    cost: Option<CostLimit>,
    min_precision: Option<String>,
    min_recall: Option<String>,
    least: bool,
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for ErrorBudget {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<ErrorBudget, D::Error> {
        let RawBudget { false_positives, false_negatives, total, cost, min_precision, min_recall, least } =
            RawBudget::deserialize(deserializer)?;
        let share = |text: Option<String>| text.map(|text| text.parse()).transpose().map_err(serde::de::Error::custom);
        let (min_precision, min_recall) = (share(min_precision)?, share(min_recall)?);
        Ok(ErrorBudget { false_positives, false_negatives, total, cost, min_precision, min_recall, is_least: least })
    }
}

/// The most decimals of a share, those of floating point; a percentage has two more. Then all fit into 64 bits.
const MOST_DECIMALS: usize = 17;

/// Corners of a budget that are asked about, and numbers of rows that positive samples make together, at most. Set: each is a question
/// or two.
pub(crate) const MOST_CORNERS: usize = 1 << 16;

/// Reads a decimal number up to 1, a percentage, or a fraction.
impl std::str::FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Share, String> {
        const EXPECTED: &str = "expected a share from 0 to 1, such as 0.9, 90% or 2/3, with at most 17 decimals";
        let text = text.trim();
        if let Some((part, whole)) = text.split_once('/') {
            let number = |text: &str| text.trim().parse::<u64>().ok();
            return number(part)
                .zip(number(whole))
                .and_then(|(part, whole)| Share::new(part, whole))
                .ok_or(EXPECTED.to_owned());
        }
        let (number, percent) = text.strip_suffix('%').map_or((text, false), |number| (number.trim(), true));
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let fraction = fraction.trim_end_matches('0');
        let is_number = |digits: &str| digits.chars().all(|c| c.is_ascii_digit());
        if number.is_empty()
            || number == "."
            || !is_number(whole)
            || !is_number(fraction)
            || fraction.len() > MOST_DECIMALS
        {
            return Err(EXPECTED.to_owned());
        }
        let digits = format!("{whole}{fraction}").parse::<u64>().map_err(|_| EXPECTED)?;
        let scale = 10u64.pow(fraction.len() as u32) * if percent { 100 } else { 1 };
        Share::new(digits, scale).ok_or_else(|| EXPECTED.to_owned())
    }
}

/// As a decimal number if that is short, otherwise as a fraction.
impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = (0..=MOST_DECIMALS as u32 + 2).find(|&decimals| 10u64.pow(decimals) % self.whole == 0);
        match decimals {
            Some(0) => write!(f, "{}", self.part),
            Some(decimals) => {
                let digits = self.part * (10u64.pow(decimals) / self.whole);
                write!(f, "0.{digits:0>width$}", width = decimals as usize)
            }
            None => write!(f, "{}/{}", self.part, self.whole),
        }
    }
}

/// `1 false positive and 0 false negatives`, `5 errors in all`, `recall of at least 0.9`.
impl fmt::Display for ErrorBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |count: u64, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
        let mut limits = Vec::new();
        let shown = |limit: Option<u64>| limit.or(self.is_pair().then_some(0));
        limits.extend(shown(self.false_positives).map(|count| counted(count, "false positive")));
        limits.extend(shown(self.false_negatives).map(|count| counted(count, "false negative")));
        limits.extend(self.total.map(|count| format!("{} in all", counted(count, "error"))));
        limits.extend(self.cost.map(|cost| cost.to_string()));
        limits.extend(self.min_precision.map(|share| format!("precision of at least {share}")));
        limits.extend(self.min_recall.map(|share| format!("recall of at least {share}")));
        f.write_str(&limits.join(" and "))?;
        if self.is_least { f.write_str(", the least errors at which something fits") } else { Ok(()) }
    }
}

/// `a cost of at most 7 (1 a false positive, 3 a false negative)`.
impl fmt::Display for CostLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CostLimit { most, false_positive, false_negative } = self;
        write!(f, "a cost of at most {most} ({false_positive} a false positive, {false_negative} a false negative)")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use vesc_col_core::Features;

    use super::*;

    fn shares() -> impl Strategy<Value = Option<Share>> {
        prop::option::of(
            (1..8u64, 0..8u64).prop_map(|(whole, part)| Share::new(part.min(whole), whole).expect("a share")),
        )
    }

    fn costs() -> impl Strategy<Value = Option<CostLimit>> {
        let limit = |(most, accepted, missed)| {
            let [false_positive, false_negative] =
                [accepted, missed].map(|cost| NonZeroU64::new(cost).expect("a cost"));
            CostLimit { most, false_positive, false_negative }
        };
        prop::option::of((0..12u64, 1..4u64, 1..4u64).prop_map(limit))
    }

    proptest! {
        /// The corners allow for exactly those pairs that keep to every limit.
        #[test]
        fn corners_are_the_limits(
            limits in (prop::option::of(0..6u64), prop::option::of(0..6u64), prop::option::of(0..8u64)), cost in costs(),
            min_precision in shares(), min_recall in shares(), positives in 0..7u64, negatives in 0..7u64,
        ) {
            let (false_positives, false_negatives, total) = limits;
            let budget =
                ErrorBudget { false_positives, false_negatives, total, cost, min_precision, min_recall, is_least: false };
            // A share that was written can be read, whatever it is.
            for share in [min_precision, min_recall].into_iter().flatten() {
                prop_assert_eq!(share.to_string().parse(), Ok(share));
            }
            let corners = budget.corners(positives, negatives);
            prop_assert!(!corners.is_empty());
            prop_assert_eq!(budget.allows_none(positives, negatives), corners == [(0, 0)]);
            prop_assert!(corners.windows(2).all(|pair| pair[0].0 > pair[1].0 && pair[0].1 < pair[1].1));
            for (accepted, missed) in (0..=negatives).flat_map(|i| (0..=positives).map(move |j| (i, j))) {
                let found = positives - missed;
                let no_limit = |given: bool| if given || total.is_some() || cost.is_some() { u64::MAX } else { 0 };
                let keeps = accepted <= false_positives.unwrap_or(no_limit(min_precision.is_some()))
                    && missed <= false_negatives.unwrap_or(no_limit(min_recall.is_some()))
                    && total.is_none_or(|total| accepted + missed <= total)
                    && cost.is_none_or(|cost| {
                        accepted * cost.false_positive.get() + missed * cost.false_negative.get() <= cost.most
                    })
                    && min_precision.is_none_or(|least| least.is_reached(found, found + accepted))
                    && min_recall.is_none_or(|least| least.is_reached(found, positives));
                let allowed = corners.iter().any(|&(i, j)| accepted <= i && missed <= j);
                prop_assert_eq!(keeps, allowed, "{} false positives, {} false negatives", accepted, missed);
                prop_assert_eq!(keeps, budget.allows((accepted, missed), positives));
            }
        }
    }

    /// Three samples of a billion rows each, or some hundred of different weights.
    #[test]
    fn heavy_rows_make_few_corners() {
        let of = |weights: &[u64], most| {
            let mut builder = Dataset::builder(Features::numbered(10));
            for (number, &weight) in weights.iter().enumerate() {
                builder.push(true, (0..10).map(|bit| number >> bit & 1 == 1)).unwrap();
                builder.weigh_last(NonZeroU64::new(weight).unwrap()).unwrap();
            }
            builder.push(false, [true; 10]).unwrap();
            builder.weigh_last(NonZeroU64::new(1_000_000_000).unwrap()).unwrap();
            ErrorBudget::default().with_total(most).corners_of(&builder.build().unwrap())
        };
        let billion = 1_000_000_000;
        assert_eq!(of(&[billion, billion], billion), (vec![(billion, 0), (0, billion)], true));
        // A false negative beside as many false positives as before is one for nothing.
        assert_eq!(of(&[3, 5], 2 * billion), (vec![(billion, 8)], true));
        let (corners, are_all) =
            of(&(1..500u64).map(|number| 1_000_003 + 977 * number * number).collect::<Vec<_>>(), billion);
        assert_eq!((corners.len(), are_all), (MOST_CORNERS, false));
    }

    #[test]
    fn shares_are_read_without_rounding() {
        for (text, part, whole) in [
            ("0", 0, 1),
            ("1", 1, 1),
            ("1.0", 1, 1),
            (".5", 1, 2),
            ("0.333", 333, 1000),
            ("12.5%", 1, 8),
            ("2/3", 2, 3),
        ] {
            let share: Share = text.parse().expect(text);
            assert_eq!(share, Share::new(part, whole).expect("a share"), "{text}");
        }
        for text in ["", ".", "-0.1", "1.01", "101%", "x", "1e-1", "0,5", "0.123456789012345678", "2/", "3/2", "1/0"] {
            assert!(text.parse::<Share>().is_err(), "{text}");
        }
        let long = "0.33333333333333333";
        assert_eq!(long.parse::<Share>().map(|share| share.to_string()).as_deref(), Ok(long));
        assert_eq!(Share::new(1, 3).map(|share| share.to_string()).as_deref(), Some("1/3"));
        assert_eq!("0.05".parse::<Share>().map(|share| share.to_string()).as_deref(), Ok("0.05"));
    }
}
