//! From the cells of a row to the features, and back.

use std::collections::HashMap;

use vesc_col_core::{DomainBuilder, Literal, OwnedSample, Sample, Test};

use super::bits::Notation;
use super::column::{Column, Kind, shown};
use super::error::ColumnError;
use super::scale::{Key, Reading};
use super::sets;
use super::thresholds::Thresholds;
use super::values::boolean;

/// What stands for a value that the table does not have.
const OTHER: &str = "other";

/// How the columns of a table become features, and how values of the features become cells again. It reads further rows
/// of the same columns, and writes rows to be simulated.
///
/// ```
/// use vesc_col::columns::{Schema, TypedTable};
///
/// let mut table = TypedTable::new(Schema::auto().with_open("mode"), ["mode", "len"]);
/// table.push(true, ["burst", "4"])?;
/// table.push(false, ["single", "2"])?;
/// let encoding = table.build()?.encoding;
/// // The features are mode=burst, mode=single and len>=4.
/// let sample = encoding.encode(0, ["single", "7"])?;
/// assert_eq!(sample.iter().by_vals().collect::<Vec<bool>>(), [false, true, true]);
/// let cells: Vec<String> = encoding.decode(&sample).into_iter().map(|cell| cell.text).collect();
/// assert_eq!(cells, ["single", "4"]);
/// # Ok::<(), vesc_col::columns::ColumnError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Encoding {
    codes: Vec<Code>,
}

/// A cell that gives the features of its column certain values.
///
/// ```
/// use vesc_col::columns::{Alike, Schema, TypedTable};
///
/// let mut table = TypedTable::new(Schema::auto(), ["len"]);
/// table.push(true, ["8"])?;
/// table.push(false, ["2"])?;
/// let encoding = table.build()?.encoding;
/// let cells = encoding.decode(&encoding.encode(0, ["100"])?);
/// assert_eq!(cells[0].text, "8");
/// assert_eq!(cells[0].alike, Alike::Numbers { at_least: Some("8".to_owned()), below: None });
/// # Ok::<(), vesc_col::columns::ColumnError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cell {
    /// As it stands in a table.
    pub text: String,
    /// Which other cells give the same values.
    pub alike: Alike,
}

/// Which cells give the features of a column the same values.
///
/// ```
/// use vesc_col::columns::{Alike, Encoding};
///
/// let encoding = Encoding::boolean(["irq"]);
/// assert_eq!(encoding.decode(&encoding.encode(0, ["1"])?)[0].alike, Alike::One);
/// # Ok::<(), vesc_col::columns::ColumnError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Alike {
    /// One value alone.
    One,
    /// Any value that no formula speaks of. The cell is one that the table has, or else `other`, which is then to be replaced.
    Others,
    /// Any number from here, if there is a least one, to below there.
    Numbers {
        /// The least one.
        at_least: Option<String>,
        /// Where they end.
        below: Option<String>,
    },
}

impl Encoding {
    pub(super) fn new(codes: Vec<Code>) -> Encoding {
        Encoding { codes }
    }

    /// Columns that are Boolean features as they are.
    ///
    /// ```
    /// use vesc_col::columns::Encoding;
    ///
    /// let encoding = Encoding::boolean(["irq", "mask"]);
    /// assert!(encoding.encode(0, ["1", "false"])?.iter().by_vals().eq([true, false]));
    /// assert!(encoding.encode(1, ["1", "burst"]).is_err());
    /// # Ok::<(), vesc_col::columns::ColumnError>(())
    /// ```
    #[must_use]
    pub fn boolean<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Encoding {
        let column = |name: N| Column {
            name: name.into(),
            kind: Kind::Boolean,
            values: Vec::new(),
            closed: true,
            inferred: false,
            scale: None,
            unlimited: None,
            why: None,
            suggested: None,
        };
        Encoding { codes: names.into_iter().map(|name| Code::new(column(name))).collect() }
    }

    /// The columns, in order.
    #[must_use]
    pub fn columns(&self) -> impl ExactSizeIterator<Item = &Column> {
        self.codes.iter().map(|code| &code.column)
    }

    /// The features of a row of cells; blanks around them do not count. `row` is its position, for the message.
    ///
    /// # Errors
    ///
    /// [`ColumnError::Cell`] for a cell that does not belong to its column's type,
    /// [`DataError::Ragged`](vesc_col_core::DataError::Ragged) if there is not one cell for each column.
    pub fn encode<'a>(&self, row: usize, cells: impl IntoIterator<Item = &'a str>) -> Result<OwnedSample, ColumnError> {
        let cells: Vec<&str> = cells.into_iter().map(str::trim).collect();
        let (expected, found) = (self.codes.len(), cells.len());
        if found != expected {
            return Err(vesc_col_core::DataError::Ragged { row, expected, found }.into());
        }
        let mut sample = OwnedSample::new();
        for (column, (code, cell)) in self.codes.iter().zip(cells).enumerate() {
            sample.extend(code.values(cell).ok_or_else(|| code.bad((row, column), cell))?);
        }
        Ok(sample)
    }

    /// A row of cells that has these features: where there is a choice, the cells of the table, least numbers first.
    ///
    /// # Panics
    ///
    /// If the sample has too few features.
    #[must_use]
    pub fn decode(&self, sample: &Sample) -> Vec<Cell> {
        let mut first = 0;
        let cells = self.codes.iter().map(|code| {
            let values: Vec<bool> = sample[first..][..code.features()].iter().by_vals().collect();
            first += values.len();
            code.cell(&values)
        });
        cells.collect()
    }
}

/// The value in a cell, to be compared with others of its column.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Value {
    Flag(bool),
    Key(Key),
    Text(String),
}

/// How one column becomes features.
#[derive(Clone, Debug)]
pub(super) struct Code {
    pub(super) column: Column,
    /// How the cells of a numeric column are read, and with what they are compared.
    thresholds: Option<Thresholds>,
    /// How the cells of a column of bits are read.
    notation: Notation,
    /// Which cuts of an ordered or numeric column have features, ascending; all if there is no list.
    kept: Option<Vec<u32>>,
    /// Of the cells in the table that give the same values, one, by what is [true](Code::ones) in them.
    examples: HashMap<Vec<u32>, String>,
}

impl Code {
    /// The code of a column that is not numeric.
    pub(super) fn new(column: Column) -> Code {
        Code { column, thresholds: None, notation: Notation::default(), kept: None, examples: HashMap::new() }
    }

    /// The code of a column of bits.
    pub(super) fn bits(column: Column, notation: Notation) -> Code {
        Code { notation, ..Code::new(column) }
    }

    /// The code of a numeric column.
    pub(super) fn numeric(column: Column, thresholds: Thresholds) -> Code {
        Code { thresholds: Some(thresholds), ..Code::new(column) }
    }

    /// Prefers to make cells of these texts, the first or the least number first.
    pub(super) fn learn<'a>(&mut self, texts: impl IntoIterator<Item = &'a String>) {
        // A row to be simulated has no name yet.
        let texts: Vec<&String> = texts.into_iter().filter(|_| self.column.kind != Kind::Identifier).collect();
        let kept = self.kept();
        for text in texts {
            let reached = || self.reached(text, &kept).map(|reached| vec![reached]);
            let Some(ones) = (if self.has_ranks() { reached() } else { self.ones(text) }) else { continue };
            let is_less = |known: &String| {
                let key =
                    |text: &str| self.thresholds.as_ref().map(|thresholds| (thresholds.reading.key(text), text.len()));
                (key(text), text) < (key(known), known)
            };
            if self.examples.get(&ones).is_none_or(|known| self.thresholds.is_some() && is_less(known)) {
                self.examples.insert(ones, text.clone());
            }
        }
    }

    /// The same column with features for these cuts only, ascending.
    pub(super) fn keep(&mut self, cuts: Vec<u32>) {
        self.kept = Some(cuts);
    }

    /// Whether the column has cuts, so that ranks say what its cells are.
    pub(super) fn has_ranks(&self) -> bool {
        matches!(self.column.kind, Kind::Ordered | Kind::Numeric)
    }

    /// The values at the cuts of an ordered or numeric column; none otherwise.
    pub(super) fn cuts(&self) -> &[String] {
        match self.column.kind {
            Kind::Ordered => self.column.values.get(1..).unwrap_or_default(),
            Kind::Numeric => &self.column.values,
            _ => &[],
        }
    }

    /// The numbers of the cuts that have features.
    pub(super) fn kept(&self) -> Vec<u32> {
        self.kept.clone().unwrap_or_else(|| (0..self.cuts().len() as u32).collect())
    }

    /// How many cuts of an ordered or numeric column a cell reaches; `None` if it does not belong to the type.
    pub(super) fn rank(&self, cell: &str) -> Option<u32> {
        let rank = match &self.thresholds {
            Some(thresholds) => thresholds.rank(cell)?,
            None => self.column.values.iter().position(|value| value == cell)?,
        };
        Some(rank as u32)
    }

    /// How many features there are.
    pub(super) fn features(&self) -> usize {
        match self.column.kind {
            Kind::Boolean | Kind::Words => 1,
            Kind::Ordered | Kind::Numeric => self.kept.as_ref().map_or(self.cuts().len(), Vec::len),
            Kind::Categorical | Kind::Set | Kind::Bits => self.column.values.len(),
            Kind::Identifier => 0,
        }
    }

    /// The name of each feature's column, and what it tests. An item or a bit is a Boolean column of its own.
    pub(super) fn tests(&self) -> Vec<(String, Option<Test>)> {
        let name = || self.column.name.clone();
        let values = self.column.values.iter().cloned();
        match self.column.kind {
            Kind::Boolean => vec![(name(), None)],
            Kind::Words => {
                let [this, other] = [0, 1].map(|i| self.column.values.get(i).cloned().unwrap_or_default());
                vec![(name(), Some(Test::Either { this, other }))]
            }
            Kind::Categorical => values.map(|value| (name(), Some(Test::Equals(value)))).collect(),
            Kind::Ordered | Kind::Numeric => {
                let test = |cut: u32| (name(), Some(Test::AtLeast(self.cuts()[cut as usize].clone())));
                self.kept().into_iter().map(test).collect()
            }
            Kind::Set | Kind::Bits => values.map(|value| (format!("{}[{value}]", name()), None)).collect(),
            Kind::Identifier => Vec::new(),
        }
    }

    /// The features of a cell; `None` if it does not belong to the type.
    pub(super) fn values(&self, cell: &str) -> Option<Vec<bool>> {
        let Column { values: known, closed, .. } = &self.column;
        match self.column.kind {
            Kind::Boolean => Some(vec![boolean(cell)?]),
            Kind::Words => Some(vec![known.iter().position(|value| value == cell)? == 0]),
            Kind::Set => {
                let items = sets::items(cell);
                Some(known.iter().map(|item| items.contains(item.as_str())).collect())
            }
            Kind::Bits => self.notation.bits(cell, known.len()),
            Kind::Identifier => Some(Vec::new()),
            Kind::Categorical if *closed && !known.iter().any(|value| value == cell) => None,
            Kind::Categorical => Some(known.iter().map(|value| value == cell).collect()),
            Kind::Ordered | Kind::Numeric => {
                let rank = self.rank(cell)?;
                Some(self.kept().into_iter().map(|cut| rank > cut).collect())
            }
        }
    }

    /// The features that are true in a cell, by their position.
    pub(super) fn ones(&self, cell: &str) -> Option<Vec<u32>> {
        Some(ones(&self.values(cell)?))
    }

    /// How many of the cuts that have features, which are `kept`, a cell of an ordered or numeric column reaches.
    pub(super) fn reached(&self, cell: &str, kept: &[u32]) -> Option<u32> {
        let rank = self.rank(cell)?;
        Some(kept.partition_point(|&cut| cut < rank) as u32)
    }

    /// The value in a cell: cells of equal values are equal, however they are written.
    pub(super) fn value(&self, cell: &str) -> Value {
        let text = || Value::Text(cell.to_owned());
        match (self.column.kind, &self.thresholds) {
            (Kind::Boolean, _) => boolean(cell).map_or_else(text, Value::Flag),
            (_, Some(thresholds)) => thresholds.reading.key(cell).map_or_else(text, Value::Key),
            (Kind::Set, _) => Value::Text(sets::cell(sets::items(cell).iter().map(AsRef::as_ref))),
            (Kind::Bits, _) => Reading::Literal.key(cell).map_or_else(text, Value::Key),
            // Names of rows tell no rows apart.
            (Kind::Identifier, _) => Value::Text(String::new()),
            _ => text(),
        }
    }

    /// What to say of a cell that does not belong to the type.
    pub(super) fn bad(&self, (row, column): (usize, usize), cell: &str) -> ColumnError {
        let expected = match self.column.kind {
            Kind::Boolean => "Boolean, expected 0, 1, true or false".to_owned(),
            Kind::Numeric => {
                self.thresholds.as_ref().map_or("a number", |thresholds| thresholds.reading.noun()).to_owned()
            }
            Kind::Bits => self.notation.expected(self.column.values.len()),
            Kind::Set | Kind::Identifier => "a text".to_owned(),
            Kind::Categorical | Kind::Ordered | Kind::Words => {
                format!("one of the declared values ({})", shown(&self.column.values))
            }
        };
        ColumnError::Cell {
            row,
            column,
            name: self.column.name.clone(),
            value: cell.to_owned(),
            expected,
            others: Box::default(),
        }
    }

    /// A cell with these values of the features, which are legal.
    fn cell(&self, values: &[bool]) -> Cell {
        let known = &self.column.values;
        // How many of the cuts that have features are reached, and the last one of them.
        let rank = values.iter().take_while(|&&value| value).count();
        let kept = |place: usize| self.kept.as_ref().map_or(place, |kept| kept[place] as usize);
        let reached = rank.checked_sub(1).map(kept);
        let (made, alike) = match self.column.kind {
            Kind::Boolean => return Cell { text: u8::from(rank == 1).to_string(), alike: Alike::One },
            Kind::Words => (known[usize::from(rank == 0)].clone(), Alike::One),
            Kind::Set => {
                let items = known.iter().zip(values).filter(|&(_, &value)| value).map(|(item, _)| item.as_str());
                (sets::cell(items), Alike::One)
            }
            Kind::Bits => (self.notation.cell(values), Alike::One),
            Kind::Identifier => (String::new(), Alike::One),
            Kind::Categorical => match values.iter().position(|&value| value) {
                Some(value) => (known[value].clone(), Alike::One),
                None => (self.other(), Alike::Others),
            },
            Kind::Ordered => (known.get(reached.map_or(0, |cut| cut + 1)).cloned().unwrap_or_default(), Alike::One),
            Kind::Numeric => {
                let at_least = reached.map(|cut| known[cut].clone());
                let below = (rank < values.len()).then(|| known[kept(rank)].clone());
                (self.cell_reaching(reached), Alike::Numbers { at_least, below })
            }
        };
        let ones = if self.has_ranks() { vec![rank as u32] } else { ones(values) };
        Cell { text: self.examples.get(&ones).cloned().unwrap_or(made), alike }
    }

    /// A value that is none of those that formulas speak of.
    fn other(&self) -> String {
        let candidates = (1..).map(|i| if i == 1 { OTHER.to_owned() } else { format!("{OTHER}_{i}") });
        let mut free = candidates.filter(|candidate| !self.column.values.contains(candidate));
        free.next().unwrap_or_default()
    }

    /// A cell that reaches a threshold and none after it; none at all if that is none.
    fn cell_reaching(&self, reached: Option<usize>) -> String {
        match (reached, &self.thresholds) {
            (Some(last), _) => self.column.values[last].clone(),
            (None, Some(thresholds)) => thresholds.reading.below(self.column.values.first().map(String::as_str)),
            (None, None) => String::new(),
        }
    }

    /// Adds what the type says about the features, of which this is the first.
    pub(super) fn constrain(&self, builder: DomainBuilder, first: usize) -> DomainBuilder {
        let features = first..first + self.features();
        match self.column.kind {
            Kind::Categorical if self.column.closed => builder.exactly_one(features),
            Kind::Categorical => builder.at_most_one(features.map(Literal::positive)),
            Kind::Ordered | Kind::Numeric => builder.ordered(features),
            Kind::Boolean | Kind::Words | Kind::Set | Kind::Bits | Kind::Identifier => builder,
        }
    }
}

/// The positions of those that are true.
fn ones(values: &[bool]) -> Vec<u32> {
    (0..).zip(values).filter_map(|(position, &value)| value.then_some(position)).collect()
}
