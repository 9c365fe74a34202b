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
            Event::StepStarted { complexity, .. } => self.activity = complexity.to_string(),
            Event::StepFinished { step, .. } => self.done = step + 1,
            // An engine's own progress, and whatever there may be in later versions.
            _ => {}
        }
    }
}

/// `[#####---------------] 3 of 12: 2 literals, 1 term`.
impl fmt::Display for Bar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Bar { done, total, activity } = self;
        match total {
            None => write!(f, "{done} done: {activity}"),
            Some(total) => {
                let full = WIDTH * done / (*total).max(1);
                write!(f, "[{}{}] {done} of {total}: {activity}", "#".repeat(full), "-".repeat(WIDTH - full))
            }
        }
    }
}
