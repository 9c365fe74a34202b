//! What a page is made from: the fields that it reads of the JSON of `learn`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use indexmap::IndexMap;
use serde::Deserialize;
use serde::de::{Error as _, IgnoredAny};
use vesc_col::formula;
use vesc_col::search::ErrorBudget;

use super::shape::Shape;
use crate::error::CliError;

/// The JSON of `learn`, with `details` if it was asked for them. Fields that no page shows are passed over.
#[derive(Debug, Deserialize)]
pub(crate) struct Document {
    pub(crate) outcome: String,
    /// What sizes are ordered by first, if not literals.
    pub(crate) order: Option<String>,
    pub(crate) complexity: Option<Size>,
    pub(crate) cardinality: Interval,
    pub(crate) families: Option<Interval>,
    pub(crate) hypotheses: Vec<Hypothesis>,
    /// What possibly fits, where nothing certainly does.
    #[serde(default)]
    pub(crate) possible: Vec<Hypothesis>,
    /// The next size at which something certainly fits.
    pub(crate) next_certain: Option<NextCertain>,
    pub(crate) shared: Option<Shared>,
    pub(crate) steps: Vec<Step>,
    pub(crate) data: Data,
    #[serde(default)]
    pub(crate) columns: Vec<Column>,
    #[serde(default)]
    pub(crate) same_in_every_run: Vec<Vec<String>>,
    pub(crate) suggestions: Option<Suggestions>,
    #[serde(default)]
    pub(crate) warnings: Vec<String>,
    pub(crate) confidence: Option<Confidence>,
    /// Why there is none.
    pub(crate) no_confidence: Option<String>,
    pub(crate) error_budget: Option<ErrorBudget>,
    /// Why the least errors are not known, if they were to be.
    pub(crate) open_errors: Option<OpenErrors>,
    pub(crate) certificates: Option<Certificates>,
    pub(crate) details: Option<Details>,
}

/// What stopped the search for the least errors.
#[derive(Debug, Deserialize)]
pub(crate) struct OpenErrors {
    pub(crate) stopped: String,
}

/// What `--certify` has written.
#[derive(Debug, Deserialize)]
pub(crate) struct Certificates {
    pub(crate) without: Option<Without>,
}

/// The first decided size without a certificate.
#[derive(Debug, Deserialize)]
pub(crate) struct Without {
    pub(crate) literals: usize,
    pub(crate) terms: usize,
    pub(crate) reason: String,
}

/// The version of the fields of a report.
const SCHEMA: u64 = 1;

/// Which fields a report has.
#[derive(Deserialize)]
struct Version {
    schema: Option<u64>,
}

/// What a report says of a search that was stopped while its file was read.
#[derive(Deserialize)]
struct Undecided {
    data: Option<IgnoredAny>,
    outcome: String,
}

impl Document {
    /// Reads a report that `learn` wrote as JSON.
    ///
    /// # Errors
    ///
    /// [`CliError::Report`] if the file cannot be read, [`CliError::Page`] if it is no report, and
    /// [`CliError::NothingRead`] if it says nothing.
    pub(crate) fn read(file: &Path) -> Result<Document, CliError> {
        let json = fs::read_to_string(file).map_err(|source| CliError::Report { file: file.to_owned(), source })?;
        let page = |source| CliError::Page { file: file.to_owned(), source };
        if !json.trim_start().starts_with('{') && serde_json::from_str::<IgnoredAny>(&json).is_ok() {
            return Err(page(serde_json::Error::custom("it is no object with the fields of a report")));
        }
        if let Ok(Version { schema: Some(schema) }) = serde_json::from_str(&json)
            && schema != SCHEMA
        {
            let other = format!("it has schema {schema}, and only {SCHEMA} is known here");
            return Err(page(serde_json::Error::custom(other)));
        }
        serde_json::from_str(&json).map_err(|source| match serde_json::from_str(&json) {
            Ok(Undecided { data: None, outcome }) if outcome == "undecided" => CliError::NothingRead(file.to_owned()),
            _ => page(source),
        })
    }
}

/// A complexity: named numbers, such as 5 literals and 2 terms.
pub(crate) type Size = IndexMap<String, u64>;

/// A count as decimal digits; `upper` is `None` if it is unknown.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Interval {
    pub(crate) lower: String,
    pub(crate) upper: Option<String>,
}

impl Interval {
    /// The number, if both ends meet.
    pub(crate) fn exact(&self) -> Option<&str> {
        (self.upper.as_deref() == Some(&self.lower)).then_some(&*self.lower)
    }
}

#[derive(Debug, Deserialize)]
pub(crate) struct Hypothesis {
    pub(crate) text: String,
    /// The terms, where the hypothesis is a DNF.
    pub(crate) terms: Option<Vec<Vec<Literal>>>,
    pub(crate) confidence: Option<Confidence>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Literal {
    pub(crate) feature: String,
    pub(crate) op: String,
    pub(crate) value: Option<String>,
}

impl Literal {
    /// Whether it is a negated Boolean column.
    pub(crate) fn is_negated(&self) -> bool {
        self.value.is_none() && self.op == "!"
    }

    /// The literal as it stands in a formula, such as `!irq` or `len>=4`.
    pub(crate) fn text(&self) -> String {
        format!("{}{}", if self.is_negated() { "!" } else { "" }, self.body())
    }

    /// The literal without the negation of a Boolean column, such as `irq` or `len>=4`.
    pub(crate) fn body(&self) -> String {
        let name = quoted(&self.feature);
        match &self.value {
            None => name,
            Some(value) => format!("{name}{}{value}", self.op),
        }
    }
}

/// What all hypotheses of an overfit answer have in common.
#[derive(Debug, Deserialize)]
pub(crate) struct Shared {
    pub(crate) columns: Vec<String>,
    pub(crate) literals: Option<Vec<String>>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Step {
    pub(crate) complexity: Size,
    pub(crate) cardinality: Interval,
    pub(crate) families: Option<Interval>,
    /// What fits for some values of the unknown cells.
    pub(crate) possible: Option<Possible>,
    pub(crate) engine: String,
    pub(crate) seconds: f64,
    pub(crate) stopped: Option<String>,
}

/// What possibly fits.
#[derive(Debug, Deserialize)]
pub(crate) struct Possible {
    pub(crate) cardinality: Interval,
}

/// What is beyond a size of which unknown cells decide. Without a complexity nothing certainly fits up to the cap.
#[derive(Debug, Deserialize)]
pub(crate) struct NextCertain {
    pub(crate) complexity: Option<Size>,
    pub(crate) cardinality: Option<Interval>,
    pub(crate) stopped: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Data {
    pub(crate) features: u64,
    pub(crate) positives: u64,
    pub(crate) negatives: u64,
    pub(crate) distinct: u64,
}

/// A column as it was read. A page shows its name and its type.
#[derive(Debug, Deserialize)]
pub(crate) struct Column {
    pub(crate) name: String,
    #[serde(rename = "type", alias = "kind")]
    pub(crate) kind: Option<String>,
}

/// What could be declared about the columns.
#[derive(Debug, Deserialize)]
pub(crate) struct Suggestions {
    #[serde(default)]
    pub(crate) one_hot: Vec<String>,
    #[serde(default)]
    pub(crate) at_most_one: Vec<String>,
    #[serde(default)]
    pub(crate) implies: Vec<String>,
}

/// The probabilities of the answer, from 0 to 1.
#[derive(Debug, Deserialize)]
pub(crate) struct Confidence {
    /// That of the whole answer, and the ends of its interval.
    pub(crate) correct: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
    /// Whether every input is in the data.
    #[serde(default)]
    pub(crate) certain: bool,
    /// That its terms are causes, and then that no other cause is unseen.
    pub(crate) terms: f64,
    pub(crate) complete: f64,
    /// On what share of the next events the answer is expected to hold, and what share of the runs on which it holds are expected to
    /// be events.
    #[serde(default)]
    pub(crate) recall: Option<Expected>,
    #[serde(default)]
    pub(crate) precision: Option<Expected>,
    /// What the trials had, if these rows have something else.
    #[serde(default)]
    pub(crate) extrapolated_from: Option<String>,
    /// What is assumed of noise or rules, if there are any.
    #[serde(default)]
    pub(crate) assumed: Option<String>,
    #[serde(default)]
    pub(crate) components: Components,
}

/// A share that is expected, and the ends of its interval.
#[derive(Debug, Deserialize)]
pub(crate) struct Expected {
    pub(crate) value: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// What was counted, as far as it changes the words.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Components {
    /// Whether a further term may explain positives that the answer leaves unexplained.
    #[serde(default)]
    own: Option<serde_json::Value>,
}

impl Components {
    /// Whether positives are left unexplained.
    pub(crate) fn leaves_some(&self) -> bool {
        self.own.is_some()
    }
}

/// What only the rows know.
#[derive(Debug, Deserialize)]
pub(crate) struct Details {
    pub(crate) file: String,
    pub(crate) label: String,
    /// What each label makes of its row, where that is not plain, and what a row stands for.
    #[serde(default)]
    pub(crate) about_label: Vec<String>,
    pub(crate) label_values: Option<LabelValues>,
    pub(crate) sha256: Option<String>,
    #[serde(default)]
    pub(crate) more_files: Vec<FurtherFile>,
    pub(crate) version: String,
    pub(crate) command: Vec<String>,
    pub(crate) limits: Option<Limits>,
    pub(crate) certificates: Option<String>,
    #[serde(default)]
    pub(crate) constants: Vec<String>,
    #[serde(default)]
    pub(crate) constant_columns: usize,
    pub(crate) contradictions: Option<String>,
    #[serde(default)]
    pub(crate) contradicting: Vec<Contradicting>,
    #[serde(default)]
    pub(crate) more_contradicting: usize,
    #[serde(default)]
    pub(crate) declared: Vec<String>,
    #[serde(default)]
    pub(crate) unknown_cells: u64,
    /// The lines of positive rows that had other labels beside them in the file.
    #[serde(default)]
    pub(crate) disputed_lines: Vec<u64>,
    #[serde(default)]
    pub(crate) boolean_columns: Vec<String>,
    /// The first positive rows of the file.
    pub(crate) positives: Vec<Run>,
    /// For each of the first hypotheses, its terms.
    pub(crate) support: Vec<Vec<TermSupport>>,
    /// The ways through the first hypothesis that end with "positive", where it asks questions.
    #[serde(default)]
    pub(crate) ways: Vec<AnswersSupport>,
    /// The rows on which the first hypothesis is wrong, where errors are allowed.
    pub(crate) wrong: Option<Wrong>,
    /// The parts of the first hypothesis, where it is no DNF.
    pub(crate) shape: Option<Shape>,
    /// Where nothing fits, the options with which larger formulas are searched, or why none can fit.
    pub(crate) larger: Option<Vec<String>>,
    pub(crate) no_larger: Option<String>,
    #[serde(default)]
    pub(crate) rivals: Vec<Separated>,
    pub(crate) next: Option<Next>,
    /// Whether an input that is no row yet would test the only answer.
    pub(crate) is_testable: Option<bool>,
    pub(crate) fragility: Option<Fragility>,
    #[serde(default)]
    pub(crate) history: Vec<Moment>,
    /// The address of each line.
    #[serde(default)]
    pub(crate) links: BTreeMap<u64, String>,
}

/// Which labels are positive, and which were said to be negative. If none was chosen, the positive ones are those of the file.
#[derive(Debug, Deserialize)]
pub(crate) struct LabelValues {
    pub(crate) positive: Vec<String>,
    pub(crate) negative: Vec<String>,
    pub(crate) chosen: bool,
}

/// Rows on which a hypothesis is wrong, and the lines of the first ones.
#[derive(Debug, Deserialize)]
pub(crate) struct Wrong {
    pub(crate) accepted: usize,
    pub(crate) accepted_lines: Vec<u64>,
    #[serde(default)]
    pub(crate) more_accepted_lines: usize,
    pub(crate) rejected: usize,
    pub(crate) rejected_lines: Vec<u64>,
    #[serde(default)]
    pub(crate) more_rejected_lines: usize,
    /// Those of which unknown cells decide.
    #[serde(default)]
    pub(crate) open: usize,
    #[serde(default)]
    pub(crate) open_lines: Vec<u64>,
    #[serde(default)]
    pub(crate) more_open_lines: usize,
}

/// Rows of both labels with the same values, and the lines of the first ones.
#[derive(Debug, Deserialize)]
pub(crate) struct Contradicting {
    pub(crate) positives: usize,
    pub(crate) positive_lines: Vec<u64>,
    #[serde(default)]
    pub(crate) more_positive_lines: usize,
    pub(crate) negatives: usize,
    pub(crate) negative_lines: Vec<u64>,
    #[serde(default)]
    pub(crate) more_negative_lines: usize,
}

/// A further file of the same data set.
#[derive(Debug, Deserialize)]
pub(crate) struct FurtherFile {
    pub(crate) file: String,
    pub(crate) sha256: Option<String>,
}

/// How far the search was to go.
#[derive(Debug, Deserialize)]
pub(crate) struct Limits {
    pub(crate) language: String,
    pub(crate) bound: u64,
    pub(crate) max_literals: Option<u64>,
    pub(crate) max_terms: Option<u64>,
    pub(crate) max_size: Option<u64>,
    /// The options about what a hypothesis may look like.
    #[serde(default)]
    pub(crate) rules: Vec<String>,
    pub(crate) timeout_seconds: Option<f64>,
    pub(crate) memory_bytes: Option<u64>,
    pub(crate) threads: Option<u64>,
}

/// A rival of the first hypothesis.
#[derive(Debug, Deserialize)]
pub(crate) struct Separated {
    pub(crate) text: String,
    /// The columns that decide what both say of an input on which they differ, and their values.
    pub(crate) matters: Option<Values>,
    /// What the first hypothesis says of it.
    pub(crate) answer: Option<bool>,
    /// Whether it respects what is so in every row though nobody has declared it.
    pub(crate) respects_suggestions: Option<bool>,
}

/// Columns and their values.
pub(crate) type Values = IndexMap<String, serde_json::Value>;

/// What to simulate.
#[derive(Debug, Deserialize)]
pub(crate) struct Next {
    pub(crate) outcome: String,
    pub(crate) up_to: Size,
    pub(crate) cardinality: Interval,
    pub(crate) proposals: Vec<Proposal>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Proposal {
    /// The columns that matter, and their values.
    pub(crate) matters: Values,
    /// How many inputs are as good.
    pub(crate) as_good: String,
    /// How many candidates are left after a positive run and after a negative one, unless not all are known.
    pub(crate) if_positive: Option<String>,
    pub(crate) if_negative: Option<String>,
    /// What the answer says of it.
    pub(crate) leader: Option<bool>,
}

/// What the answer rests on.
#[derive(Debug, Deserialize)]
pub(crate) struct Fragility {
    pub(crate) deciding: Vec<Deciding>,
    pub(crate) resting: Vec<Resting>,
    pub(crate) hole: Option<Hole>,
    pub(crate) near_misses: Vec<KeptOut>,
}

/// A positive row without which a smaller size would do.
#[derive(Debug, Deserialize)]
pub(crate) struct Deciding {
    pub(crate) sample: Place,
    pub(crate) complexity_without: Size,
}

/// A term that one row alone supports.
#[derive(Debug, Deserialize)]
pub(crate) struct Resting {
    pub(crate) term: String,
    pub(crate) sample: Place,
}

/// Regions in which no negative row has been.
#[derive(Debug, Deserialize)]
pub(crate) struct Hole {
    pub(crate) literals: u64,
    pub(crate) regions: Interval,
    pub(crate) terms: Vec<String>,
    /// Those that respect what holds in every run; `None` if nothing of the kind is suspected.
    #[serde(default)]
    pub(crate) likely: Option<Vec<String>>,
}

/// A negative row that alone keeps out some rivals.
#[derive(Debug, Deserialize)]
pub(crate) struct KeptOut {
    pub(crate) sample: Place,
    pub(crate) rivals: Vec<ShownRival>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct ShownRival {
    pub(crate) text: String,
}

/// A sample: the lines of its rows.
#[derive(Debug, Deserialize)]
pub(crate) struct Place {
    pub(crate) lines: Vec<u64>,
}

/// How many concepts fitted the first rows of the file.
#[derive(Debug, Deserialize)]
pub(crate) struct Moment {
    pub(crate) rows: u64,
    pub(crate) positives: u64,
    pub(crate) cardinality: Interval,
}

/// A row of the file.
#[derive(Debug, Deserialize)]
pub(crate) struct Run {
    pub(crate) line: u64,
    /// How many runs it stands for; one if nothing is said.
    pub(crate) runs: Option<u64>,
}

/// The rows on which a term is true, and those on which all but one of its literals are.
#[derive(Debug, Deserialize)]
pub(crate) struct TermSupport {
    /// The number of positive rows on which it is true.
    pub(crate) explains: u64,
    /// Which of the listed positive rows these are, by position.
    pub(crate) runs: Vec<usize>,
    /// The number of positive rows of which unknown cells decide, and the positions of those that are listed.
    #[serde(default)]
    pub(crate) open: u64,
    #[serde(default)]
    pub(crate) open_runs: Vec<usize>,
    pub(crate) literals: Vec<LiteralSupport>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct LiteralSupport {
    /// The number of positive rows on which the literal is true.
    pub(crate) positives: u64,
    /// The number of negative rows that only this literal of the term rejects.
    pub(crate) near_misses: u64,
    /// The first lines of them, and how many more there are.
    pub(crate) lines: Vec<u64>,
    #[serde(default)]
    pub(crate) more_lines: usize,
}

/// A way through a hypothesis that asks questions.
#[derive(Debug, Deserialize)]
pub(crate) struct AnswersSupport {
    /// What its answers say.
    pub(crate) answers: Vec<String>,
    #[serde(flatten)]
    pub(crate) support: TermSupport,
}

/// Returns a term as it stands in a formula.
pub(crate) fn term_text(term: &[Literal]) -> String {
    term.iter().map(Literal::text).collect::<Vec<_>>().join(" & ")
}

/// Returns a name as it stands in a formula: in quotes, if it has a character with a meaning there.
fn quoted(name: &str) -> String {
    let features = vesc_col::Features::new([name]).ok();
    features.map_or_else(|| name.to_owned(), |features| formula::Literal::positive(0).display(&features).to_string())
}
