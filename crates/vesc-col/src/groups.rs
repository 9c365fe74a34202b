//! Columns that the data cannot tell apart.

mod over_cuts;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

use vesc_col_core::{Dataset, Dnf, Domain, Features, Hypothesis, LegalConcept, Literal, Run, Term, Test};

use crate::formula::as_dnf::as_dnf;
use crate::rows::column_classes::ColumnClasses;

pub(crate) use over_cuts::GroupsOverCuts;

/// Number of names shown of a group.
const NAMES_SHOWN: usize = 8;

/// Two features or more that are equal or complementary in every row.
///
/// ```
/// use vesc_col::data::Group;
/// use vesc_col::{Dataset, Features};
///
/// let mut builder = Dataset::builder(Features::new(["a", "b", "c"])?);
/// builder.push(true, [true, false, true])?;
/// builder.push(false, [false, true, true])?;
/// let data = builder.build()?;
/// let groups = Group::all(&data);
/// assert_eq!(groups[0].display(data.features()).to_string(), "a (same in every run: !b)");
/// # Ok::<(), vesc_col::data::DataError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Literals that are all true or all false in every row, by feature, the first one positive.
    literals: Vec<Literal>,
}

impl Group {
    /// All groups of a data set, constant features left out. Reads the rows until each feature is told from all others.
    #[must_use]
    pub fn all(data: &Dataset) -> Vec<Group> {
        // Nothing stops this run.
        ColumnClasses::of(data, &Run::new()).map_or(Vec::new(), |classes| Group::of_classes(&classes))
    }

    pub(crate) fn of_classes(classes: &ColumnClasses) -> Vec<Group> {
        classes.same().into_iter().map(|literals| Group { literals }).collect()
    }

    /// Literals that are all true or all false in every row, at least two, by feature, the first one positive.
    ///
    /// ```
    /// use vesc_col::data::Group;
    /// use vesc_col::formula::Literal;
    /// use vesc_col::{Dataset, Features};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(2));
    /// builder.push(true, [true, false])?;
    /// builder.push(false, [false, true])?;
    /// let groups = Group::all(&builder.build()?);
    /// assert_eq!(groups[0].literals(), [Literal::positive(0), Literal::negative(1)]);
    /// # Ok::<(), vesc_col::data::DataError>(())
    /// ```
    #[must_use]
    pub fn literals(&self) -> &[Literal] {
        &self.literals
    }

    /// The group with the features' names, eight of them at most.
    #[must_use]
    pub fn display<'a>(&'a self, features: &'a Features) -> impl fmt::Display + 'a {
        SeenFrom { group: self, head: self.literals[0], features }
    }

    /// The same as seen from one of its features.
    pub(crate) fn display_from<'a>(&'a self, feature: usize, features: &'a Features) -> impl fmt::Display + 'a {
        let head = self.literals.iter().copied().find(|literal| literal.feature() == feature);
        SeenFrom { group: self, head: head.unwrap_or(self.literals[0]), features }
    }

    /// The group without literals that are equal to another one of it by declaration; `None` if nothing is left that a row could tell apart.
    ///
    /// `impossible` are the pairs of literals that no legal input satisfies, each in order.
    pub(crate) fn without_declared(self, impossible: &HashSet<[Literal; 2]>) -> Option<Group> {
        let are_impossible = |one: Literal, other: Literal| impossible.contains(&[one.min(other), one.max(other)]);
        let mut literals: Vec<Literal> = Vec::new();
        for literal in self.literals {
            let is_same = |&known: &Literal| are_impossible(known, !literal) && are_impossible(!known, literal);
            if !literals.iter().any(is_same) {
                literals.push(literal);
            }
        }
        (literals.len() > 1).then_some(Group { literals })
    }

    /// The columns of which all literals of the group are thresholds; `None` if some are none.
    fn ordered_columns<'a>(&self, features: &'a Features) -> Option<Vec<&'a str>> {
        let column = |literal: &Literal| match features.test(literal.feature())? {
            (column, Test::AtLeast(_)) => Some(column),
            _ => None,
        };
        self.literals.iter().map(column).collect()
    }

    /// The first feature of the group that is among these.
    pub(crate) fn first_among(&self, features: &BTreeSet<usize>) -> Option<usize> {
        self.literals.iter().map(|literal| literal.feature()).find(|feature| features.contains(feature))
    }
}

/// A group as one of its features sees it.
struct SeenFrom<'a> {
    group: &'a Group,
    head: Literal,
    features: &'a Features,
}

impl fmt::Display for SeenFrom<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let others = self.group.literals.iter().filter(|literal| literal.feature() != self.head.feature());
        // As seen from the head without its negation.
        let turned = others.map(|&literal| if self.head.is_negated() { !literal } else { literal });
        let named: Vec<String> =
            turned.take(NAMES_SHOWN).map(|literal| literal.display(self.features).to_string()).collect();
        let head = Literal::positive(self.head.feature());
        write!(f, "{} (same in every run: {}", head.display(self.features), named.join(", "))?;
        match self.group.literals.len() - 1 - named.len() {
            0 => f.write_str(")"),
            more => write!(f, ", ... {more} more)"),
        }
    }
}

/// `a`, `a and b`, `a, b and c`, each name once.
fn listed(mut names: Vec<&str>) -> String {
    names.dedup();
    match names.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => names.join(", "),
    }
}

/// What some groups say, a text for each fact. Where thresholds of two columns are the same in every run, the groups of
/// all of them are one fact.
pub(crate) fn facts(groups: &[Group], features: &Features) -> Vec<String> {
    let mut facts: Vec<(&Group, Option<Vec<&str>>, usize)> = Vec::new();
    let mut places: HashMap<Vec<&str>, usize> = HashMap::new();
    for group in groups {
        let columns = group.ordered_columns(features);
        match columns.as_ref().and_then(|columns| places.get(columns)) {
            Some(&place) => facts[place].2 += 1,
            None => {
                columns.iter().for_each(|columns| _ = places.insert(columns.clone(), facts.len()));
                facts.push((group, columns, 1));
            }
        }
    }
    let text = |(group, columns, count): (&Group, Option<Vec<&str>>, usize)| match columns {
        Some(columns) if count > 1 => {
            format!("{count} thresholds of {}, such as {}", listed(columns), group.display(features))
        }
        _ => group.display(features).to_string(),
    };
    facts.into_iter().map(text).collect()
}

/// The features that appear in some formulas; none for hypotheses that are not DNF.
pub(crate) fn features_in(hypotheses: &[Arc<dyn Hypothesis>]) -> BTreeSet<usize> {
    let dnfs = hypotheses.iter().filter_map(|hypothesis| as_dnf(&**hypothesis));
    dnfs.flat_map(Dnf::terms).flat_map(|term| term.iter()).map(|literal| literal.feature()).collect()
}

/// For each concept the number of its class if the members of a group count as one column, counted from 0. Concepts are
/// of one class if they agree on the legal inputs on which the groups are as in the rows. `None` if that is not known,
/// as for hypotheses that are not DNF.
pub(crate) fn classes(
    concepts: &[Arc<dyn Hypothesis>],
    groups: &[Group],
    features: usize,
    domain: &Domain,
) -> Option<Vec<usize>> {
    let dnfs: Vec<&Dnf> = concepts.iter().map(|hypothesis| as_dnf(&**hypothesis)).collect::<Option<_>>()?;
    if dnfs.len() < 2 {
        return Some(vec![0; dnfs.len()]);
    }
    let mut used = features_in(concepts);
    tie(&mut used, domain);
    // A member stands for each of its group: few features are left of many thresholds that the rows cannot tell apart.
    let mut members: HashMap<usize, Literal> = HashMap::new();
    for group in groups {
        let mut of_group = group.literals.iter().filter(|literal| used.contains(&literal.feature()));
        let Some(&first) = of_group.next() else { continue };
        members.extend(of_group.map(|&other| (other.feature(), if other.is_negated() { !first } else { first })));
    }
    let named = |literal: Literal| match members.get(&literal.feature()) {
        Some(&member) if literal.is_negated() => !member,
        Some(&member) => member,
        None => literal,
    };
    let domain = domain_over(named, domain, features)?;
    let mut classes: HashMap<Option<LegalConcept>, usize> = HashMap::new();
    let mut class = |dnf: &Dnf| {
        let next = classes.len();
        *classes.entry(dnf_over(named, dnf, &domain).map(|dnf| LegalConcept::of(&dnf, &domain))).or_insert(next)
    };
    Some(dnfs.into_iter().map(&mut class).collect())
}

/// The legal inputs with each literal named anew; `None` if their constraints tie too many features together, or contradict each
/// other.
fn domain_over(named: impl Fn(Literal) -> Literal, domain: &Domain, features: usize) -> Option<Domain> {
    let mut builder = Domain::builder(features);
    for order in domain.orders() {
        for pair in order.windows(2) {
            let (lower, higher) = (named(Literal::positive(pair[0])), named(Literal::positive(pair[1])));
            if lower != higher {
                builder = builder.implies(higher, lower);
            }
        }
    }
    for nogood in domain.nogoods_beside_orders() {
        builder = builder.never(nogood.iter().map(|&literal| named(literal)));
    }
    builder.build().ok()
}

/// A formula with each literal named anew, without terms that no legal input has; `None` if no term is left.
fn dnf_over(named: impl Fn(Literal) -> Literal, dnf: &Dnf, domain: &Domain) -> Option<Dnf> {
    let terms = dnf.terms().iter().filter_map(|term| {
        let literals: BTreeSet<Literal> = term.iter().map(|&literal| named(literal)).collect();
        Term::new(literals).ok().filter(|term| domain.allows(term.literals()))
    });
    Dnf::new(terms.collect::<BTreeSet<Term>>()).ok()
}

/// Adds the features that declared inputs tie to those that are used: a concept may as well be written with these.
fn tie(used: &mut BTreeSet<usize>, domain: &Domain) {
    // An order is tied to nothing else.
    for order in domain.orders() {
        if order.iter().any(|feature| used.contains(feature)) {
            used.extend(order);
        }
    }
    let mut before = 0;
    while used.len() > before {
        before = used.len();
        for nogood in domain.nogoods_beside_orders() {
            if nogood.iter().any(|literal| used.contains(&literal.feature())) {
                used.extend(nogood.iter().map(|literal| literal.feature()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use vesc_col_core::Sample;

    use super::*;

    /// A column of three values, of which two have occurred: to be one is not to be the other.
    #[test]
    fn classes_do_not_depend_on_how_a_concept_is_written() {
        let domain = Domain::builder(3).exactly_one(0..3).build().unwrap();
        let mut builder = Dataset::builder(Features::numbered(3));
        builder.push(true, [false, true, false]).unwrap();
        builder.push(false, [false, false, true]).unwrap();
        let groups = Group::all(&builder.build().unwrap());
        let concepts = |texts: [&str; 2]| {
            let dnf = |text: &str| Dnf::parse(text, &Features::numbered(3)).unwrap();
            texts.map(|text| Arc::new(dnf(text)) as Arc<dyn Hypothesis>)
        };
        for texts in [["x1", "!x2"], ["!x0 & x1 | x1", "x0 | x1"], ["!x0 & !x2", "x0 | x1"]] {
            assert_eq!(classes(&concepts(texts), &groups, 3, &domain), Some(vec![0, 0]), "{texts:?}");
        }
    }

    /// Thresholds that the rows cannot tell apart, in two columns beside a Boolean one: classes are those of all legal inputs on
    /// which the groups are as in the rows.
    #[test]
    fn classes_are_those_of_the_inputs_that_are_left() {
        let (features, domain) =
            (Features::numbered(7), Domain::builder(7).ordered(0..4).ordered(4..6).build().unwrap());
        let texts =
            ["x0", "x1", "x3", "x4", "x5", "!x5", "x2 & x4", "x1 & x5", "x1 & x6", "x4 & x6", "x1 & !x4", "x0 | !x6"];
        let dnfs = texts.map(|text| Dnf::parse(text, &features).unwrap());
        let concepts = dnfs.clone().map(|dnf| Arc::new(dnf) as Arc<dyn Hypothesis>);
        let inputs: Vec<u64> =
            (0..1u64 << 7).filter(|&input| domain.contains(&Sample::from_slice(&[input])[..7])).collect();
        let mut several = 0;
        for rows in [[0b1, 0b1011111], [0b10011, 0b1110000], [0b0, 0b1111], [0b1010001, 0b111]] {
            let mut builder = Dataset::builder(features.clone());
            rows.iter().enumerate().for_each(|(at, row)| builder.push_words(at == 0, &[*row]).unwrap());
            let groups = Group::all(&builder.build().unwrap());
            let found = classes(&concepts, &groups, 7, &domain).unwrap();
            let tied: Vec<&u64> = inputs
                .iter()
                .filter(|input| {
                    let holds = |literal: &Literal| literal.accepts(&Sample::from_slice(&[**input])[..7]);
                    groups.iter().all(|group| group.literals.iter().all(|one| holds(one) == holds(&group.literals[0])))
                })
                .collect();
            let values = |place: usize| -> Vec<bool> {
                tied.iter().map(|input| dnfs[place].accepts(&Sample::from_slice(&[**input])[..7])).collect()
            };
            for one in 0..texts.len() {
                for other in 0..one {
                    let is_same = found[one] == found[other];
                    assert_eq!(
                        is_same,
                        values(one) == values(other),
                        "{} and {}: {groups:?}",
                        texts[one],
                        texts[other]
                    );
                    several += usize::from(is_same);
                }
            }
        }
        assert!(several > 10, "{several}");
    }
}
