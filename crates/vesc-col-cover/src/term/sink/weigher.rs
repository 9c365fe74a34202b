//! Counts terms by their representatives.
//!
//! For a class with w members the coefficients of (1 + x)^w - 1 count its sets by their size. The product over some
//! classes counts the terms behind a set of representatives.

use std::ops::{AddAssign, ControlFlow, Mul};

use num_bigint::BigUint;

use crate::bits::words::Bits;
use crate::term::problem::Problem;
use crate::term::sink::Sink;

/// Counts the sets of literals behind sets of representatives.
#[derive(Debug)]
pub(crate) struct Weigher<'a, N> {
    /// For each class the number of its sets by their size.
    choices: &'a [Vec<N>],
    size: usize,
    pub(crate) total: N,
}

impl<'a, N: Number> Weigher<'a, N> {
    /// `choices` are the [`choices_by_size`] of each class; terms have `size` literals.
    pub(crate) fn new(choices: &'a [Vec<N>], size: usize) -> Weigher<'a, N> {
        Weigher { choices, size, total: N::from(0) }
    }

    /// How many sets of each number of literals are behind the representatives.
    fn product(&self, chosen: &[usize]) -> Vec<N> {
        let mut product = vec![N::from(0); self.size + 1];
        product[0] = N::from(1);
        chosen.iter().for_each(|&class| multiply(&mut product, &self.choices[class]));
        product
    }
}

impl<const W: usize, N: Number> Sink<W> for Weigher<'_, N> {
    fn counts(&self) -> bool {
        false
    }

    fn one_more(&mut self, chosen: &[usize], last: &Bits<W>) -> ControlFlow<()> {
        let product = self.product(chosen);
        for class in last.iter() {
            for (part, choices) in self.choices[class].iter().enumerate().take(self.size + 1).skip(1) {
                self.total += product[self.size - part].clone() * choices.clone();
            }
        }
        ControlFlow::Continue(())
    }

    fn any_more(&mut self, _problem: &Problem<W>, chosen: &[usize], rest: &Bits<W>, size: usize) -> ControlFlow<()> {
        // For each number of representatives taken from the rest.
        let mut taken = vec![vec![N::from(0); self.size + 1]; size + 1];
        taken[0] = self.product(chosen);
        for class in rest.iter() {
            for number in (1..=size).rev() {
                let mut more = taken[number - 1].clone();
                multiply(&mut more, &self.choices[class]);
                taken[number].iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
            }
        }
        self.total += taken[size][self.size].clone();
        ControlFlow::Continue(())
    }

    fn counted(&mut self, _count: u128) -> ControlFlow<()> {
        unreachable!("the weights of mere counts are not known")
    }
}

/// What a number of sets is counted in.
pub(crate) trait Number:
    Clone + Send + Sync + AddAssign + Mul<Output = Self> + From<u32> + Into<BigUint>
{
}

impl Number for u128 {}
impl Number for BigUint {}

/// Returns for each size up to `most` the number of sets of that size of `members` literals; 0 for the empty set.
pub(crate) fn choices_by_size<N: Number>(members: usize, most: usize) -> Vec<N> {
    let mut sets = vec![N::from(0); most + 1];
    sets[0] = N::from(1);
    for _ in 0..members {
        for size in (1..=most).rev() {
            let smaller = sets[size - 1].clone();
            sets[size] += smaller;
        }
    }
    sets[0] = N::from(0);
    sets.truncate(members + 1);
    sets
}

/// Multiplies a polynomial by the choices of a class, and forgets what is of too high a degree.
fn multiply<N: Number>(product: &mut [N], choices: &[N]) {
    for degree in (0..product.len()).rev() {
        let mut sum = N::from(0);
        for part in 1..choices.len().min(degree + 1) {
            sum += product[degree - part].clone() * choices[part].clone();
        }
        product[degree] = sum;
    }
}
