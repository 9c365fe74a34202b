//! `export`: a question as a circuit.

use vesc_col::Run;
use vesc_col::export::Constraint;

use crate::args::{CircuitFormat, ExportArgs, NoiseArgs};
use crate::error::CliError;
use crate::input::{self, InputError, Loaded};
use crate::language;
use crate::output::Output;

/// Writes the constraint of one sub-space and the data.
pub(crate) fn export(args: &ExportArgs) -> Result<u8, CliError> {
    let output = Output::prepare_beside(args.output.as_deref(), &args.input.files())?;
    let Loaded { data, domain, label, .. } =
        input::load(&args.input, (&NoiseArgs::default(), false), &Run::new()).map_err(InputError::of_exact_rows)?;
    // The file has no place for them.
    label.warnings().iter().for_each(|warning| eprintln!("warning: {warning}"));
    let space = language::space(&args.language, &args.size, data.features(), &domain)?;
    let constraint = Constraint::new(&*space, &data)?;
    let mut bytes = Vec::new();
    match args.format {
        CircuitFormat::Dimacs => constraint.write_dimacs(&mut bytes),
        CircuitFormat::Aiger => constraint.write_aiger(&mut bytes),
        CircuitFormat::AigerAscii => constraint.write_aiger_ascii(&mut bytes),
        CircuitFormat::Blif => constraint.write_blif(&mut bytes),
        CircuitFormat::Verilog => constraint.write_verilog(&mut bytes),
    }
    .map_err(|source| CliError::System { what: "lay out the file in memory", source })?;
    output.write_bytes(&bytes)?;
    Ok(0)
}
