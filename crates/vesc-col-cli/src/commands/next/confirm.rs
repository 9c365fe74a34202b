//! The only answer, until it is as probable as asked for.

use std::collections::HashSet;
use std::sync::Arc;

use serde_json::{Value, json};
use vesc_col::confidence::{Assessment, Confidence, Range, Standing};
use vesc_col::data::OwnedSample;
use vesc_col::next::{
    Confirming, Inputs, confirming, confirming_rows, new_inputs, refuting_rows, separating, without_last,
};
use vesc_col::run::StopReason;
use vesc_col::{Dataset, Dnf, Run, Settings};

use super::candidates;
use crate::args::NextArgs;
use crate::error::CliError;
use crate::input::{LeftOut, Loaded};

/// How probable the answer is, and what would refute it.
pub(super) struct Confirm {
    pub(super) standing: Standing,
    /// Whether the rows that `--confirmed` names played no part in finding the answer.
    pub(super) are_counted: bool,
    /// Why that is not known, if it is not.
    pub(super) stopped: Option<StopReason>,
    /// The rows that `--confirmed` names.
    pub(super) named: usize,
    /// How many of them contradict the answer, within the error budget.
    pub(super) contradicting: usize,
    pub(super) inputs: Vec<Confirming>,
    /// How many further runs were needed if the rows that `--confirmed` names had come by chance, where these are fewer.
    pub(super) fewer_by_chance: Option<usize>,
}

impl Confirm {
    /// Judges the only answer up to the cap.
    pub(super) fn new(
        args: &NextArgs,
        answer: &Dnf,
        (loaded, left_out): (&Loaded, &LeftOut),
        (settings, inputs): (&Settings, &Inputs),
        run: &Run,
    ) -> Result<Confirm, CliError> {
        // A row that is no sample confirms nothing.
        let last = left_out.samples_among_last(args.confirmed);
        let (before, stopped) = before((args, last), answer, (loaded, settings), run)?;
        let are_counted = before.is_some() || last == 0;
        let (data, domain) = (&*loaded.data, &loaded.domain);
        let confirmed = before.as_ref().map_or(0, |before| confirming_rows(answer, data, before));
        let contradicting = before.as_ref().map_or(0, |before| refuting_rows(answer, data, before));
        let believed = |rows: &Dataset| {
            let undisputed = loaded.undisputed.as_ref().map(|undisputed| among(undisputed, rows)).transpose()?;
            let prior = args.prior.up_to(args.up_to.1);
            let mut assessment = loaded.judged(Assessment::new(rows, domain).with_prior(&prior));
            assessment = undisputed.iter().fold(assessment, Assessment::with_undisputed);
            assessment = settings.errors().into_iter().fold(assessment, Assessment::with_errors);
            Ok::<_, CliError>(assessment.of_formulas(&[answer], run))
        };
        let by_all = Standing::new(believed(data)?, 0, args.target);
        let standing = match &before {
            None => by_all.clone(),
            Some(_) if by_all.is_certain() => by_all.clone(),
            // A confirming row is a row like any other, too.
            Some(before) => Standing::new(believed(before)?, confirmed, args.target).or_at_least(&by_all),
        };
        let (standing, by_all) = match unseen(answer, (loaded, settings), &left_out.inputs) {
            Some((unseen, is_whole)) => (standing.with_unseen(unseen, is_whole), by_all.with_unseen(unseen, is_whole)),
            None => (standing, by_all),
        };
        let [left, by_chance] = [&standing, &by_all].map(|standing| standing.runs_left().unwrap_or(usize::MAX));
        let inputs = match standing.is_met() {
            true => Vec::new(),
            false => {
                let mut found = confirming(answer, (data, domain), inputs, (confirmed, args.count), args.seed);
                found.extend(new_inputs(answer, (data, domain), inputs, (&found, args.count - found.len())));
                found
            }
        };
        let fewer_by_chance = Some(by_chance).filter(|&runs| runs < left);
        Ok(Confirm { standing, are_counted, stopped, named: args.confirmed, contradicting, inputs, fewer_by_chance })
    }

    /// The probability once the first `inputs` inputs have agreed with the answer. Those that test no term raise it only if no other
    /// input is left.
    pub(super) fn after(&self, inputs: usize) -> Range {
        let whole = self.standing.after(inputs);
        let tests = self.inputs.iter().take(inputs).filter(|one| one.term().is_some()).count();
        if whole.low >= 1.0 { whole } else { self.standing.after(tests) }
    }

    pub(super) fn json(&self) -> Value {
        let Confirm { standing, are_counted, contradicting, .. } = self;
        json!({
            "target": standing.target(),
            "met": standing.is_met(),
            "before": ends(standing.before()),
            "certain": standing.is_certain(),
            "now": ends(standing.now()),
            "no_confidence": standing.found_now().err().map(|reason| reason.to_string()),
            "extrapolated_from": standing.found_now().ok().and_then(Confidence::extrapolated_from),
            "assumed": standing.found_now().ok().and_then(Confidence::assumed),
            "confirmed": standing.confirmed(),
            "contradicting": contradicting,
            "are_counted": are_counted,
            "runs_left": standing.runs_left(),
        })
    }
}

/// How many inputs are left, without those of rows that are no samples; and whether the answer is certain once all of them
/// agree.
fn unseen(answer: &Dnf, (loaded, settings): (&Loaded, &Settings), left_out: &[OwnedSample]) -> Option<(usize, bool)> {
    let (data, domain) = (&*loaded.data, &loaded.domain);
    let unseen = loaded.judged(Assessment::new(data, domain)).unseen_inputs()?;
    let legal = left_out.iter().filter(|input| domain.contains(input)).count();
    if settings.errors().is_some() || loaded.undisputed.is_some() || legal > 0 {
        return Some((unseen.saturating_sub(legal), false));
    }
    // The label of a single run may be an accident, and more inputs than these have both labels.
    let left = new_inputs(answer, (data, domain), &Inputs::Any, (&[], MOST_LEFT + 1));
    let is_whole = |label: bool| {
        let samples = if label { data.positives() } else { data.negatives() };
        left.len() > MOST_LEFT
            || samples.total_weight() as usize + left.iter().filter(|one| one.says() == label).count() > 1
    };
    Some((unseen, is_whole(true) && is_whole(false)))
}

/// Inputs that are looked at for their labels.
const MOST_LEFT: usize = 64;

/// The rows without the `last` ones, if they leave the same answer alone, or why that is not known. Neither if no rows are
/// said to confirm it.
fn before(
    (args, last): (&NextArgs, usize),
    answer: &Dnf,
    (loaded, settings): (&Loaded, &Settings),
    run: &Run,
) -> Result<(Option<Dataset>, Option<StopReason>), CliError> {
    if last == 0 {
        return Ok((None, None));
    }
    let Ok(before) = without_last(&loaded.data, last) else { return Ok((None, None)) };
    let before = Arc::new(before);
    let found = candidates(args.up_to, (&before, &loaded.domain), settings, run)?;
    let features = before.features();
    let is_same = |other: &Dnf| separating(answer, other, features, &loaded.domain, &loaded.domain).is_none();
    let is_known = found.unique().is_some_and(is_same);
    let stopped = found.stopped().map(|(_, reason)| reason);
    drop(found);
    Ok((Arc::into_inner(before).filter(|_| is_known), stopped))
}

/// The undisputed rows that are among these, once each.
fn among(undisputed: &Dataset, rows: &Dataset) -> Result<Dataset, CliError> {
    let mut builder = Dataset::builder(rows.features().clone());
    let of_both = [(undisputed.positives(), rows.positives(), true), (undisputed.negatives(), rows.negatives(), false)];
    for (undisputed, rows, label) in of_both {
        let known: HashSet<_> = (0..rows.distinct()).map(|index| (rows.words(index), rows.unknown(index))).collect();
        for index in 0..undisputed.distinct() {
            let (words, unknown) = (undisputed.words(index), undisputed.unknown(index));
            match unknown {
                _ if !known.contains(&(words, unknown)) => {}
                Some(unknown) => builder.push_partial_words(label, words, unknown)?,
                None => builder.push_words(label, words)?,
            }
        }
    }
    Ok(builder.build()?)
}

fn ends(range: Range) -> Value {
    let rounded = |share: f64| (1000.0 * share).round() / 1000.0;
    json!({"value": rounded(range.value), "low": rounded(range.low), "high": rounded(range.high)})
}
