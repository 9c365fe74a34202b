//! The same over all cuts of ordered columns, where the features test some of them.

use std::collections::{BTreeSet, HashMap, HashSet};

use vesc_col_core::{Dataset, Domain, Features, Literal, Run, Samples, Test};

use super::Group;
use crate::cuts::{Cuts, OrderedColumn, UNKNOWN_RANK};

/// Rows or samples that are gone through between two looks at the run.
const CHECK_INTERVAL: usize = 10_000;

/// The groups over all cuts, and the names of what stands in them.
#[derive(Clone, Debug)]
pub(crate) struct GroupsOverCuts {
    groups: Vec<Group>,
    /// The members of the groups, in the order of the columns.
    features: Features,
    /// For each of these the feature of the data set that is the same, if there is one.
    here: Vec<Option<usize>>,
}

/// A test that some row satisfies, and some row does not.
struct Candidate {
    name: String,
    test: Option<Test>,
    /// The feature of the data set, if it is one.
    here: Option<usize>,
    /// The set of rows on which it is true, or of all others.
    rows: u128,
    /// Whether these are all others.
    is_flipped: bool,
}

impl GroupsOverCuts {
    /// The groups that a data set without unknown cells has if all of these cuts are features. `None` if the run ends first.
    ///
    /// Rows are compared by random numbers, so that the time does not grow with the product of rows and cuts. Two sets of rows are
    /// taken for one if the exclusive or of their rows' numbers agrees. Different sets do so with a probability of 2^-128.
    pub(crate) fn of(data: &Dataset, cuts: &Cuts, domain: &Domain, run: &Run) -> Option<GroupsOverCuts> {
        let candidates = candidates(data, cuts, run)?;
        let mut by_rows: HashMap<u128, Vec<usize>> = HashMap::new();
        candidates.iter().enumerate().for_each(|(at, one)| by_rows.entry(one.rows).or_default().push(at));
        let mut found: Vec<Vec<usize>> = by_rows.into_values().filter(|members| members.len() > 1).collect();
        found.sort_unstable();
        let members: BTreeSet<usize> = found.iter().flatten().copied().collect();
        let place: HashMap<usize, usize> = members.iter().enumerate().map(|(place, &member)| (member, place)).collect();
        let here: Vec<Option<usize>> = members.iter().map(|&member| candidates[member].here).collect();
        let named = members.iter().map(|&member| (candidates[member].name.clone(), candidates[member].test.clone()));
        // There are no names of nothing.
        let features = if members.is_empty() { data.features().clone() } else { Features::typed(named).ok()? };
        let literal = |first: usize, member: usize| {
            Literal::matching(place[&member], candidates[first].is_flipped == candidates[member].is_flipped)
        };
        let group =
            |members: &Vec<usize>| Group { literals: members.iter().map(|&one| literal(members[0], one)).collect() };
        let impossible = impossible(domain, &here);
        let groups = found.iter().map(group).filter_map(|group| group.without_declared(&impossible)).collect();
        Some(GroupsOverCuts { groups, features, here })
    }

    pub(crate) fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The names of the members.
    pub(crate) fn features(&self) -> &Features {
        &self.features
    }

    /// The members that are among these features of the data set.
    pub(crate) fn members_among(&self, features: &BTreeSet<usize>) -> BTreeSet<usize> {
        let is_among = |member: &usize| self.here[*member].is_some_and(|feature| features.contains(&feature));
        (0..self.here.len()).filter(is_among).collect()
    }
}

/// All features that test no cut, and all cuts, in the order of the columns; without those that are constant.
fn candidates(data: &Dataset, cuts: &Cuts, run: &Run) -> Option<Vec<Candidate>> {
    let features = data.features();
    let all = (0..data.rows()).fold(0, |all, row| all ^ number(row));
    let of_features = rows_of_features(data, run)?;
    let mut found = Vec::new();
    let mut push = |name: &str, test: Option<Test>, here: Option<usize>, rows: u128| {
        if rows != 0 && rows != all {
            let rest = rows ^ all;
            let (is_flipped, rows) = (rest < rows, rows.min(rest));
            found.push(Candidate { name: name.to_owned(), test, here, rows, is_flipped });
        }
    };
    let mut columns = cuts.columns.iter().peekable();
    let mut feature = 0;
    while feature < features.len() {
        let Some(column) = columns.next_if(|column| column.features.start == feature) else {
            let tested = features.test(feature);
            let name = tested.map_or(features.name(feature), |(name, _)| name);
            push(name, tested.map(|(_, test)| test.clone()), Some(feature), of_features[feature]);
            feature += 1;
            continue;
        };
        let kept: HashMap<u32, usize> = column.kept.iter().copied().zip(column.features.clone()).collect();
        for (cut, rows) in rows_of_cuts(column, run)?.into_iter().enumerate() {
            let here = u32::try_from(cut).ok().and_then(|cut| kept.get(&cut).copied());
            push(&column.name, Some(Test::AtLeast(column.values[cut].clone())), here, rows);
        }
        feature = column.features.end;
    }
    Some(found)
}

/// For each feature the rows on which it is true.
fn rows_of_features(data: &Dataset, run: &Run) -> Option<Vec<u128>> {
    let mut found = vec![0; data.features().len()];
    let mut add = |samples: &Samples| {
        for index in 0..samples.distinct() {
            if index % CHECK_INTERVAL == CHECK_INTERVAL - 1 && run.stopped().is_some() {
                return None;
            }
            let rows = samples.sources(index).iter().fold(0, |rows, &row| rows ^ number(row));
            samples.get(index).iter_ones().for_each(|feature| found[feature] ^= rows);
        }
        Some(())
    };
    add(data.positives())?;
    add(data.negatives())?;
    Some(found)
}

/// For each cut of a column the rows that reach it; none of a column with unknown cells.
fn rows_of_cuts(column: &OrderedColumn, run: &Run) -> Option<Vec<u128>> {
    let mut of_rank = vec![0; column.values.len() + 1];
    for (row, &rank) in column.ranks.iter().enumerate() {
        if row % CHECK_INTERVAL == CHECK_INTERVAL - 1 && run.stopped().is_some() {
            return None;
        }
        if rank == UNKNOWN_RANK {
            return Some(Vec::new());
        }
        of_rank[rank as usize] ^= number(row);
    }
    let mut rows = 0;
    let mut found: Vec<u128> = of_rank
        .into_iter()
        .skip(1)
        .rev()
        .map(|of_rank| {
            rows ^= of_rank;
            rows
        })
        .collect();
    found.reverse();
    Some(found)
}

/// A number for a row: the same each time, and as if it were random.
fn number(row: usize) -> u128 {
    let word = |half: u64| {
        // The mixing function of `SplitMix64`.
        let mut word = (2 * row as u64 + half).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        u128::from(word ^ (word >> 31))
    };
    word(0) << 64 | word(1)
}

/// The pairs of members that no legal input has, each in order; but for what orders say, which make no two features equal.
fn impossible(domain: &Domain, here: &[Option<usize>]) -> HashSet<[Literal; 2]> {
    let member: HashMap<usize, usize> =
        here.iter().enumerate().filter_map(|(member, feature)| Some(((*feature)?, member))).collect();
    let as_member = |literal: Literal| Some(Literal::matching(*member.get(&literal.feature())?, !literal.is_negated()));
    let pairs = domain.nogoods_beside_orders().filter_map(|nogood| <[Literal; 2]>::try_from(nogood).ok());
    let pairs = pairs.filter_map(|[one, other]| Some((as_member(one)?, as_member(other)?)));
    pairs.map(|(one, other)| [one.min(other), one.max(other)]).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::columns::{ColumnType, Schema, TypedTable};

    /// The groups as text.
    fn shown(groups: &[Group], features: &Features) -> Vec<String> {
        groups.iter().map(|group| group.display(features).to_string()).collect()
    }

    proptest! {
        /// As over a table with all cuts as features.
        #[test]
        fn groups_are_those_over_all_cuts(
            rows in prop::collection::vec((any::<bool>(), 0u8..9, 0u8..4, 0u8..9, any::<bool>()), 2..9),
        ) {
            let numeric = || ColumnType::Numeric { thresholds: None };
            let table = || {
                let schema = Schema::auto().with_column("x", numeric()).with_column("y", numeric());
                let mut table = TypedTable::new(schema.with_column("z", numeric()), ["x", "y", "w", "z", "f"]);
                for &(label, x, y, z, flag) in &rows {
                    let word = if y > 2 { "a" } else if y > 0 { "b" } else { "c" };
                    let [x, y, z] = [x, y, z].map(|number| number.to_string());
                    table.push(label, [&*x, &*y, word, &*z, if flag { "1" } else { "0" }]).unwrap();
                }
                table
            };
            let (Ok((near, Some(cuts))), Ok(whole)) = (table().build_near_positives(), table().build()) else {
                return Ok(());
            };
            let expected: Vec<Group> = Group::all(&whole.data);
            let found = GroupsOverCuts::of(&near.data, &cuts, &near.domain, &Run::new()).unwrap();
            prop_assert_eq!(shown(found.groups(), found.features()), shown(&expected, whole.data.features()));
            for (member, here) in found.here.iter().enumerate() {
                if let Some(feature) = here {
                    prop_assert_eq!(found.features().name(member), near.data.features().name(*feature));
                }
            }
        }
    }
}
