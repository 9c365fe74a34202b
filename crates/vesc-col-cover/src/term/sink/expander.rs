//! Lists terms by their representatives.

use std::ops::ControlFlow;

use vesc_col_core::Literal;

use crate::bits::words::Bits;
use crate::term::problem::Problem;
use crate::term::sink::{Sink, each_free};

/// Keeps the sets of literals behind sets of representatives, until there are more than enough.
#[derive(Debug)]
pub(crate) struct Expander<'a> {
    classes: &'a [Vec<Literal>],
    size: usize,
    enough: usize,
    pub(crate) sets: Vec<Vec<Literal>>,
}

impl<'a> Expander<'a> {
    /// Terms have `size` literals, and more than `enough` are enough.
    pub(crate) fn new(classes: &'a [Vec<Literal>], size: usize, enough: usize) -> Expander<'a> {
        Expander { classes, size, enough, sets: Vec::new() }
    }

    fn keep(&mut self, set: &[usize]) -> ControlFlow<()> {
        self.extend(&mut Vec::with_capacity(self.size), set, 0)
    }

    /// Completes the literals taken so far by those of the classes in `set`, of the first of which `seen` have been
    /// gone through.
    fn extend(&mut self, taken: &mut Vec<Literal>, set: &[usize], seen: usize) -> ControlFlow<()> {
        let Some((&first, others)) = set.split_first() else {
            if taken.len() < self.size {
                return ControlFlow::Continue(());
            }
            self.sets.push(taken.clone());
            return if self.sets.len() > self.enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        };
        let class = &self.classes[first];
        for (index, &literal) in class.iter().enumerate().skip(seen) {
            // Each of the other classes needs a place.
            if taken.len() + others.len() < self.size {
                taken.push(literal);
                self.extend(taken, others, 0)?;
                // And more of this class.
                if index + 1 < class.len() {
                    self.extend(taken, set, index + 1)?;
                }
                taken.pop();
            }
        }
        ControlFlow::Continue(())
    }
}

impl<const W: usize> Sink<W> for Expander<'_> {
    fn counts(&self) -> bool {
        false
    }

    fn one_more(&mut self, chosen: &[usize], last: &Bits<W>) -> ControlFlow<()> {
        let mut set = chosen.to_vec();
        last.iter().try_for_each(|class| {
            set.push(class);
            let flow = self.keep(&set);
            set.pop();
            flow
        })
    }

    fn any_more(&mut self, problem: &Problem<W>, chosen: &[usize], rest: &Bits<W>, size: usize) -> ControlFlow<()> {
        each_free(problem, chosen, rest, size, &mut |set| self.keep(set))
    }

    fn counted(&mut self, _count: u128) -> ControlFlow<()> {
        unreachable!("an expander is never given mere counts")
    }
}
