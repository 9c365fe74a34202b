//! The sub-spaces that the options ask for.

use std::sync::Arc;

use vesc_col::data::Domain;
use vesc_col::spaces::{
    CnfSpace, ListSpace, ObddSpace, ParitySpace, RestrictedDnfSpace, SetDnfSpace, ThresholdSpace, TreeSpace,
};
use vesc_col::{DnfSpace, Features, SubSpace};

use super::checks;
use super::groups::groups;
use super::lists::{self, Listed};
use super::restrictions::restrictions;
use crate::args::{Language, LanguageArgs, MaxSizeArgs, SizeArgs, SizeOrder};
use crate::error::CliError;

/// Sub-spaces from simple to complex.
pub(crate) type Spaces = Box<dyn Iterator<Item = Arc<dyn SubSpace>>>;

/// The sub-spaces to search.
pub(crate) fn spaces(
    args: &LanguageArgs,
    (sizes, order): (&MaxSizeArgs, SizeOrder),
    features: &Features,
    domain: &Domain,
) -> Result<Spaces, CliError> {
    let in_terms = [
        ("--max-literals", sizes.max_literals.is_some()),
        ("--max-terms", sizes.max_terms.is_some()),
        ("--order", order != SizeOrder::default()),
    ];
    checks::require_suitable(args, &in_terms, &[("--max-size", sizes.max_size.is_some())])?;
    checks::require_known_inputs(args, domain)?;
    let (in_order, size) = (order.sizes(sizes.literals(), sizes.terms()), sizes.size());
    let (count, domain) = (features.len(), domain.clone());
    checks::require_small(args, "--max-size", size, count)?;
    Ok(match args.language {
        Language::Dnf => match (groups(&args.dnf.groups, features)?, restrictions(&args.dnf, features)?) {
            (groups, None) if groups.is_empty() && domain.is_free() => {
                list(in_order.map(move |(literals, terms)| DnfSpace::new(count, literals, terms)))
            }
            (groups, None) if groups.is_empty() => {
                list(in_order.map(move |(literals, terms)| DnfSpace::new(count, literals, terms).within(&domain)))
            }
            (_, Some(options)) => list(in_order.map(move |(size, terms)| {
                RestrictedDnfSpace::new(count, size, terms, Arc::clone(&options)).within(&domain)
            })),
            (groups, None) => {
                // The groups are checked once, whatever the sizes.
                SetDnfSpace::new(count, 1, 1, groups.clone())?;
                list(in_order.filter_map(move |(conditions, terms)| {
                    SetDnfSpace::new(count, conditions, terms, groups.clone()).ok()
                }))
            }
        },
        Language::Cnf if domain.is_free() => {
            list(in_order.map(move |(literals, clauses)| CnfSpace::new(count, literals, clauses)))
        }
        Language::Cnf => {
            list(in_order.map(move |(literals, clauses)| CnfSpace::new(count, literals, clauses).within(&domain)))
        }
        Language::Threshold => list(ThresholdSpace::up_to(count, size)),
        Language::Parity => list(ParitySpace::up_to(count, size)),
        Language::List => list(ListSpace::up_to(count, size)),
        Language::Tree => list(TreeSpace::up_to(count, size)),
        Language::Obdd => {
            let order = column_order(args, features)?;
            list((1..=size).filter_map(move |nodes| ObddSpace::with_order(order.iter().copied(), nodes)))
        }
    })
}

/// The one sub-space to measure.
pub(crate) fn space(
    args: &LanguageArgs,
    sizes: &SizeArgs,
    features: &Features,
    domain: &Domain,
) -> Result<Arc<dyn SubSpace>, CliError> {
    checks::require_known_inputs(args, domain)?;
    let SizeArgs { literals, terms, size, needed } = *sizes;
    let in_terms = [("--literals", literals.is_some()), ("--terms", terms.is_some())];
    checks::require_suitable(args, &in_terms, &[("--size", size.is_some()), ("--needed", needed.is_some())])?;
    let count = features.len();
    if args.language.has_terms() {
        let literals = literals.ok_or_else(|| checks::missing(args, "--literals <L>"))?;
        let terms = terms.ok_or_else(|| checks::missing(args, "--terms <K>"))?;
        if args.language == Language::Cnf {
            let space = CnfSpace::new(count, literals, terms);
            return Ok(if domain.is_free() { Arc::new(space) } else { Arc::new(space.within(domain)) });
        }
        return Ok(match (groups(&args.dnf.groups, features)?, restrictions(&args.dnf, features)?) {
            (groups, None) if groups.is_empty() && domain.is_free() => Arc::new(DnfSpace::new(count, literals, terms)),
            (groups, None) if groups.is_empty() => Arc::new(DnfSpace::new(count, literals, terms).within(domain)),
            (_, Some(options)) => Arc::new(RestrictedDnfSpace::new(count, literals, terms, options).within(domain)),
            (groups, None) => Arc::new(SetDnfSpace::new(count, literals, terms, groups)?),
        });
    }
    let size = size.ok_or_else(|| checks::missing(args, "--size <S>"))?;
    if args.language == Language::Threshold {
        let needed = needed.ok_or_else(|| checks::missing(args, "--needed <T>"))?;
        return Ok(Arc::new(ThresholdSpace::new(count, size, needed)));
    }
    if needed.is_some() {
        return Err(checks::unsuitable(args, "--needed"));
    }
    checks::require_small(args, "--size", size, count)?;
    Ok(match args.language {
        Language::Parity => Arc::new(ParitySpace::new(count, size)),
        Language::List => Arc::new(ListSpace::new(count, size)),
        Language::Tree => Arc::new(TreeSpace::new(count, size)),
        _ => {
            let order = column_order(args, features)?;
            Arc::new(ObddSpace::with_order(order, size).expect("an order has every feature once"))
        }
    })
}

/// The features in the order in which a diagram asks them.
fn column_order(args: &LanguageArgs, features: &Features) -> Result<Vec<usize>, CliError> {
    let listed = Listed { option: "--column-order", value: "COL,..." };
    let mut order = lists::columns(listed, args.column_order.as_deref().unwrap_or_default(), features)?;
    let mut is_first = vec![false; features.len()];
    order.iter().for_each(|&feature| is_first[feature] = true);
    order.extend((0..features.len()).filter(|&feature| !is_first[feature]));
    Ok(order)
}

fn list<S: SubSpace>(spaces: impl Iterator<Item = S> + 'static) -> Spaces {
    Box::new(spaces.map(|space| Arc::new(space) as Arc<dyn SubSpace>))
}
