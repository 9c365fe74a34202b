//! CSV records with the lines on which they stand.

use std::collections::{HashMap, VecDeque};
use std::io::{self, Chain, Read};

use csv::{ByteRecord, Reader, ReaderBuilder, Terminator};

use vesc_col::Run;
use vesc_col::columns::means_unknown;
use vesc_col::data::DataError;
use vesc_col::run::Event;

use super::content::Content;
use super::error::{InputError, Problem};
use super::source::Source;
use crate::text::shell_word;

/// The records of one or more files with the same columns, blank lines and further headers left out.
pub(super) struct Records {
    open: OpenFile,
    /// The files that follow.
    rest: VecDeque<Source>,
    delimiter: Option<u8>,
    /// The names of the first file's columns, once they have been read.
    header: Option<Vec<String>>,
    /// The files so far, and how many lines there are before each.
    files: Vec<(Source, u64)>,
}

/// A file that is being read.
///
/// Four things that the `csv` crate does not tell are found out here. A record ends with a line feed, so its first line
/// is known from its last one. The carriage return before it belongs to the last cell, where it is a blank. And since
/// the file is followed by one more record, a quote that was never closed is one that has swallowed it. A blank line is
/// told from a quoted blank cell by its length in the file.
struct OpenFile {
    source: Source,
    /// What separates columns.
    separator: u8,
    reader: Reader<SourceBytes>,
    record: ByteRecord,
    run: Run,
    /// The size of the file in bytes, where that is known and the text is the file's own.
    size: Option<u64>,
    /// The line of each record after the header, if the text is not the file's own.
    lines: Option<Vec<u64>>,
    /// For each column of the first file its place in this one, if the columns stand in another order here.
    order: Option<Vec<usize>>,
    /// How many records have been read, the header included.
    read: usize,
    /// The number of lines of the files before.
    before: u64,
}

/// Records between two looks at the run: about a millisecond.
const CHECK_INTERVAL: usize = 1000;

type SourceBytes = Chain<Box<dyn Read>, &'static [u8]>;

/// What follows the file.
const SENTINEL: &[u8] = b"\n\0";

/// One record.
pub(super) struct Record<'a> {
    source: &'a Source,
    fields: &'a ByteRecord,
    order: Option<&'a [usize]>,
    line: u64,
    before: u64,
}

impl Records {
    /// Opens files, the first of them at once, to be read within a run. `delimiter` is what separates columns, if it is known.
    pub(super) fn open(
        sources: impl IntoIterator<Item = Source>,
        delimiter: Option<u8>,
        run: &Run,
    ) -> Result<Records, InputError> {
        let mut rest: VecDeque<Source> = sources.into_iter().collect();
        let first = rest.pop_front().expect("a command has a file");
        let files = vec![(first.clone(), 0)];
        Ok(Records { open: OpenFile::new(first, delimiter, 0, run)?, rest, delimiter, header: None, files })
    }

    /// The next record, unless the last file has ended. The first one is the header.
    pub(super) fn next(&mut self) -> Result<Option<Record<'_>>, InputError> {
        let line = loop {
            if let Some(line) = self.open.advance()? {
                break line;
            }
            let Some(next) = self.rest.pop_front() else { return Ok(None) };
            let before = self.open.before + self.open.last_line();
            let run = self.open.run.clone();
            self.files.push((next.clone(), before));
            self.open = OpenFile::new(next, self.delimiter, before, &run)?;
            self.check_header()?;
        };
        if self.header.is_none() {
            self.header = Some(self.open.record(line).names()?);
        }
        Ok(Some(self.open.record(line)))
    }

    /// What separates the columns of the file that was read last.
    pub(super) fn separator(&self) -> u8 {
        self.open.separator
    }

    /// The files so far, and how many lines there are before each.
    pub(super) fn files(&self) -> &[(Source, u64)] {
        &self.files
    }

    /// Reads the header of a further file, which must have the names of the first one, in any order.
    fn check_header(&mut self) -> Result<(), InputError> {
        let Some(line) = self.open.advance()? else {
            return Err(InputError::new(&self.open.source, Problem::Empty));
        };
        let header = self.open.record(line);
        let (names, first) = (header.names()?, self.header.as_deref().unwrap_or_default());
        if names == first {
            return Ok(());
        }
        match order_of(first, &names) {
            None => Err(header.row_error(Problem::OtherColumns { first: first.to_vec(), found: names })),
            order => {
                self.open.order = order;
                Ok(())
            }
        }
    }
}

impl OpenFile {
    fn new(source: Source, delimiter: Option<u8>, before: u64, run: &Run) -> Result<OpenFile, InputError> {
        show_reading(&source, (0, None), run);
        let Content { text, delimiter, lines, is_own } = Content::open(&source, delimiter, run).map_err(|problem| {
            let problem = run.stopped().map_or(problem, Problem::Stopped);
            let line = problem.line();
            let error = InputError::new(&source, problem).with_hint(value_hint(&source));
            line.into_iter().fold(error, InputError::at_line)
        })?;
        let reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(delimiter)
            .terminator(Terminator::Any(b'\n'))
            .buffer_capacity(1 << 16)
            .from_reader(text.chain(SENTINEL));
        let size = source.size().filter(|_| is_own);
        let (record, run) = (ByteRecord::new(), run.clone());
        Ok(OpenFile { source, separator: delimiter, reader, record, run, size, lines, order: None, read: 0, before })
    }

    /// Reads the next record that is not blank, unless the file has ended. Returns the line on which it begins.
    fn advance(&mut self) -> Result<Option<u64>, InputError> {
        if (self.read + 1).is_multiple_of(CHECK_INTERVAL) {
            self.check_run()?;
        }
        let mut line = 0;
        let mut start = self.reader.position().clone();
        while read(&mut self.reader, &mut self.record, (&self.source, &self.run))? {
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
        let row = self.read.checked_sub(1);
        self.read += 1;
        let of_row = self.lines.as_ref().zip(row).and_then(|(lines, row)| lines.get(row).copied());
        Ok(Some(of_row.unwrap_or(line)))
    }

    /// The record that was read last, which begins on this line.
    fn record(&self, line: u64) -> Record<'_> {
        let order = self.order.as_deref();
        Record { source: &self.source, fields: &self.record, order, line, before: self.before }
    }

    /// The number of lines up to the end of the file, trailing blank ones left out.
    fn last_line(&self) -> u64 {
        let last = self.lines.as_ref().and_then(|lines| lines.last().copied());
        // What follows the file has been read, which stands on a line of its own.
        last.unwrap_or_else(|| self.reader.position().line().saturating_sub(2))
    }

    fn check_run(&self) -> Result<(), InputError> {
        show_reading(&self.source, (self.reader.position().byte(), self.size), &self.run);
        let stopped =
            |reason| InputError::new(&self.source, Problem::Stopped(reason)).at_line(self.reader.position().line());
        self.run.check().map_err(stopped)
    }

    /// The record that starts on this line has a NUL. Fine if it is what follows the file; if not, either a quote has
    /// swallowed that, or the file has a NUL of its own.
    fn end(&mut self, line: u64) -> Result<(), InputError> {
        let is_last = !read(&mut self.reader, &mut ByteRecord::new(), (&self.source, &self.run))?;
        if is_last && self.record == [&SENTINEL[1..]][..] {
            return Ok(());
        }
        let has_nul = self.record.iter().position(|field| field.contains(&0)).unwrap_or(0);
        let was_swallowed = is_last && self.record.iter().next_back().is_some_and(|field| field.ends_with(SENTINEL));
        // No line feed has ended a record that swallowed all of them.
        let line = line + u64::from(was_swallowed);
        let record = Record { order: None, ..self.record(line) };
        // Before the quote that was never closed the file may have a NUL of its own.
        let is_sentinel = was_swallowed && has_nul + 1 == self.record.len();
        Err(record.error(has_nul, "", if is_sentinel { Problem::UnclosedQuote } else { Problem::Nul }))
    }
}

impl Record<'_> {
    /// The line on which the record begins, counted from 1 over all files.
    pub(super) fn line(&self) -> u64 {
        self.before + self.line
    }

    /// Where a column of the first file stands in this one.
    fn place(&self, column: usize) -> usize {
        self.order.map_or(column, |order| order[column])
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
        std::str::from_utf8(&self.fields[self.place(column)]).map_err(|_| self.error(column, name, Problem::NotUtf8))
    }

    /// A problem with one cell, on the line where the cell begins.
    pub(super) fn error(&self, column: usize, name: &str, problem: Problem) -> InputError {
        let place = self.place(column);
        let before: u64 = self.fields.iter().take(place).map(line_feeds).sum();
        InputError::new(self.source, problem).at_line(self.line + before).at_column(place, name)
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

/// For each of the first names its place among others; `None` if these are not the same, or one is there twice.
fn order_of(first: &[String], names: &[String]) -> Option<Vec<usize>> {
    let places: HashMap<&str, usize> = names.iter().enumerate().map(|(place, name)| (name.as_str(), place)).collect();
    let is_same = names.len() == first.len() && places.len() == names.len();
    first.iter().map(|name| places.get(name.as_str()).copied()).collect::<Option<Vec<usize>>>().filter(|_| is_same)
}

/// What to say of a file that cannot be read if its name is a word for what is not known: `--unknown x` reads a file `x`.
fn value_hint(source: &Source) -> Option<String> {
    let name = source.to_string();
    means_unknown(&name)
        .then(|| format!("for a word that means what is not known, type --unknown={}", shell_word(&name)))
}

/// Reads one record, unless the file has ended.
fn read(
    reader: &mut Reader<SourceBytes>,
    record: &mut ByteRecord,
    (source, run): (&Source, &Run),
) -> Result<bool, InputError> {
    reader.read_byte_record(record).map_err(|error| match run.stopped() {
        Some(reason) => InputError::new(source, Problem::Stopped(reason)),
        None => InputError::new(source, io::Error::from(error)),
    })
}

/// Shows how many bytes of a file have been read, and of how many.
fn show_reading(source: &Source, (done, total): (u64, Option<u64>), run: &Run) {
    let activity = format!("reading {source}");
    run.report(&Event::Progress { engine: "", activity: &activity, done, total });
}

fn line_feeds(text: &[u8]) -> u64 {
    text.iter().filter(|&&byte| byte == b'\n').count() as u64
}
