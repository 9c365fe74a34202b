//! Decision trees, read as formulas.
//!
//! Our own, because neither of the two well-kept crates grows them from Boolean features: linfa-trees 0.8.1 looks for a split only where the
//! last 0 of the whole column belongs to the node, smartcore 0.7.0 only where the label changes between the last 0 and the first 1.

use std::error::Error;

use vesc_col::Dataset;
use vesc_col::data::Sample;
use vesc_col::formula::{Literal, Term};

/// What the rows of a leaf should have little of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Impurity {
    /// CART's.
    Gini,
    /// ID3's. Over Boolean features its split by value is CART's binary split.
    Entropy,
}

type Row<'a> = (&'a Sample, bool);

/// Grows a tree until each leaf is pure or nothing tells its rows apart; its positive leaves are terms. The first of equally good features
/// splits.
pub(crate) fn grow(impurity: Impurity, data: &Dataset) -> Result<Vec<Term>, Box<dyn Error>> {
    let rows = data.positives().iter().map(|row| (row, true)).chain(data.negatives().iter().map(|row| (row, false)));
    let mut terms = Vec::new();
    impurity.split(&rows.collect::<Vec<_>>(), data.features().len(), &mut Vec::new(), &mut terms)?;
    Ok(terms)
}

impl Impurity {
    fn split(
        self,
        rows: &[Row<'_>],
        features: usize,
        path: &mut Vec<Literal>,
        terms: &mut Vec<Term>,
    ) -> Result<(), Box<dyn Error>> {
        let whole = count(rows.iter());
        let best = (0..features)
            .map(|feature| (feature, self.after(rows, feature, whole)))
            .filter(|(_, impurity)| *impurity < self.of(whole))
            .reduce(|best, next| if next.1 < best.1 { next } else { best });
        let Some((feature, _)) = best else {
            let (positives, negatives) = whole;
            if positives > negatives && !path.is_empty() {
                terms.push(Term::new(path.iter().copied())?);
            }
            return Ok(());
        };
        for value in [true, false] {
            let side: Vec<Row<'_>> = rows.iter().copied().filter(|(row, _)| row[feature] == value).collect();
            path.push(Literal::matching(feature, value));
            self.split(&side, features, path, terms)?;
            path.pop();
        }
        Ok(())
    }

    /// The impurity of both sides of a split, weighted by their rows; infinite if one side is empty.
    fn after(self, rows: &[Row<'_>], feature: usize, (positives, negatives): (usize, usize)) -> f64 {
        let with = count(rows.iter().filter(|(row, _)| row[feature]));
        let without = (positives - with.0, negatives - with.1);
        let all = (positives + negatives) as f64;
        let weighted = |side: (usize, usize)| match side.0 + side.1 {
            0 => f64::INFINITY,
            rows => rows as f64 / all * self.of(side),
        };
        weighted(with) + weighted(without)
    }

    fn of(self, (positives, negatives): (usize, usize)) -> f64 {
        let shares = [positives, negatives].map(|part| part as f64 / (positives + negatives) as f64);
        match self {
            Impurity::Gini => 1.0 - shares.map(|share| share * share).iter().sum::<f64>(),
            Impurity::Entropy => shares.iter().filter(|share| **share > 0.0).map(|share| -share * share.log2()).sum(),
        }
    }
}

fn count<'a>(rows: impl Iterator<Item = &'a Row<'a>>) -> (usize, usize) {
    rows.fold((0, 0), |(positives, negatives), (_, label)| match label {
        true => (positives + 1, negatives),
        false => (positives, negatives + 1),
    })
}

#[cfg(test)]
mod tests {
    use vesc_col::{Dnf, Features};

    use super::*;

    #[test]
    fn trees_of_all_rows_are_the_function() {
        let features = Features::numbered(4);
        let target = Dnf::parse("x0 & !x1 | x2 & x3", &features).expect("a formula");
        let mut builder = Dataset::builder(features);
        for row in 0..16u64 {
            let words = [row];
            let sample = &Sample::from_slice(&words)[..4];
            builder.push(target.accepts(sample), sample.iter().map(|value| *value)).expect("four cells");
        }
        let data = builder.build().expect("no contradictions");
        for impurity in [Impurity::Gini, Impurity::Entropy] {
            let grown = Dnf::new(grow(impurity, &data).expect("terms")).expect("some positive leaf");
            assert!(data.positives().iter().all(|row| grown.accepts(row)));
            assert!(!data.negatives().iter().any(|row| grown.accepts(row)));
        }
    }
}
