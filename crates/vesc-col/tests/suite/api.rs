//! What holds of the public types as such.

use std::fmt::Debug;
use std::sync::Arc;

use vesc_col::campaign::{Campaign, CampaignError};
use vesc_col::columns;
use vesc_col::data::{DataError, DatasetBuilder, Domain, DomainBuilder, DomainError, Group, Samples, Test};
use vesc_col::engine::{EngineError, Fit, LiveVersionSpace, Query, Session, VersionSpace};
use vesc_col::formula::{Concept, FormulaError, LegalConcept, Literal, ParseError, Term};
use vesc_col::report::{DataSummary, Step, Warning};
use vesc_col::run::{CancelToken, Observer, StopReason};
use vesc_col::search::{OnOverfit, SpaceList};
use vesc_col::sub_space::{Circuit, Complexity, Gate, LegalDnfSpace, Signal};
use vesc_col::{
    Cardinality, Dataset, Dnf, DnfSpace, Engine, Features, Hypothesis, Learner, Outcome, Portfolio, Report, Run,
    Settings, SubSpace,
};

fn shared<T: Send + Sync + Debug + 'static>() {}
fn sent<T: Send + 'static>() {}

#[test]
fn data_questions_and_answers_cross_threads() {
    shared::<Features>();
    shared::<Dataset>();
    shared::<DataError>();
    shared::<Literal>();
    shared::<Term>();
    shared::<Dnf>();
    shared::<FormulaError>();
    shared::<ParseError>();
    shared::<Concept>();
    shared::<Circuit>();
    shared::<Signal>();
    shared::<Gate>();
    shared::<Samples>();
    shared::<Fit>();
    shared::<Complexity>();
    shared::<DnfSpace>();
    shared::<LegalDnfSpace>();
    shared::<LegalConcept>();
    shared::<Domain>();
    shared::<DomainBuilder>();
    shared::<DomainError>();
    shared::<Test>();
    shared::<Group>();
    shared::<columns::Schema>();
    shared::<columns::TypedTable>();
    shared::<columns::Typed>();
    shared::<columns::Encoding>();
    shared::<columns::Cell>();
    shared::<columns::ColumnError>();
    shared::<Query>();
    shared::<Cardinality>();
    shared::<VersionSpace>();
    shared::<Run>();
    shared::<CancelToken>();
    shared::<StopReason>();
    shared::<EngineError>();
    shared::<Campaign>();
    shared::<CampaignError>();
    shared::<Settings>();
    shared::<Report>();
    shared::<Step>();
    shared::<Warning>();
    shared::<Outcome>();
    shared::<OnOverfit>();
    shared::<DataSummary>();
    shared::<Portfolio>();
    sent::<DatasetBuilder>();
}

#[test]
#[cfg(all(feature = "bdd", feature = "cover", feature = "sat"))]
fn engines_cross_threads() {
    use vesc_col::engine::{BddEngine, CoverEngine, SatEngine};
    use vesc_col::{bdd, sat};
    shared::<BddEngine>();
    shared::<CoverEngine>();
    shared::<SatEngine>();
    shared::<bdd::Lowering>();
    shared::<bdd::SampleOrder>();
    shared::<vesc_col::sat::SatEncoding>();
    shared::<vesc_col::sat::Varisat>();
    shared::<vesc_col::sat::Var>();
    shared::<vesc_col::sat::Lit>();
    shared::<vesc_col::sat::SolverOutcome>();
    shared::<sat::certificate::CertifyError>();
}

#[test]
#[cfg(feature = "sat")]
fn solvers_are_object_safe() {
    let backend: &dyn vesc_col::sat::Backend = &vesc_col::sat::Varisat;
    let solver: Box<dyn vesc_col::sat::Solver> = backend.open(&Run::new());
    drop(solver);
}

#[test]
#[cfg(feature = "generate")]
fn recipes_cross_threads() {
    shared::<vesc_col::generate::Recipe>();
    shared::<vesc_col::generate::GenerateError>();
}

#[test]
#[cfg(feature = "spaces")]
fn languages_cross_threads() {
    shared::<vesc_col::spaces::Cnf>();
    shared::<vesc_col::spaces::CnfSpace>();
    shared::<vesc_col::spaces::DecisionList>();
    shared::<vesc_col::spaces::ListSpace>();
    shared::<vesc_col::spaces::ListError>();
    shared::<vesc_col::spaces::DecisionTree>();
    shared::<vesc_col::spaces::TreeSpace>();
    shared::<vesc_col::spaces::TreeError>();
    shared::<vesc_col::spaces::Obdd>();
    shared::<vesc_col::spaces::ObddSpace>();
    shared::<vesc_col::spaces::ObddError>();
    shared::<vesc_col::spaces::Parity>();
    shared::<vesc_col::spaces::ParitySpace>();
    shared::<vesc_col::spaces::Threshold>();
    shared::<vesc_col::spaces::ThresholdSpace>();
    shared::<vesc_col::spaces::DnfOptions>();
    shared::<vesc_col::spaces::RestrictedDnfSpace>();
    shared::<vesc_col::spaces::ValueGroup>();
    shared::<vesc_col::spaces::GroupError>();
    shared::<vesc_col::spaces::SetDnf>();
    shared::<vesc_col::spaces::SetTerm>();
    shared::<vesc_col::spaces::SetDnfSpace>();
    shared::<vesc_col::spaces::Rule>();
    shared::<vesc_col::spaces::Split>();
    shared::<vesc_col::spaces::ObddNode>();
    shared::<vesc_col::spaces::ObddChild>();
}

#[test]
#[cfg(feature = "export")]
fn constraints_cross_threads() {
    shared::<vesc_col::export::Constraint>();
}

/// The seams are object safe: this compiles.
#[test]
fn the_seams_are_object_safe() {
    struct Seams<'a>(
        [Option<&'a dyn SubSpace>; 0],
        [Option<&'a dyn Hypothesis>; 0],
        [Option<&'a dyn Engine>; 0],
        [Option<&'a dyn Session>; 0],
        [Option<&'a dyn Observer>; 0],
        [Option<&'a dyn LiveVersionSpace>; 0],
    );
    let Seams(spaces, hypotheses, engines, sessions, observers, live) = Seams([], [], [], [], [], []);
    let lengths = [spaces.len(), hypotheses.len(), engines.len(), sessions.len(), observers.len(), live.len()];
    assert_eq!(lengths, [0; 6]);
}

/// Whoever keeps a learner or an engine behind a pointer searches with it as with any other.
#[test]
#[cfg(feature = "cover")]
fn learners_and_engines_behind_pointers_search() {
    let mut builder = Dataset::builder(Features::numbered(3));
    for row in 0..8u32 {
        builder.push(row == 7, [0, 1, 2].map(|bit| row >> bit & 1 == 1)).expect("three cells");
    }
    let data = Arc::new(builder.build().expect("no two labels of a row"));
    let (settings, run) = (Settings::default(), Run::new());
    let spaces = || DnfSpace::up_to(3, 3, 1);
    let listed = || -> SpaceList { Box::new(spaces().map(|space| Arc::new(space) as Arc<dyn SubSpace>)) };

    let engine: &dyn Engine = &Portfolio::default();
    let learner: &dyn Learner = &Portfolio::default();
    let boxed: Box<dyn Learner> = Box::new(Portfolio::default());
    let shared: Arc<dyn Engine> = Arc::new(Portfolio::default());
    let reports = [
        engine.search(&data, spaces(), &settings, &run),
        learner.search(&data, listed(), &settings, &run),
        boxed.search(&data, spaces(), &settings, &run),
        shared.search(&data, spaces(), &settings, &run),
        // A learner is an engine, and may race others.
        Portfolio::new([Arc::new(boxed) as Arc<dyn Engine>]).search(&data, listed(), &settings, &run),
    ];
    for report in reports {
        let report = report.expect("DNF is supported");
        assert_eq!(report.outcome(), Outcome::Learned);
        assert_eq!(report.hypotheses()[0].to_string(), "x0 & x1 & x2");
    }
}
