//! The last three literals, where nearly all of the time goes: pairs are tested in the window, survivors on all rows.

use std::ops::ControlFlow;

use pulp::NullaryFnOnce;
use vesc_col_core::StopReason;

use crate::bits::Bits;
use crate::hitting::Search;
use crate::sink::Sink;

/// The second literal comes from the tightest of so many rows. All of the window's rows would make a little fewer pairs.
const LOOKS: usize = 12;
/// With so many words of candidates, one choice of the first of three literals takes long enough for a look at the run.
const SLOW: usize = 8;

/// Chooses three literals that hit all rows in the search's window and in `behind`, of whose second part some rows may be
/// hit already.
pub(crate) struct LastThree<'s, 'a, 'r, const W: usize, S, C> {
    pub(crate) search: &'s mut Search<'a, W, S, C>,
    pub(crate) candidates: &'s Bits<W>,
    pub(crate) behind: [&'r [Bits<W>]; 2],
}

impl<const W: usize, S: Sink<W>, C: FnMut() -> Result<(), StopReason>> NullaryFnOnce
    for LastThree<'_, '_, '_, W, S, C>
{
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn call(mut self) -> ControlFlow<()> {
        self.three()
    }
}

impl<const W: usize, S: Sink<W>, C: FnMut() -> Result<(), StopReason>> LastThree<'_, '_, '_, W, S, C> {
    #[inline(always)]
    fn three(&mut self) -> ControlFlow<()> {
        let mut others = *self.candidates;
        let all = self.search.window.all();
        let row = self.search.window.tightest(all, &others, u64::BITS as usize);
        for block in 0..W {
            let mut rest = row.0[block];
            while rest != 0 {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let first = 64 * block + bit;
                others = others.and(self.search.problem.others(first));
                let open = others.and(self.search.problem.compatible(first));
                match self.search.window.missed(all, block, bit) {
                    0 => self.window_is_hit(first, &open)?,
                    missed => self.two(first, missed, open)?,
                }
                if W >= SLOW {
                    self.search.checked()?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn two(&mut self, first: usize, missed: u64, open: Bits<W>) -> ControlFlow<()> {
        let mut open = open;
        let row = self.search.window.tightest(missed, &open, LOOKS);
        for block in 0..W {
            let mut rest = row.0[block];
            while rest != 0 {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let second = 64 * block + bit;
                let missed = self.search.window.missed(missed, block, bit);
                open = open.and(self.search.problem.others(second));
                let last = self.search.window.hitting(missed, &open.and(self.search.problem.compatible(second)));
                if !last.is_empty() {
                    self.survive([first, second], last)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The window leaves some last literals for a pair: the other rows have their say.
    #[inline(always)]
    fn survive(&mut self, pair: [usize; 2], last: Bits<W>) -> ControlFlow<()> {
        let hidden = self.behind.iter().any(|rows| !rows.is_empty());
        let last = if hidden { self.beyond_the_window(pair, last) } else { last };
        if last.is_empty() {
            return ControlFlow::Continue(());
        }
        self.search.chosen.extend(pair);
        let flow = self.search.sink.leaf(&self.search.chosen, &last);
        self.search.chosen.truncate(self.search.chosen.len() - 2);
        flow
    }

    #[inline(never)]
    fn beyond_the_window(&self, pair: [usize; 2], last: Bits<W>) -> Bits<W> {
        let mut last = last;
        // The first part's rows are missed by all literals chosen before, the second part's by all but the latest.
        let mut chosen = Bits::EMPTY;
        self.search.chosen.iter().chain(&pair).for_each(|&candidate| chosen.insert(candidate));
        for row in self.behind.iter().copied().flatten() {
            if row.common(&chosen) == 0 {
                last = last.and(row);
                if last.is_empty() {
                    break;
                }
            }
        }
        last
    }

    /// One literal hits all rows of the window: the other rows are all that counts.
    #[inline(never)]
    fn window_is_hit(&mut self, first: usize, open: &Bits<W>) -> ControlFlow<()> {
        self.search.chosen.push(first);
        let missed = |row: &&Bits<W>| self.search.chosen.iter().all(|&candidate| !row.contains(candidate));
        let rows: Vec<Bits<W>> = self.behind.iter().copied().flatten().filter(missed).copied().collect();
        let flow = self.search.two(&rows, open);
        self.search.chosen.pop();
        flow
    }
}
