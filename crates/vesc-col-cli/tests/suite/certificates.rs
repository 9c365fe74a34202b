//! `learn --certify` and `verify`: what is proven passes, what was touched does not.
#![cfg(feature = "sat")]

use std::fs;
use std::process::Command;

use crate::common::{Done, Folder, example, run};

/// Features a, b, c; the label is a & !b, or c where that is added.
const SMALL: &str = "a,b,c,label\n1,0,0,1\n1,0,1,1\n0,0,0,0\n0,1,1,0\n1,1,0,0\n1,1,1,0\n0,0,1,0\n0,1,0,0\n";

fn certified(folder: &Folder, file: &str, options: &[&str]) -> Done {
    let directory = folder.name("proofs");
    let done = run([&["learn", file, "--certify", &directory], options].concat());
    let last = done.out.lines().last().unwrap_or_default();
    let says = |word| last.starts_with(&directory) && last.contains(word);
    assert!(done.err.is_empty() && says(": certified: ") && says(" proofs, "), "{done:?}");
    done
}

fn verified(folder: &Folder, file: &str) -> Done {
    run(["verify", &folder.name("proofs"), file])
}

/// Holds each proof of a directory against the checker `rate`, written by others; false if it is not installed.
fn independently_checked(folder: &Folder) -> bool {
    for entry in fs::read_dir(folder.path("proofs")).unwrap() {
        let cnf = entry.unwrap().path();
        if cnf.extension().is_some_and(|ending| ending == "cnf") {
            let Ok(output) = Command::new("rate").arg(&cnf).arg(cnf.with_extension("drat")).output() else {
                println!("SKIPPED: the checker `rate` is not installed (`cargo install rate`)");
                return false;
            };
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(text.contains("s VERIFIED"), "{}: {text}", cnf.display());
        }
    }
    true
}

#[test]
fn every_step_of_a_search_is_proven() {
    for (name, options, says) in [
        ("eda_uart_frame_err.csv", &[][..], "learned, 6 literals in 2 terms: |VS| = 1 (14 sub-spaces, 19 proofs)"),
        ("monk1_train.csv", &["--max-terms", "4"], "learned, 7 literals in 4 terms: |VS| = 1"),
        (
            "monk1_train.csv",
            &["--max-literals", "3"],
            "underfit, nothing fits up to 3 literals in 3 terms (6 sub-spaces",
        ),
    ] {
        let folder = Folder::new();
        let file = example(name);
        certified(&folder, &file, options);
        let done = verified(&folder, &file);
        assert_eq!((done.status, &done.err[..]), (0, ""));
        assert!(done.out.contains(says), "{}", done.out);
        independently_checked(&folder);
    }
}

#[test]
fn more_than_the_bound_has_witnesses() {
    let folder = Folder::new();
    let file = folder.file("data.csv", "a,b,c,d,label\n1,1,1,1,1\n0,0,0,0,0\n");
    assert_eq!(
        certified(&folder, &file, &["--bound", "2", "--on-overfit", "measure-on", "--max-literals", "3"]).status,
        1
    );
    let done = verified(&folder, &file);
    assert_eq!(done.status, 0, "{done:?}");
    assert!(done.out.contains("overfit"), "{}", done.out);
    independently_checked(&folder);
}

/// A column of numbers whose cuts have room, two words, and a one-hot group.
const TYPED: &str = "len,irq,rd,wr,idle,mode,y\n1,1,1,0,0,a,0\n3,0,0,1,0,b,0\n5,0,0,0,1,a,0\n9,1,0,0,1,b,1\n12,1,1,0,0,a,1\n12,0,1,0,0,b,0\n11,0,0,0,1,b,0\n";

/// Two columns of numbers, each of which tells the positive row from the others.
const TWO_CUTS: &str = "len,w,irq,rd,y\n1,3,1,0,0\n2,2,0,1,0\n9,9,1,0,1\n";

#[test]
fn typed_and_declared_columns_are_proven_on_legal_inputs() {
    let learned = ": verified: learned, 2 literals in 1 term: 1 family, |VS| = 3 (2 sub-spaces, 2 proofs)\n";
    let overfit = ": verified: overfit, 1 literal in 1 term: |VS| > 1 (1 sub-space, 0 proofs)\n";
    for (content, group, options, says) in
        [(TYPED, "rd,wr,idle", &[][..], learned), (TWO_CUTS, "irq,rd", &["--bound", "1"], overfit)]
    {
        let folder = Folder::new();
        let (file, directory) = (folder.file("typed.csv", content), folder.name("proofs"));
        let columns = ["--types", "auto", "--one-hot", group];
        certified(&folder, &file, &[&columns[..], options].concat());
        let done = run([&["verify", &directory, &file], &columns[..]].concat());
        assert_eq!((done.status, &done.err[..]), (0, ""), "{done:?}");
        assert!(done.out.ends_with(says), "{}", done.out);
        independently_checked(&folder);
        // Other inputs are legal without the group.
        let done = run(["verify", &directory, &file, "--types", "auto"]);
        assert!(done.status == 4 && done.err.contains("these are not the data"), "{done:?}");
    }
}

#[test]
fn one_class_is_verified() {
    let folder = Folder::new();
    let file = folder.file("data.csv", "a,b,y\n1,0,1\n0,1,1\n");
    certified(&folder, &file, &[]);
    let done = verified(&folder, &file);
    assert!(done.status == 0 && done.out.ends_with(": verified: one-class (0 sub-spaces, 0 proofs)\n"), "{done:?}");
}

/// The certificates of a small search, one of whose files is then changed, and what `verify` says.
fn after(touch: impl FnOnce(&Folder)) -> String {
    let folder = Folder::new();
    let file = folder.file("data.csv", SMALL);
    certified(&folder, &file, &[]);
    assert_eq!(verified(&folder, &file).status, 0);
    touch(&folder);
    let done = verified(&folder, &file);
    assert_eq!((done.status, done.out.as_str(), done.err.lines().count()), (4, "", 1), "{done:?}");
    done.err
}

fn replace(folder: &Folder, name: &str, from: &str, to: &str) {
    let text = folder.read(name);
    assert!(text.contains(from), "{name} has no {from}: {text}");
    folder.file(name, text.replacen(from, to, 1));
}

/// Writes a new hash of a file into the manifest, so that the file's content must speak against it.
fn rehash(folder: &Folder, name: &str) {
    let output = Command::new("sha256sum").arg(folder.path(name)).output().expect("coreutils are installed");
    let hash = String::from_utf8(output.stdout).unwrap()[..64].to_owned();
    let manifest = folder.read("proofs/manifest.json");
    let file = manifest.find(name.trim_start_matches("proofs/")).expect("the manifest names the file");
    let start = file + manifest[file..].find("sha256\": \"").unwrap() + "sha256\": \"".len();
    folder.file("proofs/manifest.json", format!("{}{hash}{}", &manifest[..start], &manifest[start + 64..]));
}

#[test]
fn a_touched_cnf_is_refused() {
    let name = "proofs/l2-k1-2.cnf";
    let refusal = after(|folder| replace(folder, name, "-1 -2 0", "-1 -3 0"));
    assert!(refusal.contains("l2-k1-2.cnf") && refusal.contains("SHA-256"), "{refusal}");
    for (from, to) in
        [("\n-1 -2 0", "\n-1 -3 0"), ("\n-1 -2 0", ""), ("p cnf ", "p cnf 1"), ("\n-1 -2 0", "\n-1 -2 0\n1 0")]
    {
        let refusal = after(|folder| {
            replace(folder, name, from, to);
            rehash(folder, name);
        });
        assert!(refusal.contains("l2-k1-2.cnf: does not hold: line "), "{refusal}");
    }
}

#[test]
fn a_touched_proof_is_refused() {
    let name = "proofs/l2-k1-2.drat";
    let refusal = after(|folder| {
        folder.file(name, "");
    });
    assert!(refusal.contains("l2-k1-2.drat") && refusal.contains("SHA-256"), "{refusal}");
    for (proof, says) in
        [("", "without the empty clause"), ("0\n", "does not follow"), ("1 0 0\n", "not a step"), ("x", "not a step")]
    {
        let refusal = after(|folder| {
            folder.file(name, proof);
            rehash(folder, name);
        });
        assert!(refusal.contains("l2-k1-2.drat") && refusal.contains(says), "{refusal}");
    }
    let refusal = after(|folder| fs::remove_file(folder.path(name)).unwrap());
    assert!(refusal.contains("l2-k1-2.drat: does not hold: cannot read"), "{refusal}");
}

#[test]
fn a_touched_manifest_is_refused() {
    for (from, to) in [
        ("\"outcome\": \"learned\"", "\"outcome\": \"underfit\""),
        ("a & !b", "a & !c"),
        ("\"a & !b\"", ""),
        ("\"a & !b\"", "\"a & !b\", \"a & !b\""),
        ("\"all\"", "\"more-than-bound\""),
        ("\"terms\": 1", "\"terms\": 2"),
        ("\"bound\": 10", "\"bound\": 0"),
        ("features=3 literals=2 terms=1", "features=3 literals=3 terms=1"),
        ("literals=1 terms=1", "literals=1 terms=1 never=!0&!1"),
        ("l1-k1-1.cnf", "../data.csv"),
        ("\"sha256\": \"", "\"sha256\": \"0"),
        ("{", "["),
        ("\"bound\"", "\"bond\""),
    ] {
        let refusal = after(|folder| replace(folder, "proofs/manifest.json", from, to));
        assert!(refusal.contains("manifest.json: ") || from.contains("sha256"), "{from}: {refusal}");
    }
}

/// As earlier versions wrote it.
#[test]
fn a_manifest_without_keys_of_sub_spaces_is_read() {
    let folder = Folder::new();
    let file = folder.file("data.csv", SMALL);
    certified(&folder, &file, &[]);
    let manifest = folder.read("proofs/manifest.json");
    let is_key = |line: &&str| line.trim_start().starts_with("\"space\": \"dnf features=3 literals=");
    assert_eq!(manifest.lines().filter(is_key).count(), 2, "{manifest}");
    let without: Vec<&str> = manifest.lines().filter(|line| !is_key(line)).collect();
    folder.file("proofs/manifest.json", without.join("\n"));
    assert_eq!(verified(&folder, &file).status, 0);
}

#[test]
fn other_data_are_refused() {
    for (from, to) in [("1,0,0,1", "1,0,0,0"), ("a,b", "b,a"), ("0,1,0,0\n", "")] {
        let refusal = after(|folder| replace(folder, "data.csv", from, to));
        assert!(refusal.contains("data.csv: does not hold: these are not the data"), "{refusal}");
    }
}

/// Certificates are about a set of samples.
#[test]
fn rows_may_be_repeated_and_stand_in_any_order() {
    let folder = Folder::new();
    let file = folder.file("data.csv", SMALL);
    certified(&folder, &file, &[]);
    let (header, rows) = SMALL.split_once('\n').expect("a header");
    let mut lines: Vec<&str> = rows.lines().chain(rows.lines().take(3)).collect();
    lines.reverse();
    let other = folder.file("other.csv", format!("{header}\n{}\n", lines.join("\n")));
    let done = verified(&folder, &other);
    assert_eq!((done.status, done.err.as_str()), (0, ""), "{done:?}");
    let proofs = folder.name("again");
    assert_eq!(run(["learn", &other, "--certify", &proofs]).status, 0);
    for name in ["manifest.json", "l2-k1-2.cnf", "l2-k1-2.drat"] {
        assert_eq!(folder.read(&format!("again/{name}")), folder.read(&format!("proofs/{name}")), "{name}");
    }
}

#[test]
fn another_form_of_manifest_and_no_manifest_are_refused() {
    let folder = Folder::new();
    let file = folder.file("data.csv", SMALL);
    certified(&folder, &file, &[]);
    replace(&folder, "proofs/manifest.json", "\"schema\": 3", "\"schema\": 1");
    assert!(verified(&folder, &file).refusal().contains("has the schema 1, not 3: certify again"));
    fs::remove_file(folder.path("proofs/manifest.json")).unwrap();
    assert!(verified(&folder, &file).refusal().contains("manifest.json: cannot read"));
}

#[test]
fn what_is_not_verified_in_time_is_not_called_wrong() {
    let folder = Folder::new();
    let file = folder.file("data.csv", SMALL);
    certified(&folder, &file, &[]);
    let done = run(["verify", &folder.name("proofs"), &file, "--timeout", "1ns"]);
    assert_eq!((done.status, done.out.as_str()), (3, ""), "{done:?}");
    assert!(done.err.ends_with(": not verified: stopped (deadline) after 0 of 2 proofs\n"), "{done:?}");
    assert_eq!(run(["verify", &folder.name("proofs"), &file, "--timeout", "10m"]).status, 0);
}

/// Rows without a pattern: a search takes milliseconds, and its proofs far longer than any deadline of a test.
fn without_a_pattern() -> String {
    const FEATURES: usize = 60;
    let mut state = 1u64;
    let mut cell = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 63).to_string()
    };
    let header: Vec<String> = (0..FEATURES).map(|feature| format!("f{feature}")).chain(["y".to_owned()]).collect();
    let mut csv = header.join(",") + "\n";
    for row in 0..1500 {
        let label = u8::from(row < 6).to_string();
        let cells: Vec<String> = (0..FEATURES).map(|_| cell()).chain([label]).collect();
        csv += &(cells.join(",") + "\n");
    }
    csv
}

#[test]
fn what_is_incomplete_is_removed() {
    let folder = Folder::new();
    let file = folder.file("data.csv", without_a_pattern());
    let directory = folder.name("proofs");
    let sizes = ["--max-literals", "6", "--max-terms", "3", "--timeout", "3s", "--format", "json"];
    let done = run(["learn", &file, "--certify", &directory].into_iter().chain(sizes));
    assert!(done.status == 3 && done.err.starts_with(&directory) && done.err.contains("deadline"), "{done:?}");
    assert!(done.err.contains(": no certificate of ") && done.err.ends_with("those before it are kept\n"), "{done:?}");
    let report = done.json();
    let written = &report["certificates"];
    // The search is over in milliseconds, and so are the proofs of its first sizes.
    let sub_spaces = written["sub_spaces"].as_u64().expect("a number");
    assert!(report["outcome"] == "underfit" && written["directory"] == directory && sub_spaces > 0, "{report}");
    let step = &report["steps"][sub_spaces as usize]["complexity"];
    let without = &written["without"];
    assert_eq!((&without["literals"], &without["terms"]), (&step["literals"], &step["terms"]), "{report}");
    // What is complete holds, and nothing else is there.
    let manifest: serde_json::Value = serde_json::from_str(&folder.read("proofs/manifest.json")).unwrap();
    let steps = manifest["steps"].as_array().expect("a list");
    let proofs: usize = steps.iter().map(|step| step["cases"].as_array().map_or(0, Vec::len)).sum();
    assert_eq!((steps.len() as u64, Some(proofs as u64)), (sub_spaces, written["proofs"].as_u64()));
    assert_eq!(fs::read_dir(folder.path("proofs")).unwrap().count(), 1 + 2 * proofs);
    let done = verified(&folder, &file);
    let says = format!(" {proofs} proof");
    assert!(done.status == 3 && done.out.contains(": verified: undecided") && done.out.contains(&says), "{done:?}");
}

#[test]
fn the_text_names_the_first_size_without_a_certificate() {
    let folder = Folder::new();
    let (file, directory) = (folder.file("data.csv", without_a_pattern()), folder.name("proofs"));
    let sizes = ["--max-literals", "6", "--max-terms", "3", "--timeout", "3s"];
    let done = run(["learn", &file, "--certify", &directory].into_iter().chain(sizes));
    let last: Vec<&str> = done.out.lines().rev().take(2).collect();
    assert!(done.status == 3 && done.out.contains("\nunderfit: "), "{done:?}");
    assert!(last[0].starts_with("not certified from ") && last[0].ends_with("(deadline)"), "{done:?}");
    assert!(last[1].starts_with(&format!("{directory}: certified: ")), "{done:?}");
}

#[test]
fn two_searches_are_not_mixed() {
    let folder = Folder::new();
    let file = folder.file("data.csv", SMALL);
    certified(&folder, &file, &[]);
    let again = run(["learn", &file, "--certify", &folder.name("proofs")]);
    assert!(again.refusal().contains("certificates already"), "{again:?}");
}
