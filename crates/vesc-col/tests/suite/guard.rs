//! What engines and languages do wrong is found out, and said of the right one.

use std::any::Any;
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicIsize, Ordering};
use std::sync::{Arc, LazyLock};

use crate::common::{Act, Scripted, data, in_time, spaces};
use vesc_col::campaign::{Campaign, CampaignError};
use vesc_col::data::Domain;
use vesc_col::engine::{BddEngine, CoverEngine, EngineError, Query, SatEngine, Session, VersionSpace};
use vesc_col::explain::{conflict, contradicting, fragility, shared, some_boundary};
use vesc_col::next::Candidates;
use vesc_col::report::Warning;
use vesc_col::search::{NextCertain, next_certain, one_by_one};
use vesc_col::spaces::{ListSpace, ObddSpace, ParitySpace, ThresholdSpace, TreeSpace};
use vesc_col::sub_space::{Circuit, Complexity, Shape, Signal};
use vesc_col::{
    Cardinality, Dataset, Dnf, DnfSpace, Engine, Features, Hypothesis, Learner, Outcome, Portfolio, Report, Run,
    Settings, SubSpace,
};

/// Lists these formulas, and says that there are so many.
#[derive(Clone, Debug)]
struct Liar {
    formulas: Vec<&'static str>,
    concepts: Cardinality,
    counted: Cardinality,
}

impl Liar {
    fn new(formulas: &[&'static str]) -> Liar {
        let count = Cardinality::exact(formulas.len());
        Liar { formulas: formulas.to_vec(), concepts: count.clone(), counted: count }
    }
}

impl Engine for Liar {
    fn name(&self) -> &str {
        "liar"
    }

    fn open(&self, _data: Arc<Dataset>) -> Box<dyn Session> {
        Box::new(self.clone())
    }
}

impl Session for Liar {
    fn measure(&mut self, _query: &Query, _run: &Run) -> Result<VersionSpace, EngineError> {
        let features = Features::numbered(16);
        let parse = |text: &&str| Arc::new(Dnf::parse(text, &features).expect("a formula")) as Arc<dyn Hypothesis>;
        let hypotheses = self.formulas.iter().map(parse).collect();
        Ok(VersionSpace::new("liar", self.concepts.clone(), self.counted.clone()).with_hypotheses(hypotheses))
    }
}

fn search(engine: &dyn Engine, space: impl SubSpace, settings: &Settings) -> Result<Report, EngineError> {
    vesc_col::search(engine, &data(), [space], settings, &Run::new())
}

/// What a liar's answer about one literal contradicts, and the row that shows it. In a portfolio another engine answers.
#[track_caller]
fn contradiction(liar: &Liar, settings: &Settings) -> (String, Option<usize>) {
    let other: Arc<dyn Engine> = Arc::new(CoverEngine::default());
    for threads in [1, 2] {
        let both = Portfolio::new([Arc::new(liar.clone()) as Arc<dyn Engine>, Arc::clone(&other)]);
        let run = Run::new().with_threads(threads);
        let report = both.search(&data(), [DnfSpace::new(16, 1, 1)], &settings.clone().with_bound(20), &run);
        assert_eq!(report.expect("the other answers").cardinality(), Cardinality::exact(16u32));
    }
    let alone = search(liar, DnfSpace::new(16, 1, 1), settings).expect_err("it is a contradiction");
    let text = alone.to_string();
    let EngineError::Inconsistent { engine, space, what, row } = alone else { panic!("{alone:?}") };
    assert_eq!((engine.as_str(), space.contains("DnfSpace")), ("liar", true));
    assert!(text.starts_with("engine `liar` contradicts") && text.contains(&what), "{text}");
    (what, row)
}

#[test]
fn answers_that_contradict_themselves_or_the_data_are_none() {
    let settings = Settings::default();
    let of = |formulas: &[&'static str]| contradiction(&Liar::new(formulas), &settings);
    assert_eq!(of(&["x0", "x0"]), ("itself: `x0` is listed twice".to_owned(), None));
    let order = "itself: `x0` is listed after `x1`, which comes later in canonical order";
    assert_eq!(of(&["x1", "x0"]), (order.to_owned(), None));
    let size = "the question: `x0 & x1` is no formula of 1 literal, 1 term";
    assert_eq!(of(&["x0 & x1"]), (size.to_owned(), None));
    assert_eq!(of(&["x0", "!x1"]), ("row 1 of the data (positive): `!x1` rejects it".to_owned(), Some(0)));
    let many = Liar { concepts: Cardinality::between(0u32, 1u32), ..Liar::new(&["x0", "x1"]) };
    assert_eq!(contradiction(&many, &settings).0, "itself: 2 of 0..1 concepts are listed");
    for (concepts, formulas) in [(2, 1), (2, 3), (0, 1)] {
        let [concepts, counted] = [concepts, formulas].map(|number: u32| Cardinality::exact(number));
        let liar = Liar { concepts, counted, ..Liar::new(&[]) };
        let expected = format!("itself: {} concepts have {} formulas", liar.concepts, liar.counted);
        assert_eq!(contradiction(&liar, &settings).0, expected, "a literal is a concept by itself");
    }
    let none = Liar { concepts: Cardinality::unknown(), counted: Cardinality::exact(0u32), ..Liar::new(&["x0"]) };
    assert_eq!(contradiction(&none, &settings).0, "itself: 1 of 0 formulas are listed");
}

/// The languages of which engines know no more than their circuits know their members all the same.
#[test]
fn formulas_of_another_language_are_none() {
    let spaces: [Arc<dyn SubSpace>; 5] = [
        Arc::new(ParitySpace::new(16, 1)),
        Arc::new(ThresholdSpace::new(16, 1, 1)),
        Arc::new(ListSpace::new(16, 1)),
        Arc::new(TreeSpace::new(16, 1)),
        Arc::new(ObddSpace::new(16, 1)),
    ];
    for space in spaces {
        let error = search(&Liar::new(&["x0"]), Arc::clone(&space), &Settings::default()).expect_err("it is a DNF");
        assert!(error.to_string().contains("the question: `x0` is no formula of "), "{space:?}: {error}");
    }
}

/// Two formulas of one concept would be two concepts.
#[test]
fn a_concept_is_listed_by_its_least_formula() {
    let engine = Liar::new(&["x0 & x5 | x0 & !x5"]);
    let error = search(&engine, DnfSpace::new(16, 4, 2), &Settings::default()).expect_err("others are less");
    let EngineError::Inconsistent { what, row: None, .. } = &error else { panic!("{error:?}") };
    let expected = "the question: `x0 & x5 | x0 & !x5` is listed for a concept that is shown as `x0 | x0 & x1 & x2`";
    assert_eq!(what, expected);
}

#[test]
fn rows_with_unknown_cells_are_looked_at_too() {
    let mut builder = Dataset::builder(Features::numbered(16));
    builder.push_partial(true, (0..16).map(|feature| (feature > 0).then_some(true))).expect("16 cells");
    builder.push(false, (0..16).map(|feature| feature == 1)).expect("16 cells");
    let (data, space) = (Arc::new(builder.build().expect("no contradiction")), || DnfSpace::new(16, 1, 1));
    let error = vesc_col::search(&Liar::new(&["!x1"]), &data, [space()], &Settings::default(), &Run::new());
    let error = error.expect_err("no value of the unknown cell helps").to_string();
    let expected = "row 1 of the data (positive): `!x1` rejects it whatever its unknown cells are";
    assert!(error.contains(expected), "{error}");
    let certain = |budget| {
        let settings = Settings::default().with_error_budget(0, budget);
        next_certain(&Liar::new(&["x0"]), &data, [space()], &settings, &Run::new())
    };
    let error = certain(0).expect_err("it fits if the cell is 1").to_string();
    let expected = "row 1 of the data (positive): `x0` rejects it for some values of its unknown cells";
    assert!(error.contains(expected), "{error}");
    assert!(matches!(certain(1), Ok(NextCertain::Found(..))), "one error is allowed");
}

#[test]
fn an_engine_that_counts_without_listing_was_not_stopped() {
    let counts =
        |count: u32| Liar { concepts: Cardinality::exact(count), counted: Cardinality::exact(count), ..Liar::new(&[]) };
    let report = search(&counts(3), DnfSpace::new(16, 1, 1), &Settings::default()).expect("an answer");
    assert_eq!(report.outcome(), Outcome::Undecided);
    assert!(report.steps()[0].result().is_counted_only());
    let expected = "no limit was reached: the engine `liar` counts 3 concepts and lists none of them";
    assert!(report.warnings().contains(&Warning::Note(expected.to_owned())), "{:?}", report.warnings());
    let two = Cardinality::exact(2u32);
    let partly = Liar { concepts: two.clone(), counted: two, ..Liar::new(&["x0"]) };
    let report = search(&partly, DnfSpace::new(16, 1, 1), &Settings::default()).expect("an answer");
    let expected = "no limit was reached: the engine `liar` counts 2 concepts and lists 1 of them";
    assert!(report.warnings().contains(&Warning::Note(expected.to_owned())), "{:?}", report.warnings());
    // Beyond the bound a count is all that is asked for.
    let report = search(&counts(11), DnfSpace::new(16, 1, 1), &Settings::default()).expect("an answer");
    assert_eq!(report.outcome(), Outcome::Overfit);
    assert!(!report.warnings().iter().any(|warning| matches!(warning, Warning::Note(_))));
}

#[test]
fn an_error_budget_allows_so_many_errors() {
    let mut builder = Dataset::builder(Features::numbered(16));
    builder.push(true, [true; 16]).expect("16 cells");
    for other in [1, 2] {
        builder.push(false, (0..16).map(|feature| feature == 0 || feature == other)).expect("16 cells");
    }
    let data = Arc::new(builder.build().expect("no row contradicts another"));
    let search = |budget| {
        let settings = Settings::default().with_error_budget(budget, 0);
        vesc_col::count(&Liar::new(&["x0"]), &data, DnfSpace::new(16, 1, 1), &settings, &Run::new())
    };
    let error = search(1).expect_err("two rows are wrong");
    assert!(
        error.to_string().contains("row 3 of the data (negative): `x0` accepts it, beyond the error budget"),
        "{error}"
    );
    // The same answer about no error at all is asked for afterwards.
    let error = search(2).expect_err("without errors it is wrong");
    assert!(error.to_string().contains("row 2 of the data (negative): `x0` accepts it,"), "{error}");
}

/// What a language does wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Defect {
    PanicsInMember,
    PanicsInPredict,
    PanicsInDecode,
    PanicsInAccepts,
    PanicsInComplexity,
    PanicsInDomain,
    PanicsInKey,
    PanicsInDebug,
    PanicsInShape,
    PanicsInCanonical,
    PanicsInBitsOf,
    PanicsInOrderKey,
    PanicsInDisplay,
    CannotBeEncoded,
    DecodesOthers,
}

/// One literal, with a defect.
#[derive(Clone, Copy)]
struct Broken(Defect);

impl std::fmt::Debug for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        panic_if(self.0 == Defect::PanicsInDebug);
        write!(f, "Broken({:?})", self.0)
    }
}

static FREE: LazyLock<Domain> = LazyLock::new(Domain::free);

const INNER: fn() -> DnfSpace = || DnfSpace::new(16, 1, 1);

/// `panic!` that may return, so that code after it is not dead.
fn panic_if(is_so: bool) {
    assert!(!is_so, "the table of codes is lost");
}

#[derive(Debug)]
struct Fragile(Box<dyn Hypothesis>, Defect);

impl std::fmt::Display for Fragile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl Hypothesis for Fragile {
    fn accepts(&self, sample: &vesc_col::data::Sample) -> bool {
        panic_if(self.1 == Defect::PanicsInAccepts);
        self.0.accepts(sample)
    }
    fn fmt_named(&self, features: &Features, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        panic_if(self.1 == Defect::PanicsInDisplay);
        self.0.fmt_named(features, f)
    }
    fn order_key(&self) -> Vec<u32> {
        panic_if(self.1 == Defect::PanicsInOrderKey);
        self.0.order_key()
    }
}

impl SubSpace for Broken {
    fn features(&self) -> usize {
        16
    }
    fn validate(&self) -> Result<(), Box<dyn Error + Send + Sync>> {
        if self.0 == Defect::CannotBeEncoded { Err("the table of codes is lost".into()) } else { Ok(()) }
    }
    fn width(&self) -> usize {
        INNER().width()
    }
    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        panic_if(matches!(self.0, Defect::PanicsInMember | Defect::PanicsInDebug));
        INNER().member(circuit, h)
    }
    fn predict(&self, circuit: &mut Circuit, h: &[Signal], x: &[Signal]) -> Signal {
        panic_if(self.0 == Defect::PanicsInPredict);
        INNER().predict(circuit, h, x)
    }
    fn complexity(&self) -> Complexity {
        panic_if(self.0 == Defect::PanicsInComplexity);
        INNER().complexity()
    }
    fn domain(&self) -> &Domain {
        panic_if(self.0 == Defect::PanicsInDomain);
        &FREE
    }
    fn key(&self) -> Option<String> {
        panic_if(self.0 == Defect::PanicsInKey);
        None
    }
    fn decode(&self, bits: &[bool]) -> Box<dyn Hypothesis> {
        panic_if(self.0 == Defect::PanicsInDecode);
        let decoded = INNER().decode_dnf(bits);
        match self.0 {
            Defect::DecodesOthers => {
                let literal = decoded.terms()[0].literals()[0];
                Box::new(Dnf::new([vesc_col::formula::Term::new([!literal]).expect("a term")]).expect("a formula"))
            }
            Defect::PanicsInAccepts | Defect::PanicsInOrderKey | Defect::PanicsInDisplay => {
                Box::new(Fragile(Box::new(decoded), self.0))
            }
            _ => Box::new(decoded),
        }
    }
    fn shape(&self) -> Shape<'_> {
        panic_if(self.0 == Defect::PanicsInShape);
        Shape::Opaque
    }
    fn canonical(&self, bits: &[bool]) -> Vec<bool> {
        panic_if(self.0 == Defect::PanicsInCanonical);
        bits.to_vec()
    }
    fn bits_of(&self, hypothesis: &dyn Hypothesis) -> Option<Vec<bool>> {
        panic_if(self.0 == Defect::PanicsInBitsOf);
        INNER().encode((hypothesis as &dyn Any).downcast_ref()?)
    }
}

fn in_a_campaign(engine: &dyn Engine, space: Broken) -> EngineError {
    let error = Campaign::new().search(engine, &data(), [space], &Settings::default(), &Run::new());
    match error.expect_err("the language is broken") {
        CampaignError::Engine(error) => error,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_a_language_does_wrong_is_said_of_it_and_not_of_the_engine() {
    let engines: [Arc<dyn Engine>; 3] =
        [Arc::new(BddEngine::default()), Arc::new(SatEngine::default()), Arc::new(Portfolio::default())];
    let settings = Settings::default().with_bound(20);
    for engine in engines {
        for defect in [
            Defect::PanicsInMember,
            Defect::PanicsInPredict,
            Defect::PanicsInDecode,
            Defect::PanicsInAccepts,
            Defect::PanicsInComplexity,
            Defect::PanicsInDomain,
            Defect::PanicsInKey,
            Defect::PanicsInShape,
            Defect::PanicsInCanonical,
            Defect::PanicsInBitsOf,
            Defect::PanicsInOrderKey,
            Defect::PanicsInDisplay,
            Defect::CannotBeEncoded,
        ] {
            let error = match defect {
                // Only a campaign asks for it.
                Defect::PanicsInKey => in_a_campaign(&*engine, Broken(defect)),
                _ => search(&*engine, Broken(defect), &settings).expect_err("the language is broken"),
            };
            let first_line = error.to_string();
            assert!(matches!(error, EngineError::SubSpace { .. }), "{}: {defect:?}: {error:?}", engine.name());
            assert!(first_line.starts_with(&format!("the sub-space `Broken({defect:?})` failed: ")), "{first_line}");
            assert!(first_line.ends_with("the table of codes is lost"), "{first_line}");
        }
        let error = search(&*engine, Broken(Defect::DecodesOthers), &settings).expect_err("no formula fits");
        let EngineError::Inconsistent { row, what, .. } = &error else { panic!("{}: {error:?}", engine.name()) };
        assert_eq!((*row, what.as_str()), (Some(0), "row 1 of the data (positive): `!x0` rejects it"));
    }
}

/// One literal, whose methods panic from some call on. What its hypotheses are asked counts, too.
#[derive(Clone, Debug)]
struct Late {
    defect: Defect,
    good: Arc<AtomicIsize>,
}

impl Late {
    fn may_panic(&self, asked: Defect) {
        panic_if(self.defect == asked && self.good.fetch_sub(1, Ordering::Relaxed) <= 0);
    }
}

#[derive(Debug)]
struct LateHypothesis(Dnf, Late);

impl std::fmt::Display for LateHypothesis {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl Hypothesis for LateHypothesis {
    fn accepts(&self, sample: &vesc_col::data::Sample) -> bool {
        self.0.accepts(sample)
    }
    fn fmt_named(&self, features: &Features, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt_named(features, f)
    }
    fn order_key(&self) -> Vec<u32> {
        self.1.may_panic(Defect::PanicsInOrderKey);
        self.0.order_key()
    }
}

impl SubSpace for Late {
    fn features(&self) -> usize {
        16
    }
    fn width(&self) -> usize {
        INNER().width()
    }
    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        INNER().member(circuit, h)
    }
    fn predict(&self, circuit: &mut Circuit, h: &[Signal], x: &[Signal]) -> Signal {
        INNER().predict(circuit, h, x)
    }
    fn complexity(&self) -> Complexity {
        self.may_panic(Defect::PanicsInComplexity);
        INNER().complexity()
    }
    fn domain(&self) -> &Domain {
        self.may_panic(Defect::PanicsInDomain);
        &FREE
    }
    fn decode(&self, bits: &[bool]) -> Box<dyn Hypothesis> {
        Box::new(LateHypothesis(INNER().decode_dnf(bits), self.clone()))
    }
    fn canonical(&self, bits: &[bool]) -> Vec<bool> {
        bits.to_vec()
    }
    fn bits_of(&self, hypothesis: &dyn Hypothesis) -> Option<Vec<bool>> {
        INNER().encode((hypothesis as &dyn Any).downcast_ref()?)
    }
}

/// Wherever it happens, the panic does not reach the caller.
#[test]
fn a_language_that_panics_later_is_an_error_too() {
    let one_unknown = {
        let mut builder = Dataset::builder(Features::numbered(16));
        builder.push_partial(true, (0..16).map(|feature| (feature > 0).then_some(true))).expect("16 cells");
        builder.push(false, [false; 16]).expect("16 cells");
        Arc::new(builder.build().expect("no row contradicts another"))
    };
    let engines: [Arc<dyn Engine>; 3] =
        [Arc::new(BddEngine::default()), Arc::new(SatEngine::default()), Arc::new(Portfolio::default())];
    let settings = Settings::default().with_bound(20);
    let within_budget = settings.clone().with_error_budget(1, 0);
    let run = Run::new().with_memory(1 << 30);
    for engine in &engines {
        for defect in [Defect::PanicsInComplexity, Defect::PanicsInDomain, Defect::PanicsInOrderKey] {
            let ask = |good: isize, data: &Arc<Dataset>, settings: &Settings, counted: bool| {
                let late = Late { defect, good: Arc::new(AtomicIsize::new(good)) };
                let asked = catch_unwind(AssertUnwindSafe(|| match counted {
                    true => vesc_col::count(&**engine, data, late.clone(), settings, &run).map(|_| ()),
                    false => vesc_col::search(&**engine, data, [late.clone()], settings, &run).map(|_| ()),
                }));
                let asked = asked.unwrap_or_else(|_| panic!("{}: {defect:?} passes at call {good}", engine.name()));
                (asked.is_ok(), late.good.load(Ordering::Relaxed) > 0)
            };
            for (data, settings) in
                [(data(), &settings), (data(), &within_budget), (Arc::clone(&one_unknown), &settings)]
            {
                for counted in [false, true] {
                    let calls = (0..).take_while(|&good| !ask(good, &data, settings, counted).1).count();
                    assert!(calls > 0, "it is asked at all");
                    assert!(ask(isize::MAX, &data, settings, counted).0, "without a panic there is an answer");
                }
            }
        }
    }
}

/// Takes bits for a member of the sub-space that are none.
#[derive(Debug)]
struct Careless;

impl Engine for Careless {
    fn name(&self) -> &str {
        "careless"
    }

    fn open(&self, _data: Arc<Dataset>) -> Box<dyn Session> {
        Box::new(Careless)
    }
}

impl Session for Careless {
    fn measure(&mut self, query: &Query, _run: &Run) -> Result<VersionSpace, EngineError> {
        let space = query.space();
        let hypothesis = Arc::from(space.decode(&vec![false; space.width()]));
        Ok(VersionSpace::new("careless", Cardinality::exact(1u32), Cardinality::exact(1u32))
            .with_hypotheses(vec![hypothesis]))
    }
}

#[test]
fn bits_of_no_member_are_the_engines_mistake() {
    let error = search(&Careless, INNER(), &Settings::default()).expect_err("a formula without literals is none");
    assert_eq!(
        error.to_string(),
        "engine `careless` failed: it panicked: it took bits for a hypothesis that are no member's"
    );
}

#[test]
fn a_single_engine_that_panics_has_failed() {
    let engine = Scripted::new("moody", [Act::Answer(0), Act::Panic]);
    let error = engine.search(&data(), spaces(2), &Settings::default(), &Run::new()).expect_err("it panics");
    assert!(matches!(&error, EngineError::Failed { engine, .. } if engine == "moody"), "{error:?}");
    assert_eq!(error.to_string(), "engine `moody` failed: it panicked: as told");
    assert!(error.source().is_none(), "the first line says it all");
}

#[test]
fn shared_and_boxed_engines_are_learners() {
    let shared: Arc<dyn Engine> = Arc::new(Scripted::new("scripted", [Act::Answer(2)]));
    let boxed: Box<dyn Engine> = Box::new(Arc::clone(&shared));
    let bare: &dyn Engine = &*boxed;
    let report = bare.search(&data(), spaces(1), &Settings::default(), &Run::new()).expect("it answers");
    assert_eq!(report.outcome(), Outcome::Learned);
    let report = boxed.search(&data(), spaces(1), &Settings::default(), &Run::new()).expect("it answers");
    assert_eq!(report.outcome(), Outcome::Learned);
    let report = shared.search(&data(), spaces(1), &Settings::default(), &Run::new()).expect("it answers");
    assert_eq!((report.outcome(), boxed.name()), (Outcome::Learned, "scripted"));
}

/// To say which sub-space has failed is to format it.
#[test]
fn a_sub_space_that_cannot_be_shown_is_at_fault_too() {
    let engines: [Arc<dyn Engine>; 3] =
        [Arc::new(BddEngine::default()), Arc::new(SatEngine::default()), Arc::new(Portfolio::default())];
    for engine in engines {
        let settings = Settings::default().with_bound(20);
        let error = in_time(move || search(&*engine, Broken(Defect::PanicsInDebug), &settings));
        assert_eq!(
            error.expect_err("the language is broken").to_string(),
            "the sub-space `(its Debug panics)` failed: it panicked: the table of codes is lost"
        );
    }
}

/// An engine with a panic where nobody expects one.
#[derive(Clone, Debug)]
enum Treacherous {
    /// When it is asked, and for its name, too.
    Nameless,
    /// When a session is closed.
    Slammed,
}

impl Engine for Treacherous {
    fn name(&self) -> &str {
        panic_if(matches!(self, Treacherous::Nameless));
        "treacherous"
    }

    fn open(&self, _data: Arc<Dataset>) -> Box<dyn Session> {
        Box::new(self.clone())
    }
}

impl Session for Treacherous {
    fn measure(&mut self, _query: &Query, _run: &Run) -> Result<VersionSpace, EngineError> {
        panic_if(matches!(self, Treacherous::Nameless));
        Ok(VersionSpace::empty("treacherous"))
    }
}

impl Drop for Treacherous {
    fn drop(&mut self) {
        panic_if(matches!(self, Treacherous::Slammed) && !std::thread::panicking());
    }
}

#[test]
fn panics_between_the_questions_do_not_pass_either() {
    // It is never dropped itself.
    let slammed = std::mem::ManuallyDrop::new(Treacherous::Slammed);
    let report = search(&*slammed, DnfSpace::new(16, 1, 1), &Settings::default()).expect("it answers");
    assert_eq!(report.outcome(), Outcome::Underfit);
    let error = search(&Treacherous::Nameless, DnfSpace::new(16, 1, 1), &Settings::default());
    assert!(matches!(error, Err(EngineError::Failed { .. })), "{error:?}");
    let both =
        || Portfolio::new([Arc::new(Treacherous::Nameless) as Arc<dyn Engine>, Arc::new(CoverEngine::default())]);
    for threads in [1, 2] {
        let run = Run::new().with_threads(threads);
        let (ask, settings) = (both(), Settings::default().with_bound(20));
        let report = in_time(move || ask.search(&data(), [DnfSpace::new(16, 1, 1)], &settings, &run));
        assert_eq!(report.expect("the other answers").cardinality(), Cardinality::exact(16u32));
    }
}

/// Rows of which `x0 & x1` is the answer.
fn two_literals() -> Arc<Dataset> {
    let mut builder = Dataset::builder(Features::numbered(16));
    builder.push(true, [true; 16]).expect("16 cells");
    builder.push(true, (0..16).map(|feature| feature < 2)).expect("16 cells");
    for missing in [0, 1] {
        builder.push(false, (0..16).map(|feature| feature != missing)).expect("16 cells");
    }
    Arc::new(builder.build().expect("no contradiction"))
}

/// What each way to ask an engine, beside searches, says of this one.
fn asked_in_every_way(engine: &dyn Engine) -> Vec<(&'static str, Result<(), EngineError>)> {
    let (data, run, settings) = (two_literals(), Run::new(), Settings::default());
    let spaces = || DnfSpace::up_to(16, 2, 1);
    let space: Arc<dyn SubSpace> = Arc::new(DnfSpace::new(16, 2, 1));
    let report = CoverEngine::default().search(&data, spaces(), &settings, &run).expect("an answer");
    assert_eq!(report.outcome(), Outcome::Learned);
    vec![
        ("one_by_one", one_by_one(engine, &data, &Domain::free(), (2, 3), &run).map(|_| ())),
        ("Candidates::measure", Candidates::measure(engine, &data, spaces(), &run).map(|_| ())),
        ("measure_within", Candidates::measure_within(engine, &data, spaces(), &settings, &run).map(|_| ())),
        ("conflict", conflict(engine, &data, &space, &run).map(|_| ())),
        ("shared", shared(engine, &data, DnfSpace::new(16, 2, 1), &[], &run).map(|_| ())),
        ("shared of known ones", shared(engine, &data, DnfSpace::new(16, 2, 1), report.hypotheses(), &run).map(|_| ())),
        ("some_boundary", some_boundary(engine, &data, &space, 1, 1, &run).map(|_| ())),
        ("fragility", fragility(engine, &data, spaces(), &report, (4, 2), &run).map(|_| ())),
        ("contradicting", contradicting(engine, &data, spaces(), 0, &run).map(|_| ())),
    ]
}

#[test]
fn every_way_to_ask_an_engine_guards_its_answers() {
    let panics = Scripted::new("moody", [Act::Panic, Act::Panic, Act::Panic, Act::Panic]);
    for (way, result) in asked_in_every_way(&panics) {
        assert!(matches!(&result, Err(EngineError::Failed { engine, .. }) if engine == "moody"), "{way}: {result:?}");
    }
    for (way, result) in asked_in_every_way(&Liar::new(&["x0", "x0"])) {
        assert!(matches!(&result, Err(EngineError::Inconsistent { .. })), "{way}: {result:?}");
    }
}
