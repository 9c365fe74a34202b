//! What tells an answer from its rivals.

use serde::Serialize;
use serde_json::{Map, Value};
use vesc_col::next::separating;
use vesc_col::{Hypothesis, Run};

use super::input_row::{InputRow, columns_of};
use crate::args::InputArgs;
use crate::commands::question::suspected;
use crate::input::Loaded;

/// A rival, and an input on which it and the answer differ.
#[derive(Serialize)]
pub(crate) struct Rival {
    text: String,
    /// The columns that decide what both say, and their values; null if no such input was found.
    matters: Option<Map<String, Value>>,
    /// What the answer says of it. The rival says the opposite.
    answer: Option<bool>,
    /// Whether the input respects what is so in every row though nobody has declared it; null if nothing is.
    respects_suggestions: Option<bool>,
}

/// Tells an answer from each rival, for as long as the run goes on. Inputs that respect what is suspected are preferred.
pub(crate) fn rivals<'a>(
    (input, loaded): (&InputArgs, &Loaded),
    answer: &dyn Hypothesis,
    others: impl Iterator<Item = &'a dyn Hypothesis>,
    run: &Run,
) -> Vec<Rival> {
    let features = loaded.data.features();
    let (suspected, _) = suspected(input, (&loaded.data, &loaded.domain), run);
    let likely = suspected.tighten(&loaded.domain, features.len());
    let preferred = likely.as_ref().unwrap_or(&loaded.domain);
    let rival = |other: &dyn Hypothesis| {
        let found = separating(answer, other, features, &loaded.domain, preferred);
        let matters = found.as_ref().map(|found| {
            InputRow::new(&loaded.encoding, &found.input).only(&columns_of(features, &found.fixed)).values()
        });
        Rival {
            text: other.display(features).to_string(),
            matters,
            respects_suggestions: found
                .as_ref()
                .zip(likely.as_ref())
                .map(|(found, likely)| likely.contains(&found.input)),
            answer: found.map(|found| found.accepts),
        }
    };
    others.take_while(|_| run.check().is_ok()).map(rival).collect()
}
