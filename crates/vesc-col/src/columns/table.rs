//! From rows of text to a data set.

use std::collections::HashMap;
use std::fmt;

use vesc_col_core::{Dataset, Domain, DomainBuilder, Features, Test};

use super::constraints::declare;
use super::infer::{boolean, number, thresholds};
use super::{ColumnError, ColumnType, Schema};

/// So many values of a column are named by its `Display`.
const SHOWN: usize = 12;

/// Rows of text under the names of their columns, to be made into a data set by a [`Schema`].
///
/// Keeps each different text of a column once and four bytes a cell, because types and thresholds depend on all rows.
///
/// ```
/// use vesc_col::columns::{Schema, Typed, TypedTable};
///
/// let mut table = TypedTable::new(Schema::auto(), ["irq", "len"]);
/// for (label, row) in [(true, ["1", "8"]), (false, ["1", "2"]), (false, ["0", "8"])] {
///     table.push(label, row)?;
/// }
/// let Typed { data, domain, .. } = table.build()?;
/// assert_eq!(data.features().names().collect::<Vec<_>>(), ["irq", "len>=8"]);
/// assert!(domain.is_free());
/// # Ok::<(), vesc_col::columns::ColumnError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TypedTable {
    schema: Schema,
    names: Vec<String>,
    columns: Vec<Cells>,
    labels: Vec<bool>,
}

#[derive(Clone, Debug, Default)]
struct Cells {
    /// The different texts, in order of their first rows.
    texts: Vec<String>,
    numbers: HashMap<String, u32>,
    /// For each row which text.
    rows: Vec<u32>,
}

/// A table that was made into a data set.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::columns::{Schema, TypedTable};
/// use vesc_col::{DnfSpace, Learner, Portfolio, Run, Settings};
///
/// let mut table = TypedTable::new(Schema::auto(), ["mode", "len"]);
/// for (label, row) in [(true, ["burst", "8"]), (false, ["burst", "2"]), (false, ["single", "8"])] {
///     table.push(label, row)?;
/// }
/// let typed = table.build()?;
/// let spaces = DnfSpace::up_to(typed.data.features().len(), 4, 2).map(|space| space.within(&typed.domain));
/// let report = Portfolio::default().search(&Arc::new(typed.data), spaces, &Settings::default(), &Run::new())?;
/// let report = report.with_columns(typed.columns);
/// assert_eq!(report.hypotheses()[0].display(report.features()).to_string(), "mode=burst & len>=8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Typed {
    /// The rows.
    pub data: Dataset,
    /// The legal inputs: what follows from the types, and what was declared.
    pub domain: Domain,
    /// What the columns are, in order.
    pub columns: Vec<Column>,
}

/// What became of a column. Its `Display` is one line for people.
///
/// ```
/// use vesc_col::columns::{Kind, Schema, TypedTable};
///
/// let mut table = TypedTable::new(Schema::auto(), ["irq", "len"]);
/// table.push(true, ["1", "8"])?;
/// table.push(false, ["1", "2"])?;
/// let columns = table.build()?.columns;
/// assert!(columns[0].is_boolean() && columns[0].inferred);
/// assert_eq!(columns[1].kind, Kind::Numeric);
/// assert_eq!(columns[1].to_string(), "?");
/// # Ok::<(), vesc_col::columns::ColumnError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Column {
    /// The column's name.
    pub name: String,
    /// What its cells are.
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub kind: Kind,
    /// The values that formulas speak of, or the thresholds; none for a Boolean column.
    pub values: Vec<String>,
    /// Whether only these values are legal. Numbers are all legal.
    pub closed: bool,
    /// Whether the type was inferred from the cells.
    pub inferred: bool,
}

/// What the cells of a column are.
///
/// ```
/// use vesc_col::columns::{Kind, Schema, TypedTable};
///
/// let mut table = TypedTable::new(Schema::auto(), ["mode"]);
/// table.push(true, ["burst"])?;
/// assert_eq!(table.build()?.columns[0].kind, Kind::Categorical);
/// # Ok::<(), vesc_col::columns::ColumnError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Kind {
    /// `0`, `1`, `true` or `false`.
    Boolean,
    /// Values without an order.
    Categorical,
    /// Values in an order.
    Ordered,
    /// Numbers.
    Numeric,
}

impl TypedTable {
    /// A table without rows.
    #[must_use]
    pub fn new<N: Into<String>>(schema: Schema, names: impl IntoIterator<Item = N>) -> TypedTable {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        TypedTable { schema, columns: vec![Cells::default(); names.len()], names, labels: Vec::new() }
    }

    /// Adds a row of cells; blanks around them do not count.
    ///
    /// # Errors
    ///
    /// [`DataError::Ragged`](vesc_col_core::DataError::Ragged) if there is not one cell for each column.
    pub fn push<'a>(&mut self, positive: bool, cells: impl IntoIterator<Item = &'a str>) -> Result<(), ColumnError> {
        let cells: Vec<&str> = cells.into_iter().collect();
        let (row, expected, found) = (self.labels.len(), self.columns.len(), cells.len());
        if found != expected {
            return Err(vesc_col_core::DataError::Ragged { row, expected, found }.into());
        }
        self.columns.iter_mut().zip(cells).for_each(|(column, cell)| column.push(cell.trim()));
        self.labels.push(positive);
        Ok(())
    }

    /// Makes the data set.
    ///
    /// # Errors
    ///
    /// [`ColumnError`] if a cell does not belong to its column's type, if the schema does not suit the table, if the constraints
    /// contradict each other, or if a row is not legal.
    pub fn build(self) -> Result<Typed, ColumnError> {
        let unknown = |name: &&String| !self.names.contains(*name);
        if let Some(name) = self.schema.columns.keys().find(unknown) {
            return Err(ColumnError::UnknownColumn { name: name.clone() });
        }
        let codes = (0..self.names.len()).map(|column| self.code(column)).collect::<Result<Vec<Code>, _>>()?;
        let tests = codes.iter().zip(&self.names).flat_map(|(code, name)| {
            let named = |test: &Option<Test>| (name.clone(), test.clone());
            code.tests.iter().map(named).collect::<Vec<_>>()
        });
        let features = match codes.iter().all(|code| code.column.is_boolean()) {
            true => Features::new(self.names.iter().cloned())?,
            false => Features::typed(tests)?,
        };
        let mut builder = Domain::builder(features.len());
        let mut first = 0;
        for code in &codes {
            builder = code.constrain(builder, first);
            first += code.tests.len();
        }
        let domain = declare(&self.schema, &features, builder)?.build()?;
        let mut data = Dataset::builder(features);
        for (row, &positive) in self.labels.iter().enumerate() {
            let values = |(code, cells): (&'_ Code, &Cells)| code.values[cells.rows[row] as usize].clone();
            let cells: Vec<bool> = codes.iter().zip(&self.columns).flat_map(values).collect();
            data.push(positive, cells)?;
        }
        let data = data.build()?;
        domain.check(&data)?;
        Ok(Typed { data, domain, columns: codes.into_iter().map(|code| code.column).collect() })
    }

    /// How a column becomes features.
    fn code(&self, column: usize) -> Result<Code, ColumnError> {
        let (name, cells) = (&self.names[column], &self.columns[column]);
        let declared = self.schema.columns.get(name);
        let inferred = declared.is_none() && self.schema.auto;
        let kind = match declared {
            Some(declared) => declared.clone(),
            None if !inferred || cells.texts.iter().all(|text| boolean(text).is_some()) => ColumnType::Boolean {},
            None if cells.texts.iter().all(|text| number(text).is_some()) => ColumnType::Numeric { thresholds: None },
            None => {
                let (values, most) = (cells.texts.len(), self.schema.max_values());
                if values > most {
                    return Err(ColumnError::TooManyValues { name: name.clone(), values, most });
                }
                ColumnType::Categorical { values: None, closed: false }
            }
        };
        let bad = |expected: String| {
            move |text: &String| {
                let code = self.columns[column].numbers[text];
                let row = cells.rows.iter().position(|&row| row == code).unwrap_or_default();
                let (name, value) = (name.clone(), text.clone());
                ColumnError::Cell { row, column, name, value, expected: expected.clone() }
            }
        };
        let made = |kind, values: Vec<String>, closed| Column { name: name.clone(), kind, values, closed, inferred };
        match kind {
            ColumnType::Boolean {} => {
                let bad = bad("Boolean, expected 0, 1, true or false".to_owned());
                let value = |text: &String| Ok(vec![boolean(text).ok_or_else(|| bad(text))?]);
                let values = cells.texts.iter().map(value).collect::<Result<_, ColumnError>>()?;
                Ok(Code { column: made(Kind::Boolean, Vec::new(), true), tests: vec![None], values })
            }
            ColumnType::Categorical { values, closed } => {
                let listed = values.is_some();
                let mut known = values.unwrap_or_else(|| cells.texts.clone());
                if !listed {
                    known.sort_unstable();
                }
                let bad = bad(format!("one of the declared values ({})", shown(&known)));
                let value = |text: &String| {
                    if closed && !known.contains(text) {
                        return Err(bad(text));
                    }
                    Ok(known.iter().map(|value| value == text).collect())
                };
                let values = cells.texts.iter().map(value).collect::<Result<_, ColumnError>>()?;
                let tests = known.iter().map(|value| Some(Test::Equals(value.clone()))).collect();
                Ok(Code { column: made(Kind::Categorical, known, closed), tests, values })
            }
            ColumnType::Ordered { values: known } => {
                let bad = bad(format!("one of the declared values ({})", shown(&known)));
                let value = |text: &String| {
                    let rank = known.iter().position(|value| value == text).ok_or_else(|| bad(text))?;
                    Ok((1..known.len()).map(|least| rank >= least).collect())
                };
                let values = cells.texts.iter().map(value).collect::<Result<_, ColumnError>>()?;
                let tests = known.iter().skip(1).map(|value| Some(Test::AtLeast(value.clone()))).collect();
                Ok(Code { column: made(Kind::Ordered, known, true), tests, values })
            }
            ColumnType::Numeric { thresholds: declared } => {
                let bad = bad("a number".to_owned());
                let numbers = cells.texts.iter().map(|text| number(text).ok_or_else(|| bad(text)));
                let numbers: Vec<f64> = numbers.collect::<Result<_, ColumnError>>()?;
                let rows = cells.rows.iter().zip(&self.labels).map(|(&text, &label)| (numbers[text as usize], label));
                let mut known = declared.unwrap_or_else(|| thresholds(rows, self.schema.max_thresholds()));
                known.sort_by(f64::total_cmp);
                known.dedup();
                let values = numbers.iter().map(|number| known.iter().map(|least| number >= least).collect()).collect();
                let texts: Vec<String> = known.iter().map(f64::to_string).collect();
                let tests = texts.iter().map(|text| Some(Test::AtLeast(text.clone()))).collect();
                Ok(Code { column: made(Kind::Numeric, texts, false), tests, values })
            }
        }
    }
}

impl Cells {
    fn push(&mut self, text: &str) {
        let code = match self.numbers.get(text) {
            Some(&known) => known,
            None => {
                let code = self.texts.len() as u32;
                self.texts.push(text.to_owned());
                self.numbers.insert(text.to_owned(), code);
                code
            }
        };
        self.rows.push(code);
    }
}

/// How a column becomes features.
struct Code {
    column: Column,
    /// What each feature tests.
    tests: Vec<Option<Test>>,
    /// For each text of the column the features' values.
    values: Vec<Vec<bool>>,
}

impl Code {
    /// Adds what the type says about the features, of which this is the first.
    fn constrain(&self, builder: DomainBuilder, first: usize) -> DomainBuilder {
        let features = first..first + self.tests.len();
        match self.column.kind {
            Kind::Categorical if self.column.closed => builder.exactly_one(features),
            Kind::Categorical => builder.at_most_one(features.map(vesc_col_core::Literal::positive)),
            Kind::Ordered | Kind::Numeric => builder.ordered(features),
            Kind::Boolean => builder,
        }
    }
}

fn shown(values: &[String]) -> String {
    let more = values.len().saturating_sub(SHOWN);
    let text = values.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(", ");
    if more > 0 { format!("{text}, ... {more} more") } else { text }
}

impl Column {
    /// Whether the column is a feature as it is.
    #[must_use]
    pub fn is_boolean(&self) -> bool {
        self.kind == Kind::Boolean
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Column { name, values, .. } = self;
        match self.kind {
            Kind::Boolean => write!(f, "{name}: Boolean"),
            Kind::Categorical => {
                let others = if self.closed { "no other is legal" } else { "others are legal" };
                write!(f, "{name}: categorical: {} ({others})", shown(values))
            }
            Kind::Ordered => write!(f, "{name}: ordered: {}", values.join(" < ")),
            Kind::Numeric if values.is_empty() => {
                write!(f, "{name}: numeric, and no threshold tells a positive from a negative")
            }
            Kind::Numeric => write!(f, "{name}: numeric, thresholds {}", shown(values)),
        }
    }
}
