//! In what the questions of two reports differ, so that their answers cannot be compared as they stand.

use std::collections::BTreeSet;

use super::Night;
use crate::page::document::{Details, Document, LabelValues, Limits};
use crate::text::{OneLine, shell_word, unquoted};

/// A sentence for each difference between a report and the next one, and what follows from them.
pub(super) fn differences(nights: &[Night]) -> Vec<String> {
    let mut all: Vec<String> = nights.windows(2).flat_map(|pair| of_pair(&pair[0], &pair[1])).collect();
    if !all.is_empty() {
        all.push("So the answers cannot be compared as they stand.".to_owned());
    }
    let silent: Vec<&str> =
        nights.iter().filter(|night| limits(&night.document).is_none()).map(|night| &*night.name).collect();
    if !silent.is_empty() {
        let (was, does, it) = if silent.len() == 1 { ("was", "does", "it") } else { ("were", "do", "they") };
        all.push(format!(
            "{} {was} written without --details, so {it} {does} not say how far {it} searched.",
            silent.join(", ")
        ));
    }
    all
}

/// Whether the formulas of two reports are of the same language, as far as the reports say.
pub(super) fn are_of_one_language(before: &Document, after: &Document) -> bool {
    let languages = [before, after].map(|document| limits(document).map(|limits| &*limits.language));
    match languages {
        [Some(before), Some(after)] => before == after,
        _ => match [before, after].map(measures) {
            [Some(before), Some(after)] => before == after,
            _ => true,
        },
    }
}

/// Whether two reports ask the same of the same label, as far as they say.
pub(super) fn are_of_one_label(before: &Document, after: &Document) -> bool {
    let [Some(before), Some(after)] = [before, after].map(|document| document.details.as_ref()) else { return true };
    before.label == after.label && !have_other_values(before.label_values.as_ref(), after.label_values.as_ref())
}

/// Whether two reports take other values of the label for positive.
fn have_other_values(before: Option<&LabelValues>, after: Option<&LabelValues>) -> bool {
    let set = |values: &[String]| values.iter().cloned().collect::<BTreeSet<String>>();
    let (Some(before), Some(after)) = (before, after) else { return false };
    match (before.chosen, after.chosen) {
        // The usual words mean the same in both.
        (false, false) => false,
        (true, true) => set(&before.positive) != set(&after.positive) || set(&before.negative) != set(&after.negative),
        (is_first, _) => {
            let (chosen, usual) = if is_first { (before, after) } else { (after, before) };
            match (usual.positive.is_empty(), chosen.positive.is_empty()) {
                (true, _) => false,
                (_, true) => usual.positive.iter().any(|value| chosen.negative.contains(value)),
                _ => set(&chosen.positive) != set(&usual.positive),
            }
        }
    }
}

/// Which values are positive, in words.
fn values(details: &Details) -> String {
    let Some(LabelValues { positive, negative, .. }) = &details.label_values else { return "no values".to_owned() };
    let list = |values: &[String]| {
        let quoted: Vec<String> = values.iter().map(|value| format!("`{}`", OneLine(value))).collect();
        quoted.join(", ")
    };
    match (positive.is_empty(), negative.is_empty()) {
        (true, false) => format!("all but {} for positive", list(negative)),
        (_, true) => format!("{} for positive", list(positive)),
        (false, false) => format!("{} for positive and {} for negative", list(positive), list(negative)),
    }
}

fn of_pair(before: &Night, after: &Night) -> Vec<String> {
    let nights = [before, after];
    let [old, new] = nights.map(|night| &night.document);
    let differ = |what: [String; 2]| (what[0] != what[1]).then_some(what);
    let mut found = Vec::new();
    if let (Some(one), Some(other)) = (&old.details, &new.details)
        && have_other_values(one.label_values.as_ref(), other.label_values.as_ref())
    {
        let [one, other] = [one, other].map(values);
        found.push(format!(
            "{} takes {one}, and {} takes {other}: they ask for the causes of different things.",
            before.name, after.name
        ));
    }
    let labels = [old, new].map(|document| document.details.as_ref().map(|details| &*details.label));
    if let [Some(one), Some(other)] = labels
        && one != other
    {
        found.push(format!(
            "{} learns `{}`, and {} learns `{}`: they ask for the causes of different things.",
            before.name,
            OneLine(one),
            after.name,
            OneLine(other)
        ));
    }
    if let Some([old, new]) = differ([old, new].map(reading)) {
        found.push(format!("{} reads its rows {old}, and {} {new}.", before.name, after.name));
    }
    if !are_of_one_language(old, new) {
        let language = [old, new].map(|document| match limits(document) {
            Some(limits) => format!("--language {}", limits.language),
            None => format!("sizes by {}", measures(document).unwrap_or_default().join(" and ")),
        });
        found.push(format!(
            "{} has {}, and {} has {}: a text means another concept there, so formulas are not compared.",
            before.name, language[0], after.name, language[1]
        ));
    }
    if let Some([old, new]) = differ([old, new].map(errors)) {
        found.push(format!(
            "{} allows {old}, and {} allows {new}: what fits one need not fit the other.",
            before.name, after.name
        ));
    }
    if let Some([old, new]) = differ([old, new].map(order)) {
        found.push(format!("{} counts {old} first, and {} counts {new} first.", before.name, after.name));
    }
    let [Some(old), Some(new)] = [old, new].map(limits) else { return found };
    if let Some([old, new]) = differ([old, new].map(|limits| limits.bound.to_string())) {
        found.push(format!(
            "{} has --bound {old}, and {} has --bound {new}: one may call learned what the other calls overfit.",
            before.name, after.name
        ));
    }
    if let Some([old, new]) = differ([old, new].map(cap)) {
        found.push(format!(
            "{} searched up to {old}, and {} up to {new}: where one finds nothing, the other may go further.",
            before.name, after.name
        ));
    }
    if let Some([old, new]) = differ([old, new].map(rules)) {
        found.push(format!("{} has {old}, and {} has {new}.", before.name, after.name));
    }
    found
}

fn limits(document: &Document) -> Option<&Limits> {
    document.details.as_ref()?.limits.as_ref()
}

/// What a size is measured by, such as literals and terms; `None` if no size was searched.
fn measures(document: &Document) -> Option<Vec<String>> {
    let step = document.steps.first()?;
    Some(step.complexity.keys().map(|name| format!("{}s", name.trim_end_matches('s'))).collect())
}

fn errors(document: &Document) -> String {
    document.error_budget.as_ref().map_or_else(|| "no errors".to_owned(), ToString::to_string)
}

/// The options that say what a row stands for, as they were typed.
fn reading(document: &Document) -> String {
    const WITH_A_WORD: [&str; 2] = ["--contradictions", "--count-column"];
    let command = document.details.as_ref().map_or(&[][..], |details| &details.command);
    let words: Vec<String> = command.iter().map(|word| unquoted(word)).collect();
    let mut typed: Vec<String> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let (option, value) = word.split_once('=').map_or((&**word, None), |(option, value)| (option, Some(value)));
        if WITH_A_WORD.contains(&option) {
            let value = value.or_else(|| Some(&**words.get(at + 1)?)).unwrap_or_default();
            typed.push(format!("{option} {}", shell_word(value)));
        } else if option == "--unknown" {
            // Its words follow an equals sign, or there are none.
            typed.push(shell_word(word));
        }
    }
    typed.sort_unstable();
    if typed.is_empty() { "as they are".to_owned() } else { format!("with {}", typed.join(" ")) }
}

fn order(document: &Document) -> String {
    document.order.clone().unwrap_or_else(|| "literals".to_owned())
}

fn cap(limits: &Limits) -> String {
    match (limits.max_literals, limits.max_terms, limits.max_size) {
        (Some(literals), Some(terms), _) => format!("--max-literals {literals} --max-terms {terms}"),
        (.., Some(size)) => format!("--max-size {size}"),
        _ => "no size".to_owned(),
    }
}

fn rules(limits: &Limits) -> String {
    if limits.rules.is_empty() { "no rules for formulas".to_owned() } else { limits.rules.join(" ") }
}
