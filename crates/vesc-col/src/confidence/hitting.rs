//! Terms of one size that reject given rows, counted by the positives on which they are true.

use vesc_col_core::{Domain, Literal, Run, StopReason};

use super::dice::Dice;
use super::narrow::Narrow;
use super::sets::{bits, full, holds, ones, remove};
use super::tested::Tested;

/// Counts terms as hitting sets: a term rejects a row if and only if it has a literal that is false there.
///
/// The search branches on the row that the fewest literals reject. A literal that was tried is left out of the later
/// branches, so that each term is met once. The last two literals are found by intersecting sets of literals.
#[derive(Debug)]
pub(super) struct Hitting<'a> {
    literals: Vec<Literal>,
    /// For each literal the positives on which it is true, a bit each.
    covers: Vec<u32>,
    /// The same for the literal at the next cut of its column, which a narrow term must not do with.
    tighter: Vec<Option<u32>>,
    /// For each literal the place of its complement, if that may be chosen too.
    opposites: Vec<Option<usize>>,
    /// For each literal the rows that it rejects, a bit each.
    rejected: Vec<Vec<u64>>,
    /// For each row the literals that reject it, a bit each.
    rejecting: Vec<Vec<u64>>,
    /// The literals that may be chosen.
    within: Vec<u64>,
    /// What the terms must be possible in; `None` if all of them are.
    legal: Legal<'a>,
}

/// The inputs that can occur, if not all can, and what the literals test.
pub(super) type Legal<'a> = Option<(&'a Domain, &'a Tested<'a>)>;

/// How many terms there are, by the positives on which they are true: element `i` is for the set with the bits of `i`.
pub(super) type Tally = Vec<f64>;

/// Why the terms of one size are not counted.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cut {
    /// More work would have been needed than was allowed.
    TooMuch,
    /// The run has ended.
    Stopped(StopReason),
}

/// The work that is allowed, in words looked at, within a run.
pub(super) struct Work<'r> {
    pub(super) left: u64,
    unseen: u64,
    run: &'r Run,
}

/// So many words are looked at between two looks at the run.
const WORDS_BETWEEN_LOOKS: u64 = 1 << 14;

impl<'r> Work<'r> {
    pub(super) fn new(left: u64, run: &'r Run) -> Work<'r> {
        Work { left, unseen: 0, run }
    }

    fn spend(&mut self, words: u64) -> Result<(), Cut> {
        self.unseen += words;
        if self.unseen >= WORDS_BETWEEN_LOOKS {
            self.unseen = 0;
            self.run.check().map_err(Cut::Stopped)?;
        }
        self.left = self.left.checked_sub(words).ok_or(Cut::TooMuch)?;
        Ok(())
    }
}

/// So many unhit rows are compared to find a tight one.
const COMPARED: usize = 12;

impl<'a> Hitting<'a> {
    /// Narrow terms that are true on the row `on`, of features in the set `within`, that reject all `rows`. A row is its cells as
    /// words, a feature a bit; `positives` are, too.
    pub(super) fn true_on(
        on: &[u64],
        within: &[u64],
        narrow: &Narrow,
        positives: &[&[u64]],
        rows: &[&[u64]],
    ) -> Hitting<'a> {
        let literals: Vec<Literal> = (0..64 * on.len())
            .map(|feature| Literal::matching(feature, on[feature / 64] >> (feature % 64) & 1 == 1))
            .collect();
        // A literal rejects the rows that differ from this one in its feature.
        let differing =
            |row: &&[u64]| row.iter().zip(on).zip(within).map(|((a, b), within)| (a ^ b) & within).collect();
        let opposites = vec![None; literals.len()];
        Hitting::new((literals, opposites), (within, narrow), positives, rows.iter().map(differing).collect(), None)
    }

    /// Narrow terms over all literals of these features. They reject all `rows`, and are true on some legal input.
    pub(super) fn anywhere(
        features: usize,
        narrow: &Narrow,
        positives: &[&[u64]],
        rows: &[&[u64]],
        legal: Legal<'a>,
    ) -> Hitting<'a> {
        // All literals, then all of their complements.
        let literals: Vec<Literal> =
            (0..features).map(Literal::positive).chain((0..features).map(Literal::negative)).collect();
        let opposites = (0..2 * features).map(|at| Some((at + features) % (2 * features))).collect();
        let rejecting = |row: &&[u64]| {
            let mut set = vec![0; (2 * features).div_ceil(64)];
            for feature in 0..features {
                let is_one = row[feature / 64] >> (feature % 64) & 1 == 1;
                let at = if is_one { features + feature } else { feature };
                set[at / 64] |= 1 << (at % 64);
            }
            set
        };
        let within = full(2 * features);
        Hitting::new((literals, opposites), (&within, narrow), positives, rows.iter().map(rejecting).collect(), legal)
    }

    fn new(
        (literals, opposites): (Vec<Literal>, Vec<Option<usize>>),
        (within, narrow): (&[u64], &Narrow),
        positives: &[&[u64]],
        mut rejecting: Vec<Vec<u64>>,
        legal: Legal<'a>,
    ) -> Hitting<'a> {
        let cover = |literal: Literal| {
            (0..positives.len()).fold(0, |set, at| set | u32::from(holds(literal, positives[at])) << at)
        };
        let mut covers = vec![0; literals.len()];
        let mut tighter = vec![None; literals.len()];
        for at in bits(within) {
            covers[at] = cover(literals[at]);
            tighter[at] = narrow.tighter(literals[at]).map(cover);
        }
        // Rows that few literals reject decide most.
        rejecting.sort_unstable_by(|a, b| ones(a).cmp(&ones(b)).then_with(|| a.cmp(b)));
        rejecting.dedup();
        let mut rejected = vec![vec![0u64; rejecting.len().div_ceil(64)]; literals.len()];
        for (row, set) in rejecting.iter().enumerate() {
            bits(set).for_each(|literal| rejected[literal][row / 64] |= 1 << (row % 64));
        }
        Hitting { literals, covers, tighter, opposites, rejected, rejecting, within: within.to_vec(), legal }
    }

    /// Counts all terms of `size` literals, or gives up when `work` is used up; what was used is taken from it.
    pub(super) fn count(&self, size: usize, sets: usize, work: &mut Work<'_>) -> Result<Tally, Cut> {
        let mut search = Search { on: self, tally: vec![0.0; sets], chosen: Vec::new(), weight: 1.0, work };
        let (unhit, mut allowed) = self.start();
        search.descend(size, &unhit, &mut allowed, u32::MAX)?;
        Ok(search.tally)
    }

    /// Adds one random branch of the search to the tally, weighted so that the expected sum is the exact tally. What it cost is
    /// taken from `work`.
    pub(super) fn probe(&self, size: usize, tally: Tally, dice: &mut Dice, work: &mut Work<'_>) -> Result<Tally, Cut> {
        let mut search = Search { on: self, tally, chosen: Vec::new(), weight: 1.0, work };
        let (mut unhit, mut allowed) = self.start();
        let (mut left, mut cover) = (size, u32::MAX);
        while left > 2 {
            let choices = self.choices(&unhit, &allowed);
            // The number of ways to go on differs from choice to choice: earlier ones leave out fewer literals.
            let room = ones(&allowed) as f64;
            search.spend((COMPARED * allowed.len() + left * choices.len() + unhit.len()) as u64)?;
            let ways = |rank: usize| combinations(room - 1.0 - rank as f64, left - 1);
            let total: f64 = (0..choices.len()).map(ways).sum();
            if total <= 0.0 {
                return Ok(search.tally);
            }
            let mut ticket = dice.unit() * total;
            let rank = (0..choices.len())
                .find(|&rank| {
                    ticket -= ways(rank);
                    ticket < 0.0
                })
                .unwrap_or(0);
            search.weight *= total / ways(rank).max(f64::MIN_POSITIVE);
            choices[..=rank].iter().for_each(|&literal| remove(&mut allowed, literal));
            let literal = choices[rank];
            self.opposites[literal].into_iter().for_each(|opposite| remove(&mut allowed, opposite));
            unhit.iter_mut().zip(&self.rejected[literal]).for_each(|(unhit, hit)| *unhit &= !hit);
            search.chosen.push(literal);
            cover &= self.covers[literal];
            left -= 1;
        }
        search.descend(left, &unhit, &mut allowed, cover)?;
        Ok(search.tally)
    }

    /// All rows, and all literals that may be chosen.
    fn start(&self) -> (Vec<u64>, Vec<u64>) {
        (full(self.rejecting.len()), self.within.clone())
    }

    /// Literals of which a term needs one: those that reject a tight row, or all if no row is left.
    fn choices(&self, unhit: &[u64], allowed: &[u64]) -> Vec<usize> {
        let both = |row: usize| self.rejecting[row].iter().zip(allowed).map(|(a, b)| (a & b).count_ones()).sum::<u32>();
        let tight = bits(unhit).take(COMPARED).min_by_key(|&row| both(row));
        let set: Vec<u64> = match tight {
            Some(row) => self.rejecting[row].iter().zip(allowed).map(|(a, b)| a & b).collect(),
            None => allowed.to_vec(),
        };
        bits(&set).collect()
    }
}

/// One search, or one branch of it.
struct Search<'s, 'a, 'r> {
    on: &'s Hitting<'a>,
    tally: Tally,
    /// The places of the literals that were chosen.
    chosen: Vec<usize>,
    /// What a term counts.
    weight: f64,
    work: &'s mut Work<'r>,
}

impl Search<'_, '_, '_> {
    /// Counts the terms with `left` literals more, of those allowed, that reject the rows not hit yet.
    fn descend(&mut self, left: usize, unhit: &[u64], allowed: &mut [u64], cover: u32) -> Result<(), Cut> {
        let on = self.on;
        if left == 1 {
            let last = self.last(unhit, None, allowed)?;
            bits(&last).for_each(|literal| self.add(cover, [literal].into_iter()));
            return Ok(());
        }
        for literal in on.choices(unhit, allowed) {
            remove(allowed, literal);
            let mut rest = allowed.to_vec();
            on.opposites[literal].into_iter().for_each(|opposite| remove(&mut rest, opposite));
            if left == 2 {
                let last = self.last(unhit, Some(literal), &rest)?;
                bits(&last).for_each(|other| self.add(cover, [literal, other].into_iter()));
                continue;
            }
            self.spend(2 * unhit.len() as u64 + 20)?;
            let unhit: Vec<u64> = unhit.iter().zip(&on.rejected[literal]).map(|(unhit, hit)| unhit & !hit).collect();
            self.chosen.push(literal);
            let done = self.descend(left - 1, &unhit, &mut rest, cover & on.covers[literal]);
            self.chosen.pop();
            done?;
        }
        Ok(())
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

    fn add(&mut self, cover: u32, last: impl Iterator<Item = usize> + Clone) {
        let on = self.on;
        let mut term = self.chosen.iter().copied().chain(last.clone());
        let cover = last.fold(cover, |cover, literal| cover & on.covers[literal]);
        let is_wide = |at: usize| on.tighter[at].is_some_and(|tighter| tighter & cover == cover);
        let counts = match (cover, on.legal) {
            // What covers a positive is possible.
            (0, Some((domain, tested))) => {
                tested.allows(domain, &term.map(|at| on.literals[at]).collect::<Vec<Literal>>())
            }
            (0, None) => true,
            _ => !term.any(is_wide),
        };
        if counts {
            self.tally[cover as usize] += self.weight;
        }
    }

    fn spend(&mut self, words: u64) -> Result<(), Cut> {
        self.work.spend(words)
    }
}

/// The number of ways to choose `count` of `of` things; 0 if there are fewer.
pub(super) fn combinations(of: f64, count: usize) -> f64 {
    (0..count).map(|i| ((of - i as f64) / (i + 1) as f64).max(0.0)).product()
}
