//! Clauses for counting gates: unary sums over segments of the operands.

use std::collections::HashMap;

use crate::Lit;
use crate::encoder::Encoder;
use crate::encoding::Counter;
use crate::error::MeasureError;

/// The sums made so far over one list of operands.
#[derive(Debug, Default)]
pub(crate) struct Network {
    /// By segment and count: the literal "at least `count` operands of the segment are true".
    cells: HashMap<Cell, Lit>,
}

/// "At least `count` of the `length` operands from `start` on are true", `1 <= count <= length`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Cell {
    start: usize,
    length: usize,
    count: usize,
}

impl Encoder<'_> {
    /// A literal equivalent to "at least `threshold` of the operands are true", `1 <= threshold <= operands.len()`.
    ///
    /// Only those sums are made that the threshold depends on, and they are shared with all other thresholds over the
    /// same operands.
    pub(crate) fn at_least(&mut self, threshold: usize, operands: Vec<Lit>) -> Result<Lit, MeasureError> {
        let length = operands.len();
        let entry = self.networks.entry(operands.into_boxed_slice());
        let network = entry.index();
        entry.or_default();
        let mut fresh = Vec::new();
        let output = self.cell(network, Cell { start: 0, length, count: threshold }, &mut fresh)?;
        while let Some((cell, literal)) = fresh.pop() {
            self.merge(network, cell, literal, &mut fresh)?;
        }
        Ok(output)
    }

    /// The literal of a cell; noted in `fresh` if it is yet to be defined.
    fn cell(&mut self, network: usize, cell: Cell, fresh: &mut Vec<(Cell, Lit)>) -> Result<Lit, MeasureError> {
        let (operands, sums) = self.networks.get_index(network).expect("the network was made before its cells");
        if cell.length == 1 {
            return Ok(operands[cell.start]);
        }
        if let Some(&literal) = sums.cells.get(&cell) {
            return Ok(literal);
        }
        let literal = self.variable()?;
        self.networks[network].cells.insert(cell, literal);
        fresh.push((cell, literal));
        Ok(literal)
    }

    /// Defines a cell by the sums of the two parts of its segment.
    fn merge(
        &mut self,
        network: usize,
        cell: Cell,
        sum: Lit,
        fresh: &mut Vec<(Cell, Lit)>,
    ) -> Result<(), MeasureError> {
        let Cell { start, length, count } = cell;
        let left = match self.encoding().counter {
            Counter::Sequential => length - 1,
            Counter::Totalizer => length / 2,
        };
        let right = length - left;
        // A count of 0 is always reached, one above the length never; neither takes part in a clause.
        let mut part = |encoder: &mut Self, start: usize, length: usize, count: usize| {
            let possible = (1..=length).contains(&count);
            possible.then(|| encoder.cell(network, Cell { start, length, count }, fresh)).transpose()
        };
        // i on the left and the rest on the right are enough.
        for i in count.saturating_sub(right)..=count.min(left) {
            let a = part(self, start, left, i)?;
            let b = part(self, start + left, right, count - i)?;
            let clause: Vec<Lit> = a.into_iter().chain(b).map(|literal| !literal).chain([sum]).collect();
            self.clause(&clause)?;
        }
        // Enough means more than i on the left, or no less than the rest on the right.
        for i in count.saturating_sub(right + 1)..=(count - 1).min(left) {
            let a = part(self, start, left, i + 1)?;
            let b = part(self, start + left, right, count - i)?;
            let clause: Vec<Lit> = a.into_iter().chain(b).chain([!sum]).collect();
            self.clause(&clause)?;
        }
        Ok(())
    }
}
