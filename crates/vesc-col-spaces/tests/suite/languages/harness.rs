//! A sub-space beside what it should hold.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use vesc_col_bdd::BddEngine;
use vesc_col_core::{Engine, Features, Hypothesis, Query, Run, Sample, Shape, SubSpace, Test};
use vesc_col_cover::CoverEngine;
use vesc_col_sat::{SatEncoding, SatEngine, Tuning};
use vesc_col_testkit::{Instance, Truth, World, check_answer, check_space};

/// A sub-space, and all its concepts by brute force.
pub(crate) struct Language {
    space: Arc<dyn SubSpace>,
    /// By truth table: the least formula, and how many there are.
    concepts: BTreeMap<u64, (Arc<dyn Hypothesis>, u64)>,
    /// The same by the circuits, as the oracle lays them out; `None` if the sub-space is too wide.
    world: Option<World>,
}

/// Wider sub-spaces take too long for a check with many circuits for each member.
const CHECKED_WIDTH: usize = 14;

impl Language {
    pub(crate) fn new<H: Hypothesis>(space: impl SubSpace, formulas: impl IntoIterator<Item = H>) -> Language {
        let mut concepts: BTreeMap<u64, (Arc<dyn Hypothesis>, u64)> = BTreeMap::new();
        let legal = legal(&space);
        for formula in formulas {
            let table = table(&formula, space.features()) & legal;
            match concepts.get_mut(&table) {
                None => drop(concepts.insert(table, (Arc::new(formula), 1))),
                Some((least, count)) => {
                    *count += 1;
                    if formula.order_key() < least.order_key() {
                        *least = Arc::new(formula);
                    }
                }
            }
        }
        let world = World::of(&space);
        Language { space: Arc::new(space), concepts, world }
    }

    fn truth(&self, positives: u64, negatives: u64) -> Truth {
        let fits = |table: u64| positives & !table == 0 && negatives & table == 0;
        let fitting = self.concepts.iter().filter(|(table, _)| fits(**table));
        let (mut concepts, counts): (Vec<_>, Vec<u64>) =
            fitting.map(|(_, (least, count))| (Arc::clone(least), *count)).unzip();
        concepts.sort_by_cached_key(|concept| concept.order_key());
        Truth { concepts, formulas: counts.iter().sum() }
    }
}

/// Bit `x` is the value on the input whose bit `i` is feature `i`.
fn table(hypothesis: &dyn Hypothesis, features: usize) -> u64 {
    let accepts = |input: u64| hypothesis.accepts(&Sample::from_slice(&[input])[..features]);
    (0..1u64 << features).filter(|&input| accepts(input)).fold(0, |table, input| table | 1 << input)
}

/// The legal inputs, likewise.
pub(crate) fn legal(space: &dyn SubSpace) -> u64 {
    let is_legal = |input: u64| space.domain().contains(&Sample::from_slice(&[input])[..space.features()]);
    (0..1u64 << space.features()).filter(|&input| is_legal(input)).fold(0, |table, input| table | 1 << input)
}

/// The circuits of a sub-space describe what the brute force finds.
pub(crate) fn check_members(languages: &[Language]) {
    for language in languages {
        let space = &*language.space;
        if space.width() <= CHECKED_WIDTH {
            check_space(space);
        }
        let Some(world) = &language.world else { continue };
        let laid_out: BTreeMap<u64, (String, u64)> =
            world.concepts().iter().map(|c| (c.table, (c.hypothesis.to_string(), c.formulas))).collect();
        let expected: BTreeMap<u64, (String, u64)> =
            language.concepts.iter().map(|(table, (least, count))| (*table, (least.to_string(), *count))).collect();
        assert_eq!(laid_out, expected, "{space:?}");
        for concept in world.concepts() {
            assert_eq!(space.canonical(&concept.bits), concept.bits, "{space:?}: {}", concept.hypothesis);
        }
    }
}

/// Every way to label some of the inputs.
pub(crate) fn check_all_data_sets(languages: &[Language], features: usize) {
    let inputs = 1u32 << features;
    let legal = legal(&*languages[0].space);
    for number in 0..3u64.pow(inputs) {
        let digit = |input: u32| number / 3u64.pow(input) % 3;
        let labelled = |label| (0..inputs).filter(|&input| digit(input) == label).fold(0, |table, x| table | 1 << x);
        if (labelled(1) | labelled(2)) & !legal == 0 {
            check_data(languages, features, labelled(1), labelled(2), number);
        }
    }
}

/// Data sets labelled by a concept of one of the languages, from few rows to all.
pub(crate) fn check_random_data_sets(languages: &[Language], features: usize) {
    let mut random = Random(features as u64);
    let mut tables = HashSet::new();
    languages.iter().for_each(|language| tables.extend(language.concepts.keys().copied()));
    let mut tables: Vec<u64> = tables.into_iter().collect();
    tables.sort_unstable();
    for number in 0..24 {
        let target = tables[random.below(tables.len())];
        let rows = (0..number * 2).fold(0, |rows, _| rows | 1 << random.below(1 << features));
        let rows: u64 = rows & legal(&*languages[0].space);
        check_data(languages, features, rows & target, rows & !target, number);
    }
}

fn check_data(languages: &[Language], features: usize, positives: u64, negatives: u64, number: u64) {
    let instance = Instance::from_tables(features, positives, negatives);
    for language in languages {
        let Some(world) = &language.world else { continue };
        // What the concepts are is compared once, in `check_members`.
        let [truth, oracle] = [language.truth(positives, negatives), world.truth(positives, negatives)]
            .map(|truth| (truth.concepts.len(), truth.formulas));
        assert_eq!(oracle, truth, "{instance}, {:?}", language.space);
    }
    let by_circuits = (
        BddEngine::default().with_lowering(vesc_col_bdd::Lowering::Circuit),
        SatEngine::default().with_encoding(SatEncoding {
            tuning: Tuning { max_cases: 0, first_samples_by_circuits: 1, ..Tuning::default() },
            ..SatEncoding::default()
        }),
    );
    // Those after the first two are other ways to CNF.
    let engines: [&dyn Engine; 5] =
        [&BddEngine::default(), &SatEngine::default(), &CoverEngine::default(), &by_circuits.0, &by_circuits.1];
    for (way, engine) in engines.into_iter().enumerate() {
        let mut session = engine.open(instance.dataset());
        for (place, language) in languages.iter().enumerate() {
            let is_asked = match language.space.shape() {
                Shape::Cnf(_) => true,
                Shape::RestrictedDnf { .. } | Shape::RequiringDnf { .. } => way <= 2,
                _ => way < 2,
            };
            if !is_asked {
                continue;
            }
            let query = Query::new(Arc::clone(&language.space));
            let query = match (number as usize + place) % 3 {
                0 => query.with_bound(1),
                1 => query.with_bound(2).with_list_limit(8),
                _ => query.with_list_limit(40).with_exact(language.concepts.len() < 200),
            };
            let answer = session.measure(&query, &Run::new()).expect("an answer");
            let truth = language.truth(positives, negatives);
            if let Err(wrong) = check_answer(&truth, &query, &answer) {
                panic!(
                    "{} on {instance}, {:?}: {wrong}\nexpected {truth}\ngot {answer:?}",
                    engine.name(),
                    language.space
                );
            }
        }
    }
}

/// What each text reads back as.
pub(crate) fn check_round_trip<H: Hypothesis + PartialEq>(
    formulas: impl IntoIterator<Item = H>,
    parse: impl Fn(&str, &Features) -> Result<H, vesc_col_core::ParseError>,
) {
    let features = Features::new(["a", "b c", "0", "?:,;{}<=", "at", "\"", "odd"]).expect("different names");
    let equals = |value: &str| Some(Test::Equals(value.to_owned()));
    let at_least = |value: &str| Some(Test::AtLeast(value.to_owned()));
    let cache = Test::Either { this: "ON".to_owned(), other: "O?F".to_owned() };
    let typed = Features::typed([
        ("mode", equals("burst")),
        ("mode", equals("or")),
        ("len", at_least("4")),
        ("len", at_least("4.5")),
        ("when", at_least("08:30")),
        ("cache", Some(cache)),
        ("odd", None),
    ]);
    let typed = typed.expect("different tests");
    for formula in formulas {
        let dynamic: &dyn Hypothesis = &formula;
        let text = dynamic.display(&typed).to_string();
        assert_eq!(parse(&text, &typed).as_ref(), Ok(&formula), "{text}");
        let text = dynamic.display(&features).to_string();
        assert_eq!(parse(&text, &features).as_ref(), Ok(&formula), "{text}");
        for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
            // Whatever is cut off, it is an error or another formula, and no panic.
            let _ = parse(&text[..end], &features);
        }
    }
}

/// A small generator, the same numbers in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ word >> 31) % bound as u64) as usize
    }
}
