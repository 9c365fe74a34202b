//! BLIF.

use std::io::{self, Write};

use crate::Constraint;
use crate::pairs::Pairs;

impl Constraint {
    /// Writes a BLIF model named `consistent`.
    ///
    /// ```
    /// use vesc_col_core::{Dataset, DnfSpace, Features};
    /// use vesc_col_export::Constraint;
    ///
    /// let constraint = Constraint::new(&DnfSpace::new(1, 1, 1), &Dataset::builder(Features::numbered(1)).build()?)?;
    /// let mut file = Vec::new();
    /// constraint.write_blif(&mut file)?;
    /// assert!(String::from_utf8(file)?.contains(".model consistent\n.inputs h0 h1\n.outputs consistent\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write_blif(&self, to: &mut dyn Write) -> io::Result<()> {
        let graph = Pairs::of(self);
        write!(to, "# {}\n.model consistent\n.inputs", self.what())?;
        (0..graph.inputs).try_for_each(|input| write!(to, " h{input}"))?;
        writeln!(to, "\n.outputs consistent")?;
        let name = |literal: usize| match literal / 2 {
            variable if variable <= graph.inputs => format!("h{}", variable - 1),
            variable => format!("g{variable}"),
        };
        for (pair, &(greater, less)) in graph.pairs.iter().enumerate() {
            writeln!(to, ".names {} {} {}", name(greater), name(less), name(graph.literal(pair)))?;
            writeln!(to, "{}{} 1", 1 - greater % 2, 1 - less % 2)?;
        }
        match graph.output {
            0 => writeln!(to, ".names consistent")?,
            1 => writeln!(to, ".names consistent\n1")?,
            output => writeln!(to, ".names {} consistent\n{} 1", name(output), 1 - output % 2)?,
        }
        writeln!(to, ".end")
    }
}
