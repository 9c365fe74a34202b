//! Questions and where their answers lead: lists, trees and decision diagrams.
//!
//! A list goes down the page, each verdict beside its question. All else goes from left to right. A question stands
//! right of all that lead to it. Each way has a row of its own, so that no way crosses a box.

use super::svg::Svg;
use crate::page::shape::{Node, To, Way};
use crate::page::words::{asked, ends, ends_in};

/// Pixels between two rows.
const ROW: usize = 40;
/// Pixels between two columns of boxes, and those in which a way bends for the first and the last time.
const GAP: usize = 100;
const BEND: usize = 60;
const LAST_BEND: usize = 30;
/// Half of the height of a box.
const HALF: usize = 13;
/// Pixels around the drawing.
const MARGIN: usize = 8;

/// Questions that are drawn, at most.
const MOST_QUESTIONS: usize = 100;

/// Draws questions, of which the first is asked first and each leads to later ones; `None` if they are too many.
pub(crate) fn graph(nodes: &[Node], is_list: bool, title: &str, description: &str) -> Option<String> {
    let drawn = !nodes.is_empty() && nodes.len() <= MOST_QUESTIONS;
    drawn.then(|| if is_list { chain(nodes, title, description) } else { layers(nodes, title, description) })
}

fn chain(nodes: &[Node], title: &str, description: &str) -> String {
    let mut svg = Svg::default();
    let wide = nodes.iter().map(|node| box_width(&node.question)).max().unwrap_or(0);
    let verdicts = MARGIN + wide + GAP;
    let y = |row: usize| MARGIN + HALF + row * (ROW + 10);
    let middle = MARGIN + wide / 2;
    let mut most = verdicts;
    for (row, node) in nodes.iter().enumerate() {
        question(&mut svg, node, (MARGIN, y(row)), wide);
        way(&mut svg, true, &format!("M{},{} H{verdicts}", MARGIN + wide, y(row)), (verdicts - 8, y(row) - 5));
        most = most.max(verdicts + verdict(&mut svg, &node.yes, (verdicts, y(row))));
        way(
            &mut svg,
            false,
            &format!("M{middle},{} V{}", y(row) + HALF, y(row + 1) - HALF),
            (middle + 28, y(row) + HALF + 16),
        );
    }
    if let Some(last) = nodes.last() {
        let wide = box_width(&ends(&last.no));
        most = most.max(middle + wide / 2);
        verdict(&mut svg, &last.no, (middle.saturating_sub(wide / 2).max(MARGIN), y(nodes.len())));
    }
    svg.finish((most + MARGIN, y(nodes.len()) + HALF + MARGIN), title, description)
}

/// Where everything stands.
struct Places<'a> {
    nodes: &'a [Node],
    /// For each question its column, and its height in half rows if something leads to it.
    column: Vec<usize>,
    height: Vec<Option<usize>>,
    ways: Vec<Placed<'a>>,
    rows: usize,
}

/// A way, and its height in half rows.
struct Placed<'a> {
    from: usize,
    is_yes: bool,
    way: &'a Way,
    height: usize,
}

fn layers(nodes: &[Node], title: &str, description: &str) -> String {
    let mut column = vec![0; nodes.len()];
    for (at, node) in nodes.iter().enumerate() {
        for to in [node.yes.to, node.no.to] {
            if let To::Node(next) = to {
                column[next] = column[next].max(column[at] + 1);
            }
        }
    }
    let mut places = Places { nodes, column, height: vec![None; nodes.len()], ways: Vec::new(), rows: 0 };
    places.place(0);
    places.draw(title, description)
}

impl Places<'_> {
    /// Gives a question, and all behind it, a place; returns its height.
    fn place(&mut self, at: usize) -> usize {
        let node = &self.nodes[at];
        let [yes, no] = [(true, &node.yes), (false, &node.no)].map(|(is_yes, way)| {
            let height = match way.to {
                To::Node(next) if self.height[next].is_none() => self.place(next),
                _ => {
                    self.rows += 1;
                    2 * (self.rows - 1)
                }
            };
            self.ways.push(Placed { from: at, is_yes, way, height });
            height
        });
        let height = usize::midpoint(yes, no);
        self.height[at] = Some(height);
        height
    }

    fn draw(&self, title: &str, description: &str) -> String {
        let mut svg = Svg::default();
        let columns = 2 + self.column.iter().max().unwrap_or(&0);
        let mut wide = vec![0; columns];
        for (node, &column) in self.nodes.iter().zip(&self.column) {
            wide[column] = wide[column].max(box_width(&node.question));
        }
        for Placed { from, way, .. } in &self.ways {
            if let To::Verdict(_) = way.to {
                let column = self.column[*from] + 1;
                wide[column] = wide[column].max(box_width(&ends(way)));
            }
        }
        let mut left = vec![MARGIN];
        wide.iter().for_each(|wide| left.push(left[left.len() - 1] + wide + GAP));
        let y = |height: usize| MARGIN + HALF + height * ROW / 2;
        for Placed { from, is_yes, way: Way { to, .. }, height } in &self.ways {
            let column = self.column[*from];
            let (x, bent, row) = (left[column] + wide[column], left[column] + wide[column] + BEND, y(*height));
            // The way for yes leaves above the one for no.
            let start = y(self.height[*from].unwrap_or(0));
            let start = if *is_yes { start - 6 } else { start + 6 };
            let first = format!("M{x},{start} C{},{start} {},{row} {bent},{row}", x + 30, bent - 30);
            let path = match to {
                To::Verdict(_) => format!("{first} H{}", left[column + 1]),
                To::Node(next) => {
                    let (end, meet) = (left[self.column[*next]], y(self.height[*next].unwrap_or(0)));
                    let turn = end - LAST_BEND;
                    format!("{first} H{turn} C{},{row} {},{meet} {end},{meet}", turn + 15, end - 15)
                }
            };
            way(&mut svg, *is_yes, &path, (bent + 8, row - 5));
        }
        for (at, node) in self.nodes.iter().enumerate() {
            let Some(height) = self.height[at] else { continue };
            question(&mut svg, node, (left[self.column[at]], y(height)), wide[self.column[at]]);
        }
        for Placed { from, way, height, .. } in &self.ways {
            if let To::Verdict(_) = way.to {
                verdict(&mut svg, way, (left[self.column[*from] + 1], y(*height)));
            }
        }
        let size = (left[columns] - GAP + MARGIN, 2 * (MARGIN + HALF) + self.rows.saturating_sub(1) * ROW);
        svg.finish(size, title, description)
    }
}

/// Pixels of a box with a text.
fn box_width(text: &str) -> usize {
    Svg::width(text) + 16
}

/// Draws a question, the middle of whose left side is given.
fn question(svg: &mut Svg, node: &Node, (x, y): (usize, usize), wide: usize) {
    svg.item(&asked(node), |svg| {
        svg.rectangle("gate", (x, y - HALF), (wide, 2 * HALF));
        svg.text((x + wide / 2, y + 5), "middle", &Svg::cut(&node.question));
    });
}

/// Draws the verdict at the end of a way, and returns how wide it is.
fn verdict(svg: &mut Svg, way: &Way, (x, y): (usize, usize)) -> usize {
    let text = ends(way);
    let class = if way.to == To::Verdict(true) { "gate verdict-yes" } else { "gate" };
    svg.item(&ends_in(way), |svg| {
        svg.rectangle(class, (x, y - HALF), (box_width(&text), 2 * HALF));
        svg.text((x + box_width(&text) / 2, y + 5), "middle", &text);
    });
    box_width(&text)
}

/// Draws a way with its answer at a point.
fn way(svg: &mut Svg, is_yes: bool, path: &str, (x, y): (usize, usize)) {
    svg.path(if is_yes { "wire" } else { "wire way-no" }, path);
    svg.text((x, y), "end", if is_yes { "yes" } else { "no" });
}
