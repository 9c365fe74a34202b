//! A suite that cannot fail is worthless: engines with one defect each, and the checks that must find it.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use vesc_col_core::{
    Cardinality, Dataset, Dnf, Engine, EngineError, Features, Fit, Hypothesis, Query, Run, Session, Shape, StopReason,
    VersionSpace,
};
use vesc_col_testkit::conformance::*;
use vesc_col_testkit::{BruteEngine, OracleEngine, Strict};

type Check = fn(&dyn Engine);

/// What is wrong with a mutant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Defect {
    /// The control: nothing.
    None,
    CountsOneLessIfManyFit,
    CountsOneFormulaLess,
    CountsFormulasAsConcepts,
    CountsFormulasAsConceptsIfOpaque,
    CallsFormulasAboveTheBoundTooMany,
    IgnoresOneNegative,
    IgnoresLastPositive,
    ReadsOnlyFortyRows,
    ReadsOnlyOneWord,
    ReversesTheList,
    ListsOneHypothesisTwice,
    ListsAnotherFormula,
    ListsAnotherFormulaAtSixThree,
    ListsMoreThanTheLimit,
    StopsListingAtTheBound,
    ProvesOnlyTheBound,
    NeverCountsFormulasExactly,
    CountsAnEmptyTerm,
    KnowsNoEmptySubSpace,
    ClaimsExactnessAfterADeadline,
    ClaimsExactnessAfterCancellation,
    ClaimsExactnessWithLittleMemory,
    NamesAnotherReason,
    StopsWithoutReason,
    StaysStopped,
    IgnoresBudgets,
    CountsEqualErrorsOnce,
    ReadsUnknownAsFalse,
    AnswersDeclaredDomains,
    IgnoresFeatureMismatch,
    RemembersByLiteralsOnly,
    RemembersThePreviousQuestion,
    CountsRepeatedRows,
    ReadsNames,
    RefusesEverything,
}

use Defect::*;

/// Each defect with the checks of which every one must find it.
const FOUND_BY: &[(Defect, &[Check])] = &[
    (
        CountsOneLessIfManyFit,
        &[every_small_data_set, bounds_and_listing_limits_are_kept, random_data_is_measured_exactly],
    ),
    (CountsOneFormulaLess, &[every_small_data_set, random_data_is_measured_exactly, wide_data_is_measured_exactly]),
    (CountsFormulasAsConcepts, &[every_small_data_set, bounds_and_listing_limits_are_kept]),
    (CountsFormulasAsConceptsIfOpaque, &[opaque_sub_spaces_are_measured_or_refused]),
    (CallsFormulasAboveTheBoundTooMany, &[bounds_and_listing_limits_are_kept]),
    (
        IgnoresOneNegative,
        &[
            every_small_data_set,
            random_data_is_measured_exactly,
            hidden_targets_are_found,
            equal_data_have_equal_answers,
        ],
    ),
    (IgnoresLastPositive, &[every_small_data_set, random_data_is_measured_exactly, equal_data_have_equal_answers]),
    (ReadsOnlyFortyRows, &[hidden_targets_are_found, wide_data_is_measured_exactly, equal_data_have_equal_answers]),
    (ReadsOnlyOneWord, &[wide_data_is_measured_exactly, equal_data_have_equal_answers]),
    (ReversesTheList, &[every_small_data_set, hidden_targets_are_found]),
    (ListsOneHypothesisTwice, &[every_small_data_set]),
    (ListsAnotherFormula, &[every_small_data_set]),
    (ListsAnotherFormulaAtSixThree, &[every_small_data_set]),
    (ListsMoreThanTheLimit, &[bounds_and_listing_limits_are_kept]),
    (StopsListingAtTheBound, &[bounds_and_listing_limits_are_kept, every_small_data_set]),
    (ProvesOnlyTheBound, &[bounds_and_listing_limits_are_kept]),
    (NeverCountsFormulasExactly, &[every_small_data_set, bounds_and_listing_limits_are_kept]),
    (CountsAnEmptyTerm, &[every_small_data_set]),
    (KnowsNoEmptySubSpace, &[every_small_data_set]),
    (ClaimsExactnessAfterADeadline, &[limited_runs_tell_the_truth, endless_questions_can_be_stopped]),
    (ClaimsExactnessAfterCancellation, &[cancelled_runs_tell_the_truth]),
    (ClaimsExactnessWithLittleMemory, &[limited_runs_tell_the_truth]),
    (NamesAnotherReason, &[cancelled_runs_tell_the_truth, limited_runs_tell_the_truth]),
    (StopsWithoutReason, &[cancelled_runs_tell_the_truth, limited_runs_tell_the_truth]),
    (StaysStopped, &[cancelled_runs_tell_the_truth, limited_runs_tell_the_truth]),
    (IgnoresBudgets, &[noisy_data_are_measured_or_refused]),
    (CountsEqualErrorsOnce, &[noisy_data_are_measured_or_refused]),
    (ReadsUnknownAsFalse, &[noisy_data_are_measured_or_refused]),
    (AnswersDeclaredDomains, &[declared_inputs_are_respected_or_refused]),
    (IgnoresFeatureMismatch, &[other_questions_are_refused]),
    (RemembersByLiteralsOnly, &[every_small_data_set, bounds_and_listing_limits_are_kept]),
    (RemembersThePreviousQuestion, &[every_small_data_set]),
    (CountsRepeatedRows, &[equal_data_have_equal_answers]),
    (ReadsNames, &[equal_data_have_equal_answers]),
    (RefusesEverything, &[every_small_data_set, bounds_and_listing_limits_are_kept]),
];

#[test]
fn every_defect_is_found() {
    let mut missed = Vec::new();
    for &(defect, checks) in FOUND_BY {
        for (number, &check) in checks.iter().enumerate() {
            if catch_unwind(AssertUnwindSafe(|| check(&Mutant(defect)))).is_ok() {
                missed.push((defect, number));
            }
        }
    }
    assert!(missed.is_empty(), "not found: {missed:?}");
}

#[test]
fn a_report_names_everything() {
    let panic = catch_unwind(|| every_small_data_set(&Mutant(IgnoresLastPositive))).expect_err("a defect");
    let text = panic.downcast_ref::<String>().expect("a message");
    for part in
        ["engine `mutant`", "1 features: ", "DnfSpace { features: 1", "list limit", "expected: ", "got: ", "wrong: "]
    {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
}

#[test]
fn strict_lets_no_refusal_pass() {
    hidden_targets_are_found(&OracleEngine);
    opaque_sub_spaces_are_measured_or_refused(&BruteEngine);
    let refused: [(&dyn Engine, Check); 2] = [
        (&Strict(OracleEngine), hidden_targets_are_found),
        (&Strict(BruteEngine), opaque_sub_spaces_are_measured_or_refused),
    ];
    for (engine, check) in refused {
        assert!(catch_unwind(AssertUnwindSafe(|| check(engine))).is_err(), "{engine:?}");
    }
    other_questions_are_refused(&Strict(OracleEngine));
    opaque_sub_spaces_are_measured_or_refused(&Strict(OracleEngine));
}

vesc_col_testkit::conformance!(control: Mutant(None));

/// A right engine, but for one defect.
#[derive(Clone, Copy, Debug)]
struct Mutant(Defect);

impl Engine for Mutant {
    fn name(&self) -> &str {
        "mutant"
    }

    fn open(&self, data: Arc<Dataset>) -> Box<dyn Session> {
        let seen = misread(&data, self.0);
        let sessions = [OracleEngine.open(Arc::clone(&seen)), BruteEngine.open(Arc::clone(&seen))];
        Box::new(MutantSession { defect: self.0, data, sessions, memory: HashMap::new(), stopped: false })
    }
}

struct MutantSession {
    defect: Defect,
    data: Arc<Dataset>,
    /// The oracle, and the brute force for what the oracle refuses.
    sessions: [Box<dyn Session>; 2],
    memory: HashMap<u64, VersionSpace>,
    stopped: bool,
}

impl Session for MutantSession {
    fn measure(&mut self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        if self.defect == RefusesEverything {
            return Err(EngineError::unsupported("mutant", "anything"));
        }
        if let Some(wrong) = self.misunderstand(query, run) {
            return wrong;
        }
        let mut answer = self.right(query, run)?;
        if let Some(reason) = answer.stopped {
            self.stopped = true;
            self.misreport(&mut answer, reason);
            return Ok(answer);
        }
        if self.defect == StaysStopped && self.stopped {
            return Ok(VersionSpace::unknown("mutant", StopReason::Cancelled));
        }
        self.miscount(query, &mut answer);
        let literals = query.space().complexity().measures()[0].1;
        self.memory.insert(literals, answer.clone());
        Ok(answer)
    }
}

impl MutantSession {
    fn right(&mut self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        match self.sessions[0].measure(query, run) {
            Err(EngineError::Unsupported { .. }) => self.sessions[1].measure(query, run),
            answer => answer,
        }
    }

    /// Defects that answer another question.
    fn misunderstand(&mut self, query: &Query, run: &Run) -> Option<Result<VersionSpace, EngineError>> {
        let literals = query.space().complexity().measures()[0].1;
        match self.defect {
            IgnoresBudgets if *query.fit() != Fit::Exact => Some(self.right(&query.clone().with_fit(Fit::Exact), run)),
            AnswersDeclaredDomains if !query.space().domain().is_free() => {
                let Shape::Dnf(space) = query.space().shape() else { return Option::None };
                let free = Query::new(Arc::new(*space)).with_bound(query.bound());
                let free = free.with_list_limit(query.list_limit()).with_exact(query.exact());
                Some(self.right(&free, run))
            }
            IgnoresFeatureMismatch if query.space().features() != self.data.features().len() => {
                Some(Ok(VersionSpace::empty("mutant")))
            }
            RemembersByLiteralsOnly => self.memory.get(&literals).cloned().map(Ok),
            RemembersThePreviousQuestion if literals == 2 => self.memory.get(&3).cloned().map(Ok),
            ClaimsExactnessWithLittleMemory if run.memory().is_some_and(|bytes| bytes < 1 << 20) => {
                Some(Ok(VersionSpace::empty("mutant").with_stopped(Some(StopReason::Memory))))
            }
            ClaimsExactnessAfterADeadline if run.deadline().is_some() => {
                Some(Ok(VersionSpace::empty("mutant").with_stopped(Some(StopReason::Deadline))))
            }
            _ => Option::None,
        }
    }

    /// Defects in what is said about a stopped run.
    fn misreport(&self, answer: &mut VersionSpace, reason: StopReason) {
        match self.defect {
            ClaimsExactnessAfterCancellation if reason == StopReason::Cancelled => {
                answer.concepts = Cardinality::exact(0u32);
            }
            NamesAnotherReason => answer.stopped = Some(StopReason::Memory),
            StopsWithoutReason => answer.stopped = Option::None,
            _ => {}
        }
    }

    /// Defects in a complete answer.
    fn miscount(&self, query: &Query, answer: &mut VersionSpace) {
        let (concepts, formulas) = (answer.concepts.lower().clone(), answer.formulas.lower().clone());
        let opaque = !matches!(query.space().shape(), Shape::Dnf(_));
        let repeated = self.data.rows() > self.data.distinct();
        let one = 1u32;
        match self.defect {
            CountsOneLessIfManyFit if concepts > one.into() => {
                answer.concepts = Cardinality::exact(concepts - one);
                answer.hypotheses.pop();
            }
            CountsOneFormulaLess if formulas > one.into() => answer.formulas = Cardinality::exact(formulas - one),
            CountsFormulasAsConcepts => answer.concepts = answer.formulas.clone(),
            CountsFormulasAsConceptsIfOpaque if opaque => answer.concepts = answer.formulas.clone(),
            CallsFormulasAboveTheBoundTooMany if answer.formulas.exceeds(query.bound()) => {
                answer.concepts = Cardinality::at_least(query.bound() + 1);
                answer.hypotheses.clear();
            }
            ReversesTheList => answer.hypotheses.reverse(),
            ListsOneHypothesisTwice if answer.hypotheses.len() > 1 => {
                answer.hypotheses[1] = answer.hypotheses[0].clone();
            }
            ListsAnotherFormula => replace_formula(query, answer, "x0 | !x0", "x1 | !x1"),
            ListsAnotherFormulaAtSixThree => {
                replace_formula(query, answer, "x0 & !x1 | !x0 & x2 | x1 & !x2", "x0 & !x2 | !x0 & x1 | !x1 & x2");
            }
            ListsMoreThanTheLimit => {
                let more = query.clone().with_list_limit(100_000);
                let all = OracleEngine.open(Arc::clone(&self.data)).measure(&more, &Run::new());
                answer.hypotheses = all.map_or(Vec::new(), |all| all.hypotheses);
            }
            StopsListingAtTheBound => answer.hypotheses.truncate(query.bound()),
            ProvesOnlyTheBound if answer.concepts.exceeds(query.bound()) => {
                answer.concepts = Cardinality::at_least(query.bound());
                answer.hypotheses.clear();
            }
            NeverCountsFormulasExactly => answer.formulas = Cardinality::at_least(concepts),
            CountsAnEmptyTerm if self.data.negatives().distinct() == 0 && !opaque && concepts > one.into() => {
                answer.formulas = Cardinality::exact(formulas + one);
            }
            KnowsNoEmptySubSpace if answer.concepts.is_zero() => {
                answer.concepts = Cardinality::between(0u32, 1u32);
            }
            CountsRepeatedRows if repeated => {
                answer.concepts = Cardinality::exact(concepts + one);
                answer.hypotheses.extend_from_within(..answer.hypotheses.len().min(1));
            }
            ReadsNames if self.data.features().name(0) != "x0" => *answer = VersionSpace::empty("mutant"),
            _ => {}
        }
    }
}

/// Puts another formula of the same concept in a hypothesis's place.
fn replace_formula(query: &Query, answer: &mut VersionSpace, from: &str, to: &str) {
    for hypothesis in &mut answer.hypotheses {
        if hypothesis.to_string() == from && query.space().features() > 1 {
            *hypothesis = Arc::new(Dnf::parse(to, &Features::numbered(3)).expect("a formula")) as Arc<dyn Hypothesis>;
        }
    }
}

/// The data set as the defect sees it.
fn misread(data: &Arc<Dataset>, defect: Defect) -> Arc<Dataset> {
    let mut rows: Vec<(bool, Vec<bool>)> = Vec::new();
    for (label, samples) in [(true, data.positives()), (false, data.negatives())] {
        rows.extend(samples.iter().map(|sample| (label, sample.iter().by_vals().collect())));
    }
    let positives = data.positives().distinct();
    match defect {
        IgnoresOneNegative if rows.len() > positives => drop(rows.remove(positives)),
        IgnoresLastPositive if positives > 0 => drop(rows.remove(positives - 1)),
        CountsEqualErrorsOnce | ReadsUnknownAsFalse => {}
        ReadsOnlyFortyRows => rows.truncate(40),
        ReadsOnlyOneWord => {
            rows.iter_mut().for_each(|(_, cells)| cells.iter_mut().skip(64).for_each(|cell| *cell = false));
        }
        _ => return Arc::clone(data),
    }
    let mut builder = Dataset::builder(data.features().clone());
    if matches!(defect, CountsEqualErrorsOnce | ReadsUnknownAsFalse) {
        builder = builder.with_contradictions();
    }
    for (label, cells) in rows {
        builder.push(label, cells).expect("as many cells as features");
    }
    // Rows that were different may have become a contradiction.
    builder.build().map_or_else(|_| Arc::clone(data), Arc::new)
}
