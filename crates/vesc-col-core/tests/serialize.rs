//! What is written can be read, and nothing invalid can.
#![cfg(feature = "serde")]

use std::fmt::Debug;

use num_bigint::BigUint;
use serde::Serialize;
use serde::de::DeserializeOwned;
use vesc_col_core::{Cardinality, Complexity, Dataset, Dnf, Features, Literal, Term};

fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, text: &str) {
    assert_eq!(serde_json::to_string(value).unwrap(), text);
    assert_eq!(&serde_json::from_str::<T>(text).unwrap(), value);
}

fn refused<T: DeserializeOwned + Debug>(text: &str, part: &str) {
    let message = serde_json::from_str::<T>(text).expect_err(text).to_string();
    assert!(message.contains(part), "{message}");
}

#[test]
fn formulas() {
    let features = Features::new(["a", "rx enable"]).unwrap();
    round_trip(&features, r#"["a","rx enable"]"#);
    round_trip(&Literal::negative(5), r#"{"feature":5,"negated":true}"#);
    let term = Term::new([Literal::positive(1), Literal::negative(0)]).unwrap();
    round_trip(&term, r#"[{"feature":0,"negated":true},{"feature":1,"negated":false}]"#);
    let dnf = Dnf::parse("\"rx enable\" | a", &features).unwrap();
    round_trip(&dnf, r#"[[{"feature":0,"negated":false}],[{"feature":1,"negated":false}]]"#);
}

#[test]
fn nothing_invalid_is_read() {
    refused::<Features>("[]", "no feature");
    refused::<Features>(r#"["a", "a"]"#, "same name");
    refused::<Literal>(r#"{"feature": 2147483648}"#, "out of range");
    refused::<Literal>(r#"{"feature": -1}"#, "invalid value");
    refused::<Literal>(r#"{"feature": 1, "value": 2}"#, "unknown field");
    refused::<Term>("[]", "at least one literal");
    refused::<Term>(r#"[{"feature": 1}, {"feature": 1, "negated": true}]"#, "twice");
    refused::<Dnf>("[]", "at least one term");
    refused::<Dnf>(r#"[[{"feature": 1}], [{"feature": 1}]]"#, "twice");
    refused::<Dataset>(r#"{"features": ["a"], "rows": [{"positive": true, "values": []}]}"#, "row 1 has 0 cells");
    let both =
        r#"{"features": ["a"], "rows": [{"positive": true, "values": [true]}, {"positive": false, "values": [true]}]}"#;
    refused::<Dataset>(both, "rows 1 (positive) and 2 (negative)");
    refused::<Cardinality>(r#"{"lower": "3", "upper": "2"}"#, "empty interval");
    refused::<Cardinality>(r#"{"lower": "-1", "upper": null}"#, "not a count");
    refused::<Cardinality>(r#"{"lower": 1, "upper": null}"#, "expected a string");
}

#[test]
fn data_in_the_original_order() {
    let mut builder = Dataset::builder(Features::new(["a", "b"]).unwrap());
    builder.push(false, [true, false]).unwrap();
    builder.push(true, [true, true]).unwrap();
    builder.push(false, [true, false]).unwrap();
    let text = r#"{"features":["a","b"],"rows":[{"positive":false,"values":[true,false]},{"positive":true,"values":[true,true]},{"positive":false,"values":[true,false]}]}"#;
    round_trip(&builder.build().unwrap(), text);
}

#[test]
fn counts() {
    round_trip(&Cardinality::between(2u32, 9u32), r#"{"lower":"2","upper":"9"}"#);
    round_trip(&Cardinality::at_least(2u32), r#"{"lower":"2","upper":null}"#);
    let huge = Cardinality::exact(BigUint::from(10u32).pow(40));
    round_trip(&huge, &format!(r#"{{"lower":"1{0}","upper":"1{0}"}}"#, "0".repeat(40)));
    let complexity = Complexity::new([("literals", 5), ("terms", 2), ("a", 1)]);
    assert_eq!(serde_json::to_string(&complexity).unwrap(), r#"{"literals":5,"terms":2,"a":1}"#);
}
