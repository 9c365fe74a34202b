//! What a sub-space promises.

use std::collections::HashMap;
use std::fmt;

use vesc_col_core::{Circuit, Features, Sample, Signal, SubSpace};

use crate::world::{legal_inputs, members, tables};
use crate::{MAX_FEATURES, MAX_WIDTH};

/// Puts the check of a sub-space into a test file, in one line.
///
/// The arguments are expressions that make sub-spaces, each small enough for [`check_space`]. List several that differ
/// in one number each: [`check_keys`] compares them.
///
/// ```
/// vesc_col_testkit::conformance_space!(vesc_col_testkit::ParitySpace::new(4, 2), vesc_col_testkit::PairSpace::new(3));
/// ```
#[macro_export]
macro_rules! conformance_space {
    ($($space:expr),+ $(,)?) => {
        #[test]
        fn sub_spaces_keep_their_promises() {
            $($crate::check_space(&$space);)+
            $crate::check_keys(&[$(&$space),+]);
        }
    };
}

/// Tries out all bit strings of a sub-space, all inputs, and all that [`SubSpace`] asks of an implementor:
///
/// * different members are different formulas: no order key and no text twice;
/// * `predict` agrees with [`Hypothesis::accepts`](vesc_col_core::Hypothesis::accepts), and gives the same whether
///   hypothesis and sample are inputs or constants, and likewise `member`;
/// * `bits_of`, if it finds a member again, gives its bits, and it finds all if that is promised;
/// * if `formulas_are_concepts` is promised, different members are different concepts;
/// * `canonical` gives a member of the same concept, on the legal inputs, with the least order key among all of that
///   concept;
/// * complexity, features, width and key do not change; it can be encoded.
///
/// Costs time for `2^width` bit strings and for every member a few circuits: make it small, with at most a few thousand
/// members.
///
/// ```
/// use vesc_col_testkit::{ThresholdSpace, check_space};
///
/// check_space(&ThresholdSpace::new(5, 3, 2));
/// ```
///
/// # Panics
///
/// With a report, if the sub-space breaks a promise, or has more than [`MAX_FEATURES`] features or [`MAX_WIDTH`] bits.
/// [`check_space_up_to`] takes more bits.
#[track_caller]
pub fn check_space(space: &dyn SubSpace) {
    check_space_up_to(space, MAX_WIDTH);
}

/// [`check_space`] for a sub-space of up to `width` decision bits, for those who have the time.
///
/// ```
/// use vesc_col_core::DnfSpace;
/// use vesc_col_testkit::check_space_up_to;
///
/// check_space_up_to(&DnfSpace::new(2, 2, 1), 4);
/// assert!(std::panic::catch_unwind(|| check_space_up_to(&DnfSpace::new(2, 2, 1), 3)).is_err());
/// ```
///
/// # Panics
///
/// With a report, if the sub-space breaks a promise, or has more than [`MAX_FEATURES`] features or `width` bits.
#[track_caller]
pub fn check_space_up_to(space: &dyn SubSpace, width: usize) {
    assert!(
        space.features() <= MAX_FEATURES && space.width() <= width,
        "{space:?} has {} features and {} decision bits, more than {MAX_FEATURES} and {width}, \
         and cannot be tried out",
        space.features(),
        space.width(),
    );
    let check = SpaceCheck { space, inputs: inputs(space.features()) };
    if let Err(wrong) = check.run() {
        panic!("{space:?} breaks a promise: {wrong}");
    }
}

/// Sees to it that no two of these sub-spaces have one [key](SubSpace::key), unless they are the same, bit for bit.
///
/// ```
/// use vesc_col_core::DnfSpace;
/// use vesc_col_testkit::check_keys;
///
/// check_keys(&[&DnfSpace::new(3, 2, 1), &DnfSpace::new(3, 2, 2), &DnfSpace::new(3, 2, 1)]);
/// ```
///
/// # Panics
///
/// With a report, if two have one key; for sub-spaces that are too large for [`check_space`].
#[track_caller]
pub fn check_keys(spaces: &[&dyn SubSpace]) {
    let what = |space: &dyn SubSpace| {
        let members = members(space);
        let tables = tables(space, &members);
        (space.features(), space.width(), space.complexity(), legal_inputs(space), members, tables)
    };
    let mut seen: HashMap<String, &dyn SubSpace> = HashMap::new();
    for &space in spaces {
        let Some(key) = space.key() else { continue };
        if let Some(other) = seen.insert(key.clone(), space)
            && what(other) != what(space)
        {
            panic!("{other:?} and {space:?} are not the same, but both have the key `{key}`");
        }
    }
}

struct SpaceCheck<'a> {
    space: &'a dyn SubSpace,
    inputs: Vec<Vec<bool>>,
}

impl SpaceCheck<'_> {
    fn run(&self) -> Result<(), String> {
        self.space.validate().map_err(|reason| format!("it cannot be encoded: {reason}"))?;
        let shape = (self.space.features(), self.space.width(), self.space.complexity(), self.space.key());
        let members = members(self.space);
        let tables = tables(self.space, &members);
        self.check_formulas(&members)?;
        for (bits, &table) in members.iter().zip(&tables) {
            self.check_prediction(bits, table)?;
        }
        self.check_symbolic(&members, &tables)?;
        let legal = legal_inputs(self.space);
        let concepts: Vec<u64> = tables.iter().map(|table| table & legal).collect();
        self.check_concepts(&members, &concepts)?;
        self.check_canonical(&members, &concepts)?;
        if shape == (self.space.features(), self.space.width(), self.space.complexity(), self.space.key()) {
            Ok(())
        } else {
            Err(format!("features, width, complexity or key changed, they were {shape:?}"))
        }
    }

    /// Different members are different formulas.
    fn check_formulas(&self, members: &[Vec<bool>]) -> Result<(), String> {
        let features = Features::numbered(self.space.features());
        let mut keys = HashMap::new();
        let mut texts = HashMap::new();
        for bits in members {
            let hypothesis = self.space.decode(bits);
            match self.space.bits_of(&*hypothesis) {
                Some(found) if found != *bits => {
                    return Err(format!("the bits of member {} are found as {}", Bits(bits), Bits(&found)));
                }
                None if self.space.finds_members() => {
                    return Err(format!("all members are promised to be found, but not {}", Bits(bits)));
                }
                _ => {}
            }
            let text = hypothesis.display(&features).to_string();
            if let Some(other) = keys.insert(hypothesis.order_key(), bits) {
                return Err(format!("members {} and {} have one order key", Bits(other), Bits(bits)));
            }
            if let Some(other) = texts.insert(text.clone(), bits) {
                return Err(format!("members {} and {} are both `{text}`", Bits(other), Bits(bits)));
            }
        }
        Ok(())
    }

    /// Constants on one side or on both give the same, and so does the hypothesis itself.
    fn check_prediction(&self, bits: &[bool], table: u64) -> Result<(), String> {
        let hypothesis = self.space.decode(bits);
        let mut circuit = Circuit::new();
        let h: Vec<Signal> = bits.iter().map(|&bit| bit.into()).collect();
        let x = circuit.inputs(self.space.features());
        if self.space.member(&mut circuit, &h) != Signal::TRUE {
            return Err(format!("member {} is none if its bits are constants", Bits(bits)));
        }
        let concept = self.space.predict(&mut circuit, &h, &x);
        for (number, input) in self.inputs.iter().enumerate() {
            let expected = table >> number & 1 == 1;
            let wrong = |what: &str, got: bool| {
                Err(format!(
                    "on input {}, member {} is {expected} by its circuit, but {got} {what}: `{hypothesis}`",
                    Bits(input),
                    Bits(bits)
                ))
            };
            let word = [number as u64];
            let accepted = hypothesis.accepts(&Sample::from_slice(&word)[..self.space.features()]);
            if accepted != expected {
                return wrong("by `accepts`", accepted);
            }
            let half = circuit.eval(concept, input);
            if half != expected {
                return wrong("if the bits are constants and the sample is not", half);
            }
            let x: Vec<Signal> = input.iter().map(|&value| value.into()).collect();
            let constant = self.space.predict(&mut circuit, &h, &x);
            if constant.constant() != Some(expected) {
                return wrong("if all are constants", !expected);
            }
        }
        Ok(())
    }

    /// Inputs on both sides give the same.
    fn check_symbolic(&self, members: &[Vec<bool>], tables: &[u64]) -> Result<(), String> {
        let mut circuit = Circuit::new();
        let h = circuit.inputs(self.space.width());
        let x = circuit.inputs(self.space.features());
        let predict = self.space.predict(&mut circuit, &h, &x);
        let lanes: Vec<u64> = (0..self.space.features()).map(crate::world::lane_pattern).collect();
        let used = if self.inputs.len() == 64 { !0 } else { (1 << self.inputs.len()) - 1 };
        for (bits, &table) in members.iter().zip(tables) {
            let words: Vec<u64> =
                bits.iter().map(|&bit| if bit { !0 } else { 0 }).chain(lanes.iter().copied()).collect();
            if circuit.eval_words(&[predict], &words)[0] & used != table {
                return Err(format!("member {} predicts otherwise if all are inputs", Bits(bits)));
            }
        }
        Ok(())
    }

    /// Different members are different concepts, if that is promised.
    fn check_concepts(&self, members: &[Vec<bool>], tables: &[u64]) -> Result<(), String> {
        if !self.space.formulas_are_concepts() {
            return Ok(());
        }
        let mut seen = HashMap::new();
        for (bits, table) in members.iter().zip(tables) {
            if let Some(other) = seen.insert(table, bits) {
                return Err(format!(
                    "members {} and {} are one concept, but every formula is to be one of its own",
                    Bits(other),
                    Bits(bits)
                ));
            }
        }
        Ok(())
    }

    /// The canonical member is the least of its concept.
    fn check_canonical(&self, members: &[Vec<bool>], tables: &[u64]) -> Result<(), String> {
        let mut least: HashMap<u64, (Vec<u32>, &Vec<bool>)> = HashMap::new();
        for (bits, &table) in members.iter().zip(tables) {
            let key = self.space.decode(bits).order_key();
            let entry = least.entry(table).or_insert_with(|| (key.clone(), bits));
            if key < entry.0 {
                *entry = (key, bits);
            }
        }
        for (bits, table) in members.iter().zip(tables) {
            let (canonical, expected) = (self.space.canonical(bits), least[table].1);
            if canonical != *expected {
                return Err(format!(
                    "the canonical form of {} is {}, not the least member of its concept, {}",
                    Bits(bits),
                    Bits(&canonical),
                    Bits(expected)
                ));
            }
        }
        Ok(())
    }
}

fn inputs(features: usize) -> Vec<Vec<bool>> {
    (0..1u64 << features).map(|input| (0..features).map(|feature| input >> feature & 1 == 1).collect()).collect()
}

/// A bit string, first bit first.
struct Bits<'a>(&'a [bool]);

impl fmt::Display for Bits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&bit| f.write_str(if bit { "1" } else { "0" }))
    }
}
