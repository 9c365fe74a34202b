//! Campaigns as text.

use std::sync::Arc;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use vesc_col_core::{Cardinality, Dataset, Features};

use super::Campaign;
use crate::findings::{Finding, Findings};

/// The version of the format. It must grow, too, when a sub-space changes the meaning of its key or of its bits.
const SCHEMA: u32 = 2;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCampaign {
    /// First, so that another version is told from a damaged file.
    schema: Schema,
    data: Option<RawData>,
    findings: Vec<RawFinding>,
}

struct Schema;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawData {
    features: Features,
    /// `+` or `-` and the cells as `0` and `1`.
    rows: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFinding {
    space: String,
    concepts: Vec<Vec<usize>>,
    formulas: Cardinality,
}

/// `{"schema": 2, "data": {"features": ["a", "b"], "rows": ["+10", "-00", ...]}, "findings": [{"space": ..., "concepts": ..., "formulas":
/// ...}, ...]}`: every row in its place, and for each sub-space that is known the decision bits that are set in its concepts.
impl Serialize for Campaign {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let findings = self.findings.iter().map(|(space, finding)| RawFinding {
            space: space.to_owned(),
            concepts: finding.concepts.clone(),
            formulas: finding.formulas.clone(),
        });
        let data = self.data.as_deref().map(|data| RawData { features: data.features().clone(), rows: rows(data) });
        RawCampaign { schema: Schema, data, findings: findings.collect() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Campaign {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Campaign, D::Error> {
        let raw = RawCampaign::deserialize(deserializer)?;
        if raw.data.is_none() && !raw.findings.is_empty() {
            return Err(D::Error::custom("there are findings without data"));
        }
        let data = raw.data.map(|data| dataset(data).map(Arc::new).map_err(D::Error::custom)).transpose()?;
        let findings = raw.findings.into_iter().map(|RawFinding { space, concepts, formulas }| {
            if formulas.upper().is_some_and(|upper| *upper < concepts.len().into()) {
                return Err(D::Error::custom(format_args!("fewer formulas than concepts in `{space}`")));
            }
            Ok((space, Finding { concepts, formulas, checked: false }))
        });
        Ok(Campaign { data, findings: findings.collect::<Result<Findings, _>>()? })
    }
}

impl Serialize for Schema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(SCHEMA)
    }
}

impl<'de> Deserialize<'de> for Schema {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Schema, D::Error> {
        match u32::deserialize(deserializer)? {
            SCHEMA => Ok(Schema),
            other => Err(D::Error::custom(format_args!("it has schema {other}, and only {SCHEMA} is known here"))),
        }
    }
}

fn rows(data: &Dataset) -> Vec<String> {
    let mut rows = vec![String::new(); data.rows()];
    for (sign, samples) in [('+', data.positives()), ('-', data.negatives())] {
        for (index, sample) in samples.iter().enumerate() {
            let cells = sample.iter().map(|cell| if *cell { '1' } else { '0' });
            let text: String = std::iter::once(sign).chain(cells).collect();
            samples.sources(index).iter().for_each(|&row| rows[row].clone_from(&text));
        }
    }
    rows
}

fn dataset(RawData { features, rows }: RawData) -> Result<Dataset, String> {
    // A search without a budget of errors takes contradictions too: nothing fits.
    let mut builder = Dataset::builder(features).with_contradictions();
    for (row, text) in rows.iter().enumerate() {
        let parsed = text.strip_prefix('+').map(|cells| (true, cells));
        let parsed = parsed.or_else(|| text.strip_prefix('-').map(|cells| (false, cells)));
        let (positive, cells) = parsed.ok_or_else(|| format!("row {} has no label `+` or `-`", row + 1))?;
        let cells = cells.split_terminator("").skip(1);
        builder.push_text(positive, cells).map_err(|error| error.to_string())?;
    }
    builder.build().map_err(|error| error.to_string())
}
