//! Which options go together: every cell of the table in the guide is tried.
#![cfg(all(unix, feature = "cover", feature = "bdd", feature = "sat"))]

use std::fs;
use std::path::Path;

use crate::common::{Folder, run};

/// The columns `c` and `d` are one-hot, and `n` counts runs.
const RUNS: &str = "a,b,c,d,n,y\n1,1,1,0,1,1\n1,1,0,1,1,1\n0,1,1,0,1,0\n1,0,0,1,1,0\n0,0,1,0,1,0\n";

/// The same with a column of numbers, for what infers types.
const TYPED: &str = "a,b,c,d,n,len,y\n1,1,1,0,1,8,1\n1,1,0,1,1,8,1\n0,1,1,0,1,3,0\n1,0,0,1,1,5,0\n0,0,1,0,1,3,0\n";

/// The cells of a line of a table.
fn cells(line: &str) -> Vec<&str> {
    line.trim().trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`')).collect()
}

/// The tables of the section, each as the cells of its header and of its rows.
fn tables() -> Vec<(Vec<String>, Vec<Vec<String>>)> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/command-line.md");
    let page = fs::read_to_string(page).expect("the page is there");
    let (_, section) = page.split_once("## Which options go together").expect("the section is there");
    let (section, _) = section.split_once("\n## ").expect("it is not the last one");
    let lines: Vec<&str> = section.lines().collect();
    let tables = lines.split(|line| !line.starts_with('|')).filter(|lines| !lines.is_empty());
    let owned = |line: &&str| -> Vec<String> { cells(line).into_iter().map(str::to_owned).collect() };
    tables.map(|table| (owned(&table[0])[1..].to_vec(), table[2..].iter().map(owned).collect())).collect()
}

/// What a command does with some options is what the cell says.
fn check(cell: &str, line: &[String]) {
    let done = run(line);
    match cell {
        "yes" => assert!(done.status == 0 || done.status == 1, "{line:?}: {done:?}"),
        "no" => assert!(!done.refusal().is_empty()),
        other => panic!("{line:?}: `{other}`"),
    }
}

#[test]
fn the_table_of_options_is_right() {
    let (columns, rows) = &tables()[0];
    assert!(columns.len() >= 8 && rows.len() >= 20, "the whole table was read");
    let folder = Folder::new();
    let (file, typed) = (folder.file("runs.csv", RUNS), folder.file("typed.csv", TYPED));
    for (number, row) in rows.iter().enumerate() {
        assert_eq!(row.len(), columns.len() + 1, "{row:?}");
        for (place, (column, cell)) in columns.iter().zip(&row[1..]).enumerate() {
            if row[0] == *column {
                assert_eq!(*cell, "", "{column}");
                continue;
            }
            let name = |word: &str| folder.name(&format!("{number}-{place}-{word}"));
            let words = [&row[0], column].into_iter().flat_map(|options| options.split_whitespace());
            let words = words.map(|word| if ["DIR", "STATE"].contains(&word) { name(word) } else { word.to_owned() });
            let infers = row[0] == "--types auto" || column == "--types auto";
            let file = if infers { &typed } else { &file };
            let line: Vec<String> = ["learn".to_owned(), file.clone()].into_iter().chain(words).collect();
            check(cell, &line);
        }
    }
}

#[test]
fn the_table_of_commands_is_right() {
    let (commands, rows) = &tables()[1];
    assert!(commands.len() == 6 && rows.len() >= 8, "the whole table was read");
    let folder = Folder::new();
    let file = folder.file("runs.csv", RUNS);
    for row in rows {
        assert_eq!(row.len(), commands.len() + 1, "{row:?}");
        for (command, cell) in commands.iter().zip(&row[1..]) {
            let question = match command.as_str() {
                "count" | "inspect" => "--literals 1 --terms 1",
                "next" => "--up-to 1,1",
                "eval" => "--hypothesis a",
                _ => "",
            };
            let words = [question, row[0].as_str()].into_iter().flat_map(|options| options.split_whitespace());
            let line = [command.clone(), file.clone()].into_iter().chain(words.map(str::to_owned)).collect::<Vec<_>>();
            check(cell, &line);
        }
    }
}
