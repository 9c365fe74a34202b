//! DIMACS CNF for model counters.

use std::io::{self, Write};

use vesc_col_core::Signal;

use crate::Constraint;

impl Constraint {
    /// Writes CNF, with the decision bits as variables 1, 2, ... and as the projection set (`c p show`, and `c ind` for
    /// older tools).
    ///
    /// All other variables are defined by equivalences, so that each consistent formula is exactly one model, with or
    /// without projection.
    ///
    /// ```
    /// use vesc_col_core::{Dataset, DnfSpace, Features};
    /// use vesc_col_export::Constraint;
    ///
    /// let constraint = Constraint::new(&DnfSpace::new(1, 1, 1), &Dataset::builder(Features::numbered(1)).build()?)?;
    /// let mut file = Vec::new();
    /// constraint.write_dimacs(&mut file)?;
    /// let text = String::from_utf8(file)?;
    /// assert!(text.contains("c t pmc\np cnf ") && text.contains("c p show 1 2 0\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write_dimacs(&self, to: &mut dyn Write) -> io::Result<()> {
        let inputs = self.circuit().input_count();
        let mut variables = vec![0; self.circuit().gate_count()];
        for (gate, variable) in variables.iter_mut().enumerate() {
            *variable = self.input(gate).map_or(0, |input| input as i64 + 1);
        }
        let mut clauses = 1;
        let mut last = inputs as i64;
        for (gate, operands) in self.conjunctions() {
            last += 1;
            variables[gate] = last;
            clauses += operands.len() + 1;
        }
        let literal = |signal: Signal| match signal.is_complemented() {
            true => -variables[signal.gate()],
            false => variables[signal.gate()],
        };
        writeln!(to, "c {}", self.what())?;
        let output = self.output().constant();
        writeln!(to, "c t pmc\np cnf {last} {}", clauses - usize::from(output == Some(true)))?;
        for keyword in ["p show", "ind"] {
            write!(to, "c {keyword}")?;
            (1..=inputs).try_for_each(|input| write!(to, " {input}"))?;
            writeln!(to, " 0")?;
        }
        for (gate, operands) in self.conjunctions() {
            let whole = variables[gate];
            for &operand in operands {
                writeln!(to, "{} {} 0", -whole, literal(operand))?;
            }
            write!(to, "{whole}")?;
            operands.iter().try_for_each(|&operand| write!(to, " {}", -literal(operand)))?;
            writeln!(to, " 0")?;
        }
        match output {
            None => writeln!(to, "{} 0", literal(self.output())),
            Some(true) => Ok(()),
            Some(false) => writeln!(to, "0"),
        }
    }
}
