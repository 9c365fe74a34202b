//! The commands of the pages print what the pages say: every `console` block of README.md and of the folder `docs`.
#![cfg(all(unix, feature = "cover", feature = "bdd", feature = "sat"))]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

mod common;

use common::{Folder, example};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the package is in its repository")
}

/// All pages with a `console` block, by their paths in the repository.
fn pages() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![PathBuf::from("README.md"), PathBuf::from("docs")];
    while let Some(path) = open.pop() {
        let whole = repository().join(&path);
        if whole.is_dir() {
            let entries = fs::read_dir(whole).expect("it can be read");
            open.extend(entries.map(|entry| path.join(entry.expect("it can be read").file_name())));
        } else if path.extension().is_some_and(|ending| ending == "md") {
            let text = fs::read_to_string(whole).expect("pages are UTF-8");
            found.extend(text.lines().any(|line| line == "```console").then_some(path));
        }
    }
    found.sort();
    found
}

/// The page's `console` blocks, as `trycmd` wants them.
fn transcript(page: &str) -> String {
    let (mut blocks, mut inside) = (String::new(), false);
    for line in page.lines() {
        match line {
            "```console" => inside = true,
            "```" if inside => {
                blocks += &(ended(&blocks).to_owned() + "```\n");
                inside = false;
                continue;
            }
            _ if !inside => continue,
            _ => {}
        }
        if line.starts_with("$ ") && !blocks.ends_with("```console\n") {
            blocks += ended(&blocks);
        }
        let line = line.replace("$ cargo run --release -- ", "$ vesc-col ");
        blocks += &(without_race(&line) + "\n");
    }
    with_statuses(&blocks)
}

/// What ends the output of a command, as a page may end a report early.
fn ended(blocks: &str) -> &'static str {
    if blocks.ends_with("\n...\n") { "" } else { "...\n" }
}

/// The row of a sub-space without the engine that won the race, and its time.
fn without_race(line: &str) -> String {
    // The line for several empty sizes ends with the time that they took together.
    let empty = line.strip_suffix(" seconds").and_then(|line| line.rsplit_once(": "));
    if let Some((sizes, _)) = empty.filter(|(sizes, _)| sizes.contains(" empty, up to ")) {
        return format!("{sizes}: [..] seconds");
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        [first, .., engine, seconds]
            if first.parse::<u64>().is_ok()
                && ["cover", "bdd", "sat"].contains(&engine)
                && seconds.parse::<f64>().is_ok() =>
        {
            line[..line.rfind(engine).expect("it is there")].trim_end().to_owned() + "[..]"
        }
        _ => line.to_owned(),
    }
}

/// Puts the exit status below each command, as its outcome has it. A page may leave the line about the data out.
fn with_statuses(blocks: &str) -> String {
    let lines: Vec<&str> = blocks.lines().collect();
    let mut done = String::new();
    for (number, line) in lines.iter().enumerate() {
        done += &format!("{line}\n");
        if line.starts_with("$ ") {
            let printed = || lines[number + 1..].iter().take_while(|line| !line.starts_with("$ "));
            let outcome = |words: &[&str]| printed().any(|line| words.iter().any(|word| line.starts_with(word)));
            if outcome(&["overfit:", "underfit:", "one-class:"]) {
                done += "? 1\n";
            } else if outcome(&["undecided:"]) {
                done += "? 3\n";
            }
            if printed().next().is_some_and(|line| line.starts_with("learned: ")) {
                done += "...\n";
            }
        }
    }
    done
}

/// The files that the commands of the pages read.
fn make_files(page: &str, folder: &Path) {
    symlink(repository().join("examples"), folder.join("examples")).expect("there is room for a link");
    let trap = fs::read_to_string(example("eda_picorv32_trap.csv")).expect("it is there");
    let mut rows: Vec<&str> = trap.lines().collect();
    let write = |name: &str, text: String| fs::write(folder.join(name), text).expect("there is room for a file");
    write("first_1500.csv", rows[..1501].join("\n"));
    let booked = rows[1199].strip_suffix(",1").expect("line 1200 is positive").to_owned() + ",0";
    rows[1199] = &booked;
    write("booked.csv", rows.join("\n"));
    let runs = match page {
        "docs-guide-noise.md" => "a,x,y\n1,1,1\n0,?,0\n1,?,0\n0,0,0\n",
        "docs-guide-types.md" => "mode,len,fail\nburst,4,1\nburst,8,1\nburst,2,0\nsingle,4,0\nidle,8,0\nsingle,8,0\n",
        _ => "a,b,y\n1,1,1\n0,1,0\n1,0,0\n",
    };
    write("runs.csv", runs.to_owned());
}

#[test]
fn commands_print_what_the_pages_say() {
    let folder = Folder::new();
    let pages = pages();
    assert!(pages.len() >= 2, "the README and the guide have such blocks: {pages:?}");
    let cases = trycmd::TestCases::new();
    cases.register_bin("vesc-col", Path::new(env!("CARGO_BIN_EXE_vesc-col")));
    cases.register_bin("cat", Path::new("/bin/cat"));
    for page in &pages {
        let text = fs::read_to_string(repository().join(page)).expect("pages are UTF-8");
        let name = page.to_str().expect("the path is UTF-8").replace(['/', '.'], "-");
        let files = folder.path(&format!("{name}.in"));
        fs::create_dir(&files).expect("there is room for a folder");
        make_files(&name.replace("-md", ".md"), &files);
        cases.case(folder.file(&format!("{name}.md"), transcript(&text)));
    }
    cases.run();
}
