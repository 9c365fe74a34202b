//! Which mutant is on: `MUTANT=7`; none, if it is not said. `MUTANT=record` writes the numbers of those that are reached to the file `REACHED`.

use std::io::Write;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

const RECORD: u32 = u32::MAX;

static ACTIVE: LazyLock<u32> = LazyLock::new(|| match std::env::var("MUTANT") {
    Ok(word) if word == "record" => RECORD,
    Ok(word) => word.parse().unwrap_or(0),
    Err(_) => 0,
});

static REACHED: [AtomicBool; MUTANTS] = [const { AtomicBool::new(false) }; MUTANTS];

/// A call each time: kernels are compiled for each kind of vectors and each width, and would become far too long.
#[inline(never)]
pub fn on(id: u32) -> bool {
    let active = *ACTIVE;
    if active == RECORD {
        record(id);
    }
    active == id
}

#[cold]
fn record(id: u32) {
    if !REACHED[id as usize].swap(true, Ordering::Relaxed) {
        let path = std::env::var_os("REACHED").expect("a file to write to");
        let mut file = std::fs::File::options().create(true).append(true).open(path).expect("a file to write to");
        file.write_all(format!("{id}\n").as_bytes()).expect("room on the disk");
    }
}
