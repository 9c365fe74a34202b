//! Labelled rows of a CSV file.

use vesc_col::data::DatasetBuilder;
use vesc_col::{Features, Run};

use super::columns::Columns;
use super::error::{InputError, Problem};
use super::label::{LabelRule, OtherLabels};
use super::label_words::Label;
use super::records::{Record, Records};
use super::source::Source;
use crate::args::InputArgs;

/// A file whose header has been read. Its rows come one by one, so that it need not fit into memory.
pub(crate) struct Table {
    source: Source,
    records: Records,
    columns: Columns,
    features: Features,
    label_rule: LabelRule,
    label: Label,
    /// The labels of the rows, until each that the user chose has been seen.
    other_labels: OtherLabels,
    is_at_start: bool,
}

/// One labelled row.
pub(crate) struct Row<'a> {
    columns: &'a Columns,
    record: Record<'a>,
    positive: bool,
}

impl Table {
    /// Opens the file, to be read within a run, and reads its header.
    pub(crate) fn open(source: &Source, args: &InputArgs, run: &Run) -> Result<Table, InputError> {
        let mut records = Records::open(source, run)?;
        let header = records.next()?.ok_or_else(|| InputError::new(source, Problem::Empty))?;
        let columns = Columns::new(header.names()?, args).map_err(|problem| header.row_error(problem))?;
        let names = columns.features().iter().map(|&column| columns.name(column));
        let features = Features::new(names).map_err(|error| header.row_error(Problem::Data(error)))?;
        let label_rule = LabelRule::new(&args.positive);
        let other_labels = OtherLabels::new(&args.positive);
        let label = Label::new(columns.name(columns.label()), columns.rival(), &args.positive);
        let source = source.clone();
        Ok(Table { source, records, columns, features, label_rule, label, other_labels, is_at_start: true })
    }

    /// The features.
    pub(crate) fn features(&self) -> &Features {
        &self.features
    }

    /// The columns by their roles.
    pub(super) fn columns(&self) -> &Columns {
        &self.columns
    }

    /// The name of the label's column.
    pub(crate) fn label(&self) -> &str {
        self.columns.name(self.columns.label())
    }

    /// The label's column and the positive labels so far, for people.
    pub(crate) fn label_in_words(&self) -> &Label {
        &self.label
    }

    /// What to say if no row so far had a label that is to be positive.
    pub(crate) fn missing_label(&self) -> Option<InputError> {
        let problem = self.other_labels.problem(self.label())?;
        Some(InputError::new(&self.source, problem))
    }

    /// The next row, unless the file has ended; a file without rows is refused.
    pub(crate) fn next_row(&mut self) -> Result<Option<Row<'_>>, InputError> {
        let Some(record) = self.records.next()? else {
            return if self.is_at_start { Err(InputError::new(&self.source, Problem::NoRows)) } else { Ok(None) };
        };
        self.is_at_start = false;
        // A row of the wrong length comes first: its cells may stand under the wrong names.
        record.require_len(self.columns.len())?;
        let column = self.columns.label();
        let label = record.text(column, self.columns.name(column))?;
        let Some(positive) = self.label_rule.is_positive(label) else {
            return Err(record
                .error(column, self.columns.name(column), Problem::not_a_label(label))
                .with_hint(self.label.warning()));
        };
        self.other_labels.push(label);
        if positive {
            self.label.saw_positive(label);
        } else {
            self.label.saw_negative(label);
        }
        Ok(Some(Row { columns: &self.columns, record, positive }))
    }
}

impl Row<'_> {
    /// The line on which the row begins, counted from 1.
    pub(crate) fn line(&self) -> u64 {
        self.record.line()
    }

    /// Whether the label is positive.
    pub(crate) fn is_positive(&self) -> bool {
        self.positive
    }

    /// The cells of the features, none of them empty unless that is allowed.
    pub(crate) fn texts(&self, empty: bool) -> Result<Vec<&str>, InputError> {
        let text = |&column: &usize| {
            let name = self.columns.name(column);
            let text = self.record.text(column, name)?;
            if !empty && text.trim().is_empty() {
                Err(self.record.error(column, name, Problem::EmptyCell))
            } else {
                Ok(text)
            }
        };
        self.columns.features().iter().map(text).collect()
    }

    /// Adds the row to a data set over the table's features.
    pub(crate) fn push_to(&self, builder: &mut DatasetBuilder) -> Result<(), InputError> {
        let features = self.columns.features();
        let cells: Result<Vec<&str>, InputError> =
            features.iter().map(|&column| self.record.text(column, self.columns.name(column))).collect();
        builder.push_text(self.positive, cells?).map_err(|error| self.record.data_error(error, features))
    }
}
