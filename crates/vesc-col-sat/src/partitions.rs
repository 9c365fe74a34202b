//! How the literals can be shared out among the terms.

/// All ways to write `literals` as a sum of `terms` numbers from 1 to `largest`, each in ascending order.
pub(crate) struct Partitions {
    literals: usize,
    largest: usize,
    terms: usize,
    next: Option<Vec<usize>>,
}

impl Partitions {
    pub(crate) fn new(literals: usize, terms: usize, largest: usize) -> Partitions {
        let next = (terms > 0).then(|| completed(Vec::new(), 1, literals, terms, largest)).flatten();
        Partitions { literals, largest, terms, next }
    }

    fn after(&self, sizes: &[usize]) -> Option<Vec<usize>> {
        (0..self.terms.saturating_sub(1)).rev().find_map(|position| {
            completed(sizes[..position].to_vec(), sizes[position] + 1, self.literals, self.terms, self.largest)
        })
    }
}

impl Iterator for Partitions {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let sizes = self.next.take()?;
        self.next = self.after(&sizes);
        Some(sizes)
    }
}

/// The first sum that begins with these numbers and goes on with no smaller one than `least`.
fn completed(mut sizes: Vec<usize>, least: usize, literals: usize, terms: usize, largest: usize) -> Option<Vec<usize>> {
    let mut rest = literals.checked_sub(sizes.iter().sum())?;
    let mut open = terms - sizes.len();
    if rest < open.checked_mul(least)? || open.checked_mul(largest).is_some_and(|most| rest > most) {
        return None;
    }
    // As small as possible, but so that the others can take up the rest.
    while open > 0 {
        open -= 1;
        let size = least.max(rest.saturating_sub(open.saturating_mul(largest)));
        sizes.push(if open == 0 { rest } else { size });
        rest -= sizes[sizes.len() - 1];
    }
    sizes.is_sorted().then_some(sizes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_trial(literals: usize, terms: usize, largest: usize) -> Vec<Vec<usize>> {
        let mut sums = vec![Vec::new()];
        for _ in 0..terms {
            sums = sums
                .into_iter()
                .flat_map(|sum: Vec<usize>| {
                    let least = sum.last().copied().unwrap_or(1);
                    (least..=largest).map(move |size| [&sum[..], &[size]].concat())
                })
                .collect();
        }
        sums.retain(|sum| sum.iter().sum::<usize>() == literals);
        sums
    }

    #[test]
    fn no_terms_have_no_sizes() {
        assert_eq!((Partitions::new(0, 0, 3).next(), Partitions::new(2, 0, 3).next()), (None, None));
    }

    #[test]
    fn all_sums_and_each_once() {
        for terms in 1..=4 {
            for largest in 1..=6 {
                for literals in 0..=20 {
                    let sizes: Vec<_> = Partitions::new(literals, terms, largest).collect();
                    assert_eq!(sizes, by_trial(literals, terms, largest), "{literals} in {terms} up to {largest}");
                }
            }
        }
    }
}
