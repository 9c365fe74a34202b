//! Which column is the label, and which are features.

use std::collections::HashMap;

use vesc_col::columns::matches;

use super::error::Problem;
use super::label_words::is_name_of_label;
use crate::args::InputArgs;
use crate::text::{OneLine, first_of, names_in};

/// The columns of a file by their roles, as positions in the header.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    /// All names, surrounding blanks removed.
    names: Vec<String>,
    label: usize,
    /// A column whose name looks like a label's, if the label is the last column and its name does not.
    rival: Option<usize>,
    features: Vec<usize>,
}

impl Columns {
    /// Reads the header by what the user said about the columns.
    pub(super) fn new(names: Vec<String>, args: &InputArgs) -> Result<Columns, Problem> {
        if let [name] = &names[..] {
            check_separator(name)?;
        }
        let ignored = ignored(&names, &args.ignore)?;
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
        let rival = features.iter().copied().rev().find(is_label).filter(|_| args.label.is_none() && !is_label(&label));
        Ok(Columns { names, label, rival, features })
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

    /// The label's column.
    pub(super) fn label(&self) -> usize {
        self.label
    }

    /// The name of a column that may be the label, if nobody said which one is.
    pub(super) fn rival(&self) -> Option<&str> {
        self.rival.map(|column| self.name(column))
    }

    /// The features' columns, in the order of the features.
    pub(super) fn features(&self) -> &[usize] {
        &self.features
    }
}

/// For each column whether it is ignored.
fn ignored(names: &[String], lists: &[String]) -> Result<Vec<bool>, Problem> {
    let mut ignored = vec![false; names.len()];
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

/// A file whose only column has a name like `a;b;y` is one with other separators.
fn check_separator(name: &str) -> Result<(), Problem> {
    match [(';', "semicolons"), ('\t', "tabs")].into_iter().find(|&(separator, _)| name.contains(separator)) {
        Some((_, separators)) => Err(Problem::OtherSeparator(separators)),
        None => Ok(()),
    }
}

fn check_names(names: &[String], kept: &[usize]) -> Result<(), Problem> {
    let mut seen: HashMap<&str, usize> = HashMap::with_capacity(kept.len());
    for &second in kept {
        let name = names[second].as_str();
        if name.is_empty() {
            return Err(Problem::UnnamedColumn(second));
        }
        if let Some(first) = seen.insert(name, second) {
            return Err(Problem::DuplicateColumn { name: name.to_owned(), first, second });
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
        None => format!("the columns are {}", first_of(names.iter().map(|name| OneLine(name)))),
    };
    Problem::NoSuchColumn { name: wanted.to_owned(), purpose, hint }
}
