//! The least formula of a concept.
//!
//! A depth-first search, condition by condition, for the least sorted sequence of terms; the first one found is the
//! least. A beginning is given up where no prime completes it within the conditions that are left. The primes that
//! nothing else can replace get theirs first.

use std::cmp::Ordering;

use vesc_col_core::Literal;

use super::conditions::Conditions;
use super::group::Groups;
use super::primes::primes;
use super::region::Region;

/// The least formula of the same concept with as many terms and conditions, each term of which is allowed.
///
/// `None` only if the formula has a term twice.
pub(super) fn least_formula(
    formula: &[Conditions],
    groups: &Groups,
    allow: &dyn Fn(&Conditions) -> bool,
) -> Option<Vec<Conditions>> {
    let primes = primes(formula);
    let values: Vec<usize> = groups.groups.iter().map(|group| group.values().len()).collect();
    let mut witnesses = Vec::new();
    for (prime, conditions) in primes.iter().enumerate() {
        let others = primes.iter().enumerate().filter(|(other, _)| *other != prime).map(|(_, conditions)| conditions);
        let whole = Region::of(conditions, &values);
        let each_value = conditions.chosen.iter().enumerate().flat_map(|(group, places)| {
            let whole = &whole;
            places.iter().map(move |&place| whole.clone().with_value(group, place))
        });
        let alone = each_value.chain([whole.clone()]).filter_map(|part| part.beyond(others.clone()));
        witnesses.extend(alone.map(|point| Witness { prime, point }));
    }
    let mut search = Search { groups, allow, values, primes, witnesses, chosen: Vec::new() };
    let room = formula.iter().map(Conditions::count).sum();
    search.next_term(formula.len(), room).then_some(search.chosen)
}

/// An input on which one prime holds and no other, so that some term within it must hold there.
struct Witness {
    prime: usize,
    point: Region,
}

/// How far a term has been written.
#[derive(Clone, Copy)]
struct Stage {
    /// Literals may still be added.
    in_literals: bool,
    /// Nothing more is added to the groups before this one.
    group: usize,
}

struct Search<'a> {
    groups: &'a Groups,
    allow: &'a dyn Fn(&Conditions) -> bool,
    /// The number of values of each group.
    values: Vec<usize>,
    primes: Vec<Conditions>,
    witnesses: Vec<Witness>,
    /// The terms so far, ascending.
    chosen: Vec<Conditions>,
}

impl Search<'_> {
    /// Completes the formula by `terms` more terms with `room` conditions in all.
    fn next_term(&mut self, terms: usize, room: usize) -> bool {
        if terms == 0 {
            return room == 0 && self.is_complete();
        }
        self.in_literals(&mut Conditions::none(self.values.len()), terms, room)
    }

    /// Completes the formula by a term that begins with these literals, and more after it.
    fn in_literals(&mut self, term: &mut Conditions, terms: usize, room: usize) -> bool {
        if !self.has_room(term, Stage { in_literals: true, group: 0 }, terms, room) {
            return false;
        }
        if self.in_group(term, 0, terms, room) {
            return true;
        }
        let first = term.literals.last().map_or(0, |literal| literal.feature() + 1);
        let groups = self.groups;
        let from = groups.single.partition_point(|&feature| feature < first);
        for &feature in &groups.single[from..] {
            for value in [true, false] {
                term.literals.push(Literal::matching(feature, value));
                // What is less than the last term's beginning can only become less than the last term.
                let last = self.chosen.last().map(|last| &last.literals);
                let late = last.is_none_or(|last| *term.literals >= last[..last.len().min(term.literals.len())]);
                if late && self.in_literals(term, terms, room) {
                    return true;
                }
                term.literals.pop();
            }
        }
        false
    }

    /// Completes the formula by a term to which conditions may be added on this group and those after it.
    fn in_group(&mut self, term: &mut Conditions, group: usize, terms: usize, room: usize) -> bool {
        let order = self.chosen.last().map_or(Ordering::Greater, |last| {
            (&term.literals, &term.chosen[..group]).cmp(&(&last.literals, &last.chosen[..group]))
        });
        let stage = Stage { in_literals: false, group };
        if order == Ordering::Less || !self.has_room(term, stage, terms, room) {
            return false;
        }
        if group < self.values.len() {
            return self.in_group(term, group + 1, terms, room) || self.in_values(term, group, 0, terms, room);
        }
        let is_new = order == Ordering::Greater;
        let Some(rest) = room.checked_sub(term.count()) else { return false };
        if !is_new || term.count() == 0 || !self.primes.iter().any(|prime| prime.contains(term)) || !(self.allow)(term)
        {
            return false;
        }
        self.chosen.push(term.clone());
        if self.next_term(terms - 1, rest) {
            return true;
        }
        self.chosen.pop();
        false
    }

    /// Completes the formula by a term that names one more value of the group, from this one on, and more after it.
    fn in_values(&mut self, term: &mut Conditions, group: usize, from: usize, terms: usize, room: usize) -> bool {
        let all = self.values[group];
        let contiguous = self.groups.groups[group].is_ordered() && !term.chosen[group].is_empty();
        for place in from..if contiguous { all.min(from + 1) } else { all } {
            term.chosen[group].push(place);
            let stage = Stage { in_literals: false, group };
            let is_condition = term.chosen[group].len() < all;
            if self.has_room(term, stage, terms, room)
                && (is_condition && self.in_group(term, group + 1, terms, room)
                    || self.in_values(term, group, place + 1, terms, room))
            {
                return true;
            }
            term.chosen[group].pop();
        }
        false
    }

    /// Whether some prime could complete the term and leave enough for the other terms; the answer no is certain.
    fn has_room(&self, term: &Conditions, stage: Stage, terms: usize, room: usize) -> bool {
        let missed: Vec<&Witness> = self
            .witnesses
            .iter()
            .filter(|witness| !self.chosen.iter().any(|term| witness.point.is_seen_by(term)))
            .collect();
        let mut missed_primes: Vec<usize> = missed.iter().map(|witness| witness.prime).collect();
        missed_primes.dedup();
        let needed: usize = missed_primes.iter().map(|&prime| self.primes[prime].count()).sum();
        (0..self.primes.len()).any(|prime| {
            let Some(count) = completed_count(term, stage, &self.primes[prime]) else { return false };
            let (mut others, mut needed) = (missed_primes.len(), needed);
            let out_of_reach = |witness: &Witness| witness.prime == prime && !can_reach(term, stage, &witness.point);
            if missed_primes.contains(&prime) && !missed.iter().copied().any(out_of_reach) {
                others -= 1;
                needed -= self.primes[prime].count();
            }
            let Some(free) = (terms - 1).checked_sub(others) else { return false };
            count.max(1) + needed + free <= room
        })
    }

    /// Whether the chosen terms, which imply the concept, are all of it.
    fn is_complete(&self) -> bool {
        self.primes.iter().all(|prime| Region::of(prime, &self.values).beyond(self.chosen.iter()).is_none())
    }
}

/// The fewest conditions of a term within the prime that begins like this one; `None` if there is none.
fn completed_count(term: &Conditions, stage: Stage, prime: &Conditions) -> Option<usize> {
    let added = prime.literals.iter().filter(|literal| !term.literals.contains(literal));
    let last = term.literals.last().map(|literal| literal.feature());
    let mut count = term.count();
    for literal in added {
        if !stage.in_literals || last.is_some_and(|last| literal.feature() <= last) {
            return None;
        }
        count += 1;
    }
    for (group, (ours, theirs)) in term.chosen.iter().zip(&prime.chosen).enumerate() {
        if theirs.is_empty() {
            continue;
        }
        match ours.is_empty() {
            true if group < stage.group => return None,
            true => count += 1,
            false if ours.iter().any(|place| !theirs.contains(place)) => return None,
            false => {}
        }
    }
    Some(count)
}

/// Whether a term that begins like this can hold on the witness.
fn can_reach(term: &Conditions, stage: Stage, point: &Region) -> bool {
    // Conditions that are not finished can only come to hold on more.
    let finished = term.chosen.iter().take(stage.group).cloned();
    let open = std::iter::repeat_n(Vec::new(), term.chosen.len() - stage.group);
    point.is_seen_by(&Conditions { literals: term.literals.clone(), chosen: finished.chain(open).collect() })
}
