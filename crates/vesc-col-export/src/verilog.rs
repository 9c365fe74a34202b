//! Verilog.

use std::io::{self, Write};

use vesc_col_core::Signal;

use crate::Constraint;

impl Constraint {
    /// Writes a Verilog module named `consistent_hypothesis`, with one port for each decision bit.
    ///
    /// ```
    /// use vesc_col_core::{Dataset, DnfSpace, Features};
    /// use vesc_col_export::Constraint;
    ///
    /// let constraint = Constraint::new(&DnfSpace::new(1, 1, 1), &Dataset::builder(Features::numbered(1)).build()?)?;
    /// let mut file = Vec::new();
    /// constraint.write_verilog(&mut file)?;
    /// let text = String::from_utf8(file)?;
    /// assert!(text.contains("  input wire h0,\n  input wire h1,\n  output wire consistent\n);\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write_verilog(&self, to: &mut dyn Write) -> io::Result<()> {
        writeln!(to, "// {}\nmodule consistent_hypothesis (", self.what())?;
        for input in 0..self.circuit().input_count() {
            writeln!(to, "  input wire h{input},")?;
        }
        writeln!(to, "  output wire consistent\n);")?;
        let text = |signal: Signal| {
            let sign = if signal.is_complemented() { "~" } else { "" };
            match (signal.constant(), self.input(signal.gate())) {
                (Some(value), _) => format!("1'b{}", u8::from(value)),
                (None, Some(input)) => format!("{sign}h{input}"),
                (None, None) => format!("{sign}g{}", signal.gate()),
            }
        };
        for (gate, operands) in self.conjunctions() {
            let operands: Vec<String> = operands.iter().map(|&operand| text(operand)).collect();
            writeln!(to, "  wire g{gate} = {};", operands.join(" & "))?;
        }
        writeln!(to, "  assign consistent = {};\nendmodule", text(self.output()))
    }
}
