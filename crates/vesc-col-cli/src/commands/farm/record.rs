//! The JSON of a job: its plan, and the answer of each part.

use std::sync::Arc;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use vesc_col::SubSpace;
use vesc_col::engine::{Cardinality, Query};
use vesc_col::formula::Literal;
use vesc_col::parts::{Choice, Part, PartAnswer};
use vesc_col::remote;
use vesc_col::run::StopReason;

use crate::text::hexadecimal;

/// The number of this form of plans and answers.
pub(super) const SCHEMA: u32 = 1;

/// What is to be done.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Plan {
    /// [`SCHEMA`].
    pub(super) schema: u32,
    /// SHA-256 of the data, the schema of their columns, and the arguments. The names of answers begin with it.
    pub(super) digest: String,
    /// What was typed after the program's name.
    pub(super) arguments: Vec<String>,
    /// The copies of the data, in order.
    pub(super) data: Vec<DataFile>,
    /// Whether there is a copy of the schema of the columns.
    pub(super) has_schema: bool,
    /// In the order in which they are asked.
    pub(super) questions: Vec<QuestionRecord>,
}

/// A copy of a file of data.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DataFile {
    pub(super) name: String,
    pub(super) sha256: String,
}

/// A question to an engine: one sub-space.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Question")]
pub(super) struct QuestionRecord {
    /// SHA-256 of the question and its data.
    pub(super) digest: String,
    /// The size, for people.
    pub(super) about: String,
    /// The answer, once it is known.
    pub(super) known: Option<remote::Answer>,
    /// None if it was answered while the plan was made.
    pub(super) parts: Vec<PlannedPart>,
    /// Whether an earlier question had the answer, so that nobody asks this one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) needless: bool,
}

impl QuestionRecord {
    /// Whether its parts are to be answered.
    pub(super) fn is_open(&self) -> bool {
        self.known.is_none() && !self.needless
    }
}

/// A part with its number.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlannedPart {
    pub(super) number: usize,
    pub(super) choices: Vec<RawChoice>,
    /// Whether smaller parts have taken its place.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) replaced: bool,
}

/// How a choice comes out: whether a formula uses a literal or one before it, or what a decision bit is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub(super) enum RawChoice {
    Uses { feature: usize, negated: bool, used: bool },
    UsesBefore { before: usize, negated: bool, used: bool },
    Bit { bit: usize, value: bool },
}

/// The answer of one part.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnswerRecord {
    /// [`SCHEMA`].
    pub(super) schema: u32,
    /// The digest of the plan.
    pub(super) plan: String,
    /// The digest of the question.
    pub(super) question: String,
    pub(super) part: usize,
    pub(super) choices: Vec<RawChoice>,
    /// How many concepts have their canonical formula in the part.
    concepts: Cardinality,
    formulas: Cardinality,
    /// The least number of concepts that have some formula in the part.
    touching: String,
    /// The decision bits that are set in the canonical formulas that were found.
    hypotheses: Vec<Vec<usize>>,
    engine: String,
    pub(super) stopped: Option<StopReason>,
    /// Whether nothing is left to do.
    pub(super) finished: bool,
    /// What can take the place of a part that is not finished.
    pub(super) smaller: Vec<Vec<RawChoice>>,
    pub(super) seconds: f64,
    /// SHA-256 of all this with an empty checksum.
    checksum: String,
}

/// The choices of a part as they are written.
pub(super) fn raw(part: &Part) -> Vec<RawChoice> {
    let raw = |&(choice, holds): &(Choice, bool)| match choice {
        Choice::Uses(literal) => {
            RawChoice::Uses { feature: literal.feature(), negated: literal.is_negated(), used: holds }
        }
        Choice::UsesBefore(literal) => {
            RawChoice::UsesBefore { before: literal.feature(), negated: literal.is_negated(), used: holds }
        }
        Choice::Bit(bit) => RawChoice::Bit { bit, value: holds },
    };
    part.choices().iter().map(raw).collect()
}

/// The part that has these choices; `None` if they contradict each other.
pub(super) fn part(choices: &[RawChoice]) -> Option<Part> {
    Part::new(choices.iter().map(|choice| match *choice {
        RawChoice::Uses { feature, negated, used } => (Choice::Uses(Literal::matching(feature, !negated)), used),
        RawChoice::UsesBefore { before, negated, used } => {
            (Choice::UsesBefore(Literal::matching(before, !negated)), used)
        }
        RawChoice::Bit { bit, value } => (Choice::Bit(bit), value),
    }))
}

impl AnswerRecord {
    /// What is written about a part; `None` if the language cannot tell the bits of a hypothesis.
    pub(super) fn of(
        (plan, question, number): (&str, &str, usize),
        query: &Query,
        answer: &PartAnswer,
        smaller: &[Part],
        seconds: f64,
    ) -> Option<AnswerRecord> {
        let mut written = AnswerRecord {
            schema: SCHEMA,
            plan: plan.to_owned(),
            question: question.to_owned(),
            part: number,
            choices: raw(&answer.part),
            concepts: answer.concepts.clone(),
            formulas: answer.formulas.clone(),
            touching: answer.touching.to_string(),
            hypotheses: bits(&**query.space(), &answer.hypotheses)?,
            engine: answer.engine.clone(),
            stopped: answer.stopped,
            finished: answer.is_finished(query),
            smaller: smaller.iter().map(raw).collect(),
            // A reader gets a number of few digits back to the last bit, which the checksum needs.
            seconds: (seconds * 1000.0).round() / 1000.0,
            checksum: String::new(),
        };
        written.checksum = written.sum();
        Some(written)
    }

    /// Whether it is as it was written.
    pub(super) fn is_whole(&self) -> bool {
        self.schema == SCHEMA && self.checksum == self.sum()
    }

    /// `None` if it is not of this sub-space.
    pub(super) fn answer(&self, space: &dyn SubSpace) -> Option<PartAnswer> {
        Some(PartAnswer {
            part: part(&self.choices).filter(|part| part.suits(space))?,
            formulas: self.formulas.clone(),
            concepts: self.concepts.clone(),
            touching: self.touching.parse::<BigUint>().ok()?,
            hypotheses: hypotheses(space, &self.hypotheses)?,
            engine: self.engine.clone(),
            stopped: self.stopped,
        })
    }

    fn sum(&self) -> String {
        let unsigned = AnswerRecord { checksum: String::new(), ..self.clone() };
        sha256(&[&serde_json::to_vec(&unsigned).expect("an answer can be written")])
    }
}

/// SHA-256 of texts, each with its length, in hexadecimal digits.
pub(super) fn sha256(texts: &[&[u8]]) -> String {
    let mut hasher = Sha256::new();
    for text in texts {
        hasher.update((text.len() as u64).to_le_bytes());
        hasher.update(text);
    }
    hexadecimal(&hasher.finalize())
}

type Hypotheses = Vec<Arc<dyn vesc_col::Hypothesis>>;

fn bits(space: &dyn SubSpace, hypotheses: &Hypotheses) -> Option<Vec<Vec<usize>>> {
    let set = |bits: Vec<bool>| (0..bits.len()).filter(|&bit| bits[bit]).collect();
    hypotheses.iter().map(|hypothesis| space.bits_of(&**hypothesis).map(set)).collect()
}

fn hypotheses(space: &dyn SubSpace, bits: &[Vec<usize>]) -> Option<Hypotheses> {
    let decode = |set: &Vec<usize>| {
        let mut bits = vec![false; space.width()];
        for &bit in set {
            *bits.get_mut(bit)? = true;
        }
        Some(Arc::from(space.decode(&bits)))
    };
    bits.iter().map(decode).collect()
}

#[cfg(test)]
mod tests {
    use vesc_col::engine::VersionSpace;
    use vesc_col::{DnfSpace, Run};

    use super::*;

    /// The checksum once had all digits of the seconds, which a reader does not always get back: now and then a whole answer
    /// counted as damaged.
    #[test]
    fn an_answer_is_whole_however_long_it_took() {
        let query = Query::new(Arc::new(DnfSpace::new(9, 2, 1)));
        let result = VersionSpace::new("mine", Cardinality::exact(0u32), Cardinality::exact(0u32));
        let answer = PartAnswer::of(&query, &Part::whole(), &result, &Run::new());
        for step in 0..5000 {
            let seconds = f64::from(step) * 0.103_669_081 + 1.0e-9;
            let written =
                AnswerRecord::of(("plan", "question", 1), &query, &answer, &[], seconds).expect("DNF has bits");
            let text = serde_json::to_string(&written).expect("an answer can be written");
            let read: AnswerRecord = serde_json::from_str(&text).expect("it was written");
            assert!(read.is_whole(), "{seconds} s: {text}");
        }
    }
}
