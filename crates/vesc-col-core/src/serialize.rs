//! Serialisation of data, formulas and counts.
//!
//! Everything is written in a readable form and read back through the constructors, so that what is read is as valid as
//! what is built.

mod dataset;

use std::str::FromStr;

use num_bigint::BigUint;
use serde::de::Error as _;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Cardinality, Complexity, Dnf, Features, Literal, Term, Test};

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum RawFeature {
    Name(String),
    Test(RawTest),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTest {
    column: String,
    op: String,
    value: String,
    /// The only other value of the column, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    other: Option<String>,
}

/// A list of names, or of `{"column": "mode", "op": "=", "value": "burst"}` where a feature tests a column.
impl Serialize for Features {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((0..self.len()).map(|feature| match self.test(feature) {
            None => RawFeature::Name(self.name(feature).to_owned()),
            Some((column, test)) => RawFeature::Test(RawTest {
                column: column.to_owned(),
                op: test.op(false).to_owned(),
                value: test.value().to_owned(),
                other: match test {
                    Test::Either { other, .. } => Some(other.clone()),
                    _ => None,
                },
            }),
        }))
    }
}

impl<'de> Deserialize<'de> for Features {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Features, D::Error> {
        let features = Vec::<RawFeature>::deserialize(deserializer)?.into_iter().map(|raw| match raw {
            RawFeature::Name(name) => Ok((name, None)),
            RawFeature::Test(RawTest { column, value: this, other: Some(other), .. }) => {
                Ok((column, Some(Test::Either { this, other })))
            }
            RawFeature::Test(RawTest { column, op, value, other: None }) => match op.as_str() {
                "=" => Ok((column, Some(Test::Equals(value)))),
                ">=" => Ok((column, Some(Test::AtLeast(value)))),
                other => Err(D::Error::custom(format_args!("`{other}` is neither `=` nor `>=`"))),
            },
        });
        let features: Vec<(String, Option<Test>)> = features.collect::<Result<_, _>>()?;
        // Plain names make plain features.
        if features.iter().all(|(_, test)| test.is_none()) {
            return Features::new(features.into_iter().map(|(name, _)| name)).map_err(D::Error::custom);
        }
        Features::typed(features).map_err(D::Error::custom)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLiteral {
    feature: u32,
    #[serde(default)]
    negated: bool,
}

/// `{"feature": 5, "negated": true}`.
impl Serialize for Literal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // A literal's feature is less than 2^31.
        RawLiteral { feature: self.feature() as u32, negated: self.is_negated() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Literal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Literal, D::Error> {
        let raw = RawLiteral::deserialize(deserializer)?;
        if raw.feature >= 1 << 31 {
            return Err(D::Error::custom(format_args!("feature position {} is out of range", raw.feature)));
        }
        Ok(Literal::matching(raw.feature as usize, !raw.negated))
    }
}

/// The list of literals.
impl Serialize for Term {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.literals())
    }
}

impl<'de> Deserialize<'de> for Term {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Term, D::Error> {
        Term::new(Vec::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// The list of terms.
impl Serialize for Dnf {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.terms())
    }
}

impl<'de> Deserialize<'de> for Dnf {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Dnf, D::Error> {
        Dnf::new(Vec::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// `{"literals": 5, "terms": 2}`, the weightiest measure first.
impl Serialize for Complexity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.measures().len()))?;
        for (name, count) in self.measures() {
            map.serialize_entry(name, count)?;
        }
        map.end()
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCardinality {
    lower: String,
    upper: Option<String>,
}

/// `{"lower": "1", "upper": null}`: decimal strings, because counts outgrow 64 bits.
impl Serialize for Cardinality {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawCardinality { lower: self.lower().to_string(), upper: self.upper().map(ToString::to_string) }
            .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Cardinality {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cardinality, D::Error> {
        let raw = RawCardinality::deserialize(deserializer)?;
        let parse = |text: &str| {
            let count = BigUint::from_str(text);
            count.map_err(|error| D::Error::custom(format_args!("`{text}` is not a count: {error}")))
        };
        let lower = parse(&raw.lower)?;
        match raw.upper.as_deref().map(parse).transpose()? {
            None => Ok(Cardinality::at_least(lower)),
            Some(upper) if upper < lower => Err(D::Error::custom(format_args!("empty interval {lower}..{upper}"))),
            Some(upper) => Ok(Cardinality::between(lower, upper)),
        }
    }
}
