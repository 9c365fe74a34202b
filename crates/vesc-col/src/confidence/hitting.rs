//! Terms of one size that reject given rows, counted by the positives on which they are true.
//!
//! A search of its own: it counts by sets of positives and knows intervals, which no engine's count of terms tells.

mod search;

use vesc_col_core::{Domain, Literal, Run, StopReason};

use super::dice::Dice;
use super::narrow::Narrow;
use super::sets::{bits, full, has, holds, insert, ones, remove};
use super::tested::Tested;
use search::HittingSearch;

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
    /// For each row how many runs it stands for, if a term may fail to reject it.
    runs: Vec<Option<u32>>,
    /// How many runs a term may fail to reject.
    spare: u32,
    /// What the terms must be possible in; `None` if all of them are.
    legal: LegalInputs<'a>,
    /// Whether a term may be impossible that is true on a positive: cells of it are unknown.
    is_partial: bool,
}

/// A row that terms are to reject.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rejecting {
    /// The literals that reject it.
    pub(super) literals: Vec<u64>,
    /// How many runs it stands for, if a term may fail to reject it.
    pub(super) runs: Option<u32>,
}

/// The inputs that can occur, if not all can, and what the literals test.
pub(super) type LegalInputs<'a> = Option<(&'a Domain, &'a Tested<'a>)>;

/// How many terms there are, by the positives on which they are true: element `i` is for the set with the bits of `i`. Where
/// terms may fail to reject some runs, there is a part of that length for each number of these.
pub(super) type TermCounts = Vec<f64>;

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

    pub(super) fn spend(&mut self, words: u64) -> Result<(), Cut> {
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
        let rejecting = rows.iter().map(differing).map(Rejecting::always).collect();
        Hitting::new((literals, opposites), (within, narrow), positives, rejecting, None)
    }

    /// Narrow terms of literals in the set `within`: literals of these features, then their complements. They reject all `rows`, and are true on some legal input.
    pub(super) fn anywhere(
        features: usize,
        within: &[u64],
        narrow: &Narrow,
        (positives, rows): (&[&[u64]], &[&[u64]]),
        legal: LegalInputs<'a>,
    ) -> Hitting<'a> {
        let rejecting = |row: &&[u64]| {
            let mut set = vec![0; (2 * features).div_ceil(64)];
            for feature in 0..features {
                let is_one = row[feature / 64] >> (feature % 64) & 1 == 1;
                let at = if is_one { features + feature } else { feature };
                if has(within, at) {
                    insert(&mut set, at);
                }
            }
            set
        };
        let rejecting = rows.iter().map(rejecting).map(Rejecting::always).collect();
        Hitting::new(both(features), (within, narrow), positives, rejecting, legal)
    }

    /// Terms of literals in the set `within` that may fail to reject `spare` runs of the rows that allow it. In a set of literals
    /// the complements follow those that are not negated. `positives` are the sets of literals that are true there, or may be.
    pub(super) fn sparing(
        features: usize,
        within: &[u64],
        positives: &[Vec<u64>],
        (rejecting, spare): (Vec<Rejecting>, u32),
        legal: LegalInputs<'a>,
    ) -> Hitting<'a> {
        let mut hitting = Hitting::new(both(features), (within, &Narrow::new(features, &[])), &[], rejecting, legal);
        hitting.covers = (0..2 * features)
            .map(|literal| (0..positives.len()).fold(0, |set, at| set | u32::from(has(&positives[at], literal)) << at))
            .collect();
        Hitting { spare, is_partial: true, ..hitting }
    }

    fn new(
        (literals, opposites): (Vec<Literal>, Vec<Option<usize>>),
        (within, narrow): (&[u64], &Narrow),
        positives: &[&[u64]],
        mut rejecting: Vec<Rejecting>,
        legal: LegalInputs<'a>,
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
        rejecting.sort_unstable_by(|a, b| ones(&a.literals).cmp(&ones(&b.literals)).then_with(|| a.cmp(b)));
        // A row that must be rejected comes before equal ones that need not.
        rejecting.dedup_by(|later, before| later.literals == before.literals && before.take(later));
        let runs = rejecting.iter().map(|row| row.runs).collect();
        let rejecting: Vec<Vec<u64>> = rejecting.into_iter().map(|row| row.literals).collect();
        let mut rejected = vec![vec![0u64; rejecting.len().div_ceil(64)]; literals.len()];
        for (row, set) in rejecting.iter().enumerate() {
            bits(set).for_each(|literal| rejected[literal][row / 64] |= 1 << (row % 64));
        }
        Hitting {
            literals,
            covers,
            tighter,
            opposites,
            rejected,
            rejecting,
            within: within.to_vec(),
            runs,
            spare: 0,
            legal,
            is_partial: false,
        }
    }

    /// Counts all terms of `size` literals, or gives up when `work` is used up; what was used is taken from it.
    pub(super) fn count(&self, size: usize, length: usize, work: &mut Work<'_>) -> Result<TermCounts, Cut> {
        let mut search =
            HittingSearch { on: self, tally: vec![0.0; length], chosen: Vec::new(), weight: 1.0, dice: None, work };
        let (unhit, mut allowed) = self.start();
        search.descend(size, &unhit, &mut allowed, (u32::MAX, 0))?;
        Ok(search.tally)
    }

    /// Adds one random branch of the search to the tally, weighted so that the expected sum is the exact tally. What it cost is
    /// taken from `work`.
    pub(super) fn probe(
        &self,
        size: usize,
        tally: TermCounts,
        dice: &mut Dice,
        work: &mut Work<'_>,
    ) -> Result<TermCounts, Cut> {
        let mut search = HittingSearch { on: self, tally, chosen: Vec::new(), weight: 1.0, dice: None, work };
        let (mut unhit, mut allowed) = self.start();
        let (mut left, mut cover, mut missed) = (size, u32::MAX, 0);
        while left > 2 {
            let tight = self.tight(&unhit, &allowed);
            let choices = self.choices(tight, &allowed);
            // The number of ways to go on differs from choice to choice: earlier ones leave out fewer literals.
            let room = ones(&allowed) as f64;
            search.spend((COMPARED * allowed.len() + left * choices.len() + unhit.len()) as u64)?;
            let ways = |rank: usize| combinations(room - 1.0 - rank as f64, left - 1);
            let runs = tight.and_then(|row| self.runs_to_miss(row, missed).map(|runs| (row, runs)));
            let ways_to_miss = runs.map_or(0.0, |_| combinations(room - choices.len() as f64, left));
            let total: f64 = (0..choices.len()).map(ways).sum::<f64>() + ways_to_miss;
            if total <= 0.0 {
                return Ok(search.tally);
            }
            let mut ticket = dice.unit() * total;
            if let Some((row, runs)) = runs.filter(|_| ticket < ways_to_miss) {
                search.weight *= total / ways_to_miss;
                remove(&mut unhit, row);
                choices.iter().for_each(|&literal| remove(&mut allowed, literal));
                missed += runs;
                continue;
            }
            ticket -= ways_to_miss;
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
        search.dice = Some(dice);
        search.descend(left, &unhit, &mut allowed, (cover, missed))?;
        Ok(search.tally)
    }

    /// All rows, and all literals that may be chosen.
    fn start(&self) -> (Vec<u64>, Vec<u64>) {
        (full(self.rejecting.len()), self.within.clone())
    }

    /// A row that few of the allowed literals reject; `None` if no row is left.
    fn tight(&self, unhit: &[u64], allowed: &[u64]) -> Option<usize> {
        let both = |row: usize| self.rejecting[row].iter().zip(allowed).map(|(a, b)| (a & b).count_ones()).sum::<u32>();
        bits(unhit).take(COMPARED).min_by_key(|&row| both(row))
    }

    /// Literals of which a term needs one: those that reject the tight row, or all if no row is left.
    fn choices(&self, tight: Option<usize>, allowed: &[u64]) -> Vec<usize> {
        let set: Vec<u64> = match tight {
            Some(row) => self.rejecting[row].iter().zip(allowed).map(|(a, b)| a & b).collect(),
            None => allowed.to_vec(),
        };
        bits(&set).collect()
    }

    /// The number of runs that this row stands for, if a term may fail to reject them beside the `missed` ones.
    fn runs_to_miss(&self, row: usize, missed: u32) -> Option<u32> {
        self.runs[row].filter(|runs| missed + runs <= self.spare)
    }
}

impl Rejecting {
    /// A row that every term must reject.
    pub(super) fn always(literals: Vec<u64>) -> Rejecting {
        Rejecting { literals, runs: None }
    }

    /// Makes one row of this one and a later equal one.
    fn take(&mut self, later: &Rejecting) -> bool {
        self.runs = self.runs.zip(later.runs).map(|(runs, more)| runs.saturating_add(more));
        true
    }
}

/// All literals, then all of their complements; and for each the place of its complement.
fn both(features: usize) -> (Vec<Literal>, Vec<Option<usize>>) {
    let literals = (0..features).map(Literal::positive).chain((0..features).map(Literal::negative)).collect();
    (literals, (0..2 * features).map(|at| Some((at + features) % (2 * features))).collect())
}

/// The number of ways to choose `count` of `of` things; 0 if there are fewer.
pub(super) fn combinations(of: f64, count: usize) -> f64 {
    (0..count).map(|i| ((of - i as f64) / (i + 1) as f64).max(0.0)).product()
}
