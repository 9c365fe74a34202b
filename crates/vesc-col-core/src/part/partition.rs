//! How a question is cut into parts.

use std::cmp::Reverse;

use super::{Choice, Part, grid};
use crate::{Dataset, Fit, Literal, Query, Samples, Shape};

/// Disjoint parts that have every hypothesis together.
///
/// It begins with the whole question, and each step splits one part in two halves, so no hypothesis is lost and none is
/// in two parts.
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

    /// One part of a question, cut into at most so many smaller ones of about the same number of hypotheses.
    ///
    /// DNF is cut by the literals that its formulas use. Those that are false on one negative sample come first: each
    /// consistent formula uses some of them in each term. For CNF these are the literals that are true on one positive
    /// sample. The last part has the formulas with none of the literals. Other sub-spaces are cut by their decision bits.
    /// There are fewer parts if nothing is left to choose.
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
    /// assert_eq!(parts, ["x0", "not x0"]);
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    #[must_use]
    pub fn of(query: &Query, data: &Dataset, part: &Part, parts: usize) -> Partition {
        let choices = choices(query, data);
        let literals = query.space().complexity().measures().first().map_or(1, |measure| measure.1);
        let mut shares = vec![Share { part: part.clone(), share: 1.0, next: 0 }];
        while shares.len() < parts {
            let open = shares.iter().enumerate().filter_map(|(index, share)| Some((index, share.next(&choices)?)));
            let largest = open.max_by(|(a, _), (b, _)| shares[*a].share.total_cmp(&shares[*b].share));
            let Some((index, (position, choice))) = largest else { break };
            let Some([with, without]) = shares[index].part.split(choice) else { break };
            let largest = shares.remove(index);
            let used = largest.part.choices().iter().filter(|(_, holds)| *holds).count();
            let left = (choices.len() - position).max(1);
            let using = match choice {
                Choice::Uses(_) => (literals as f64 - used as f64).max(0.1) / left as f64,
                Choice::Bit(_) => 0.5,
            };
            let using = using.clamp(0.001, 0.999);
            let next = position + 1;
            let with = Share { part: with, share: largest.share * using, next };
            let without = Share { part: without, share: largest.share * (1.0 - using), next };
            shares.splice(index..index, [with, without]);
        }
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
}

impl Share {
    /// The first choice that is still open, with its place.
    fn next(&self, choices: &[Choice]) -> Option<(usize, Choice)> {
        let rest = choices.iter().copied().enumerate().skip(self.next);
        rest.into_iter().find(|&(_, choice)| self.part.outcome(choice).is_none())
    }
}

/// The choices by which a question is cut, the most telling ones first.
fn choices(query: &Query, data: &Dataset) -> Vec<Choice> {
    let space = &**query.space();
    let Some(grid) = grid(space) else { return (0..space.width()).map(Choice::Bit).collect() };
    let is_cnf = matches!(space.shape(), Shape::Cnf(_));
    // A term is false on each negative, a clause true on each positive.
    let (tight, others) =
        if is_cnf { (data.positives(), data.negatives()) } else { (data.negatives(), data.positives()) };
    let is_exact = *query.fit() == Fit::Exact;
    let literals = |feature: usize| [Literal::positive(feature), Literal::negative(feature)];
    let mut literals: Vec<Literal> = (0..space.features()).flat_map(literals).collect();
    // On the samples of the other label the literal has the other value.
    let agreeing = |samples: &Samples, literal: Literal, value: bool| {
        samples.iter().filter(|sample| (sample[literal.feature()] != literal.is_negated()) == value).count()
    };
    let useful: Vec<usize> = literals.iter().map(|&literal| agreeing(others, literal, !is_cnf)).collect();
    // One term or clause must suit all samples of the other label.
    let needed = if grid.terms() == 1 && is_exact { others.distinct() } else { 1 };
    let candidate = |literal: Literal| useful[2 * literal.feature() + usize::from(literal.is_negated())] >= needed;
    let tightest = tight.iter().min_by_key(|sample| {
        (0..space.features())
            .map(|feature| Literal::matching(feature, sample[feature] == is_cnf))
            .filter(|&literal| candidate(literal))
            .count()
    });
    let is_tight =
        |literal: Literal| tightest.is_some_and(|sample| (sample[literal.feature()] != literal.is_negated()) == is_cnf);
    literals.sort_by_cached_key(|&literal| {
        (Reverse(candidate(literal)), Reverse(is_tight(literal)), Reverse(agreeing(tight, literal, is_cnf)), literal)
    });
    literals.into_iter().map(Choice::Uses).collect()
}
