//! One campaign: its runs and its hidden cause.

use std::error::Error;
use std::sync::Arc;

use vesc_col::data::Sample;
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

/// A system, its cause, and the runs that an engineer has.
pub(crate) struct Campaign {
    system: System,
    pub(crate) cause: Cause,
    dice: Dice,
    pub(crate) data: Arc<Dataset>,
}

impl Campaign {
    /// 300 to 5000 runs, the first 1 to 12 of those with the event among them: an engineer stops collecting them. `None` if
    /// no cause was found that is rare. The same seed makes the same campaign.
    pub(crate) fn random(family: Family, seed: u64, outside: f64) -> Result<Option<Campaign>, Box<dyn Error>> {
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
        let mut builder = Dataset::builder(Features::numbered(columns(&cause, &rows[0]).len())).with_contradictions();
        let mut positives = 0;
        for row in &rows {
            let label = cause.holds(row);
            positives += usize::from(label);
            if !label || positives <= most {
                builder.push(label, columns(&cause, row))?;
            }
        }
        let data = Arc::new(builder.build()?);
        Ok((positives > 0 && data.contradictions() == 0).then_some(Campaign { system, cause, dice, data }))
    }

    /// A further run: its cells in the file, and whether it has the event.
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

/// The cells that the file has.
fn columns(cause: &Cause, row: &[bool]) -> Vec<bool> {
    let seen = row.iter().enumerate().filter(|&(column, _)| cause.hidden != Some(column));
    seen.map(|(_, &cell)| cell).collect()
}
