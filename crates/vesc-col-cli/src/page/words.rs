//! A shape in words: for the titles in its drawing, and instead of it.

use super::numbers::counted;
use super::shape::{Condition, Gate, Group, Node, Runs, Shape, To, Way};

/// A line about a part of a formula: the part, and what is said of it.
pub(super) type Line = (String, String);

/// The name of a shape, as in "the cause as ...".
pub(super) fn kind(shape: &Shape) -> &'static str {
    match shape {
        Shape::Gates { .. } => "gates",
        Shape::List { .. } => "a decision list",
        Shape::Tree { .. } => "a decision tree",
        Shape::Diagram { .. } => "a decision diagram",
    }
}

/// A line for each gate and condition, or for each question.
pub(super) fn lines(shape: &Shape) -> Vec<Line> {
    match shape {
        Shape::Gates { inner, groups, .. } => groups.iter().flat_map(|group| lines_of_group(*inner, group)).collect(),
        _ => shape.nodes().iter().map(line_of_question).collect(),
    }
}

fn lines_of_group(gate: Gate, group: &Group) -> Vec<Line> {
    let is_alone = matches!(gate, Gate::Odd | Gate::Even | Gate::AtLeast(_));
    let whole = (group.text.clone(), is_true(group.holds));
    // Of a threshold and a parity the parts say more than the whole, which is the formula.
    match is_alone {
        false => vec![whole],
        true => group.conditions.iter().map(|condition| (condition.written(), is_true(condition.holds))).collect(),
    }
}

fn line_of_question(node: &Node) -> Line {
    let way = |way: &Way| match way.to {
        To::Node(next) => format!("question {}", next + 1),
        To::Verdict(_) => ends(way),
    };
    (node.question.clone(), format!("yes: {}, no: {}", way(&node.yes), way(&node.no)))
}

/// A condition as it is read out, and on how many runs it is true.
pub(super) fn condition(condition: &Condition) -> String {
    let not = if condition.negated { "not " } else { "" };
    titled(format!("{not}{}", condition.text), condition.holds)
}

/// A gate, and on how many runs it is true.
pub(super) fn group(group: &Group) -> String {
    titled(group.text.clone(), group.holds)
}

fn titled(text: String, holds: Option<Runs>) -> String {
    if holds.is_some() { format!("{text}: {}", is_true(holds)) } else { text }
}

fn is_true(runs: Option<Runs>) -> String {
    runs.map_or_else(String::new, |runs| format!("true in {}", both(runs)))
}

/// A question, and in how many runs it is asked.
pub(super) fn asked(node: &Node) -> String {
    match node.asked {
        Some(runs) => format!("{}? asked in {}", node.question, both(runs)),
        None => format!("{}?", node.question),
    }
}

/// The verdict of a way, with the number of runs that it is given to.
pub(super) fn ends(way: &Way) -> String {
    let verdict = verdict(way);
    way.runs.map_or_else(|| verdict.to_owned(), |runs| format!("{verdict} ({})", runs.positives + runs.negatives))
}

/// The same in a sentence.
pub(super) fn ends_in(way: &Way) -> String {
    match way.runs {
        Some(runs) => format!("{} for {}", verdict(way), both(runs)),
        None => verdict(way).to_owned(),
    }
}

fn verdict(way: &Way) -> &'static str {
    if way.to == To::Verdict(true) { "positive" } else { "negative" }
}

fn both(Runs { positives, negatives }: Runs) -> String {
    format!("{} and {}", counted(positives, "positive run"), counted(negatives, "negative run"))
}
