//! Every seed, and everything that was ever found, again.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use vesc_col_fuzz::TARGETS;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz").join(name)
}

/// The files of a folder in the order of their names; none if there is no such folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be listed").path()).collect();
    files.sort();
    files
}

#[test]
fn seeds_and_finds() {
    for target in TARGETS {
        let seeds = files(&folder("seeds").join(target.name));
        assert!(!seeds.is_empty(), "{} has no seed", target.name);
        for file in seeds.into_iter().chain(files(&folder("finds").join(target.name))) {
            let bytes = fs::read(&file).expect("it can be read");
            if std::panic::catch_unwind(|| (target.run)(&bytes)).is_err() {
                panic!("{} fails on {}", target.name, file.display());
            }
        }
    }
}

#[test]
fn every_target_is_a_binary_of_libfuzzer() {
    let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    let binaries = files(&folder("fuzz_targets"));
    let stems: Vec<&str> = binaries.iter().filter_map(|file| file.file_stem()?.to_str()).collect();
    assert_eq!(names, stems);
    let manifest = fs::read_to_string(folder("Cargo.toml")).expect("it can be read");
    for name in names {
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
        let main = fs::read_to_string(folder("fuzz_targets").join(format!("{name}.rs"))).expect("it can be read");
        assert!(main.contains(&format!("run(\"{name}\", bytes)")), "{name}");
    }
}

/// Random bytes on a stable compiler, which libFuzzer's are better than where there is text to be found. `FUZZ_SECONDS`
/// for each target, of which `FUZZ_TARGETS` may name some, and `FUZZ_SEED` to begin with.
#[test]
#[ignore = "goes on as long as it is told to"]
fn random_bytes() {
    let told = |name: &str| std::env::var(name).ok();
    let number = |name: &str, default: u64| told(name).and_then(|text| text.parse().ok()).unwrap_or(default);
    let names = told("FUZZ_TARGETS");
    let is_wanted = |name: &str| names.as_ref().is_none_or(|names| names.split(',').any(|wanted| wanted == name));
    let seconds = Duration::from_secs(number("FUZZ_SECONDS", 30));
    for target in TARGETS.iter().filter(|target| is_wanted(target.name)) {
        let (start, mut inputs) = (Instant::now(), 0u64);
        while start.elapsed() < seconds {
            let bytes = vesc_col_fuzz::random_bytes(number("FUZZ_SEED", 1).wrapping_mul(1 << 40) + inputs);
            inputs += 1;
            if std::panic::catch_unwind(|| (target.run)(&bytes)).is_err() {
                panic!("{} fails on {bytes:?}", target.name);
            }
        }
        println!("{}: {inputs} inputs", target.name);
    }
}
