//! An input on which two hypotheses differ.

use vesc_col_core::{Dnf, Domain, Features, Hypothesis, Literal, OwnedSample, Run, Sample, Test};

use super::committee::{Committee, Member};
use super::fixed::fixed;
use super::legal::Legal;
use crate::formula::Formula;

/// Inputs that are looked at to find a difference, or to see whether a value matters, at most. Formulas that speak of 16 features
/// in all are always told apart.
const MOST_INPUTS: usize = 1 << 16;

/// An input on which two hypotheses differ.
///
/// ```
/// use vesc_col::data::Domain;
/// use vesc_col::next::{Separating, separating};
/// use vesc_col::{Dnf, Features};
///
/// let features = Features::new(["irq", "dma", "mode"])?;
/// let [one, other] = ["irq & dma", "irq & mode"].map(|text| Dnf::parse(text, &features));
/// let Separating { input, fixed, accepts, .. } =
///     separating(&one?, &other?, &features, &Domain::free(), &Domain::free()).expect("they are different");
/// assert!(accepts && input[0] && input[1] && !input[2]);
/// assert_eq!(fixed.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Separating {
    /// A legal input.
    pub input: OwnedSample,
    /// Those of its values that decide what both hypotheses say. They say the same on every legal input that has them,
    /// and none of the values can be left out.
    pub fixed: Vec<Literal>,
    /// What the first hypothesis says of it. The second one says the opposite.
    pub accepts: bool,
}

/// Finds a legal input on which two hypotheses differ; one that `preferred` allows, if they differ on such a one.
///
/// `None` if they agree on all legal inputs, or if one is of a language of your own. Hypotheses that are no DNF are told apart by a search
/// of 65536 inputs. `None` if that search finds no difference, which may happen where they speak of more than 16 features.
///
/// ```
/// use vesc_col::data::Domain;
/// use vesc_col::next::separating;
/// use vesc_col::{Dnf, Features};
///
/// let features = Features::numbered(2);
/// let [short, long, other] = ["x0 | x1", "x0 | x1 & !x0", "x0"].map(|text| Dnf::parse(text, &features));
/// let (short, free) = (short?, Domain::free());
/// assert_eq!(separating(&short, &long?, &features, &free, &free), None);
/// let one_of_both = Domain::builder(2).exactly_one([0, 1]).build()?;
/// let found = separating(&short, &other?, &features, &free, &one_of_both).expect("they are different");
/// assert!(!found.input[0] && found.input[1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn separating(
    one: &dyn Hypothesis,
    other: &dyn Hypothesis,
    features: &Features,
    domain: &Domain,
    preferred: &Domain,
) -> Option<Separating> {
    let legal = Legal::new(domain, features.len());
    // A value of a column is rather shown than none of those that formulas name.
    let values: Vec<bool> =
        (0..features.len()).map(|feature| matches!(features.test(feature), Some((_, Test::Equals(_))))).collect();
    if let (Formula::Dnf(one), Formula::Dnf(other)) = (Formula::of(one), Formula::of(other)) {
        let differing = |legal: &Legal<'_>| {
            let literals = legal.difference(one, other).or_else(|| legal.difference(other, one))?;
            completed(legal, &literals, &values)
        };
        let input = differing(&Legal::new(preferred, features.len())).or_else(|| differing(&legal))?;
        let member = |dnf: &Dnf| Member { dnf: dnf.clone(), layer: 0, made: (0, 0) };
        let committee = Committee::new(vec![member(one), member(other)], features.len());
        let fixed = fixed(&committee, &legal, &input, &Run::new());
        return Some(Separating { accepts: one.accepts(&input), fixed, input });
    }
    let both = [(one, Formula::of(one).features()?), (other, Formula::of(other).features()?)];
    let differs = |input: &Sample| one.accepts(input) != other.accepts(input);
    let differing = |legal: &Legal<'_>| {
        let spoken = legal.closure(both.iter().flat_map(|(_, features)| features.iter().copied()));
        let input = find(legal, &spoken, &[], &values, differs).ok()??;
        let literals: Vec<Literal> = spoken.iter().map(|&feature| Literal::matching(feature, input[feature])).collect();
        completed(legal, &literals, &values)
    };
    let input = differing(&Legal::new(preferred, features.len())).or_else(|| differing(&legal))?;
    let spoken = legal.closure(both.iter().flat_map(|(_, features)| features.iter().copied()));
    let mut fixed: Vec<Literal> = spoken.iter().map(|&feature| Literal::matching(feature, input[feature])).collect();
    for &feature in &spoken {
        let without: Vec<Literal> = fixed.iter().copied().filter(|literal| literal.feature() != feature).collect();
        let is_decided = both.iter().all(|(hypothesis, features)| {
            let changes = |near: &Sample| hypothesis.accepts(near) != hypothesis.accepts(&input);
            matches!(find(&legal, &legal.closure(features.iter().copied()), &without, &values, changes), Ok(None))
        });
        if is_decided {
            fixed = without;
        }
    }
    Some(Separating { accepts: one.accepts(&input), fixed, input })
}

/// A legal input with these literals, as near to the values as that allows.
fn completed(legal: &Legal<'_>, literals: &[Literal], values: &[bool]) -> Option<OwnedSample> {
    let (all, mut values): (Vec<usize>, Vec<bool>) = ((0..values.len()).collect(), values.to_vec());
    legal.complete(literals, &all, &mut values)?;
    Some(values.into_iter().collect())
}

/// There are more inputs than may be looked at.
struct TooMany;

/// Finds an input with these literals for which something holds, among those that differ in some features; all others have the values
/// given.
fn find(
    legal: &Legal<'_>,
    features: &[usize],
    literals: &[Literal],
    values: &[bool],
    holds: impl Fn(&Sample) -> bool,
) -> Result<Option<OwnedSample>, TooMany> {
    let mut found = None;
    let mut input: OwnedSample = values.iter().collect();
    let done = legal.each_assignment(features, literals, MOST_INPUTS, &mut |chosen| {
        for &feature in features {
            input.set(feature, chosen[feature].unwrap_or(values[feature]));
        }
        if holds(&input) {
            found = Some(input.clone());
        }
        found.is_none()
    });
    match found {
        None if !done => Err(TooMany),
        found => Ok(found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is found tells the hypotheses apart wherever its values stand, and none of these can go.
    fn check(one: &dyn Hypothesis, other: &dyn Hypothesis, domain: &Domain, preferred: &Domain) {
        let features = Features::numbered(5);
        let inputs = (0..32u32).map(|x| (0..5).map(|i| x >> i & 1 == 1).collect::<OwnedSample>());
        let inputs: Vec<OwnedSample> = inputs.filter(|input| domain.contains(input)).collect();
        let differ = inputs.iter().any(|input| one.accepts(input) != other.accepts(input));
        let found = separating(one, other, &features, domain, preferred);
        assert_eq!(found.is_some(), differ, "{one} and {other}");
        let Some(Separating { input, fixed, accepts }) = found else { return };
        assert!(domain.contains(&input));
        let mut likely = inputs.iter().filter(|input| preferred.contains(input));
        let is_likely = likely.any(|input| one.accepts(input) != other.accepts(input));
        assert_eq!(preferred.contains(&input), is_likely, "{one} and {other}");
        assert_eq!((one.accepts(&input), other.accepts(&input)), (accepts, !accepts), "{one} and {other}");
        let decides = |literals: &[Literal]| {
            let near = inputs.iter().filter(|near| literals.iter().all(|literal| literal.accepts(near)));
            near.into_iter().all(|near| one.accepts(near) == accepts && other.accepts(near) != accepts)
        };
        assert!(decides(&fixed), "{one} and {other}: {fixed:?}");
        for place in 0..fixed.len() {
            assert!(!decides(&[&fixed[..place], &fixed[place + 1..]].concat()), "{one} and {other}: {fixed:?}");
        }
    }

    /// The legal inputs, and those that are preferred.
    fn domains() -> [(Domain, Domain); 3] {
        let [one, other] = [[0, 2, 3], [1, 3, 4]].map(|group| Domain::builder(5).exactly_one(group).build().unwrap());
        let both = Domain::builder(5).exactly_one([0, 2, 3]).exactly_one([1, 3, 4]).build().unwrap();
        [(Domain::free(), Domain::free()), (Domain::free(), other), (one, both)]
    }

    #[test]
    fn two_dnf_are_told_apart_by_what_matters() {
        let texts = ["x0", "!x0", "x0 & x1", "x0 & x1 | x2", "x1 & x2 | !x1 & x3", "x4", "x2 & !x4 | x0 & !x2"];
        let formulas = texts.map(|text| Dnf::parse(text, &Features::numbered(5)).unwrap());
        for (domain, preferred) in domains() {
            for one in &formulas {
                formulas.iter().for_each(|other| check(one, other, &domain, &preferred));
            }
        }
    }

    #[cfg(feature = "spaces")]
    #[test]
    fn so_are_hypotheses_of_all_languages() {
        use vesc_col_spaces::{Cnf, DecisionList, DecisionTree, Obdd, Parity, Threshold};

        let features = Features::numbered(5);
        let all: Vec<Box<dyn Hypothesis>> = vec![
            Box::new(Cnf::parse("(x0 | x1) & !x2", &features).unwrap()),
            Box::new(Threshold::parse("at least 2 of (x0, !x1, x4)", &features).unwrap()),
            Box::new(Parity::parse("odd(x0, x3)", &features).unwrap()),
            Box::new(Parity::parse("even(x1)", &features).unwrap()),
            Box::new(DecisionList::parse("x0 ? 1 : !x1 ? 0 : 1", &features).unwrap()),
            Box::new(DecisionTree::parse("x2 ? 1 : x0 ? 0 : 1", &features).unwrap()),
            Box::new(Obdd::parse("n0 = x2 ? 1 : 0; n1 = x1 ? n0 : 1; x0 ? n1 : n0", &features).unwrap()),
            Box::new(Dnf::parse("x0 & x3", &features).unwrap()),
        ];
        for (domain, preferred) in domains() {
            for one in &all {
                all.iter().for_each(|other| check(&**one, &**other, &domain, &preferred));
            }
        }
    }
}
