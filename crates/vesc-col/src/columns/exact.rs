//! Numbers of a schema, none of which is rounded.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};

/// A number that was not changed by reading it.
struct Exact(f64);

/// Reads a list of numbers.
pub(super) fn numbers<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<f64>>, D::Error> {
    let numbers = Option::<Vec<Exact>>::deserialize(deserializer)?;
    Ok(numbers.map(|numbers| numbers.into_iter().map(|Exact(number)| number).collect()))
}

impl<'de> Deserialize<'de> for Exact {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Exact, D::Error> {
        struct Number;

        impl Visitor<'_> for Number {
            type Value = Exact;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number")
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Exact, E> {
                Ok(Exact(number))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Exact, E> {
                unrounded(number.into())
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Exact, E> {
                unrounded(number.into())
            }
        }

        deserializer.deserialize_f64(Number)
    }
}

fn unrounded<E: Error>(number: i128) -> Result<Exact, E> {
    let rounded = number as f64;
    if rounded as i128 == number {
        Ok(Exact(rounded))
    } else {
        Err(E::custom(format_args!("64-bit floating point does not have the number {number}")))
    }
}

#[cfg(test)]
mod tests {
    use crate::columns::{ColumnType, Schema};

    #[test]
    fn thresholds_are_not_rounded() {
        let schema = |threshold: &str| {
            let column = format!(r#"{{"type": "numeric", "thresholds": [1, {threshold}]}}"#);
            serde_json::from_str::<Schema>(&format!(r#"{{"columns": {{"n": {column}}}}}"#))
        };
        for (threshold, number) in [("2.5", 2.5), ("-3", -3.0), ("9007199254740992", 9_007_199_254_740_992.0)] {
            let known = ColumnType::Numeric { thresholds: Some(vec![1.0, number]) };
            assert_eq!(schema(threshold).unwrap(), Schema::boolean().with_column("n", known));
        }
        let error = schema("9007199254740993").expect_err("it would be rounded");
        assert!(error.to_string().starts_with("64-bit floating point does not have the number 9007199254740993"));
        assert!(schema("\"4\"").is_err());
    }
}
