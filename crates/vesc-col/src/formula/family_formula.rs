//! A narrow formula with the room of its cuts.

use std::fmt;

use vesc_col_core::{Dnf, Features, Hypothesis, Literal, Sample};

/// A formula that stands for its family: each cut with the room that it has while the other cuts stay.
///
/// Its text is that of the formula with the least and the greatest value of each cut that can move, such as
/// `len>=104 (79..104) & irq`. It can be read back: the room is skipped.
#[derive(Clone, Debug)]
pub(crate) struct FamilyFormula {
    dnf: Dnf,
    /// By term and literal, those that have room only.
    rooms: Vec<(usize, Literal, [String; 2])>,
}

impl FamilyFormula {
    /// The formula with the room of its cuts: the place of a term, a literal of it, and the least and the greatest value.
    pub(crate) fn new(dnf: Dnf, rooms: Vec<(usize, Literal, [String; 2])>) -> FamilyFormula {
        FamilyFormula { dnf, rooms }
    }

    /// The formula without the room.
    pub(crate) fn dnf(&self) -> &Dnf {
        &self.dnf
    }

    /// The literals whose cuts have room: the term's place, the literal, and the least and the greatest value of its cut.
    #[cfg_attr(not(feature = "serde"), allow(dead_code, reason = "JSON alone has them apart from the text"))]
    pub(crate) fn rooms(&self) -> &[(usize, Literal, [String; 2])] {
        &self.rooms
    }
}

impl Hypothesis for FamilyFormula {
    fn accepts(&self, sample: &Sample) -> bool {
        self.dnf.accepts(sample)
    }

    fn fmt_named(&self, features: &Features, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, term) in self.dnf.terms().iter().enumerate() {
            f.write_str(if place == 0 { "" } else { " | " })?;
            for (number, literal) in term.literals().iter().enumerate() {
                f.write_str(if number == 0 { "" } else { " & " })?;
                write!(f, "{}", literal.display(features))?;
                if let Some((.., [from, to])) = self.rooms.iter().find(|room| (room.0, room.1) == (place, *literal)) {
                    write!(f, " ({}..{})", Quoted(from), Quoted(to))?;
                }
            }
        }
        Ok(())
    }

    fn order_key(&self) -> Vec<u32> {
        self.dnf.order_key()
    }
}

impl fmt::Display for FamilyFormula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fmt_named(&Features::numbered(self.dnf.feature_bound()), f)
    }
}

/// A value, in quotes if it would end the room too early.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.contains(|c: char| c.is_whitespace() || c.is_control() || matches!(c, '(' | ')' | '"')) {
            true => write!(f, "\"{}\"", self.0.replace('"', "\"\"")),
            false => f.write_str(self.0),
        }
    }
}
