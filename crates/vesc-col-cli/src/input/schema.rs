//! What the user says about the columns.

use std::collections::HashMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;
use vesc_col::columns::Schema;

use super::error::{Declaration, InputError, Problem};
use super::source::Source;
use crate::args::{ColumnOption, InputArgs, Types};
use crate::text::{OneLine, names_in};

/// What was said, or `None` if nothing was: then all columns are Boolean, and all inputs are legal.
pub(crate) fn schema(args: &InputArgs) -> Result<Option<Schema>, InputError> {
    if args.types == Types::Boolean && args.schema.is_none() {
        let given = [("--open", !args.open.is_empty()), ("--closed", args.closed)];
        if let Some((option, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
            let alone = Problem::Schema(format!("{option} is about the types that --types auto infers"));
            return Err(InputError::new(&Source::new(&args.file), alone));
        }
    }
    let has_constraints = !args.one_hot.is_empty() || !args.exclusive.is_empty() || !args.implies.is_empty();
    if args.types == Types::Boolean && args.schema.is_none() && !has_constraints && args.column.is_empty() {
        return Ok(None);
    }
    let mut schema = args.schema.as_deref().map_or(Ok(Schema::boolean()), read)?;
    if args.types == Types::Auto {
        schema = schema.with_auto(true);
    }
    for (position, ColumnOption { name, column_type, .. }) in args.column.iter().enumerate() {
        if args.column[..position].iter().any(|earlier| earlier.name == *name) {
            let twice = Problem::Schema(format!("--column gives `{}` two types", OneLine(name)));
            return Err(InputError::new(&Source::new(&args.file), twice));
        }
        schema = schema.with_column(name, column_type.clone());
    }
    for name in args.open.iter().flat_map(|list| names_in(list)) {
        schema = schema.with_open(name);
    }
    schema = schema.with_closed(args.closed);
    for group in &args.one_hot {
        schema = schema.with_one_hot(names_in(group));
    }
    for group in &args.exclusive {
        schema = schema.with_at_most_one(names_in(group));
    }
    for implication in &args.implies {
        schema = schema.with_implication(implication);
    }
    Ok(Some(schema))
}

/// The same error where the schema is to be changed, if the mistake stands in its file: there, and on its line.
pub(super) fn blame_schema(error: InputError, args: &InputArgs) -> InputError {
    let Some(path) = &args.schema else { return error };
    let Some(declaration) = error.declaration() else { return error };
    // Whoever changes it at this moment gets the other message.
    let Ok(text) = fs::read_to_string(path) else { return error };
    let Ok(declared) = toml::from_str::<Declared>(&text) else { return error };
    let line = |place: Range<usize>| Some(text[..place.start].matches('\n').count() as u64 + 1);
    let line = match declaration {
        // An option stands above the schema.
        Declaration::Name(name) if args.column.iter().any(|column| column.name == name) => None,
        Declaration::Name(name) => declared.place_of_name(name).map(line),
        Declaration::Constraint(constraint) if args.implies.iter().any(|implication| implication == constraint) => None,
        Declaration::Constraint(constraint) => declared.place_of_constraint(constraint).map(line),
        Declaration::All => {
            let are_here = args.one_hot.is_empty() && args.exclusive.is_empty() && args.implies.is_empty();
            are_here.then_some(None)
        }
    };
    match line {
        Some(line) => error.declared_in(Source::file(path), line),
        None => error,
    }
}

/// Where names and constraints stand in a schema.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Declared {
    columns: HashMap<Spanned<String>, IgnoredAny>,
    one_hot: Vec<Vec<Spanned<String>>>,
    at_most_one: Vec<Vec<Spanned<String>>>,
    implies: Vec<Spanned<String>>,
    never: Vec<Spanned<String>>,
}

impl Declared {
    fn place_of_name(&self, name: &str) -> Option<Range<usize>> {
        let in_groups = self.one_hot.iter().chain(&self.at_most_one).flatten();
        place(self.columns.keys().chain(in_groups), name)
    }

    fn place_of_constraint(&self, text: &str) -> Option<Range<usize>> {
        place(self.implies.iter().chain(&self.never), text)
    }
}

fn place<'a>(mut all: impl Iterator<Item = &'a Spanned<String>>, text: &str) -> Option<Range<usize>> {
    all.find(|one| one.get_ref() == text).map(Spanned::span)
}

fn read(path: &Path) -> Result<Schema, InputError> {
    let source = Source::file(path);
    let text = fs::read_to_string(path).map_err(|error| InputError::new(&source, error))?;
    toml::from_str(&text).map_err(|error| {
        let reason = error.message().lines().collect::<Vec<_>>().join(" ");
        let wrong = InputError::new(&source, Problem::Schema(reason));
        match error.span() {
            Some(span) => wrong.at_line(text[..span.start].matches('\n').count() as u64 + 1),
            None => wrong,
        }
    })
}
