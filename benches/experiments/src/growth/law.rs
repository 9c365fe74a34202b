//! The law that measurements follow, fitted, and how far it holds.

use super::sweep::{Growth, METHODS, Point, Sweep};
use crate::output::{Table, number};
use crate::statistics::Line;

/// Below so many seconds a measurement is set-up and noise.
const FLOOR: f64 = 0.002;

/// The fitted law of each engine: the exponent or the factor over all points, over the first step, and over the last. Where the latter two
/// differ, the law does not hold throughout.
pub(super) fn table(sweep: &Sweep, points: &[Point]) -> Table {
    let mut table =
        Table::new(["method", "law", "fitted", "explained", "first_step", "last_step", "from", "to", "beaten_at"]);
    for method in METHODS {
        let of = || points.iter().filter(|point| point.method == method);
        let beaten = of().find(|point| point.limited > 0).map_or("-".to_owned(), |point| point.value.to_string());
        let fair: Vec<&Point> = of().filter(|point| point.limited == 0 && point.seconds >= FLOOR).collect();
        let (Some(first), Some(last), Some(line)) = (fair.first(), fair.last(), sweep.growth.line(&fair)) else {
            table.row([&method.name(), &"too fast or too slow to tell", &"-", &"-", &"-", &"-", &"-", &"-", &beaten]);
            continue;
        };
        let step = |two: &[&Point]| sweep.growth.line(two).map_or("-".to_owned(), |line| sweep.growth.number(line));
        table.row([
            &method.name(),
            &sweep.growth.formula(sweep.variable),
            &sweep.growth.number(line),
            &number(line.explained),
            &step(&fair[..2]),
            &step(&fair[fair.len() - 2..]),
            &first.value,
            &last.value,
            &beaten,
        ]);
    }
    table
}

impl Growth {
    /// The straight line that the law is on logarithmic paper.
    fn line(self, points: &[&Point]) -> Option<Line> {
        let x = |point: &Point| match self {
            Growth::Power => (point.value as f64).ln(),
            Growth::Exponential => point.value as f64,
        };
        let points: Vec<(f64, f64)> = points.iter().map(|point| (x(point), point.seconds.ln())).collect();
        if points.len() < 2 { None } else { Line::through(&points) }
    }

    fn number(self, line: Line) -> String {
        number(match self {
            Growth::Power => line.slope,
            Growth::Exponential => line.slope.exp(),
        })
    }

    fn formula(self, variable: &str) -> String {
        match self {
            Growth::Power => format!("seconds ~ {variable}^fitted"),
            Growth::Exponential => format!("seconds ~ fitted^{variable}"),
        }
    }
}
