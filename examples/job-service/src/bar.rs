//! How far a job has come.

use std::fmt;

use vesc_col::run::Event;

/// A bar, drawn from the events of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bar {
    /// Sub-spaces that were measured.
    pub done: usize,
    /// Sub-spaces in all, if they have an end.
    pub total: Option<usize>,
    /// Thousandths of the sub-space that is being measured, as far as an engine says so.
    pub part: u64,
    /// What is being done.
    pub activity: String,
}

/// Characters between the brackets.
const WIDTH: usize = 20;

impl Bar {
    pub(crate) fn new(total: Option<usize>) -> Bar {
        Bar { total, activity: "waiting".to_owned(), ..Bar::default() }
    }

    pub(crate) fn hear(&mut self, event: &Event<'_>) {
        match event {
            Event::StepStarted { complexity, .. } => {
                self.part = 0;
                self.activity = complexity.to_string();
            }
            // Several engines may be at work, and each begins anew with every activity: the bar never goes back.
            Event::Progress { done, total: Some(total), .. } => {
                let part = u128::from(*done) * 1000 / u128::from(*total).max(1);
                self.part = self.part.max(part.min(1000) as u64);
            }
            Event::StepFinished { step, .. } => (self.done, self.part) = (step + 1, 0),
            // What has no total, and whatever there may be in later versions.
            _ => {}
        }
    }
}

/// `[#####---------------] 3 of 12: 2 literals, 1 term`.
impl fmt::Display for Bar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Bar { done, total, part, activity } = self;
        match total {
            None => write!(f, "{done} done: {activity}"),
            Some(total) => {
                let full = WIDTH * (1000 * done + *part as usize) / (1000 * (*total).max(1));
                write!(f, "[{}{}] {done} of {total}: {activity}", "#".repeat(full), "-".repeat(WIDTH - full))
            }
        }
    }
}
