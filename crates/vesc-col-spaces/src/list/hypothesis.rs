//! `a ? 1 : !b ? 0 : 1`.

use std::fmt;

use vesc_col_core::{Features, Hypothesis, Literal, ParseError, Sample};

use crate::syntax::{Names, Parser};

/// A list of rules, of which the first one that fires says what holds; when none fires, the opposite of what the last
/// one says.
///
/// Rules of one outcome next to each other are kept sorted: their order makes no difference.
///
/// ```
/// use vesc_col_core::Features;
/// use vesc_col_spaces::DecisionList;
///
/// let features = Features::new(["reset", "irq", "mask"])?;
/// let list = DecisionList::parse("reset ? 0 : !mask ? 1 : irq ? 1 : 0", &features)?;
/// assert_eq!(list.rules().len(), 3);
/// assert_eq!(list.display(&features).to_string(), "reset ? 0 : irq ? 1 : !mask ? 1 : 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DecisionList {
    rules: Box<[Rule]>,
}

/// If the literal holds, this is the outcome.
///
/// ```
/// use vesc_col_core::Literal;
/// use vesc_col_spaces::{DecisionList, Rule};
///
/// let list = DecisionList::new([Rule { literal: Literal::negative(2), outcome: true }])?;
/// assert_eq!(list.to_string(), "!x2 ? 1 : 0");
/// # Ok::<(), vesc_col_spaces::ListError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rule {
    /// The condition.
    pub literal: Literal,
    /// What the list says if it holds.
    pub outcome: bool,
}

/// Why rules do not make a [`DecisionList`].
///
/// ```
/// use vesc_col_spaces::{DecisionList, ListError};
///
/// assert_eq!(DecisionList::new([]), Err(ListError::NoRules));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ListError {
    /// There is no rule.
    #[error("a decision list needs at least one rule")]
    NoRules,
    /// Two rules ask for one feature, so that the second one fires always or never.
    #[error("feature {feature} (counted from 0) appears twice in one list")]
    RepeatedFeature {
        /// Position of the feature.
        feature: usize,
    },
}

/// What a name must not contain without quotes, beside the signs of DNF.
const SIGNS: &str = "?:";

impl DecisionList {
    /// The list of these rules.
    ///
    /// # Errors
    ///
    /// [`ListError`] if there is none, or if two speak of one feature.
    pub fn new(rules: impl IntoIterator<Item = Rule>) -> Result<DecisionList, ListError> {
        let rules: Box<[Rule]> = rules.into_iter().collect();
        if rules.is_empty() {
            return Err(ListError::NoRules);
        }
        let mut features: Vec<usize> = rules.iter().map(|rule| rule.literal.feature()).collect();
        features.sort_unstable();
        if let Some(pair) = features.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(ListError::RepeatedFeature { feature: pair[0] });
        }
        Ok(DecisionList::sorted(rules))
    }

    /// The list of these rules, no feature twice.
    fn sorted(mut rules: Box<[Rule]>) -> DecisionList {
        rules.chunk_by_mut(|a, b| a.outcome == b.outcome).for_each(|group| group.sort_by_key(|rule| rule.literal));
        DecisionList { rules }
    }

    /// Reads a list such as `a ? 1 : !b ? 0 : 1`. Names are quoted as in a DNF, and also where they contain `?` or `:`.
    ///
    /// # Errors
    ///
    /// [`ParseError`] with the position and what was expected: what holds at the end must be the opposite of the last
    /// outcome.
    pub fn parse(text: &str, features: &Features) -> Result<DecisionList, ParseError> {
        let mut parser = Parser::new(text, features, SIGNS)?;
        let mut rules: Vec<Rule> = Vec::new();
        loop {
            let start = parser.start();
            let literal = parser.literal()?;
            if rules.iter().any(|rule| rule.literal.feature() == literal.feature()) {
                return Err(parser.repeated(literal.feature(), start));
            }
            parser.expect('?', "`?`")?;
            let outcome = parser.one_of(&["0", "1"], "`0` or `1`")? == 1;
            parser.expect(':', "`:`")?;
            rules.push(Rule { literal, outcome });
            if parser.is_leaf()? {
                let words = if outcome { ["0"] } else { ["1"] };
                parser.one_of(&words, "the opposite of the last outcome")?;
                parser.finish("the end")?;
                return Ok(DecisionList::sorted(rules.into_boxed_slice()));
            }
        }
    }

    /// The rules, those of one outcome next to each other by their literals.
    #[must_use]
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The list in the syntax of [`DecisionList::parse`], with the features' names.
    #[must_use]
    pub fn display(&self, features: &Features) -> impl fmt::Display {
        (self as &dyn Hypothesis).display(features)
    }

    /// All lists of as many rules that are the same function, this one among them.
    ///
    /// A list in which every feature appears once is a nested canalizing function. Such a function falls into groups of
    /// rules of one outcome, in one way only. Only in the last group can a rule be turned round. That group has two
    /// rules or more unless it is the only one.
    pub(crate) fn equal_lists(&self) -> Vec<DecisionList> {
        let Some((last, before)) = self.rules.split_last() else { return Vec::new() };
        // Turned round, a last rule that stands alone joins those before it.
        let alone = before.last().is_some_and(|rule| rule.outcome != last.outcome);
        let layered: Vec<Rule> = before.iter().copied().chain([if alone { last.turned() } else { *last }]).collect();
        let outcome = layered[layered.len() - 1].outcome;
        let layer = layered.iter().rposition(|rule| rule.outcome != outcome).map_or(0, |other| other + 1);
        let turned = (layer..layered.len()).map(|turned| {
            let mut rules = layered.clone();
            let rule = rules.remove(turned);
            rules.push(rule.turned());
            rules
        });
        let rules = std::iter::once(layered.clone()).chain(turned);
        rules.map(|rules| DecisionList::sorted(rules.into_boxed_slice())).collect()
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, names: Names<'_>) -> fmt::Result {
        let mut otherwise = false;
        for rule in &self.rules {
            write!(f, "{} ? {} : ", names.literal(rule.literal), u8::from(rule.outcome))?;
            otherwise = !rule.outcome;
        }
        write!(f, "{}", u8::from(otherwise))
    }
}

impl Rule {
    /// As the last rule it says the same: otherwise the opposite.
    fn turned(self) -> Rule {
        Rule { literal: !self.literal, outcome: !self.outcome }
    }
}

impl Hypothesis for DecisionList {
    fn accepts(&self, sample: &Sample) -> bool {
        let fires = self.rules.iter().find(|rule| rule.literal.accepts(sample));
        fires.map_or_else(|| self.rules.last().is_some_and(|rule| !rule.outcome), |rule| rule.outcome)
    }

    fn fmt_named(&self, features: &Features, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Names::of(features, SIGNS))
    }

    /// Rule by rule the literal's place, then the outcome.
    fn order_key(&self) -> Vec<u32> {
        self.rules.iter().flat_map(|rule| [crate::code(rule.literal), u32::from(rule.outcome)]).collect()
    }
}

/// Writes the list with numbered features: `x0 ? 1 : !x1 ? 0 : 1`.
impl fmt::Display for DecisionList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Names::numbered())
    }
}
