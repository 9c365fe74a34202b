//! When data are enough: the claims of accuracy with fewer and fewer negative samples.

use std::error::Error;

use crate::Lab;
use crate::job::{Asked, Job};
use crate::method::Method;
use crate::output::{Plot, Series, Table, number};

const NEGATIVES: [usize; 12] = [50, 100, 150, 200, 250, 300, 400, 500, 600, 700, 800, 1000];

/// A monomial of 5 literals over 100 features: how often a search with B = 1 finds it, finds another one unique, or finds too many.
pub(crate) fn make(lab: &Lab) -> Result<(), Box<dyn Error>> {
    let limit = lab.scale.limit(10.0);
    let negatives = lab.scale.pick(&NEGATIVES[..], &NEGATIVES[2..9], &NEGATIVES[..2]);
    let mut table =
        Table::new(["positives", "negatives", "runs", "right", "wrong", "many", "limited", "expected_accidents"]);
    let mut series = Vec::new();
    for positives in [0, 1, 2, 3] {
        let mut right = Series { name: format!("{positives} positives: the target, uniquely"), points: Vec::new() };
        for &negatives in negatives {
            let job = Job { limit, asked: Asked::Search, ..Job::monomial(Method::Cover, positives, negatives, 0, 5) };
            let runs = lab.runner.runs(&job, lab.scale.seeds(20))?;
            let with = |word: &str| runs.iter().filter(|run| run.answer.starts_with(word)).count();
            table.row([
                &positives,
                &negatives,
                &runs.len(),
                &with("right"),
                &with("wrong"),
                &with("many"),
                &runs.iter().filter(|run| run.is_limited()).count(),
                &number(accidents(100, 5, positives, negatives)),
            ]);
            right.points.push((negatives as f64, with("right") as f64 / runs.len() as f64, false));
        }
        series.push(right);
    }
    lab.output.table("enough", limit, &table)?;
    let title = "How often a 5-literal monomial is learned, by the number of negative samples".to_owned();
    let (x, y) = ("negative samples".to_owned(), "share of 20 instances".to_owned());
    lab.output.plot("enough", &Plot { title, x, y, log_x: false, log_y: false, marks: true, series })
}

/// How many terms of up to so many literals are expected to fit uniform samples by accident: of s literals there are C(n, s) 2^s, each true on a
/// positive sample with probability 2^-s and false on a negative one with 1 - 2^-s.
fn accidents(features: usize, literals: usize, positives: usize, negatives: usize) -> f64 {
    let of_size = |size: usize| {
        let chance = 0.5f64.powi(size as i32);
        let sets: f64 = (0..size).map(|i| (features - i) as f64 / (i + 1) as f64).product();
        sets / chance * chance.powi(positives as i32) * (1.0 - chance).powf(negatives as f64)
    };
    (1..=literals).map(of_size).sum()
}

#[cfg(test)]
mod tests {
    use super::accidents;

    #[test]
    fn without_samples_every_term_fits() {
        assert_eq!(accidents(4, 2, 0, 0), 8.0 + 24.0);
        assert_eq!(accidents(4, 1, 1, 0), 4.0);
    }
}
