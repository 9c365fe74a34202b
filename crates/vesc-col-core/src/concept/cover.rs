//! Whether a disjunction covers a conjunction, with a witness if it does not.

use super::cube::{Cube, Storage};
use super::work::Work;
use crate::StopReason;

/// A point of `cube` that no cube of `cover` contains, or `None` if they cover it.
///
/// Features on which nothing depends take their value from `preferred`, a point. Branches only on features that remain
/// in both polarities, so that the cost is exponential at worst, and linear for unate covers.
///
/// # Errors
///
/// The reason to stop, if the work ends before its time.
pub(super) fn uncovered_point<'a, S: Storage + 'a>(
    cover: impl IntoIterator<Item = &'a Cube<S>>,
    cube: &Cube<S>,
    preferred: &Cube<S>,
    work: &mut Work<'_>,
) -> Result<Option<Cube<S>>, StopReason> {
    let mut rest: Vec<Cube<S>> = Vec::new();
    let mut fixed = cube.clone();
    for other in cover {
        if !other.conflicts(&fixed) {
            rest.push(other.difference(&fixed));
        }
    }
    loop {
        work.spend(4 * rest.len())?;
        if rest.iter().any(Cube::is_empty) {
            return Ok(None);
        }
        let Some((first, others)) = rest.split_first() else {
            return Ok(Some(fixed.completed(preferred)));
        };
        let union = others.iter().fold(first.clone(), |union, cube| union.union(cube));
        // Against a feature of one polarity the opposite value is at least as good as any.
        let pure = union.difference(&union.opposite());
        if pure.is_empty() {
            break;
        }
        rest.retain(|cube| cube.difference(&pure) == *cube);
        fixed = fixed.union(&pure.opposite());
    }
    let shortest = rest.iter().min_by_key(|cube| cube.len());
    let Some(code) = shortest.and_then(|cube| cube.codes().next()) else { return Ok(None) };
    for code in [code ^ 1, code] {
        let mut half = fixed.clone();
        half.insert(code);
        if let Some(point) = uncovered_point(&rest, &half, preferred, work)? {
            return Ok(Some(point));
        }
    }
    Ok(None)
}
