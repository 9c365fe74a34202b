//! Conditions that meet in gates, and these in one more gate.

use super::svg::Svg;
use crate::page::shape::Gate;

/// Pixels between two conditions.
const ROW: usize = 28;
/// Pixels between two groups.
const GAP: usize = 14;
/// Half of the height of a gate.
const HALF: usize = 12;

/// What is drawn, with a title for each thing that the pointer or the keyboard can reach.
pub(crate) struct Gates {
    pub(crate) inner: Gate,
    pub(crate) outer: Gate,
    pub(crate) groups: Vec<Wires>,
}

/// Conditions that meet in one gate.
pub(crate) struct Wires {
    pub(crate) title: String,
    pub(crate) inputs: Vec<Input>,
}

/// A condition.
pub(crate) struct Input {
    pub(crate) text: String,
    pub(crate) is_negated: bool,
    pub(crate) title: String,
}

impl Gates {
    /// Draws the gates from left to right, with a description for those who do not see them.
    pub(crate) fn draw(&self, description: &str) -> String {
        let mut svg = Svg::default();
        let inputs = self.groups.iter().flat_map(|group| &group.inputs);
        let longest = inputs.map(|input| Svg::width(&input.text)).max().unwrap_or(0);
        let (names, inner) = (longest + 16, longest + 70);
        let outer = inner + 90;
        let mut top = ROW / 2 + 4;
        let mut ends = Vec::new();
        for group in &self.groups {
            let many = group.inputs.len();
            let middle = top + many.saturating_sub(1) * ROW / 2;
            // A gate of one input does nothing, unless it is true of none.
            let has_gate = many > 1 || self.inner == Gate::Even;
            svg.group(&group.title, |svg| {
                for (position, input) in group.inputs.iter().enumerate() {
                    let y = top + position * ROW;
                    svg.item(&input.title, |svg| {
                        svg.text((names - 8, y + 5), "end", &Svg::cut(&input.text));
                        if input.is_negated {
                            svg.circle((names + 4, y), 4);
                        }
                        let from = if input.is_negated { names + 8 } else { names };
                        let bend = usize::midpoint(names, inner) + stagger(position, many);
                        let end = if has_gate { inner + inset(self.inner) } else { inner + 30 };
                        let meet = if has_gate { entry(middle, position, many) } else { y };
                        svg.line(&[(from, y), (bend, y), (bend, meet), (end, meet)]);
                    });
                }
                if has_gate {
                    draw_gate(svg, self.inner, (inner, middle), many);
                }
            });
            ends.push((inner + if has_gate { width(self.inner) } else { 30 }, middle));
            top += many * ROW + GAP;
        }
        let height = top.saturating_sub(GAP) + 4;
        let (first, last) = (ends.first().map_or(0, |end| end.1), ends.last().map_or(0, |end| end.1));
        let middle = usize::midpoint(first, last);
        let mut end = ends.iter().map(|end| end.0).max().unwrap_or(0);
        if ends.len() > 1 {
            for (position, &(x, y)) in ends.iter().enumerate() {
                let bend = inner + 46 + stagger(position, ends.len());
                let meet = entry(middle, position, ends.len());
                svg.line(&[(x, y), (bend, y), (bend, meet), (outer + inset(self.outer), meet)]);
            }
            draw_gate(&mut svg, self.outer, (outer, middle), ends.len());
            end = outer + width(self.outer);
        }
        svg.line(&[(end, middle), (end + 24, middle)]);
        svg.finish((end + 30, height), "The cause as gates", description)
    }
}

/// Draws a gate whose left side has its middle at a point.
fn draw_gate(svg: &mut Svg, gate: Gate, (x, middle): (usize, usize), inputs: usize) {
    let half = half(inputs);
    let (top, height) = (middle - half, 2 * half);
    match gate {
        Gate::And => {
            svg.path("gate", &format!("M{x},{top} h14 a16,{half} 0 0 1 0,{height} h-14 z"));
            svg.text((x + 12, middle + 5), "middle", "&");
        }
        Gate::Or => {
            svg.path("gate", &format!("M{x},{top} q24,0 34,{half} q-10,{half} -34,{half} q12,-{half} 0,-{height} z"));
            svg.text((x + 16, middle + 5), "middle", "or");
        }
        Gate::Odd | Gate::Even => {
            let body = format!("M{x},{top} q30,0 42,{half} q-12,{half} -42,{half} q12,-{half} 0,-{height} z");
            svg.path("gate", &body);
            svg.path("wire", &format!("M{},{top} q12,{half} 0,{height}", x - 6));
            svg.text((x + 21, middle + 5), "middle", "xor");
            if gate == Gate::Even {
                svg.circle((x + 46, middle), 4);
            }
        }
        Gate::AtLeast(needed) => {
            svg.path("gate", &format!("M{x},{top} h44 v{height} h-44 z"));
            svg.text((x + 22, middle + 5), "middle", &format!("≥ {needed}"));
        }
    }
}

/// How wide a gate is.
fn width(gate: Gate) -> usize {
    match gate {
        Gate::And => 30,
        Gate::Or => 34,
        Gate::Odd => 42,
        Gate::Even => 50,
        Gate::AtLeast(_) => 44,
    }
}

/// How far a wire reaches into a gate, whose left side may be hollow.
fn inset(gate: Gate) -> usize {
    if gate == Gate::Or { 6 } else { 0 }
}

/// Half of the height of a gate with this many inputs.
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
