//! From rows of text to a data set.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::num::NonZeroU64;

use vesc_col_core::{DataError, Dataset, Domain, DomainBuilder, Features, Run};

use super::bits::Notation;
use super::column::{Column, Kind, Why};
use super::constraints::declare;
use super::contradictions::find_contradiction;
use super::encoding::Code;
use super::equal_rows::EqualRows;
use super::indistinguishable::{Cap, CoarseColumn, Indistinguishable};
use super::infer::{Doubt, Inferred, infer};
use super::near_positives::near_positives;
use super::pattern::matches;
use super::scale::{Reading, Scale};
use super::thresholds::Thresholds;
use super::unknown_words::means_unknown;
use super::values::boolean;
use super::{ColumnError, ColumnType, Encoding, Schema, sets, words};
use crate::cuts::{Cuts, OrderedColumn};
use crate::rows::packed_row::PackedRow;

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
    columns: Vec<CellTexts>,
    labels: Vec<bool>,
    /// What the first rows weigh; all others weigh one.
    weights: Vec<NonZeroU64>,
    /// For each column some words that stand in rows that are no samples.
    mentioned: Vec<Vec<String>>,
    /// The words for an unknown cell.
    unknown_words: Vec<String>,
    contradictions: bool,
    equal_rows: bool,
}

/// More words of rows that are no samples are not kept: two are those of the samples, and some mean *unknown*.
const MOST_MENTIONED: usize = 16;

/// The number of a text that is not there: the cell is not known.
const UNKNOWN: u32 = u32::MAX;

#[derive(Clone, Debug, Default)]
struct CellTexts {
    /// The different texts, in order of their first rows.
    texts: Vec<String>,
    numbers: HashMap<String, u32>,
    /// For each row which text, or that it is not known.
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
    /// What reads further rows of these columns, and writes rows to be simulated.
    pub encoding: Encoding,
    /// Which rows are equal as they stand in the table. Known if [it was asked for](TypedTable::with_equal_rows), where
    /// [equal rows of different labels](TypedTable::with_contradictions) are, and where rows that differ may have equal
    /// features.
    pub equal_rows: Option<EqualRows>,
    /// Rows of different labels that differ in the table, but in no feature.
    pub indistinguishable: Option<Indistinguishable>,
}

/// What became of a row when equal rows of different labels got one label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settled {
    /// Its label; `None` if it was left out.
    pub label: Option<bool>,
    /// The number of its group of equal rows, if these have different labels.
    pub group: Option<usize>,
}

/// The rows of a table, what is legal, and what is known of rows with equal features.
struct Encoded {
    data: Dataset,
    domain: Domain,
    equal_rows: Option<EqualRows>,
    indistinguishable: Option<Indistinguishable>,
}

impl Encoded {
    fn typed(self, codes: Vec<Code>) -> Typed {
        let Encoded { data, domain, equal_rows, indistinguishable } = self;
        let columns = codes.iter().map(|code| code.column.clone()).collect();
        Typed { data, domain, columns, encoding: Encoding::new(codes), equal_rows, indistinguishable }
    }
}

impl TypedTable {
    /// A table without rows.
    #[must_use]
    pub fn new<N: Into<String>>(schema: Schema, names: impl IntoIterator<Item = N>) -> TypedTable {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        let columns = vec![CellTexts::default(); names.len()];
        let mentioned = vec![Vec::new(); names.len()];
        let (labels, weights, unknown_words) = (Vec::new(), Vec::new(), Vec::new());
        let (contradictions, equal_rows) = (false, false);
        TypedTable { schema, columns, names, labels, weights, mentioned, unknown_words, contradictions, equal_rows }
    }

    /// The same table, for which these words mean that a cell is not known. Upper and lower case are alike, and blanks
    /// around them are ignored. The empty word is the empty cell. `0 1 true false` stay values, and so do the declared
    /// values of a column.
    ///
    /// ```
    /// use vesc_col::columns::{Schema, TypedTable};
    ///
    /// let mut table = TypedTable::new(Schema::auto().with_open("mode"), ["mode", "irq"]).with_unknown(["", "?"]);
    /// table.push(true, ["burst", "1"])?;
    /// table.push(false, ["?", "0"])?;
    /// table.push(false, ["idle", "0"])?;
    /// let typed = table.build()?;
    /// // A row whose mode is not known may be of mode burst, idle, or any other.
    /// let completed = typed.data.completed_within(&typed.domain)?;
    /// assert_eq!((typed.data.unknown_cells(), completed.negatives().distinct()), (2, 3));
    /// # Ok::<(), vesc_col::columns::ColumnError>(())
    /// ```
    #[must_use]
    pub fn with_unknown<'a>(self, words: impl IntoIterator<Item = &'a str>) -> TypedTable {
        TypedTable { unknown_words: words.into_iter().map(|word| word.trim().to_owned()).collect(), ..self }
    }

    /// The same table, which takes equal rows of different labels, as
    /// [a data set](vesc_col_core::DatasetBuilder::with_contradictions) can.
    ///
    /// ```
    /// use vesc_col::columns::{Schema, TypedTable};
    ///
    /// let mut table = TypedTable::new(Schema::auto(), ["mode"]).with_contradictions();
    /// table.push(true, ["burst"])?;
    /// table.push(false, ["burst"])?;
    /// assert_eq!(table.build()?.data.contradictions(), 1);
    /// # Ok::<(), vesc_col::columns::ColumnError>(())
    /// ```
    #[must_use]
    pub fn with_contradictions(self) -> TypedTable {
        TypedTable { contradictions: true, ..self }
    }

    /// The same table, of which [`Typed::equal_rows`] says which rows are equal.
    #[must_use]
    pub fn with_equal_rows(self) -> TypedTable {
        TypedTable { equal_rows: true, ..self }
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
        for (column, cell) in cells.into_iter().map(str::trim).enumerate() {
            match self.is_unknown(column, cell) {
                true => self.columns[column].rows.push(UNKNOWN),
                false => self.columns[column].push(cell),
            }
        }
        self.labels.push(positive);
        Ok(())
    }

    /// Takes note of a row that is no sample, such as one of a label that is left out. Two words of a column are no
    /// opposites if a third one stands there.
    ///
    /// ```
    /// use vesc_col::columns::{Kind, Schema, TypedTable};
    ///
    /// let mut table = TypedTable::new(Schema::auto(), ["mode"]);
    /// table.push(true, ["burst"])?;
    /// table.push(false, ["single"])?;
    /// assert_eq!(table.clone().build()?.columns[0].kind, Kind::Words);
    /// table.mention(["idle"]);
    /// assert_eq!(table.build()?.columns[0].kind, Kind::Categorical);
    /// # Ok::<(), vesc_col::columns::ColumnError>(())
    /// ```
    pub fn mention<'a>(&mut self, cells: impl IntoIterator<Item = &'a str>) {
        for (column, cell) in cells.into_iter().map(str::trim).enumerate().take(self.names.len()) {
            let is_word = !cell.is_empty() && !self.is_unknown(column, cell);
            let mentioned = &self.mentioned[column];
            if is_word && mentioned.len() < MOST_MENTIONED && !mentioned.iter().any(|word| word == cell) {
                self.mentioned[column].push(cell.to_owned());
            }
        }
    }

    /// Says that the row that was added last stands for `weight` equal ones, as
    /// [`DatasetBuilder::weigh_last`](vesc_col_core::DatasetBuilder::weigh_last).
    ///
    /// ```
    /// use std::num::NonZeroU64;
    /// use vesc_col::columns::{Schema, TypedTable};
    ///
    /// let mut table = TypedTable::new(Schema::auto(), ["mode"]);
    /// table.push(true, ["burst"])?;
    /// table.push(false, ["single"])?;
    /// table.weigh_last(NonZeroU64::new(90).expect("not 0"));
    /// assert_eq!(table.build()?.data.negatives().weight(0), 90);
    /// # Ok::<(), vesc_col::columns::ColumnError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If no row was added.
    pub fn weigh_last(&mut self, weight: NonZeroU64) {
        let last = self.labels.len().checked_sub(1).expect("a row was added");
        if weight != self.weight(last) {
            self.weights.resize(last + 1, NonZeroU64::MIN);
            self.weights[last] = weight;
        }
    }

    fn weight(&self, row: usize) -> NonZeroU64 {
        self.weights.get(row).copied().unwrap_or(NonZeroU64::MIN)
    }

    fn is_unknown(&self, column: usize, cell: &str) -> bool {
        self.unknown_words.iter().any(|word| word.eq_ignore_ascii_case(cell))
            && boolean(cell).is_none()
            && !self.schema.columns.get(&self.names[column]).is_some_and(|declared| declared.names(cell))
    }

    /// Whether an empty cell is a value of the column: of one of declared values that have it, or of one of sets.
    ///
    /// ```
    /// use vesc_col::columns::{ColumnType, Schema, TypedTable};
    ///
    /// let schema = Schema::auto().with_column("plugins", ColumnType::Set { items: None });
    /// let table = TypedTable::new(schema, ["plugins", "irq"]);
    /// assert!(table.has_empty_cells("plugins") && !table.has_empty_cells("irq"));
    /// ```
    #[must_use]
    pub fn has_empty_cells(&self, column: &str) -> bool {
        self.schema.columns.get(column).is_some_and(ColumnType::has_empty_cells)
    }

    /// Makes the data set.
    ///
    /// # Errors
    ///
    /// [`ColumnError`] if a cell does not belong to its column's type, or if the schema does not suit the table. Also
    /// if the constraints contradict each other, or if a row is not legal.
    pub fn build(self) -> Result<Typed, ColumnError> {
        self.build_within(&Run::new())
    }

    /// [`build`](TypedTable::build) within a run, at which it looks between columns and every thousand rows.
    ///
    /// ```
    /// use vesc_col::Run;
    /// use vesc_col::columns::{ColumnError, Schema, TypedTable};
    /// use vesc_col::run::StopReason;
    ///
    /// let mut table = TypedTable::new(Schema::auto(), ["mode"]);
    /// table.push(true, ["burst"])?;
    /// let run = Run::new();
    /// assert!(table.clone().build_within(&run).is_ok());
    /// run.cancel_token().cancel();
    /// assert!(matches!(table.build_within(&run), Err(ColumnError::Stopped(StopReason::Cancelled))));
    /// # Ok::<(), ColumnError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`build`](TypedTable::build), and [`ColumnError::Stopped`] if the run ends.
    pub fn build_within(self, run: &Run) -> Result<Typed, ColumnError> {
        let codes = self.codes(run)?;
        self.all_thresholds(codes, run)
    }

    fn all_thresholds(self, mut codes: Vec<Code>, run: &Run) -> Result<Typed, ColumnError> {
        let encoded = self.encoded(&codes, run)?;
        codes.iter_mut().zip(&self.columns).for_each(|(code, cells)| code.learn(&cells.texts));
        Ok(encoded.typed(codes))
    }

    /// Makes the data set with only those thresholds that lie next to a positive row's value, at most two for each
    /// positive and column. These are enough to find the first size that is not empty ([`search_near_positives`]).
    /// Beside it all cuts.
    ///
    /// Where all thresholds are needed there are no cuts, and the data set is that of [`build`](TypedTable::build).
    /// That is so without rows of both labels, and with cells that are not known. It is also so with implications or
    /// exclusions declared, and where no column has two thresholds.
    ///
    /// The legal inputs say nothing of columns of which more than [`MOST_ORDERED`](DomainBuilder::MOST_ORDERED) thresholds
    /// are left, and the encoding knows no cells of the table.
    ///
    /// [`search_near_positives`]: crate::search::search_near_positives
    ///
    /// # Errors
    ///
    /// As [`build`](TypedTable::build).
    pub fn build_near_positives(self) -> Result<(Typed, Option<Cuts>), ColumnError> {
        self.build_near_positives_within(&Run::new())
    }

    /// [`build_near_positives`](TypedTable::build_near_positives) within a run, which is checked as by
    /// [`build_within`](TypedTable::build_within).
    ///
    /// # Errors
    ///
    /// As [`build_within`](TypedTable::build_within).
    pub fn build_near_positives_within(self, run: &Run) -> Result<(Typed, Option<Cuts>), ColumnError> {
        let codes = self.codes(run)?;
        self.near_positives(codes, run)
    }

    /// The same once equal rows of different labels have got one. `settle` says which, by what their positive and their
    /// negative rows weigh, or `None` to leave them out. Beside it for each row what became of it.
    ///
    /// ```
    /// use vesc_col::Run;
    /// use vesc_col::columns::{Schema, TypedTable};
    ///
    /// let mut table = TypedTable::new(Schema::auto(), ["len"]);
    /// for (label, len) in [(true, "7"), (false, "7"), (true, "9"), (false, "2")] {
    ///     table.push(label, [len])?;
    /// }
    /// let (typed, _, rows) = table.build_near_positives_settled(|_, _| Some(false), &Run::new())?;
    /// assert_eq!((typed.data.positives().rows(), typed.data.negatives().rows()), (1, 3));
    /// assert_eq!((rows[0].label, rows[0].group), (Some(false), Some(0)));
    /// assert_eq!((rows[2].label, rows[2].group), (Some(true), None));
    /// # Ok::<(), vesc_col::columns::ColumnError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`build_within`](TypedTable::build_within).
    pub fn build_near_positives_settled(
        mut self,
        settle: impl Fn(u64, u64) -> Option<bool>,
        run: &Run,
    ) -> Result<(Typed, Option<Cuts>, Vec<Settled>), ColumnError> {
        let codes = self.codes(run)?;
        let equal = self.equal_rows(&self.numbers(&codes));
        let settled = self.labels.iter().enumerate().map(|(row, &label)| {
            let group = equal.group_of(row);
            let (positives, negatives) = equal.groups()[group];
            match positives > 0 && negatives > 0 {
                true => Settled { label: settle(positives, negatives), group: Some(group) },
                false => Settled { label: Some(label), group: None },
            }
        });
        let settled: Vec<Settled> = settled.collect();
        for cells in &mut self.columns {
            let mut fates = settled.iter();
            cells.rows.retain(|_| fates.next().is_some_and(|settled| settled.label.is_some()));
        }
        let kept = settled.iter().enumerate().filter(|(_, settled)| settled.label.is_some());
        self.weights = kept.map(|(row, _)| self.weight(row)).collect();
        self.labels = settled.iter().filter_map(|settled| settled.label).collect();
        let (typed, cuts) = self.near_positives(codes, run)?;
        Ok((typed, cuts, settled))
    }

    fn near_positives(self, mut codes: Vec<Code>, run: &Run) -> Result<(Typed, Option<Cuts>), ColumnError> {
        let has_unknown = self.columns.iter().any(|cells| cells.rows.contains(&UNKNOWN));
        let has_room = codes.iter().any(|code| code.cuts().len() > 1);
        let has_both = self.labels.contains(&true) && self.labels.contains(&false);
        if !has_both || has_unknown || !has_room || self.schema.has_constraints_on_literals() {
            return Ok((self.all_thresholds(codes, run)?, None));
        }
        let mut columns = Vec::new();
        let mut first = 0;
        for (number, code) in codes.iter_mut().enumerate() {
            run.check().map_err(ColumnError::Stopped)?;
            if code.has_ranks() {
                let ranks = self.ranks(number, code)?;
                code.keep(near_positives(&ranks, &self.labels, code.cuts().len()));
                let features = first..first + code.features();
                let (name, values) = (code.column.name.clone(), code.cuts().to_vec());
                columns.push(OrderedColumn { features, kept: code.kept(), name, values, ranks });
            }
            first += code.features();
        }
        Ok((self.encoded(&codes, run)?.typed(codes), Some(Cuts { columns })))
    }

    /// For each row how many cuts of a column it reaches; all cells are known.
    fn ranks(&self, column: usize, code: &Code) -> Result<Vec<u32>, ColumnError> {
        let cells = &self.columns[column];
        let rank = |text: &String| code.rank(text).ok_or_else(|| code.bad((self.row_of(column, text), column), text));
        let ranks: Vec<u32> = cells.texts.iter().map(rank).collect::<Result<_, _>>()?;
        Ok(cells.rows.iter().map(|&text| ranks[text as usize]).collect())
    }

    /// How the columns become features.
    fn codes(&self, run: &Run) -> Result<Vec<Code>, ColumnError> {
        let unknown = |name: &&String| !self.names.contains(*name);
        if let Some(name) = self.schema.columns.keys().find(unknown) {
            return Err(ColumnError::UnknownColumn { name: name.clone() });
        }
        if let Some((name, value)) = self.schema.repeated_value() {
            return Err(ColumnError::RepeatedValue { name: name.to_owned(), value: value.to_owned() });
        }
        let fits_none = |pattern: &&String| !self.names.iter().any(|name| matches(pattern, name));
        if let Some(name) = self.schema.open.iter().find(fits_none) {
            return Err(ColumnError::UnknownColumn { name: name.clone() });
        }
        let types = self.types(run)?.into_iter().enumerate();
        let check = || run.check().map_err(ColumnError::Stopped);
        let codes = types.map(|(column, column_type)| check().and_then(|()| self.code(column, column_type)));
        let codes: Vec<Code> = codes.collect::<Result<_, _>>()?;
        self.check_cells(&codes)?;
        Ok(codes)
    }

    /// Refuses cells that do not belong to the declared types, those of all columns at once.
    fn check_cells(&self, codes: &[Code]) -> Result<(), ColumnError> {
        let is_bad = |code: &Code, text: &str| match code.has_ranks() {
            true => code.rank(text).is_none(),
            false => code.values(text).is_none(),
        };
        let bad = |(column, code): (usize, &Code)| {
            let text = self.columns[column].texts.iter().find(|text| is_bad(code, text))?;
            Some(code.bad((self.row_of(column, text), column), text))
        };
        let declared = codes.iter().enumerate().filter(|(column, _)| !self.is_inferred(*column));
        all_at_once(declared.filter_map(bad)).map_or(Ok(()), Err)
    }

    /// The rows, and what is legal.
    fn encoded(&self, codes: &[Code], run: &Run) -> Result<Encoded, ColumnError> {
        let check = || run.check().map_err(ColumnError::Stopped);
        let values = codes.iter().enumerate();
        let values = values.map(|(column, code)| check().and_then(|()| TextFeatures::of(self, column, code)));
        let values: Vec<TextFeatures> = values.collect::<Result<_, _>>()?;
        let is_identifier =
            |code: &&Code| code.column.kind == Kind::Identifier && code.column.why != Some(Why::Unknown);
        if !codes.is_empty() && codes.iter().all(|code| is_identifier(&code)) {
            let columns = codes.iter().map(|code| code.column.clone()).collect();
            return Err(ColumnError::OnlyIdentifiers { columns });
        }
        let numbers = self.numbers(codes);
        if !self.contradictions {
            let contradiction = find_contradiction(&self.labels, |row, cells| {
                // Cut short, it counts too few, and is not used.
                (row % CHECK_INTERVAL != 0 || run.stopped().is_none()) && self.fill(&numbers, row, cells)
            });
            check()?;
            if let Some(error) = contradiction {
                let rows = match error {
                    DataError::Contradiction { positive, negative, .. } => [positive, negative],
                    _ => [0, 0],
                };
                let differs = |cells: &CellTexts| cells.rows[rows[0]] != cells.rows[rows[1]];
                let is_known = |code: &Code| code.column.why != Some(Why::Unknown);
                let differing =
                    codes.iter().zip(&self.columns).filter(|(code, cells)| is_known(code) && differs(cells));
                let differing = differing.map(|(code, _)| code.column.clone()).collect();
                let forced = self.equal_rows(&numbers).forced();
                return Err(ColumnError::Contradiction { error: Box::new(error), forced, differing });
            }
        }
        if codes.iter().all(|code| code.features() == 0) {
            return Err(ColumnError::NoFeatures);
        }
        let domain = self.domain(codes)?;
        let features = self.features(codes)?;
        // Rows that differ only in what no feature tests do not contradict each other, though nothing may explain both.
        let mut data = Dataset::builder(features).with_contradictions();
        data.reserve(self.labels.len());
        let mut packed = PackedRow::new(codes.iter().map(Code::features).sum());
        for (row, &positive) in self.labels.iter().enumerate() {
            if is_over(row, run) {
                check()?;
            }
            packed.clear();
            for ((column, values), code) in self.columns.iter().zip(&values).zip(codes) {
                match (column.rows[row], values) {
                    (UNKNOWN, _) => packed.push_unknown(code.features()),
                    (text, TextFeatures::Ones(ones)) => packed.push_ones(&ones[text as usize], code.features()),
                    (text, TextFeatures::Reached(reached)) => packed.push_run(reached[text as usize], code.features()),
                }
            }
            packed.add_to(&mut data, positive)?;
            data.weigh_last(self.weight(row))?;
        }
        check()?;
        let data = data.build()?;
        check()?;
        domain.check(&data)?;
        let is_disputed = data.contradictions() > 0;
        let equal_rows = self.equal_rows || is_disputed || self.is_coarse(codes, &numbers);
        let equal_rows = equal_rows.then(|| self.equal_rows(&numbers));
        check()?;
        let differing = |positive, negative| self.differing(codes, &numbers, [positive, negative]);
        let indistinguishable = equal_rows.as_ref().and_then(|equal| Indistinguishable::of(&data, equal, differing));
        Ok(Encoded { data, domain, equal_rows, indistinguishable })
    }

    /// Whether some column has different values with equal features: few thresholds, values or items were declared.
    /// Their texts are given as numbers.
    fn is_coarse(&self, codes: &[Code], numbers: &[Option<Vec<u32>>]) -> bool {
        let is_coarse = |(column, (code, numbers)): (usize, (&Code, &Option<Vec<u32>>))| {
            let Some(numbers) = numbers.as_ref().filter(|_| !self.has_all_values(column)) else { return false };
            let texts = || self.columns[column].texts.iter();
            let told_apart = match code.has_ranks() {
                true => texts().map(|text| code.rank(text)).collect::<HashSet<_>>().len(),
                false => texts().map(|text| code.values(text)).collect::<HashSet<_>>().len(),
            };
            numbers.iter().max().is_some_and(|&last| told_apart < last as usize + 1)
        };
        !self.schema.is_for_formula && codes.iter().zip(numbers).enumerate().any(is_coarse)
    }

    /// Whether a column has features for all of its values.
    fn has_all_values(&self, column: usize) -> bool {
        self.is_inferred(column) && self.schema.max_thresholds().is_none()
    }

    /// The columns in which a positive and a negative row differ, though no feature tells them apart.
    fn differing(&self, codes: &[Code], numbers: &[Option<Vec<u32>>], rows: [usize; 2]) -> Vec<CoarseColumn> {
        let coarse = |(column, cells): (usize, &CellTexts)| {
            let texts = rows.map(|row| cells.rows[row]);
            let numbers = numbers[column].as_ref()?;
            let [ours, theirs] = texts.map(|text| numbers.get(text as usize));
            if ours == theirs {
                return None;
            }
            let cells = texts.map(|text| cells.texts.get(text as usize).cloned().unwrap_or_default());
            let declared = self.schema.columns.get(&self.names[column]);
            let cap = match (codes[column].has_ranks(), self.schema.max_thresholds()) {
                _ if texts.contains(&UNKNOWN) => Cap::OneValue,
                (true, Some(most)) if declared.is_none_or(|declared| declared.thresholds().is_none()) => {
                    Cap::MaxThresholds(most)
                }
                (true, _) => Cap::Thresholds(codes[column].column.scale.unwrap_or(Scale::Number)),
                (false, _) => Cap::Values,
            };
            Some(CoarseColumn { name: self.names[column].clone(), cells, cap })
        };
        self.columns.iter().enumerate().filter_map(coarse).collect()
    }

    /// Which rows are equal, their cells given as numbers.
    fn equal_rows(&self, numbers: &[Option<Vec<u32>>]) -> EqualRows {
        let mut known: HashMap<Box<[u32]>, u32> = HashMap::new();
        let mut cells = Vec::new();
        let rows = self.labels.iter().enumerate().map(|(row, &label)| {
            if !self.fill(numbers, row, &mut cells) {
                let columns =
                    self.columns.iter().zip(numbers).filter_map(|(column, numbers)| Some((column, numbers.as_ref()?)));
                cells.clear();
                cells.extend(
                    columns.map(|(column, numbers)| numbers.get(column.rows[row] as usize).copied().unwrap_or(UNKNOWN)),
                );
                cells.push(u32::from(label));
            }
            let next = known.len() as u32;
            let group = known.get(cells.as_slice()).copied();
            (
                group.unwrap_or_else(|| *known.entry(cells.as_slice().into()).or_insert(next)),
                label,
                self.weight(row).get(),
            )
        });
        EqualRows::of_rows(rows)
    }

    /// What is legal.
    fn domain(&self, codes: &[Code]) -> Result<Domain, ColumnError> {
        let is_endless = |code: &&Code| code.has_ranks() && code.features() > DomainBuilder::MOST_ORDERED;
        let endless: Vec<&Code> = codes.iter().filter(is_endless).collect();
        // A search over the cuts next to positives does without.
        let whole = endless.iter().filter(|code| code.features() == code.cuts().len());
        let whole =
            whole.map(|code| (code.column.name.clone(), code.column.scale.unwrap_or(Scale::Number), code.cuts().len()));
        let columns: Vec<(String, Scale, usize)> = whole.collect();
        if !columns.is_empty() {
            return Err(ColumnError::TooManyThresholds { columns, most: DomainBuilder::MOST_ORDERED });
        }
        let features = self.features(codes)?;
        let mut builder = Domain::builder(features.len());
        let mut first = 0;
        for code in codes {
            if !is_endless(&code) {
                builder = code.constrain(builder, first);
            }
            first += code.features();
        }
        Ok(declare(&self.schema, &features, builder)?.build()?)
    }

    /// For each column the number of each text. Texts of equal values have equal numbers. Columns that name rows have none.
    fn numbers(&self, codes: &[Code]) -> Vec<Option<Vec<u32>>> {
        let numbers = |(cells, code): (&CellTexts, &Code)| {
            if code.column.kind == Kind::Identifier {
                return None;
            }
            let mut known = HashMap::new();
            let number = |text: &String| {
                let next = known.len() as u32;
                *known.entry(code.value(text)).or_insert(next)
            };
            Some(cells.texts.iter().map(number).collect())
        };
        self.columns.iter().zip(codes).map(numbers).collect()
    }

    /// Writes the cells of a row as these numbers. False if some cell is not known; what names rows does not matter.
    fn fill(&self, numbers: &[Option<Vec<u32>>], row: usize, cells: &mut Vec<u32>) -> bool {
        cells.clear();
        let columns =
            || self.columns.iter().zip(numbers).filter_map(|(column, numbers)| Some((column, numbers.as_ref()?)));
        let known = |(column, numbers): (&CellTexts, &Vec<u32>)| numbers.get(column.rows[row] as usize).copied();
        cells.extend(columns().map_while(known));
        cells.len() == columns().count()
    }

    fn features(&self, codes: &[Code]) -> Result<Features, ColumnError> {
        if codes.iter().all(|code| code.column.is_boolean()) {
            return Ok(Features::new(self.names.iter().cloned())?);
        }
        Features::typed(codes.iter().flat_map(Code::tests)).map_err(|error| match error {
            DataError::DuplicateFeature { name, first, second } => {
                let owners = codes.iter().flat_map(|code| std::iter::repeat_n(&code.column.name, code.features()));
                let owner = |feature| owners.clone().nth(feature).cloned().unwrap_or_default();
                ColumnError::SameFeature { name, columns: [owner(first), owner(second)] }
            }
            other => other.into(),
        })
    }

    /// How a column of that type becomes features.
    fn code(&self, column: usize, inferred_type: Inferred) -> Result<Code, ColumnError> {
        let (name, cells) = (&self.names[column], &self.columns[column]);
        let inferred = self.is_inferred(column);
        let Inferred { column_type, why, suggested } = inferred_type;
        let made = |kind, values, closed| {
            let (scale, unlimited) = (None, None);
            Column { name: name.clone(), kind, values, closed, inferred, scale, unlimited, why, suggested }
        };
        let bad = |text: &str, expected: &str| ColumnError::Cell {
            row: self.row_of(column, text),
            column,
            name: name.clone(),
            value: text.to_owned(),
            expected: expected.to_owned(),
            others: Box::default(),
        };
        Ok(match column_type {
            ColumnType::Boolean {} => Code::new(made(Kind::Boolean, Vec::new(), true)),
            ColumnType::Categorical { values, closed } => {
                let found = || {
                    let mut found = cells.texts.clone();
                    found.sort_unstable();
                    found
                };
                let values = values.unwrap_or_else(found);
                match &values[..] {
                    // Each is the opposite of the other.
                    [one, other] if closed => Code::new(made(Kind::Words, words::in_order(one, other).to_vec(), true)),
                    _ => Code::new(made(Kind::Categorical, values, closed)),
                }
            }
            ColumnType::Ordered { values } => Code::new(made(Kind::Ordered, values, true)),
            ColumnType::Words { values } => {
                Code::new(made(Kind::Words, words_of(values, &cells.texts, bad)?.to_vec(), true))
            }
            ColumnType::Set { items } => {
                Code::new(made(Kind::Set, items.unwrap_or_else(|| items_of(&cells.texts)), false))
            }
            ColumnType::Bits {} => {
                let (notation, width) = bits_in(&cells.texts).map_err(|text| bad(text, Reading::Literal.noun()))?;
                Code::bits(made(Kind::Bits, (0..width).rev().map(|bit| bit.to_string()).collect(), true), notation)
            }
            ColumnType::Items { items } => {
                let are_literals = Reading::of_scale(Scale::Literal, cells.texts.iter().map(String::as_str)).is_some();
                let are_positions = items.iter().all(|item| item.bytes().all(|byte| byte.is_ascii_digit()));
                let column_type = match are_literals && are_positions {
                    true => ColumnType::Bits {},
                    false => ColumnType::Set { items: Some(items) },
                };
                return self.code(column, Inferred { column_type, why, suggested });
            }
            ColumnType::Identifier {} => Code::new(made(Kind::Identifier, Vec::new(), false)),
            on_scale => {
                let (values, thresholds) = Thresholds::of(&on_scale, name, &cells.texts, self.schema.max_thresholds())?;
                let (scale, unlimited) = (Some(thresholds.reading.scale()), thresholds.unlimited);
                Code::numeric(Column { scale, unlimited, ..made(Kind::Numeric, values, false) }, thresholds)
            }
        })
    }

    /// Whether the column's cells say what it is.
    fn is_inferred(&self, column: usize) -> bool {
        self.schema.auto && !self.schema.columns.contains_key(&self.names[column])
    }

    /// What each column is.
    fn types(&self, run: &Run) -> Result<Vec<Inferred>, ColumnError> {
        let unknown = self.unknown_columns();
        let types = self.names.iter().enumerate().map(|(column, name)| match self.schema.columns.get(name) {
            Some(declared) => Ok(Inferred::plain(declared.clone())),
            None if unknown.contains(&column) => {
                Ok(Inferred { why: Some(Why::Unknown), ..Inferred::plain(ColumnType::Identifier {}) })
            }
            None if self.schema.auto => run.check().map_err(ColumnError::Stopped).and_then(|()| self.infer(column)),
            None => Ok(Inferred::plain(ColumnType::Boolean {})),
        });
        let types = types.enumerate().map(|(column, found)| found.and_then(|found| self.without_empty(column, found)));
        let (types, doubtful): (Vec<_>, Vec<_>) = types.partition(Result::is_ok);
        if let Some(error) = all_at_once(doubtful.into_iter().filter_map(Result::err)) {
            return Err(error);
        }
        let types: Vec<Inferred> = types.into_iter().flatten().collect();
        let most = self.schema.max_values();
        let values = |column: usize| self.columns[column].texts.len();
        let is_endless = |&column: &usize| {
            self.is_inferred(column)
                && values(column) > most
                && matches!(types[column].column_type, ColumnType::Categorical { .. })
        };
        let endless = (0..types.len()).filter(is_endless);
        let columns: Vec<_> = endless.map(|column| (self.names[column].clone(), values(column))).collect();
        if columns.is_empty() { Ok(types) } else { Err(ColumnError::TooManyValues { columns, most }) }
    }

    /// What a column is by its cells, those left out that are empty.
    fn infer(&self, column: usize) -> Result<Inferred, ColumnError> {
        let cells = &self.columns[column];
        let empty = cells.numbers.get("").copied();
        let rows = cells.rows.iter().filter(|&&text| text != UNKNOWN && Some(text) != empty).count();
        let texts: Cow<'_, [String]> = match empty {
            None => Cow::Borrowed(&cells.texts),
            Some(_) => cells.texts.iter().filter(|text| !text.is_empty()).cloned().collect(),
        };
        let found = infer(&self.names[column], &texts, rows, &self.schema);
        let found = found.map_err(|doubt| self.doubtful(column, doubt))?;
        let is_two_words = matches!(found.column_type, ColumnType::Words { .. });
        // Such a word is a value where another one is.
        let are_values = cells.texts.iter().any(|text| means_unknown(text));
        let is_third = |word: &String| !cells.numbers.contains_key(word) && (are_values || !means_unknown(word));
        if is_two_words && !self.schema.is_closed() && self.mentioned[column].iter().any(is_third) {
            return Ok(Inferred::plain(ColumnType::Categorical { values: None, closed: false }));
        }
        Ok(found)
    }

    /// Refuses an empty cell where it is no value. A row may be without a name.
    fn without_empty(&self, column: usize, found: Inferred) -> Result<Inferred, ColumnError> {
        let is_fine = !self.columns[column].numbers.contains_key("")
            || found.column_type == ColumnType::Identifier {}
            || self.has_empty_cells(&self.names[column]);
        if is_fine { Ok(found) } else { Err(self.doubtful(column, Doubt { cell: "", expected: "a value" })) }
    }

    /// The columns of which no cell is known. None where rows of different labels agree on all others: only an unknown cell may
    /// tell them apart.
    fn unknown_columns(&self) -> Vec<usize> {
        let (unknown, known): (Vec<usize>, Vec<usize>) =
            (0..self.columns.len()).partition(|&column| self.columns[column].texts.is_empty());
        if unknown.is_empty() || self.labels.is_empty() {
            return Vec::new();
        }
        let mut labels: HashMap<Vec<u32>, bool> = HashMap::new();
        for (row, &label) in self.labels.iter().enumerate() {
            let cells = known.iter().map(|&column| self.columns[column].rows[row]).collect();
            if *labels.entry(cells).or_insert(label) != label {
                return Vec::new();
            }
        }
        unknown
    }

    /// What to say of a column whose cells do not say what it is.
    fn doubtful(&self, column: usize, doubt: Doubt<'_>) -> ColumnError {
        let Doubt { cell: value, expected } = doubt;
        let (row, name) = (self.row_of(column, value), self.names[column].clone());
        let words = self.columns[column].texts.iter().filter(|text| means_unknown(text)).cloned().collect();
        ColumnError::OddCell { row, column, name, value: value.into(), words, expected, others: Box::default() }
    }

    /// The first row with this text in the column.
    fn row_of(&self, column: usize, text: &str) -> usize {
        let cells = &self.columns[column];
        let number = cells.numbers[text];
        cells.rows.iter().position(|&row| row == number).unwrap_or_default()
    }
}

/// The first of these errors with the columns of all others: they are named at once, not one a run.
fn all_at_once(mut errors: impl Iterator<Item = ColumnError>) -> Option<ColumnError> {
    let mut first = errors.next()?;
    if let ColumnError::OddCell { others, .. } | ColumnError::Cell { others, .. } = &mut first {
        let name = |error| match error {
            ColumnError::OddCell { name, .. } | ColumnError::Cell { name, .. } => Some(name),
            _ => None,
        };
        *others = errors.filter_map(name).collect();
    }
    Some(first)
}

/// The two words of a column, those that were declared or those in the table.
fn words_of(
    declared: Option<[String; 2]>,
    texts: &[String],
    bad: impl Fn(&str, &str) -> ColumnError,
) -> Result<[String; 2], ColumnError> {
    match (declared, texts) {
        (Some(words), _) => Ok(words),
        (None, [one, other]) => Ok(words::in_order(one, other)),
        (None, [_, _, third, ..]) => Err(bad(third, "one of two words, as the column was declared to have")),
        (None, _) => Ok(words::in_order(texts.first().map_or("", String::as_str), "any other word")),
    }
}

/// All items of the sets in a column, in order.
fn items_of(texts: &[String]) -> Vec<String> {
    let items: BTreeSet<_> = texts.iter().flat_map(|text| sets::items(text)).collect();
    items.into_iter().map(Cow::into_owned).collect()
}

/// Rows between two looks at the run.
const CHECK_INTERVAL: usize = 1000;

/// Returns how some cells write their bits, and how many they have, or else a text that has none.
fn bits_in(texts: &[String]) -> Result<(Notation, usize), &str> {
    let texts = texts.iter().map(String::as_str);
    let is_number = |text: &str| Notation::of([text].into_iter()).is_some();
    Notation::of(texts.clone()).ok_or_else(|| texts.clone().find(|text| !is_number(text)).unwrap_or_default())
}

/// Whether the run has ended, asked for some rows only.
fn is_over(row: usize, run: &Run) -> bool {
    row.is_multiple_of(CHECK_INTERVAL) && run.stopped().is_some()
}

/// The features of a column that are true, for each of its texts.
enum TextFeatures {
    /// Their positions among the features of the column.
    Ones(Vec<Vec<u32>>),
    /// How many there are: cuts ascend, so the first ones.
    Reached(Vec<u32>),
}

impl TextFeatures {
    fn of(table: &TypedTable, column: usize, code: &Code) -> Result<TextFeatures, ColumnError> {
        let texts = &table.columns[column].texts;
        let bad = |text: &String| code.bad((table.row_of(column, text), column), text);
        if code.has_ranks() {
            let kept = code.kept();
            let reached = |text: &String| code.reached(text, &kept).ok_or_else(|| bad(text));
            return Ok(TextFeatures::Reached(texts.iter().map(reached).collect::<Result<_, ColumnError>>()?));
        }
        let ones = |text: &String| code.ones(text).ok_or_else(|| bad(text));
        Ok(TextFeatures::Ones(texts.iter().map(ones).collect::<Result<_, ColumnError>>()?))
    }
}

impl CellTexts {
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
