//! The sub-spaces that the options ask for.

use std::sync::Arc;

use vesc_col::data::Domain;
use vesc_col::spaces::{
    CnfSpace, DnfOptions, ListSpace, ObddSpace, ParitySpace, RestrictedDnfSpace, SetDnfSpace, ThresholdSpace, TreeSpace,
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
            (_, Some(options)) => Box::new(
                in_order.map(move |(size, terms)| restricted(count, (size, terms), Arc::clone(&options), &domain)),
            ),
            (groups, None) => {
                let first = SetDnfSpace::new(count, 1, 1, groups)?.with_possible_terms(&domain)?;
                let spaces = in_order.map(move |(conditions, terms)| first.with_size(conditions, terms));
                over(domain, spaces)
            }
        },
        Language::Cnf if domain.is_free() => {
            list(in_order.map(move |(literals, clauses)| CnfSpace::new(count, literals, clauses)))
        }
        Language::Cnf => {
            list(in_order.map(move |(literals, clauses)| CnfSpace::new(count, literals, clauses).within(&domain)))
        }
        Language::Threshold => over(domain, ThresholdSpace::up_to(count, size)),
        Language::Parity => over(domain, ParitySpace::up_to(count, size)),
        Language::List => over(domain, ListSpace::up_to(count, size)),
        Language::Tree => over(domain, TreeSpace::up_to(count, size)),
        Language::Obdd => {
            let order = column_order(args, features)?;
            over(domain, (1..=size).filter_map(move |nodes| ObddSpace::with_order(order.iter().copied(), nodes)))
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
            (_, Some(options)) => restricted(count, (literals, terms), options, domain),
            (groups, None) => {
                legal(SetDnfSpace::new(count, literals, terms, groups)?.with_possible_terms(domain)?, domain)
            }
        });
    }
    let size = size.ok_or_else(|| checks::missing(args, "--size <S>"))?;
    if args.language == Language::Threshold {
        let needed = needed.ok_or_else(|| checks::missing(args, "--needed <T>"))?;
        return Ok(legal(ThresholdSpace::new(count, size, needed), domain));
    }
    if needed.is_some() {
        return Err(checks::unsuitable(args, "--needed"));
    }
    checks::require_small(args, "--size", size, count)?;
    Ok(match args.language {
        Language::Parity => legal(ParitySpace::new(count, size), domain),
        Language::List => legal(ListSpace::new(count, size), domain),
        Language::Tree => legal(TreeSpace::new(count, size), domain),
        _ => {
            let order = column_order(args, features)?;
            legal(ObddSpace::with_order(order, size).expect("an order has every feature once"), domain)
        }
    })
}

/// The features in the order in which a diagram asks them.
fn column_order(args: &LanguageArgs, features: &Features) -> Result<Vec<usize>, CliError> {
    let listed = Listed { option: "--column-order", value: "COL,..." };
    let columns = lists::columns_with_features(listed, args.column_order.as_deref().unwrap_or_default(), features)?;
    let mut order = columns.concat();
    let mut is_first = vec![false; features.len()];
    order.iter().for_each(|&feature| is_first[feature] = true);
    order.extend((0..features.len()).filter(|&feature| !is_first[feature]));
    Ok(order)
}

/// A sub-space over these legal inputs.
#[cfg(feature = "sat")]
fn legal(space: impl SubSpace, domain: &Domain) -> Arc<dyn SubSpace> {
    use vesc_col::sub_space::DeclaredSpace;

    if domain.is_free() { Arc::new(space) } else { Arc::new(DeclaredSpace::new(space, domain)) }
}

/// A sub-space; where not all inputs are legal it was refused before.
#[cfg(not(feature = "sat"))]
fn legal(space: impl SubSpace, _: &Domain) -> Arc<dyn SubSpace> {
    Arc::new(space)
}

/// DNF with options over these legal inputs. Where each option is about a term by itself, engines know a faster way.
fn restricted(
    features: usize,
    (size, terms): (usize, usize),
    options: Arc<DnfOptions>,
    domain: &Domain,
) -> Arc<dyn SubSpace> {
    let is_by_term = options.as_rules(features).is_some();
    let space = RestrictedDnfSpace::new(features, size, terms, options);
    if is_by_term { Arc::new(space.within(domain)) } else { legal(space.with_possible_terms(domain), domain) }
}

/// Each of these sub-spaces over the legal inputs.
fn over<S: SubSpace>(domain: Domain, spaces: impl Iterator<Item = S> + 'static) -> Spaces {
    Box::new(spaces.map(move |space| legal(space, &domain)))
}

fn list<S: SubSpace>(spaces: impl Iterator<Item = S> + 'static) -> Spaces {
    Box::new(spaces.map(|space| Arc::new(space) as Arc<dyn SubSpace>))
}
