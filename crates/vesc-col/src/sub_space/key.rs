//! Sub-spaces out of their keys.

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::Arc;

use vesc_col_core::{DnfSpace, Domain, DomainBuilder, Literal, Part, Query, SubSpace};

/// Features that a key may speak of. More are no key of a search, and would take memory before anybody has looked at them.
const MOST_FEATURES: usize = 1 << 24;

/// Parts of parts that a key may speak of. Each is asked through all that it is a part of, one call inside the other.
const MOST_NESTED_PARTS: usize = 64;

/// A key that is none of a sub-space that comes with this crate.
///
/// ```
/// use vesc_col::sub_space;
///
/// let error = sub_space::from_key("dnf features=4 literals=many terms=2").expect_err("no number");
/// assert_eq!(error.to_string(), "`dnf features=4 literals=many terms=2` is no key of a sub-space known here");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{key}` is no key of a sub-space known here")]
#[non_exhaustive]
pub struct KeyError {
    /// The text.
    pub key: String,
}

/// The sub-space with this [key](SubSpace::key), of the languages that this crate was built with, or a
/// [part](Query::within_part) of one. The names of groups are no
/// part of a key: such a sub-space is the same, bit for bit, but its hypotheses print other names.
///
/// ```
/// use vesc_col::sub_space::{self, SubSpace};
/// use vesc_col::DnfSpace;
///
/// let key = DnfSpace::new(100, 5, 2).key().expect("it has one");
/// let space = sub_space::from_key(&key)?;
/// assert_eq!(space.complexity().to_string(), "5 literals, 2 terms");
/// # Ok::<(), vesc_col::sub_space::KeyError>(())
/// ```
///
/// # Errors
///
/// [`KeyError`] if it is no such key.
pub fn from_key(key: &str) -> Result<Arc<dyn SubSpace>, KeyError> {
    let found = parse(key).filter(|space| space.key().as_deref() == Some(key));
    found.ok_or_else(|| KeyError { key: key.to_owned() })
}

fn parse(key: &str) -> Option<Arc<dyn SubSpace>> {
    let mut pieces = key.split(" part=");
    let whole = parse_whole(pieces.next()?)?;
    let parts: Vec<&str> = pieces.collect();
    if parts.len() > MOST_NESTED_PARTS { None } else { parts.into_iter().try_fold(whole, part_of) }
}

/// A key without parts.
fn parse_whole(key: &str) -> Option<Arc<dyn SubSpace>> {
    let mut words = key.split(' ');
    let language = words.next()?;
    let fields = KeyFields(words.map(|word| word.split_once('=')).collect::<Option<_>>()?);
    let space: Option<Arc<dyn SubSpace>> = match language {
        "dnf" => {
            let space = DnfSpace::new(fields.features()?, fields.number("literals")?, fields.number("terms")?);
            Some(match fields.domain("")? {
                domain if domain.is_free() => Arc::new(space),
                domain => Arc::new(space.within(&domain)),
            })
        }
        #[cfg(feature = "spaces")]
        _ => languages::parse(language, &fields),
        #[cfg(not(feature = "spaces"))]
        _ => None,
    };
    let domain = fields.domain("")?;
    match space? {
        space if !domain.is_free() && space.domain().is_free() => over(space, &domain),
        space => Some(space),
    }
}

/// A sub-space that knows no declared inputs, over these.
#[cfg(feature = "sat")]
fn over(space: Arc<dyn SubSpace>, domain: &Domain) -> Option<Arc<dyn SubSpace>> {
    Some(Arc::new(super::DeclaredSpace::new(space, domain)))
}

/// Without the solver that this takes, there is none.
#[cfg(not(feature = "sat"))]
fn over(_: Arc<dyn SubSpace>, _: &Domain) -> Option<Arc<dyn SubSpace>> {
    None
}

/// The sub-space of a part.
fn part_of(whole: Arc<dyn SubSpace>, part: &str) -> Option<Arc<dyn SubSpace>> {
    let part: Part = part.parse().ok()?;
    let query = Query::new(whole);
    part.suits(&**query.space()).then(|| Arc::clone(query.within_part(&part).space()))
}

/// The languages beside DNF.
#[cfg(feature = "spaces")]
mod languages {
    use std::sync::Arc;

    use vesc_col_core::SubSpace;
    use vesc_col_spaces::{
        CnfSpace, DnfOptions, ListSpace, ObddSpace, ParitySpace, RestrictedDnfSpace, SetDnfSpace, ThresholdSpace,
        TreeSpace, ValueGroup,
    };

    use super::{KeyFields, items, literal, number};

    pub(super) fn parse(language: &str, fields: &KeyFields<'_>) -> Option<Arc<dyn SubSpace>> {
        Some(match language {
            "cnf" => {
                let space = CnfSpace::new(fields.features()?, fields.number("literals")?, fields.number("terms")?);
                match fields.domain("")? {
                    domain if domain.is_free() => Arc::new(space),
                    domain => Arc::new(space.within(&domain)),
                }
            }
            "threshold" => {
                let (literals, needed) = (fields.number("literals")?, fields.number("needed")?);
                Arc::new(ThresholdSpace::new(fields.features()?, literals, needed))
            }
            "list" => Arc::new(ListSpace::new(fields.features()?, fields.number("rules")?)),
            "parity" => Arc::new(ParitySpace::new(fields.features()?, fields.number("size")?)),
            "tree" => Arc::new(TreeSpace::new(fields.features()?, fields.number("splits")?)),
            "obdd" => {
                let order: Vec<usize> = items(fields.text("order"), ',').map(number).collect::<Option<_>>()?;
                Arc::new(ObddSpace::with_order(order, fields.number("nodes")?)?)
            }
            "restricted-dnf" => {
                let (features, size, terms) = (fields.features()?, fields.number("size")?, fields.number("terms")?);
                let options = options(fields)?;
                let is_by_term = options.as_rules(features).is_some();
                let space = RestrictedDnfSpace::new(features, size, terms, Arc::new(options));
                match fields.domain("-in-a-term")? {
                    possible if !possible.is_free() => Arc::new(space.with_possible_terms(&possible)),
                    _ if is_by_term => Arc::new(space.within(&fields.domain("")?)),
                    _ => Arc::new(space),
                }
            }
            "set-dnf" => {
                let groups: Vec<ValueGroup> =
                    items(fields.text("groups"), ',').enumerate().map(group).collect::<Option<_>>()?;
                let (conditions, terms) = (fields.number("conditions")?, fields.number("terms")?);
                let space = SetDnfSpace::new(fields.features()?, conditions, terms, groups).ok()?;
                Arc::new(space.with_possible_terms(&fields.domain("-in-a-term")?).ok()?)
            }
            _ => return None,
        })
    }

    fn options(fields: &KeyFields<'_>) -> Option<DnfOptions> {
        let mut options = DnfOptions::default();
        if fields.text("monotone") == "1" {
            options = options.monotone();
        }
        if !fields.text("max-term-literals").is_empty() {
            options = options.with_max_term_literals(fields.number("max-term-literals")?);
        }
        let literals = |name: &str| items(fields.text(name), ',').map(literal).collect::<Option<Vec<_>>>();
        options = options.forbid(literals("forbidden")?).require(literals("required")?);
        for group in items(fields.text("at-most-one-of"), ',') {
            options = options.with_at_most_one_of(items(group, '|').map(number).collect::<Option<Vec<usize>>>()?);
        }
        for weight in items(fields.text("weights"), ',') {
            let (feature, weight) = weight.split_once(':')?;
            options = options.with_weight(number(feature)?, number(weight)?);
        }
        Some(options)
    }

    /// A group with names by position.
    fn group((position, text): (usize, &str)) -> Option<ValueGroup> {
        let is_ordered = text.contains('<');
        let features: Vec<usize> = text.split(['<', '|']).map(number).collect::<Option<_>>()?;
        let values = features.into_iter().map(|feature| (format!("x{feature}"), feature));
        let name = format!("group{position}");
        Some(if is_ordered { ValueGroup::ordered(name, values) } else { ValueGroup::new(name, values) })
    }
}

/// `name=value`, each once.
struct KeyFields<'a>(BTreeMap<&'a str, &'a str>);

impl KeyFields<'_> {
    /// Empty if it is not there.
    fn text(&self, name: &str) -> &str {
        self.0.get(name).copied().unwrap_or_default()
    }

    fn number<T: FromStr>(&self, name: &str) -> Option<T> {
        number(self.text(name))
    }

    fn features(&self) -> Option<usize> {
        self.number("features").filter(|&features| features <= MOST_FEATURES)
    }

    /// The legal inputs that the fields `ordered` and `never` say, whose names end in this; without them all.
    fn domain(&self, end: &str) -> Option<Domain> {
        let (ordered, never) = (format!("ordered{end}"), format!("never{end}"));
        let orders: Vec<Vec<usize>> = items(self.text(&ordered), ',')
            .map(|order| items(order, '>').map(feature).collect::<Option<_>>())
            .collect::<Option<_>>()?;
        let nogoods: Vec<Vec<Literal>> = items(self.text(&never), ',')
            .map(|nogood| items(nogood, '&').map(literal).collect::<Option<_>>())
            .collect::<Option<_>>()?;
        if nogoods.is_empty() && orders.is_empty() {
            return Some(Domain::free());
        }
        // The key of a diagram lists its features instead of counting them.
        let features = self.features().unwrap_or_else(|| items(self.text("order"), ',').count());
        let builder = orders.into_iter().fold(Domain::builder(features), DomainBuilder::ordered);
        nogoods.into_iter().fold(builder, DomainBuilder::never).build().ok()
    }
}

fn items(text: &str, separator: char) -> impl Iterator<Item = &str> {
    text.split(separator).filter(|item| !item.is_empty())
}

fn number<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

fn literal(text: &str) -> Option<Literal> {
    let (negated, feature) = text.strip_prefix('!').map_or((false, text), |feature| (true, feature));
    Some(Literal::matching(self::feature(feature)?, !negated))
}

fn feature(text: &str) -> Option<usize> {
    number(text).filter(|&feature| feature < MOST_FEATURES)
}
