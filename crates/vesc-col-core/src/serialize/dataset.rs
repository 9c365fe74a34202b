//! Data sets, one bit a cell.

use std::num::NonZeroU64;

use base64::display::Base64Display;
use base64::engine::general_purpose::STANDARD;
use base64::prelude::Engine as _;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{DataError, Dataset, DatasetBuilder, Features, Samples};

/// What is written, and what can be read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawDataset {
    features: Features,
    #[serde(default)]
    contradictions: bool,
    #[serde(default)]
    rows: Option<Vec<RawRow>>,
    #[serde(default)]
    packed: Option<RawPacked>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRow {
    positive: bool,
    #[serde(default)]
    weight: Option<NonZeroU64>,
    /// `null` is an unknown cell.
    values: Vec<Option<bool>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPacked {
    rows: usize,
    labels: String,
    values: String,
    #[serde(default)]
    unknown: Option<String>,
    #[serde(default)]
    weights: Option<Vec<NonZeroU64>>,
}

#[derive(Serialize)]
struct WrittenDataset<'a> {
    features: &'a Features,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    contradictions: bool,
    packed: WrittenRows,
}

#[derive(Serialize)]
struct WrittenRows {
    rows: usize,
    labels: Base64,
    values: Base64,
    #[serde(skip_serializing_if = "Option::is_none")]
    unknown: Option<Base64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weights: Option<Vec<NonZeroU64>>,
}

/// `{"features": ["a", "b"], "packed": {"rows": 3, "labels": "BQ==", "values": "AwAC"}}`: every row, in its place, in
/// base64.
///
/// `labels` has a bit for each row, the first one the lowest of the first byte. `values` has the rows one after the
/// other, each in as many bytes as its features need. Feature `i` is bit `i % 8` of byte `i / 8`. `unknown`, if there
/// is one, says in the same form which cells are not known. `weights` lists what each row
/// [weighs](DatasetBuilder::weigh_last), if not all weigh one. With `"contradictions": true` if equal rows have different
/// labels.
///
/// The rows of a [completed](Dataset::completed) data set are numbered anew: what was read back counts the same, by
/// other sources.
///
/// For small data sets there is a form to be written by hand, which is read, too:
/// `{"features": ["a", "b"], "rows": [{"positive": true, "values": [true, null]}, ...]}`, `null` for an unknown cell. A
/// row may have a `weight`.
impl Serialize for Dataset {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows = self.rows();
        let mut labels = vec![0; rows.div_ceil(8)];
        for (place, _, samples, _) in placed(self) {
            if std::ptr::eq(samples, self.positives()) {
                labels[place / 8] |= 1 << (place % 8);
            }
        }
        let mut weights = Vec::new();
        if self.total_weight() != rows as u64 {
            weights.resize(rows, NonZeroU64::MIN);
            placed(self).for_each(|(place, source, ..)| weights[place] = self.row_weight(source));
        }
        let has_unknown = self.unknown_cells() > 0;
        WrittenDataset {
            features: self.features(),
            contradictions: self.contradictions() > 0,
            packed: WrittenRows {
                rows,
                labels: Base64(labels),
                values: plane(self, |samples, index| Some(samples.words(index))),
                unknown: has_unknown.then(|| plane(self, Samples::unknown)),
                weights: Some(weights).filter(|weights| !weights.is_empty()),
            },
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Dataset {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Dataset, D::Error> {
        let RawDataset { features, contradictions, rows, packed } = RawDataset::deserialize(deserializer)?;
        let builder = Dataset::builder(features);
        let builder = match (rows, packed) {
            (Some(rows), None) => listed(builder, rows).map_err(D::Error::custom)?,
            (None, Some(packed)) => unpacked(builder, &packed).map_err(D::Error::custom)?,
            _ => return Err(D::Error::custom("a data set has either `rows` or `packed`")),
        };
        let builder = if contradictions { builder.with_contradictions() } else { builder };
        builder.build().map_err(D::Error::custom)
    }
}

fn listed(mut builder: DatasetBuilder, rows: Vec<RawRow>) -> Result<DatasetBuilder, DataError> {
    for row in rows {
        builder.push_partial(row.positive, row.values)?;
        row.weight.map_or(Ok(()), |weight| builder.weigh_last(weight))?;
    }
    Ok(builder)
}

fn unpacked(mut builder: DatasetBuilder, packed: &RawPacked) -> Result<DatasetBuilder, String> {
    let width = builder.features().len();
    let bytes = width.div_ceil(8);
    let decode = |what: &str, text: &str, expected: Option<usize>| {
        let decoded = STANDARD.decode(text).map_err(|error| format!("`{what}` is not base64: {error}"))?;
        match expected {
            Some(expected) if expected == decoded.len() => Ok(decoded),
            _ => Err(format!("`{what}` has {} bytes, which does not suit {} rows", decoded.len(), packed.rows)),
        }
    };
    let cells = packed.rows.checked_mul(bytes);
    let labels = decode("labels", &packed.labels, Some(packed.rows.div_ceil(8)))?;
    let values = decode("values", &packed.values, cells)?;
    let unknown = packed.unknown.as_deref().map(|text| decode("unknown", text, cells)).transpose()?;
    if let Some(weights) = packed.weights.as_ref().filter(|weights| weights.len() != packed.rows) {
        return Err(format!("`weights` lists {} numbers, which does not suit {} rows", weights.len(), packed.rows));
    }
    let mut words = [vec![0; width.div_ceil(64)], vec![0; width.div_ceil(64)]];
    let fill = |words: &mut [u64], row: usize, plane: &[u8]| {
        for (word, eight) in words.iter_mut().zip(plane[row * bytes..][..bytes].chunks(8)) {
            let mut array = [0; 8];
            array[..eight.len()].copy_from_slice(eight);
            *word = u64::from_le_bytes(array);
        }
    };
    for row in 0..packed.rows {
        let positive = labels[row / 8] >> (row % 8) & 1 == 1;
        let [known, not_known] = &mut words;
        fill(known, row, &values);
        match &unknown {
            None => builder.push_words(positive, known),
            Some(plane) => {
                fill(not_known, row, plane);
                builder.push_partial_words(positive, known, not_known)
            }
        }
        .and_then(|()| packed.weights.as_ref().map_or(Ok(()), |weights| builder.weigh_last(weights[row])))
        .map_err(|error| error.to_string())?;
    }
    Ok(builder)
}

/// Each row's place, its source, its samples and which of these it is. The place is that of its source. In a completed data set a
/// source has several rows; there the rows are numbered anew, as one would overwrite the other.
fn placed(data: &Dataset) -> impl Iterator<Item = (usize, usize, &Samples, usize)> {
    let sources_are_rows = sources_are_rows(data);
    let of = |samples| (0..Samples::distinct(samples)).map(move |index| (samples, index));
    let all = of(data.positives()).chain(of(data.negatives()));
    let rows = all.flat_map(|(samples, index)| samples.sources(index).iter().map(move |&row| (row, samples, index)));
    rows.enumerate()
        .map(move |(number, (row, samples, index))| (if sources_are_rows { row } else { number }, row, samples, index))
}

/// Whether each row has a source of its own.
fn sources_are_rows(data: &Dataset) -> bool {
    let mut is_taken = vec![false; data.rows()];
    let mut sources = data.positives().all_sources().iter().chain(data.negatives().all_sources());
    sources.all(|&row| is_taken.get_mut(row).is_some_and(|is_taken| !std::mem::replace(is_taken, true)))
}

/// One plane of all rows, each in whole bytes; zeros where a sample has none.
fn plane<'a>(data: &'a Dataset, words: impl Fn(&'a Samples, usize) -> Option<&'a [u64]>) -> Base64 {
    let bytes = data.features().len().div_ceil(8);
    let mut plane = vec![0; data.rows() * bytes];
    for (place, _, samples, index) in placed(data) {
        let Some(words) = words(samples, index) else { continue };
        for (eight, word) in plane[place * bytes..][..bytes].chunks_mut(8).zip(words) {
            eight.copy_from_slice(&word.to_le_bytes()[..eight.len()]);
        }
    }
    Base64(plane)
}

/// Bytes that are written as text, without a copy of the text.
struct Base64(Vec<u8>);

impl Serialize for Base64 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&Base64Display::new(&self.0, &STANDARD))
    }
}
