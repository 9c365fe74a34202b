//! `status`: how far a job is.

use std::fs;
use std::time::Duration;

use super::folder::{Folder, heartbeat_name};
use crate::args::{StatusArgs, ranges};
use crate::error::CliError;
use crate::output::Output;
use crate::text::{OneLine, shell_word};

/// A worker that was silent for so long is taken for dead.
const SILENCE: Duration = Duration::from_secs(60);

/// Says how far a job is.
pub(crate) fn status(args: &StatusArgs) -> Result<u8, CliError> {
    let folder = Folder(args.job.clone());
    let plan = folder.plan()?;
    let (answers, strange) = folder.answers(&plan);
    let [mut done, mut back, mut running, mut failed, mut open] = [const { Vec::new() }; 5];
    for part in plan.parts() {
        let number = part.number;
        let list = match answers.get(&number) {
            Some(answer) if answer.finished => &mut done,
            Some(_) => &mut back,
            None => match silence(&folder, &heartbeat_name(&plan, number)) {
                Some(silence) if silence < SILENCE => &mut running,
                Some(_) => &mut failed,
                None => &mut open,
            },
        };
        list.push(number);
    }
    let mut text = String::new();
    for (what, parts) in
        [("done", &done), ("running", &running), ("failed", &failed), ("handed back", &back), ("to do", &open)]
    {
        if !parts.is_empty() {
            text += &format!("{what}: {} ({})\n", parts.len(), ranges(parts));
        }
    }
    let seconds: Vec<f64> = done.iter().map(|number| answers[number].seconds).collect();
    let left = running.len() + failed.len() + open.len();
    if !seconds.is_empty() && left > 0 {
        let mean = seconds.iter().sum::<f64>() / seconds.len() as f64;
        text += &format!("about {:.1} s of work are left, if the other parts take as long\n", mean * left as f64);
    }
    let place = shell_word(&OneLine::path(&folder.0));
    text += &match (left, back.len()) {
        (0, 0) => format!("next: `vesc-col merge {place}`\n"),
        (0, _) => format!("next: `vesc-col plan --continue {place}`\n"),
        _ => String::new(),
    };
    for name in strange {
        text += &format!("{} is no whole answer of this plan\n", OneLine(&name));
    }
    Output::prepare(None)?.write(&text)?;
    Ok(0)
}

/// How long ago the file was written, if it is there. A clock that was set back counts as now.
fn silence(folder: &Folder, name: &str) -> Option<Duration> {
    let written = fs::metadata(folder.file(name)).and_then(|known| known.modified()).ok()?;
    Some(written.elapsed().unwrap_or_default())
}
