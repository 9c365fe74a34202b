//! What comes out: tables as CSV, drawings as SVG.

mod plot;
mod provenance;
mod table;

use std::error::Error;
use std::path::PathBuf;

use crate::scale::Scale;
pub(crate) use plot::{Plot, Series};
pub(crate) use table::{Table, number};

/// A directory for tables and drawings.
pub(crate) struct Output {
    directory: PathBuf,
    scale: &'static str,
}

impl Output {
    /// Makes the directory if there is none.
    pub(crate) fn new(directory: PathBuf, scale: &Scale) -> Result<Output, Box<dyn Error>> {
        std::fs::create_dir_all(&directory)
            .map_err(|error| format!("cannot make the directory {}: {error}", directory.display()))?;
        Ok(Output { directory, scale: scale.word() })
    }

    /// Writes a table, with a first line that says where it comes from.
    pub(crate) fn table(&self, name: &str, limit: f64, table: &Table) -> Result<(), Box<dyn Error>> {
        let origin = provenance::line(self.scale, limit);
        self.write(&format!("{name}.csv"), &format!("# {origin}\n{}", table.text()?))
    }

    /// Writes a drawing.
    pub(crate) fn plot(&self, name: &str, plot: &Plot) -> Result<(), Box<dyn Error>> {
        self.write(&format!("{name}.svg"), &plot.draw()?)
    }

    fn write(&self, name: &str, text: &str) -> Result<(), Box<dyn Error>> {
        let path = self.directory.join(name);
        std::fs::write(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        Ok(())
    }
}
