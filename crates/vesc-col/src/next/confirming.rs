//! Inputs that would refute a wrong answer.

use std::collections::{HashMap, HashSet};

use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use vesc_col_core::{Dataset, Dnf, Domain, Literal, OwnedSample, Sample, Samples};

use super::choose::Inputs;
use super::legal::Legal;

/// An input to simulate although nothing else is left up to the cap: a wrong answer is likely to fail on it.
///
/// Half of them lie inside a term of the answer, with everything else free: a condition that is missing shows. The others
/// differ from that in one literal of the term: a condition that is none shows.
///
/// ```
/// use vesc_col::data::Domain;
/// use vesc_col::next::{Inputs, confirming};
/// use vesc_col::{Dataset, Dnf, Features};
///
/// let features = Features::numbered(8);
/// let answer = Dnf::parse("x0 & x1", &features)?;
/// let mut builder = Dataset::builder(features);
/// builder.push(true, [true; 8])?;
/// builder.push(false, [false; 8])?;
/// let found = confirming(&answer, (&builder.build()?, &Domain::free()), &Inputs::Any, (0, 4), 1);
/// let says: Vec<bool> = found.iter().map(|one| one.says()).collect();
/// assert_eq!(says, [true, false, true, false]);
/// assert!(found.iter().all(|one| answer.accepts(one.input()) == one.says()));
/// assert!(found[0].turned().is_none() && found[1].turned().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confirming {
    input: OwnedSample,
    row: Option<usize>,
    /// `None` for an input that is just new.
    aim: Option<Aim>,
    says: bool,
    fixed: Vec<Literal>,
    is_preferred: Option<bool>,
}

impl Confirming {
    /// A value for each feature.
    #[must_use]
    pub fn input(&self) -> &Sample {
        &self.input
    }

    /// The input's position in the pool, if it comes from one.
    #[must_use]
    pub fn row(&self) -> Option<usize> {
        self.row
    }

    /// The position of the answer's term that is tested; `None` if the input is just [new](new_inputs).
    #[must_use]
    pub fn term(&self) -> Option<usize> {
        self.aim.map(|aim| aim.term)
    }

    /// The literal of the term that does not hold; `None` if all of them do.
    #[must_use]
    pub fn turned(&self) -> Option<Literal> {
        self.aim.and_then(|aim| aim.turned)
    }

    /// The literals of the term, one of them turned or none, and as many others as it takes: on all legal inputs with these
    /// literals the answer says the same. Where a row has the literals of the term, hardly one of these inputs is a row. The rest
    /// of the input is free.
    #[must_use]
    pub fn fixed(&self) -> &[Literal] {
        &self.fixed
    }

    /// What the answer says. The other answer of the simulator refutes it.
    #[must_use]
    pub fn says(&self) -> bool {
        self.says
    }

    /// Whether the input is one of those that [are preferred](Inputs::Prefer); `None` if none are.
    #[must_use]
    pub fn is_preferred(&self) -> Option<bool> {
        self.is_preferred
    }
}

/// What is tested: a term, or one of its literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Aim {
    term: usize,
    /// The literal of the term that does not hold.
    turned: Option<Literal>,
}

/// How many random inputs are tried for one aim.
const TRIES: usize = 64;

/// Up to how many inputs are gone through if none of these is new.
const MOST_INPUTS: usize = 1 << 12;

/// Among as many inputs, chance hardly ever meets a row again.
const RARE: usize = 100;

/// Proposes at most `count` inputs that would refute a wrong answer, when `done` of them are simulated already. They are
/// legal, and no rows of the data. Terms and literals come first that the rows have tested least.
///
/// Even numbers are inside a term, odd ones have a literal of it turned. Fewer than `count` are returned where no other
/// inputs were found. The same seed gives the same inputs.
///
/// ```
/// use vesc_col::data::Domain;
/// use vesc_col::next::{Inputs, confirming};
/// use vesc_col::{Dataset, Dnf, Features};
///
/// // Exactly one of the first two columns is 1, and nobody can simulate anything else.
/// let domain = Domain::builder(6).exactly_one([0, 1]).build()?;
/// let features = Features::numbered(6);
/// let answer = Dnf::parse("x0 & x2", &features)?;
/// let data = Dataset::builder(features).build()?;
/// let found = confirming(&answer, (&data, &domain), &Inputs::Any, (0, 6), 1);
/// assert_eq!(found.len(), 6);
/// assert!(found.iter().all(|one| domain.contains(one.input())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// If a row of the pool has not one value for each feature.
#[must_use]
pub fn confirming(
    answer: &Dnf,
    (data, domain): (&Dataset, &Domain),
    inputs: &Inputs,
    (done, count): (usize, usize),
    seed: u64,
) -> Vec<Confirming> {
    let mut tester = Tester::new(answer, (data, domain), inputs, seed.wrapping_add(done as u64));
    (done..done + count).map_while(|number| tester.next(number % 2 == 0)).collect()
}

/// At most `count` legal inputs that are no rows of the data, and none of those `taken`. The other label refutes the answer on each,
/// though none tests a term or a literal alone.
///
/// Few inputs are left where [`confirming`] finds none. Of more than some thousands only the first are looked at.
///
/// ```
/// use vesc_col::data::Domain;
/// use vesc_col::next::{Inputs, confirming, new_inputs};
/// use vesc_col::{Dataset, Dnf, Features};
///
/// let features = Features::numbered(3);
/// let answer = Dnf::parse("x0 & x1 | x0 & x2", &features)?;
/// let mut builder = Dataset::builder(features);
/// for row in 0..7u32 {
///     let row = [0, 1, 2].map(|bit| row >> bit & 1 == 1);
///     builder.push(row[0] && (row[1] || row[2]), row)?;
/// }
/// let (data, free) = (builder.build()?, Domain::free());
/// // Both terms hold on the only input that is left.
/// assert!(confirming(&answer, (&data, &free), &Inputs::Any, (0, 4), 1).is_empty());
/// let found = new_inputs(&answer, (&data, &free), &Inputs::Any, (&[], 4));
/// assert_eq!((found.len(), found[0].says(), found[0].term()), (1, true, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// If a row of the pool has not one value for each feature.
#[must_use]
pub fn new_inputs(
    answer: &Dnf,
    (data, domain): (&Dataset, &Domain),
    inputs: &Inputs,
    (taken, count): (&[Confirming], usize),
) -> Vec<Confirming> {
    let mut tester = Tester::new(answer, (data, domain), inputs, 0);
    taken.iter().for_each(|one| tester.learn(&one.input, packed(&one.input)));
    std::iter::from_fn(|| tester.next_new()).take(count).collect()
}

/// How many different rows that are no rows of `before` confirm the answer. They test it, inside one of its terms or
/// with one literal turned, and have the label that it says.
///
/// ```
/// use vesc_col::next::{confirming_rows, refuting_rows, without_last};
/// use vesc_col::{Dataset, Dnf, Features};
///
/// let features = Features::numbered(3);
/// let answer = Dnf::parse("x0 & x1", &features)?;
/// let mut builder = Dataset::builder(features);
/// for (label, row) in [(1, [1, 1, 1]), (0, [0, 0, 0]), (1, [1, 1, 0]), (0, [0, 1, 0]), (0, [0, 0, 1]), (1, [1, 0, 0])] {
///     builder.push(label == 1, row.map(|cell| cell == 1))?;
/// }
/// let data = builder.build()?;
/// let before = without_last(&data, 4)?;
/// // In the third of four rows two literals do not hold, and the last one contradicts the answer.
/// assert_eq!((confirming_rows(&answer, &data, &before), refuting_rows(&answer, &data, &before)), (2, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn confirming_rows(answer: &Dnf, data: &Dataset, before: &Dataset) -> usize {
    let (agreeing, contradicting) = further_rows(answer, data, before);
    agreeing.into_iter().filter(|row| !contradicting.contains(row) && !aims_of(answer, row).is_empty()).count()
}

/// How many different rows that are no rows of `before` contradict the answer, which an error budget may allow for.
#[must_use]
pub fn refuting_rows(answer: &Dnf, data: &Dataset, before: &Dataset) -> usize {
    further_rows(answer, data, before).1.len()
}

/// The different rows that are no rows of `before`: those with the label that the answer says, and those with the other one.
/// Rows with unknown cells are left out.
fn further_rows(answer: &Dnf, data: &Dataset, before: &Dataset) -> (HashSet<OwnedSample>, HashSet<OwnedSample>) {
    let rows = |samples: &Samples| -> HashSet<OwnedSample> {
        let known = (0..samples.distinct()).filter(|&index| samples.unknown(index).is_none());
        known.map(|index| samples.get(index).to_owned()).collect()
    };
    let is_old = [before.positives(), before.negatives()].map(rows);
    let [positive, negative] = [data.positives(), data.negatives()].map(rows);
    let labelled = positive.into_iter().map(|row| (row, true)).chain(negative.into_iter().map(|row| (row, false)));
    let further = labelled.filter(|(row, _)| !is_old.iter().any(|old| old.contains(row)));
    let (agreeing, contradicting): (Vec<_>, Vec<_>) = further.partition(|(row, label)| answer.accepts(row) == *label);
    let rows = |labelled: Vec<(OwnedSample, bool)>| labelled.into_iter().map(|(row, _)| row).collect();
    (rows(agreeing), rows(contradicting))
}

/// The search for such inputs.
struct Tester<'a> {
    answer: &'a Dnf,
    features: usize,
    inputs: &'a Inputs,
    legal: Legal<'a>,
    preferred: Option<Legal<'a>>,
    /// How often each aim was tested.
    tested: HashMap<Aim, usize>,
    /// The rows, packed.
    known: HashSet<Box<[u64]>>,
    random: ChaCha8Rng,
}

impl<'a> Tester<'a> {
    fn new(answer: &'a Dnf, (data, domain): (&Dataset, &'a Domain), inputs: &'a Inputs, seed: u64) -> Tester<'a> {
        let features = data.features().len();
        let (inputs, refused) = inputs.split();
        let preferred = match inputs {
            Inputs::Prefer(domain) => Some(Legal::new(domain, features)),
            _ => None,
        };
        let (tested, known, random) = (HashMap::new(), HashSet::new(), ChaCha8Rng::seed_from_u64(seed));
        let legal = Legal::new(domain, features);
        let mut tester = Tester { answer, features, inputs, legal, preferred, tested, known, random };
        for samples in [data.positives(), data.negatives()] {
            for index in 0..samples.distinct() {
                tester.learn(samples.get(index), samples.words(index).into());
            }
        }
        // They tell nothing of the answer.
        tester.known.extend(refused.into_iter().map(|row| packed(&row.to_owned())));
        tester
    }

    /// The next input of one kind, or of the other kind if there is none.
    fn next(&mut self, is_inside: bool) -> Option<Confirming> {
        let found = self.of_kind(is_inside).or_else(|| self.of_kind(!is_inside))?;
        self.learn(&found.input, packed(&found.input));
        Some(found)
    }

    /// An input for what was tested least.
    fn of_kind(&mut self, is_inside: bool) -> Option<Confirming> {
        let mut aims = aims(self.answer, is_inside);
        aims.sort_by_key(|aim| self.tested.get(aim).copied().unwrap_or(0));
        aims.into_iter().find_map(|aim| self.input_for(aim))
    }

    fn input_for(&mut self, aim: Aim) -> Option<Confirming> {
        let fixed = literals(self.answer, aim);
        if let Inputs::Pool(rows) = self.inputs {
            let is_new = |row: &&OwnedSample| self.legal.contains(row) && !self.known.contains(&packed(row));
            let is_suited = |row: &&OwnedSample| is_new(row) && aims_of(self.answer, row).contains(&aim);
            let row = rows.iter().position(|row| is_suited(&row))?;
            let (input, says) = (rows[row].clone(), aim.turned.is_none());
            return Some(Confirming { input, row: Some(row), aim: Some(aim), says, fixed, is_preferred: None });
        }
        if let Some(preferred) = self.preferred.take() {
            let found = self.draw(&preferred, &fixed, aim).map(|input| self.aimed(input, aim, &preferred));
            self.preferred = Some(preferred);
            if let Some(found) = found {
                return Some(Confirming { is_preferred: Some(true), ..found });
            }
        }
        let legal = self.legal.clone();
        let input = self.draw(&legal, &fixed, aim)?;
        let is_preferred = self.preferred.as_ref().map(|_| false);
        Some(Confirming { is_preferred, ..self.aimed(input, aim, &legal) })
    }

    /// An input for an aim, with the literals that it needs. The others are drawn among the legal inputs.
    fn aimed(&self, input: OwnedSample, aim: Aim, legal: &Legal<'_>) -> Confirming {
        let mut fixed = literals(self.answer, aim);
        let says = aim.turned.is_none();
        if !says {
            self.keep_false(&input, &mut fixed);
        }
        self.keep_new(&input, &mut fixed, legal);
        Confirming { input, row: None, aim: Some(aim), says, fixed, is_preferred: None }
    }

    /// A legal input that is no row, whatever it tests.
    fn next_new(&mut self) -> Option<Confirming> {
        let (input, row) = match self.inputs {
            Inputs::Pool(rows) => {
                let is_new = |row: &OwnedSample| self.legal.contains(row) && !self.known.contains(&packed(row));
                let row = rows.iter().position(is_new)?;
                (rows[row].clone(), Some(row))
            }
            _ => {
                let preferred = self.preferred.as_ref().and_then(|preferred| self.first_new(preferred));
                (preferred.or_else(|| self.first_new(&self.legal))?, None)
            }
        };
        let is_preferred = self.preferred.as_ref().map(|preferred| preferred.contains(&input));
        let legal = self.preferred.as_ref().filter(|_| is_preferred == Some(true)).unwrap_or(&self.legal);
        let says = self.answer.accepts(&input);
        let holding = self.answer.terms().iter().find(|term| term.iter().all(|literal| literal.accepts(&input)));
        let mut fixed: Vec<Literal> = holding.map(|term| term.iter().copied().collect()).unwrap_or_default();
        if !says {
            self.keep_false(&input, &mut fixed);
        }
        self.keep_new(&input, &mut fixed, legal);
        self.learn(&input, packed(&input));
        Some(Confirming { input, row, aim: None, says, fixed, is_preferred })
    }

    fn first_new(&self, legal: &Legal<'_>) -> Option<OwnedSample> {
        let all: Vec<usize> = (0..self.features).collect();
        let mut found = None;
        legal.each_assignment(&all, &[], MOST_INPUTS, &mut |chosen| {
            let input: OwnedSample = chosen.iter().map(|value| value.unwrap_or(false)).collect();
            found = Some(input).filter(|input| !self.known.contains(&packed(input)));
            found.is_none()
        });
        found
    }

    /// Adds literals of the input, on which no term holds, until none holds on any legal input that has them.
    fn keep_false(&self, input: &Sample, fixed: &mut Vec<Literal>) {
        for term in self.answer.terms() {
            let literals: Vec<Literal> = term.iter().copied().collect();
            if self.legal.allows_both(fixed, &literals) {
                fixed.extend(literals.iter().find(|literal| !literal.accepts(input)).map(|&literal| !literal));
            }
        }
    }

    /// Adds literals of the input, which is no row, until hardly any legal input that has them is a row.
    fn keep_new(&self, input: &Sample, fixed: &mut Vec<Literal>, legal: &Legal<'_>) {
        let has = |words: &[u64], literal: &Literal| {
            let feature = literal.feature();
            (words[feature / 64] >> (feature % 64) & 1 == 1) != literal.is_negated()
        };
        let mut alike: Vec<&Box<[u64]>> =
            self.known.iter().filter(|words| fixed.iter().all(|literal| has(words, literal))).collect();
        while !alike.is_empty() && legal.count_with(fixed) < BigUint::from(RARE * alike.len()) {
            let literal = |feature: usize| Literal::matching(feature, input[feature]);
            let left = |feature: usize| alike.iter().filter(|words| has(words, &literal(feature))).count();
            let Some(next) = (0..self.features).min_by_key(|&feature| left(feature)).map(literal) else { return };
            alike.retain(|words| has(words, &next));
            fixed.push(next);
        }
    }

    /// A new input with these literals: a random one, or the first one if none of those is suited.
    fn draw(&mut self, legal: &Legal<'_>, literals: &[Literal], aim: Aim) -> Option<OwnedSample> {
        let features = self.features;
        let mut order: Vec<usize> = (0..features).collect();
        for _ in 0..TRIES {
            self.shuffle(&mut order);
            let mut values: Vec<bool> = (0..features).map(|_| self.random.next_u32() & 1 == 1).collect();
            legal.complete(literals, &order, &mut values)?;
            let input: OwnedSample = values.into_iter().collect();
            if self.is_suited(&input, aim) {
                return Some(input);
            }
        }
        let mut found = None;
        let all: Vec<usize> = (0..features).collect();
        legal.each_assignment(&all, literals, MOST_INPUTS, &mut |chosen| {
            let input: OwnedSample = chosen.iter().map(|value| value.unwrap_or(false)).collect();
            if self.is_suited(&input, aim) {
                found = Some(input);
            }
            found.is_none()
        });
        found
    }

    /// Whether an input is no row, and tests this and nothing else: no other term holds.
    fn is_suited(&self, input: &OwnedSample, aim: Aim) -> bool {
        !self.known.contains(&packed(input)) && aims_of(self.answer, input).contains(&aim)
    }

    /// Notes what a row tests, which is given packed, too.
    fn learn(&mut self, row: &Sample, words: Box<[u64]>) {
        for aim in aims_of(self.answer, row) {
            *self.tested.entry(aim).or_default() += 1;
        }
        self.known.insert(words);
    }

    fn shuffle(&mut self, order: &mut [usize]) {
        for last in (1..order.len()).rev() {
            let other = (u64::from(self.random.next_u32()) * (last as u64 + 1)) >> 32;
            order.swap(last, other as usize);
        }
    }
}

/// An input as a data set packs it. Bit vectors are hashed bit by bit.
fn packed(input: &OwnedSample) -> Box<[u64]> {
    let mut input = input.clone();
    input.set_uninitialized(false);
    input.as_raw_slice().into()
}

/// All terms, or all literals of all terms.
fn aims(answer: &Dnf, is_inside: bool) -> Vec<Aim> {
    let terms = answer.terms().iter().enumerate();
    if is_inside {
        return terms.map(|(term, _)| Aim { term, turned: None }).collect();
    }
    terms
        .flat_map(|(term, literals)| literals.iter().map(move |&literal| Aim { term, turned: Some(literal) }))
        .collect()
}

/// The literals that an input for an aim has.
fn literals(answer: &Dnf, aim: Aim) -> Vec<Literal> {
    let term = answer.terms()[aim.term].iter();
    term.map(|&literal| if aim.turned == Some(literal) { !literal } else { literal }).collect()
}

/// What an input tests: the only term that holds, or, where none does, each literal that alone keeps its term from holding.
fn aims_of(answer: &Dnf, input: &Sample) -> Vec<Aim> {
    let missing = |term: usize| {
        let mut literals = answer.terms()[term].iter().filter(|literal| !literal.accepts(input));
        (literals.next().copied(), literals.next().is_some())
    };
    let terms: Vec<(Option<Literal>, bool)> = (0..answer.terms().len()).map(missing).collect();
    let holding: Vec<usize> = (0..terms.len()).filter(|&term| terms[term].0.is_none()).collect();
    match holding[..] {
        [] => terms
            .iter()
            .enumerate()
            .filter(|(_, (_, more))| !more)
            .map(|(term, &(turned, _))| Aim { term, turned })
            .collect(),
        [term] => vec![Aim { term, turned: None }],
        _ => Vec::new(),
    }
}
