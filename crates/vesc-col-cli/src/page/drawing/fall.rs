//! How |VS| fell as runs came in, on a logarithmic scale.

use super::svg::Svg;
use crate::page::document::Moment;
use crate::page::numbers::interval;

/// Pixels between two moments.
const STEP: usize = 76;
/// Pixels of the scale.
const HEIGHT: usize = 120;
/// Pixels around the curve.
const MARGIN: usize = 44;

/// Draws a point for each moment, or nothing for fewer than two.
pub(crate) fn fall(moments: &[Moment]) -> Option<String> {
    let highest = moments.iter().map(|moment| logarithm(&moment.cardinality.lower)).fold(0.0, f64::max);
    if moments.len() < 2 {
        return None;
    }
    let place = |position: usize, moment: &Moment| {
        let share = if highest > 0.0 { logarithm(&moment.cardinality.lower) / highest } else { 0.0 };
        // A share of pixels is no negative number.
        (MARGIN + position * STEP, MARGIN / 2 + ((1.0 - share) * HEIGHT as f64).round() as usize)
    };
    let places: Vec<(usize, usize)> = moments.iter().enumerate().map(|(at, moment)| place(at, moment)).collect();
    let mut svg = Svg::default();
    svg.line(&places);
    for (moment, &(x, y)) in moments.iter().zip(&places) {
        let count = interval(&moment.cardinality);
        let title = format!("after {} runs, {} of them positive: {count}", moment.rows, moment.positives);
        svg.item(&title, |svg| {
            svg.circle((x, y), 4);
            svg.text((x + 7, y.saturating_sub(7)), "start", &count);
            svg.text((x, HEIGHT + MARGIN), "middle", &moment.rows.to_string());
        });
    }
    let size = (2 * MARGIN + moments.len() * STEP, HEIGHT + MARGIN + 10);
    Some(svg.finish(size, "|VS| as runs came in", "Causes of the answer's size that fitted the first runs of the file"))
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
