//! How a question is cut into parts.

use std::cmp::Reverse;

use super::chance::Chances;
use super::{Choice, Part, grid};
use crate::{Dataset, DnfSpace, Fit, Literal, Query, Sample, Samples, Shape};

/// Disjoint parts that have every hypothesis together.
///
/// It begins with the whole question, and each step splits one part in two halves. So no hypothesis is lost, and none
/// is in two parts.
///
/// ```
/// use vesc_col_core::{Choice, Literal, Partition};
///
/// let mut partition = Partition::whole();
/// partition.split(0, Choice::Uses(Literal::positive(0)));
/// partition.split(1, Choice::Uses(Literal::positive(1)));
/// let parts: Vec<String> = partition.parts().iter().map(ToString::to_string).collect();
/// assert_eq!(parts, ["x0", "not x0, x1", "not x0, not x1"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    parts: Vec<Part>,
}

impl Partition {
    /// The question in one part.
    #[must_use]
    pub fn whole() -> Partition {
        Partition { parts: vec![Part::whole()] }
    }

    /// One part of a question, cut into at most a given number of smaller ones of about the same number of hypotheses.
    ///
    /// DNF is cut by the literals that its formulas use. Those that are false on one negative sample come first: each
    /// consistent formula uses some of them in each term. For CNF these are the literals that are true on one positive
    /// sample. One part has the formulas with none of the literals. Parts that use a literal are halved further by ranges of
    /// the first literal. Where there are far more literals than parts, each of them is in few formulas. Then all parts have
    /// such ranges. Other sub-spaces are cut by their decision bits. There are fewer parts if nothing is left to choose. The
    /// largest part comes first.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col_core::{Dataset, DnfSpace, Features, Part, Partition, Query};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(4));
    /// builder.push(true, [true, true, false, false])?;
    /// builder.push(false, [false, true, false, false])?;
    /// let query = Query::new(Arc::new(DnfSpace::new(4, 2, 1)));
    /// let partition = Partition::of(&query, &builder.build()?, &Part::whole(), 2);
    /// let parts: Vec<String> = partition.parts().iter().map(ToString::to_string).collect();
    /// assert_eq!(parts, ["not x0", "x0"]);
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    #[must_use]
    pub fn of(query: &Query, data: &Dataset, part: &Part, parts: usize) -> Partition {
        let mut cut = Cut::new(query, data, parts);
        let mut shares = vec![Share { part: part.clone(), share: 1.0, next: 0, halves: None }];
        while shares.len() < parts {
            shares.iter_mut().for_each(|share| cut.prepare(share));
            let open = shares.iter().enumerate().filter(|(_, share)| share.halves.is_some());
            let largest = open.max_by(|(_, a), (_, b)| a.share.total_cmp(&b.share));
            let Some((index, Share { next, halves: Some(halves), .. })) = largest else { break };
            let next = *next;
            let halves = halves.clone().map(|(part, share)| Share { part, share, next, halves: None });
            shares.splice(index..=index, halves);
        }
        // Workers that begin with the largest parts end at about the same time.
        shares.sort_by(|a, b| b.share.total_cmp(&a.share));
        Partition { parts: shares.into_iter().map(|share| share.part).collect() }
    }

    /// The parts.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Puts the two halves of a part in its place.
    ///
    /// # Panics
    ///
    /// If there is no such part, or the choice is made in it already.
    pub fn split(&mut self, part: usize, choice: Choice) {
        let halves = self.parts[part].split(choice).expect("the choice is made already");
        self.parts.splice(part..=part, halves);
    }
}

/// A part with the share of all hypotheses that it is guessed to have.
struct Share {
    part: Part,
    share: f64,
    /// The first choice that was not looked at.
    next: usize,
    /// What the next choice makes of it, once that is known.
    halves: Option<[(Part, f64); 2]>,
}

/// How parts are cut.
struct Cut {
    /// The most telling ones first.
    choices: Vec<Choice>,
    literals: f64,
    /// The literals that may be used, ascending; none if parts are cut by decision bits.
    candidates: Vec<Literal>,
    /// Whether there are far more literals than parts, so that each is in few formulas.
    are_many: bool,
    /// Of sub-spaces that are cut by decision bits.
    chances: Option<Chances>,
}

impl Cut {
    fn new(query: &Query, data: &Dataset, parts: usize) -> Cut {
        let space = &**query.space();
        let literals = space.complexity().measures().first().map_or(1, |measure| measure.1) as f64;
        let Some(grid) = grid(space) else {
            let choices = (0..space.width()).map(Choice::Bit).collect();
            return Cut {
                choices,
                literals,
                candidates: Vec::new(),
                are_many: false,
                chances: Some(Chances::new(space)),
            };
        };
        let usable = Usable::new(query, grid, data);
        let are_many = usable.tight.len() as f64 > literals * parts as f64;
        let candidates = usable.candidates.clone();
        let choices = usable.most_telling_first().into_iter().map(Choice::Uses).collect();
        Cut { choices, literals, candidates, are_many, chances: None }
    }

    /// Finds the next choice that leaves hypotheses in both halves.
    fn prepare(&mut self, share: &mut Share) {
        if share.halves.is_none() && (self.are_many || share.part.choices().iter().any(is_used)) {
            share.halves = self.halve_range(share);
        }
        while share.halves.is_none() && share.next < self.choices.len() {
            let choice = self.choices[share.next];
            let left = self.choices.len() - share.next;
            share.next += 1;
            share.halves = share.part.split(choice).and_then(|[with, without]| {
                let using = self.using(&with, &without, left)?;
                Some([(with, share.share * using), (without, share.share * (1.0 - using))])
            });
        }
    }

    /// Cuts the range of the first literal so that both halves have about as many formulas.
    ///
    /// Of the formulas with l of n open literals, the share ((n - x) / n)^l has none of the first x.
    fn halve_range(&self, share: &Share) -> Option<[(Part, f64); 2]> {
        let is_open = |literal: &&Literal| share.part.outcome(Choice::Uses(**literal)).is_none();
        let open: Vec<Literal> = self.candidates.iter().filter(is_open).copied().collect();
        let before = |end: Literal| open.partition_point(|&literal| literal < end);
        let (mut start, mut end, mut last, mut used) = (0, open.len(), open.len(), 0);
        for &(choice, holds) in share.part.choices() {
            match choice {
                Choice::UsesBefore(literal) if holds => end = end.min(before(literal)),
                Choice::UsesBefore(literal) => start = start.max(before(literal)),
                // Every formula has a literal before those that come after this one.
                Choice::Uses(literal) if holds => (last, used) = (last.min(before(literal)), used + 1),
                _ => {}
            }
        }
        let last = last.min(end).checked_sub(1).filter(|&last| last > start)?;
        let count = open.len() as f64;
        let literals = (self.literals - f64::from(used)).max(1.0);
        let without = |first: usize| ((count - first as f64) / count).powf(literals);
        let middle = f64::midpoint(without(start), without(end));
        let middle = (count - count * middle.powf(1.0 / literals)) as usize;
        let middle = middle.clamp(start + 1, last);
        let [first, second] = share.part.split(Choice::UsesBefore(open[middle]))?;
        let of_first = (without(start) - without(middle)) / (without(start) - without(end));
        Some([(first, share.share * of_first), (second, share.share * (1.0 - of_first))])
    }

    /// The guessed share of a part's hypotheses for which a choice holds. `left` is the number of choices that are
    /// left. `None` if one half has no hypothesis: then the choice need not be made.
    fn using(&self, with: &Part, without: &Part, left: usize) -> Option<f64> {
        let Some(chances) = &self.chances else {
            let used = without.choices().iter().filter(|choice| is_used(choice)).count() as f64;
            return Some(((self.literals - used).max(0.1) / left as f64).clamp(0.001, 0.999));
        };
        match [with, without].map(|part| chances.of(part)) {
            // Too small for numbers.
            [0.0, 0.0] => Some(0.5),
            [0.0, _] | [_, 0.0] => None,
            [with, without] => Some(with / (with + without)),
        }
    }
}

/// Whether a literal is used.
fn is_used((choice, holds): &(Choice, bool)) -> bool {
    *holds && matches!(choice, Choice::Uses(_))
}

/// The literals that a consistent formula may use.
struct Usable {
    /// All literals, each with the number of samples that all terms must be false on, or all clauses true, on which it is so.
    agreeing: Vec<(Literal, usize)>,
    /// Those that suit enough samples of the other label, ascending.
    candidates: Vec<Literal>,
    /// Those candidates of which each term, or clause, has one: they have the right value on the sample with the fewest.
    tight: Vec<Literal>,
}

impl Usable {
    fn new(query: &Query, grid: &DnfSpace, data: &Dataset) -> Usable {
        let space = &**query.space();
        let is_cnf = matches!(space.shape(), Shape::Cnf(_));
        // A term is false on each negative, a clause true on each positive.
        let (tight, others) =
            if is_cnf { (data.positives(), data.negatives()) } else { (data.negatives(), data.positives()) };
        let is_exact = *query.fit() == Fit::Exact;
        let features = space.features();
        let [ones_tight, ones_others] = [tight, others].map(|samples| ones(samples, features));
        // On the samples of the other label the literal has the other value.
        let agreeing = |(samples, ones): (&Samples, &[usize]), literal: Literal, value: bool| {
            let ones = ones[literal.feature()];
            if literal.is_negated() == value { samples.distinct() - ones } else { ones }
        };
        // One term or clause must suit all samples of the other label.
        let needed = if grid.terms() == 1 && is_exact { others.distinct() } else { 1 };
        let all: Vec<Literal> = (0..features).flat_map(|f| [Literal::positive(f), Literal::negative(f)]).collect();
        let is_candidate: Vec<bool> =
            all.iter().map(|&literal| agreeing((others, &ones_others), literal, !is_cnf) >= needed).collect();
        let candidate = |literal: Literal| is_candidate[2 * literal.feature() + usize::from(literal.is_negated())];
        let right_on = |sample: &Sample| -> Vec<Literal> {
            let literals = (0..features).map(|feature| Literal::matching(feature, sample[feature] == is_cnf));
            literals.filter(|&literal| candidate(literal)).collect()
        };
        // The candidates that are right where a feature is 0, and where it is 1.
        let mut right_if = [vec![0; features.div_ceil(64)], vec![0; features.div_ceil(64)]];
        for literal in all.iter().copied().filter(|&literal| candidate(literal)) {
            let value = literal.is_negated() != is_cnf;
            right_if[usize::from(value)][literal.feature() / 64] |= 1 << (literal.feature() % 64);
        }
        let right_count = |sample: usize| -> u32 {
            let words = tight.words(sample).iter().zip(right_if[0].iter().zip(&right_if[1]));
            words.map(|(word, (zero, one))| (!word & zero | word & one).count_ones()).sum()
        };
        let tightest = (0..tight.distinct()).min_by_key(|&sample| right_count(sample));
        Usable {
            agreeing: all.iter().map(|&literal| (literal, agreeing((tight, &ones_tight), literal, is_cnf))).collect(),
            candidates: all.iter().copied().filter(|&literal| candidate(literal)).collect(),
            tight: tightest.map(|sample| right_on(tight.get(sample))).unwrap_or_default(),
        }
    }

    fn most_telling_first(mut self) -> Vec<Literal> {
        let is_in = |set: &[Literal], literal: Literal| set.binary_search(&literal).is_ok();
        self.agreeing.sort_by_cached_key(|&(literal, agreeing)| {
            let is_tight = is_in(&self.tight, literal);
            // The later a literal, the more ranges are before it.
            let agreeing = if is_tight { 0 } else { agreeing };
            (Reverse(is_in(&self.candidates, literal)), Reverse(is_tight), Reverse(agreeing), Reverse(literal))
        });
        self.agreeing.into_iter().map(|(literal, _)| literal).collect()
    }
}

/// On how many samples each feature is 1.
fn ones(samples: &Samples, features: usize) -> Vec<usize> {
    let mut ones = vec![0; features];
    for sample in samples.iter() {
        sample.iter_ones().for_each(|feature| ones[feature] += 1);
    }
    ones
}
