//! Managers, where the machine has room for them.

use std::env;
use std::thread;

use oxidd::bdd::{self, BDDManagerRef};

use crate::capacity::Capacity;

/// The stack of a manager's worker, unless the environment says otherwise: address space, of which little is ever used.
/// No tuning: this is the default of oxidd 0.13, which takes no other number from us.
const WORKER_STACK: usize = 1 << 30;

/// A manager with tables of these sizes; `None` if the machine has no address space or no thread left for it.
pub(crate) fn new_manager(capacity: Capacity) -> Option<BDDManagerRef> {
    has_room(capacity).then(|| bdd::new_manager(capacity.nodes, capacity.cache_entries, 1))
}

/// Without a thread oxidd panics, and without memory for its tables the process ends: so both are tried before. Costs
/// less than a tenth of a millisecond.
fn has_room(capacity: Capacity) -> bool {
    let mut tables: Vec<u8> = Vec::new();
    if tables.try_reserve_exact(capacity.bytes()).is_err() {
        return false;
    }
    let stack = env::var("OXIDD_STACK_SIZE").ok().and_then(|text| text.parse().ok()).unwrap_or(WORKER_STACK);
    let worker = thread::Builder::new().stack_size(stack).spawn(|| ());
    worker.is_ok_and(|worker| worker.join().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_manager_that_the_machine_has_no_room_for() {
        assert!(new_manager(Capacity { nodes: 1 << 10, cache_entries: 1 << 10 }).is_some());
        assert!(new_manager(Capacity { nodes: 1 << 55, cache_entries: 1 << 10 }).is_none());
    }
}
