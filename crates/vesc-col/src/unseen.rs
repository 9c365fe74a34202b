//! Legal inputs that are no rows.

use vesc_col_core::{Dataset, Domain, Literal, Test};

/// More legal inputs than this are not gone through, where some are declared impossible.
const MOST_INPUTS: usize = 1 << 12;

/// How many legal inputs are no rows of the data. `None` where that is not to be said: unknown cells, columns with thresholds,
/// of which further values lie between those of the rows, and too many inputs.
///
/// ```
/// use vesc_col::data::Domain;
/// use vesc_col::next::unseen_inputs;
/// use vesc_col::{Dataset, Features};
///
/// let mut builder = Dataset::builder(Features::numbered(3));
/// builder.push(true, [true, false, true])?;
/// builder.push(false, [false, true, true])?;
/// let data = builder.build()?;
/// assert_eq!(unseen_inputs(&data, &Domain::free()), Some(6));
/// // Exactly one of the first two columns is 1.
/// let domain = Domain::builder(3).exactly_one([0, 1]).build()?;
/// assert_eq!(unseen_inputs(&data, &domain), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn unseen_inputs(data: &Dataset, domain: &Domain) -> Option<usize> {
    let features = data.features();
    let is_ordered = |feature: usize| matches!(features.test(feature), Some((_, Test::AtLeast(_))));
    if (0..features.len()).any(is_ordered) { None } else { unseen_among_features(data, domain) }
}

/// The same where different values are told apart by the features.
pub(crate) fn unseen_among_features(data: &Dataset, domain: &Domain) -> Option<usize> {
    let features = data.features();
    if data.unknown_cells() > 0 {
        return None;
    }
    let inputs = match domain.is_free() {
        true => u32::try_from(features.len()).ok().and_then(|features| 1usize.checked_shl(features))?,
        false => legal_inputs(domain, features.len())?,
    };
    // Rows of equal values and different labels are one input.
    inputs.checked_sub(data.distinct() - data.equal_pairs().len())
}

/// How many inputs are legal, if they are not too many.
fn legal_inputs(domain: &Domain, features: usize) -> Option<usize> {
    let mut count = 0;
    let mut open: Vec<Vec<Literal>> = vec![Vec::new()];
    while let Some(literals) = open.pop() {
        if literals.len() == features {
            count += 1;
        }
        if count + open.len() > MOST_INPUTS {
            return None;
        }
        // What is allowed can be completed, so that each entry leads to an input of its own.
        for literal in [true, false].map(|value| Literal::matching(literals.len().min(features), value)) {
            if literals.len() < features {
                let longer = [&literals[..], &[literal]].concat();
                open.extend(Some(longer).filter(|longer| domain.allows(longer)));
            }
        }
    }
    Some(count)
}
