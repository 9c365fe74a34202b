//! Means, and straight lines through points.

/// The arithmetic mean; 0 of nothing.
pub(crate) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The geometric mean of positive values; 1 of nothing.
pub(crate) fn geometric_mean(values: &[f64]) -> f64 {
    let logarithms: Vec<f64> = values.iter().map(|value| value.ln()).collect();
    mean(&logarithms).exp()
}

/// The straight line of least squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) slope: f64,
    /// The share of the variance that it explains.
    pub(crate) explained: f64,
}

impl Line {
    /// The line through at least two points that do not lie above each other.
    pub(crate) fn through(points: &[(f64, f64)]) -> Option<Line> {
        let (xs, ys): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
        let (x_mean, y_mean) = (mean(&xs), mean(&ys));
        let sum = |f: &dyn Fn(f64, f64) -> f64| points.iter().map(|&(x, y)| f(x - x_mean, y - y_mean)).sum::<f64>();
        let (xx, xy, yy) = (sum(&|x, _| x * x), sum(&|x, y| x * y), sum(&|_, y| y * y));
        if xx == 0.0 {
            return None;
        }
        Some(Line { slope: xy / xx, explained: if yy == 0.0 { 1.0 } else { xy * xy / (xx * yy) } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_of_known_values() {
        assert_eq!(mean(&[1.0, 2.0, 6.0]), 3.0);
        assert!((geometric_mean(&[1.0, 4.0, 16.0]) - 4.0).abs() < 1e-12);
    }

    #[test]
    fn a_line_through_points_of_a_line() {
        let line = Line::through(&[(1.0, 5.0), (2.0, 7.0), (4.0, 11.0)]).expect("three points");
        assert!((line.slope - 2.0).abs() < 1e-12);
        assert!((line.explained - 1.0).abs() < 1e-12);
        assert!(Line::through(&[(1.0, 1.0), (1.0, 2.0)]).is_none());
    }
}
