//! What docs/architecture.md promises about the crates as such: no circles between files, dependencies inwards, no
//! `unsafe`, no output from a library.

mod circle;
mod manifests;
mod resolve;
mod source;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use circle::circles;
use manifests::{Manifest, manifests, member_folders};
use resolve::Crate;

/// Files that use each other nevertheless; no files stand for all files of a crate. An entry that has no circle any
/// more must be taken off the list.
///
/// In the core these are types that name each other in their public interfaces. They are data, formulas and legal
/// inputs; a sub-space and its concepts; and a run, its events and the version spaces that they report.
const KNOWN_CIRCLES: [(&str, &[&str]); 4] = [
    (
        "vesc-col-core",
        &[
            "concept/prime_implicants.rs",
            "concept/cube.rs",
            "dataset.rs",
            "dataset/arrow.rs",
            "dataset/builder.rs",
            "dataset/unknown.rs",
            "dnf.rs",
            "domain.rs",
            "domain/builder.rs",
            "domain/completions.rs",
            "domain/part.rs",
            "error.rs",
            "features.rs",
            "hypothesis.rs",
            "literal.rs",
            "syntax.rs",
            "term.rs",
        ],
    ),
    (
        "vesc-col-core",
        &[
            "concept.rs",
            "concept/declared.rs",
            "concept/least.rs",
            "concept/legal.rs",
            "dnf_space.rs",
            "dnf_space/legal.rs",
            "subspace.rs",
        ],
    ),
    ("vesc-col-core", &["live.rs", "run.rs", "version_space.rs"]),
    ("vesc-col-testkit", &[]),
];

/// The crates that each published crate may depend on. Nothing else may point from one crate to another.
const MAY_DEPEND_ON: [(&str, &[&str]); 9] = [
    ("vesc-col-core", &[]),
    ("vesc-col-cover", &["vesc-col-core"]),
    ("vesc-col-bdd", &["vesc-col-core"]),
    ("vesc-col-sat", &["vesc-col-core"]),
    ("vesc-col-spaces", &["vesc-col-core"]),
    ("vesc-col-export", &["vesc-col-core"]),
    ("vesc-col-testkit", &["vesc-col-core"]),
    (
        "vesc-col",
        &["vesc-col-core", "vesc-col-cover", "vesc-col-bdd", "vesc-col-sat", "vesc-col-spaces", "vesc-col-export"],
    ),
    ("vesc-col-cli", &["vesc-col"]),
];

const ENGINES: [&str; 3] = ["vesc-col-cover", "vesc-col-bdd", "vesc-col-sat"];

#[test]
fn no_two_files_use_each_other() {
    let mut faults = Vec::new();
    let mut met = vec![false; KNOWN_CIRCLES.len()];
    for (name, folder) in crates() {
        for circle in circles(&Crate::parse(&sources(&folder)).uses()) {
            let is_known = |(of, files): &(&str, &[&str])| {
                *of == name && (files.is_empty() || circle.iter().all(|file| files.contains(&file.as_str())))
            };
            match KNOWN_CIRCLES.iter().position(is_known) {
                Some(known) => met[known] = true,
                None => faults.push(format!("{name}: these files use each other: {circle:?}")),
            }
        }
    }
    let gone = KNOWN_CIRCLES.iter().zip(met).filter(|(_, met)| !met);
    faults.extend(gone.map(|((name, files), _)| format!("{name}: take this set off the list: {files:?}")));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn dependencies_point_inwards() {
    for manifest in workspace() {
        let listed = MAY_DEPEND_ON.iter().find(|(name, _)| *name == manifest.name);
        let Some((_, allowed)) = listed else {
            assert!(
                !manifest.is_published,
                "{} is published, but has no place in the order of the crates",
                manifest.name
            );
            continue;
        };
        for dependency in manifest.dependencies.iter().filter(|name| is_ours(name)) {
            assert!(allowed.contains(&dependency.as_str()), "{} must not depend on {dependency}", manifest.name);
        }
    }
}

#[test]
fn no_engine_knows_another() {
    for manifest in workspace().iter().filter(|manifest| ENGINES.contains(&manifest.name.as_str())) {
        for name in manifest.dependencies.iter().chain(&manifest.dev_dependencies) {
            let is_engine = ENGINES.contains(&name.as_str());
            assert!(!is_engine, "{} must not know {name}, not even in tests: these stand in the facade", manifest.name);
        }
    }
}

#[test]
fn the_testkit_is_for_tests_only() {
    for manifest in workspace().iter().filter(|manifest| manifest.is_published) {
        let is_used = manifest.dependencies.iter().any(|name| name == "vesc-col-testkit");
        assert!(!is_used, "{} must have the testkit as a dev-dependency", manifest.name);
    }
}

#[test]
fn unsafe_is_forbidden_everywhere() {
    let root: toml::Table = read(&root().join("Cargo.toml")).parse().unwrap();
    assert_eq!(root["workspace"]["lints"]["rust"]["unsafe_code"].as_str(), Some("forbid"));
    for manifest in workspace() {
        assert!(manifest.inherits_lints, "{} must have `lints.workspace = true`", manifest.name);
    }
}

/// Crates outside of the workspace count as well: whoever copies one takes its licence with it.
#[test]
fn every_crate_has_its_licence_texts() {
    let mut folders = member_folders(&root());
    folders.push(root().join("fuzz"));
    folders.extend(member_folders(&root().join("examples")));
    assert!(folders.len() > workspace().len() + 1, "crates are missing");
    for folder in folders {
        for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
            assert_eq!(read(&folder.join(name)), read(&root().join(name)), "{}", folder.display());
        }
        let manifest: toml::Table = read(&folder.join("Cargo.toml")).parse().unwrap();
        let licence = manifest["package"].get("license");
        let is_said = licence.is_some_and(|licence| {
            licence.as_str() == Some("MIT OR Apache-2.0")
                || licence.get("workspace") == Some(&toml::Value::Boolean(true))
        });
        assert!(is_said, "{} must say `license = \"MIT OR Apache-2.0\"`", folder.join("Cargo.toml").display());
    }
}

#[test]
fn no_library_prints() {
    for (name, folder) in crates().into_iter().filter(|(name, _)| name != "vesc-col-cli") {
        for (file, text) in sources(&folder) {
            for word in ["print", "println", "eprint", "eprintln", "dbg"] {
                assert!(!source::calls_macro(&text, word), "{name}: {file} calls {word}!");
            }
        }
    }
}

#[test]
fn the_core_has_no_input_output_or_threads() {
    let folder = root().join("crates/vesc-col-core");
    for (file, text) in sources(&folder) {
        for module in ["env", "fs", "io", "net", "process"] {
            assert!(!source::names_path(&text, &["std", module]), "{file} uses std::{module}");
        }
        for function in ["spawn", "scope", "sleep", "Builder"] {
            let calls: [&[&str]; 2] = [&["std", "thread", function], &["thread", function]];
            assert!(!calls.iter().any(|path| source::names_path(&text, path)), "{file} calls thread::{function}");
        }
    }
}

/// Only the command line touches files, signals and the terminal. The diagram engine reads one variable of the environment, which
/// sets the stacks of its threads.
#[test]
fn no_library_touches_files() {
    let tools = ["vesc-col-cli", "vesc-col-fuzz", "vesc-col-testkit"];
    for (name, folder) in crates().into_iter().filter(|(name, _)| !tools.contains(&name.as_str())) {
        for (file, text) in sources(&folder) {
            for module in ["env", "fs", "net", "process"] {
                let is_known = module == "env" && name == "vesc-col-bdd" && file == "manager.rs";
                let is_used = source::names_path(&text, &["std", module]);
                assert!(!is_used || is_known, "{name}: {file} uses std::{module}");
            }
        }
    }
}

/// Whoever reads the name of a type knows which one it is.
#[test]
fn no_two_public_types_have_one_name() {
    let tools = ["vesc-col-cli", "vesc-col-fuzz", "vesc-col-testkit"];
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    for (name, folder) in crates().into_iter().filter(|(name, _)| !tools.contains(&name.as_str())) {
        for (file, text) in sources(&folder) {
            for line in text.lines() {
                let ["pub", "struct" | "enum" | "trait" | "type", rest] = line.splitn(3, ' ').collect::<Vec<_>>()[..]
                else {
                    continue;
                };
                let end = rest.find(|char: char| !char.is_alphanumeric()).unwrap_or(rest.len());
                let place = format!("{name}: {file}");
                if let Some(other) = known.insert(rest[..end].to_owned(), place.clone()) {
                    panic!("{place} and {other} have a public type {}", &rest[..end]);
                }
            }
        }
    }
    assert!(known.len() > 150, "types are missing");
}

/// Whatever an engine does wrong is caught where its session is guarded.
#[test]
fn the_facade_opens_no_engine_without_a_guard() {
    for (file, text) in sources(&root().join("crates/vesc-col")) {
        // These open sessions for a session that is guarded itself.
        if file == "guard.rs" || file == "reduce/session.rs" {
            continue;
        }
        // Posteriors are opened, too, and take nothing.
        let opens =
            |line: &&str| line.contains(".open(") && !line.contains(".open()") && !line.trim_start().starts_with("//");
        let without_tests = text.split("#[cfg(test)]").next().and_then(|text| text.split("#[cfg(all(test").next());
        assert_eq!(
            without_tests.unwrap_or_default().lines().find(opens),
            None,
            "{file} opens an engine without a guard"
        );
    }
}

#[test]
fn the_page_names_files_that_are_there() {
    let files: Vec<String> = crates()
        .iter()
        .flat_map(|(name, folder)| sources(folder).into_keys().map(move |file| format!("/{name}/src/{file}")))
        .collect();
    let page = read(&root().join("docs/architecture.md"));
    let named: Vec<&str> = page.split('`').skip(1).step_by(2).filter(|word| word.ends_with(".rs")).collect();
    assert!(named.len() > 30, "the page names files");
    for name in named {
        assert!(files.iter().any(|file| file.ends_with(&format!("/{name}"))), "docs/architecture.md: no file {name}");
    }
}

/// Every crate of the folder `crates`, by name.
fn crates() -> Vec<(String, PathBuf)> {
    let mut crates = Vec::new();
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        if folder.join("Cargo.toml").exists() {
            crates.push((folder.file_name().unwrap().to_str().unwrap().to_owned(), folder));
        }
    }
    crates.sort();
    assert!(crates.len() >= MAY_DEPEND_ON.len(), "crates are missing");
    crates
}

fn workspace() -> Vec<Manifest> {
    let all = manifests(&root());
    assert!(all.len() > MAY_DEPEND_ON.len(), "crates are missing");
    all
}

fn is_ours(name: &str) -> bool {
    name.starts_with("vesc-col")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The sources of a crate, by path within `src`.
fn sources(folder: &Path) -> BTreeMap<String, String> {
    fn walk(folder: &Path, prefix: &str, found: &mut BTreeMap<String, String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = format!("{prefix}{}", path.file_name().unwrap().to_str().unwrap());
            if path.is_dir() {
                walk(&path, &format!("{name}/"), found);
            } else if name.ends_with(".rs") {
                found.insert(name, read(&path));
            }
        }
    }
    let mut found = BTreeMap::new();
    walk(&folder.join("src"), "", &mut found);
    found
}
