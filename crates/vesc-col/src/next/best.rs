//! The best of all inputs of a list.

use vesc_col_core::{Run, StopReason};

use super::committee::{Committee, Goal};
use super::table::{Bloc, InputTable};

/// What an input is worth, by which inputs are compared: the less, the better.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(super) struct Worth {
    /// For [`Goal::Split`] how many candidates of one group remain at worst; for [`Goal::Test`] how many are not tested.
    pub(super) count: u32,
    /// How uneven the weights are. It decides between inputs of the same count.
    unevenness: f64,
}

/// Which candidates are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct CandidateGroup {
    group: u32,
    layer: usize,
    /// Whether another false positive, and another false negative, would be forgiven.
    spares: (bool, bool),
}

/// Returns the numbers of the best `most` inputs of a table, the best first; of equal ones the first. Returns none if
/// no input splits candidates that are still together, or tests one anew. Goes through all inputs.
///
/// # Errors
///
/// The reason to stop, if the run must end.
pub(super) fn best(
    table: &InputTable,
    committee: &Committee,
    (groups, goal): (&[u32], Goal),
    most: usize,
    run: &Run,
) -> Result<Vec<(usize, Worth)>, StopReason> {
    let mut members: Vec<(CandidateGroup, usize)> = (0..groups.len())
        .filter(|&member| goal == Goal::Split || groups[member] == 0)
        .map(|index| {
            let member = &committee.members[index];
            (
                CandidateGroup {
                    group: groups[index],
                    layer: member.layer,
                    spares: committee.allowance.spares(member),
                },
                index,
            )
        })
        .collect();
    members.sort_unstable();
    let together = members.chunk_by(|one, other| one.0 == other.0);
    let blocs: Vec<Bloc<(CandidateGroup, f64)>> = together
        .map(|bloc| {
            let weight = committee.weights[bloc[0].1];
            Bloc::new((bloc[0].0, weight), bloc.iter().map(|&(_, member)| &committee.members[member].dnf))
        })
        .collect();
    let mut best: Vec<(usize, Worth)> = Vec::new();
    table.judge(&blocs, run, |first, count, accepting| {
        for index in 0..count {
            let votes = blocs.iter().zip(accepting).map(|(bloc, accepting)| (bloc, accepting[index]));
            let Some(worth) = worth(votes, goal) else { continue };
            let place = best.partition_point(|(_, better)| *better <= worth);
            if place < most {
                best.truncate(most - 1);
                best.insert(place, (first + index, worth));
            }
        }
    })?;
    Ok(best)
}

/// What an input is worth by the votes of each bloc, which are in order of groups; `None` if it is of no use.
fn worth<'a>(votes: impl Iterator<Item = (&'a Bloc<(CandidateGroup, f64)>, u32)>, goal: Goal) -> Option<Worth> {
    let mut worth = Worth { count: 0, unevenness: 0.0 };
    let mut is_useful = false;
    let mut sum = GroupSum::default();
    for (bloc, accepting) in votes {
        let (CandidateGroup { group, spares, .. }, weight) = bloc.key;
        if group != sum.group {
            sum.close(&mut worth, &mut is_useful);
            sum = GroupSum { group, ..GroupSum::default() };
        }
        let rejecting = bloc.size - accepting;
        match goal {
            Goal::Split => {
                sum.accepting += accepting;
                sum.rejecting += rejecting;
                sum.if_positive += accepting + if spares.1 { rejecting } else { 0 };
                sum.if_negative += rejecting + if spares.0 { accepting } else { 0 };
                sum.lead += weight * (f64::from(accepting) - f64::from(rejecting));
            }
            Goal::Test(label) => {
                let (tested, untested) = if label { (accepting, rejecting) } else { (rejecting, accepting) };
                worth.count += untested;
                worth.unevenness -= weight * f64::from(tested);
                is_useful |= tested > 0;
            }
        }
    }
    sum.close(&mut worth, &mut is_useful);
    is_useful.then_some(worth)
}

/// The votes of one group.
#[derive(Default)]
struct GroupSum {
    group: u32,
    accepting: u32,
    rejecting: u32,
    /// How many remain if the input turns out to be positive, and negative.
    if_positive: u32,
    if_negative: u32,
    lead: f64,
}

impl GroupSum {
    fn close(&self, worth: &mut Worth, is_useful: &mut bool) {
        worth.count = worth.count.max(self.if_positive).max(self.if_negative);
        worth.unevenness += self.lead.abs();
        *is_useful |= self.accepting > 0 && self.rejecting > 0;
    }
}
