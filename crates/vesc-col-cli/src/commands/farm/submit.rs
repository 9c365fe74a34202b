//! The scripts that run all parts of a job and merge them.

use super::folder::Folder;
use super::question::arguments;
use super::record::Plan;
use crate::args::{System, ranges};
use crate::error::CliError;

/// Writes the script for one system into the folder. Each of these parts is a task of its own. If a number of workers is given,
/// they share the parts. Without parts the script only merges.
pub(super) fn write(
    folder: &Folder,
    plan: &Plan,
    parts: &[usize],
    (system, workers): (System, Option<usize>),
) -> Result<(), CliError> {
    let limits = arguments(plan)?.learn.run.limits;
    let numbers: Vec<usize> = match workers {
        Some(workers) => (1..=workers.min(parts.len())).collect(),
        None => parts.to_vec(),
    };
    // A worker of many parts has no time that is known.
    let timeout = limits.timeout.filter(|_| workers.is_none());
    let minutes = timeout.map_or(24 * 60, |timeout| timeout.as_secs().div_ceil(60) + 5);
    let megabytes = limits.memory.map_or(4096, |memory| memory.div_ceil(1 << 20));
    let (name, template, index) = match system {
        System::Make => ("Makefile", include_str!("submit/Makefile"), "$@"),
        System::Parallel => ("parallel.sh", include_str!("submit/parallel.sh"), "{}"),
        System::Slurm => ("slurm.sh", include_str!("submit/slurm.sh"), r"\$SLURM_ARRAY_TASK_ID"),
        System::Lsf => ("lsf.sh", include_str!("submit/lsf.sh"), r"\$LSB_JOBINDEX"),
        System::Sge => ("sge.sh", include_str!("submit/sge.sh"), r#""\$SGE_TASK_ID""#),
    };
    let template = match system {
        _ if !parts.is_empty() => template,
        System::Make => include_str!("submit/merge.mk"),
        _ => include_str!("submit/merge.sh"),
    };
    let list: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    let text = template
        .replace("@WHICH@", &workers.map_or_else(|| format!("--part {index}"), |_| "--any".to_owned()))
        .replace("@EACH@", if workers.is_some() { "0" } else { "1" })
        .replace("@RANGES@", &ranges(&numbers))
        .replace("@NUMBERS@", &list.join(" "))
        .replace("@FIRST@", &numbers.first().unwrap_or(&1).to_string())
        .replace("@LAST@", &numbers.last().unwrap_or(&1).to_string())
        .replace("@DIGEST@", &plan.digest[..12])
        .replace("@MINUTES@", &minutes.to_string())
        .replace("@SECONDS@", &(minutes * 60).to_string())
        .replace("@MEGABYTES@", &megabytes.to_string());
    folder.write(name, &text)
}
