//! The scripts that run all parts of a job and merge them.

use super::folder::Folder;
use super::question::arguments;
use super::record::Plan;
use crate::args::{System, ranges};
use crate::error::CliError;

/// Writes the script for one system into the folder. It runs the parts with these numbers; without any, nothing is written.
pub(super) fn write(folder: &Folder, plan: &Plan, numbers: &[usize], system: System) -> Result<(), CliError> {
    let limits = arguments(plan)?.learn.run.limits;
    if numbers.is_empty() {
        return Ok(());
    }
    let minutes = limits.timeout.map_or(24 * 60, |timeout| timeout.as_secs().div_ceil(60) + 5);
    let megabytes = limits.memory.map_or(4096, |memory| memory.div_ceil(1 << 20));
    let (name, template) = match system {
        System::Make => ("Makefile", include_str!("submit/Makefile")),
        System::Parallel => ("parallel.sh", include_str!("submit/parallel.sh")),
        System::Slurm => ("slurm.sh", include_str!("submit/slurm.sh")),
        System::Lsf => ("lsf.sh", include_str!("submit/lsf.sh")),
        System::Sge => ("sge.sh", include_str!("submit/sge.sh")),
    };
    let list: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    let text = template
        .replace("@RANGES@", &ranges(numbers))
        .replace("@NUMBERS@", &list.join(" "))
        .replace("@FIRST@", &numbers.first().unwrap_or(&1).to_string())
        .replace("@LAST@", &numbers.last().unwrap_or(&1).to_string())
        .replace("@DIGEST@", &plan.digest[..12])
        .replace("@MINUTES@", &minutes.to_string())
        .replace("@SECONDS@", &(minutes * 60).to_string())
        .replace("@MEGABYTES@", &megabytes.to_string());
    folder.write(name, &text)
}
