//! The paper's table on constraint ordering: positive or negative samples first, for one to four terms.

use std::error::Error;

use crate::Lab;
use crate::job::{Asked, Job};
use crate::method::Method;
use crate::output::{Table, number};
use crate::statistics::geometric_mean;

/// Features, samples of each label, the least literals of a term, the most of all terms.
type Setting = (usize, usize, usize, usize);

/// The paper's setting, where more than two terms are beyond reach.
pub(crate) fn make(lab: &Lab) -> Result<(), Box<dyn Error>> {
    table(lab, "sample-order", (100, 250, 1, 15))
}

/// One in which most runs end. One-literal terms would leave no sample that another term alone explains.
pub(crate) fn make_small(lab: &Lab) -> Result<(), Box<dyn Error>> {
    table(lab, "sample-order-small", (12, 30, 2, 9))
}

fn table(lab: &Lab, name: &str, (features, samples, least, most): Setting) -> Result<(), Box<dyn Error>> {
    let (samples, most) = lab.scale.pick((samples, most), (samples, most), (20, 4));
    let limit = lab.scale.limit(4.0);
    let mut runs = Table::new(["terms", "seed", "target", "method", "answer", "seconds"]);
    let mut table = Table::new([
        "terms",
        "runs",
        "positives_first",
        "limited",
        "negatives_first",
        "limited",
        "ratio",
        "bdd",
        "cover",
    ]);
    for terms in 1..=4 {
        let seeds = lab.scale.seeds(10);
        let count = seeds.clone().count();
        let mut means = Vec::new();
        let mut limited = Vec::new();
        for method in [Method::PaperDiagrams, Method::NegativesFirst, Method::Bdd, Method::Cover] {
            let (mut seconds, mut limits) = (Vec::new(), 0);
            for seed in seeds.clone() {
                let target = sizes(terms, least, most, seed);
                let job = Job {
                    method,
                    asked: Asked::Decide,
                    limit,
                    trace: false,
                    features,
                    literals: target.iter().sum(),
                    target: target.clone(),
                    positives: samples,
                    negatives: samples,
                    seed,
                    terms,
                };
                let figures = lab.runner.run(&job)?;
                let sizes: Vec<String> = target.iter().map(usize::to_string).collect();
                runs.record([&terms, &seed, &sizes.join("+"), &method.name(), &figures.answer, &figures.seconds]);
                limits += usize::from(figures.is_limited());
                seconds.push(figures.seconds);
            }
            means.push(geometric_mean(&seconds));
            limited.push(limits);
        }
        table.row([
            &terms,
            &count,
            &number(means[0]),
            &limited[0],
            &number(means[1]),
            &limited[1],
            &number(means[0] / means[1]),
            &number(means[2]),
            &number(means[3]),
        ]);
    }
    lab.output.table(name, limit, &table)?;
    lab.output.table(&format!("{name}-runs"), limit, &runs)
}

/// A random number of literals up to `most`, dealt out to terms at random, at least so many each: the same for the same seed.
fn sizes(terms: usize, least: usize, most: usize, seed: u64) -> Vec<usize> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(terms as u64);
    // SplitMix64, of which a few numbers are wanted here.
    let mut below = |bound: usize| {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % bound as u64) as usize
    };
    let mut sizes = vec![least; terms];
    for _ in 0..below(most.saturating_sub(least * terms) + 1) {
        sizes[below(terms)] += 1;
    }
    sizes
}

#[cfg(test)]
mod tests {
    use super::sizes;

    #[test]
    fn every_term_has_enough_literals_and_all_together_no_more_than_allowed() {
        for seed in 0..100 {
            for terms in 1..=4 {
                let sizes = sizes(terms, 2, 15, seed);
                assert_eq!(sizes.len(), terms);
                assert!(sizes.iter().all(|&size| size > 1));
                assert!(sizes.iter().sum::<usize>() <= 15);
            }
        }
    }
}
