//! A search that knows what earlier ones found out gives the answer that a fresh one gives.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::common::{Act, Scripted, data, spaces};
use proptest::prelude::*;
use vesc_col::campaign::{Campaign, CampaignError};
use vesc_col::engine::EngineError;
use vesc_col::run::CancelToken;
use vesc_col::search::OnOverfit;
use vesc_col::sub_space::{Circuit, Complexity, Signal};
use vesc_col::{
    Cardinality, Dataset, DnfSpace, Features, Hypothesis, Learner, Outcome, Portfolio, Report, Run, Settings, SubSpace,
    search,
};
use vesc_col_testkit::strategies::instances;
use vesc_col_testkit::{Instance, OracleEngine};

/// All that a search promises.
fn answer(report: &Report) -> String {
    let hypotheses: Vec<String> = report.hypotheses().iter().map(ToString::to_string).collect();
    let steps: Vec<String> = report.steps().iter().map(|step| step.complexity().to_string()).collect();
    let (outcome, size) = (report.outcome(), report.deciding_step().map(|step| step.complexity().to_string()));
    let classes = report.classes();
    let first_within_bound = report.first_within_bound().map(|step| step.complexity().to_string());
    format!("{outcome:?} {size:?} {hypotheses:?} {steps:?} {classes:?} {first_within_bound:?} {:?}", report.warnings())
}

/// The same answer, and the same counts wherever they are promised; with the oracle, which knows no interval, everywhere.
fn require_same(known: &Report, fresh: &Report, bound: usize, exact: bool) -> Result<(), TestCaseError> {
    prop_assert_eq!(answer(known), answer(fresh));
    for (known, fresh) in known.steps().iter().zip(fresh.steps()) {
        let (known, fresh) = (known.result(), fresh.result());
        if exact || !fresh.concepts.exceeds(bound) {
            prop_assert_eq!(&known.concepts, &fresh.concepts);
            prop_assert_eq!(&known.formulas, &fresh.formulas);
        }
        prop_assert!(known.concepts.intersect(&fresh.concepts).is_some());
        prop_assert!(known.formulas.intersect(&fresh.formulas).is_some());
    }
    Ok(())
}

fn known_steps(report: &Report) -> usize {
    report.steps().iter().filter(|step| step.result().engine == "known").count()
}

fn listed_steps(report: &Report) -> usize {
    report.steps().iter().filter(|step| step.result().is_listed()).count()
}

fn first_rows(instance: &Instance, count: usize) -> Arc<Dataset> {
    Instance::new(instance.features(), instance.rows().iter().copied().take(count)).dataset()
}

/// Every language: a list of sub-spaces for so many features.
fn languages(features: usize) -> Vec<Vec<Arc<dyn SubSpace>>> {
    fn list<S: SubSpace>(spaces: impl Iterator<Item = S>) -> Vec<Arc<dyn SubSpace>> {
        spaces.map(|space| Arc::new(space) as Arc<dyn SubSpace>).collect()
    }
    vec![
        list(DnfSpace::up_to(features, 5, 2)),
        #[cfg(feature = "spaces")]
        list(vesc_col::spaces::TreeSpace::up_to(features, 3)),
        #[cfg(feature = "spaces")]
        list(vesc_col::spaces::ParitySpace::up_to(features, features)),
        #[cfg(feature = "spaces")]
        list(vesc_col::spaces::CnfSpace::up_to(features, 4, 2)),
    ]
}

fn settings() -> impl Strategy<Value = Settings> {
    (1usize..=6, any::<bool>(), 0usize..=20, any::<bool>()).prop_map(|(bound, exact, list, goes_on)| {
        let on_overfit = if goes_on { OnOverfit::MeasureOn } else { OnOverfit::Stop };
        Settings::default().with_bound(bound).with_exact(exact).with_list(list).with_on_overfit(on_overfit)
    })
}

/// Tried by default; the ignored tests try [`MANY_CASES`].
const CASES: u32 = 10;
const MANY_CASES: u32 = 40;

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// How many rows are there, what is asked about them, after how many questions a search is stopped, and whether the campaign
/// is written and read again.
type Lot = (usize, Settings, usize, bool);

fn lots() -> impl Strategy<Value = Vec<Lot>> {
    prop::collection::vec((0usize..=16, settings(), 0usize..=8, any::<bool>()), 1..=4)
}

proptest! {
    #![proptest_config(cases(CASES))]

    #[test]
    fn what_is_known_changes_no_answer(instance in instances(4, 0..=16), lots in lots()) {
        known_changes_no_answer(&instance, lots)?;
    }

    #[test]
    fn what_is_known_changes_no_answer_of_the_portfolio(
        instance in instances(6, 0..=24),
        cut in 0usize..=24,
        settings in settings(),
    ) {
        known_changes_no_answer_of_the_portfolio(&instance, cut, &settings)?;
    }
}

proptest! {
    #![proptest_config(cases(MANY_CASES))]

    #[test]
    #[ignore = "a minute; fewer cases are tried by default"]
    fn what_is_known_changes_no_answer_in_many_cases(instance in instances(4, 0..=16), lots in lots()) {
        known_changes_no_answer(&instance, lots)?;
    }

    #[test]
    #[ignore = "a minute; fewer cases are tried by default"]
    fn what_is_known_changes_no_answer_of_the_portfolio_in_many_cases(
        instance in instances(6, 0..=24),
        cut in 0usize..=24,
        settings in settings(),
    ) {
        known_changes_no_answer_of_the_portfolio(&instance, cut, &settings)?;
    }
}

/// Rows that come in one lot after another, each searched in each language with other settings; now and then a search is
/// stopped, and now and then all is written down and read again.
fn known_changes_no_answer(instance: &Instance, mut lots: Vec<Lot>) -> Result<(), TestCaseError> {
    lots.sort_by_key(|lot| lot.0);
    let mut campaign = Campaign::new();
    for (rows, settings, stop_after, stored) in lots {
        let data = first_rows(instance, rows);
        if stored {
            campaign = read_again(&campaign);
        }
        for spaces in languages(4) {
            let stopping = Scripted::new("stopping", (0..stop_after).map(|_| Act::Wait));
            let stopped = Run::new().with_deadline(Instant::now());
            let undecided = campaign.search(&stopping, &data, spaces.clone(), &settings, &stopped);
            let is_refusal = matches!(undecided, Ok(_) | Err(CampaignError::Engine(EngineError::Unsupported { .. })));
            prop_assert!(is_refusal);
            let known = campaign.search(&OracleEngine, &data, spaces.clone(), &settings, &Run::new()).expect("grown");
            let fresh = search(&OracleEngine, &data, spaces.clone(), &settings, &Run::new()).expect("treated");
            require_same(&known, &fresh, settings.bound(), true)?;
            let again = campaign.search(&OracleEngine, &data, spaces, &settings, &Run::new()).expect("grown");
            require_same(&again, &fresh, settings.bound(), true)?;
            // Whatever has been listed is known, be it for an earlier question that asked for longer lists.
            prop_assert_eq!(known_steps(&again), listed_steps(&known));
            prop_assert!(listed_steps(&known) >= listed_steps(&fresh));
        }
    }
    Ok(())
}

/// The same with the engines that people use.
fn known_changes_no_answer_of_the_portfolio(
    instance: &Instance,
    cut: usize,
    settings: &Settings,
) -> Result<(), TestCaseError> {
    let engine = Portfolio::default();
    let mut campaign = Campaign::new();
    // The first rows may be of one class.
    let settings = &settings.clone().with_one_class(true);
    for rows in [cut, 24] {
        let data = first_rows(instance, rows);
        let known = campaign.search(&engine, &data, DnfSpace::up_to(6, 6, 3), settings, &Run::new()).expect("grown");
        let fresh = engine.search(&data, DnfSpace::up_to(6, 6, 3), settings, &Run::new()).expect("treated");
        require_same(&known, &fresh, settings.bound(), settings.exact())?;
    }
    Ok(())
}

/// A first question lists what a second one, with shorter lists, does not ask for.
#[test]
fn a_longer_list_serves_a_shorter_one() {
    let data = Instance::new(4, []).dataset();
    let mut campaign = Campaign::new();
    for list in [1, 0] {
        let settings = Settings::default().with_bound(1).with_list(list).with_one_class(true);
        let known =
            campaign.search(&OracleEngine, &data, DnfSpace::up_to(4, 2, 1), &settings, &Run::new()).expect("grown");
        let fresh = search(&OracleEngine, &data, DnfSpace::up_to(4, 2, 1), &settings, &Run::new()).expect("treated");
        assert_eq!(answer(&known), answer(&fresh));
        assert_eq!((listed_steps(&known), listed_steps(&fresh)), (1, list));
    }
}

#[cfg(feature = "serde")]
fn read_again(campaign: &Campaign) -> Campaign {
    let text = serde_json::to_string(campaign).expect("a campaign is JSON");
    let read: Campaign = serde_json::from_str(&text).expect("it was written so");
    assert_eq!(serde_json::to_string(&read).expect("a campaign is JSON"), text);
    assert_eq!(read.data(), campaign.data());
    read
}

#[cfg(not(feature = "serde"))]
fn read_again(campaign: &Campaign) -> Campaign {
    campaign.clone()
}

fn rows(features: Features, rows: &[(bool, &[bool])]) -> Arc<Dataset> {
    let mut builder = Dataset::builder(features);
    rows.iter().for_each(|(positive, cells)| builder.push(*positive, cells.iter().copied()).expect("as many cells"));
    Arc::new(builder.build().expect("no contradiction"))
}

fn abc() -> Features {
    Features::new(["a", "b", "c"]).expect("three names")
}

fn learn(campaign: &mut Campaign, data: &Arc<Dataset>) -> Result<Report, CampaignError> {
    let spaces = DnfSpace::up_to(data.features().len(), 3, 2);
    campaign.search(&OracleEngine, data, spaces, &Settings::default(), &Run::new())
}

#[test]
fn a_step_whose_concepts_are_all_refuted_is_known_to_be_empty() {
    let mut campaign = Campaign::new();
    let first = rows(abc(), &[(true, &[true, true, false]), (false, &[true, true, true])]);
    assert_eq!(known_steps(&learn(&mut campaign, &first).expect("the first")), 0);
    let more =
        rows(abc(), &[(false, &[true, false, false]), (false, &[true, true, true]), (true, &[true, true, false])]);
    let report = learn(&mut campaign, &more).expect("grown, in another order");
    assert_eq!((report.outcome(), known_steps(&report)), (Outcome::Learned, 1));
    assert_eq!(report.hypotheses()[0].display(&abc()).to_string(), "b & !c");
}

#[test]
fn what_was_found_before_a_stop_is_known() {
    let engine = Scripted::new("first", [Act::Answer(0), Act::Answer(0), Act::GiveUp(0)]);
    let mut campaign = Campaign::new();
    let mut again = |engine: &Scripted| {
        campaign.search(engine, &data(), spaces(3), &Settings::default(), &Run::new()).expect("the same data")
    };
    assert_eq!(again(&engine).outcome(), Outcome::Undecided);
    let report = again(&Scripted::new("second", [Act::Fail, Act::Panic, Act::Answer(0)]));
    let engines: Vec<&str> = report.steps().iter().map(|step| step.result().engine.as_str()).collect();
    assert_eq!((report.outcome(), engines), (Outcome::Underfit, vec!["known", "known", "second"]));
}

#[test]
fn a_failure_leaves_what_was_known() {
    let mut campaign = Campaign::new();
    let mut again = |acts: [Act; 2]| {
        let engine = Scripted::new("scripted", acts);
        campaign.search(&engine, &data(), spaces(2), &Settings::default(), &Run::new())
    };
    again([Act::Answer(0), Act::Fail]).expect_err("it fails");
    let report = again([Act::Fail, Act::Answer(0)]).expect("the first is known");
    assert_eq!(known_steps(&report), 1);
}

#[test]
fn a_stopped_run_still_knows_what_is_empty() {
    let mut campaign = Campaign::new();
    let first =
        rows(abc(), &[(true, &[true, true, false]), (false, &[true, false, false]), (false, &[false, true, false])]);
    assert_eq!(learn(&mut campaign, &first).expect("the first").outcome(), Outcome::Learned);
    let token = CancelToken::new();
    token.cancel();
    let run = Run::new().with_cancel(token).with_deadline(Instant::now() + Duration::from_secs(60));
    let spaces = DnfSpace::up_to(3, 3, 2);
    let report = campaign.search(&OracleEngine, &first, spaces, &Settings::default(), &run).expect("the same data");
    assert_eq!((report.outcome(), known_steps(&report)), (Outcome::Undecided, 1));
    let report = learn(&mut campaign, &first).expect("the same data");
    assert_eq!((report.outcome(), known_steps(&report)), (Outcome::Learned, 2), "what was listed is not lost");
}

#[test]
fn other_data_are_refused() {
    let first = rows(abc(), &[(true, &[true, true, false]), (false, &[true, true, true])]);
    let refused = |other: &Arc<Dataset>| {
        let mut campaign = Campaign::new();
        let _ = learn(&mut campaign, &first).expect("the first");
        let error = learn(&mut campaign, other).expect_err("other data");
        assert_eq!(campaign.data(), Some(&first));
        let _ = learn(&mut campaign, &first).expect("it is as before");
        error.to_string()
    };
    assert_eq!(
        refused(&rows(abc(), &[(true, &[true, true, false])])),
        "row 2 of the earlier data, a negative sample, is missing"
    );
    assert_eq!(
        refused(&rows(abc(), &[(true, &[true, true, true]), (true, &[true, true, false])])),
        "row 2 of the earlier data, a negative sample, has the other label now"
    );
    let named = |names: &[&str]| {
        let features = Features::new(names.iter().copied()).expect("names");
        rows(features, &[(true, &[true, true, false, true][..names.len()])])
    };
    assert_eq!(refused(&named(&["a", "x", "c"])), "feature 2 was `b` in the earlier data, and is `x` now");
    assert_eq!(refused(&named(&["a", "b"])), "feature 3 of the earlier data, `c`, is missing");
    assert_eq!(refused(&named(&["a", "b", "c", "d"])), "feature 4, `d`, is not in the earlier data");
}

#[test]
fn errors_and_unknown_cells_are_refused() {
    let data = rows(abc(), &[(true, &[true, true, false])]);
    let settings = Settings::default().with_error_budget(0, 1);
    let error = Campaign::new()
        .search(&OracleEngine, &data, DnfSpace::up_to(3, 1, 1), &settings, &Run::new())
        .expect_err("a budget");
    assert!(matches!(error, CampaignError::Engine(EngineError::Unsupported { .. })));
    let mut builder = Dataset::builder(abc());
    builder.push_partial(true, [Some(true), None, None]).expect("three cells");
    learn(&mut Campaign::new(), &Arc::new(builder.build().expect("data"))).expect_err("unknown cells");
}

/// What is read may be anything; it is never a panic.
#[test]
#[cfg(feature = "serde")]
fn damaged_text() {
    let mut campaign = Campaign::new();
    let data = rows(abc(), &[(true, &[true, true, false]), (false, &[true, true, true])]);
    let _ = learn(&mut campaign, &data).expect("the first");
    let text = serde_json::to_string(&campaign).expect("JSON");
    let read = |from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        serde_json::from_str::<Campaign>(&text.replace(from, to)).map_err(|error| error.to_string())
    };
    for (from, to, expected) in [
        ("\"schema\":3", "\"schema\":1", "it has schema 1, and only 3 is known here"),
        ("+110", "110", "row 1 has no label `+` or `-`"),
        ("+110", "+11", "row 1 has 2 cells, expected 3"),
        ("+110", "+1é0", "is not Boolean"),
        ("\"lower\":\"1\",\"upper\":\"1\"", "\"lower\":\"0\",\"upper\":\"0\"", "fewer formulas than concepts"),
    ] {
        let error = read(from, to).expect_err(to);
        assert!(error.contains(expected), "{error}");
    }
    // One digit more or less: it would be another formula, another row, or another number.
    for (from, to) in [
        ("[[4,5]]", "[[4]]"),
        ("[[4,5]]", "[[2,3]]"),
        ("+110", "+100"),
        ("\"upper\":\"1\"", "\"upper\":\"2\""),
        ("\"rows\":2", "\"rows\":3"),
        ("\"checksum\":\"", "\"checksum\":\"0"),
    ] {
        let error = read(from, to).expect_err(to);
        assert!(error.contains("its checksum is not that of its content: it was changed or damaged"), "{error}");
    }
}

/// DNF whose `Debug` text says nothing.
struct Silent {
    space: DnfSpace,
    key: Key,
}

#[derive(Clone, Copy, PartialEq)]
enum Key {
    /// There is none.
    None,
    /// Each sub-space has its own.
    Own,
    /// All sub-spaces have the same: a defect.
    Same,
}

impl std::fmt::Debug for Silent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Silent")
    }
}

impl SubSpace for Silent {
    fn features(&self) -> usize {
        self.space.features()
    }
    fn key(&self) -> Option<String> {
        match self.key {
            Key::None => None,
            Key::Own => Some(format!("silent {}", self.space.key().expect("DNF has a key"))),
            Key::Same => Some("silent".to_owned()),
        }
    }
    fn width(&self) -> usize {
        self.space.width()
    }
    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        self.space.member(circuit, h)
    }
    fn predict(&self, circuit: &mut Circuit, h: &[Signal], x: &[Signal]) -> Signal {
        self.space.predict(circuit, h, x)
    }
    fn complexity(&self) -> Complexity {
        Complexity::new([("sizes", if self.key == Key::Same { self.space.literals() as u64 } else { 1 })])
    }
    fn decode(&self, bits: &[bool]) -> Box<dyn Hypothesis> {
        self.space.decode(bits)
    }
    fn bits_of(&self, hypothesis: &dyn Hypothesis) -> Option<Vec<bool>> {
        self.space.bits_of(hypothesis)
    }
    fn canonical(&self, bits: &[bool]) -> Vec<bool> {
        self.space.canonical(bits)
    }
}

#[test]
fn sub_spaces_are_told_apart_by_their_keys_alone() {
    let data =
        rows(abc(), &[(true, &[true, true, false]), (false, &[true, false, false]), (false, &[false, true, false])]);
    for key in [Key::None, Key::Own, Key::Same] {
        let mut campaign = Campaign::new();
        let mut search = |literals| {
            let space = Silent { space: DnfSpace::new(3, literals, 1), key };
            campaign.search(&OracleEngine, &data, [space], &Settings::default(), &Run::new()).expect("it is small")
        };
        assert_eq!(search(1).cardinality(), Cardinality::exact(0u32));
        assert_eq!(search(2).cardinality(), Cardinality::exact(1u32), "one literal fits nothing, two do");
        assert_eq!(known_steps(&search(2)), usize::from(key != Key::None));
    }
}
