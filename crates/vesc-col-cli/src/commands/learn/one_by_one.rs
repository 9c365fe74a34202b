//! `learn --one-by-one`: causes one by one, and what formulas of each size leave.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use vesc_col::columns::Cuts;
use vesc_col::data::Domain;
use vesc_col::report::short_count;
use vesc_col::run::StopReason;
use vesc_col::search::{OneByOne, one_by_one};
use vesc_col::{Cardinality, Dataset, DnfSpace, Engine, Outcome, Run, Settings};

use crate::error::CliError;
use crate::limits::within;
use crate::text::{WIDTH, counted};

/// At most this many causes are looked for.
const MOST_CAUSES: usize = 20;

/// What was found, for people and for programs.
#[derive(Debug, Serialize)]
pub(super) struct Leads {
    causes: Vec<Lead>,
    /// Number of positive samples that no cause explains.
    left: u64,
    /// The most literals of the terms that were compared.
    literals: usize,
    trade_off: Vec<ErrorsOfSize>,
    stopped: Option<StopReason>,
}

#[derive(Debug, Serialize)]
struct Lead {
    term: String,
    literals: usize,
    explained: u64,
    equally_good: Cardinality,
    left: u64,
}

/// What is wrong with the best formulas of up to this size.
#[derive(Debug, Serialize)]
struct ErrorsOfSize {
    literals: usize,
    terms: usize,
    /// The least number of positive samples that may be left by a formula that is true on no negative one, and a number that
    /// some formula leaves.
    least: u64,
    most: u64,
    /// The least number of negative samples that a formula accepts that is true on all positive ones; null if no formula is.
    wrongly_accepted: Option<Cardinality>,
}

/// Looks for causes, and bounds what formulas up to these sizes leave.
pub(super) fn leads(
    engine: &dyn Engine,
    (data, domain, cuts): (&Arc<Dataset>, &Domain, Option<&Cuts>),
    (max_literals, max_terms): (usize, usize),
    run: &Run,
) -> Result<Leads, CliError> {
    let found = one_by_one(engine, data, domain, (max_literals, MOST_CAUSES), run)?.narrowed(data, cuts);
    let causes = found.causes.iter().map(|cause| Lead {
        term: cause.formula.display(data.features()).to_string(),
        literals: cause.literals,
        explained: cause.explained,
        equally_good: cause.equally_good.clone(),
        left: cause.left,
    });
    let causes = causes.collect();
    let mut trade_off = trade_off(&found, data.positives().total_weight(), (max_literals, max_terms));
    for at in 0..trade_off.len() {
        let (smaller, [size, ..]) = trade_off.split_at_mut(at) else { break };
        size.tighten(engine, (data, domain), run)?;
        let within = |other: &&ErrorsOfSize| other.literals <= size.literals && other.terms <= size.terms;
        let known =
            smaller.iter().filter(within).filter_map(|other| other.wrongly_accepted.as_ref()?.upper()?.try_into().ok());
        size.wrongly_accepted = size.accepted(engine, (data, domain), known.min(), run)?;
    }
    let OneByOne { left, literals, stopped, .. } = found;
    Ok(Leads { causes, left, literals, trade_off, stopped })
}

/// The sizes at which what is left falls: the least number of literals for each number of terms and each outcome.
fn trade_off(found: &OneByOne, positives: u64, (max_literals, max_terms): (usize, usize)) -> Vec<ErrorsOfSize> {
    let mut sizes: Vec<ErrorsOfSize> = Vec::new();
    for terms in 1..=max_terms {
        for literals in terms..=max_literals {
            let (least, most) = found.left_by(positives, (literals, terms));
            let is_news = sizes.iter().all(|size| size.literals > literals || (size.least, size.most) != (least, most));
            if is_news && most < positives {
                sizes.push(ErrorsOfSize { literals, terms, least, most, wrongly_accepted: None });
            }
        }
    }
    sizes
}

/// How long to look for the exact number of one size.
const TIME_FOR_EXACT: Duration = Duration::from_millis(500);

impl ErrorsOfSize {
    /// Searches for a formula that leaves fewer samples than is known, from what is not excluded upwards, while that is quick.
    fn tighten(
        &mut self,
        engine: &dyn Engine,
        (data, domain): (&Arc<Dataset>, &Domain),
        run: &Run,
    ) -> Result<(), CliError> {
        let run = within(run, TIME_FOR_EXACT);
        while self.least < self.most && run.stopped().is_none() {
            let features = data.features().len();
            let spaces = DnfSpace::up_to(features, self.literals, self.terms).map(|space| space.within(domain));
            let settings = Settings::default().with_bound(1).with_error_budget(0, self.least).with_one_class(true);
            match vesc_col::search(engine, data, spaces, &settings, &run)?.outcome() {
                Outcome::Underfit => self.least += 1,
                Outcome::Learned | Outcome::Overfit => self.most = self.least,
                _ => break,
            }
        }
        Ok(())
    }
}

impl ErrorsOfSize {
    /// The least number of negative samples that a formula accepts that is true on all positive ones, `None` if no formula is.
    /// The interval is halved while that is quick. `known` is a number that some formula accepts.
    fn accepted(
        &self,
        engine: &dyn Engine,
        (data, domain): (&Arc<Dataset>, &Domain),
        known: Option<u64>,
        run: &Run,
    ) -> Result<Option<Cardinality>, CliError> {
        if self.most == 0 {
            return Ok(Some(Cardinality::exact(0u32)));
        }
        let run = within(run, TIME_FOR_EXACT);
        let negatives = data.negatives().total_weight();
        let (mut least, mut most) = (0, known.unwrap_or(negatives + 1));
        while least < most && run.stopped().is_none() {
            // Whether any formula is true on all positive samples is the first question.
            let middle = if most > negatives { negatives } else { least + (most - least) / 2 };
            let spaces = DnfSpace::up_to(data.features().len(), self.literals, self.terms);
            let spaces = spaces.map(|space| space.within(domain));
            let settings = Settings::default().with_bound(1).with_error_budget(middle, 0).with_one_class(true);
            match vesc_col::search(engine, data, spaces, &settings, &run)?.outcome() {
                Outcome::Underfit => least = middle + 1,
                Outcome::Learned | Outcome::Overfit => most = middle,
                _ => break,
            }
        }
        Ok(match most > negatives {
            true if least > negatives => None,
            true => Some(Cardinality::at_least(least)),
            false => Some(Cardinality::between(least, most)),
        })
    }
}

/// How wide the columns before the term are, with the gaps, in characters.
const NUMBERS: usize = 31;

impl std::fmt::Display for Leads {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.causes.is_empty(), self.stopped) {
            (true, None) => {
                writeln!(f, "no term up to the cap explains a positive sample without a negative one")?;
            }
            (true, Some(_)) => writeln!(f, "which term explains the most positive samples is not known")?,
            (false, _) => {
                writeln!(f, "terms one by one, each true on no negative sample:")?;
                writeln!(f, "explained  left  equally good  term")?;
            }
        }
        for Lead { term, explained, equally_good, left, .. } in &self.causes {
            // A term that a terminal would wrap stands on a line of its own.
            let is_long = NUMBERS + term.chars().count() > WIDTH;
            let gap = if is_long { "\n    " } else { "  " };
            writeln!(f, "{explained:>9}  {left:>4}  {equally_good:>12}{gap}{term}")?;
        }
        if !self.trade_off.is_empty() {
            writeln!(
                f,
                "\npositive samples left by the best formula up to a size that is true on no negative one, and"
            )?;
            writeln!(f, "negative samples wrongly accepted by the best one that is true on all positive ones:")?;
            writeln!(f, "literals  terms  left  accepted")?;
        }
        for ErrorsOfSize { literals, terms, least, most, wrongly_accepted } in &self.trade_off {
            let left = Cardinality::between(*least, *most);
            let accepted = wrongly_accepted.as_ref().map_or_else(|| "-".to_owned(), short_count);
            writeln!(f, "{literals:>8}  {terms:>5}  {left:>4}  {accepted:>8}")?;
        }
        match self.stopped {
            Some(reason) if self.literals == 0 => writeln!(f, "\nstopped ({reason})"),
            Some(reason) => {
                writeln!(f, "\nstopped ({reason}): terms of up to {} were compared", counted(self.literals, "literal"))
            }
            None => Ok(()),
        }
    }
}
