//! `(a | !b) & c`.

use std::fmt;

use vesc_col_core::{Dnf, Features, FormulaError, Hypothesis, Literal, ParseError, Sample, Term};

use crate::syntax::{Names, Parser};

/// A k-clause CNF formula: a non-empty set of distinct clauses, joined by AND. A clause is a non-empty set of literals,
/// no feature twice, joined by OR.
///
/// ```
/// use vesc_col_core::Features;
/// use vesc_col_spaces::Cnf;
///
/// let features = Features::new(["a", "b", "c"])?;
/// let cnf = Cnf::parse("c & (!b | a)", &features)?;
/// assert_eq!(cnf.clauses().len(), 2);
/// assert_eq!(cnf.display(&features).to_string(), "(a | !b) & c");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cnf {
    /// The same sets of literals, read as a DNF.
    mirror: Dnf,
}

impl Cnf {
    /// The conjunction of clauses, each given by its literals, in any order.
    ///
    /// # Errors
    ///
    /// [`FormulaError`], where what it says of terms is meant of clauses.
    pub fn new<C: IntoIterator<Item = Literal>>(clauses: impl IntoIterator<Item = C>) -> Result<Cnf, FormulaError> {
        let clauses: Vec<Term> = clauses.into_iter().map(Term::new).collect::<Result<_, _>>()?;
        Ok(Cnf { mirror: Dnf::new(clauses)? })
    }

    /// The formula whose clauses have the literals of the terms.
    pub(crate) fn mirrored(mirror: Dnf) -> Cnf {
        Cnf { mirror }
    }

    pub(crate) fn mirror(&self) -> &Dnf {
        &self.mirror
    }

    /// The formula of at least one clause, none twice.
    fn of_distinct(clauses: Vec<Term>) -> Cnf {
        Cnf { mirror: Dnf::new(clauses).expect("there is a clause, and none twice") }
    }

    /// Reads a formula such as `(a | !b) & c`; a clause of one literal needs no parentheses.
    ///
    /// # Errors
    ///
    /// [`ParseError`] with the position and what was expected.
    pub fn parse(text: &str, features: &Features) -> Result<Cnf, ParseError> {
        let mut parser = Parser::new(text, features, "")?;
        let mut clauses: Vec<Term> = Vec::new();
        loop {
            let start = parser.start();
            let clause = parser.clause()?;
            if clauses.contains(&clause) {
                return Err(parser.repeated_term(clause, start));
            }
            clauses.push(clause);
            if parser.peek()?.is_none() {
                return Ok(Cnf::of_distinct(clauses));
            }
            parser.expect('&', "`&` or the end")?;
        }
    }

    /// The literals of each clause, in canonical order.
    pub fn clauses(&self) -> impl ExactSizeIterator<Item = &[Literal]> {
        self.mirror.terms().iter().map(Term::literals)
    }

    /// The formula in the syntax of [`Cnf::parse`], with the features' names.
    #[must_use]
    pub fn display(&self, features: &Features) -> impl fmt::Display {
        (self as &dyn Hypothesis).display(features)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, names: Names<'_>) -> fmt::Result {
        for (i, clause) in self.clauses().enumerate() {
            let (open, close) = if clause.len() > 1 { ("(", ")") } else { ("", "") };
            write!(f, "{}{open}", if i > 0 { " & " } else { "" })?;
            for (j, &literal) in clause.iter().enumerate() {
                write!(f, "{}{}", if j > 0 { " | " } else { "" }, names.literal(literal))?;
            }
            f.write_str(close)?;
        }
        Ok(())
    }
}

impl Hypothesis for Cnf {
    fn accepts(&self, sample: &Sample) -> bool {
        self.clauses().all(|clause| clause.iter().any(|literal| literal.accepts(sample)))
    }

    fn fmt_named(&self, features: &Features, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Names::of(features, ""))
    }

    /// As that of a DNF with the clauses for terms.
    fn order_key(&self) -> Vec<u32> {
        Hypothesis::order_key(&self.mirror)
    }
}

/// Writes the formula with numbered features: `(x0 | !x1) & x2`.
impl fmt::Display for Cnf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Names::numbered())
    }
}
