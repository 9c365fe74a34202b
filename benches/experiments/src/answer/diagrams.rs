//! The paper's first method, built plainly: the diagram of a sub-space, one AND for each sample.
//!
//! Two variables for each feature and term, all terms of a feature side by side. An empty term is excluded, which the paper leaves
//! open; terms are in lexicographic order, so that models are formulas.

use std::error::Error;

use oxidd::bdd::{self, BDDFunction, BDDManagerRef};
use oxidd::util::num::Natural;
use oxidd::util::{FxHasher, OutOfMemory, SatCountCache};
use oxidd::{BooleanFunction, Function, HasWorkers, Manager, ManagerRef, VarNo, WorkerPool};
use vesc_col::data::Sample;
use vesc_col::{Dataset, DnfSpace};

use crate::job::Meter;

/// Room in the node table; it is only reserved.
const NODES: usize = 1 << 27;
/// Entries of the cache of results.
const CACHE: usize = 1 << 22;
/// With fewer nodes than this, garbage is not worth a collection.
const LEAST_COLLECTED: usize = 1 << 20;

/// In which order the diagrams are conjoined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Sub-space, positive samples, negative samples.
    PositivesFirst,
    /// Sub-space, negative samples, positive samples.
    NegativesFirst,
    /// Positive samples, negative samples, sub-space.
    SpaceLast,
}

type Diagram = Result<BDDFunction, OutOfMemory>;

/// How many formulas of a sub-space fit the data. The clock starts when the tables have been made.
pub(super) fn formulas(
    data: &Dataset,
    space: &DnfSpace,
    order: Order,
    meter: &Meter,
    trace: bool,
) -> Result<String, Box<dyn Error>> {
    let features = data.features().len();
    let levels = VarNo::try_from(2 * features * space.terms())?;
    let manager = bdd::new_manager(NODES, CACHE, 1);
    manager.with_manager_exclusive(|manager| manager.add_vars(levels));
    meter.start();
    // Operations recurse once per variable: only a worker's stack is made for that.
    let workers = manager.clone();
    let count = workers.workers().install(|| {
        let paper = Paper { manager, features, terms: space.terms() };
        let consistent = paper.consistent(data, space.literals(), order, meter, trace)?;
        let mut cache = SatCountCache::<Natural, std::hash::BuildHasherDefault<FxHasher>>::default();
        Ok::<_, OutOfMemory>(consistent.sat_count(levels, &mut cache).to_string())
    });
    count.map_err(|OutOfMemory| "the node table is full".into())
}

struct Paper {
    manager: BDDManagerRef,
    features: usize,
    terms: usize,
}

impl Paper {
    /// All formulas that fit.
    fn consistent(&self, data: &Dataset, literals: usize, order: Order, meter: &Meter, trace: bool) -> Diagram {
        let positives = data.positives().iter().map(|sample| (sample, true));
        let negatives = data.negatives().iter().map(|sample| (sample, false));
        let rows: Vec<(&Sample, bool)> = match order {
            Order::NegativesFirst => negatives.chain(positives).collect(),
            Order::PositivesFirst | Order::SpaceLast => positives.chain(negatives).collect(),
        };
        let mut fitting = if order == Order::SpaceLast { self.constant(true) } else { self.sub_space(literals)? };
        let mut threshold = LEAST_COLLECTED;
        let tell = |processed: usize, fitting: &BDDFunction| {
            meter.note_nodes(self.nodes());
            if trace {
                meter.trace(processed, fitting.node_count());
            }
        };
        tell(0, &fitting);
        for (processed, (row, label)) in rows.iter().enumerate() {
            fitting = fitting.and(&self.right(row, *label)?)?;
            tell(processed + 1, &fitting);
            if self.nodes() > threshold {
                self.manager.with_manager_shared(|manager| manager.gc());
                threshold = LEAST_COLLECTED.max(2 * self.nodes());
            }
        }
        if order == Order::SpaceLast {
            fitting = fitting.and(&self.sub_space(literals)?)?;
            tell(rows.len() + 1, &fitting);
        }
        Ok(fitting)
    }

    /// All formulas of so many literals, each once: Algorithms 1, 2 and 5, from the bottom variable up.
    fn sub_space(&self, literals: usize) -> Diagram {
        // reached[w]: at least w literals from here down.
        let mut reached = vec![self.constant(false); literals + 2];
        reached[0] = self.constant(true);
        let mut one_code = self.constant(true);
        for (feature, term) in self.symbols_from_below() {
            let [plain, negated] = self.pair(feature, term)?;
            let appears = plain.or(&negated)?;
            for count in (1..=literals + 1).rev() {
                reached[count] = appears.ite(&reached[count - 1], &reached[count])?;
            }
            one_code = plain.and(&negated)?.not()?.and(&one_code)?;
        }
        let mut formulas = reached[literals].and(&reached[literals + 1].not()?)?.and(&one_code)?;
        for term in 0..self.terms {
            formulas = formulas.and(&self.some_literal(term)?)?;
        }
        for term in 1..self.terms {
            formulas = formulas.and(&self.descending(term - 1, term)?)?;
        }
        Ok(formulas)
    }

    /// A term is not empty.
    fn some_literal(&self, term: usize) -> Diagram {
        let mut some = self.constant(false);
        for feature in (0..self.features).rev() {
            let [plain, negated] = self.pair(feature, term)?;
            some = plain.or(&negated)?.or(&some)?;
        }
        Ok(some)
    }

    /// The codes of the first term are lexicographically greater.
    fn descending(&self, first: usize, second: usize) -> Diagram {
        let mut greater = self.constant(false);
        for feature in (0..self.features).rev() {
            let (firsts, seconds) = (self.pair(feature, first)?, self.pair(feature, second)?);
            for (a, b) in firsts.iter().zip(&seconds).rev() {
                let without = b.not()?;
                greater = a.ite(&without.or(&greater)?, &without.and(&greater)?)?;
            }
        }
        Ok(greater)
    }

    /// All formulas that are right on a sample: Algorithms 3 and 4.
    fn right(&self, row: &Sample, label: bool) -> Diagram {
        let mut rejected = self.constant(true);
        for term in 0..self.terms {
            let mut rejecting = self.constant(false);
            for feature in (0..self.features).rev() {
                let [plain, negated] = self.pair(feature, term)?;
                rejecting = if row[feature] { negated } else { plain }.or(&rejecting)?;
            }
            rejected = rejecting.and(&rejected)?;
        }
        if label { rejected.not() } else { Ok(rejected) }
    }

    fn symbols_from_below(&self) -> impl Iterator<Item = (usize, usize)> {
        let terms = self.terms;
        (0..self.features).rev().flat_map(move |feature| (0..terms).rev().map(move |term| (feature, term)))
    }

    /// A feature appears in a term as it is; it appears negated.
    fn pair(&self, feature: usize, term: usize) -> Result<[BDDFunction; 2], OutOfMemory> {
        let level = 2 * (feature * self.terms + term) as VarNo;
        self.manager.with_manager_shared(|manager| {
            Ok([BDDFunction::var(manager, level)?, BDDFunction::var(manager, level + 1)?])
        })
    }

    fn constant(&self, value: bool) -> BDDFunction {
        self.manager
            .with_manager_shared(|manager| if value { BDDFunction::t(manager) } else { BDDFunction::f(manager) })
    }

    fn nodes(&self) -> usize {
        self.manager.with_manager_shared(|manager| manager.num_inner_nodes())
    }
}
