//! What holds in every row without being declared.

use std::collections::BTreeMap;
use std::fmt;

use vesc_col_core::{Dataset, Domain, Features, Literal};

use crate::named::Named;

/// What could be declared, because it holds in every row. Nothing follows from it until it is: a row that was not seen yet may be
/// different.
///
/// ```
/// use vesc_col::columns::{Suggestions, suggest};
/// use vesc_col::data::Domain;
/// use vesc_col::{Dataset, Features};
///
/// let features = Features::new(["op_add", "op_sub", "op_mul"])?;
/// let mut builder = Dataset::builder(features.clone());
/// for row in [[true, false, false], [false, true, false], [false, false, true], [false, false, false]] {
///     builder.push(row[0], row)?;
/// }
/// let found: Suggestions = suggest(&builder.build()?, &Domain::free());
/// assert!(!found.is_empty() && found.one_hot.is_empty());
/// assert_eq!(found.display(&features).to_string(), "at most one is 1 of 'op_*' (at_most_one in a schema)\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Suggestions {
    /// Groups of Boolean columns of which exactly one is 1 in every row.
    pub one_hot: Vec<NamedGroup>,
    /// Groups of Boolean columns of which no two are 1 in any row.
    pub at_most_one: Vec<NamedGroup>,
    /// Implications, the least likely by chance first, ten at most; none if there are more than a thousand features.
    pub implies: Vec<(Literal, Literal)>,
}

/// The Boolean columns whose names begin alike.
///
/// ```
/// use vesc_col::columns::{NamedGroup, suggest};
/// use vesc_col::data::Domain;
/// use vesc_col::{Dataset, Features};
///
/// let mut builder = Dataset::builder(Features::new(["irq", "op_add", "op_sub"])?);
/// builder.push(true, [true, true, false])?;
/// builder.push(false, [true, false, true])?;
/// let NamedGroup { pattern, features, .. } = &suggest(&builder.build()?, &Domain::free()).one_hot[0];
/// assert_eq!((pattern.as_str(), features.as_slice()), ("op_*", &[1, 2][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedGroup {
    /// The pattern of their names, such as `op_*`, as a declaration takes it.
    pub pattern: String,
    /// The columns, by their features.
    pub features: Vec<usize>,
}

/// Implications are not looked for between more features.
const MOST_FEATURES: usize = 1000;

/// How many implications are suggested.
const MOST_IMPLICATIONS: usize = 10;

/// An implication is suggested if chance alone would make it hold with a probability below e to the minus this, for any pair of
/// literals.
const LEAST_SURPRISE: f64 = 10.0;

/// What holds in every row and could be declared beside what the domain says; nothing if cells are unknown. Costs a look at the rows
/// for each pair of features.
///
/// ```
/// use vesc_col::columns::suggest;
/// use vesc_col::data::Domain;
/// use vesc_col::{Dataset, Features};
///
/// let mut builder = Dataset::builder(Features::new(["op_add", "op_sub", "irq"])?);
/// builder.push(true, [true, false, true])?;
/// builder.push(false, [false, true, true])?;
/// builder.push(false, [false, true, false])?;
/// let data = builder.build()?;
/// let found = suggest(&data, &Domain::free());
/// assert_eq!(found.one_hot[0].pattern, "op_*");
/// assert_eq!(found.display(data.features()).to_string(), "exactly one is 1 of 'op_*' (--one-hot 'op_*')\n");
/// # Ok::<(), vesc_col::data::DataError>(())
/// ```
#[must_use]
pub fn suggest(data: &Dataset, domain: &Domain) -> Suggestions {
    if data.unknown_cells() > 0 || data.distinct() == 0 {
        return Suggestions::default();
    }
    let columns = columns(data);
    let mut found = Suggestions::default();
    for group in named_groups(data.features()) {
        let pairs =
            group.features.iter().enumerate().flat_map(|(i, &a)| group.features[..i].iter().map(move |&b| (b, a)));
        let apart = |(a, b): (usize, usize)| !meet(&columns[a], &columns[b]);
        let declared = |(a, b)| !domain.allows(&[Literal::positive(a), Literal::positive(b)]);
        let is_seen = |&feature: &usize| columns[feature].iter().any(|&word| word != 0);
        if !pairs.clone().all(apart) || pairs.clone().all(declared) || !group.features.iter().all(is_seen) {
            continue;
        }
        let ones: u32 =
            group.features.iter().flat_map(|&feature| &columns[feature]).map(|word| word.count_ones()).sum();
        match ones as usize == data.distinct() {
            true => found.one_hot.push(group),
            false if group.features.len() > 2 => found.at_most_one.push(group),
            false => {}
        }
    }
    if columns.len() <= MOST_FEATURES {
        found.implies = implications(&columns, data.distinct(), &found, domain);
    }
    found
}

/// Groups of two Boolean columns or more whose names begin alike, up to some character that is neither a letter nor a digit.
fn named_groups(features: &Features) -> Vec<NamedGroup> {
    let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let flags: Vec<usize> = (0..features.len()).filter(|&feature| features.test(feature).is_none()).collect();
    for &feature in &flags {
        let name = features.name(feature);
        for (position, letter) in name.char_indices().filter(|(_, letter)| !letter.is_alphanumeric()) {
            groups.entry(&name[..position + letter.len_utf8()]).or_default().push(feature);
        }
    }
    // A star in a name would stand for anything.
    let named = groups.into_iter().filter(|(prefix, members)| members.len() > 1 && !prefix.contains('*'));
    let mut named: Vec<NamedGroup> =
        named.map(|(prefix, features)| NamedGroup { pattern: format!("{prefix}*"), features }).collect();
    // Of several patterns for the same columns the shortest.
    named.dedup_by(|longer, shorter| longer.features == shorter.features);
    named
}

/// Implications that no group says, no declaration either, and that chance does not explain.
fn implications(columns: &[Vec<u64>], rows: usize, groups: &Suggestions, domain: &Domain) -> Vec<(Literal, Literal)> {
    let count = |feature: usize| columns[feature].iter().map(|word| word.count_ones() as usize).sum::<usize>();
    let ones: Vec<usize> = (0..columns.len()).map(count).collect();
    let together = |a: usize, b: usize| {
        columns[a].iter().zip(&columns[b]).map(|(a, b)| (a & b).count_ones() as usize).sum::<usize>()
    };
    let grouped = |a: usize, b: usize| {
        let has_both = |group: &NamedGroup| group.features.contains(&a) && group.features.contains(&b);
        groups.one_hot.iter().chain(&groups.at_most_one).any(has_both)
    };
    let mut found: Vec<(f64, (Literal, Literal))> = Vec::new();
    for b in 0..columns.len() {
        for a in 0..b {
            let both = together(a, b);
            // In how many rows each combination of values occurs: the absent ones are impossible so far.
            let absent = [(true, true), (true, false), (false, true), (false, false)].into_iter().filter(|&values| {
                let occurring = match values {
                    (true, true) => both,
                    (true, false) => ones[a] - both,
                    (false, true) => ones[b] - both,
                    (false, false) => rows + both - ones[a] - ones[b],
                };
                occurring == 0
            });
            let absent: Vec<(bool, bool)> = absent.collect();
            // Two absent combinations are a constant column, or two columns that are the same: both are said elsewhere.
            let &[(value_a, value_b)] = &absent[..] else { continue };
            let share = |feature: usize, value: bool| {
                let having = if value { ones[feature] } else { rows - ones[feature] };
                having as f64 / rows as f64
            };
            let surprise = -(rows as f64) * (1.0 - share(a, value_a) * share(b, value_b)).ln();
            let (one, other) = (Literal::matching(a, value_a), Literal::matching(b, value_b));
            let chances = (2.0 * (columns.len() as f64).powi(2)).ln();
            if surprise > LEAST_SURPRISE + chances && domain.allows(&[one, other]) && !grouped(a, b) {
                let positive_first =
                    if one.is_negated() && !other.is_negated() { (other, !one) } else { (one, !other) };
                found.push((surprise, positive_first));
            }
        }
    }
    found.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
    found.truncate(MOST_IMPLICATIONS);
    found.into_iter().map(|(_, implication)| implication).collect()
}

/// For each feature the distinct rows in which it is true, as words.
fn columns(data: &Dataset) -> Vec<Vec<u64>> {
    let mut columns = vec![vec![0u64; data.distinct().div_ceil(64)]; data.features().len()];
    for (row, sample) in data.positives().iter().chain(data.negatives().iter()).enumerate() {
        sample.iter_ones().for_each(|feature| columns[feature][row / 64] |= 1 << (row % 64));
    }
    columns
}

fn meet(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).any(|(one, other)| one & other != 0)
}

impl Suggestions {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.one_hot.is_empty() && self.at_most_one.is_empty() && self.implies.is_empty()
    }

    /// One line for each, with the declaration that says it.
    #[must_use]
    pub fn display<'a>(&'a self, features: &'a Features) -> impl fmt::Display + 'a {
        Named { shown: self, features }
    }
}

impl fmt::Display for Named<'_, Suggestions> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Suggestions { one_hot, at_most_one, implies } = self.shown;
        for NamedGroup { pattern, .. } in one_hot {
            writeln!(f, "exactly one is 1 of '{pattern}' (--one-hot '{pattern}')")?;
        }
        for NamedGroup { pattern, .. } in at_most_one {
            writeln!(f, "at most one is 1 of '{pattern}' (at_most_one in a schema)")?;
        }
        for (condition, consequence) in implies {
            let (condition, consequence) = (condition.display(self.features), consequence.display(self.features));
            writeln!(f, "{condition} -> {consequence} (implies in a schema)")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three groups of columns, an implication, and columns that have nothing to do with each other.
    fn data(rows: u32) -> Dataset {
        let names = ["op_a", "op_b", "op_c", "irq[0]", "irq[1]", "irq[2]", "rst", "idle", "x", "y"];
        let mut builder = Dataset::builder(Features::new(names).unwrap());
        let mut word = 1u32;
        for row in 0..rows {
            word = word.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let bit = |position: u32| word >> (16 + position) & 1 == 1;
            let (op, irq) = (row % 3, row % 5);
            let one_of = |chosen: u32| (0..3).map(move |i| i == chosen);
            let rst = bit(0);
            let rest = [rst, rst && bit(1), bit(2), bit(3)];
            let cells: Vec<bool> = one_of(op).chain(one_of(irq)).chain(rest).collect();
            builder.push(false, cells).unwrap();
        }
        builder.build().unwrap()
    }

    #[test]
    fn what_holds_in_every_row_is_suggested_until_it_is_declared() {
        let data = data(500);
        let found = suggest(&data, &Domain::free());
        let lines: Vec<String> = found.display(data.features()).to_string().lines().map(str::to_owned).collect();
        let expected = [
            "exactly one is 1 of 'op_*' (--one-hot 'op_*')",
            "at most one is 1 of 'irq[*' (at_most_one in a schema)",
            "idle -> rst (implies in a schema)",
        ];
        assert_eq!(lines, expected);
        let [a, b] = [7, 6].map(Literal::positive);
        let builder = Domain::builder(10).exactly_one([0, 1, 2]).at_most_one([3, 4, 5].map(Literal::positive));
        assert!(suggest(&data, &builder.implies(a, b).build().unwrap()).is_empty());
    }

    #[test]
    fn few_rows_suggest_no_implication() {
        let data = data(10);
        assert!(suggest(&data, &Domain::free()).implies.is_empty());
        let none = Dataset::builder(Features::numbered(3)).build().unwrap();
        assert!(suggest(&none, &Domain::free()).is_empty());
    }
}
