//! Conjunctions as a set of patterns for each part.

mod fewer;

use std::borrow::Cow;
use std::ops::Range;

use super::work::Work;
use crate::domain::DomainPart;
use crate::{Domain, Literal, StopReason};

/// A conjunction over a few fields: for each the set of the patterns that it allows, one after the other in words.
pub(super) type Block = Box<[u64]>;

/// The parts of a domain that some features belong to. A free feature is a part of its own with two patterns, true and
/// false.
#[derive(Debug)]
pub(super) struct Fields<'d> {
    domain: &'d Domain,
    fields: Vec<Field<'d>>,
}

#[derive(Debug)]
struct Field<'d> {
    /// The first feature of the part in the domain.
    id: usize,
    /// The part, of which ordered features may be left out; none of a free feature.
    part: Option<Cow<'d, DomainPart>>,
    words: Range<usize>,
    patterns: usize,
}

impl<'d> Fields<'d> {
    /// The fields of these features, in the order of their first features.
    pub(super) fn of(domain: &'d Domain, features: impl IntoIterator<Item = usize>) -> Fields<'d> {
        let mut ids: Vec<usize> = features.into_iter().map(|feature| id(domain, feature)).collect();
        ids.sort_unstable();
        ids.dedup();
        let part = |id| (id, domain.part_of(id).map(|part| Cow::Borrowed(&domain.parts()[part])));
        Fields::of_parts(domain, ids.into_iter().map(part))
    }

    fn of_parts(
        domain: &'d Domain,
        parts: impl IntoIterator<Item = (usize, Option<Cow<'d, DomainPart>>)>,
    ) -> Fields<'d> {
        let mut end = 0;
        let field = |(id, part): (usize, Option<Cow<'d, DomainPart>>)| {
            let patterns = part.as_ref().map_or(2, |part| part.patterns());
            let words = end..end + patterns.div_ceil(64);
            end = words.end;
            Field { id, part, words, patterns }
        };
        Fields { domain, fields: parts.into_iter().map(field).collect() }
    }

    pub(super) fn domain(&self) -> &'d Domain {
        self.domain
    }

    /// All features of the fields, ascending within each.
    pub(super) fn features(&self) -> Vec<usize> {
        self.fields.iter().flat_map(Field::features).copied().collect()
    }

    /// The conjunction of nothing.
    pub(super) fn everything(&self) -> Block {
        let full = |field: &Field<'_>| {
            let last = !0 >> (64 * field.words.len() - field.patterns);
            (1..field.words.len()).map(|_| !0).chain([last])
        };
        self.fields.iter().flat_map(full).collect()
    }

    /// A conjunction of literals; `None` if it holds nowhere.
    pub(super) fn block(&self, literals: &[Literal]) -> Option<Block> {
        let mut block = self.everything();
        for &literal in literals {
            let field = self.field(literal.feature());
            let words = &mut block[field.words.clone()];
            match &field.part {
                Some(part) => part.narrow(words, literal),
                // Of a free feature the first pattern is "true".
                None => words[0] &= if literal.is_negated() { 0b10 } else { 0b01 },
            }
            if words.iter().all(|&word| word == 0) {
                return None;
            }
        }
        Some(block)
    }

    /// All prime implicants of a disjunction, by consensus and absorption until nothing new comes.
    pub(super) fn primes(
        &self,
        blocks: impl IntoIterator<Item = Block>,
        work: &mut Work<'_>,
    ) -> Result<Vec<Block>, StopReason> {
        let mut primes: Vec<Block> = Vec::new();
        let mut new: Vec<Block> = blocks.into_iter().collect();
        while let Some(block) = new.pop() {
            work.spend((2 + self.fields.len()) * primes.len())?;
            if primes.iter().any(|known| contains(known, &block)) {
                continue;
            }
            primes.retain(|known| !contains(&block, known));
            primes.iter().for_each(|known| self.consensus(known, &block, &mut new));
            primes.push(block);
        }
        Ok(primes)
    }

    /// What differs from everything: for each field that is not full its name and its patterns.
    pub(super) fn key(&self, block: &Block) -> Box<[u64]> {
        let everything = self.everything();
        let narrow = self.fields.iter().filter(|field| block[field.words.clone()] != everything[field.words.clone()]);
        narrow
            .flat_map(|field| [field.id as u64].into_iter().chain(block[field.words.clone()].iter().copied()))
            .collect()
    }

    /// The blocks with these keys, of a domain equal to this one.
    pub(super) fn blocks_of(&self, keys: &[Box<[u64]>]) -> Vec<Block> {
        keys.iter().map(|key| self.block_of(key)).collect()
    }

    fn block_of(&self, key: &[u64]) -> Block {
        let mut block = self.everything();
        let mut rest = key;
        while let Some((&id, after)) = rest.split_first() {
            let words = self.field(id as usize).words.clone();
            let (patterns, after) = after.split_at(words.len());
            block[words].copy_from_slice(patterns);
            rest = after;
        }
        block
    }

    /// The first features of the parts in a key.
    pub(super) fn ids_in<'k>(domain: &'k Domain, key: &'k [u64]) -> impl Iterator<Item = usize> + 'k {
        let mut rest = key;
        std::iter::from_fn(move || {
            let (&id, after) = rest.split_first()?;
            let patterns = domain.part_of(id as usize).map_or(2, |part| domain.parts()[part].patterns());
            rest = &after[patterns.div_ceil(64)..];
            Some(id as usize)
        })
    }

    /// A part of a block that no other block meets, or `None` if they cover it.
    pub(super) fn uncovered(
        &self,
        cover: &[Block],
        block: &Block,
        work: &mut Work<'_>,
    ) -> Result<Option<Block>, StopReason> {
        work.spend(self.fields.len() * cover.len())?;
        let Some(position) = cover.iter().position(|other| self.meet(other, block)) else {
            return Ok(Some(block.clone()));
        };
        let (other, rest) = (&cover[position], &cover[position + 1..]);
        for field in &self.fields {
            let mut outside = block.clone();
            outside[field.words.clone()]
                .iter_mut()
                .zip(&other[field.words.clone()])
                .for_each(|(word, other)| *word &= !other);
            if outside[field.words.clone()].iter().any(|&word| word != 0)
                && let Some(found) = self.uncovered(rest, &outside, work)?
            {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// A point of a block: the literals of all features of the fields, as many as is easy among the preferred.
    pub(super) fn point(&self, block: &Block, preferred: impl Fn(Literal) -> bool) -> Vec<Literal> {
        let mut point = Vec::new();
        for field in &self.fields {
            let patterns = members(&block[field.words.clone()]);
            let best = match field.ends() {
                Some(ends) => {
                    let counts = counts_in_order(field.features(), &ends, &preferred);
                    patterns.max_by_key(|&pattern| counts[pattern])
                }
                None => patterns.max_by_key(|&pattern| {
                    field.pattern(pattern).into_iter().filter(|&literal| preferred(literal)).count()
                }),
            };
            point.extend(best.into_iter().flat_map(|pattern| field.pattern(pattern)));
        }
        point
    }

    /// The ways in which a legal term can imply a block: it does iff it has a literal of each set of one of them.
    pub(super) fn ways(&self, block: &Block) -> Vec<Vec<Vec<Literal>>> {
        let mut ways = vec![Vec::new()];
        for field in &self.fields {
            let of_field = match field.ends() {
                Some(ends) => field.ways_in_order(block, &ends),
                None => vec![field.ruling_out(block)],
            };
            let joined = |way: &Vec<Vec<Literal>>| {
                of_field.iter().map(|sets| [&way[..], &sets[..]].concat()).collect::<Vec<_>>()
            };
            ways = ways.iter().flat_map(joined).collect();
        }
        ways
    }

    /// The orders of features, each with the pattern from which on it is false.
    pub(super) fn orders(&self) -> impl Iterator<Item = Vec<(usize, usize)>> {
        self.fields.iter().filter_map(|field| {
            let ends = field.ends()?;
            Some(field.features().iter().copied().zip(ends).collect())
        })
    }

    /// Adds what follows from two blocks: in one field what either allows, in the others what both do.
    fn consensus(&self, one: &Block, other: &Block, found: &mut Vec<Block>) {
        let both: Block = one.iter().zip(other).map(|(one, other)| one & other).collect();
        let mut empty = self.fields.iter().filter(|field| both[field.words.clone()].iter().all(|&word| word == 0));
        let (first, second) = (empty.next(), empty.next());
        if second.is_some() {
            return;
        }
        let candidates = self.fields.iter().filter(|field| first.is_none_or(|first| first.id == field.id));
        for field in candidates {
            let mut block = both.clone();
            for word in field.words.clone() {
                block[word] = one[word] | other[word];
            }
            found.push(block);
        }
    }

    /// Whether some point is in both.
    fn meet(&self, one: &Block, other: &Block) -> bool {
        let met = |field: &Field<'_>| field.words.clone().any(|word| one[word] & other[word] != 0);
        self.fields.iter().all(met)
    }

    fn field(&self, feature: usize) -> &Field<'d> {
        let id = id(self.domain, feature);
        &self.fields[self.fields.partition_point(|field| field.id < id)]
    }
}

impl Field<'_> {
    fn features(&self) -> &[usize] {
        match &self.part {
            Some(part) => part.features(),
            None => std::slice::from_ref(&self.id),
        }
    }

    /// For each feature the pattern from which on it is false, if the features are only ordered.
    fn ends(&self) -> Option<Vec<usize>> {
        Some(self.part.as_ref()?.ends()?.collect())
    }

    /// The literals that are true on a pattern.
    fn pattern(&self, pattern: usize) -> Vec<Literal> {
        let Some(part) = &self.part else {
            return vec![Literal::matching(self.id, pattern == 0)];
        };
        let value = |&feature: &usize| Literal::matching(feature, part.is_true(feature, pattern));
        part.features().iter().map(value).collect()
    }

    /// For each pattern that a block rules out the literals that are false on it.
    fn ruling_out(&self, block: &Block) -> Vec<Vec<Literal>> {
        let allowed = &block[self.words.clone()];
        let out = (0..self.patterns).filter(|&pattern| !has(allowed, pattern));
        out.map(|pattern| self.pattern(pattern).into_iter().map(|literal| !literal).collect()).collect()
    }

    /// Of ordered features a term leaves neighbouring patterns, one at least if it is legal. They are allowed iff they lie
    /// between two that are not. So the term needs a literal for each side that is not open.
    fn ways_in_order(&self, block: &Block, ends: &[usize]) -> Vec<Vec<Vec<Literal>>> {
        let allowed = &block[self.words.clone()];
        let is_first = |&pattern: &usize| has(allowed, pattern) && (pattern == 0 || !has(allowed, pattern - 1));
        let of = |first: usize| {
            let after = (first..self.patterns).find(|&pattern| !has(allowed, pattern));
            let features = || self.features().iter().zip(ends);
            let from = features().filter(|&(_, &end)| end >= first).map(|(&feature, _)| Literal::negative(feature));
            let before = |after| {
                let features = features().filter(move |&(_, &end)| end <= after);
                features.map(|(&feature, _)| Literal::positive(feature)).collect()
            };
            (first > 0).then(|| from.collect()).into_iter().chain(after.map(before)).collect()
        };
        (0..self.patterns).filter(is_first).map(of).collect()
    }
}

/// The first feature of the part that a feature belongs to.
fn id(domain: &Domain, feature: usize) -> usize {
    domain.part_of(feature).map_or(feature, |part| domain.parts()[part].features()[0])
}

/// How many literals of ordered features are preferred on each pattern.
fn counts_in_order(features: &[usize], ends: &[usize], preferred: impl Fn(Literal) -> bool) -> Vec<usize> {
    let mut of_end = vec![0; features.len() + 1];
    ends.iter().zip(features).for_each(|(&end, &feature)| of_end[end] = feature);
    let is_preferred = |literal| usize::from(preferred(literal));
    let mut count = features.iter().map(|&feature| is_preferred(Literal::positive(feature))).sum::<usize>();
    let mut counts = vec![count];
    // From one pattern to the next a single feature becomes false.
    for &feature in &of_end[1..] {
        count += is_preferred(Literal::negative(feature));
        count -= is_preferred(Literal::positive(feature));
        counts.push(count);
    }
    counts
}

fn members(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    (0..64 * words.len()).filter(|&bit| has(words, bit))
}

fn has(words: &[u64], bit: usize) -> bool {
    words[bit / 64] >> (bit % 64) & 1 == 1
}

fn contains(wide: &Block, narrow: &Block) -> bool {
    wide.iter().zip(narrow).all(|(wide, narrow)| narrow & !wide == 0)
}
