//! The shape of an answer that is no DNF, and how many runs go through each of its parts.

use vesc_col::data::{Sample, Samples};
use vesc_col::formula::{Formula, Literal};
use vesc_col::spaces::{DecisionList, DecisionTree, Obdd, ObddChild, Rule, SetDnf, SetTerm, Split};
use vesc_col::{Dataset, Features, Hypothesis};

use crate::page::shape::{Condition, Gate, Group, Node, Runs, Shape, To, Way};

/// Returns the shape of a hypothesis; `None` for a DNF, whose terms the report has, and for one of no known language. Runs are
/// counted where all cells are known.
pub(super) fn shape(hypothesis: &dyn Hypothesis, data: &Dataset) -> Option<Shape> {
    let counter = Counter { data: (data.unknown_cells() == 0).then_some(data), features: data.features() };
    match Formula::of(hypothesis) {
        Formula::Cnf(cnf) => {
            let clause = |clause: &[Literal]| {
                counter.group(" | ", clause, |sample| clause.iter().any(|literal| literal.accepts(sample)))
            };
            Some(Shape::Gates { inner: Gate::Or, outer: Gate::And, groups: cnf.clauses().map(clause).collect() })
        }
        Formula::SetDnf(dnf) => Some(counter.sets(dnf)),
        Formula::Threshold(threshold) => {
            let group = counter.group(", ", threshold.literals(), |sample| threshold.accepts(sample));
            Some(Shape::Gates { inner: Gate::AtLeast(threshold.needed()), outer: Gate::Or, groups: vec![group] })
        }
        Formula::Parity(parity) => {
            let literals: Vec<Literal> = parity.features().iter().map(|&feature| Literal::positive(feature)).collect();
            let group = counter.group(", ", &literals, |sample| parity.accepts(sample));
            let inner = if parity.is_even() { Gate::Even } else { Gate::Odd };
            Some(Shape::Gates { inner, outer: Gate::Or, groups: vec![group] })
        }
        Formula::DecisionList(_) => Some(Shape::List { nodes: counter.count(questions(hypothesis)) }),
        Formula::DecisionTree(_) => Some(Shape::Tree { nodes: counter.count(questions(hypothesis)) }),
        Formula::Obdd(_) => Some(Shape::Diagram { nodes: counter.count(questions(hypothesis)) }),
        _ => None,
    }
}

/// A question, and where yes and no lead.
pub(super) type Branching = (Literal, [To; 2]);

/// The questions of a list, a tree or a diagram, the first one first; none of another hypothesis.
pub(super) fn questions(hypothesis: &dyn Hypothesis) -> Vec<Branching> {
    match Formula::of(hypothesis) {
        Formula::DecisionList(list) => questions_of_list(list),
        Formula::DecisionTree(tree) => questions_of_tree(tree),
        Formula::Obdd(diagram) => questions_of_diagram(diagram),
        _ => Vec::new(),
    }
}

fn questions_of_list(list: &DecisionList) -> Vec<Branching> {
    let rules = list.rules();
    let question = |(at, rule): (usize, &Rule)| {
        let otherwise = if at + 1 < rules.len() { To::Node(at + 1) } else { To::Verdict(!rule.outcome) };
        (rule.literal, [To::Verdict(rule.outcome), otherwise])
    };
    rules.iter().enumerate().map(question).collect()
}

fn questions_of_tree(tree: &DecisionTree) -> Vec<Branching> {
    let to = |side: Split| match side {
        Split::Inner(split) => To::Node(split),
        Split::Leaf(value) => To::Verdict(value),
    };
    tree.level_order().into_iter().map(|(feature, sides)| (Literal::positive(feature), sides.map(to))).collect()
}

/// The nodes from the root on, each before those that it leads to.
fn questions_of_diagram(diagram: &Obdd) -> Vec<Branching> {
    let last = diagram.nodes().len() - 1;
    let to = |child: ObddChild| match child {
        ObddChild::Constant(value) => To::Verdict(value),
        ObddChild::Node(node) => To::Node(last - node),
    };
    let nodes = diagram.nodes().iter().rev();
    nodes.map(|node| (Literal::positive(node.feature), [to(node.high), to(node.low)])).collect()
}

impl Runs {
    fn add(&mut self, positive: bool, weight: u64) {
        *(if positive { &mut self.positives } else { &mut self.negatives }) += weight;
    }
}

/// Counts runs.
struct Counter<'a> {
    /// `None` if they cannot be counted.
    data: Option<&'a Dataset>,
    features: &'a Features,
}

impl Counter<'_> {
    /// On how many runs something is true.
    fn runs(&self, holds: impl Fn(&Sample) -> bool) -> Option<Runs> {
        let count = |samples: &Samples| {
            let weight = |index: usize| samples.weight(index);
            (0..samples.distinct()).filter(|&index| holds(samples.get(index))).map(weight).sum()
        };
        self.data.map(|data| Runs { positives: count(data.positives()), negatives: count(data.negatives()) })
    }

    fn condition(&self, literal: Literal) -> Condition {
        // A test of a typed column has its own opposite, such as `len<4`.
        let negated = literal.is_negated() && self.features.test(literal.feature()).is_none();
        let body = if negated { !literal } else { literal };
        let text = body.display(self.features).to_string();
        Condition { text, negated, holds: self.runs(|sample| literal.accepts(sample)) }
    }

    fn group(&self, separator: &str, literals: &[Literal], holds: impl Fn(&Sample) -> bool) -> Group {
        let texts: Vec<String> = literals.iter().map(|literal| literal.display(self.features).to_string()).collect();
        let conditions = literals.iter().map(|&literal| self.condition(literal)).collect();
        Group { text: texts.join(separator), holds: self.runs(holds), conditions }
    }

    fn sets(&self, dnf: &SetDnf) -> Shape {
        let has = |sample: &Sample, features: &[usize]| features.iter().any(|&feature| sample[feature]);
        let group = |term: &SetTerm| {
            let features = term.sets().map(|(group, places)| {
                let all: Vec<usize> = group.features().collect();
                places.iter().map(|&place| all[place]).collect()
            });
            let sets: Vec<(String, Vec<usize>)> = term.set_texts().zip(features).collect();
            let mut conditions: Vec<Condition> =
                term.literals().iter().map(|&literal| self.condition(literal)).collect();
            conditions.extend(sets.iter().map(|(text, features)| Condition {
                text: text.clone(),
                negated: false,
                holds: self.runs(|sample| has(sample, features)),
            }));
            let texts: Vec<String> = conditions.iter().map(Condition::written).collect();
            let holds = |sample: &Sample| {
                term.literals().iter().all(|literal| literal.accepts(sample))
                    && sets.iter().all(|(_, features)| has(sample, features))
            };
            Group { text: texts.join(" & "), holds: self.runs(holds), conditions }
        };
        Shape::Gates { inner: Gate::And, outer: Gate::Or, groups: dnf.terms().iter().map(group).collect() }
    }

    /// Sends each run through questions, of which each leads to later ones.
    fn count(&self, questions: Vec<Branching>) -> Vec<Node> {
        let mut asked = vec![Runs::default(); questions.len()];
        let mut answered = vec![[Runs::default(); 2]; questions.len()];
        let labels = self.data.into_iter().flat_map(|data| [(true, data.positives()), (false, data.negatives())]);
        for (positive, samples) in labels {
            for index in 0..samples.distinct() {
                let (sample, weight) = (samples.get(index), samples.weight(index));
                let mut place = To::Node(0);
                while let To::Node(at) = place {
                    let (literal, ways) = questions[at];
                    let way = usize::from(!literal.accepts(sample));
                    asked[at].add(positive, weight);
                    answered[at][way].add(positive, weight);
                    place = ways[way];
                }
            }
        }
        let is_known = self.data.is_some();
        let nodes = questions.into_iter().zip(asked).zip(answered);
        nodes
            .map(|(((literal, [yes, no]), asked), [if_yes, if_no])| Node {
                question: literal.display(self.features).to_string(),
                asked: is_known.then_some(asked),
                yes: Way { to: yes, runs: is_known.then_some(if_yes) },
                no: Way { to: no, runs: is_known.then_some(if_no) },
            })
            .collect()
    }
}
