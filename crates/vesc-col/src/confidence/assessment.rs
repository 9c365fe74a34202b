//! The confidence in what a search learned.

use vesc_col_core::{Dataset, Dnf, Domain, Literal, Run, TermRules, Test};

use super::belief::{Confidence, Setting};
use super::counts::Limits;
use super::different::Different;
use super::evidence::Evidence;
use super::label_errors::Budget;
use super::model::Prior;
use super::no_confidence::NoConfidence;
use super::tested::{MOST_POSITIVES, families, most_tested};
use super::trials::is_free;
use crate::columns::{Column, EqualRows};
use crate::confidence::unseen::{unseen_among_features, unseen_inputs, unseen_over_cuts};
use crate::cuts::Cuts;
use crate::errors::budget::ErrorBudget;
use crate::formula::as_dnf::as_dnf;
use crate::report::{Outcome, Report};

/// Counting costs more with each feature, and the trials had 120 at most.
const MOST_FEATURES: usize = 5000;

/// What is believed of each hypothesis that a search learned.
///
/// `data` and `domain` are those of the search, which was for DNF without further rules; [`Assessment`] takes what else
/// is known. The cost is bounded by a number of steps, not by a clock. In the mean of the trials it was 0.1 s on one
/// thread, with 20 to 120 features and up to 5000 rows. What is not counted within it is estimated, and makes the
/// intervals wider. The numbers are a function of the data.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::confidence::{NoConfidence, Prior, confidence};
/// use vesc_col::data::Domain;
/// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
///
/// let mut builder = Dataset::builder(Features::numbered(9));
/// builder.push(true, [true; 9])?;
/// builder.push(false, [false; 9])?;
/// let data = Arc::new(builder.build()?);
/// let settings = Settings::default().with_bound(1);
/// let report = Portfolio::default().search(&data, DnfSpace::up_to(9, 2, 1), &settings, &Run::new())?;
/// // Nine literals tell the rows apart: nothing is learned, so that there is nothing to trust.
/// let found = confidence(&report, &data, &Domain::free(), &Prior::default());
/// assert_eq!(found, Err(NoConfidence::NotLearned));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`NoConfidence`] if no number can be given.
pub fn confidence(report: &Report, data: &Dataset, domain: &Domain, prior: &Prior) -> Result<Confidence, NoConfidence> {
    Assessment::new(data, domain).with_prior(prior).of_report(report, &Run::new())
}

/// The rows that an answer is judged by, and what else is known of them.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::confidence::{Assessment, Prior, confidence};
/// use vesc_col::data::Domain;
/// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
///
/// let rows = |last: u32| {
///     let mut builder = Dataset::builder(Features::numbered(5));
///     (0..last).try_for_each(|row| builder.push(row & 0b11 == 0b11, (0..5).map(|feature| row >> feature & 1 == 1)))?;
///     builder.build()
/// };
/// // The last row occurred with both labels, and was taken for negative.
/// let (data, undisputed, free) = (Arc::new(rows(31)?), rows(30)?, Domain::free());
/// let report = Portfolio::default().search(&data, DnfSpace::up_to(5, 4, 2), &Settings::default(), &Run::new())?;
/// let found = Assessment::new(&data, &free).with_undisputed(&undisputed).of_report(&report, &Run::new())?;
/// let taken = confidence(&report, &data, &free, &Prior::default())?;
/// assert!(found.beliefs()[0].correct.value < taken.beliefs()[0].correct.value);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Assessment<'a> {
    data: &'a Dataset,
    domain: &'a Domain,
    prior: Prior,
    cuts: Option<&'a Cuts>,
    columns: Option<&'a [Column]>,
    equal_rows: Option<&'a EqualRows>,
    undisputed: Option<&'a Dataset>,
    rules: Option<(&'a TermRules, bool)>,
    errors: Option<&'a ErrorBudget>,
}

impl<'a> Assessment<'a> {
    /// An assessment by all rows, without errors and rules.
    #[must_use]
    pub fn new(data: &'a Dataset, domain: &'a Domain) -> Assessment<'a> {
        let prior = Prior::default();
        let (cuts, columns, equal_rows, undisputed, rules, errors) = (None, None, None, None, None, None);
        Assessment { data, domain, prior, cuts, columns, equal_rows, undisputed, rules, errors }
    }

    /// The same with what is assumed before the rows are seen.
    #[must_use]
    pub fn with_prior(self, prior: &Prior) -> Assessment<'a> {
        Assessment { prior: *prior, ..self }
    }

    /// The same for data over the [cuts next to positives](crate::search::search_near_positives), of which these are all.
    ///
    /// A family counts once, by its narrow formula; it is *right* if the cause lies within its room.
    #[must_use]
    pub fn with_cuts(self, cuts: &'a Cuts) -> Assessment<'a> {
        Assessment { cuts: Some(cuts), ..self }
    }

    /// The same for features that test these columns. Rows may have every combination of features, and yet not every
    /// input: numbers lie between two cuts. Without the columns an answer is *certain* only if all features are Boolean
    /// columns or pairs of words.
    ///
    /// ```
    /// use vesc_col::columns::{ColumnType, Schema, TypedTable};
    /// use vesc_col::confidence::Assessment;
    /// use vesc_col::{Dnf, Run};
    ///
    /// let grades = ColumnType::Ordered { values: ["1", "50"].map(String::from).to_vec() };
    /// for (schema, is_certain) in [(Schema::auto(), false), (Schema::auto().with_column("len", grades), true)] {
    ///     let mut table = TypedTable::new(schema, ["len", "irq"]);
    ///     for (len, irq) in [("1", "0"), ("1", "1"), ("50", "0"), ("50", "1"), ("50", "1")] {
    ///         table.push((len, irq) == ("50", "1"), [len, irq])?;
    ///     }
    ///     let typed = table.build()?;
    ///     let answer = Dnf::parse("len>=50 & irq", typed.data.features())?;
    ///     let found = Assessment::new(&typed.data, &typed.domain).with_columns(&typed.columns);
    ///     assert_eq!(found.of_formulas(&[&answer], &Run::new())?.is_certain(), is_certain);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_columns(self, columns: &'a [Column]) -> Assessment<'a> {
        Assessment { columns: Some(columns).filter(|columns| !columns.is_empty()), ..self }
    }

    /// The same for rows that differ in the table but in no feature: what counts different rows, counts them as they
    /// stand there.
    ///
    /// ```
    /// use vesc_col::columns::{ColumnType, Schema, TypedTable};
    /// use vesc_col::confidence::Assessment;
    /// use vesc_col::{Dnf, Run};
    ///
    /// let schema = Schema::auto().with_column("len", ColumnType::Numeric { thresholds: Some(vec![5.0]) });
    /// let mut table = TypedTable::new(schema, ["len"]);
    /// for len in ["1", "2", "7", "8", "9"] {
    ///     table.push(len > "5", [len])?;
    /// }
    /// let typed = table.build()?;
    /// let answer = Dnf::parse("len>=5", typed.data.features())?;
    /// let equal_rows = typed.equal_rows.expect("rows that differ have equal features");
    /// let found = Assessment::new(&typed.data, &typed.domain).with_equal_rows(&equal_rows);
    /// assert_eq!(found.of_formulas(&[&answer], &Run::new())?.beliefs()[0].evidence.positives, 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_equal_rows(self, equal_rows: &'a EqualRows) -> Assessment<'a> {
        Assessment { equal_rows: Some(equal_rows), ..self }
    }

    /// The same for data in which equal rows had different labels, and were given one: `undisputed` are the data without
    /// these rows.
    ///
    /// The columns are assumed to hold all that matters, so that one label of each group of such rows is wrong. Which one,
    /// is not assumed: the number counts every formula that explains the undisputed rows, the upper end those that explain
    /// all rows.
    #[must_use]
    pub fn with_undisputed(self, undisputed: &'a Dataset) -> Assessment<'a> {
        Assessment { undisputed: Some(undisputed), ..self }
    }

    /// The same for [DNF whose terms keep to rules](crate::sub_space::Shape::RestrictedDnf).
    ///
    /// The cause is assumed to keep to them. With `has_more` there are further rules, such as that some term needs a literal.
    /// Formulas that break these are counted as well, so that the interval is open upwards.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::confidence::Assessment;
    /// use vesc_col::data::Domain;
    /// use vesc_col::spaces::{DnfOptions, RestrictedDnfSpace};
    /// use vesc_col::{Dataset, Features, Learner, Portfolio, Run, Settings};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(5));
    /// for row in 0..31u32 {
    ///     builder.push(row & 0b11 == 0b11, (0..5).map(|feature| row >> feature & 1 == 1))?;
    /// }
    /// let data = Arc::new(builder.build()?);
    /// let options = DnfOptions::default().monotone();
    /// let rules = options.as_rules(5).expect("it is about each term");
    /// let spaces = RestrictedDnfSpace::up_to(5, 4, 2, Arc::new(options));
    /// let report = Portfolio::default().search(&data, spaces, &Settings::default(), &Run::new())?;
    /// let found = Assessment::new(&data, &Domain::free()).with_rules(&rules, false).of_report(&report, &Run::new())?;
    /// assert_eq!(found.assumed().as_deref(), Some("the cause keeps to the rules for terms"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_rules(self, rules: &'a TermRules, has_more: bool) -> Assessment<'a> {
        Assessment { rules: Some((rules, has_more)).filter(|_| has_more || !rules.allow_all()), ..self }
    }

    /// The same where formulas may make errors. [`Assessment::of_report`] takes those of the search.
    #[must_use]
    pub fn with_errors(self, budget: &'a ErrorBudget) -> Assessment<'a> {
        Assessment { errors: Some(budget), ..self }
    }

    /// What is believed of each hypothesis that a search learned from these rows. A run that ends before it ends the counting:
    /// a host that has something else to do cancels it.
    ///
    /// # Errors
    ///
    /// [`NoConfidence`] if no number can be given, [`NoConfidence::Stopped`] if the run ended first.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::confidence::{Assessment, NoConfidence};
    /// use vesc_col::data::Domain;
    /// use vesc_col::run::StopReason;
    /// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(2));
    /// builder.push(true, [true, true])?;
    /// builder.push(false, [false, true])?;
    /// let data = Arc::new(builder.build()?);
    /// let report = Portfolio::default().search(&data, DnfSpace::up_to(2, 2, 1), &Settings::default(), &Run::new())?;
    /// let run = Run::new();
    /// run.cancel_token().cancel();
    /// let found = Assessment::new(&data, &Domain::free()).of_report(&report, &run);
    /// assert_eq!(found, Err(NoConfidence::Stopped(StopReason::Cancelled)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_report(&self, report: &Report, run: &Run) -> Result<Confidence, NoConfidence> {
        if self.has_one_class() {
            return Err(NoConfidence::OneClass);
        }
        if report.outcome() != Outcome::Learned {
            return Err(NoConfidence::NotLearned);
        }
        let formulas: Option<Vec<&Dnf>> = report.hypotheses().iter().map(|answer| as_dnf(&**answer)).collect();
        let formulas = formulas.ok_or(NoConfidence::Language)?;
        Assessment { errors: report.errors_allowed(), ..*self }.of_formulas(&formulas, run)
    }

    /// What is believed of each of some different formulas that explain the data.
    ///
    /// It is for an answer that no [`search`](crate::search()) has found, such as one that is
    /// [unique up to a cap](crate::next::Candidates::unique).
    ///
    /// # Errors
    ///
    /// [`NoConfidence`] if no number can be given, [`NoConfidence::Stopped`] if the run ended first.
    ///
    /// ```
    /// use vesc_col::confidence::Assessment;
    /// use vesc_col::data::Domain;
    /// use vesc_col::{Dataset, Dnf, Features, Run};
    ///
    /// let features = Features::numbered(5);
    /// let answer = Dnf::parse("x0 & x1", &features)?;
    /// let mut builder = Dataset::builder(features);
    /// for row in 0..31u32 {
    ///     builder.push(row & 0b11 == 0b11, (0..5).map(|feature| row >> feature & 1 == 1))?;
    /// }
    /// let found = Assessment::new(&builder.build()?, &Domain::free()).of_formulas(&[&answer], &Run::new())?;
    /// let correct = found.beliefs()[0].correct;
    /// assert!(0.0 < correct.low && correct.low <= correct.value && correct.value <= correct.high);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_formulas(&self, formulas: &[&Dnf], run: &Run) -> Result<Confidence, NoConfidence> {
        let Assessment { data, domain, prior, undisputed, rules, .. } = *self;
        let [positives, negatives] = data.weights();
        if self.errors.is_some_and(|errors| errors.allows_none(positives, negatives)) {
            return Assessment { errors: None, ..*self }.of_formulas(formulas, run);
        }
        // One class allows whatever rejects or accepts it.
        if self.has_one_class() {
            return Err(NoConfidence::OneClass);
        }
        self.is_counted()?;
        let budget = self.errors.map(|errors| budget(errors, data)).transpose()?;
        let limits = Limits { budget: budget.as_ref(), rules, undisputed };
        let evidence = Evidence::within(formulas, (data, domain, self.different()), (prior.terms(), limits), run)?;
        let setting = match &budget {
            Some(budget) => Setting::WrongLabels { most: budget.total(), runs: budget.runs() },
            None if data.unknown_cells() > 0 => Setting::UnknownCells,
            None if rules.is_some() => Setting::Rules,
            None if undisputed.is_some() => Setting::Disputed,
            None => Setting::None,
        };
        let found = Confidence::new(evidence, (setting, is_free(data, domain)), &prior);
        // The label of a single run may be an accident.
        let is_single = positives == 1 || negatives == 1;
        let is_exact = setting == Setting::None;
        let is_whole = is_exact && formulas.len() == 1 && self.has_every_input() && !is_single;
        Ok(if is_whole { found.certain() } else { found })
    }

    /// How many legal inputs are no rows, as [`unseen_inputs`](crate::next::unseen_inputs) counts them. With the
    /// [columns](Assessment::with_columns) those of ordered ones are counted too, over all [cuts](Assessment::with_cuts).
    /// `None` where that is not to be said. Where inputs are declared impossible, it goes through up to 4096 of the others.
    ///
    /// ```
    /// use vesc_col::columns::{ColumnType, Schema, TypedTable};
    /// use vesc_col::confidence::Assessment;
    ///
    /// let grades = ColumnType::Ordered { values: ["1", "2", "3"].map(String::from).to_vec() };
    /// let mut table = TypedTable::new(Schema::auto().with_column("len", grades), ["len"]);
    /// table.push(false, ["1"])?;
    /// table.push(true, ["3"])?;
    /// let typed = table.build()?;
    /// let assessment = Assessment::new(&typed.data, &typed.domain);
    /// assert_eq!(assessment.with_columns(&typed.columns).unseen_inputs(), Some(1));
    /// // Without the columns there may be lengths between those of the rows.
    /// assert_eq!(assessment.unseen_inputs(), None);
    /// # Ok::<(), vesc_col::columns::ColumnError>(())
    /// ```
    #[must_use]
    pub fn unseen_inputs(&self) -> Option<usize> {
        match (self.tells_all_inputs_apart(), self.cuts) {
            (true, Some(cuts)) => unseen_over_cuts(self.data, self.domain, cuts),
            (true, None) => unseen_among_features(self.data, self.domain),
            (false, _) => unseen_inputs(self.data, self.domain),
        }
    }

    /// Which rows are different.
    fn different(&self) -> Different<'a> {
        match (self.equal_rows, self.cuts) {
            (Some(equal), _) => Different::Cells(equal),
            (None, Some(cuts)) => Different::Cuts(cuts),
            (None, None) => Different::Features,
        }
    }

    /// Whether each legal input is a row, of features that tell all inputs apart.
    fn has_every_input(&self) -> bool {
        self.tells_all_inputs_apart() && self.unseen_inputs() == Some(0)
    }

    /// Whether the features, or the cuts that they test some of, tell all legal inputs apart.
    fn tells_all_inputs_apart(&self) -> bool {
        let features = self.data.features();
        let is_whole = |feature: usize| match features.test(feature) {
            None | Some((_, Test::Either { .. })) => true,
            Some(_) => false,
        };
        match self.columns {
            Some(columns) => columns.iter().all(Column::tells_all_values_apart),
            None => (0..features.len()).all(is_whole),
        }
    }

    fn has_one_class(&self) -> bool {
        self.data.positives().rows() == 0 || self.data.negatives().rows() == 0
    }

    /// Whether formulas are counted for what these rows and rules have in them. That may be one thing that is not
    /// plain. Beside ordered columns it may only be rules for whole columns.
    fn is_counted(&self) -> Result<(), NoConfidence> {
        let data = self.data;
        let ordered = || families(data.features());
        if self.rules.is_some_and(|(rules, _)| !ordered().all(|column| is_uniform(rules, column))) {
            return Err(NoConfidence::Rules);
        }
        let special = [
            (self.errors.is_some(), "errors are allowed"),
            (data.unknown_cells() > 0, "cells are unknown"),
            (self.undisputed.is_some(), "equal rows had different labels"),
            (self.rules.is_some(), "terms keep to rules"),
            (self.rules.is_none() && ordered().next().is_some(), "columns are ordered"),
        ];
        let mut special = special.into_iter().filter_map(|(is_so, what)| is_so.then_some(what));
        if let (Some(one), Some(other)) = (special.next(), special.next()) {
            return Err(NoConfidence::Together(one, other));
        }
        match most_tested(data.features(), MOST_POSITIVES) > MOST_FEATURES {
            true => Err(NoConfidence::Features),
            false => Ok(()),
        }
    }
}

/// The errors that are allowed, as far as formulas are counted within them.
fn budget(errors: &ErrorBudget, data: &Dataset) -> Result<Budget, NoConfidence> {
    let [positives, negatives] = data.weights();
    match errors.allows_all_of(positives, negatives) {
        Some(_) => Err(NoConfidence::Loose),
        None => Budget::new(errors, data).ok_or(NoConfidence::ManyErrors),
    }
}

/// Whether all literals of an ordered column are forbidden, or none.
fn is_uniform(rules: &TermRules, column: std::ops::Range<usize>) -> bool {
    let literals = || column.clone().flat_map(|feature| [Literal::positive(feature), Literal::negative(feature)]);
    literals().all(|literal| rules.forbids(literal)) || !literals().any(|literal| rules.forbids(literal))
}
