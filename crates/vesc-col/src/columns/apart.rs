//! Boolean columns of which no two are 1 in any row, though chance would have made some of them meet.

use std::cell::Cell;
use std::collections::HashSet;

use vesc_col_core::{Dataset, Domain, Literal, Run, StopReason};

use crate::rows::column_classes::ColumnClasses;
use crate::rows::packed_columns::packed_columns;

/// The least surprise of a group, beyond the logarithm of the number of groups that there could be. Chance alone would
/// keep its columns apart with a probability below e to the minus this. Tried on the bundled files.
const LEAST_SURPRISE: f64 = 10.0;

/// Groups are not looked for among more columns.
const MOST_COLUMNS: usize = 1000;

/// The largest number of groups.
const MOST_GROUPS: usize = 10;

/// Groups among these columns that are apart, each column in one at most, the most surprising pairs first; none if the columns are too
/// many.
pub(super) fn groups_apart(
    columns: &Columns<'_>,
    among: &[usize],
    domain: &Domain,
) -> Result<Vec<Vec<usize>>, StopReason> {
    let open: Vec<usize> =
        among.iter().copied().filter(|&one| (1..columns.rows).contains(&columns.ones[one])).collect();
    let count = open.len();
    let mut groups = Vec::new();
    if count > MOST_COLUMNS {
        return Ok(groups);
    }
    let apart = |one: usize| open.iter().map(|&other| columns.apart((one, other), domain)).collect();
    let apart: Vec<Vec<bool>> = open.iter().map(|&one| apart(one)).collect::<Result<_, _>>()?;
    // Positions among the open columns.
    let mut left: Vec<usize> = (0..count).collect();
    while groups.len() < MOST_GROUPS {
        let expected = |one: usize, other: usize| columns.expected(open[one], open[other]);
        columns.did(count * count)?;
        let Some(group) = most_surprising(&left, &apart, &expected) else { break };
        left.retain(|position| !group.contains(position));
        groups.push(group.into_iter().map(|position| open[position]).collect());
    }
    // Of two columns that are opposites everything is said elsewhere.
    groups.retain(|group| group.len() > 2 || !columns.is_one_hot(group));
    Ok(groups)
}

/// Of the groups begun with each column, the one whose surprise is most beyond what chance explains; `None` if chance explains all.
fn most_surprising(open: &[usize], apart: &[Vec<bool>], expected: &impl Fn(usize, usize) -> f64) -> Option<Vec<usize>> {
    let excess = |group: &[usize]| {
        let surprise: f64 = pairs(group).map(|(one, other)| expected(one, other)).sum();
        surprise - LEAST_SURPRISE - ln_choices(open.len(), group.len())
    };
    let groups = open.iter().map(|&first| grown(first, open, apart, expected)).filter(|group| group.len() > 1);
    let found = groups.map(|group| (excess(&group), group)).filter(|(excess, _)| *excess >= 0.0);
    found.max_by(|one, other| one.0.total_cmp(&other.0).then_with(|| other.1.cmp(&one.1))).map(|(_, group)| group)
}

/// The group that begins with a column, to which the most surprising one is added as long as some is apart from all of it. Columns that
/// chance would hardly have failed to keep apart from the rest are taken out again.
fn grown(first: usize, open: &[usize], apart: &[Vec<bool>], expected: &impl Fn(usize, usize) -> f64) -> Vec<usize> {
    let mut group = vec![first];
    // Each with its gain: in how many rows chance would let it meet the group.
    let mut fitting: Vec<(usize, f64)> =
        open.iter().filter(|&&one| apart[first][one]).map(|&one| (one, expected(first, one))).collect();
    while let Some(&(next, _)) = fitting.iter().max_by(|one, other| one.1.total_cmp(&other.1)) {
        group.push(next);
        fitting.retain(|&(one, _)| apart[next][one]);
        fitting.iter_mut().for_each(|(one, gain)| *gain += expected(next, *one));
    }
    let least = (open.len() as f64).ln() + 1.0;
    let gain = |at: usize, group: &[usize]| -> f64 {
        (0..group.len()).filter(|&other| other != at).map(|other| expected(group[at], group[other])).sum()
    };
    while group.len() > 2 {
        let Some(weakest) = (0..group.len()).min_by(|&a, &b| gain(a, &group).total_cmp(&gain(b, &group))) else {
            break;
        };
        if gain(weakest, &group) >= least {
            break;
        }
        group.remove(weakest);
    }
    group.sort_unstable();
    group
}

/// The logarithm of the number of sets of `chosen` among `all` things.
fn ln_choices(all: usize, chosen: usize) -> f64 {
    (0..chosen).map(|i| ((all - i) as f64 / (i + 1) as f64).ln()).sum()
}

/// The values of each feature, none of them unknown, and how many rows have it.
pub(super) struct Columns<'a> {
    data: &'a Dataset,
    packed: Vec<Vec<u64>>,
    pub(super) ones: Vec<usize>,
    /// Number of distinct rows.
    pub(super) rows: usize,
    run: &'a Run,
    /// The words looked at since the run was.
    looked: Cell<usize>,
}

/// The run is looked at after this many words of columns, some ten milliseconds.
const CHECK_INTERVAL: usize = 1 << 24;

impl<'a> Columns<'a> {
    /// The columns of a data set, to be compared within a run.
    pub(super) fn of(data: &'a Dataset, run: &'a Run) -> Result<Columns<'a>, StopReason> {
        let packed = packed_columns(data, run)?;
        let ones = packed.iter().map(|column| column.iter().map(|word| word.count_ones() as usize).sum()).collect();
        Ok(Columns { data, packed, ones, rows: data.distinct(), run, looked: Cell::new(0) })
    }

    /// One bit for each distinct row.
    pub(super) fn values(&self, feature: usize) -> &[u64] {
        &self.packed[feature]
    }

    /// The features whose columns are neither equal nor complementary to an earlier one.
    pub(super) fn distinct(&self) -> Result<Vec<usize>, StopReason> {
        let same = ColumnClasses::of(self.data, self.run)?.same();
        let again: HashSet<usize> =
            same.iter().flat_map(|group| &group[1..]).map(|literal| literal.feature()).collect();
        Ok((0..self.ones.len()).filter(|feature| !again.contains(feature)).collect())
    }

    /// In how many rows chance would let two columns meet.
    fn expected(&self, one: usize, other: usize) -> f64 {
        self.ones[one] as f64 * self.ones[other] as f64 / self.rows as f64
    }

    /// The sum of that over the pairs of a group.
    pub(super) fn surprise(&self, group: &[usize]) -> f64 {
        pairs(group).map(|(one, other)| self.expected(one, other)).sum()
    }

    /// How unlikely it is that exactly one of these columns is 1 in every row, if they were independent: minus the logarithm.
    pub(super) fn surprise_of_one(&self, group: &[usize]) -> f64 {
        let shares = || group.iter().map(|&feature| self.ones[feature] as f64 / self.rows as f64);
        let none: f64 = shares().map(|share| 1.0 - share).product();
        let one = none * shares().map(|share| share / (1.0 - share)).sum::<f64>();
        -(self.rows as f64) * one.ln()
    }

    /// Whether no two of these columns are 1 in any row, each is 1 in some row, and the domain does not say so.
    pub(super) fn are_apart(&self, group: &[usize], domain: &Domain) -> Result<bool, StopReason> {
        if group.iter().any(|&feature| self.ones[feature] == 0) {
            return Ok(false);
        }
        for (one, other) in pairs(group) {
            if self.meet(one, other)? {
                return Ok(false);
            }
        }
        Ok(!pairs(group).all(|(one, other)| is_declared(domain, one, other)))
    }

    /// Whether each row has as many of these columns as one, if they are apart.
    pub(super) fn is_one_hot(&self, group: &[usize]) -> bool {
        group.iter().map(|&feature| self.ones[feature]).sum::<usize>() == self.rows
    }

    /// Whether two columns are never 1 together, and the domain does not say so.
    fn apart(&self, (one, other): (usize, usize), domain: &Domain) -> Result<bool, StopReason> {
        Ok(one != other && !self.meet(one, other)? && !is_declared(domain, one, other))
    }

    /// Whether two columns are 1 in some row together.
    fn meet(&self, one: usize, other: usize) -> Result<bool, StopReason> {
        let (one, other) = (self.values(one), self.values(other));
        let first = one.iter().zip(other).position(|(one, other)| one & other != 0);
        self.did(first.unwrap_or(one.len()))?;
        Ok(first.is_some())
    }

    /// The values of two columns that no row has, if there is exactly one such pair of values.
    pub(super) fn only_absent(&self, (a, b): (usize, usize)) -> Result<Option<(bool, bool)>, StopReason> {
        let (a, b) = (self.values(a), self.values(b));
        let full = self.rows / 64;
        let mut seen = ValuePairs::default();
        let (mut looked, mut blocks) = (0, a[..full].chunks(BLOCK).zip(b[..full].chunks(BLOCK)));
        while !seen.all()
            && let Some((a, b)) = blocks.next()
        {
            seen.note(a, b, !0);
            looked += a.len();
        }
        seen.note(&a[full..], &b[full..], !(!0 << (self.rows % 64)));
        self.did(looked)?;
        Ok(seen.only_absent())
    }

    /// Counts words that have been looked at.
    pub(super) fn did(&self, words: usize) -> Result<(), StopReason> {
        let looked = self.looked.get() + words + 1;
        self.looked.set(looked % CHECK_INTERVAL);
        if looked < CHECK_INTERVAL { Ok(()) } else { self.run.check() }
    }
}

/// Words of two columns that are compared at once.
const BLOCK: usize = 32;

/// In which rows two columns have each of the four pairs of values.
#[derive(Default)]
struct ValuePairs {
    both: u64,
    first: u64,
    second: u64,
    neither: u64,
}

impl ValuePairs {
    /// Notes rows, those that are set in `present` of each word.
    fn note(&mut self, a: &[u64], b: &[u64], present: u64) {
        for (a, b) in a.iter().zip(b) {
            self.both |= a & b;
            self.first |= a & !b;
            self.second |= b & !a;
            self.neither |= !(a | b) & present;
        }
    }

    fn pairs(&self) -> [((bool, bool), bool); 4] {
        [
            ((true, true), self.both != 0),
            ((true, false), self.first != 0),
            ((false, true), self.second != 0),
            ((false, false), self.neither != 0),
        ]
    }

    fn all(&self) -> bool {
        self.pairs().iter().all(|(_, is_seen)| *is_seen)
    }

    fn only_absent(&self) -> Option<(bool, bool)> {
        let mut absent = self.pairs().into_iter().filter(|(_, is_seen)| !is_seen);
        absent.next().filter(|_| absent.next().is_none()).map(|(values, _)| values)
    }
}

fn pairs(group: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    group.iter().enumerate().flat_map(|(at, &other)| group[..at].iter().map(move |&one| (one, other)))
}

fn is_declared(domain: &Domain, one: usize, other: usize) -> bool {
    !domain.is_free() && !domain.allows(&[Literal::positive(one), Literal::positive(other)])
}
