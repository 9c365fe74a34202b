//! `merge`: the report of the whole question.

use super::divided::{Job, Mode};
use super::folder::Folder;
use super::question::{arguments, asked, divided};
use crate::args::{MergeArgs, ranges};
use crate::error::CliError;
use crate::text::{OneLine, shell_word};

/// Puts the answers of the parts together, and prints the report of `learn` or `count`.
pub(crate) fn merge(args: &MergeArgs) -> Result<u8, CliError> {
    let folder = Folder(args.job.clone());
    let plan = folder.plan()?;
    let (answers, strange) = folder.answers(&plan);
    let planned = arguments(&plan)?;
    let mode = Mode::Merge { local: planned.local };
    let mut question = asked(planned);
    question.read_copies(&folder, &plan);
    let missing = plan.parts().into_iter().map(|part| part.number).filter(|number| !answers.contains_key(number));
    let missing: Vec<usize> = missing.collect();
    question.limits().timeout = None;
    let engine = divided(&question, Job::new(plan, answers), mode);
    let status = question.ask(&engine, args.output.clone())?;
    if let Some(reason) = &engine.job().refused {
        return Err(folder.refuse(&folder.0, reason.clone()));
    }
    for name in strange {
        eprintln!("{}: is no whole answer of this plan, and was left out", OneLine::path(&folder.file(&name)));
    }
    if engine.job().is_open {
        let place = shell_word(&OneLine::path(&folder.0));
        match missing.is_empty() {
            false => eprintln!("parts are missing: `vesc-col work {place} --part {}`", ranges(&missing)),
            true => eprintln!("more is to be planned: `vesc-col plan --continue {place}`"),
        }
    }
    Ok(status)
}
