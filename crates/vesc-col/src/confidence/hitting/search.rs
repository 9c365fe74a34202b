//! A walk through the terms of one size.

use vesc_col_core::Literal;

use super::{Cut, Hitting, TermCounts, Work};
use crate::confidence::dice::Dice;
use crate::confidence::sets::{bits, ones, remove};

/// One search, or one branch of it.
pub(super) struct HittingSearch<'s, 'a, 'r> {
    pub(super) on: &'s Hitting<'a>,
    pub(super) tally: TermCounts,
    /// The places of the literals that were chosen.
    pub(super) chosen: Vec<usize>,
    /// What a term counts.
    pub(super) weight: f64,
    /// In a random branch what draws the last literals but one, where there are many.
    pub(super) dice: Option<&'s mut Dice>,
    pub(super) work: &'s mut Work<'r>,
}

/// For each last literal but one a random branch goes through a set of literals. Together these sets have this many words. Up to 120
/// features it follows all literals. Set.
const WORDS_BEGUN: usize = 1000;
/// It follows no fewer than these. Set.
const LEAST_BEGUN: usize = 8;

impl HittingSearch<'_, '_, '_> {
    /// Counts the terms with `left` literals more, of those allowed, that reject the rows not hit yet. The literals chosen cover
    /// the positives `cover`, and `missed` runs are not to be rejected.
    pub(super) fn descend(
        &mut self,
        left: usize,
        unhit: &[u64],
        allowed: &mut [u64],
        (cover, missed): (u32, u32),
    ) -> Result<(), Cut> {
        let on = self.on;
        if left == 1 {
            return self.end(unhit, None, allowed, (cover, missed));
        }
        let tight = on.tight(unhit, allowed);
        if let Some((row, runs)) = tight.and_then(|row| on.runs_to_miss(row, missed).map(|runs| (row, runs))) {
            // The terms that do not reject this row.
            self.spend(2 * unhit.len() as u64 + 20)?;
            let mut unhit = unhit.to_vec();
            remove(&mut unhit, row);
            let mut rest: Vec<u64> = allowed.iter().zip(&on.rejecting[row]).map(|(all, set)| all & !set).collect();
            self.descend(left, &unhit, &mut rest, (cover, missed + runs))?;
        }
        let choices = on.choices(tight, allowed);
        let shares = if left == 2 { self.shares(choices.len(), allowed.len()) } else { None };
        for (rank, literal) in choices.into_iter().enumerate() {
            remove(allowed, literal);
            let share = shares.as_ref().map_or(1.0, |shares| shares[rank]);
            if share == 0.0 {
                continue;
            }
            let mut rest = allowed.to_vec();
            on.opposites[literal].into_iter().for_each(|opposite| remove(&mut rest, opposite));
            if left == 2 {
                let weight = self.weight;
                self.weight *= share;
                self.end(unhit, Some(literal), &rest, (cover, missed))?;
                self.weight = weight;
                continue;
            }
            self.spend(2 * unhit.len() as u64 + 20)?;
            let unhit: Vec<u64> = unhit.iter().zip(&on.rejected[literal]).map(|(unhit, hit)| unhit & !hit).collect();
            self.chosen.push(literal);
            let done = self.descend(left - 1, &unhit, &mut rest, (cover & on.covers[literal], missed));
            self.chosen.pop();
            done?;
        }
        Ok(())
    }

    /// How many of these ways to go on each one stands for, where a few are drawn; `None` where all are followed.
    fn shares(&mut self, ways: usize, words: usize) -> Option<Vec<f64>> {
        let most = LEAST_BEGUN.max(WORDS_BEGUN / words);
        let dice = self.dice.as_mut().filter(|_| ways > most)?;
        let mut shares = vec![0.0; ways];
        for part in 0..most {
            let (start, end) = (part * ways / most, (part + 1) * ways / most);
            shares[start + dice.below(end - start)] = (end - start) as f64;
        }
        Some(shares)
    }

    /// Counts the terms with one of the allowed literals more, and with `beside`, if there is one.
    fn end(
        &mut self,
        unhit: &[u64],
        beside: Option<usize>,
        allowed: &[u64],
        (cover, missed): (u32, u32),
    ) -> Result<(), Cut> {
        if missed < self.on.spare {
            for literal in bits(allowed) {
                let more = self.misses(unhit, beside, literal, self.on.spare - missed)?;
                more.into_iter().for_each(|more| self.add((cover, missed + more), beside.into_iter().chain([literal])));
            }
        } else {
            let last = self.last(unhit, beside, allowed)?;
            bits(&last).for_each(|literal| self.add((cover, missed), beside.into_iter().chain([literal])));
        }
        Ok(())
    }

    /// How many of the unhit runs neither literal rejects; `None` if these are more than `spare`, or one of them must be rejected.
    fn misses(&mut self, unhit: &[u64], beside: Option<usize>, literal: usize, spare: u32) -> Result<Option<u32>, Cut> {
        let on = self.on;
        let (mut misses, mut looked_at) = (Some(0), 2);
        for (place, &word) in unhit.iter().enumerate() {
            let rows = word & !on.rejected[literal][place] & !beside.map_or(0, |beside| on.rejected[beside][place]);
            looked_at += 1;
            for row in bits(&[rows]) {
                let runs = on.runs[64 * place + row];
                misses = misses.zip(runs).map(|(misses, runs)| misses + runs).filter(|&misses| misses <= spare);
                if misses.is_none() {
                    break;
                }
            }
            if misses.is_none() {
                break;
            }
        }
        self.spend(looked_at)?;
        Ok(misses)
    }

    /// The allowed literals that reject all unhit rows that `beside` does not.
    fn last(&mut self, unhit: &[u64], beside: Option<usize>, allowed: &[u64]) -> Result<Vec<u64>, Cut> {
        let on = self.on;
        let mut left = allowed.to_vec();
        let mut looked_at = 4;
        'rows: for (place, &word) in unhit.iter().enumerate() {
            let mut rows = word & !beside.map_or(0, |literal| on.rejected[literal][place]);
            looked_at += 1;
            while rows != 0 {
                let row = 64 * place + rows.trailing_zeros() as usize;
                rows &= rows - 1;
                left.iter_mut().zip(&on.rejecting[row]).for_each(|(left, set)| *left &= set);
                looked_at += left.len() as u64;
                if left.iter().all(|&word| word == 0) {
                    break 'rows;
                }
            }
        }
        // To ask whether a term is possible costs more than to find it.
        let each = if on.legal.is_some() { 20 } else { 2 };
        self.spend(looked_at + each * ones(&left) as u64)?;
        Ok(left)
    }

    fn add(&mut self, (cover, missed): (u32, u32), last: impl Iterator<Item = usize> + Clone) {
        let on = self.on;
        let mut term = self.chosen.iter().copied().chain(last.clone());
        let cover = last.fold(cover, |cover, literal| cover & on.covers[literal]);
        let is_wide = |at: usize| on.tighter[at].is_some_and(|tighter| tighter & cover == cover);
        let counts = match (cover, on.legal) {
            // What covers a known positive is possible.
            (cover, Some((domain, tested))) if cover == 0 || on.is_partial => {
                tested.allows(domain, &term.map(|at| on.literals[at]).collect::<Vec<Literal>>())
            }
            (0, None) => true,
            _ => !term.any(is_wide),
        };
        if counts {
            let part = self.tally.len() / (on.spare as usize + 1);
            self.tally[missed as usize * part + cover as usize] += self.weight;
        }
    }

    pub(super) fn spend(&mut self, words: u64) -> Result<(), Cut> {
        self.work.spend(words)
    }
}
