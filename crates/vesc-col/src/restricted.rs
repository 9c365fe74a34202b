//! The data and the legal inputs without some features.

use vesc_col_core::{Dataset, Domain, DomainBuilder, EngineError, Features, Literal};

/// The data with these features alone; rows may contradict each other then.
pub(crate) fn restricted(data: &Dataset, kept: &[usize]) -> Result<Dataset, EngineError> {
    let mut builder = Dataset::builder(Features::numbered(kept.len())).with_contradictions();
    for (samples, label) in [(data.positives(), true), (data.negatives(), false)] {
        for sample in samples.iter() {
            builder.push(label, kept.iter().map(|&feature| sample[feature]))?;
        }
    }
    Ok(builder.build()?)
}

/// What legal inputs can have at these features. A domain's nogoods are all minimal ones, so those that speak of no other feature
/// are all that is left of them.
pub(crate) fn projected(domain: &Domain, kept: &[usize]) -> Result<Domain, EngineError> {
    let place = |literal: &Literal| {
        kept.binary_search(&literal.feature()).ok().map(|place| Literal::matching(place, !literal.is_negated()))
    };
    let nogoods = domain.nogoods().filter_map(|nogood| nogood.iter().map(place).collect::<Option<Vec<Literal>>>());
    let builder = nogoods.fold(Domain::builder(kept.len()), DomainBuilder::never);
    builder.build().map_err(|error| EngineError::failed("portfolio", error))
}
