//! What would fit where nothing does: without which rows, with how many wrong labels, and in which larger or other spaces.

use std::fmt::Write;
use std::sync::Arc;

use indexmap::IndexMap;
use serde_json::{Value, json};
use vesc_col::data::Samples;
use vesc_col::explain::{Ending, Robustness, contradicting};
use vesc_col::report::Step;
use vesc_col::run::StopReason;
use vesc_col::sub_space::Complexity;
use vesc_col::{
    Cardinality, Dataset, DnfSpace, Engine, Features, Hypothesis, Outcome, Report, Run, Settings, SubSpace, search,
};

use super::robust::{deciding_json, deciding_lines, fitting};
use crate::args::{InputArgs, Language, LanguageArgs, MaxSizeArgs, SizeOrder};
use crate::commands::advice::has_every_input;
use crate::commands::questions::Questions;
use crate::commands::rows::Rows;
use crate::error::CliError;
use crate::language::spaces;

/// Up to how many wrong labels are tried.
const MOST_ERRORS: u64 = 2;

/// The languages that are tried: those whose hypotheses are read like a formula.
const LANGUAGES: [Language; 5] = [Language::Cnf, Language::Threshold, Language::Parity, Language::List, Language::Tree];

/// A question to which nothing fits.
pub(in crate::commands) struct UnansweredQuestion<'a> {
    pub(in crate::commands) engine: &'a dyn Engine,
    pub(in crate::commands) input: &'a InputArgs,
    pub(in crate::commands) rows: Rows<'a>,
    /// The largest numbers of literals and of terms.
    pub(in crate::commands) cap: (usize, usize),
    /// Larger caps, each as it is typed.
    pub(in crate::commands) larger: Vec<(String, (usize, usize))>,
}

/// What would fit.
pub(in crate::commands) struct WhatFits {
    robustness: Robustness,
    tries: Vec<Try>,
}

/// Another question, and its answer.
struct Try {
    /// What is typed: options, or a whole command.
    typed: String,
    /// The language, if it is another one.
    language: Option<String>,
    complexity: Option<Complexity>,
    concepts: Cardinality,
    example: Option<Arc<dyn Hypothesis>>,
    /// The limit that left it open.
    stopped: Option<StopReason>,
}

impl UnansweredQuestion<'_> {
    /// Finds out what would fit, in the time that `parts` of the questions share. Notes what was cut off.
    pub(in crate::commands) fn answer_in(&self, parts: u32, questions: &mut Questions) -> Result<WhatFits, CliError> {
        let found = self.answer(&questions.next(parts, "what would fit"))?;
        questions.note("what would fit", found.stopped());
        Ok(found)
    }

    /// Finds out what would fit. Each try may take an equal part of the time that is left.
    fn answer(&self, run: &Run) -> Result<WhatFits, CliError> {
        let UnansweredQuestion { engine, rows, cap, larger, .. } = self;
        let features = rows.data.features().len();
        let mut left = 1 + larger.len() + LANGUAGES.len();
        let mut share = || {
            let share = run.share(left as u32);
            left -= 1;
            share
        };
        let within = |(literals, terms)| DnfSpace::up_to(features, literals, terms);
        let here = within(*cap).map(|space| space.within(rows.domain));
        let robustness = contradicting(*engine, rows.data, here, MOST_ERRORS, &share())?;
        let mut tries: Vec<Try> = self.within_errors(&robustness).into_iter().collect();
        for (typed, larger) in larger {
            // What lies within the cap is empty.
            let beyond = within(*larger).filter(|space| space.literals() > cap.0 || space.terms() > cap.1);
            let report = self.search(beyond.map(|space| space.within(rows.domain)), &share())?;
            tries.push(Try::of(typed.clone(), None, &report));
        }
        for language in LANGUAGES {
            let share = share();
            // No smaller sizes than a person would try who gives none.
            let beyond = |cap: usize, usual: usize| (language.has_terms() && cap > usual).then_some(cap);
            let usual = MaxSizeArgs::default();
            let sizes = MaxSizeArgs {
                max_literals: beyond(cap.0, usual.literals()),
                max_terms: beyond(cap.1, usual.terms()),
                max_size: None,
            };
            let args = LanguageArgs { language, ..LanguageArgs::default() };
            // Some languages are too large for this many columns. Others need an engine that this build lacks.
            let Ok(spaces) = spaces(&args, (&sizes, SizeOrder::default()), rows.data.features(), rows.domain) else {
                continue;
            };
            let name = language.name();
            let size = sizes.as_typed();
            let typed = format!("vesc-col learn {} {size}--language {name}", self.input.as_typed());
            tries.push(Try::of(typed, Some(name), &self.search(spaces, &share)?));
        }
        Ok(WhatFits { robustness, tries })
    }

    fn search<S: SubSpace>(&self, spaces: impl IntoIterator<Item = S>, run: &Run) -> Result<Report, CliError> {
        Ok(search(self.engine, self.rows.data, spaces, &Settings::default(), run)?)
    }

    /// The least number of wrong labels with which something fits.
    fn within_errors(&self, found: &Robustness) -> Option<Try> {
        let (errors, ending) = found.budgets.iter().enumerate().find(|(_, ending)| ending.complexity.is_some())?;
        let [positives, negatives] = [self.rows.data.positives(), self.rows.data.negatives()].map(Samples::rows);
        let mut typed = format!("--max-errors {errors}");
        // What is wrong on all rows of a label explains nothing.
        for (option, rows) in [("--max-false-negatives", positives), ("--max-false-positives", negatives)] {
            if rows <= errors {
                typed += &format!(" {option} {}", rows - 1);
            }
        }
        let Ending { complexity, concepts, example, is_simplest, .. } = ending.clone();
        let stopped = found.stopped.filter(|_| !is_simplest);
        Some(Try { typed, language: None, complexity, concepts, example, stopped })
    }
}

impl Try {
    fn of(typed: String, language: Option<String>, report: &Report) -> Try {
        let is_open = report.outcome() == Outcome::Undecided;
        let step = report.deciding_step().filter(|_| !is_open);
        Try {
            typed,
            language,
            complexity: step.map(|step| step.complexity().clone()),
            concepts: if is_open { Cardinality::unknown() } else { report.cardinality() },
            example: report.hypotheses().first().cloned(),
            stopped: report.steps().last().and_then(Step::stopped).filter(|_| is_open),
        }
    }

    fn text(&self, features: &Features) -> String {
        match (&self.complexity, &self.example, self.stopped) {
            (_, _, Some(reason)) => not_known(reason),
            (None, _, None) => "nothing".to_owned(),
            (Some(complexity), example, None) => fitting(complexity, &self.concepts, example.as_ref(), features),
        }
    }

    fn json(&self, features: &Features) -> Value {
        json!({
            "typed": self.typed,
            "language": self.language,
            "complexity": self.complexity,
            "cardinality": self.concepts,
            "example": self.example.as_ref().map(|example| json!({"text": example.display(features).to_string()})),
            "stopped": self.stopped,
        })
    }
}

impl WhatFits {
    /// The limit that left some of it open. What ended the run comes before the end of a try's share of the time.
    fn stopped(&self) -> Option<StopReason> {
        let reasons = || self.robustness.stopped.into_iter().chain(self.tries.iter().filter_map(|one| one.stopped));
        reasons().find(|&reason| reason != StopReason::Deadline).or(reasons().next())
    }

    /// A line for each row or pair of rows that forbids an answer, and for each try, all of them indented.
    pub(in crate::commands) fn text(&self, rows: &Rows<'_>) -> String {
        let features = rows.data.features();
        let mut text: String = deciding_lines(&self.robustness, rows).iter().map(|line| line.clone() + "\n").collect();
        match (self.robustness.deciding.is_empty(), self.robustness.stopped) {
            (true, None) => text += "    without any one or two rows: nothing\n",
            (true, Some(reason)) => {
                let _ = writeln!(text, "    without which rows something fits is {}", not_known(reason));
            }
            _ => {}
        }
        let (others, own): (Vec<&Try>, Vec<&Try>) =
            self.tries.iter().partition(|one| one.language.is_some() && one.complexity.is_none());
        for one in own {
            let _ = writeln!(text, "    {}: {}", one.typed, one.text(features));
        }
        let mut endings: IndexMap<String, Vec<&str>> = IndexMap::new();
        for one in others {
            endings.entry(one.text(features)).or_default().extend(one.language.as_deref());
        }
        for (what, names) in endings {
            let _ = writeln!(text, "    learn --language {}: {what}", names.join(", "));
        }
        text + match has_every_input(rows.data) {
            true => "    every input is in the data: all that fit it without an error are one concept\n",
            false => "    each of these is a question more: the more are asked, the more fit by chance\n",
        }
    }

    /// The same for programs.
    pub(in crate::commands) fn json(&self, rows: &Rows<'_>) -> Value {
        let features = rows.data.features();
        json!({
            "deciding": deciding_json(&self.robustness, rows),
            "deciding_count": self.robustness.deciding.len(),
            "single_rows": self.robustness.single_rows,
            "pairs": self.robustness.pairs,
            "tries": self.tries.iter().map(|one| one.json(features)).collect::<Vec<_>>(),
            "stopped": self.robustness.stopped,
        })
    }
}

fn not_known(reason: StopReason) -> String {
    match reason {
        StopReason::Deadline => "not known in the time that a try may take".to_owned(),
        _ => format!("not known ({reason})"),
    }
}

/// Whether this can be asked: of rows of both labels without unknown cells.
pub(in crate::commands) fn can_be_asked(data: &Dataset) -> bool {
    data.positives().rows() > 0 && data.negatives().rows() > 0 && data.unknown_cells() == 0
}
