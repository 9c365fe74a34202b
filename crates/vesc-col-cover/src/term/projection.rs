//! The one-term problem over the literals that some samples share.

use vesc_col_core::{Sample, TermRules};

use crate::bits::columns::Columns;
use crate::context::interrupt::Interrupt;
use crate::context::run_context::RunContext;
use crate::term::duplicate_columns::{self, DuplicateColumns};
use crate::term::one_term::OneTerm;
use crate::term::problem::{Problem, common_literals};

/// Calls `$body` with the constant `$width` the least listed number of words that holds `$count` candidates.
macro_rules! with_width {
    ($count:expr, $width:ident => $body:expr) => {
        with_width!(@ $count, $width, $body, 1 2 4 8 16 32 64 256 1024)
    };
    (@ $count:expr, $width:ident, $body:expr, $($size:literal)*) => {
        match usize::div_ceil($count, 64) {
            $(words if words <= $size => { const $width: usize = $size; Some($body) })*
            _ => None,
        }
    };
}

/// The allowed terms that are true on all `samples`, whatever their size.
///
/// # Errors
///
/// [`Interrupt::TooWide`] if there are more candidates than any kernel is made for (65536), and whatever stops the run.
pub(crate) fn project<'s>(
    negatives: &Columns,
    features: usize,
    samples: impl IntoIterator<Item = &'s Sample>,
    rules: &TermRules,
    context: RunContext<'_>,
) -> Result<Box<dyn OneTerm>, Interrupt> {
    let (literals, two_sided) = common_literals(features, samples, |literal| !rules.forbids(literal));
    let classes = if two_sided == 0 { duplicate_columns::classes(negatives, &literals) } else { None };
    let searched = classes.as_ref().map_or(literals, |classes| duplicate_columns::representatives(classes));
    let projected = with_width!(searched.len(), W => {
        let rows = negatives.rows::<W>(&searched, context)?;
        let problem = Problem::<W>::from_rows(searched, two_sided, rows);
        match classes {
            Some(classes) => Box::new(DuplicateColumns::new(problem, classes)) as Box<dyn OneTerm>,
            None => Box::new(problem),
        }
    });
    projected.ok_or(Interrupt::TooWide)
}
