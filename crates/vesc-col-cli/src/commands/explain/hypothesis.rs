//! A formula to be explained, over the columns of a file.

use vesc_col::data::Test;
use vesc_col::formula::{Literal, Term};
use vesc_col::{Dnf, Features};

use crate::commands::eval::features_of_formula;
use crate::error::CliError;
use crate::input::Loaded;

/// Reads a formula. A threshold may lie between two values of the file: the next value is as good on each row, and a note says so.
///
/// # Errors
///
/// What is wrong with the formula.
pub(super) fn read(text: &str, loaded: &Loaded) -> Result<(Dnf, Vec<String>), CliError> {
    match Dnf::parse(text, loaded.data.features()) {
        Ok(dnf) => Ok((dnf, Vec::new())),
        Err(error) => between_values(text, loaded).ok_or_else(|| error.into()),
    }
}

/// The formula with the next values of the file for thresholds that the file does not have. `None` if something else is wrong
/// with it, or if no row has a value from a threshold on.
fn between_values(text: &str, loaded: &Loaded) -> Option<(Dnf, Vec<String>)> {
    let columns = Features::new(loaded.encoding.columns().map(|column| column.name.clone())).ok()?;
    let named = features_of_formula(text, &columns).ok()?;
    let mut notes = Vec::new();
    let mut in_file = |literal: &Literal| {
        let (feature, note) = feature_of_file(literal.feature(), &named, loaded)?;
        notes.extend(note.filter(|note| !notes.contains(note)));
        Some(Literal::matching(feature, !literal.is_negated()))
    };
    let dnf = Dnf::parse(text, &named).ok()?;
    let terms: Option<Vec<Term>> = dnf
        .terms()
        .iter()
        .map(|term| Term::new(term.iter().map(&mut in_file).collect::<Option<Vec<Literal>>>()?).ok())
        .collect();
    Some((Dnf::new(terms?).ok()?, notes))
}

/// The feature of the file that is equal to one of a formula on each row, and what to say of it.
fn feature_of_file(feature: usize, named: &Features, loaded: &Loaded) -> Option<(usize, Option<String>)> {
    let features = loaded.data.features();
    if let Some(same) = features.position(named.name(feature)) {
        return Some((same, None));
    }
    let Some((column, Test::AtLeast(value))) = named.test(feature) else { return None };
    // A row that exists but for its value in this column.
    let sample = loaded.data.positives().iter().chain(loaded.data.negatives().iter()).next()?;
    let mut cells: Vec<String> = loaded.encoding.decode(sample).into_iter().map(|cell| cell.text).collect();
    let place = loaded.encoding.columns().position(|known| known.name == column)?;
    cells[place] = value.to_owned();
    let row = loaded.encoding.encode(0, cells.iter().map(String::as_str)).ok()?;
    let is_above = |&at: &usize| matches!(features.test(at), Some((of, Test::AtLeast(_))) if of == column) && !row[at];
    let next = (0..features.len()).find(is_above)?;
    let [asked, next_name] = [named.name(feature), features.name(next)];
    Some((next, Some(format!("`{asked}` is `{next_name}` here: no row has a value between them"))))
}
