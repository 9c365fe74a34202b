//! Formulas over cuts as formulas over features.

use vesc_col_core::{Dnf, Domain, DomainBuilder, Literal, Term};

use super::term::{CutTerm, Side};
use crate::cuts::Cuts;

/// Features for the cuts that some formulas use, in the order of all cuts, and the legal inputs over them.
#[derive(Debug)]
pub(super) struct Numbering {
    pub(super) domain: Domain,
    /// For each feature of the data set that tests no cut its number.
    others: Vec<usize>,
    /// For each ordered column the cuts in use, ascending, and the number of the first.
    cuts: Vec<(Vec<u32>, usize)>,
}

impl Numbering {
    /// Numbers the sides of some formulas over the features of a data set, whose legal inputs are `domain`. `None` if there
    /// are too many cuts of one column.
    pub(super) fn of<'f>(
        (cuts, domain): (&Cuts, &Domain),
        features: usize,
        formulas: impl Iterator<Item = &'f [CutTerm]>,
    ) -> Option<Numbering> {
        let mut used: Vec<Vec<u32>> = vec![Vec::new(); cuts.columns.len()];
        for side in formulas.flatten().flat_map(|term| &term.sides) {
            used[side.column].push(side.cut);
            // Otherwise a long list of formulas would be there twice.
            if used[side.column].len() > 4 * DomainBuilder::MOST_ORDERED {
                shorten(&mut used[side.column]);
                if used[side.column].len() > DomainBuilder::MOST_ORDERED {
                    return None;
                }
            }
        }
        used.iter_mut().for_each(shorten);
        if used.iter().any(|used| used.len() > DomainBuilder::MOST_ORDERED) {
            return None;
        }
        let (mut others, mut next) = (vec![usize::MAX; features], 0);
        let mut firsts = vec![0; used.len()];
        let mut feature = 0;
        let mut columns = cuts.columns.iter().enumerate().peekable();
        while feature < features {
            match columns.next_if(|(_, column)| column.features.start == feature) {
                Some((number, column)) => {
                    firsts[number] = next;
                    next += used[number].len();
                    feature = column.features.end;
                }
                None => {
                    others[feature] = next;
                    next += 1;
                    feature += 1;
                }
            }
        }
        let cuts: Vec<(Vec<u32>, usize)> = used.into_iter().zip(firsts).collect();
        let chains = cuts.iter().map(|(used, first)| *first..first + used.len());
        let kept = domain.renamed(next, |feature| Some(others[feature]).filter(|&number| number != usize::MAX));
        let domain = chains.fold(kept, DomainBuilder::ordered).build().ok()?;
        Some(Numbering { domain, others, cuts })
    }

    /// A formula that uses no other cuts.
    pub(super) fn dnf(&self, formula: &[CutTerm]) -> Option<Dnf> {
        let side = |side: &Side| {
            let (used, first) = &self.cuts[side.column];
            Some(Literal::matching(first + used.binary_search(&side.cut).ok()?, !side.is_upper))
        };
        let term = |term: &CutTerm| {
            let other = |literal: &Literal| Literal::matching(self.others[literal.feature()], !literal.is_negated());
            let sides = term.sides.iter().map(side).collect::<Option<Vec<Literal>>>()?;
            Term::new(term.others.iter().map(other).chain(sides)).ok()
        };
        Dnf::new(formula.iter().map(term).collect::<Option<Vec<Term>>>()?).ok()
    }
}

fn shorten(cuts: &mut Vec<u32>) {
    cuts.sort_unstable();
    cuts.dedup();
}
