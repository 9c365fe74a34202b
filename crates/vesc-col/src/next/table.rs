//! Inputs as columns of bits, so that all of them are judged at once.

use vesc_col_core::{Dnf, Literal, OwnedSample, Run, Sample, StopReason, Term};

use super::legal::Legal;

/// A list of inputs, packed by features: 64 of them in a word.
#[derive(Clone, Debug)]
pub(super) struct InputTable {
    count: usize,
    /// For each feature one bit an input; empty if the feature is false in all of them.
    columns: Vec<Vec<u64>>,
}

/// Some candidates, for which one number is wanted: how many of them accept an input.
#[derive(Clone, Debug)]
pub(super) struct Bloc<K> {
    pub(super) key: K,
    /// How many candidates there are.
    pub(super) size: u32,
    /// The literals of all their terms.
    literals: Vec<Literal>,
    /// Where the terms end among the literals, and whether a term is the last one of its candidate.
    ends: Vec<(usize, bool)>,
}

/// The run is looked at after this many inputs.
const CHECK_INTERVAL: usize = 1000;

/// The number of planes of a counter: candidates below 2^32.
const PLANES: usize = 32;

impl<K> Bloc<K> {
    pub(super) fn new<'a>(key: K, candidates: impl IntoIterator<Item = &'a Dnf>) -> Bloc<K> {
        let mut bloc = Bloc { key, size: 0, literals: Vec::new(), ends: Vec::new() };
        for candidate in candidates {
            for term in candidate.terms() {
                bloc.literals.extend(term.iter().copied());
                bloc.ends.push((bloc.literals.len(), false));
            }
            if let Some(last) = bloc.ends.last_mut() {
                last.1 = true;
            }
            bloc.size += 1;
        }
        bloc
    }
}

impl InputTable {
    /// A table of `count` inputs. All features are false in each.
    pub(super) fn zeros(count: usize, features: usize) -> InputTable {
        InputTable { count, columns: vec![Vec::new(); features] }
    }

    /// The table of these rows.
    pub(super) fn of_rows<'a>(features: usize, rows: impl ExactSizeIterator<Item = &'a Sample>) -> InputTable {
        let mut table = InputTable::zeros(rows.len(), features);
        for (index, row) in rows.enumerate() {
            row.iter_ones().for_each(|feature| table.set(feature, index));
        }
        table
    }

    /// All ways to give these features values, which are [closed](Legal::closure); all other features have the values that `rest` has.
    /// `None` if there are more than `most`, or if the run must end.
    pub(super) fn of_legal(
        (legal, features): (&Legal<'_>, &[usize]),
        rest: &[bool],
        most: usize,
        run: &Run,
    ) -> Option<InputTable> {
        if legal.is_sure_to_exceed(features, most) {
            return None;
        }
        let mut inputs: Vec<OwnedSample> = Vec::new();
        let is_whole = legal.each_assignment(features, &[], most, &mut |chosen| {
            inputs.push(rest.iter().zip(chosen).map(|(rest, chosen)| chosen.unwrap_or(*rest)).collect());
            !inputs.len().is_multiple_of(CHECK_INTERVAL) || run.stopped().is_none()
        });
        is_whole.then(|| InputTable::of_rows(rest.len(), inputs.iter().map(|input| &**input)))
    }

    /// Makes a feature true in the input with this number.
    pub(super) fn set(&mut self, feature: usize, index: usize) {
        if self.columns[feature].is_empty() {
            self.columns[feature] = vec![0; self.count.div_ceil(64)];
        }
        self.columns[feature][index / 64] |= 1 << (index % 64);
    }

    /// How many inputs there are.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// The input with this number.
    pub(super) fn input(&self, index: usize) -> Vec<bool> {
        self.columns
            .iter()
            .map(|column| column.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1))
            .collect()
    }

    /// One bit for each input: whether a candidate accepts it. The bits after the last input are 0.
    pub(super) fn accepted_by(&self, candidate: &Dnf) -> Vec<u64> {
        let accepted = |word: usize| {
            let holds = |term: &Term| {
                term.iter().fold(!0u64, |holding, literal| {
                    let column = self.columns[literal.feature()].get(word).copied().unwrap_or(0);
                    holding & if literal.is_negated() { !column } else { column }
                })
            };
            let inputs = (self.count - 64 * word).min(64);
            candidate.terms().iter().fold(0, |accepting, term| accepting | holds(term)) & (!0 >> (64 - inputs))
        };
        (0..self.count.div_ceil(64)).map(accepted).collect()
    }

    /// Calls `visit` for up to 64 inputs at a time. It gets the number of the first one, how many they are, and for
    /// each bloc how many of its candidates accept each input.
    ///
    /// # Errors
    ///
    /// The reason to stop, if the run must end.
    pub(super) fn judge<K>(
        &self,
        blocs: &[Bloc<K>],
        run: &Run,
        mut visit: impl FnMut(usize, usize, &[[u32; 64]]),
    ) -> Result<(), StopReason> {
        for word in 0..self.count.div_ceil(64) {
            run.check()?;
            let counts: Vec<[u32; 64]> = blocs.iter().map(|bloc| self.count_in(word, bloc)).collect();
            visit(64 * word, (self.count - 64 * word).min(64), &counts);
        }
        Ok(())
    }

    /// How many candidates of a bloc accept each input of a word.
    fn count_in<K>(&self, word: usize, bloc: &Bloc<K>) -> [u32; 64] {
        let mut planes = [0u64; PLANES];
        let (mut first, mut accepting) = (0, 0u64);
        for &(end, is_last) in &bloc.ends {
            let mut holding = !0u64;
            for literal in &bloc.literals[first..end] {
                let column = self.columns[literal.feature()].get(word).copied().unwrap_or(0);
                holding &= if literal.is_negated() { !column } else { column };
            }
            accepting |= holding;
            first = end;
            if is_last {
                // One more for each input that the candidate accepts.
                let mut carry = std::mem::take(&mut accepting);
                for plane in &mut planes {
                    (*plane, carry) = (*plane ^ carry, *plane & carry);
                    if carry == 0 {
                        break;
                    }
                }
            }
        }
        let mut counts = [0u32; 64];
        for (weight, plane) in planes.iter().enumerate().filter(|(_, plane)| **plane != 0) {
            for (bit, count) in counts.iter_mut().enumerate() {
                *count |= ((plane >> bit & 1) as u32) << weight;
            }
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use vesc_col_core::{Domain, Features};

    use super::*;

    #[test]
    fn every_legal_input_is_judged_as_each_candidate_judges_it() {
        let features = Features::numbered(8);
        let texts = ["x0 & !x3", "x1 | x2 & !x7", "!x0 & x1 & x2 | x5", "x0 & !x3 | x4 | x6 & x7", "!x5"];
        let dnfs: Vec<Dnf> = texts.iter().map(|text| Dnf::parse(text, &features).unwrap()).collect();
        for domain in [Domain::free(), Domain::builder(8).exactly_one([0, 3, 4]).ordered([5, 6, 7]).build().unwrap()] {
            let legal = Legal::new(&domain, 8);
            let all: Vec<usize> = (0..8).collect();
            assert!(InputTable::of_legal((&legal, &all), &[false; 8], 15, &Run::new()).is_none());
            let table = InputTable::of_legal((&legal, &all), &[false; 8], 256, &Run::new()).unwrap();
            let blocs = [Bloc::new(0, &dnfs[..3]), Bloc::new(1, &dnfs[3..])];
            let mut judged = 0;
            let visit = |first: usize, count: usize, counts: &[[u32; 64]]| {
                for (index, (&of_first, &of_second)) in counts[0].iter().zip(&counts[1]).enumerate().take(count) {
                    let input: OwnedSample = table.input(first + index).into_iter().collect();
                    assert!(domain.contains(&input));
                    let accepting = |dnfs: &[Dnf]| dnfs.iter().filter(|dnf| dnf.accepts(&input)).count() as u32;
                    let expected = [accepting(&dnfs[..3]), accepting(&dnfs[3..])];
                    assert_eq!([of_first, of_second], expected, "{input:?}");
                }
                judged += count;
            };
            table.judge(&blocs, &Run::new(), visit).unwrap();
            assert_eq!(judged, table.len());
            let legal_inputs =
                (0..256u32).filter(|x| domain.contains(&(0..8).map(|i| x >> i & 1 == 1).collect::<OwnedSample>()));
            assert_eq!(table.len(), legal_inputs.count());
        }
    }
}
