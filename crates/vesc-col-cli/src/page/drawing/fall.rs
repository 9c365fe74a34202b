//! How |VS| fell, on a logarithmic scale.

use super::svg::Svg;
use crate::page::document::Interval;
use crate::page::numbers::interval;

/// Pixels between two points, at least.
const STEP: usize = 76;
/// Pixels of the scale.
const HEIGHT: usize = 120;
/// Pixels around the curve.
const MARGIN: usize = 44;

/// A number that is drawn.
pub(crate) struct Point<'a> {
    pub(crate) count: &'a Interval,
    /// What stands below it.
    pub(crate) name: String,
    pub(crate) title: String,
}

/// Draws a point for each number, or nothing for fewer than two.
pub(crate) fn fall(points: &[Point<'_>], title: &str, description: &str) -> Option<String> {
    if points.len() < 2 {
        return None;
    }
    let highest = points.iter().map(|point| logarithm(&point.count.lower)).fold(0.0, f64::max);
    let widest = points.iter().map(|point| Svg::width(&point.name)).max().unwrap_or(0);
    // Numbers that are all one need no height.
    let scale = if highest > 0.0 { HEIGHT } else { 10 };
    let step = STEP.max(widest + 8);
    let place = |(position, point): (usize, &Point<'_>)| {
        let share = if highest > 0.0 { logarithm(&point.count.lower) / highest } else { 0.0 };
        // A share of pixels is no negative number.
        (MARGIN.max(step / 2) + position * step, MARGIN / 2 + ((1.0 - share) * scale as f64).round() as usize)
    };
    let places: Vec<(usize, usize)> = points.iter().enumerate().map(place).collect();
    let mut svg = Svg::default();
    svg.line(&places);
    for (point, &(x, y)) in points.iter().zip(&places) {
        svg.item(&point.title, |svg| {
            svg.circle((x, y), 4);
            svg.text((x + 7, y.saturating_sub(7)), "start", &interval(point.count));
            svg.text((x, scale + MARGIN), "middle", &Svg::cut(&point.name));
        });
    }
    let size = (2 * MARGIN + points.len() * step, scale + MARGIN + 10);
    Some(svg.finish(size, title, description))
}

/// The logarithm to base ten of decimal digits; 0 for 0.
fn logarithm(digits: &str) -> f64 {
    let leading: f64 = digits.get(..digits.len().min(9)).and_then(|leading| leading.parse().ok()).unwrap_or(0.0);
    let more = digits.len().saturating_sub(9);
    if leading < 1.0 { 0.0 } else { leading.log10() + more as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_of_digits() {
        for (digits, expected) in [("0", 0.0), ("1", 0.0), ("1000", 3.0), ("1000000000000", 12.0), ("", 0.0)] {
            assert!((logarithm(digits) - expected).abs() < 1e-9, "{digits}");
        }
    }
}
