//! One campaign: its runs and its hidden cause.

use std::error::Error;
use std::sync::Arc;

use vesc_col::data::{Domain, Sample, Test};
use vesc_col::{Dataset, Features};

use crate::cause::Cause;
use crate::dice::Dice;
use crate::system::{Family, System};

/// How many runs a campaign has.
const RUNS: [usize; 6] = [300, 300, 500, 1000, 2000, 5000];
/// After how many runs with the event the engineer stops collecting them.
const COLLECTED: [usize; 9] = [1, 1, 2, 2, 3, 4, 6, 9, 12];

/// The most runs with the event that there are, in the file or not: it is rare.
const EVENTS: [usize; 4] = [12, 30, 100, 300];
/// So many causes are drawn until the event is rare enough.
const DRAWN: usize = 200;

/// What is not as it was in the runs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Noise {
    /// The share of cells that are unknown.
    pub(crate) unknown: f64,
    /// How many labels are wrong: of a run with the event or of one without, both alike.
    pub(crate) wrong_labels: usize,
}

/// A system, its cause, and the runs that an engineer has.
pub(crate) struct Campaign {
    system: System,
    pub(crate) cause: Cause,
    dice: Dice,
    pub(crate) data: Arc<Dataset>,
    /// The inputs that can occur.
    pub(crate) domain: Domain,
}

impl Campaign {
    /// 300 to 5000 runs, the first 1 to 12 of those with the event among them: an engineer stops collecting them. `None` if
    /// no cause was found that is rare. The same seed makes the same campaign.
    pub(crate) fn random(family: Family, seed: u64, outside: f64) -> Result<Option<Campaign>, Box<dyn Error>> {
        Campaign::noisy((family, seed), outside, Noise::default())
    }

    /// The same where some cells are unknown and some labels are wrong. `None` also if no run with the event would be left.
    pub(crate) fn noisy(
        (family, seed): (Family, u64),
        outside: f64,
        noise: Noise,
    ) -> Result<Option<Campaign>, Box<dyn Error>> {
        let mut dice = Dice::new(seed * 8 + family as u64);
        let mut system = System::random(family, &mut dice);
        let runs = dice.pick(&RUNS);
        let rows: Vec<Vec<bool>> = (0..runs).map(|_| system.run(&mut dice)).collect();
        let is_inside = !dice.chance(outside);
        // Causes are drawn until one is rare.
        let events = dice.pick(&EVENTS);
        let rare = |cause: &Cause| (1..=events).contains(&rows.iter().filter(|row| cause.holds(row)).count());
        let Some(cause) = (0..DRAWN).map(|_| Cause::random(&rows, is_inside, &mut dice)).find(rare) else {
            return Ok(None);
        };
        let most = dice.pick(&COLLECTED);
        let cuts = system.cuts();
        let (features, domain) = features(&cause, (rows[0].len(), &cuts))?;
        let mut builder = Dataset::builder(features).with_contradictions();
        let mut collected: Vec<&[bool]> = Vec::new();
        let mut kept: Vec<(bool, Vec<bool>)> = Vec::new();
        let mut positives = 0;
        for row in &rows {
            let label = cause.holds(row);
            positives += usize::from(label);
            if !label || positives <= most {
                kept.push((label, columns(&cause, row)));
                collected.extend(label.then_some(&**row));
            }
        }
        for _ in 0..noise.wrong_labels {
            let of = dice.chance(0.5);
            let places: Vec<usize> = (0..kept.len()).filter(|&at| kept[at].0 == of).collect();
            if places.len() < 2 {
                return Ok(None);
            }
            let place = dice.pick(&places);
            kept[place].0 = !of;
        }
        for (label, row) in kept {
            let cells =
                row.into_iter().map(|cell| (noise.unknown == 0.0 || !dice.chance(noise.unknown)).then_some(cell));
            builder.push_partial(label, cells)?;
        }
        let narrowed = cause.narrowed(&collected, &cuts);
        let cause = cause.with_terms(narrowed);
        let data = Arc::new(builder.build()?);
        let is_clean = noise.wrong_labels > 0 || data.contradictions() == 0;
        Ok((positives > 0 && is_clean).then_some(Campaign { system, cause, dice, data, domain }))
    }

    /// A further run: its cells in the file, and whether it has the event. Where columns are ordered, a run between the events
    /// that were seen and the cause's cuts has none: nobody can know.
    pub(crate) fn run(&mut self) -> (Vec<bool>, bool) {
        let row = self.system.run(&mut self.dice);
        (columns(&self.cause, &row), self.cause.holds(&row))
    }

    /// Simulates an input: whether it has the event. A column that the file does not have takes a random value.
    pub(crate) fn simulate(&mut self, input: &Sample) -> bool {
        let mut row: Vec<bool> = input.iter().map(|cell| *cell).collect();
        if let Some(hidden) = self.cause.hidden {
            row.insert(hidden, self.dice.chance(0.5));
        }
        self.cause.holds(&row)
    }
}

/// The features that the file has, and which inputs can occur: all, but that cuts of a column imply each other.
fn features(cause: &Cause, (width, cuts): (usize, &[Option<usize>])) -> Result<(Features, Domain), Box<dyn Error>> {
    let seen: Vec<usize> = (0..width).filter(|&column| cause.hidden != Some(column)).collect();
    let start = |column: usize| cuts.get(column).copied().flatten();
    if seen.iter().all(|&column| start(column).is_none()) {
        return Ok((Features::numbered(seen.len()), Domain::free()));
    }
    let named = seen.iter().map(|&column| match start(column) {
        Some(start) => (format!("v{start}"), Some(Test::AtLeast((column - start + 1).to_string()))),
        None => (format!("x{column}"), None),
    });
    let mut domain = Domain::builder(seen.len());
    for first in (0..seen.len()).filter(|&at| start(seen[at]).is_some()) {
        let next = first + 1;
        if next < seen.len() && start(seen[next]) == start(seen[first]) {
            domain = domain.ordered([first, next]);
        }
    }
    Ok((Features::typed(named)?, domain.build()?))
}

/// The cells that the file has.
fn columns(cause: &Cause, row: &[bool]) -> Vec<bool> {
    let seen = row.iter().enumerate().filter(|&(column, _)| cause.hidden != Some(column));
    seen.map(|(_, &cell)| cell).collect()
}
