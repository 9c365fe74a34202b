//! A graph of choices without what is in vain and what is there twice.

use std::collections::HashMap;

use vesc_col_core::StopReason;

use crate::dnf::formulas::{Choice, Choices, Formulas};
use crate::dnf::pool::Pool;
use crate::run_context::RunContext;
use crate::zdd::Family;

/// The same formulas in the same order, from the nodes that the root leads to and the families that these choose from,
/// equal ones once.
///
/// Each choice must have a formula. Then there are no more paths than formulas. So what is left of a version space of
/// few formulas is small, whatever it was made from. Takes time in proportion to what is given.
///
/// # Errors
///
/// The reason to stop, if the run must end.
pub(crate) fn reduce(
    graph: &Formulas,
    pools: &[Pool],
    context: &mut RunContext<'_>,
) -> Result<(Formulas, Vec<Pool>), StopReason> {
    let reached = reached(graph, context)?;
    let reached_nodes = || graph.nodes.iter().enumerate().skip(2).filter(|&(number, _)| reached[number]);
    let (moved, pools) = used(reached_nodes().flat_map(|(_, node)| &node.choices), pools, context)?;

    let mut made = Formulas::new();
    let mut known: HashMap<Vec<Choice>, u32> = HashMap::new();
    let mut renumbered = vec![Formulas::NONE; graph.nodes.len()];
    renumbered[Formulas::DONE as usize] = Formulas::DONE;
    for (number, node) in reached_nodes() {
        context.spend(128 * node.choices.len())?;
        let mut choices: Vec<Choice> = Vec::with_capacity(node.choices.len());
        for choice in &node.choices {
            let choice = moved[choice.split as usize].choice(choice, renumbered[choice.rest as usize]);
            match choices.last_mut() {
                Some(last) if joins(last, &choice) => last.to = choice.to,
                _ => choices.push(choice),
            }
        }
        renumbered[number] = *known.entry(choices).or_insert_with_key(|choices| {
            made.nodes.push(Choices { choices: choices.clone(), count: node.count.clone() });
            made.nodes.len() as u32 - 1
        });
    }
    made.root = renumbered[graph.root as usize];
    Ok((made, pools))
}

/// The nodes that the root leads to.
fn reached(graph: &Formulas, context: &mut RunContext<'_>) -> Result<Vec<bool>, StopReason> {
    let mut reached = vec![false; graph.nodes.len()];
    reached[graph.root as usize] = true;
    for (number, node) in graph.nodes.iter().enumerate().rev() {
        if reached[number] {
            context.spend(8 * node.choices.len())?;
            node.choices.iter().for_each(|choice| reached[choice.rest as usize] = true);
        }
    }
    Ok(reached)
}

/// Whether two choices are one: a term from the families of either, and then the same.
fn joins(last: &Choice, next: &Choice) -> bool {
    let single = last.terms == 1 && next.terms == 1;
    single && last.to == next.from && (last.split, last.rest) == (next.split, next.rest)
}

/// What has become of a pool.
struct Moved {
    pool: u32,
    /// How many families before each have been kept.
    kept: Vec<u32>,
}

impl Moved {
    fn choice(&self, choice: &Choice, rest: u32) -> Choice {
        let [from, to] = [choice.from, choice.to].map(|position| self.kept[position as usize]);
        Choice { split: self.pool, from, to, rest, ..*choice }
    }
}

/// Keeps the families that are not empty and that some choice takes terms from.
fn used<'g>(
    choices: impl Iterator<Item = &'g Choice>,
    pools: &[Pool],
    context: &mut RunContext<'_>,
) -> Result<(Vec<Moved>, Vec<Pool>), StopReason> {
    // How many more choices take from each family than from the one before.
    let mut changes: Vec<Vec<i64>> = pools.iter().map(|pool| vec![0; pool.families.len() + 1]).collect();
    for choice in choices {
        let changes = &mut changes[choice.split as usize];
        changes[choice.from as usize] += 1;
        changes[choice.to as usize] -= 1;
    }
    let (mut made, mut moved): (Vec<Pool>, _) = (Vec::new(), Vec::with_capacity(pools.len()));
    let mut known: HashMap<(usize, Vec<Family>), u32> = HashMap::new();
    for (pool, changes) in pools.iter().zip(&changes) {
        context.spend(32 * changes.len())?;
        let (mut families, mut positions, mut kept, mut taking) = (Vec::new(), Vec::new(), vec![0], 0);
        for (position, (&family, change)) in pool.families.iter().zip(changes).enumerate() {
            taking += change;
            if taking > 0 && family != Family::EMPTY {
                families.push(family);
                positions.push(position);
            }
            kept.push(families.len() as u32);
        }
        let number = *known.entry((pool.size, families)).or_insert_with_key(|(size, families)| {
            let counts = positions.iter().map(|&position| pool.count(position, position + 1));
            made.push(Pool::new(*size, families.clone(), counts));
            made.len() as u32 - 1
        });
        moved.push(Moved { pool: number, kept });
    }
    Ok((moved, made))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use vesc_col_core::{Dataset, DnfSpace, Domain, Features, LegalDnfSpace, Run};

    use crate::dnf::Families;
    use crate::dnf::live::LiveDnf;
    use crate::dnf::live::extend::with_sample;
    use crate::run_context::RunContext;
    use crate::tuning::Tuning;

    #[test]
    fn whatever_is_kept_belongs_to_a_formula() {
        const MEMORY: usize = 1 << 24;
        let (run, features) = (Run::new(), Features::numbered(8));
        let mut context = RunContext::new(&run, &Tuning::DEFAULT);
        let mut families = Families::new(Arc::new(Dataset::builder(features).build().unwrap()));
        families.begin(&Domain::free(), MEMORY, &mut context).unwrap();
        let space = LegalDnfSpace::from(DnfSpace::new(8, 5, 2));
        let mut live = LiveDnf::new(space, &mut families, &mut context).unwrap();
        for input in (0..60u64).map(|step| step * 37 % 256) {
            let false_literals = (0..8).map(|feature| 1 << (2 * feature + (input >> feature & 1))).sum::<u64>();
            // x0 & x1 | x2 & !x3 & x4
            let accepted = input & 0b11 == 0b11 || input & 0b11100 == 0b10100;
            live = with_sample(&live, accepted, &[false_literals], MEMORY, &mut context).unwrap();

            let formulas = usize::try_from(live.graph.count()).unwrap();
            assert!(formulas > 0);
            assert!(live.graph.nodes[2..].iter().map(|node| node.choices.len()).sum::<usize>() <= 2 * formulas);
            assert!(live.pools.iter().map(|pool| pool.families.len()).sum::<usize>() <= 2 * formulas);
            assert!(live.store.len() <= 5 * formulas);
        }
        assert_eq!(*live.graph.count(), 1u32.into());
    }
}
