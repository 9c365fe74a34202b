//! One variable through its values, each engine at each of them.

use std::error::Error;

use crate::Lab;
use crate::job::{Figures, Job};
use crate::method::Method;
use crate::output::{Plot, Series, Table, number};
use crate::statistics::geometric_mean;

pub(super) const METHODS: [Method; 3] = [Method::Cover, Method::Bdd, Method::Sat];

/// What is varied, and the question for each value.
pub(super) struct Sweep {
    /// The name of the variable.
    pub(super) variable: &'static str,
    /// What stays.
    pub(super) title: &'static str,
    /// How time is expected to grow.
    pub(super) growth: Growth,
    /// Whether a larger value cannot be easier, so that an engine that is beaten by one value need not try the next.
    pub(super) harder: bool,
    pub(super) values: Vec<usize>,
    pub(super) job: fn(usize) -> Job,
}

/// A kind of law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Growth {
    /// Seconds are in proportion to a power of the variable.
    Power,
    /// Seconds are multiplied with each step of one.
    Exponential,
}

/// An engine at a value: over some instances the geometric mean of its time, and its greatest memory.
pub(super) struct Point {
    pub(super) value: usize,
    pub(super) method: Method,
    pub(super) seconds: f64,
    pub(super) mebibytes: f64,
    runs: usize,
    pub(super) limited: usize,
}

impl Sweep {
    /// Measures each engine at each value.
    pub(super) fn measure(&self, lab: &Lab, limit: f64) -> Result<Vec<Point>, Box<dyn Error>> {
        let mut points = Vec::new();
        for method in METHODS {
            for &value in &self.values {
                let job = Job { method, limit, ..(self.job)(value) };
                let point = Point::of(value, method, &lab.runner.runs(&job, lab.scale.seeds(3))?);
                eprintln!("  {} {value}, {}: {} s", self.variable, method.name(), number(point.seconds));
                let beaten = point.limited == point.runs && self.harder;
                points.push(point);
                if beaten {
                    break;
                }
            }
        }
        Ok(points)
    }

    /// A drawing of one quantity.
    pub(super) fn plot(&self, points: &[Point], y: &str, quantity: fn(&Point) -> f64) -> Plot {
        let series = METHODS.map(|method| Series {
            name: method.name().to_owned(),
            points: points
                .iter()
                .filter(|point| point.method == method)
                .map(|point| (point.value as f64, quantity(point), point.limited > 0))
                .collect(),
        });
        Plot {
            title: self.title.to_owned(),
            x: self.variable.to_owned(),
            y: y.to_owned(),
            log_x: self.growth == Growth::Power,
            log_y: true,
            marks: true,
            series: series.into(),
        }
    }
}

impl Point {
    fn of(value: usize, method: Method, runs: &[Figures]) -> Point {
        Point {
            value,
            method,
            seconds: geometric_mean(&runs.iter().map(|run| run.seconds).collect::<Vec<_>>()),
            mebibytes: runs.iter().map(|run| run.mebibytes as f64).fold(0.0, f64::max),
            runs: runs.len(),
            limited: runs.iter().filter(|run| run.is_limited()).count(),
        }
    }

    pub(super) fn record(&self, table: &mut Table) {
        let Point { value, method, seconds, mebibytes, runs, limited } = self;
        table.record([value, &method.name(), runs, limited, &number(*seconds), mebibytes]);
    }
}
