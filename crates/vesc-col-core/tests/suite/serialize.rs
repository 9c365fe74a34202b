//! What is written can be read, and nothing invalid can.
#![cfg(feature = "serde")]

use std::fmt::Debug;
use std::num::NonZeroU64;

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
    let data = builder.build().unwrap();
    // Labels 0b010, values 0b01, 0b11, 0b01.
    round_trip(&data, r#"{"features":["a","b"],"packed":{"rows":3,"labels":"Ag==","values":"AQMB"}}"#);
    let by_hand = r#"{"features":["a","b"],"rows":[{"positive":false,"values":[true,false]},{"positive":true,"values":[true,true]},{"positive":false,"values":[true,false]}]}"#;
    assert_eq!(serde_json::from_str::<Dataset>(by_hand).unwrap(), data);
}

#[test]
fn data_of_all_widths_with_unknown_cells_and_contradictions() {
    for width in [1, 7, 8, 9, 63, 64, 65, 130] {
        for (is_partial, contradicts) in [(false, false), (true, false), (false, true), (true, true)] {
            let mut builder = Dataset::builder(Features::numbered(width)).with_contradictions();
            for row in 0..20usize {
                let cell = |i: usize| {
                    (!is_partial || !(row + i).is_multiple_of(5)).then_some((i * 7 + row * 3).is_multiple_of(row + 2))
                };
                let label = if contradicts { row % 2 == 0 } else { row == 3 };
                builder.push_partial(label, (0..width).map(cell)).unwrap();
                builder.push(!label, vec![contradicts; width]).unwrap();
                builder.push(label, vec![true; width]).unwrap();
            }
            let data = builder.build().unwrap();
            let text = serde_json::to_string(&data).unwrap();
            assert_eq!(serde_json::from_str::<Dataset>(&text).unwrap(), data, "{text}");
        }
    }
}

#[test]
fn damaged_data_are_refused() {
    let of = |packed: &str| format!(r#"{{"features": ["a", "b"], "packed": {{{packed}}}}}"#);
    refused::<Dataset>(r#"{"features": ["a"]}"#, "either `rows` or `packed`");
    refused::<Dataset>(&of(r#""rows": 1, "labels": "AA==", "values": "?""#), "`values` is not base64");
    refused::<Dataset>(&of(r#""rows": 2, "labels": "AA==", "values": "AA==""#), "`values` has 1 bytes");
    refused::<Dataset>(&of(r#""rows": 9, "labels": "AA==", "values": "AA==""#), "`labels` has 1 bytes");
    refused::<Dataset>(&of(r#""rows": 18446744073709551615, "labels": "", "values": """#), "`labels` has 0 bytes");
    refused::<Dataset>(&of(r#""rows": 1, "labels": "AA==", "values": "BA==""#), "behind the last of 2 features");
    let set = r#""rows": 1, "labels": "AA==", "values": "AQ==", "unknown": "AQ==""#;
    refused::<Dataset>(&of(set), "said to be unknown");
    refused::<Dataset>(&of(r#""rows": 2, "labels": "AQ==", "values": "AAA=""#), "rows 1 (positive) and 2 (negative)");
}

#[test]
#[ignore = "prints sizes and times of a million rows"]
fn a_million_rows() {
    let mut builder = Dataset::builder(Features::numbered(300));
    let mut state = 1u64;
    for row in 0..1_000_000 {
        let mut words = [0; 5];
        for word in &mut words {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            *word = state ^ state >> 31;
        }
        words[4] &= (1 << 44) - 1;
        builder.push_words(row % 1000 == 0, &words).unwrap();
    }
    let data = builder.build().unwrap();
    let start = std::time::Instant::now();
    let text = serde_json::to_string(&data).unwrap();
    let written = start.elapsed();
    let back: Dataset = serde_json::from_str(&text).unwrap();
    println!("{} bytes, written in {written:.2?}, read in {:.2?}", text.len(), start.elapsed() - written);
    assert!(back == data);
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

#[test]
fn weights_are_written_where_there_are_any() {
    let text = r#"{"features":["a"],"packed":{"rows":2,"labels":"AQ==","values":"AQA=","weights":[7,1]}}"#;
    let data: Dataset = serde_json::from_str(text).expect("it is a data set");
    assert_eq!((data.positives().weight(0), data.negatives().weight(0)), (7, 1));
    round_trip(&data, text);
    let by_hand = r#"{"features":["a"],"rows":[{"positive":true,"weight":7,"values":[true]},{"positive":false,"values":[false]}]}"#;
    assert_eq!(serde_json::from_str::<Dataset>(by_hand).expect("it is a data set"), data);
    for wrong in ["[7]", "[7,0]"] {
        assert!(serde_json::from_str::<Dataset>(&text.replace("[7,1]", wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn a_completed_data_set_keeps_all_rows_of_a_source() {
    let mut builder = Dataset::builder(Features::numbered(3));
    builder.push_partial(true, [Some(true), None, None]).expect("three cells");
    builder.push_partial(false, [Some(false), None, Some(true)]).expect("three cells");
    builder.push_partial(false, [Some(false), Some(true), None]).expect("three cells");
    builder.weigh_last(NonZeroU64::new(5).expect("not 0")).expect("they are light");
    let completed = builder.build().expect("no contradiction").completed().expect("few completions");
    let text = serde_json::to_string(&completed).expect("data are JSON");
    let read: Dataset = serde_json::from_str(&text).expect("what was written is read");
    let samples = |data: &Dataset| {
        [data.positives(), data.negatives()].map(|samples| {
            let weight =
                |index| (samples.cells(index).collect::<Vec<_>>(), samples.sources(index).len(), samples.weight(index));
            let mut all: Vec<_> = (0..samples.distinct()).map(weight).collect();
            all.sort();
            all
        })
    };
    assert_eq!(samples(&completed).map(|samples| samples.len()), [4, 3]);
    assert_eq!(samples(&read), samples(&completed));
    assert_eq!((read.rows(), read.contradictions()), (completed.rows(), completed.contradictions()));
}
