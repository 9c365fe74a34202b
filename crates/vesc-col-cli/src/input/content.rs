//! The text of a file, whatever it is packed in.

use std::io::{self, BufReader, Cursor, Read};

use encoding_rs_io::DecodeReaderBytes;
use flate2::read::MultiGzDecoder;
use ruzstd::decoding::StreamingDecoder;
use vesc_col::Run;

use super::delimiter::sniff;
use super::error::Problem;
use super::foreign;
use super::json;
use super::source::Source;

/// A file as CSV.
pub(super) struct Content {
    pub(super) text: Box<dyn Read>,
    pub(super) delimiter: u8,
    /// The line of each record after the header, if the text is not the file's own.
    pub(super) lines: Option<Vec<u64>>,
    /// Whether the text is the file's own, byte by byte.
    pub(super) is_own: bool,
}

/// Number of bytes at the beginning of a file by which its format is recognised.
const HEAD_BYTES: u64 = 1 << 16;
const GZIP: &[u8] = b"\x1f\x8b";
const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";
/// Number of bytes by which UTF-16 without a mark is recognised: two characters.
const ASCII_BYTES: usize = 4;
const UTF8_MARK: &[u8] = b"\xef\xbb\xbf";
const UTF16_MARKS: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];

impl Content {
    /// Opens a file, to be read within a run, unpacks it, and finds out what separates its columns, unless that is given.
    pub(super) fn open(source: &Source, delimiter: Option<u8>, run: &Run) -> Result<Content, Problem> {
        let (mut head, mut file) = peek(source.open(run)?)?;
        let mut is_own = true;
        loop {
            let packed: Box<dyn Read> = Box::new(Cursor::new(head.clone()).chain(file));
            (head, file) = if head.starts_with(GZIP) {
                peek(Box::new(MultiGzDecoder::new(packed)))?
            } else if head.starts_with(ZSTD) {
                let decoder = StreamingDecoder::new(BufReader::new(packed));
                peek(Box::new(decoder.map_err(|error| io::Error::other(error.to_string()))?))?
            } else if UTF16_MARKS.iter().any(|mark| head.starts_with(mark)) {
                peek(Box::new(DecodeReaderBytes::new(packed)))?
            } else if let Some(mark) = missing_mark(&head) {
                peek(Box::new(Cursor::new(mark).chain(packed)))?
            } else {
                return Content::of_text(head, packed, (delimiter, is_own), run);
            };
            is_own = false;
        }
    }

    /// `text` begins with `head`.
    fn of_text(
        head: Vec<u8>,
        text: Box<dyn Read>,
        (delimiter, is_own): (Option<u8>, bool),
        run: &Run,
    ) -> Result<Content, Problem> {
        // There may be several marks, where files were put together.
        let marks = head.chunks(UTF8_MARK.len()).take_while(|chunk| *chunk == UTF8_MARK).count() * UTF8_MARK.len();
        let mut text = text;
        io::copy(&mut text.by_ref().take(marks as u64), &mut io::sink())?;
        let head = &head[marks..];
        if let Some(format) = foreign::recognise(head) {
            return Err(Problem::Foreign(format));
        }
        if head.starts_with(foreign::PARQUET) {
            return parquet_as_csv(text).map(Content::of_csv);
        }
        if json::is_json(head) {
            return json::as_csv(text, run).map(Content::of_csv);
        }
        Ok(Content { text, delimiter: delimiter.unwrap_or_else(|| sniff(head)), lines: None, is_own })
    }

    /// A text that was made from the file, and the line of each record after the header.
    fn of_csv((text, lines): (Vec<u8>, Vec<u64>)) -> Content {
        Content { text: Box::new(Cursor::new(text)), delimiter: b',', lines: Some(lines), is_own: false }
    }
}

#[cfg(feature = "parquet")]
fn parquet_as_csv(file: Box<dyn Read>) -> Result<(Vec<u8>, Vec<u64>), Problem> {
    super::parquet::as_csv(file)
}

#[cfg(not(feature = "parquet"))]
fn parquet_as_csv(_: Box<dyn Read>) -> Result<(Vec<u8>, Vec<u64>), Problem> {
    Err(Problem::Foreign(foreign::NO_PARQUET))
}

/// The mark of UTF-16 that a text has not, whose first characters are of ASCII.
fn missing_mark(head: &[u8]) -> Option<&'static [u8]> {
    let pairs = head.get(..ASCII_BYTES)?.chunks_exact(2);
    let is_of = |is_mark: fn(u8, u8) -> bool| pairs.clone().all(|pair| is_mark(pair[0], pair[1]));
    match () {
        () if is_of(|low, high| low != 0 && high == 0) => Some(UTF16_MARKS[0]),
        () if is_of(|high, low| low != 0 && high == 0) => Some(UTF16_MARKS[1]),
        () => None,
    }
}

/// Reads the beginning of a file. Returns it and what follows.
fn peek(mut file: Box<dyn Read>) -> io::Result<(Vec<u8>, Box<dyn Read>)> {
    let mut head = Vec::new();
    file.by_ref().take(HEAD_BYTES).read_to_end(&mut head)?;
    Ok((head, file))
}
