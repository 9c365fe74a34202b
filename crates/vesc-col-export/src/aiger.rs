//! AIGER 1.9, ASCII and binary.

use std::io::{self, Write};

use crate::Constraint;
use crate::pairs::Pairs;

impl Constraint {
    /// Writes AIGER in ASCII (`.aag`), with the inputs' and the output's names.
    ///
    /// ```
    /// use vesc_col_core::{Dataset, DnfSpace, Features};
    /// use vesc_col_export::Constraint;
    ///
    /// let constraint = Constraint::new(&DnfSpace::new(1, 1, 1), &Dataset::builder(Features::numbered(1)).build()?)?;
    /// let mut file = Vec::new();
    /// constraint.write_aiger_ascii(&mut file)?;
    /// // The two decision bits of one feature are the inputs; x0 and !x0 are consistent.
    /// let text = String::from_utf8(file)?;
    /// assert!(text.starts_with("aag 4 2 0 1 2\n2\n4\n8\n6 4 3\n8 7 2\ni0 h0\ni1 h1\no0 consistent\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write_aiger_ascii(&self, to: &mut dyn Write) -> io::Result<()> {
        let graph = Pairs::of(self);
        header("aag", &graph, to)?;
        for input in 0..graph.inputs {
            writeln!(to, "{}", 2 * input + 2)?;
        }
        writeln!(to, "{}", graph.output)?;
        for (pair, &(greater, less)) in graph.pairs.iter().enumerate() {
            writeln!(to, "{} {greater} {less}", graph.literal(pair))?;
        }
        self.write_symbols(&graph, to)
    }

    /// Writes binary AIGER (`.aig`), with the inputs' and the output's names.
    ///
    /// ```
    /// use vesc_col_core::{Dataset, DnfSpace, Features};
    /// use vesc_col_export::Constraint;
    ///
    /// let constraint = Constraint::new(&DnfSpace::new(20, 2, 1), &Dataset::builder(Features::numbered(20)).build()?)?;
    /// let (mut binary, mut ascii) = (Vec::new(), Vec::new());
    /// constraint.write_aiger(&mut binary)?;
    /// constraint.write_aiger_ascii(&mut ascii)?;
    /// assert!(binary.starts_with(b"aig ") && binary.len() < ascii.len() / 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write_aiger(&self, to: &mut dyn Write) -> io::Result<()> {
        let graph = Pairs::of(self);
        header("aig", &graph, to)?;
        writeln!(to, "{}", graph.output)?;
        for (pair, &(greater, less)) in graph.pairs.iter().enumerate() {
            write_number(graph.literal(pair) - greater, to)?;
            write_number(greater - less, to)?;
        }
        self.write_symbols(&graph, to)
    }

    fn write_symbols(&self, graph: &Pairs, to: &mut dyn Write) -> io::Result<()> {
        for input in 0..graph.inputs {
            writeln!(to, "i{input} h{input}")?;
        }
        writeln!(to, "o0 consistent\nc\n{}", self.what())
    }
}

fn header(format: &str, graph: &Pairs, to: &mut dyn Write) -> io::Result<()> {
    let (inputs, pairs) = (graph.inputs, graph.pairs.len());
    writeln!(to, "{format} {} {inputs} 0 1 {pairs}", inputs + pairs)
}

/// Seven bits a byte, the least first; the highest bit says that more follow.
fn write_number(mut number: usize, to: &mut dyn Write) -> io::Result<()> {
    while number >= 0x80 {
        to.write_all(&[(number & 0x7f) as u8 | 0x80])?;
        number >>= 7;
    }
    to.write_all(&[number as u8])
}
