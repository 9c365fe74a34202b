//! CSV records with the lines on which they stand.

use std::io::{self, Chain, Cursor, Read};

use csv::{ByteRecord, Reader, ReaderBuilder, Terminator};

use vesc_col::Run;
use vesc_col::data::DataError;
use vesc_col::run::Event;

use super::error::{InputError, Problem};
use super::source::Source;

/// The records of a file, blank lines left out.
///
/// Four things that the `csv` crate does not tell are found out here. A record ends with a line feed, so its first line
/// is known from its last one; the carriage return before it belongs to the last cell, where it is a blank. And since
/// the file is followed by one more record, a quote that was never closed is one that has swallowed it. A blank line is
/// told from a quoted blank cell by its length in the file.
pub(super) struct Records {
    source: Source,
    reader: Reader<Input>,
    record: ByteRecord,
    run: Run,
    /// The size of the file in bytes, where that is known.
    size: Option<u64>,
    /// The records read so far.
    count: usize,
}

/// The run is looked at after so many records: about a millisecond.
const CHECK_INTERVAL: usize = 1000;

type Input = Chain<Chain<Cursor<Vec<u8>>, Box<dyn Read>>, &'static [u8]>;

/// What follows the file.
const SENTINEL: &[u8] = b"\n\0";
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// One record.
pub(super) struct Record<'a> {
    source: &'a Source,
    fields: &'a ByteRecord,
    line: u64,
}

impl Records {
    /// Opens a file, to be read within a run.
    pub(super) fn open(source: &Source, run: &Run) -> Result<Records, InputError> {
        let input = open(source).map_err(|error| InputError::new(source, error))?;
        let reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .terminator(Terminator::Any(b'\n'))
            .buffer_capacity(1 << 16)
            .from_reader(input);
        let (run, size) = (run.clone(), source.size());
        Ok(Records { source: source.clone(), reader, record: ByteRecord::new(), run, size, count: 0 })
    }

    /// The next record, unless the file has ended.
    pub(super) fn next(&mut self) -> Result<Option<Record<'_>>, InputError> {
        self.count += 1;
        if self.count.is_multiple_of(CHECK_INTERVAL) {
            self.check_run()?;
        }
        let mut line = 0;
        let mut start = self.reader.position().clone();
        while read(&mut self.reader, &self.source, &mut self.record)? {
            // The line feed that ended the record is counted already.
            let end = self.reader.position().clone();
            let inner = line_feeds(self.record.as_slice());
            line = end.line() - 1 - inner;
            if self.record.as_slice().contains(&0) {
                return self.end(line).map(|()| None);
            }
            // Beside its text an unquoted record takes a byte for its line feed, and for each of those before it.
            let unquoted = self.record.as_slice().len() as u64 + (end.line() - start.line() - inner);
            let is_blank = self.record.len() == 1
                && self.record.as_slice().iter().all(u8::is_ascii_whitespace)
                && end.byte() - start.byte() == unquoted;
            if !is_blank {
                break;
            }
            start = end;
        }
        Ok(Some(Record { source: &self.source, fields: &self.record, line }))
    }

    fn check_run(&self) -> Result<(), InputError> {
        let activity = format!("reading {}", self.source);
        let (engine, activity, done, total) = ("", activity.as_str(), self.reader.position().byte(), self.size);
        self.run.report(&Event::Progress { engine, activity, done, total });
        let stopped =
            |reason| InputError::new(&self.source, Problem::Stopped(reason)).at_line(self.reader.position().line());
        self.run.check().map_err(stopped)
    }

    /// The record that starts on this line has a NUL. Fine if it is what follows the file; if not, either a quote has
    /// swallowed that, or the file has a NUL of its own.
    fn end(&mut self, line: u64) -> Result<(), InputError> {
        let is_last = !read(&mut self.reader, &self.source, &mut ByteRecord::new())?;
        if is_last && self.record == [&SENTINEL[1..]][..] {
            return Ok(());
        }
        let has_nul = self.record.iter().position(|field| field.contains(&0)).unwrap_or(0);
        let was_swallowed = is_last && self.record.iter().next_back().is_some_and(|field| field.ends_with(SENTINEL));
        // No line feed has ended a record that swallowed all of them.
        let line = line + u64::from(was_swallowed);
        let record = Record { source: &self.source, fields: &self.record, line };
        // Before the quote that was never closed the file may have a NUL of its own.
        let is_sentinel = was_swallowed && has_nul + 1 == self.record.len();
        Err(record.error(has_nul, "", if is_sentinel { Problem::UnclosedQuote } else { Problem::Nul }))
    }
}

impl Record<'_> {
    /// The line on which the record begins, counted from 1.
    pub(super) fn line(&self) -> u64 {
        self.line
    }

    /// How many cells there are.
    pub(super) fn len(&self) -> usize {
        self.fields.len()
    }

    /// The cells as names of columns, surrounding blanks removed.
    pub(super) fn names(&self) -> Result<Vec<String>, InputError> {
        (0..self.len()).map(|column| self.text(column, "").map(|name| name.trim().to_owned())).collect()
    }

    /// Refuses a row whose number of cells is not `expected`.
    pub(super) fn require_len(&self, expected: usize) -> Result<(), InputError> {
        if self.len() == expected {
            return Ok(());
        }
        Err(self.row_error(Problem::Ragged { found: self.len(), expected }))
    }

    /// A cell; `name` is the column's for the message.
    pub(super) fn text(&self, column: usize, name: &str) -> Result<&str, InputError> {
        std::str::from_utf8(&self.fields[column]).map_err(|_| self.error(column, name, Problem::NotUtf8))
    }

    /// A problem with one cell, on the line where the cell begins.
    pub(super) fn error(&self, column: usize, name: &str, problem: Problem) -> InputError {
        let before: u64 = self.fields.iter().take(column).map(line_feeds).sum();
        InputError::new(self.source, problem).at_line(self.line + before).at_column(column, name)
    }

    /// What a data set says against the row, whose features stand in these columns.
    pub(super) fn data_error(&self, error: DataError, features: &[usize]) -> InputError {
        match error {
            DataError::NotBoolean { column, feature, value, .. } => {
                self.error(features[column], &feature, Problem::not_boolean(&value))
            }
            other => self.row_error(Problem::Data(other)),
        }
    }

    /// A problem with the whole row.
    pub(super) fn row_error(&self, problem: Problem) -> InputError {
        InputError::new(self.source, problem).at_line(self.line)
    }
}

/// The file without byte order marks, followed by the sentinel. There may be several, where files were put together; and
/// the `csv` crate, which drops one, takes a file of nothing else for a record without cells.
fn open(source: &Source) -> io::Result<Input> {
    let mut file = source.open()?;
    let head = loop {
        let mut head = Vec::new();
        file.by_ref().take(BYTE_ORDER_MARK.len() as u64).read_to_end(&mut head)?;
        if head != BYTE_ORDER_MARK {
            break head;
        }
    };
    Ok(Cursor::new(head).chain(file).chain(SENTINEL))
}

fn read(reader: &mut Reader<Input>, source: &Source, record: &mut ByteRecord) -> Result<bool, InputError> {
    reader.read_byte_record(record).map_err(|error| InputError::new(source, io::Error::from(error)))
}

fn line_feeds(text: &[u8]) -> u64 {
    text.iter().filter(|&&byte| byte == b'\n').count() as u64
}
