//! The first lines of the answer: how many candidates are left, and what is known of them.

use std::fmt;

use num_bigint::BigUint;
use vesc_col::explain::{SampleId, exclusions_within};
use vesc_col::report::short_count;
use vesc_col::{Cardinality, Dnf};

use super::report::{Advice, Ending, typed};
use crate::commands::advice::{left_out, next_caps, worth_of_larger};
use crate::commands::rows::Rows;
use crate::input::Loaded;
use crate::text::counted;

impl Advice<'_> {
    /// The headline with its answer, how probable that is, and what limits it.
    pub(super) fn fmt_headline(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.ending().word().replace('-', " "))?;
        self.fmt_ending(f)?;
        self.fmt_standing(f)?;
        self.fmt_further(f)?;
        self.fmt_limits(f)
    }

    fn fmt_ending(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (literals, terms) = self.cap;
        let cap = format!("up to {} in up to {}", counted(literals, "literal"), counted(terms, "term"));
        let (candidates, concepts) = (&self.candidates, self.candidates.concepts());
        match self.ending() {
            Ending::Unique | Ending::TargetMet => {
                writeln!(f, "one concept is left {cap}")?;
                candidates.unique().map_or(Ok(()), |only| writeln!(f, "    {}", self.text(only)))
            }
            Ending::Open => {
                writeln!(f, "one concept is left {cap}, and it fits for some values of the unknown cells only")?;
                candidates.unique().map_or(Ok(()), |only| self.fmt_open(only, f))
            }
            Ending::Empty => {
                writeln!(f, "nothing {cap} explains the data")?;
                self.fmt_empty(f)
            }
            Ending::Undecided if concepts.upper().is_none() && *concepts.lower() == BigUint::ZERO => {
                writeln!(f, "whether anything {cap} explains the data is not known")
            }
            Ending::Undecided if candidates.layers().is_empty() && self.open.is_some() => {
                writeln!(f, "nothing {cap} explains the data with so few errors, and how many it takes is not known")
            }
            Ending::Undecided | Ending::Proposed => {
                writeln!(f, "{} {cap}", are_left(&concepts))?;
                self.only().map_or(Ok(()), |only| writeln!(f, "    {}", self.text(only)))?;
                self.fmt_certain(f)?;
                self.fmt_families(f)
            }
            Ending::Indistinct => {
                writeln!(f, "{} {cap}", are_left(&concepts))?;
                self.fmt_certain(f)?;
                match (&self.pool, self.only()) {
                    (_, Some(only)) => {
                        writeln!(f, "    {}", self.text(only))?;
                        writeln!(f, "    nothing speaks for it yet: all rows have one label")
                    }
                    (Some(_), None) => writeln!(f, "    no row of the pool tells any two of them apart"),
                    (None, None) => writeln!(f, "    no input tells any two of them apart"),
                }?;
                match self.refused {
                    [] => Ok(()),
                    _ => writeln!(
                        f,
                        "    inputs of rows that are left out are not proposed: another run of them would be left out, too"
                    ),
                }
            }
        }
    }

    /// What would fit where nothing does, or what larger formulas are worth.
    fn fmt_empty(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Loaded { data, domain, lines, columns, .. } = self.loaded;
        left_out(columns).map_or(Ok(()), |line| writeln!(f, "    {line}"))?;
        match (&self.what_fits, self.no_larger()) {
            (Some(what_fits), _) => f.write_str(&what_fits.text(&Rows { data, domain, lines })),
            (None, Some(reason)) => writeln!(f, "    no larger formula can fit: {reason}"),
            (None, None) => {
                let caps = next_caps(data, self.cap, self.errors.is_none()).into_iter().map(typed).collect::<Vec<_>>();
                writeln!(f, "    larger formulas: {}; {}", caps.join(" or "), worth_of_larger(data))
            }
        }
    }

    /// How many runs it takes until one candidate is left.
    fn fmt_further(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.further, self.ending()) {
            (Ok(Some(further)), Ending::Proposed) => write!(f, "{further}"),
            (Err(reason), Ending::Proposed) => {
                writeln!(f, "    how many runs it takes until one concept is left is not known ({reason})")
            }
            _ => Ok(()),
        }
    }

    /// The errors that are allowed, and what stopped the search.
    fn fmt_limits(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(budget) = &self.errors {
            writeln!(f, "    within {budget}")?;
            if budget.is_least() && !self.plan.proposals().is_empty() {
                writeln!(f, "    what answers leave, below, holds unless they raise the least errors")?;
            }
        }
        self.open.map_or(Ok(()), |open| writeln!(f, "    {open}"))?;
        match (self.candidates.stopped(), self.plan.stopped()) {
            (Some((complexity, reason)), _) => {
                writeln!(f, "    stopped ({reason}) at {complexity}: larger candidates are not among them")
            }
            (None, Some(reason)) => {
                writeln!(f, "    stopped ({reason}) while inputs were compared: there may be better ones")
            }
            (None, None) => Ok(()),
        }
    }

    fn fmt_certain(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.certain() {
            None => Ok(()),
            Some(0) => writeln!(f, "    each of them fits for some values of the unknown cells only"),
            Some(1) => writeln!(f, "    1 of them fits whatever the unknown cells are"),
            Some(certain) => writeln!(f, "    {certain} of them fit whatever the unknown cells are"),
        }
    }

    /// The only candidate, and the rows of which unknown cells decide.
    fn fmt_open(&self, only: &Dnf, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Loaded { data, domain, lines, .. } = self.loaded;
        writeln!(f, "    possibly {}", self.text(only))?;
        let open = exclusions_within(only, data, domain.clone()).filter(|one| !one.is_certain);
        let open: Vec<SampleId> = open.map(|one| one.sample).collect();
        writeln!(f, "    find out the unknown cells of {}", Rows { data, domain, lines }.text(&open))
    }

    /// How many families there are, if candidates differ in thresholds only.
    fn fmt_families(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let families = self.families.as_deref();
        let Some(families) = families.filter(|families| self.candidates.concepts().exceeds(families.len())) else {
            return Ok(());
        };
        match families {
            [only] => {
                writeln!(f, "    1 family: all of them differ in thresholds only")?;
                writeln!(f, "    {}", only.display(self.loaded.data.features()))
            }
            families => writeln!(f, "    {} families: concepts of one differ in thresholds only", families.len()),
        }
    }
}

fn are_left(concepts: &Cardinality) -> String {
    match *concepts == Cardinality::exact(1u32) {
        true => "1 concept is left".to_owned(),
        false if *concepts == Cardinality::at_least(1u32) => "at least one concept is left".to_owned(),
        false => format!("{} concepts are left", short_count(concepts)),
    }
}
