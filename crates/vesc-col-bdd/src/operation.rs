//! The one operation on large diagrams, which can be stopped at any step.

use oxidd::bdd::BDDFunction;
use oxidd::{BooleanFunction, Function, LevelNo, Manager, Node};
use oxidd_core::DiagramRules;
use oxidd_core::util::{Own, Ref};
use rustc_hash::FxHashMap;
use vesc_col_core::{Run, StopReason};

/// How many steps are taken between two looks at the run.
const CHECK_INTERVAL: usize = 1 << 12;
/// So many results are remembered at a time; then a new generation begins.
const GENERATION: usize = 1 << 19;

type BddManager<'id> = <BDDFunction as Function>::Manager<'id>;
type Edge<'id> = <BddManager<'id> as Manager>::Edge;
type Key<'a, 'id> = [Ref<'a, Edge<'id>>; 3];

/// `consequence` where `condition` holds, `alternative` elsewhere: every other operation is a special case.
///
/// The operations of oxidd cannot be stopped and recurse on the caller's stack. This one looks at the run as it goes and
/// keeps a stack of its own; it costs about twice as much a step.
///
/// # Errors
///
/// The reason to stop, if the run must end; [`StopReason::Memory`] if the node table is full.
pub(crate) fn ite(
    condition: &BDDFunction,
    consequence: &BDDFunction,
    alternative: &BDDFunction,
    run: &Run,
) -> Result<BDDFunction, StopReason> {
    condition.with_manager_shared(|manager, root| {
        let constants = [BDDFunction::f(manager), BDDFunction::t(manager)];
        let mut operation = Operation {
            manager,
            constants: [constants[0].as_edge(manager), constants[1].as_edge(manager)],
            tasks: Vec::new(),
            results: Vec::new(),
            known: FxHashMap::default(),
            older: FxHashMap::default(),
        };
        let key = [root, consequence.as_edge(manager), alternative.as_edge(manager)];
        let result = operation.run(key, run);
        operation.clear();
        result.map(|edge| BDDFunction::from_edge(manager, edge))
    })
}

enum Task<'a, 'id: 'a> {
    /// Find the result, and put it on top of the others.
    Find(Key<'a, 'id>),
    /// Make a node of the two results on top.
    Make(Key<'a, 'id>, LevelNo),
}

struct Operation<'a, 'id: 'a> {
    manager: &'a BddManager<'id>,
    constants: [Ref<'a, Edge<'id>>; 2],
    tasks: Vec<Task<'a, 'id>>,
    results: Vec<Own<Edge<'id>>>,
    known: FxHashMap<Key<'a, 'id>, Own<Edge<'id>>>,
    /// The generation before.
    older: FxHashMap<Key<'a, 'id>, Own<Edge<'id>>>,
}

impl<'a, 'id: 'a> Operation<'a, 'id> {
    fn run(&mut self, key: Key<'a, 'id>, run: &Run) -> Result<Own<Edge<'id>>, StopReason> {
        self.tasks.push(Task::Find(key));
        let mut steps = 0usize;
        while let Some(task) = self.tasks.pop() {
            steps += 1;
            if steps.is_multiple_of(CHECK_INTERVAL) {
                run.check()?;
            }
            match task {
                Task::Find(key) => self.find(key),
                Task::Make(key, level) => self.make(key, level)?,
            }
        }
        Ok(self.results.pop().expect("the first task leaves a result"))
    }

    fn find(&mut self, key: Key<'a, 'id>) {
        let [no, yes] = self.constants;
        let [condition, mut consequence, mut alternative] = key;
        // Where the condition itself is asked for, its value is known.
        if consequence == condition {
            consequence = yes;
        }
        if alternative == condition {
            alternative = no;
        }
        if condition == yes || consequence == alternative {
            return self.results.push(self.manager.clone_edge(consequence));
        }
        if condition == no {
            return self.results.push(self.manager.clone_edge(alternative));
        }
        if consequence == yes && alternative == no {
            return self.results.push(self.manager.clone_edge(condition));
        }
        // A conjunction has no first operand.
        let key = match alternative == no && consequence < condition {
            true => [consequence, condition, no],
            false => [condition, consequence, alternative],
        };
        if let Some(known) = self.known.get(&key).or_else(|| self.older.get(&key)) {
            return self.results.push(self.manager.clone_edge(known.borrowed()));
        }
        let level = key.iter().map(|&edge| self.level(edge)).min().unwrap_or(LevelNo::MAX);
        let cofactors = key.map(|edge| match BDDFunction::cofactors_edge(self.manager, edge) {
            Some(cofactors) if self.level(edge) == level => cofactors,
            _ => (edge, edge),
        });
        self.tasks.push(Task::Make(key, level));
        self.tasks.push(Task::Find(cofactors.map(|(_, low)| low)));
        self.tasks.push(Task::Find(cofactors.map(|(high, _)| high)));
    }

    fn make(&mut self, key: Key<'a, 'id>, level: LevelNo) -> Result<(), StopReason> {
        let low = self.results.pop().expect("both cofactors have results");
        let high = self.results.pop().expect("both cofactors have results");
        let node = <BddManager<'id> as Manager>::Rules::reduce(self.manager, level, [high, low]);
        let made = node.then_insert(self.manager, level).map_err(|_| StopReason::Memory)?;
        if self.known.len() == GENERATION {
            std::mem::swap(&mut self.known, &mut self.older);
            self.known.drain().for_each(|(_, edge)| self.manager.drop_edge(edge));
        }
        let copy = self.manager.clone_edge(made.borrowed());
        if let Some(replaced) = self.known.insert(key, copy) {
            self.manager.drop_edge(replaced);
        }
        self.results.push(made);
        Ok(())
    }

    fn level(&self, edge: Ref<'a, Edge<'id>>) -> LevelNo {
        match self.manager.get_node(edge) {
            node @ Node::Inner(_) => node.level(),
            Node::Terminal(_) => LevelNo::MAX,
        }
    }

    /// Gives back all edges, whether the operation came to its end or not.
    fn clear(&mut self) {
        let remembered = self.known.drain().chain(self.older.drain()).map(|(_, edge)| edge);
        remembered.chain(self.results.drain(..)).for_each(|edge| self.manager.drop_edge(edge));
    }
}
