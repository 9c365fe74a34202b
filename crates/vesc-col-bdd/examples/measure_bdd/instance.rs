//! Instances as in the paper's experiments: uniform random rows labelled by a hidden formula.

/// Labelled rows.
pub(crate) struct Instance {
    pub(crate) rows: Vec<(Vec<bool>, bool)>,
}

impl Instance {
    /// How many features there are.
    pub(crate) const FEATURES: usize = 100;

    /// The instance of this name; always the same.
    pub(crate) fn named(name: &str) -> Instance {
        match name {
            "monomial" => Instance::planted(&[5], 1, 1000),
            "two-terms" => Instance::planted(&[2, 3], 5, 500),
            _ => Instance::planted(&[2, 2, 2], 11, 500),
        }
    }

    /// A hidden formula with terms of these sizes, over features of their own; the first positive samples are each accepted
    /// by one term only.
    fn planted(sizes: &[usize], positives: usize, negatives: usize) -> Instance {
        let mut random = Random(1);
        let mut features: Vec<usize> = (0..Instance::FEATURES).collect();
        for i in 0..features.len() {
            features.swap(i, i + random.below(Instance::FEATURES - i));
        }
        let mut features = features.into_iter();
        let mut literal = || (features.next().expect("there are more features than literals"), random.bit());
        let terms: Vec<Vec<(usize, bool)>> = sizes.iter().map(|&size| (0..size).map(|_| literal()).collect()).collect();
        let accepting = |row: &[bool]| {
            let holds = |term: &Vec<(usize, bool)>| term.iter().all(|&(feature, value)| row[feature] == value);
            terms.iter().map(holds).collect::<Vec<bool>>()
        };
        let mut rows = Vec::new();
        for done in 0..positives {
            loop {
                let row = random.row();
                let accepting = accepting(&row);
                let count = accepting.iter().filter(|&&accepts| accepts).count();
                if if done < terms.len() { count == 1 && accepting[done] } else { count > 0 } {
                    rows.push((row, true));
                    break;
                }
            }
        }
        while rows.len() < positives + negatives {
            let row = random.row();
            if !accepting(&row).contains(&true) {
                rows.push((row, false));
            }
        }
        Instance { rows }
    }
}

/// splitmix64: small, and the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn bit(&mut self) -> bool {
        self.next() & 1 == 1
    }

    fn row(&mut self) -> Vec<bool> {
        (0..Instance::FEATURES).map(|_| self.bit()).collect()
    }
}
