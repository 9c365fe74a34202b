//! What a formula says about the columns.

use vesc_col::Features;
use vesc_col::columns::Schema;
use vesc_col::data::{DataError, Test};

use crate::args::InputArgs;
use crate::input::{InputError, schema};

/// The schema for the features that a formula speaks of; `None` if all columns are to be Boolean, and no value is compared.
pub(super) fn schema_of_formula(
    args: &InputArgs,
    formula: &str,
    columns: &Features,
) -> Result<Option<Schema>, InputError> {
    let given = schema(args)?;
    let compares = Test::columns_in(formula).iter().any(|(_, test)| test.is_some());
    let wanted = compares || given.is_some();
    Ok(wanted.then(|| given.unwrap_or_default().for_formula(formula, columns.names())))
}

/// What a formula may speak of: the tests that it makes of columns, and all other columns as Boolean ones.
pub(super) fn features_of_formula(formula: &str, columns: &Features) -> Result<Features, DataError> {
    let mut tests: Vec<(String, Option<Test>)> = Vec::new();
    for tested in Test::columns_in(formula) {
        if tested.1.is_some() && columns.position(&tested.0).is_some() && !tests.contains(&tested) {
            tests.push(tested);
        }
    }
    let is_tested = |name: &&str| tests.iter().any(|(column, _)| column == name);
    let others: Vec<_> = columns.names().filter(|name| !is_tested(name)).map(|name| (name.to_owned(), None)).collect();
    Features::typed(tests.into_iter().chain(others))
}
