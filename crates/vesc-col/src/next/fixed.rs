//! What of an input matters: values without which some candidate could vote differently.

use vesc_col_core::{Dnf, Literal, Run, Sample};

use super::committee::Committee;
use super::legal::Legal;

/// Literals of an input that decide the vote of every candidate: each legal input that has them is accepted by the same candidates. None
/// of them can be left out, unless the run ends before all are tried. Features of which few candidates speak are freed first.
pub(super) fn fixed(committee: &Committee, legal: &Legal<'_>, input: &Sample, run: &Run) -> Vec<Literal> {
    let matching = |feature: usize| Literal::matching(feature, input[feature]);
    let speakers = |feature: usize| committee.speakers(feature);
    // Nothing else can decide a vote.
    let mut order: Vec<usize> = committee.spoken_of().collect();
    order.sort_by_key(|&feature| (speakers(feature).len(), feature));
    let mut fixed: Vec<Literal> = order.iter().map(|&feature| matching(feature)).collect();
    for &feature in order.iter().take_while(|_| run.stopped().is_none()) {
        let without: Vec<Literal> = fixed.iter().copied().filter(|literal| literal.feature() != feature).collect();
        let tightest = legal.tightest(&without);
        let mut concerned: Vec<u32> = legal.tied(feature).iter().flat_map(|&tied| speakers(tied)).collect();
        concerned.sort_unstable();
        concerned.dedup();
        let is_decided = |&member: &u32| is_decided(&committee.members[member as usize].dnf, legal, input, &tightest);
        if concerned.iter().all(is_decided) {
            fixed = without;
        }
    }
    fixed.sort_unstable();
    fixed
}

/// Whether a formula has the value that it has on an input on all legal inputs with these literals.
fn is_decided(dnf: &Dnf, legal: &Legal<'_>, input: &Sample, literals: &[Literal]) -> bool {
    if dnf.accepts(input) {
        return legal.is_true_with(dnf, literals);
    }
    dnf.terms().iter().all(|term| !legal.allows_both(literals, term.literals()))
}

#[cfg(test)]
mod tests {
    use vesc_col_core::{Domain, Features, OwnedSample};

    use super::super::committee::Member;
    use super::*;

    #[test]
    fn what_is_fixed_decides_every_vote_and_nothing_of_it_can_go() {
        let features = Features::numbered(6);
        let texts = ["x0 & !x1", "x1 | x2 & !x3", "!x0 & x1 | x0 & x2 | x1 & x2", "x4", "!x4 & x1"];
        let member = |text: &&str| Member { dnf: Dnf::parse(text, &features).unwrap(), layer: 0, made: (0, 0) };
        let members: Vec<Member> = texts.iter().map(member).collect();
        let domains = [
            Domain::free(),
            Domain::builder(6).exactly_one([0, 1, 5]).build().unwrap(),
            Domain::builder(6).ordered([2, 3, 4]).implies(Literal::positive(5), Literal::positive(0)).build().unwrap(),
        ];
        for domain in &domains {
            let legal = Legal::new(domain, 6);
            let inputs: Vec<OwnedSample> = (0..64u32).map(|x| (0..6).map(|i| x >> i & 1 == 1).collect()).collect();
            let inputs: Vec<OwnedSample> = inputs.into_iter().filter(|input| domain.contains(input)).collect();
            for count in 1..=members.len() {
                let committee = Committee::new(members[..count].to_vec(), 6);
                let votes =
                    |input: &OwnedSample| members[..count].iter().map(|m| m.dnf.accepts(input)).collect::<Vec<_>>();
                for input in &inputs {
                    let found = fixed(&committee, &legal, input, &Run::new());
                    let decides = |literals: &[Literal]| {
                        let having = |other: &&OwnedSample| literals.iter().all(|literal| literal.accepts(other));
                        inputs.iter().filter(having).all(|other| votes(other) == votes(input))
                    };
                    assert!(decides(&found), "{found:?} of {input:?}");
                    for left_out in 0..found.len() {
                        let rest = [&found[..left_out], &found[left_out + 1..]].concat();
                        assert!(!decides(&rest), "{found:?} of {input:?} without the one at {left_out}");
                    }
                }
            }
        }
    }
}
