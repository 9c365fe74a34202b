//! Which language a hypothesis is of.

use vesc_col_core::{Dnf, Hypothesis, Literal};

use crate::formula::as_dnf::as_dnf;

/// A hypothesis with the language that it is of, to be walked through: each of the languages here, or any other.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::formula::Formula;
/// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
///
/// let mut builder = Dataset::builder(Features::new(["irq", "mask"])?);
/// builder.push(true, [true, false])?;
/// builder.push(false, [true, true])?;
/// let data = Arc::new(builder.build()?);
/// let report = Portfolio::default().search(&data, DnfSpace::up_to(2, 2, 1), &Settings::default(), &Run::new())?;
/// match Formula::of(&*report.hypotheses()[0]) {
///     Formula::Dnf(dnf) => {
///         let literal = dnf.terms()[0].literals()[0];
///         assert_eq!((literal.feature(), literal.is_negated()), (1, true));
///     }
///     other => println!("no DNF: {other:?}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Formula<'a> {
    /// Terms joined by OR; so are a DNF with rules for its terms, and the narrow formula of a family.
    Dnf(&'a Dnf),
    /// Clauses joined by AND.
    #[cfg(feature = "spaces")]
    Cnf(&'a vesc_col_spaces::Cnf),
    /// Terms whose conditions name sets or ranges of values.
    #[cfg(feature = "spaces")]
    SetDnf(&'a vesc_col_spaces::SetDnf),
    /// At least a number of some literals.
    #[cfg(feature = "spaces")]
    Threshold(&'a vesc_col_spaces::Threshold),
    /// An odd or an even number of some features.
    #[cfg(feature = "spaces")]
    Parity(&'a vesc_col_spaces::Parity),
    /// Rules, of which the first that holds decides.
    #[cfg(feature = "spaces")]
    DecisionList(&'a vesc_col_spaces::DecisionList),
    /// A tree that asks one feature at each node.
    #[cfg(feature = "spaces")]
    DecisionTree(&'a vesc_col_spaces::DecisionTree),
    /// A reduced ordered binary decision diagram.
    #[cfg(feature = "spaces")]
    Obdd(&'a vesc_col_spaces::Obdd),
    /// Of a language of your own.
    Other(&'a dyn Hypothesis),
}

impl<'a> Formula<'a> {
    /// Finds out which language a hypothesis is of.
    #[must_use]
    pub fn of(hypothesis: &'a dyn Hypothesis) -> Formula<'a> {
        if let Some(dnf) = as_dnf(hypothesis) {
            return Formula::Dnf(dnf);
        }
        #[cfg(feature = "spaces")]
        {
            let any = hypothesis as &dyn std::any::Any;
            let found = None
                .or_else(|| any.downcast_ref().map(Formula::Cnf))
                .or_else(|| any.downcast_ref().map(Formula::SetDnf))
                .or_else(|| any.downcast_ref().map(Formula::Threshold))
                .or_else(|| any.downcast_ref().map(Formula::Parity))
                .or_else(|| any.downcast_ref().map(Formula::DecisionList))
                .or_else(|| any.downcast_ref().map(Formula::DecisionTree))
                .or_else(|| any.downcast_ref().map(Formula::Obdd));
            if let Some(formula) = found {
                return formula;
            }
        }
        Formula::Other(hypothesis)
    }

    /// The features that the hypothesis speaks of, ascending; `None` if it is of a language of your own.
    ///
    /// ```
    /// use vesc_col::formula::Formula;
    /// use vesc_col::{Dnf, Features};
    ///
    /// let dnf = Dnf::parse("x4 & !x1 | x1 & x2", &Features::numbered(6))?;
    /// assert_eq!(Formula::of(&dnf).features(), Some(vec![1, 2, 4]));
    /// # Ok::<(), vesc_col::formula::ParseError>(())
    /// ```
    #[must_use]
    pub fn features(&self) -> Option<Vec<usize>> {
        let of = |literals: &[Literal]| literals.iter().map(|literal| literal.feature()).collect::<Vec<usize>>();
        let mut features: Vec<usize> = match self {
            Formula::Dnf(dnf) => dnf.terms().iter().flat_map(|term| of(term.literals())).collect(),
            #[cfg(feature = "spaces")]
            Formula::Cnf(cnf) => cnf.clauses().flat_map(of).collect(),
            #[cfg(feature = "spaces")]
            Formula::SetDnf(dnf) => {
                let sets = dnf.terms().iter().flat_map(vesc_col_spaces::SetTerm::sets);
                let in_sets = sets.flat_map(|(group, _)| group.features());
                dnf.terms().iter().flat_map(|term| of(term.literals())).chain(in_sets).collect()
            }
            #[cfg(feature = "spaces")]
            Formula::Threshold(threshold) => of(threshold.literals()),
            #[cfg(feature = "spaces")]
            Formula::Parity(parity) => parity.features().to_vec(),
            #[cfg(feature = "spaces")]
            Formula::DecisionList(list) => list.rules().iter().map(|rule| rule.literal.feature()).collect(),
            #[cfg(feature = "spaces")]
            Formula::DecisionTree(tree) => tree.level_order().into_iter().map(|(feature, _)| feature).collect(),
            #[cfg(feature = "spaces")]
            Formula::Obdd(diagram) => diagram.nodes().iter().map(|node| node.feature).collect(),
            Formula::Other(_) => return None,
        };
        features.sort_unstable();
        features.dedup();
        Some(features)
    }

    /// The name of the language; `None` if it is not one of those here.
    ///
    /// ```
    /// use vesc_col::formula::Formula;
    /// use vesc_col::{Dnf, Features};
    ///
    /// let dnf = Dnf::parse("x0 & x1", &Features::numbered(2))?;
    /// assert_eq!(Formula::Dnf(&dnf).language(), Some("dnf"));
    /// # Ok::<(), vesc_col::formula::ParseError>(())
    /// ```
    #[must_use]
    pub fn language(&self) -> Option<&'static str> {
        Some(match self {
            Formula::Dnf(_) => "dnf",
            #[cfg(feature = "spaces")]
            Formula::Cnf(_) => "cnf",
            #[cfg(feature = "spaces")]
            Formula::SetDnf(_) => "set-dnf",
            #[cfg(feature = "spaces")]
            Formula::Threshold(_) => "threshold",
            #[cfg(feature = "spaces")]
            Formula::Parity(_) => "parity",
            #[cfg(feature = "spaces")]
            Formula::DecisionList(_) => "decision-list",
            #[cfg(feature = "spaces")]
            Formula::DecisionTree(_) => "decision-tree",
            #[cfg(feature = "spaces")]
            Formula::Obdd(_) => "obdd",
            Formula::Other(_) => return None,
        })
    }
}
