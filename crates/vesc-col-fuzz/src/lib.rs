//! The bodies of the fuzz targets of vesc-col.
//!
//! A target is a function on bytes that panics if something is wrong. The crate `fuzz/` gives it to libFuzzer, which
//! needs a nightly compiler. Here stable tests replay the seeds and all that was ever found, in seconds.
//! `docs/robustness.md` says how to run them and what they have found.
//!
//! ```
//! // Nothing is wrong with no bytes at all.
//! for target in vesc_col_fuzz::TARGETS {
//!     (target.run)(&[]);
//! }
//! ```

mod ask;
mod certificates;
mod circuits;
mod command_line;
mod csv;
mod engines;
mod formulas;
mod json;
mod languages;
mod program;
mod random;
mod workbench;

pub use random::random_bytes;

/// One fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name of the target, of its file in `fuzz/fuzz_targets`, and of its folders of seeds and findings.
    pub name: &'static str,
    /// Panics if something is wrong with what the bytes say.
    pub run: fn(&[u8]),
}

/// All targets.
pub const TARGETS: &[Target] = &[
    Target { name: "certificates", run: certificates::run },
    Target { name: "circuits", run: circuits::run },
    Target { name: "command_line", run: command_line::run },
    Target { name: "csv", run: csv::run },
    Target { name: "engines", run: engines::run },
    Target { name: "formulas", run: formulas::run },
    Target { name: "json", run: json::run },
    Target { name: "languages", run: languages::run },
];

/// Runs the target of this name.
///
/// # Panics
///
/// If there is none, or the target does.
pub fn run(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    (target.unwrap_or_else(|| panic!("there is no target `{name}`")).run)(bytes);
}
