//! Which options go together: every cell of the table in the guide is tried.
#![cfg(all(unix, feature = "cover", feature = "bdd", feature = "sat"))]

mod common;

use std::fs;
use std::path::Path;

use common::{Folder, run};

/// The columns `c` and `d` are one-hot, and `n` counts runs.
const RUNS: &str = "a,b,c,d,n,y\n1,1,1,0,1,1\n1,1,0,1,1,1\n0,1,1,0,1,0\n1,0,0,1,1,0\n0,0,1,0,1,0\n";

/// The cells of a line of a table.
fn cells(line: &str) -> Vec<&str> {
    line.trim().trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`')).collect()
}

#[test]
fn the_table_of_the_guide_is_right() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/command-line.md");
    let page = fs::read_to_string(page).expect("the page is there");
    let (_, section) = page.split_once("## Which options go together").expect("the section is there");
    let mut table = section.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let columns: Vec<&str> = cells(table.next().expect("a header"))[1..].to_vec();
    let rows: Vec<Vec<&str>> = table.skip(1).map(cells).collect();
    assert!(columns.len() >= 8 && rows.len() >= 20, "the whole table was read");
    let folder = Folder::new();
    let file = folder.file("runs.csv", RUNS);
    for (number, row) in rows.iter().enumerate() {
        assert_eq!(row.len(), columns.len() + 1, "{row:?}");
        for (place, (column, cell)) in columns.iter().zip(&row[1..]).enumerate() {
            if row[0] == *column {
                assert_eq!(*cell, "", "{column}");
                continue;
            }
            let name = |word: &str| folder.name(&format!("{number}-{place}-{word}"));
            let words = [row[0], column].into_iter().flat_map(str::split_whitespace);
            let words = words.map(|word| if ["DIR", "STATE"].contains(&word) { name(word) } else { word.to_owned() });
            let done = run(["learn".to_owned(), file.clone()].into_iter().chain(words));
            match *cell {
                "yes" => assert!(done.status == 0 || done.status == 1, "{} {column}: {done:?}", row[0]),
                "no" => assert!(!done.refusal().is_empty()),
                other => panic!("{} {column}: `{other}`", row[0]),
            }
        }
    }
}
