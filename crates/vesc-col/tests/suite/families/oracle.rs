//! Families and |VS| by the meaning of cells: an exhaustive enumeration that knows nothing of the library.

use std::collections::{BTreeMap, BTreeSet};

/// A column and the value of each cell that can occur. Numbers stand for themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// 0 or 1.
    Flag,
    /// Any number.
    Number,
    /// Words without an order, by their numbers; one that no row has can occur too.
    Word,
}

/// Rows of cells with their labels.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) kinds: Vec<Kind>,
    pub(crate) rows: Vec<(bool, Vec<i32>)>,
}

/// A test of a column: which one, how, and with which value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Test {
    column: usize,
    value: i32,
}

/// A literal: the number of its test in the order of columns and values, and whether it is negated.
type Literal = (usize, bool);
type Term = Vec<Literal>;
type Formula = Vec<Term>;

/// What one size has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) formulas: usize,
    pub(crate) concepts: usize,
    /// For each family the texts of its narrowest forms.
    pub(crate) families: Vec<BTreeSet<String>>,
}

/// A value that no word has.
const OTHER: i32 = -1;

/// All tests of a table and all inputs that can occur, as far as these tests tell them apart.
pub(crate) struct Oracle<'t> {
    table: &'t Table,
    tests: Vec<Test>,
    inputs: Vec<Vec<i32>>,
}

impl<'t> Oracle<'t> {
    pub(crate) fn new(table: &'t Table) -> Oracle<'t> {
        let values = |column: usize| table.rows.iter().map(|(_, cells)| cells[column]).collect::<BTreeSet<i32>>();
        let mut tests = Vec::new();
        let mut inputs: Vec<Vec<i32>> = vec![Vec::new()];
        for (column, kind) in table.kinds.iter().enumerate() {
            let occurring: Vec<i32> = values(column).into_iter().collect();
            let (tested, possible) = match kind {
                Kind::Flag => (vec![1], vec![0, 1]),
                Kind::Number => (occurring[1..].to_vec(), occurring),
                Kind::Word => (occurring.clone(), occurring.into_iter().chain([OTHER]).collect()),
            };
            tests.extend(tested.into_iter().map(|value| Test { column, value }));
            let longer = |input: &Vec<i32>| {
                possible.iter().map(|&value| input.iter().copied().chain([value]).collect()).collect::<Vec<_>>()
            };
            inputs = inputs.iter().flat_map(longer).collect();
        }
        Oracle { table, tests, inputs }
    }

    fn accepts(&self, term: &[Literal], input: &[i32]) -> bool {
        term.iter().all(|&(number, negated)| {
            let Test { column, value } = self.tests[number];
            let truth = match self.table.kinds[column] {
                Kind::Number => input[column] >= value,
                Kind::Flag | Kind::Word => input[column] == value,
            };
            truth != negated
        })
    }

    fn function(&self, formula: &[Term]) -> Vec<bool> {
        self.inputs.iter().map(|input| formula.iter().any(|term| self.accepts(term, input))).collect()
    }

    /// The terms of so many literals that hold somewhere and on no negative row.
    fn terms(&self, literals: usize) -> Vec<Term> {
        let mut terms: Vec<Term> = vec![Vec::new()];
        for _ in 0..literals {
            let longer = |term: &Term| {
                let first = term.last().map_or(0, |&(number, _)| number + 1);
                let literals = (first..self.tests.len()).flat_map(|number| [(number, false), (number, true)]);
                literals.map(|literal| term.iter().copied().chain([literal]).collect()).collect::<Vec<Term>>()
            };
            terms = terms.iter().flat_map(longer).collect();
        }
        let is_possible = |term: &Term| self.inputs.iter().any(|input| self.accepts(term, input));
        let is_false = |term: &Term| self.table.rows.iter().all(|(label, row)| *label || !self.accepts(term, row));
        terms.retain(|term| is_possible(term) && is_false(term));
        terms
    }

    /// The consistent formulas of a size, each with its terms ascending.
    fn formulas(&self, literals: usize, terms: usize) -> Vec<Formula> {
        let longest = literals + 1 - terms;
        let mut all: Vec<Term> = (1..=longest).flat_map(|size| self.terms(size)).collect();
        all.sort();
        let mut found = Vec::new();
        choose(&all, (literals, terms), &mut Vec::new(), &mut |formula| {
            let is_true = |row: &[i32]| formula.iter().any(|term| self.accepts(term, row));
            if self.table.rows.iter().all(|(label, row)| !*label || is_true(row)) {
                found.push(formula.to_vec());
            }
        });
        found
    }

    /// Every side of an interval that has a literal is shrunk to the positives that its term covers. A term without
    /// positives stays, and so does a formula whose terms would coincide.
    fn narrowest(&self, formula: &Formula) -> Formula {
        let narrow = |term: &Term| -> Term {
            let covered: Vec<&Vec<i32>> = self
                .table
                .rows
                .iter()
                .filter(|(label, row)| *label && self.accepts(term, row))
                .map(|(_, row)| row)
                .collect();
            if covered.is_empty() {
                return term.clone();
            }
            let shrunk = |&(number, negated): &Literal| -> Literal {
                let Test { column, .. } = self.tests[number];
                if self.table.kinds[column] != Kind::Number {
                    return (number, negated);
                }
                let cells = covered.iter().map(|row| row[column]);
                let tests = self.tests.iter().enumerate().filter(|(_, test)| test.column == column);
                let at = match negated {
                    false => {
                        let least = cells.min().unwrap();
                        tests.filter(|(_, test)| test.value <= least).map(|(number, _)| number).max()
                    }
                    true => {
                        let greatest = cells.max().unwrap();
                        tests.filter(|(_, test)| test.value > greatest).map(|(number, _)| number).min()
                    }
                };
                (at.unwrap(), negated)
            };
            term.iter().map(shrunk).collect::<BTreeSet<Literal>>().into_iter().collect()
        };
        let mut terms: Formula = formula.iter().map(narrow).collect();
        terms.sort();
        let distinct: BTreeSet<&Term> = terms.iter().collect();
        if distinct.len() < terms.len() { formula.clone() } else { terms }
    }

    pub(crate) fn measure(&self, literals: usize, terms: usize) -> Size {
        let formulas = self.formulas(literals, terms);
        let mut least: BTreeMap<Vec<bool>, Formula> = BTreeMap::new();
        for formula in &formulas {
            let known = least.entry(self.function(formula)).or_insert_with(|| formula.clone());
            if formula < known {
                *known = formula.clone();
            }
        }
        let mut families: BTreeMap<Vec<bool>, BTreeSet<String>> = BTreeMap::new();
        for formula in least.values() {
            let narrow = self.narrowest(formula);
            families.entry(self.function(&narrow)).or_default();
        }
        // Any narrow formula of a family may stand for it.
        for formula in &formulas {
            let narrow = self.narrowest(formula);
            if let Some(texts) = families.get_mut(&self.function(&narrow)) {
                texts.insert(self.text(&narrow));
            }
        }
        Size { formulas: formulas.len(), concepts: least.len(), families: families.into_values().collect() }
    }

    fn text(&self, formula: &Formula) -> String {
        let literal = |&(number, negated): &Literal| {
            let Test { column, value } = self.tests[number];
            match (self.table.kinds[column], negated) {
                (Kind::Flag, false) => format!("c{column}"),
                (Kind::Flag, true) => format!("!c{column}"),
                (Kind::Number, false) => format!("c{column}>={value}"),
                (Kind::Number, true) => format!("c{column}<{value}"),
                (Kind::Word, false) => format!("c{column}=w{value}"),
                (Kind::Word, true) => format!("c{column}!=w{value}"),
            }
        };
        let term = |term: &Term| term.iter().map(literal).collect::<Vec<String>>().join(" & ");
        formula.iter().map(term).collect::<Vec<String>>().join(" | ")
    }
}

/// Calls `found` with each choice of terms, which are ascending, that has the size.
fn choose(all: &[Term], (literals, terms): (usize, usize), chosen: &mut Formula, found: &mut impl FnMut(&Formula)) {
    if terms == 0 {
        if literals == 0 {
            found(chosen);
        }
        return;
    }
    for (number, term) in all.iter().enumerate().filter(|(_, term)| term.len() + terms - 1 <= literals) {
        chosen.push(term.clone());
        choose(&all[number + 1..], (literals - term.len(), terms - 1), chosen, found);
        chosen.pop();
    }
}
