//! Circuits against what the words mean, and every lowering of them against `eval`.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use arbitrary::{Result, Unstructured};
use vesc_col::data::Sample;
use vesc_col::engine::{BddEngine, SatEngine};
use vesc_col::export::Constraint;
use vesc_col::sub_space::{Circuit, Complexity, Signal};
use vesc_col::{Engine, Features, Hypothesis, SubSpace};
use vesc_col_testkit::{Instance, World, check_space};

use crate::ask::{ask_all, query, rows};
use crate::program::Program;

/// A circuit's `eval` and `eval_words` say of every signal what its meaning is. A sub-space made of two circuits is
/// measured by the engines and written out as its `eval` says.
pub(crate) fn run(bytes: &[u8]) {
    // Too few bytes say nothing.
    let _ = check(&mut Unstructured::new(bytes));
}

fn check(u: &mut Unstructured<'_>) -> Result<()> {
    let inputs = u.int_in_range(0..=6)?;
    let program = Program::arbitrary(inputs, 12, u)?;
    evaluate(&program, inputs);

    let (width, features) = (u.int_in_range(1..=6)?, u.int_in_range(1..=3)?);
    let member = Program::arbitrary(width, 8, u)?;
    let predict = Program::arbitrary(width + features, 10, u)?;
    let space = Arc::new(TwoPrograms::new(width, features, member, predict));
    check_space(&*space);
    let world = World::of(&*space).expect("it is small");
    let instance = Instance::new(features, rows(features, 6, u)?);
    let (positives, negatives) = instance.tables();
    let truth = world.truth(positives, negatives);
    let constraint = Constraint::new(&*space, &instance.dataset()).expect("they suit each other");
    let written =
        (0..1u64 << width).filter(|&h| constraint.circuit().eval(constraint.output(), &bits(h, width))).count();
    assert_eq!(written as u64, truth.formulas, "written out: {space:?}, {instance}");
    let engines: [Arc<dyn Engine>; 2] = [Arc::new(BddEngine::default()), Arc::new(SatEngine::default())];
    let query = query(space, u)?;
    ask_all(&engines, &instance.dataset(), &query, &truth);
    Ok(())
}

fn evaluate(program: &Program, inputs: usize) {
    let mut circuit = Circuit::new();
    let signals = circuit.inputs(inputs);
    let signals = program.build(&mut circuit, &signals);
    // Six inputs are all strings in one word.
    let words: Vec<u64> =
        (0..inputs).map(|input| (0..64u64).fold(0, |word, lane| word | (lane >> input & 1) << lane)).collect();
    let lanes = circuit.eval_words(&signals, &words);
    for number in 0..1u64 << inputs {
        let values = bits(number, inputs);
        let expected = program.values(&values);
        for (position, (&signal, &expected)) in signals.iter().zip(&expected).enumerate() {
            let told = || format!("signal {position} of {program:?} on {values:?}");
            assert_eq!(circuit.eval(signal, &values), expected, "{}", told());
            assert_eq!(lanes[position] >> number & 1 == 1, expected, "in words: {}", told());
            let mut folded = Circuit::new();
            let constants: Vec<Signal> = values.iter().map(|&value| value.into()).collect();
            let folded = program.build(&mut folded, &constants)[position];
            assert_eq!(folded.constant(), Some(expected), "folded: {}", told());
        }
    }
}

fn bits(number: u64, count: usize) -> Vec<bool> {
    (0..count).map(|bit| number >> bit & 1 == 1).collect()
}

/// A sub-space of which nothing is known but its two circuits.
#[derive(Clone)]
struct TwoPrograms {
    width: usize,
    features: usize,
    member: Program,
    predict: Program,
    /// The least member with the same table as the key.
    least: HashMap<u64, Vec<bool>>,
}

impl TwoPrograms {
    fn new(width: usize, features: usize, member: Program, predict: Program) -> TwoPrograms {
        let mut space = TwoPrograms { width, features, member, predict, least: HashMap::new() };
        for number in 0..1u64 << width {
            // In the order of the keys, which is that of the strings from their first bit on.
            let h: Vec<bool> = bits(number, width).into_iter().rev().collect();
            if space.member.values(&h).last() == Some(&true) {
                let table = space.table(&h);
                space.least.entry(table).or_insert(h);
            }
        }
        space
    }

    fn table(&self, h: &[bool]) -> u64 {
        (0..1u64 << self.features).fold(0, |table, x| table | u64::from(self.value(h, &bits(x, self.features))) << x)
    }

    fn value(&self, h: &[bool], x: &[bool]) -> bool {
        self.predict.values(&[h, x].concat()).last() == Some(&true)
    }
}

impl SubSpace for TwoPrograms {
    fn features(&self) -> usize {
        self.features
    }

    fn width(&self) -> usize {
        self.width
    }

    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        self.member.build(circuit, h).pop().expect("a program has signals")
    }

    fn predict(&self, circuit: &mut Circuit, h: &[Signal], x: &[Signal]) -> Signal {
        self.predict.build(circuit, &[h, x].concat()).pop().expect("a program has signals")
    }

    fn complexity(&self) -> Complexity {
        Complexity::new([("bits", self.width as u64)])
    }

    fn decode(&self, bits: &[bool]) -> Box<dyn Hypothesis> {
        Box::new(Decoded { table: self.table(bits), bits: bits.to_vec(), features: self.features })
    }

    fn bits_of(&self, hypothesis: &dyn Hypothesis) -> Option<Vec<bool>> {
        let decoded: &Decoded = (hypothesis as &dyn std::any::Any).downcast_ref()?;
        let is_member = decoded.bits.len() == self.width && self.member.values(&decoded.bits).last() == Some(&true);
        is_member.then(|| decoded.bits.clone())
    }

    fn canonical(&self, bits: &[bool]) -> Vec<bool> {
        self.least[&self.table(bits)].clone()
    }
}

impl fmt::Debug for TwoPrograms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bits, {} features, {:?}, {:?}", self.width, self.features, self.member, self.predict)
    }
}

/// A member of a [`TwoPrograms`].
#[derive(Debug)]
struct Decoded {
    bits: Vec<bool>,
    table: u64,
    features: usize,
}

impl Hypothesis for Decoded {
    fn accepts(&self, sample: &Sample) -> bool {
        let input = (0..self.features).fold(0, |input, feature| input | usize::from(sample[feature]) << feature);
        self.table >> input & 1 == 1
    }

    fn fmt_named(&self, _features: &Features, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }

    fn order_key(&self) -> Vec<u32> {
        self.bits.iter().map(|&bit| bit.into()).collect()
    }
}

impl fmt::Display for Decoded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bits.iter().try_for_each(|&bit| write!(f, "{}", u8::from(bit)))
    }
}
