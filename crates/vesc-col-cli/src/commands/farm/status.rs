//! `status`: how far a job is.

use super::folder::Folder;
use super::progress::PartsByState;
use crate::args::{StatusArgs, ranges};
use crate::error::CliError;
use crate::output::Output;
use crate::text::{OneLine, shell_path};

/// Says how far a job is.
pub(crate) fn status(args: &StatusArgs) -> Result<u8, CliError> {
    let folder = Folder(args.job.clone());
    let plan = folder.plan()?;
    let (answers, strange) = folder.answers(&plan);
    let progress = PartsByState::of(&folder, &plan, &answers);
    let PartsByState { done, running, failed, back, stuck, open } = &progress;
    let mut text = String::new();
    for (what, parts) in [
        ("done", done),
        ("running", running),
        ("failed", failed),
        ("handed back", back),
        ("not finished, and not to be cut", stuck),
        ("to do", open),
    ] {
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
    let place = shell_path(&OneLine::path(&folder.0));
    text += &match (left, back.len(), stuck.len()) {
        (0, 0, 0) => format!("next: `vesc-col merge {place}`\n"),
        (0, 0, _) => format!("next: `vesc-col work {place} --any` with a larger --timeout or --memory\n"),
        (0, ..) => format!("next: `vesc-col plan --continue {place}`\n"),
        _ => String::new(),
    };
    for name in strange {
        text += &format!("{} is no whole answer of this plan\n", OneLine(&name));
    }
    Output::prepare(None)?.write(&text)?;
    Ok(0)
}
