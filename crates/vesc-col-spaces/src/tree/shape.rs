//! Which split is whose child.

use vesc_col_core::{Circuit, Signal};

/// The part of the encoding that describes the shape of a tree with a given number of splits.
///
/// The splits are numbered level by level, so that the sides that go on lead to split 1, 2, 3 and so forth. `sides` has
/// two bits, *goes on* and *value*, for each side of each split but the last, and one for the last split.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    splits: usize,
}

impl Shape {
    /// The shapes of at least one split.
    pub(super) fn new(splits: usize) -> Shape {
        Shape { splits }
    }

    /// How many bits describe a shape and its leaves.
    pub(super) fn width(self) -> usize {
        self.splits.saturating_sub(1).saturating_mul(4).saturating_add(1)
    }

    /// Whether every split but the first is the child of one before it, and no two leaves of a split are equal.
    pub(super) fn is_tree(self, circuit: &mut Circuit, sides: &[Signal]) -> Signal {
        let mut constraints = Vec::new();
        let goes_on: Vec<Signal> = goes_on(sides).collect();
        for split in 1..self.splits {
            constraints.push(circuit.at_least(split, goes_on[..2 * split].iter().copied()));
        }
        constraints.push(circuit.exactly(self.splits - 1, goes_on));
        for pair in sides.chunks_exact(4) {
            let [high_on, high, low_on, low] = [pair[0], pair[1], pair[2], pair[3]];
            constraints.push(!circuit.and([high_on, high]));
            constraints.push(!circuit.and([low_on, low]));
            let same = circuit.iff(high, low);
            constraints.push(!circuit.and([!high_on, !low_on, same]));
        }
        circuit.and(constraints)
    }

    /// For each two splits whether the first one is below the second one.
    pub(super) fn descents(self, circuit: &mut Circuit, sides: &[Signal]) -> Vec<(usize, usize, Signal)> {
        let child = self.children(circuit, sides);
        let mut under = vec![vec![Signal::FALSE; self.splits]; self.splits];
        let mut descents = Vec::new();
        for below in 1..self.splits {
            for above in 0..below {
                let mut ways = vec![child[2 * above][below], child[2 * above + 1][below]];
                for between in above + 1..below {
                    let parent = circuit.or([child[2 * between][below], child[2 * between + 1][below]]);
                    ways.push(circuit.and([under[between][above], parent]));
                }
                under[below][above] = circuit.or(ways);
                descents.push((below, above, under[below][above]));
            }
        }
        descents
    }

    /// The value of the tree, if the features that the splits ask for have these values.
    pub(super) fn value(self, circuit: &mut Circuit, sides: &[Signal], asked: &[Signal]) -> Signal {
        let child = self.children(circuit, sides);
        let last = self.splits - 1;
        let mut values = vec![Signal::FALSE; self.splits];
        values[last] = circuit.iff(asked[last], sides[4 * last]);
        for split in (0..last).rev() {
            let side = |circuit: &mut Circuit, side: usize| {
                let mut ways = vec![sides[2 * side + 1]];
                for below in split + 1..self.splits {
                    ways.push(circuit.and([child[side][below], values[below]]));
                }
                circuit.or(ways)
            };
            let (high, low) = (side(circuit, 2 * split), side(circuit, 2 * split + 1));
            values[split] = circuit.ite(asked[split], high, low);
        }
        values[0]
    }

    /// For each side of each split but the last, and each split, whether it leads there.
    fn children(self, circuit: &mut Circuit, sides: &[Signal]) -> Vec<Vec<Signal>> {
        let goes_on: Vec<Signal> = goes_on(sides).collect();
        let mut children = Vec::with_capacity(goes_on.len());
        for side in 0..goes_on.len() {
            // As many sides before it go on as splits other than the first come before.
            let leads_to = |below: usize| {
                if !(side / 2 + 1..side + 2).contains(&below) {
                    return Signal::FALSE;
                }
                let before = circuit.exactly(below - 1, goes_on[..side].iter().copied());
                circuit.and([goes_on[side], before])
            };
            children.push((0..self.splits).map(leads_to).collect());
        }
        children
    }
}

fn goes_on(sides: &[Signal]) -> impl Iterator<Item = Signal> {
    sides.chunks_exact(2).map(|side| side[0])
}
