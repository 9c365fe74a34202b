//! Campaigns as text.

use std::num::NonZeroU64;
use std::sync::Arc;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use vesc_col_core::{Cardinality, Dataset, Features};

use super::Campaign;
use crate::findings::{Finding, Findings};

/// The version of the format. It must grow, too, when a sub-space changes the meaning of its key or of its bits.
const SCHEMA: u32 = 3;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCampaign {
    /// First, so that another version is told from a damaged file.
    schema: FormatVersion,
    /// Of all that follows; see [`checksum`].
    checksum: String,
    data: Option<RawData>,
    findings: Vec<RawFinding>,
}

struct FormatVersion;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawData {
    features: Features,
    /// `+` or `-` and the cells as `0` and `1`.
    rows: Vec<String>,
    /// What each row weighs; empty if all weigh 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    weights: Vec<u64>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFinding {
    space: String,
    concepts: Vec<Vec<usize>>,
    formulas: Cardinality,
    rows: usize,
}

/// `{"schema": 3, "checksum": ..., "data": {"features": ["a", "b"], "rows": ["+10", "-00", ...]}, "findings":
/// [{"space": ..., "concepts": ..., "formulas": ..., "rows": ...}, ...]}`.
///
/// Every row stands in its place, and its weight in `weights`, if not all are 1. Each sub-space that is known has the decision bits that are set in its concepts, and
/// the number of rows that they fit.
impl Serialize for Campaign {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let findings = self.findings.iter().map(|(space, finding)| RawFinding {
            space: space.to_owned(),
            concepts: finding.concepts.clone(),
            formulas: finding.formulas.clone(),
            rows: finding.rows,
        });
        let findings: Vec<RawFinding> = findings.collect();
        let data = self.data.as_deref().map(|data| {
            let (rows, weights) = (rows(data), weights(data));
            RawData { features: data.features().clone(), rows, weights }
        });
        let checksum = checksum(data.as_ref(), &findings);
        RawCampaign { schema: FormatVersion, checksum, data, findings }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Campaign {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Campaign, D::Error> {
        let raw = RawCampaign::deserialize(deserializer)?;
        // Reported last: what is wrong with the content says more.
        let is_as_written = raw.checksum == checksum(raw.data.as_ref(), &raw.findings);
        if raw.data.is_none() && !raw.findings.is_empty() {
            return Err(D::Error::custom("there are findings without data"));
        }
        let data = raw.data.map(|data| dataset(data).map(Arc::new).map_err(D::Error::custom)).transpose()?;
        let findings = raw.findings.into_iter().map(|RawFinding { space, concepts, formulas, rows }| {
            if formulas.upper().is_some_and(|upper| *upper < concepts.len().into()) {
                return Err(D::Error::custom(format_args!("fewer formulas than concepts in `{space}`")));
            }
            Ok((space, Finding { concepts, formulas, rows, form: None, checked: false }))
        });
        let findings = findings.collect::<Result<_, D::Error>>()?;
        if !is_as_written {
            return Err(D::Error::custom("its checksum is not that of its content: it was changed or damaged"));
        }
        let findings = Findings::read(findings, data.clone());
        Ok(Campaign { data, findings })
    }
}

impl Serialize for FormatVersion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(SCHEMA)
    }
}

impl<'de> Deserialize<'de> for FormatVersion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FormatVersion, D::Error> {
        match u32::deserialize(deserializer)? {
            SCHEMA => Ok(FormatVersion),
            other => Err(D::Error::custom(format_args!("it has schema {other}, and only {SCHEMA} is known here"))),
        }
    }
}

/// A checksum of the content: CRC-32 of its numbers and texts, each with what tells it from the next one, in hexadecimal digits.
/// It finds what a slip or a broken disk changes, not what somebody forges.
fn checksum(data: Option<&RawData>, findings: &[RawFinding]) -> String {
    let mut hasher = crc32fast::Hasher::new();
    let mut add = |text: &str| {
        hasher.update(text.as_bytes());
        hasher.update(b"\n");
    };
    if let Some(RawData { features, rows, weights }) = data {
        for feature in 0..features.len() {
            add(features.name(feature));
            if let Some((column, test)) = features.test(feature) {
                [column, test.op(false), test.value_of(false), test.value_of(true)].into_iter().for_each(&mut add);
            }
        }
        rows.iter().for_each(|row| add(row));
        weights.iter().for_each(|weight| add(&weight.to_string()));
    }
    for RawFinding { space, concepts, formulas, rows } in findings {
        add(space);
        add(&format!("{rows} {formulas} {}", concepts.len()));
        for concept in concepts {
            add(&concept.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
        }
    }
    format!("{:08x}", hasher.finalize())
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

/// The weights of the rows; none if all are 1.
fn weights(data: &Dataset) -> Vec<u64> {
    let weights: Vec<u64> = (0..data.rows()).map(|row| data.row_weight(row).get()).collect();
    if weights.iter().all(|&weight| weight == 1) { Vec::new() } else { weights }
}

fn dataset(RawData { features, rows, weights }: RawData) -> Result<Dataset, String> {
    if !weights.is_empty() && weights.len() != rows.len() {
        return Err(format!("there are {} rows and {} weights", rows.len(), weights.len()));
    }
    // A search without a budget of errors takes contradictions too: nothing fits.
    let mut builder = Dataset::builder(features).with_contradictions();
    for (row, text) in rows.iter().enumerate() {
        let parsed = text.strip_prefix('+').map(|cells| (true, cells));
        let parsed = parsed.or_else(|| text.strip_prefix('-').map(|cells| (false, cells)));
        let (positive, cells) = parsed.ok_or_else(|| format!("row {} has no label `+` or `-`", row + 1))?;
        let cells = cells.split_terminator("").skip(1);
        builder.push_text(positive, cells).map_err(|error| error.to_string())?;
        if let Some(&weight) = weights.get(row) {
            let weight = NonZeroU64::new(weight).ok_or_else(|| format!("row {} weighs nothing", row + 1))?;
            builder.weigh_last(weight).map_err(|error| error.to_string())?;
        }
    }
    builder.build().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use vesc_col_core::{DnfSpace, Run};
    use vesc_col_testkit::OracleEngine;

    use super::*;
    use crate::settings::Settings;

    #[test]
    fn weights_are_kept() {
        let mut builder = Dataset::builder(Features::new(["a"]).unwrap());
        for (label, cell, weight) in [(true, true, 3), (false, false, 1), (true, true, 2)] {
            builder.push(label, [cell]).unwrap();
            builder.weigh_last(NonZeroU64::new(weight).unwrap()).unwrap();
        }
        let data = Arc::new(builder.build().unwrap());
        let mut campaign = Campaign::new();
        let (settings, run) = (Settings::default(), Run::new());
        let _ = campaign.search(&OracleEngine, &data, DnfSpace::up_to(1, 1, 1), &settings, &run).unwrap();
        let text = serde_json::to_string(&campaign).unwrap();
        let read: Campaign = serde_json::from_str(&text).unwrap();
        assert_eq!(read.data(), campaign.data());
        let mut raw: RawCampaign = serde_json::from_str(&text).unwrap();
        for (weights, error) in [(vec![1], "3 rows and 1 weights"), (vec![1, 0, 1], "row 2 weighs nothing")] {
            raw.data.as_mut().unwrap().weights = weights;
            let refused = serde_json::from_str::<Campaign>(&serde_json::to_string(&raw).unwrap()).unwrap_err();
            assert!(refused.to_string().contains(error), "{refused}");
        }
    }

    /// Somebody who changes a finding can write a checksum for it. Then what is no formula of the sub-space, or does not fit the
    /// rows, is measured anew.
    #[test]
    fn findings_that_do_not_fit_are_measured_anew() {
        let mut builder = Dataset::builder(Features::new(["a", "b", "c"]).unwrap());
        builder.push(true, [true, true, false]).unwrap();
        builder.push(false, [true, true, true]).unwrap();
        let data = Arc::new(builder.build().unwrap());
        let learn = |campaign: &mut Campaign| {
            let (settings, run) = (Settings::default(), Run::new());
            let report = campaign.search(&OracleEngine, &data, DnfSpace::up_to(3, 2, 1), &settings, &run).unwrap();
            report.hypotheses().iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let mut campaign = Campaign::new();
        assert_eq!(learn(&mut campaign), ["!x2"]);
        let text = serde_json::to_string(&campaign).unwrap();
        // Bits that are no formula of one literal, no bits of the sub-space, or `x0`, `!x0` and `x2`, which do not fit.
        for bits in [&[1][..], &[0, 2], &[99_999_999], &[], &[0], &[0, 1], &[4]] {
            let mut raw: RawCampaign = serde_json::from_str(&text).unwrap();
            assert_eq!(raw.findings[0].concepts, [[4, 5]]);
            raw.findings[0].concepts = vec![bits.to_vec()];
            assert!(serde_json::from_str::<Campaign>(&serde_json::to_string(&raw).unwrap()).is_err());
            raw.checksum = checksum(raw.data.as_ref(), &raw.findings);
            let mut campaign: Campaign = serde_json::from_str(&serde_json::to_string(&raw).unwrap()).unwrap();
            assert_eq!(learn(&mut campaign), ["!x2"], "{bits:?}");
        }
    }
}
