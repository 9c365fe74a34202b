//! Candidates that vote on inputs.

use vesc_col_core::{Dnf, Sample};

use crate::errors::budget::ErrorBudget;

/// Candidates, each with a weight, and for each literal the terms that contain it. So a vote can be moved to a
/// neighbouring input at the cost of the terms that the changed feature is in.
#[derive(Clone, Debug)]
pub(super) struct Committee {
    pub(super) members: Vec<Member>,
    /// The errors that they may make.
    pub(super) allowance: Allowance,
    /// The weight of each member: one over the square root of its layer's size. A larger layer weighs more in all, and
    /// each of its members less.
    pub(super) weights: Vec<f64>,
    /// For each term of all members: whose it is.
    owner: Vec<u32>,
    /// For each literal (twice the feature, plus one if negated): the terms that contain it.
    holders: Vec<Vec<u32>>,
}

/// A candidate: one concept.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) dnf: Dnf,
    /// The number of the first layer that has the concept.
    pub(super) layer: usize,
    /// The false positives and false negatives that it makes.
    pub(super) made: (u64, u64),
}

/// The errors that candidates may make.
#[derive(Clone, Debug, Default)]
pub(super) struct Allowance {
    /// An empty one allows for none.
    pub(super) budget: ErrorBudget,
    /// The number of positive rows of which its shares are.
    pub(super) positives: u64,
}

impl Allowance {
    /// Whether a member may make a further false positive, and whether a further false negative.
    pub(super) fn spares(&self, member: &Member) -> (bool, bool) {
        let (false_positives, false_negatives) = member.made;
        (self.allows((false_positives + 1, false_negatives)), self.allows((false_positives, false_negatives + 1)))
    }

    /// A member when one more sample is known, if it still is a candidate.
    pub(super) fn after(&self, member: &Member, sample: &Sample, positive: bool) -> Option<Member> {
        let (false_positives, false_negatives) = member.made;
        let made = match (positive, member.dnf.accepts(sample) == positive) {
            (_, true) => member.made,
            (true, false) => (false_positives, false_negatives + 1),
            (false, false) => (false_positives + 1, false_negatives),
        };
        self.allows(made).then(|| Member { made, ..member.clone() })
    }

    fn allows(&self, made: (u64, u64)) -> bool {
        self.budget.allows(made, self.positives)
    }
}

/// What a poll is to achieve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// As much weight on one side as on the other, in each group that earlier inputs have left together.
    Split,
    /// As much weight as possible on the side of this answer, among those that give it for no earlier input.
    Test(bool),
}

/// The members' votes on one input.
#[derive(Clone, Debug)]
pub(super) struct Poll<'a> {
    committee: &'a Committee,
    goal: Goal,
    /// For each member the group in which earlier inputs have left it.
    groups: &'a [u32],
    pub(super) input: Vec<bool>,
    /// For each term how many of its literals are false.
    false_literals: Vec<u32>,
    /// For each member how many of its terms hold.
    true_terms: Vec<i32>,
    /// For each group the weight of those that accept, less the weight of those that reject.
    lead: Vec<f64>,
    /// Scratch: the change of `true_terms` by a flip if there is one, and the members with one.
    change: Vec<Option<i32>>,
    changed: Vec<u32>,
}

impl Committee {
    /// Members that make no errors.
    pub(super) fn new(members: Vec<Member>, features: usize) -> Committee {
        Committee::within(members, features, Allowance::default())
    }

    /// Members that may make errors.
    pub(super) fn within(members: Vec<Member>, features: usize, allowance: Allowance) -> Committee {
        let mut holders = vec![Vec::new(); 2 * features];
        let mut owner = Vec::new();
        for (member, candidate) in (0u32..).zip(&members) {
            for term in candidate.dnf.terms() {
                for literal in term.iter() {
                    holders[code(literal.feature(), !literal.is_negated())].push(owner.len() as u32);
                }
                owner.push(member);
            }
        }
        let mut sizes = vec![0.0f64; members.iter().map(|member| member.layer + 1).max().unwrap_or(0)];
        members.iter().for_each(|member| sizes[member.layer] += 1.0);
        let weights = members.iter().map(|member| sizes[member.layer].sqrt().recip()).collect();
        Committee { members, allowance, weights, owner, holders }
    }

    pub(super) fn features(&self) -> usize {
        self.holders.len() / 2
    }

    /// The features that some member speaks of.
    pub(super) fn spoken_of(&self) -> impl Iterator<Item = usize> {
        (0..self.features()).filter(|feature| self.holders[2 * feature..][..2].iter().any(|terms| !terms.is_empty()))
    }

    /// The members that speak of a feature, some of them more than once.
    pub(super) fn speakers(&self, feature: usize) -> Vec<u32> {
        self.holders[2 * feature..][..2].iter().flatten().map(|&term| self.owner[term as usize]).collect()
    }

    /// Everyone's vote on an input.
    pub(super) fn poll<'a>(&'a self, input: Vec<bool>, groups: &'a [u32], goal: Goal) -> Poll<'a> {
        let mut false_literals = vec![0; self.owner.len()];
        for (feature, &value) in input.iter().enumerate() {
            for &term in &self.holders[code(feature, !value)] {
                false_literals[term as usize] += 1;
            }
        }
        let mut true_terms = vec![0; self.members.len()];
        for (&owner, _) in self.owner.iter().zip(&false_literals).filter(|&(_, &misses)| misses == 0) {
            true_terms[owner as usize] += 1;
        }
        let mut lead = vec![0.0; groups.iter().max().map_or(0, |&last| last as usize + 1)];
        for ((&weight, &terms), &group) in self.weights.iter().zip(&true_terms).zip(groups) {
            lead[group as usize] += if terms > 0 { weight } else { -weight };
        }
        let change = vec![None; self.members.len()];
        Poll { committee: self, goal, groups, input, false_literals, true_terms, lead, change, changed: Vec::new() }
    }
}

impl Poll<'_> {
    /// How far the goal is: 0 is perfect for [`Goal::Split`].
    pub(super) fn cost(&self) -> f64 {
        (0..).zip(&self.lead).map(|(group, &lead)| self.group_cost(group, lead)).sum()
    }

    /// Whether a member accepts the input.
    pub(super) fn accepts(&self, member: usize) -> bool {
        self.true_terms[member] > 0
    }

    /// By how much the cost would grow if a feature had its other value.
    pub(super) fn cost_of_flip(&mut self, feature: usize) -> f64 {
        let mut swings: Vec<(u32, f64)> = Vec::new();
        self.changes(feature, |group, swing, _| match swings.iter_mut().find(|(known, _)| *known == group) {
            Some((_, sum)) => *sum += swing,
            None => swings.push((group, swing)),
        });
        let growth = |&(group, swing): &(u32, f64)| {
            let lead = self.lead[group as usize];
            self.group_cost(group, lead + swing) - self.group_cost(group, lead)
        };
        swings.iter().map(growth).sum()
    }

    /// Gives a feature its other value.
    pub(super) fn flip(&mut self, feature: usize) {
        let mut changes = Vec::new();
        self.changes(feature, |group, swing, change| changes.push((group, swing, change)));
        for (group, swing, (member, change)) in changes {
            self.lead[group as usize] += swing;
            self.true_terms[member as usize] += change;
        }
        let value = self.input[feature];
        for &term in &self.committee.holders[code(feature, value)] {
            self.false_literals[term as usize] += 1;
        }
        for &term in &self.committee.holders[code(feature, !value)] {
            self.false_literals[term as usize] -= 1;
        }
        self.input[feature] = !value;
    }

    fn group_cost(&self, group: u32, lead: f64) -> f64 {
        match self.goal {
            Goal::Split => lead.abs(),
            // Those of the first group give the answer for no earlier input.
            Goal::Test(_) if group != 0 => 0.0,
            Goal::Test(true) => -lead,
            Goal::Test(false) => lead,
        }
    }

    /// Tells of each member that a flip would change. It gives its group, the swing of the group's lead, and the change
    /// of its number of true terms.
    fn changes(&mut self, feature: usize, mut tell: impl FnMut(u32, f64, (u32, i32))) {
        let value = self.input[feature];
        // A term that holds stops to hold if the literal that is true is in it; one that lacks only the other literal
        // begins to.
        for (literal, lacking, change) in [(code(feature, value), 0, -1), (code(feature, !value), 1, 1)] {
            for &term in &self.committee.holders[literal] {
                if self.false_literals[term as usize] == lacking {
                    let owner = self.committee.owner[term as usize];
                    let sum = &mut self.change[owner as usize];
                    if sum.is_none() {
                        self.changed.push(owner);
                    }
                    *sum = Some(sum.unwrap_or(0) + change);
                }
            }
        }
        for member in self.changed.drain(..) {
            let change = self.change[member as usize].take().unwrap_or(0);
            let before = self.true_terms[member as usize];
            let swing = f64::from(i8::from(before + change > 0) - i8::from(before > 0));
            let weight = self.committee.weights[member as usize];
            tell(self.groups[member as usize], 2.0 * swing * weight, (member, change));
        }
    }
}

/// The number of the literal that is true where the feature has this value.
fn code(feature: usize, value: bool) -> usize {
    2 * feature + usize::from(!value)
}

#[cfg(test)]
mod tests {
    use vesc_col_core::{Features, OwnedSample};

    use super::*;

    #[test]
    fn moving_a_poll_is_polling_anew() {
        let features = Features::numbered(4);
        let texts = ["x0", "x0 & x1 | !x0 & x2", "!x3 | x1 & x2", "x2 & !x3", "x0 & x1 & x2 | !x0 & !x1", "x3"];
        let members: Vec<Member> = texts
            .iter()
            .zip([0, 1, 1, 2, 2, 2])
            .map(|(text, layer)| Member { dnf: Dnf::parse(text, &features).unwrap(), layer, made: (0, 0) })
            .collect();
        let committee = Committee::new(members, 4);
        for goal in [Goal::Split, Goal::Test(true), Goal::Test(false)] {
            for groups in [[0; 6], [0, 1, 0, 1, 2, 2]] {
                for x in 0..16 {
                    let input: Vec<bool> = (0..4).map(|i| x >> i & 1 == 1).collect();
                    let mut poll = committee.poll(input.clone(), &groups, goal);
                    let sample: OwnedSample = input.iter().collect();
                    for (i, member) in committee.members.iter().enumerate() {
                        assert_eq!(poll.accepts(i), member.dnf.accepts(&sample));
                    }
                    for feature in 0..4 {
                        let mut other = input.clone();
                        other[feature] = !other[feature];
                        let anew = committee.poll(other, &groups, goal);
                        assert!((poll.cost() + poll.cost_of_flip(feature) - anew.cost()).abs() < 1e-9);
                        poll.flip(feature);
                        assert!((poll.cost() - anew.cost()).abs() < 1e-9);
                        assert_eq!(poll.false_literals, anew.false_literals);
                        assert_eq!(poll.true_terms, anew.true_terms);
                        poll.flip(feature);
                    }
                }
            }
        }
    }
}
