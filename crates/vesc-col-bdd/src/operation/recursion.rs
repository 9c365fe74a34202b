//! The way through the nodes of several diagrams at once.

use oxidd::bdd::BDDFunction;
use oxidd::{BooleanFunction, LevelNo, Manager};
use oxidd_core::DiagramRules;
use oxidd_core::util::{Own, Ref};
use vesc_col_core::{Run, StopReason};

use super::known::Known;
use super::{BddManager, Edge, Key, level};

/// Steps between two checks of the run.
const CHECK_INTERVAL: usize = 1 << 12;

/// What operands alone decide, before their cofactors are computed.
pub(super) enum Shortcut<'a, 'id: 'a, const N: usize> {
    /// The result.
    Result(Ref<'a, Edge<'id>>),
    /// Operands with the same result, in their least form.
    Key(Key<'a, 'id, N>),
}

/// Shannon's expansion of an operation on `N` diagrams: the result is joined from those of both cofactors by the
/// topmost variable. A recursion on a stack of its own.
pub(super) struct Recursion<'a, 'id: 'a, const N: usize> {
    manager: &'a BddManager<'id>,
    run: &'a Run,
    steps: usize,
    tasks: Vec<Task<'a, 'id, N>>,
    results: Vec<Own<Edge<'id>>>,
    known: Known<'a, 'id, N>,
}

enum Task<'a, 'id: 'a, const N: usize> {
    /// Find the result, and put it on top of the others.
    Find(Key<'a, 'id, N>),
    /// Join the two results on top.
    Join(Key<'a, 'id, N>, LevelNo),
}

impl<'a, 'id: 'a, const N: usize> Recursion<'a, 'id, N> {
    /// Makes a recursion that has no results yet, and remembers `remembered` of them in each generation.
    pub(super) fn new(manager: &'a BddManager<'id>, remembered: usize, run: &'a Run) -> Self {
        let known = Known::new(manager, remembered);
        Recursion { manager, run, steps: 0, tasks: Vec::new(), results: Vec::new(), known }
    }

    /// The result for the operands, where `join` makes one of those for a variable's cofactors, high and low. Later
    /// calls know the results of earlier ones. After an error there are no later calls.
    pub(super) fn result(
        &mut self,
        key: Key<'a, 'id, N>,
        shortcut: impl Fn(Key<'a, 'id, N>) -> Shortcut<'a, 'id, N>,
        mut join: impl FnMut(LevelNo, [Own<Edge<'id>>; 2]) -> Result<Own<Edge<'id>>, StopReason>,
    ) -> Result<Own<Edge<'id>>, StopReason> {
        self.tasks.push(Task::Find(key));
        while let Some(task) = self.tasks.pop() {
            self.steps += 1;
            if self.steps.is_multiple_of(CHECK_INTERVAL) {
                self.run.check()?;
            }
            match task {
                Task::Find(key) => match shortcut(key) {
                    Shortcut::Result(edge) => self.results.push(self.manager.clone_edge(edge)),
                    Shortcut::Key(key) => self.find(key),
                },
                Task::Join(key, level) => {
                    let low = self.results.pop().expect("both cofactors have results");
                    let high = self.results.pop().expect("both cofactors have results");
                    let result = join(level, [high, low])?;
                    self.known.insert(key, &result);
                    self.results.push(result);
                }
            }
        }
        Ok(self.results.pop().expect("the first task leaves a result"))
    }

    fn find(&mut self, key: Key<'a, 'id, N>) {
        if let Some(known) = self.known.get(&key) {
            return self.results.push(known);
        }
        let top = key.iter().map(|&edge| level(self.manager, edge)).min().unwrap_or(LevelNo::MAX);
        let cofactors = key.map(|edge| match BDDFunction::cofactors_edge(self.manager, edge) {
            Some(cofactors) if level(self.manager, edge) == top => cofactors,
            _ => (edge, edge),
        });
        self.tasks.push(Task::Join(key, top));
        self.tasks.push(Task::Find(cofactors.map(|(_, low)| low)));
        self.tasks.push(Task::Find(cofactors.map(|(high, _)| high)));
    }

    /// All edges that it holds, to be given back.
    pub(super) fn into_edges(self) -> impl Iterator<Item = Own<Edge<'id>>> {
        self.known.into_edges().chain(self.results)
    }
}

/// The node with these cofactors, high and low.
pub(super) fn node<'id>(
    manager: &BddManager<'id>,
    level: LevelNo,
    cofactors: [Own<Edge<'id>>; 2],
) -> Result<Own<Edge<'id>>, StopReason> {
    let node = <BddManager<'id> as Manager>::Rules::reduce(manager, level, cofactors);
    node.then_insert(manager, level).map_err(|_| StopReason::Memory)
}

/// Gives edges back, unless the run was stopped: then nobody waits, as the manager is given up with all its nodes.
pub(super) fn give_back<'id>(
    manager: &BddManager<'id>,
    edges: impl Iterator<Item = Own<Edge<'id>>>,
    stopped: Option<StopReason>,
) {
    match stopped {
        None | Some(StopReason::Memory) => edges.for_each(|edge| manager.drop_edge(edge)),
        Some(_) => edges.map(Own::into_raw).for_each(|_| ()),
    }
}
