//! The first line of the answer.

use std::fmt::{self, Write};

use vesc_col_core::{Cardinality, StopReason};

use crate::report::numbers::{relation, short_count};
use crate::report::{Outcome, Report, Step};

impl Report {
    pub(super) fn fmt_outcome(&self, f: &mut String) -> fmt::Result {
        let size = self.deciding_step().map(|step| step.complexity().to_string()).unwrap_or_default();
        let count = self.cardinality();
        write!(f, "{}: ", self.outcome().word())?;
        match self.outcome() {
            Outcome::Learned => self.fmt_learned(&size, f),
            Outcome::Overfit => {
                let families = self.families_before_count();
                let classes = self.classes_before_count();
                let what = if families.is_empty() { "concepts" } else { "families of concepts" };
                writeln!(
                    f,
                    "{size}, {families}{classes}|VS| {}: too many {what} of this size explain the data",
                    relation(&count)
                )?;
                self.fmt_first_within_bound(f)
            }
            Outcome::Underfit => match self.steps().last() {
                Some(step) => writeln!(f, "nothing up to {} explains the data", step.complexity()),
                None => writeln!(f, "no sub-space was asked for"),
            },
            Outcome::OneClass => writeln!(f, "there is {}, so nothing can be learned", self.missing_class()),
            Outcome::Undecided => self.fmt_undecided(&size, f),
            Outcome::Counted => self.fmt_counted(&size, f),
        }
    }

    /// `certainly `, if unknown cells decide of more concepts.
    fn certainly(&self) -> &'static str {
        let possible = self.deciding_step().and_then(Step::possible);
        if possible.is_some_and(|possible| possible.concepts != self.cardinality()) { "certainly " } else { "" }
    }

    fn fmt_learned(&self, size: &str, f: &mut String) -> fmt::Result {
        let (count, one) = (self.cardinality(), Cardinality::exact(1u32));
        let vs = relation(&count);
        if self.data().is_one_class() {
            writeln!(f, "{size}, |VS| {vs}: what fits rows of one class is no evidence of a cause")
        } else if self.families() != count {
            write!(f, "{size}, {}|VS| {vs}: ", self.families_before_count())?;
            match self.families() == one {
                true => writeln!(f, "all concepts of this size that explain the data differ in thresholds only"),
                false => writeln!(f, "concepts of one family differ in thresholds only"),
            }
        } else if count == one {
            writeln!(f, "{size}, |VS| = 1: no other concept of this size {}explains the data", self.certainly())
        } else {
            let (classes, certainly) = (self.classes_before_count(), self.certainly());
            writeln!(f, "{size}, {classes}|VS| {vs}: {count} concepts of this size {certainly}explain the data")
        }
    }

    fn fmt_undecided(&self, size: &str, f: &mut String) -> fmt::Result {
        let step = self.deciding_step();
        // Every size was decided, and more errors are the question.
        if let Some(open) = self.open_errors().filter(|_| step.is_none_or(|step| step.result().concepts.is_zero())) {
            let size = if let Some(last) = self.steps().last() { last.complexity().to_string() } else { String::new() };
            let of = if step.is_some() { "of" } else { "up to" };
            let reason = in_words(open.stopped);
            return writeln!(
                f,
                "nothing {of} {size} explains the data with so few errors, and {reason} before it was known how many it takes"
            );
        }
        if step.is_some_and(Step::is_open) {
            let possible = step.and_then(Step::possible).map(|possible| relation(&possible.concepts));
            let possible = possible.unwrap_or_default();
            return writeln!(
                f,
                "{size}: no concept explains the data whatever the unknown cells are; for some values of them |VS| {possible}"
            );
        }
        let stopped = step.and_then(Step::stopped);
        let reason = stopped.map_or("the run stopped", in_words);
        let reason = match stopped {
            // These are states, after which nothing more would have been known.
            Some(StopReason::ListLimit | StopReason::MissingParts) => reason.to_owned(),
            _ => format!("{reason} before {}", self.what_is_open()),
        };
        writeln!(f, "{size}, {}|VS| {}: {reason}", self.families_before_count(), relation(&self.cardinality()))
    }

    fn fmt_first_within_bound(&self, f: &mut String) -> fmt::Result {
        let Some(step) = self.first_within_bound() else { return Ok(()) };
        let count = relation(&step.result().concepts);
        writeln!(f, "    the first sub-space within the bound is {}, |VS| {count}", step.complexity())
    }

    /// A bound is not called a count.
    fn fmt_counted(&self, size: &str, f: &mut String) -> fmt::Result {
        let (families, count, formulas) = (self.families(), self.cardinality(), self.formulas());
        let (counted, bounded): (Vec<_>, Vec<_>) = [("families", &families), ("|VS|", &count), ("formulas", &formulas)]
            .into_iter()
            .filter(|(name, _)| *name != "families" || families != count)
            .map(|(name, count)| (format!("{name} {}", relation(count)), count.is_exact()))
            .partition(|(_, is_exact)| *is_exact);
        let joined =
            |parts: &[(String, bool)]| parts.iter().map(|(part, _)| part.as_str()).collect::<Vec<_>>().join(", ");
        write!(f, "{size}")?;
        if self.differ_in_values {
            write!(f, ", {}", self.classes_before_count().trim_end_matches(", "))?;
        }
        if !counted.is_empty() {
            write!(f, ", {}", joined(&counted))?;
        }
        writeln!(f)?;
        if bounded.is_empty() {
            return Ok(());
        }
        let reason = self.deciding_step().and_then(Step::stopped).map(in_words);
        let reason = reason.map(|reason| format!(": {reason}")).unwrap_or_default();
        writeln!(f, "    {}, not counted exactly{reason}", joined(&bounded))
    }

    /// The number of families, to stand before |VS| if that is another one.
    fn families_before_count(&self) -> String {
        let families = self.families();
        match families == self.cardinality() {
            true => String::new(),
            false if families == Cardinality::exact(1u32) => "1 family, ".to_owned(),
            false => format!("{} families, ", short_count(&families)),
        }
    }

    /// The number of classes, to stand before |VS| if values of one column are why there are fewer.
    fn classes_before_count(&self) -> String {
        match self.classes().filter(|_| self.differ_in_values) {
            None => String::new(),
            Some(1) => "1 class, ".to_owned(),
            Some(classes) => format!("{classes} classes, "),
        }
    }

    /// What of the deciding size is not known, as the end of `the deadline passed before ...`.
    fn what_is_open(&self) -> &'static str {
        match [self.cardinality(), self.families(), self.formulas()].map(|count| count.is_exact()) {
            [false, ..] => "it was known",
            [_, false, _] => "the families were counted",
            [.., false] => "the formulas were counted",
            _ => "all was known",
        }
    }

    fn missing_class(&self) -> &'static str {
        match self.data() {
            data if data.positives + data.negatives == 0 => "no sample",
            data if data.positives == 0 => "no positive sample",
            _ => "no negative sample",
        }
    }
}

/// A stop in words, as the beginning of `... before it was known`.
fn in_words(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Cancelled => "the run was interrupted",
        StopReason::Deadline => "the deadline passed",
        StopReason::Memory => "the memory limit was reached",
        StopReason::ListLimit => "there are more concepts than the listing limit",
        StopReason::EngineLimit => "the engine reached a limit of its own",
        StopReason::MissingParts => "parts of the question are not answered",
        _ => "the run stopped",
    }
}
