//! Languages other than DNF through the whole search.
#![cfg(all(feature = "spaces", feature = "sat"))]

use std::sync::Arc;
use std::time::{Duration, Instant};

use vesc_col::data::Sample;
use vesc_col::spaces::{DecisionTree, Parity, ParitySpace, Threshold, ThresholdSpace, TreeSpace};
use vesc_col::{Dataset, DnfSpace, Features, Hypothesis, Learner, Outcome, Portfolio, Run, Settings, SubSpace};

/// Uniform random rows, labelled by a hypothesis.
fn planted(target: &dyn Hypothesis, features: usize, rows: u64) -> Arc<Dataset> {
    let mut builder = Dataset::builder(Features::numbered(features));
    for row in 1..=rows {
        let word = [0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb]
            .iter()
            .fold(row, |word: u64, &factor| (word ^ word >> 29).wrapping_mul(factor));
        let word = word ^ word >> 31;
        let sample = &Sample::from_slice(std::slice::from_ref(&word))[..features];
        builder.push(target.accepts(sample), sample.iter().by_vals()).expect("as many cells as features");
    }
    Arc::new(builder.build().expect("a hypothesis does not contradict itself"))
}

/// Finds just that within a minute; gives the report's text.
#[track_caller]
fn finds<S: SubSpace>(target: &dyn Hypothesis, data: &Arc<Dataset>, spaces: impl IntoIterator<Item = S>) -> String {
    let start = Instant::now();
    let report = Portfolio::default().search(data, spaces, &Settings::default(), &Run::new()).expect("engines");
    assert_eq!((report.outcome(), report.cardinality().to_string().as_str()), (Outcome::Learned, "1"), "{report}");
    assert_eq!(report.hypotheses()[0].to_string(), target.to_string());
    assert!(start.elapsed() < Duration::from_secs(60), "{report}");
    format!("{report:#}")
}

#[test]
fn a_parity_of_three_among_thirty_features() {
    let target = Parity::new([3, 11, 24], false);
    finds(&target, &planted(&target, 30, 60), ParitySpace::up_to(30, 5));
}

fn two_of_five() -> Threshold {
    Threshold::parse("at least 2 of (x3, !x11, x17, !x24, x31)", &Features::numbered(40)).expect("it is one")
}

#[test]
fn two_of_five_among_forty_features() {
    let target = two_of_five();
    finds(&target, &planted(&target, 40, 200), ThresholdSpace::up_to(40, 6));
}

#[test]
fn a_tree_of_three_splits_among_twenty_features() {
    let target = DecisionTree::parse("x3 ? (x11 ? 1 : 0) : x7 ? 0 : 1", &Features::numbered(20)).expect("it is one");
    finds(&target, &planted(&target, 20, 100), TreeSpace::up_to(20, 4));
}

#[test]
fn languages_can_be_mixed_in_one_search() {
    let target = two_of_five();
    let data = planted(&target, 40, 200);
    let terms = DnfSpace::up_to(40, 3, 2).map(|space| Arc::new(space) as Arc<dyn SubSpace>);
    let thresholds = ThresholdSpace::up_to(40, 6).map(|space| Arc::new(space) as Arc<dyn SubSpace>);
    let text = finds(&target, &data, terms.chain(thresholds));
    for line in ["complexity  |VS|", "3 literals, 2 terms     0", "5 literals, 2 needed     1"] {
        assert!(text.contains(line), "no `{line}` in\n{text}");
    }
}
