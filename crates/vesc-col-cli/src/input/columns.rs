//! Which column is the label, and which are features.

use std::collections::HashMap;

use vesc_col::columns::matches;

use super::error::Problem;
use super::label_words::{is_name_of_label, is_name_of_verdict};
use crate::args::InputArgs;
use crate::text::{OneLine, as_typed, first_of, names_in, shell_word, typed_option};

/// The columns of a file by their roles, as positions in the header.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    /// All names, surrounding blanks removed.
    names: Vec<String>,
    /// None if the rows have no labels.
    label: Option<usize>,
    /// The column that says how many runs a row stands for.
    counts: Option<usize>,
    /// A column whose name looks like a label's, if the label is the last column and its name does not.
    rival: Option<usize>,
    /// The last column, if a formula names it, so that it is not the label.
    named: Option<usize>,
    /// An ignored column whose name looks like a label's, if nobody said which one is the label and its name does not.
    ignored_rival: Option<usize>,
    features: Vec<usize>,
}

/// How many names a message lists.
const MOST_NAMED: usize = 5;

impl Columns {
    /// Reads the header by what the user said about the columns.
    pub(super) fn new(names: Vec<String>, args: &InputArgs) -> Result<Columns, Problem> {
        let (ignored, counts) = ignored_and_counts(&names, args)?;
        let kept: Vec<usize> = (0..names.len()).filter(|&column| !ignored[column]).collect();
        check_names(&names, &kept)?;
        let label = match args.label.as_deref().map(str::trim) {
            None => *kept.last().ok_or(Problem::NothingLeft)?,
            Some(label) => {
                let found = names.iter().position(|name| name == label);
                let found = found.ok_or_else(|| no_such_column(&names, label, " for the labels"))?;
                if ignored[found] {
                    return Err(Problem::LabelIgnored(label.to_owned()));
                }
                found
            }
        };
        let features: Vec<usize> = kept.into_iter().filter(|&column| column != label).collect();
        if features.is_empty() {
            return Err(Problem::NoFeatures(names[label].clone()));
        }
        let is_label = |&column: &usize| is_name_of_label(&names[column]);
        let is_doubtful = args.label.is_none() && !is_label(&label);
        let rival = features.iter().copied().rev().find(is_label).filter(|_| is_doubtful);
        let ignored_rival = (0..names.len()).rev().filter(|&column| ignored[column]).find(is_label);
        let ignored_rival = ignored_rival.filter(|_| is_doubtful && rival.is_none());
        Ok(Columns { names, label: Some(label), counts, rival, named: None, ignored_rival, features })
    }

    /// The same for a formula, which names some columns: if it names the last one and no label was chosen, the rows have
    /// no labels.
    pub(super) fn for_formula(
        names: Vec<String>,
        args: &InputArgs,
        is_named: impl Fn(&str) -> bool,
    ) -> Result<Columns, Problem> {
        let (ignored, counts) = ignored_and_counts(&names, args)?;
        let kept: Vec<usize> = (0..names.len()).filter(|&column| !ignored[column]).collect();
        let last_is_named = kept.last().is_some_and(|&last| is_named(&names[last]));
        if args.label.is_some() || !last_is_named {
            let columns = Columns::new(names, args)?;
            return match columns.label {
                Some(label) if is_named(&columns.names[label]) => {
                    Err(Problem::FormulaNamesLabel(columns.names[label].clone()))
                }
                _ => Ok(columns),
            };
        }
        check_names(&names, &kept)?;
        let named = kept.last().copied();
        Ok(Columns { names, label: None, counts, rival: None, named, ignored_rival: None, features: kept })
    }

    /// The same columns, of which only those features are read that are named.
    pub(super) fn only(mut self, is_named: impl Fn(&str) -> bool) -> Columns {
        self.features.retain(|&column| is_named(&self.names[column]));
        self
    }

    /// The same columns without one for labels.
    pub(super) fn without_label(mut self) -> Columns {
        self.label = None;
        self
    }

    /// Whether these cells are the names of the columns.
    pub(super) fn are_names(&self, cells: &[String]) -> bool {
        cells == self.names
    }

    /// Whether the names look like the cells of a row; `recurs` says of which columns a cell below is the name.
    pub(super) fn look_like_data(&self, recurs: &[bool]) -> bool {
        looks_like_data(&self.names) || recur(&self.names, recurs)
    }

    /// How many columns there are, the ignored ones included.
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    /// The names of all columns.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// The name of a column.
    pub(super) fn name(&self, column: usize) -> &str {
        &self.names[column]
    }

    /// The label's column, if there is one.
    pub(super) fn label(&self) -> Option<usize> {
        self.label
    }

    /// The name of a column that may be the label, if nobody said which one is.
    pub(super) fn rival(&self) -> Option<&str> {
        self.rival.map(|column| self.name(column))
    }

    /// A warning if a formula names the last column, so that the rows have no labels.
    pub(super) fn label_in_formula(&self) -> Option<String> {
        let name = self.name(self.named?);
        Some(format!(
            "the formula names the last column, `{}`, so that it is no label; to choose one, type --label NAME",
            OneLine(&as_typed(name))
        ))
    }

    /// A warning if the column that looks like the label is ignored, so that another one was taken.
    pub(super) fn ignored_label(&self) -> Option<String> {
        let (ignored, label) = (self.name(self.ignored_rival?), self.name(self.label?));
        Some(format!(
            "`{}` is ignored, so `{}` is taken for the label; to choose another one, type --label NAME",
            OneLine(ignored),
            OneLine(label)
        ))
    }

    /// A warning if there are features whose names say how a run ended, beside a label that was surely meant.
    pub(super) fn labels_among_features(&self) -> Option<String> {
        let label = self.label.filter(|_| self.rival.is_none())?;
        let names = self.features.iter().map(|&column| self.name(column)).filter(|name| is_name_of_verdict(name));
        let names: Vec<&str> = names.take(MOST_NAMED).collect();
        let typed = names.iter().map(|name| as_typed(name)).collect::<Vec<_>>().join(",");
        let shown: Vec<String> = names.iter().map(|name| format!("`{}`", OneLine(name))).collect();
        let (verb, noun, them) = if names.len() == 1 { ("is", "a label", "it") } else { ("are", "labels", "them") };
        (!names.is_empty()).then(|| {
            format!(
                "by name, {} {verb} {noun} beside `{}`; what says only that a run failed is no cause: {} leaves {them} out",
                shown.join(" and "),
                OneLine(self.name(label)),
                typed_option("--ignore", &typed)
            )
        })
    }

    /// The column that says how many runs a row stands for, if there is one.
    pub(super) fn counts(&self) -> Option<usize> {
        self.counts
    }

    /// The features' columns, in the order of the features.
    pub(super) fn features(&self) -> &[usize] {
        &self.features
    }
}

/// Names of columns that say how many runs a row stands for.
const NAMES_OF_COUNTS: [&str; 9] =
    ["count", "counts", "n", "runs", "n_runs", "num_runs", "run_count", "repeats", "repetitions"];

/// What to say of a column of numbers that may be one of counts, by its name.
pub(super) fn counts_hint(name: &str) -> Option<String> {
    let plain = name.to_lowercase().replace(['-', ' '], "_");
    NAMES_OF_COUNTS.contains(&plain.as_str()).then(|| {
        let (shown, typed) = (OneLine(name), shell_word(name));
        format!("if `{shown}` says how many runs a row stands for, type --count-column {typed}")
    })
}

/// Whether most names are numbers, as cells are. Names that count the columns are fine.
fn looks_like_data(names: &[String]) -> bool {
    let number = |name: &String| name.parse::<f64>().ok();
    let numbers = names.iter().filter_map(number).count();
    let first = names.iter().find_map(number).unwrap_or_default();
    let counts = names.iter().filter_map(number).enumerate().all(|(at, number)| number == first + at as f64);
    2 * numbers >= names.len() && numbers > 1 && !counts
}

/// Of this many columns one may have a name that is neither a number nor one of its cells.
const RECURRING: usize = 4;

/// Whether nearly all names are cells of their own columns, or numbers. One or two may be by accident: `debug` and `release`
/// are values of a column `debug`.
fn recur(names: &[String], recurs: &[bool]) -> bool {
    let is_cell = |(name, &recurs): (&String, &bool)| recurs || name.parse::<f64>().is_ok();
    let cells = names.iter().zip(recurs).filter(|&pair| is_cell(pair)).count();
    let recurring = recurs.iter().filter(|&&recurs| recurs).count();
    names.len() >= MOST_BY_ACCIDENT && recurring >= MOST_BY_ACCIDENT && names.len() - cells <= names.len() / RECURRING
}

/// How many names of columns may be among their cells by accident.
const MOST_BY_ACCIDENT: usize = 2;

/// For each column whether it is no feature and no label, and the column of counts.
fn ignored_and_counts(names: &[String], args: &InputArgs) -> Result<(Vec<bool>, Option<usize>), Problem> {
    let mut ignored = ignored(names, &args.ignore)?;
    let counts = args.count_column.as_deref().map(str::trim).map(|counts| {
        let found = names.iter().position(|name| name == counts);
        found.ok_or_else(|| no_such_column(names, counts, " for the counts"))
    });
    let counts = counts.transpose()?;
    if let Some(counts) = counts {
        ignored[counts] = true;
    }
    Ok((ignored, counts))
}

/// For each column whether it is ignored.
fn ignored(names: &[String], lists: &[String]) -> Result<Vec<bool>, Problem> {
    let mut ignored = vec![false; names.len()];
    // A name with a comma is one in a list, unless it is quoted.
    let unquoted =
        |list: &&String| names.iter().any(|name| name == list.trim()) && as_typed(list.trim()) != list.trim();
    if let Some(list) = lists.iter().find(unquoted) {
        return Err(Problem::Unquoted { name: list.clone(), option: "--ignore" });
    }
    for wanted in lists.iter().flat_map(|list| names_in(list)) {
        let mut known = false;
        for (ignored, _) in ignored.iter_mut().zip(names).filter(|(_, name)| matches(&wanted, name)) {
            (*ignored, known) = (true, true);
        }
        if !known {
            return Err(no_such_column(names, &wanted, " to ignore"));
        }
    }
    Ok(ignored)
}

fn check_names(names: &[String], kept: &[usize]) -> Result<(), Problem> {
    let mut seen: HashMap<&str, usize> = HashMap::with_capacity(kept.len());
    for &second in kept {
        let name = names[second].as_str();
        if name.is_empty() {
            return Err(Problem::UnnamedColumn(second));
        }
        if let Some(first) = seen.insert(name, second) {
            let is_data = looks_like_data(names);
            return Err(Problem::DuplicateColumn { name: name.to_owned(), first, second, is_data });
        }
    }
    Ok(())
}

/// From this Jaro-Winkler similarity on a name may have been meant.
const SIMILAR: f64 = 0.85;

pub(super) fn no_such_column(names: &[String], wanted: &str, purpose: &'static str) -> Problem {
    let similarity = |name: &&String| strsim::jaro_winkler(&name.to_lowercase(), &wanted.to_lowercase());
    let closest = names.iter().max_by(|a, b| similarity(a).total_cmp(&similarity(b)));
    let hint = match closest.filter(|name| similarity(name) >= SIMILAR) {
        Some(name) => format!("did you mean `{}`?", OneLine(name)),
        None => format!("the columns are {}", first_of(names.iter().map(|name| as_typed(name)))),
    };
    Problem::NoSuchColumn { name: wanted.to_owned(), purpose, hint }
}
