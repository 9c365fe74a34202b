//! A DNF as gates: one AND for each term, and one OR.

use crate::page::document::{Literal, TermSupport};
use crate::page::numbers::counted;

use super::svg::Svg;

/// Pixels between two literals.
const ROW: usize = 28;
/// Pixels between two terms.
const GAP: usize = 14;
/// Pixels that a character of a literal takes, at most, in the font of the page.
const CHARACTER: usize = 9;
/// Characters of a literal that are drawn; longer ones are cut.
const MOST_CHARACTERS: usize = 40;
/// Half of the height of a gate.
const HALF: usize = 12;

/// Draws a formula as gates from left to right; the title of each term and literal says how many runs it explains.
pub(crate) fn gates(terms: &[Vec<Literal>], support: &[TermSupport], text: &str) -> String {
    let mut svg = Svg::default();
    let longest = terms.iter().flatten().map(|literal| shown(literal).chars().count()).max().unwrap_or(0);
    let (names, and) = (longest * CHARACTER + 16, longest * CHARACTER + 70);
    let or = and + 90;
    let mut top = ROW / 2 + 4;
    let mut ends = Vec::new();
    for (number, term) in terms.iter().enumerate() {
        let middle = top + (term.len() - 1) * ROW / 2;
        let supported = support.get(number);
        svg.group(&term_title(number, supported), |svg| {
            for (position, literal) in term.iter().enumerate() {
                let y = top + position * ROW;
                let known = supported.and_then(|support| support.literals.get(position));
                let title = match known {
                    Some(known) => format!(
                        "{}: true in {}; it alone rejects {}",
                        literal_text(literal),
                        counted(known.positives, "positive run"),
                        counted(known.near_misses, "negative run")
                    ),
                    None => literal_text(literal),
                };
                svg.item(&title, |svg| {
                    svg.text((names - 8, y + 5), "end", &shown(literal));
                    if literal.is_negated() {
                        svg.circle((names + 4, y), 4);
                    }
                    let from = if literal.is_negated() { names + 8 } else { names };
                    let bend = (names + and) / 2 + stagger(position, term.len());
                    let end = if term.len() == 1 { and + 30 } else { and };
                    let meet = if term.len() == 1 { y } else { entry(middle, position, term.len()) };
                    svg.line(&[(from, y), (bend, y), (bend, meet), (end, meet)]);
                });
            }
            if term.len() > 1 {
                svg.path("gate", &and_gate(and, middle, term.len()));
                svg.text((and + 11, middle + 5), "middle", "&");
            }
        });
        ends.push((and + 30, middle));
        top += term.len() * ROW + GAP;
    }
    let height = top.saturating_sub(GAP) + 4;
    let (first, last) = (ends.first().map_or(0, |end| end.1), ends.last().map_or(0, |end| end.1));
    let middle = usize::midpoint(first, last);
    if ends.len() > 1 {
        for (position, &(x, y)) in ends.iter().enumerate() {
            let bend = x + 16 + stagger(position, ends.len());
            let meet = entry(middle, position, ends.len());
            svg.line(&[(x, y), (bend, y), (bend, meet), (or + 6, meet)]);
        }
        svg.path("gate", &or_gate(or, middle, ends.len()));
        svg.text((or + 16, middle + 5), "middle", "or");
    }
    let end = if ends.len() > 1 { or + 34 } else { and + 30 };
    svg.line(&[(end, middle), (end + 24, middle)]);
    svg.finish((end + 30, height), "The cause as gates", text)
}

fn term_title(number: usize, support: Option<&TermSupport>) -> String {
    match support {
        Some(support) => format!("Term {}: explains {}", number + 1, counted(support.explains, "positive run")),
        None => format!("Term {}", number + 1),
    }
}

fn literal_text(literal: &Literal) -> String {
    format!("{}{}", if literal.is_negated() { "not " } else { "" }, literal.body())
}

/// A literal's name, cut if it is too long to be drawn.
fn shown(literal: &Literal) -> String {
    let body = literal.body();
    match body.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{}…", &body[..end]),
        None => body,
    }
}

/// The height of a gate with this many inputs.
fn half(inputs: usize) -> usize {
    HALF.max(inputs * 5)
}

/// Where an input meets a gate whose middle is given.
fn entry(middle: usize, position: usize, inputs: usize) -> usize {
    middle + (2 * position + 1) * half(inputs) / inputs - half(inputs)
}

/// How much later an input bends than those nearer to the middle, so that no two wires touch.
fn stagger(position: usize, inputs: usize) -> usize {
    let from_middle = (2 * position + 1).abs_diff(inputs) / 2;
    (4 * from_middle).min(24)
}

fn and_gate(x: usize, middle: usize, inputs: usize) -> String {
    let half = half(inputs);
    format!("M{x},{} h14 a16,{half} 0 0 1 0,{} h-14 z", middle - half, 2 * half)
}

fn or_gate(x: usize, middle: usize, inputs: usize) -> String {
    let half = half(inputs);
    let (top, height) = (middle - half, 2 * half);
    format!("M{x},{top} q24,0 34,{half} q-10,{half} -34,{half} q12,-{half} 0,-{height} z")
}
