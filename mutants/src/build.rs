//! One build with all mutants in it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::Result;
use crate::list::Mutant;
use crate::rewrite::rewrite;

/// A program of tests, and the folder that cargo would run it in.
pub struct Binary {
    pub program: PathBuf,
    pub folder: PathBuf,
}

/// Copies the files that git knows into `target/mutants/tree`, builds the mutants in, and leaves out those that do not compile: these
/// are returned too, and remembered for the next time.
pub fn build(package: &str, mutants: &[Mutant]) -> Result<(Vec<Binary>, BTreeSet<u32>)> {
    let target = PathBuf::from(std::env::var_os("CARGO_TARGET_DIR").unwrap_or("target".into()));
    let folder = std::path::absolute(target)?.join("mutants");
    let (tree, memory) = (folder.join("tree"), folder.join(format!("{package}-left-out.txt")));
    let remembered = fs::read_to_string(&memory).unwrap_or_default();
    let remembered: BTreeSet<&str> = remembered.lines().collect();
    let named = |mutant: &&Mutant| remembered.contains(mutant.name.as_str());
    let mut left_out: BTreeSet<u32> = mutants.iter().filter(named).map(|mutant| mutant.id).collect();
    let mut by_file: BTreeMap<&str, Vec<&Mutant>> = BTreeMap::new();
    for mutant in mutants {
        by_file.entry(&mutant.file).or_default().push(mutant);
    }
    copy(package, &tree, &by_file)?;
    switch(package, &tree, mutants.len())?;
    let messages = loop {
        for (file, mutants) in &by_file {
            let built_in: Vec<&Mutant> =
                mutants.iter().copied().filter(|mutant| !left_out.contains(&mutant.id)).collect();
            let (text, homeless) = rewrite(&fs::read_to_string(file)?, &built_in)?;
            write(&tree.join(file), text)?;
            left_out.extend(homeless);
        }
        let (built, messages) = cargo(&tree, &["test", "--tests", "--no-run", "--package", package])?;
        if built {
            break messages;
        }
        let errors: Vec<&Value> =
            messages.iter().map(|message| &message["message"]).filter(|message| message["level"] == "error").collect();
        let mut blamed = BTreeSet::new();
        for error in &errors {
            blamed.extend(blame(error, &tree)?);
        }
        eprintln!("{} errors: without {blamed:?}", errors.len());
        if blamed.is_subset(&left_out) {
            let first = errors.first().and_then(|error| error["rendered"].as_str());
            return Err(first.unwrap_or("the build failed").to_owned().into());
        }
        left_out.extend(blamed);
    };
    let names = mutants.iter().filter(|mutant| left_out.contains(&mutant.id)).map(|mutant| mutant.name.as_str());
    let of_others = remembered.iter().copied().filter(|name| !by_file.keys().any(|file| name.starts_with(file)));
    write(&memory, names.chain(of_others).collect::<Vec<_>>().join("\n"))?;
    let binaries = messages.iter().filter_map(|message| {
        let program = PathBuf::from(message["executable"].as_str()?);
        let folder = Path::new(message["manifest_path"].as_str()?).parent()?.to_path_buf();
        message["profile"]["test"].as_bool()?.then_some(Binary { program, folder })
    });
    Ok((binaries.collect(), left_out))
}

/// The files that git knows, but for those that get mutants, and the root of the package, which gets a module more.
fn copy(package: &str, tree: &Path, mutated: &BTreeMap<&str, Vec<&Mutant>>) -> Result<()> {
    let files = Command::new("git").args(["ls-files"]).output()?;
    let root = format!("crates/{package}/src/lib.rs");
    for file in String::from_utf8(files.stdout)?.lines() {
        if !mutated.contains_key(file) && file != root && Path::new(file).exists() {
            write(&tree.join(file), fs::read(file)?)?;
        }
    }
    Ok(())
}

/// Leaves a file that holds this already alone, so that cargo need not build it again.
fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<()> {
    if fs::read(path).is_ok_and(|old| old == text.as_ref()) {
        return Ok(());
    }
    fs::create_dir_all(path.parent().ok_or("a file has a folder")?)?;
    Ok(fs::write(path, text)?)
}

/// The module that knows which mutant is on.
fn switch(package: &str, tree: &Path, mutants: usize) -> Result<()> {
    let sources = Path::new("crates").join(package).join("src");
    let root = fs::read_to_string(sources.join("lib.rs"))?;
    write(&tree.join(&sources).join("lib.rs"), format!("{root}\n#[doc(hidden)]\npub mod mutant_switch;\n"))?;
    let module = include_str!("switch.rs").replace("; MUTANTS]", &format!("; {}]", mutants + 1));
    write(&tree.join(&sources).join("mutant_switch.rs"), module)
}

/// Whether a build succeeded, and its messages.
fn cargo(tree: &Path, arguments: &[&str]) -> Result<(bool, Vec<Value>)> {
    let output = Command::new("cargo")
        .current_dir(tree)
        .args(arguments)
        .arg("--message-format=json")
        .env("CARGO_TARGET_DIR", tree.with_file_name("build"))
        .stderr(Stdio::inherit())
        .output()?;
    let lines = String::from_utf8(output.stdout)?;
    Ok((output.status.success(), lines.lines().map(serde_json::from_str).collect::<std::result::Result<_, _>>()?))
}

/// The mutants whose alternatives a complaint points into: at first sight, or else with what it says beside that.
fn blame(error: &Value, tree: &Path) -> Result<BTreeSet<u32>> {
    let spans = error["spans"].as_array().cloned().unwrap_or_default();
    for primary in [true, false] {
        let mut blamed = BTreeSet::new();
        for span in spans.iter().filter(|span| span["is_primary"] == primary) {
            let Some(file) = span["file_name"].as_str() else { continue };
            let text = fs::read_to_string(tree.join(file)).unwrap_or_default();
            let at = span["byte_start"].as_u64().unwrap_or_default() as usize;
            blamed.extend(text.get(..at).and_then(innermost));
        }
        if !blamed.is_empty() {
            return Ok(blamed);
        }
    }
    Ok(BTreeSet::new())
}

/// The last mutant whose alternative has begun and not ended in a text.
fn innermost(text: &str) -> Option<u32> {
    let mut open = Vec::new();
    for comment in text.split("/*").skip(1) {
        let Some((comment, _)) = comment.split_once("*/") else { continue };
        if let Some(id) = comment.strip_prefix('<').and_then(|id| id.parse().ok()) {
            open.push(id);
        } else if comment.strip_suffix('>').is_some_and(|id| id.parse::<u32>().is_ok()) {
            open.pop();
        }
    }
    open.pop()
}
