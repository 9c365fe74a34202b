//! What holds of the public types as such.

use std::fmt::Debug;

use vesc_col::*;

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
    shared::<BddEngine>();
    shared::<CoverEngine>();
    shared::<SatEngine>();
    shared::<bdd::Lowering>();
    shared::<bdd::SampleOrder>();
    shared::<sat::Encoding>();
    shared::<sat::Varisat>();
    shared::<sat::Var>();
    shared::<sat::Lit>();
    shared::<sat::Outcome>();
    shared::<sat::certificate::CertifyError>();
}

#[test]
#[cfg(feature = "sat")]
fn solvers_are_object_safe() {
    let backend: &dyn sat::Backend = &sat::Varisat;
    let solver: Box<dyn sat::Solver> = backend.open(&Run::new());
    drop(solver);
}

#[test]
#[cfg(feature = "generate")]
fn recipes_cross_threads() {
    shared::<generate::Recipe>();
    shared::<generate::GenerateError>();
}

#[test]
#[cfg(feature = "spaces")]
fn languages_cross_threads() {
    shared::<spaces::Cnf>();
    shared::<spaces::CnfSpace>();
    shared::<spaces::DecisionList>();
    shared::<spaces::ListSpace>();
    shared::<spaces::ListError>();
    shared::<spaces::DecisionTree>();
    shared::<spaces::TreeSpace>();
    shared::<spaces::TreeError>();
    shared::<spaces::Obdd>();
    shared::<spaces::ObddSpace>();
    shared::<spaces::ObddError>();
    shared::<spaces::Parity>();
    shared::<spaces::ParitySpace>();
    shared::<spaces::Threshold>();
    shared::<spaces::ThresholdSpace>();
    shared::<spaces::DnfOptions>();
    shared::<spaces::RestrictedDnfSpace>();
    shared::<spaces::Group>();
    shared::<spaces::GroupError>();
    shared::<spaces::SetDnf>();
    shared::<spaces::SetTerm>();
    shared::<spaces::SetDnfSpace>();
    shared::<spaces::Rule>();
    shared::<spaces::Split>();
    shared::<spaces::ObddNode>();
    shared::<spaces::ObddChild>();
}

#[test]
#[cfg(feature = "export")]
fn constraints_cross_threads() {
    shared::<export::Constraint>();
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
