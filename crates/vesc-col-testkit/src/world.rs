//! The exhaustive oracle: a sub-space laid out in full.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use vesc_col_core::{Circuit, DnfSpace, Hypothesis, Sample, Signal, SubSpace};

use crate::Truth;

/// The most features for which a truth table is one word.
///
/// ```
/// use vesc_col_core::DnfSpace;
/// use vesc_col_testkit::{MAX_FEATURES, World};
///
/// assert!(World::of(&DnfSpace::new(MAX_FEATURES + 1, 1, 1)).is_none());
/// ```
pub const MAX_FEATURES: usize = 6;
/// The most decision bits that are tried out exhaustively: 2^22 strings, 64 at a time, take about 0.1 s.
///
/// ```
/// use vesc_col_core::{DnfSpace, SubSpace};
/// use vesc_col_testkit::{MAX_WIDTH, World};
///
/// let wide = DnfSpace::new(6, 3, 2);
/// assert!(wide.width() > MAX_WIDTH && World::of(&wide).is_none());
/// ```
pub const MAX_WIDTH: usize = 22;

/// All members of a small sub-space, tried out one by one on all inputs with [`Circuit::eval_words`].
///
/// Once it is laid out, a data set costs two mask tests a concept. Laying out costs `2^width / 64` evaluations of the
/// member circuit; what stays is one entry a concept.
///
/// ```
/// use vesc_col_core::DnfSpace;
/// use vesc_col_testkit::World;
///
/// let world = World::of(&DnfSpace::new(2, 2, 2)).expect("it is small");
/// let nothing_known = world.truth(0, 0);
/// assert_eq!(nothing_known.formulas, 6);
/// assert_eq!(nothing_known.concepts.len(), 5); // `x0 | !x0` is `x1 | !x1`
/// ```
#[derive(Debug)]
pub struct World {
    /// By least formula, in canonical order.
    concepts: Vec<WorldConcept>,
    legal: u64,
}

/// One concept of a [`World`].
///
/// ```
/// use vesc_col_core::DnfSpace;
/// use vesc_col_testkit::World;
///
/// let world = World::of(&DnfSpace::new(2, 1, 1)).expect("it is small");
/// let least = &world.concepts()[0];
/// assert_eq!((least.hypothesis.to_string().as_str(), least.table, least.formulas), ("x0", 0b1010, 1));
/// ```
#[derive(Debug)]
pub struct WorldConcept {
    /// Bit `x` is the concept's value on input `x`, whose bit `i` is the value of feature `i`; 0 if that is not legal.
    pub table: u64,
    /// How many members are this concept.
    pub formulas: u64,
    /// The member of the least order key among them.
    pub bits: Vec<bool>,
    /// That member as a hypothesis.
    pub hypothesis: Arc<dyn Hypothesis>,
}

impl World {
    /// Lays a sub-space out, or `None` if it has more than [`MAX_FEATURES`] features or [`MAX_WIDTH`] decision bits.
    #[must_use]
    pub fn of(space: &dyn SubSpace) -> Option<World> {
        if space.features() > MAX_FEATURES || space.width() > MAX_WIDTH {
            return None;
        }
        let members = members(space);
        let mut concepts: HashMap<u64, (Vec<u32>, WorldConcept)> = HashMap::new();
        let legal = legal_inputs(space);
        for (table, bits) in tables(space, &members).into_iter().zip(members) {
            let table = table & legal;
            let hypothesis: Arc<dyn Hypothesis> = Arc::from(space.decode(&bits));
            let key = hypothesis.order_key();
            let formulas = concepts.get(&table).map_or(1, |(_, concept)| concept.formulas + 1);
            match concepts.get_mut(&table) {
                Some((least, concept)) if *least <= key => concept.formulas = formulas,
                _ => drop(concepts.insert(table, (key, WorldConcept { table, formulas, bits, hypothesis }))),
            }
        }
        let mut concepts: Vec<(Vec<u32>, WorldConcept)> = concepts.into_values().collect();
        concepts.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        Some(World { concepts: concepts.into_iter().map(|(_, concept)| concept).collect(), legal })
    }

    /// All concepts by their least formulas, in canonical order.
    #[must_use]
    pub fn concepts(&self) -> &[WorldConcept] {
        &self.concepts
    }

    /// The truth table of the legal inputs.
    ///
    /// ```
    /// use vesc_col_core::{DnfSpace, Domain};
    /// use vesc_col_testkit::World;
    ///
    /// let one_hot = Domain::builder(2).exactly_one([0, 1]).build()?;
    /// let world = World::of(&DnfSpace::new(2, 1, 1).within(&one_hot)).expect("small");
    /// assert_eq!(world.legal(), 0b0110);
    /// # Ok::<(), vesc_col_core::DomainError>(())
    /// ```
    #[must_use]
    pub fn legal(&self) -> u64 {
        self.legal
    }

    /// The version space of a data set, given as the truth tables of its positive and negative inputs, all of them
    /// legal.
    #[must_use]
    pub fn truth(&self, positives: u64, negatives: u64) -> Truth {
        let consistent = |concept: &&WorldConcept| positives & !concept.table == 0 && negatives & concept.table == 0;
        let mut truth = Truth { concepts: Vec::new(), formulas: 0 };
        for concept in self.concepts.iter().filter(consistent) {
            truth.concepts.push(Arc::clone(&concept.hypothesis));
            truth.formulas += concept.formulas;
        }
        truth
    }
}

/// The world of a DNF sub-space, laid out once for the whole process; `None` if it is too large.
///
/// ```
/// use vesc_col_core::DnfSpace;
/// use vesc_col_testkit::dnf_world;
///
/// let world = dnf_world(DnfSpace::new(3, 2, 1)).expect("it is small");
/// assert_eq!(world.concepts().len(), 12);
/// ```
#[must_use]
pub fn dnf_world(space: DnfSpace) -> Option<Arc<World>> {
    type Cell = Arc<OnceLock<Option<Arc<World>>>>;
    static WORLDS: Mutex<Option<HashMap<DnfSpace, Cell>>> = Mutex::new(None);
    // One cell for each world, so that two tests can lay out two worlds at once.
    let cell = {
        let mut worlds = WORLDS.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(worlds.get_or_insert_default().entry(space).or_default())
    };
    cell.get_or_init(|| World::of(&space).map(Arc::new)).clone()
}

/// All members, by trying every bit string. Costs `2^width / 64` evaluations.
pub(crate) fn members(space: &dyn SubSpace) -> Vec<Vec<bool>> {
    let width = space.width();
    let mut circuit = Circuit::new();
    let h = circuit.inputs(width);
    let member = space.member(&mut circuit, &h);
    let lanes = 1u32 << width.min(6);
    let mut words: Vec<u64> = (0..width).map(|bit| if bit < 6 { lane_pattern(bit) } else { 0 }).collect();
    let mut found = Vec::new();
    for batch in 0..1u64 << width.saturating_sub(6) {
        for (bit, word) in words.iter_mut().enumerate().skip(6) {
            *word = if batch >> (bit - 6) & 1 == 1 { !0 } else { 0 };
        }
        let accepted = circuit.eval_words(&[member], &words)[0];
        for lane in (0..lanes).filter(|lane| accepted >> lane & 1 == 1) {
            found.push(words.iter().map(|word| word >> lane & 1 == 1).collect());
        }
    }
    found
}

/// The truth table of the legal inputs.
pub(crate) fn legal_inputs(space: &dyn SubSpace) -> u64 {
    let is_legal = |input: u64| space.domain().contains(&Sample::from_slice(&[input])[..space.features()]);
    (0..1u64 << space.features()).filter(|&input| is_legal(input)).fold(0, |table, input| table | 1 << input)
}

/// The truth table of each of these members: bit `x` is the value on input `x`.
pub(crate) fn tables(space: &dyn SubSpace, members: &[Vec<bool>]) -> Vec<u64> {
    let mut circuit = Circuit::new();
    let h = circuit.inputs(space.width());
    let outputs: Vec<Signal> = (0..1u64 << space.features())
        .map(|input| {
            let x: Vec<Signal> = (0..space.features()).map(|i| Signal::from(input >> i & 1 == 1)).collect();
            space.predict(&mut circuit, &h, &x)
        })
        .collect();
    let mut tables = Vec::with_capacity(members.len());
    for batch in members.chunks(64) {
        let words: Vec<u64> = (0..space.width())
            .map(|bit| batch.iter().enumerate().fold(0, |word, (lane, bits)| word | u64::from(bits[bit]) << lane))
            .collect();
        let values = circuit.eval_words(&outputs, &words);
        for lane in 0..batch.len() {
            let table = values.iter().enumerate().fold(0, |table, (x, word)| table | (word >> lane & 1) << x);
            tables.push(table);
        }
    }
    tables
}

/// The word whose lane `b` is bit `bit` of `b`: all strings of six bits side by side.
pub(crate) fn lane_pattern(bit: usize) -> u64 {
    (0..64).fold(0, |word, lane| word | (lane >> bit & 1) << lane)
}
