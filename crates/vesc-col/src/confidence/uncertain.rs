//! Rows of which cells are unknown, or whose labels may be wrong, as sets of literals.

use vesc_col_core::{Dataset, Dnf, Domain, Literal, Run, Sample, Samples, StopReason};

use super::dice::Dice;
use super::hitting::{Hitting, LegalInputs, Rejecting};
use super::sets::{bits, full, has, insert, ones};
use super::tested::{MOST_POSITIVES, ROWS_BETWEEN_LOOKS, spread};

/// Rows as sets of literals: all literals that are not negated, then their complements.
#[derive(Debug)]
pub(super) struct Uncertain {
    features: usize,
    /// The positives that are told apart, by the literals that are true there.
    pub(super) positives: Vec<Vec<u64>>,
    /// How many runs each of them stands for.
    pub(super) runs: Vec<u32>,
    /// Whether these are all.
    pub(super) has_all_positives: bool,
    negatives: Vec<Rejecting>,
    /// How many runs of the negatives a term may hold on.
    pub(super) spare: u32,
    /// More rows are not looked at.
    most_rows: usize,
}

/// What unknown cells are taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cells {
    /// What suits a formula least.
    Worst,
    /// What suits it best.
    Best,
}

/// How many cells are looked at, over all searches.
const MOST_CELLS: usize = 80_000_000;
/// So many times the unknown cells of a row are drawn until the row is legal.
const MOST_REDRAWN: usize = 30;

impl Uncertain {
    /// The rows of a data set. A term may hold on `spare` runs of the negatives.
    pub(super) fn new(data: &Dataset, cells: Cells, spare: u32, run: &Run) -> Result<Uncertain, StopReason> {
        let features = data.features().len();
        let (for_positives, for_negatives) = (cells == Cells::Best, cells == Cells::Worst);
        let mut positives = Vec::with_capacity(data.positives().distinct());
        for (index, runs) in counted(data.positives(), run) {
            let runs = runs?;
            // The sense does not move which of them are told apart.
            let row: Vec<u64> = true_on(data.positives(), index, features, false);
            positives.push((row, (index, runs)));
        }
        positives.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let has_all_positives = positives.len() <= MOST_POSITIVES;
        if !has_all_positives {
            positives = spread(&positives, |row| &row.0);
        }
        let mut negatives = Vec::with_capacity(data.negatives().distinct());
        for (index, runs) in counted(data.negatives(), run) {
            let runs = runs?;
            let literals = without(&full(2 * features), &true_on(data.negatives(), index, features, for_negatives));
            negatives.push(Rejecting { literals, runs: (runs <= spare).then_some(runs) });
        }
        let most_rows = MOST_CELLS / (2 * features * (positives.len() + 2));
        Ok(Uncertain {
            features,
            runs: positives.iter().map(|&(_, (_, runs))| runs).collect(),
            has_all_positives: has_all_positives && negatives.len() <= most_rows,
            positives: positives
                .iter()
                .map(|&(_, (index, _))| true_on(data.positives(), index, features, for_positives))
                .collect(),
            negatives,
            spare,
            most_rows,
        })
    }

    /// Whether a formula is true on the positive at this place.
    pub(super) fn explains(&self, dnf: &Dnf, at: usize) -> bool {
        let row = &self.positives[at];
        let place = |literal: Literal| if literal.is_negated() { self.features } else { 0 } + literal.feature();
        dnf.terms().iter().any(|term| term.iter().all(|&literal| has(row, place(literal))))
    }

    /// The terms that are true on all positives.
    pub(super) fn on_all<'a>(&self, legal: LegalInputs<'a>) -> Hitting<'a> {
        let mut within = full(2 * self.features);
        for row in &self.positives {
            within.iter_mut().zip(row).for_each(|(all, set)| *all &= set);
        }
        self.search(&within, 0, legal)
    }

    /// The terms that are true on this positive and on none before it; on no positive if there is none at this place.
    pub(super) fn on_first<'a>(&self, first: usize, legal: LegalInputs<'a>) -> Hitting<'a> {
        let all = full(2 * self.features);
        self.search(self.positives.get(first).unwrap_or(&all), first, legal)
    }

    fn search<'a>(&self, within: &[u64], refused: usize, legal: LegalInputs<'a>) -> Hitting<'a> {
        let all = full(2 * self.features);
        let positives = self.positives[..refused].iter().map(|row| Rejecting::always(without(&all, row)));
        let only = |row: Rejecting| {
            let literals = row.literals.iter().zip(within).map(|(set, within)| set & within).collect();
            Rejecting { literals, ..row }
        };
        let mut rows: Vec<Rejecting> = positives.chain(self.negatives.iter().cloned()).map(only).collect();
        if rows.len() > self.most_rows {
            // Those that most terms reject.
            rows.sort_by_cached_key(|row| ones(&row.literals));
            rows.truncate(self.most_rows);
        }
        Hitting::sparing(self.features, within, &self.positives, (rows, self.spare), legal)
    }
}

/// The same rows with each unknown cell drawn by the share of ones among the known cells of its column.
pub(super) fn completed(data: &Dataset, domain: &Domain, seed: u64, run: &Run) -> Result<Dataset, StopReason> {
    let features = data.features().len();
    let (mut ones, mut known) = (vec![0u32; features], vec![0u32; features]);
    for samples in [data.positives(), data.negatives()] {
        for (index, runs) in counted(samples, run) {
            runs?;
            for (feature, cell) in samples.cells(index).enumerate() {
                ones[feature] += u32::from(cell == Some(true));
                known[feature] += u32::from(cell.is_some());
            }
        }
    }
    let share = |feature: usize| match known[feature] {
        0 => 0.5,
        known => f64::from(ones[feature]) / f64::from(known),
    };
    let mut dice = Dice::new(seed);
    let mut builder = Dataset::builder(data.features().clone()).with_contradictions();
    for (label, samples) in [(true, data.positives()), (false, data.negatives())] {
        for (index, runs) in counted(samples, run) {
            runs?;
            let mut draw = || {
                let mut row = samples.words(index).to_vec();
                let unknown = samples.unknown(index).into_iter().flat_map(bits);
                unknown.filter(|&feature| dice.unit() < share(feature)).for_each(|feature| insert(&mut row, feature));
                row
            };
            let is_legal = |row: &Vec<u64>| domain.contains(&Sample::from_slice(row)[..features]);
            let drawn = (0..MOST_REDRAWN).map(|_| draw()).find(is_legal);
            let row = drawn.or_else(|| samples.completions_within(index, domain).next());
            let row = row.unwrap_or_else(|| samples.words(index).to_vec());
            builder.push_words(label, &row).expect("the row has as many cells as there are features");
        }
    }
    Ok(builder.build().expect("rows may contradict each other"))
}

/// The places of the distinct samples and how many runs each stands for, with a look at the run now and then.
fn counted<'r>(samples: &'r Samples, run: &'r Run) -> impl Iterator<Item = (usize, Result<u32, StopReason>)> + 'r {
    (0..samples.distinct()).map(move |index| {
        let checked = if index % ROWS_BETWEEN_LOOKS == 0 { run.check() } else { Ok(()) };
        (index, checked.map(|()| u32::try_from(samples.weight(index)).unwrap_or(u32::MAX)))
    })
}

/// The literals that are true on a row; those of unknown cells too, if these suit.
fn true_on(samples: &Samples, index: usize, features: usize, unknown_suit: bool) -> Vec<u64> {
    let mut set = vec![0; (2 * features).div_ceil(64)];
    for (feature, cell) in samples.cells(index).enumerate() {
        for (literal, value) in [(feature, true), (features + feature, false)] {
            if cell.map_or(unknown_suit, |cell| cell == value) {
                insert(&mut set, literal);
            }
        }
    }
    set
}

/// The members of a set that are not in another.
fn without(set: &[u64], other: &[u64]) -> Vec<u64> {
    set.iter().zip(other).map(|(set, other)| set & !other).collect()
}
