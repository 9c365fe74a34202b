//! The first formula as a drawing, and the same in words.

use serde::Serialize;

use super::document::{Details, Hypothesis, Literal, TermSupport, term_text};
use super::drawing::{self, Gates, Input, Wires};
use super::numbers::counted;
use super::shape::{Gate, Group, Shape};
use super::words::{self, Line};

#[derive(Debug, Serialize)]
pub(super) struct Picture {
    /// What it is drawn as: gates, or a tree.
    kind: &'static str,
    svg: String,
    /// What is said of each part; nothing where the page says it of the terms.
    lines: Vec<Line>,
    /// Whether the lines are questions, which are numbered.
    are_questions: bool,
}

/// Draws a hypothesis, if its terms or its shape are known.
pub(super) fn picture(hypothesis: &Hypothesis, details: Option<&Details>) -> Option<Picture> {
    if let Some(terms) = &hypothesis.terms {
        let is_whole = !terms.is_empty() && terms.iter().all(|term| !term.is_empty());
        let support = details.and_then(|details| details.support.first()).map_or(&[][..], Vec::as_slice);
        let svg = is_whole.then(|| gates_of_dnf(terms, support).draw(&hypothesis.text));
        return svg.map(|svg| Picture { kind: "gates", svg, lines: Vec::new(), are_questions: false });
    }
    let shape = details?.shape.as_ref().filter(|shape| shape.is_sound())?;
    let (kind, lines) = (words::kind(shape), words::lines(shape));
    let spoken: Vec<String> = lines.iter().map(|(part, said)| format!("{part}: {said}")).collect();
    let description = format!("{}. {}", hypothesis.text, spoken.join(". "));
    let svg = match shape {
        Shape::Gates { inner, outer, groups } => gates((*inner, *outer), groups).draw(&description),
        _ => {
            let is_list = matches!(shape, Shape::List { .. });
            drawing::graph(shape.nodes(), is_list, &format!("The cause as {kind}"), &description)?
        }
    };
    Some(Picture { kind, svg, lines, are_questions: !shape.nodes().is_empty() })
}

fn gates((inner, outer): (Gate, Gate), groups: &[Group]) -> Gates {
    let wires = |group: &Group| Wires {
        title: words::group(group),
        inputs: group
            .conditions
            .iter()
            .map(|condition| Input {
                text: condition.text.clone(),
                is_negated: condition.negated,
                title: words::condition(condition),
            })
            .collect(),
    };
    Gates { inner, outer, groups: groups.iter().map(wires).collect() }
}

/// One AND for each term, and one OR; the title of each term and literal says how many runs it explains.
fn gates_of_dnf(terms: &[Vec<Literal>], support: &[TermSupport]) -> Gates {
    let wires = |(number, term): (usize, &Vec<Literal>)| {
        let known = support.get(number);
        let input = |(position, literal): (usize, &Literal)| {
            let text = format!("{}{}", if literal.is_negated() { "not " } else { "" }, literal.body());
            let title = match known.and_then(|known| known.literals.get(position)) {
                Some(known) => format!(
                    "{text}: true in {}; it alone rejects {}",
                    counted(known.positives, "positive run"),
                    counted(known.near_misses, "negative run")
                ),
                None => text,
            };
            Input { text: literal.body(), is_negated: literal.is_negated(), title }
        };
        let title = match known {
            Some(known) => format!("{}: explains {}", term_text(term), counted(known.explains, "positive run")),
            None => term_text(term),
        };
        Wires { title, inputs: term.iter().enumerate().map(input).collect() }
    };
    Gates { inner: Gate::And, outer: Gate::Or, groups: terms.iter().enumerate().map(wires).collect() }
}
