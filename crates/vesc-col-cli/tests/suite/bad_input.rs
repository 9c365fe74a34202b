//! Every kind of malformed file is refused in one line that names the file, the line and the column.

use crate::common::{Folder, run, run_with_input};

/// The refusal of a file, without the folder in front of its name.
fn refusal(content: impl AsRef<[u8]>, options: &[&str]) -> String {
    let folder = Folder::new();
    let file = folder.file("runs.csv", content);
    let done = run(["learn", file.as_str()].into_iter().chain(options.iter().copied()));
    done.refusal().replace(&file, "runs.csv")
}

#[track_caller]
fn check(content: impl AsRef<[u8]>, options: &[&str], expected: &str) {
    assert_eq!(refusal(content, options), expected);
}

#[test]
fn cells() {
    check(
        "a,b,y\n0,1,0\n0,2,1\n",
        &[],
        "runs.csv:3:2: column `b`: `2` is not Boolean, expected 0, 1, true or false (--types auto or --schema FILE type the columns)",
    );
    let empty = "the cell is empty; --unknown names the words for values that are not known, such as --unknown= for empty cells";
    check("a,b,y\n0,,0\n", &[], &format!("runs.csv:2:2: column `b`: {empty}"));
    check("a,b,y\n\" \",1,0\n", &[], &format!("runs.csv:2:1: column `a`: {empty}"));
    check(
        "a,y\n0,\n",
        &[],
        "runs.csv:2:2: column `y`: the cell is empty, but each row needs a label (--label chooses the label column); to \
         leave such rows out, name both labels, as in --positive 1 --negative 0",
    );
    check(
        "a,verdict,y\n0,Fail,0\n",
        &[],
        "runs.csv:2:2: column `verdict`: `Fail` is not Boolean, expected 0, 1, true or false \
         (--types auto or --schema FILE type the columns; --label chooses the label column, --ignore leaves one out)",
    );
    check(
        "a,b,y\n0,\"1\n\u{1b}[2J\",0\n",
        &[],
        "runs.csv:2:2: column `b`: `1\\n\\u{1b}[2J` is not Boolean, expected 0, 1, true or false (--types auto or --schema FILE type the columns)",
    );
    let long = refusal(format!("a,y\n{},0\n", "é".repeat(5000)), &[]);
    assert!(long.len() < 1000 && long.contains("éé..."), "{long}");
}

#[test]
fn columns_are_numbered_as_in_the_file() {
    let message = "runs.csv:2:4: column `b`: `up` is not Boolean, expected 0, 1, true or false (--types auto or --schema FILE type the columns)";
    check("y,id,a,b\n1,7,0,up\n", &["--label", "y", "--ignore", "id"], message);
}

#[test]
fn labels() {
    let words = |label: &str| {
        format!(
            "`{label}` is not a label, expected 1, true, yes, pos, positive or 0, false, no, neg, negative; to say what it is, \
             type --positive {label} or --negative {label}"
        )
    };
    check("a,y\n0,1\n1,2\n", &[], &format!("runs.csv:3:2: column `y`: {}", words("2")));
    check("y,a\nfail,1\n", &["--label", "y"], &format!("runs.csv:2:1: column `y`: {}", words("fail")));
}

#[test]
fn a_positive_label_that_no_row_has() {
    let folder = Folder::new();
    let warned = |runs: &str, labels: &[&str], warning: &str| {
        let file = folder.file("runs.csv", runs);
        let labels = labels.iter().flat_map(|label| ["--positive", label]);
        let done = run(["learn", &file].into_iter().chain(labels));
        let warning = format!("warning: {file}: {warning}\n");
        assert!(done.out.starts_with(&warning), "{done:?}");
        done.status
    };
    let runs = "a,verdict\n0,PASS\n1, FAIL\n0,PASS\n";
    let misspelt =
        "no row has the label `fail` in the column `verdict`; the labels are `PASS`, `FAIL`; did you mean `FAIL`?";
    assert_eq!(warned(runs, &["fail"], misspelt), 1);
    let many = "no row has the label `X` in the column `y`; the labels are `1`, `2`, `3`, `4`, `5` and more; did you mean `x`?";
    assert_eq!(warned("a,y\n0,1\n0,2\n0,3\n0,4\n0,5\n0,6\n1,x\n", &["X "], many), 1);
    let none = "no row has the label `broken` in the column `verdict`; the labels are `PASS`, `FAIL`";
    assert_eq!(warned(runs, &["broken"], none), 1);
    let one = "no row has the label `TIMEOUT` in the column `verdict`; the labels are `PASS`, `FAIL`";
    assert_eq!(warned(runs, &["FAIL", "TIMEOUT"], one), 0);
    check("a,y\n", &["--positive", "x"], "runs.csv: there is no row below the header");
}

#[test]
fn rows_of_the_wrong_length() {
    check("a,b,y\n0,1,0\n0,1\n", &[], "runs.csv:3: the row has 2 cells, but the header has 3");
    check("a,b,y\n0,1,0,1\n", &[], "runs.csv:2: the row has 4 cells, but the header has 3");
    for blank in ["\"\"", "\"\"\r", "\n\" \"", "\" \n\n\n\""] {
        let line = if blank.starts_with('\n') { 4 } else { 3 };
        let message = format!("runs.csv:{line}: the row has 1 cell, but the header has 2");
        check(format!("a,y\n0,1\n{blank}\n"), &[], &message);
        check(format!("a,y\n0,1\n{blank}"), &[], &message);
    }
    check("a,b,y\n0,1,0\n7\n", &[], "runs.csv:3: the row has 1 cell, but the header has 3");
}

#[test]
fn lines_are_counted_through_blank_lines_quotes_and_carriage_returns() {
    let message = |line: u32| format!("runs.csv:{line}: the row has 1 cell, but the header has 2");
    check("a,y\n\n\n0,1\n\n1\n", &[], &message(6));
    check("a,y\r\n\r\n0,1\r\n\r\n1\r\n", &[], &message(5));
    check("\n\n\"a\nb\",y\n0,1\n1", &[], &message(6));
    check("a,y\n   \n1\n", &[], &message(3));
    // A cell is on the line where it begins.
    check(
        "a,b,y\n\"\n0\n\",2,1\n",
        &[],
        "runs.csv:4:2: column `b`: `2` is not Boolean, expected 0, 1, true or false (--types auto or --schema FILE type the columns)",
    );
}

#[test]
fn contradictions() {
    check(
        "a,b,y\n0,1,0\n1,1,0\n\n0,1,1\n0,1,0\n",
        &[],
        "runs.csv:5: this positive row and the negative one on line 2 have equal values, so no formula explains both \
         (2 such pairs in all by the label `y`, which force 2 false positives, or 1 false negative; --max-false-positives 2, --max-false-negatives 1 or --max-errors 1 allow for these; --contradictions settles them)",
    );
    assert!(
        refusal("a,y\n0,0\n0,1\n", &[])
            .contains("(1 such pair in all by the label `y`, which forces 1 false positive, or 1 false negative;")
    );
}

#[test]
fn headers() {
    check(
        "a,b,a,y\n0,1,0,1\n",
        &[],
        "runs.csv:1: columns 1 and 3 have the same name `a`; rename one, or leave out both by --ignore a",
    );
    check(
        "a, a ,y\n0,1,0\n",
        &[],
        "runs.csv:1: columns 1 and 2 have the same name `a`; rename one, or leave out both by --ignore a",
    );
    check(
        "a,y,y\n0,1,0\n",
        &[],
        "runs.csv:1: columns 2 and 3 have the same name `y`; rename one, or leave out both by --ignore y",
    );
    check("a,,y\n0,1,0\n", &[], "runs.csv:1: column 2 has no name; --ignore '\"\"' leaves out all such columns");
    check("a,y,\n0,1,\n", &[], "runs.csv:1: column 3 has no name; --ignore '\"\"' leaves out all such columns");
    check("y\n0\n", &[], "runs.csv:1: there is no feature column beside the label column `y`");
    check("a,y\n0,1\n", &["--ignore", "a"], "runs.csv:1: there is no feature column beside the label column `y`");
    check(
        "a,y\n0,1\n",
        &["--ignore", "y,a"],
        "runs.csv:1: every column is to be ignored, so there is not a label column",
    );
}

#[test]
fn options_that_name_no_column() {
    let columns = "gap_0,gap_1,frame_err\n0,1,0\n";
    check(columns, &["--label", "gap0"], "runs.csv:1: there is no column `gap0` for the labels; did you mean `gap_0`?");
    check(
        columns,
        &["--ignore", "gap_1,seed"],
        "runs.csv:1: there is no column `seed` to ignore; the columns are gap_0, gap_1, frame_err",
    );
    check(
        columns,
        &["--ignore", "gap_0", "--ignore", "g*_1"],
        "runs.csv:1: there is no feature column beside the label column `frame_err`",
    );
    check(
        columns,
        &["--label", "gap_1", "--ignore", "gap_1"],
        "runs.csv:1: the label column `gap_1` is also to be ignored",
    );
}

#[test]
fn files_without_rows() {
    let empty = "runs.csv: the file is empty, expected a header row with the names of the columns";
    check("", &[], empty);
    check("\n\r\n", &[], empty);
    check("\u{feff}", &[], empty);
    // Found by fuzzing: every column was to be ignored, on line 0.
    check("\u{feff}\u{feff}", &[], empty);
    check("\u{feff}\u{feff}\u{feff}\n", &[], empty);
    check("a,y\n", &[], "runs.csv: there is no row below the header");
    check("a,y", &[], "runs.csv: there is no row below the header");
    check("a,y\n\n\r\n", &[], "runs.csv: there is no row below the header");
}

#[test]
fn text_that_is_none() {
    check(
        b"a,b,y\n0,1,0\n0,\xff,1\n",
        &[],
        "runs.csv:3:2: column `b`: the text is not UTF-8; convert it, as `iconv -f latin1 -t utf-8 FILE` does",
    );
    check(
        b"a,\xe4,y\n0,1,0\n",
        &[],
        "runs.csv:1:2: the text is not UTF-8; convert it, as `iconv -f latin1 -t utf-8 FILE` does",
    );
    // UTF-16 is read, also if it has lost its mark.
    check(b"\xff\xfea\0,\0y\0\n\0", &[], "runs.csv: there is no row below the header");
    check(b"a\0,\0y\0\n\0", &[], "runs.csv: there is no row below the header");
    check(b"\0a\0,\0y\0\n", &[], "runs.csv: there is no row below the header");
    check(b"a,\0y\n\0", &[], "runs.csv:1:2: the text has a NUL character, so this is not a CSV file");
    check("a,b,y\n0,1,0\n0,1\0,1\n", &[], "runs.csv:3:2: the text has a NUL character, so this is not a CSV file");
    // Found by fuzzing: a NUL of the file's own before a quote that is never closed was on line 0.
    check("a,y\n\0,\"1\n", &[], "runs.csv:2:1: the text has a NUL character, so this is not a CSV file");
    check("a,y\n0,1\n\0", &[], "runs.csv:3:1: the text has a NUL character, so this is not a CSV file");
    check("a,y\n0,1\n\0\n", &[], "runs.csv:3:1: the text has a NUL character, so this is not a CSV file");
}

#[test]
fn quotes_that_are_not_closed() {
    let message = "the quoted text that begins here has no closing quote";
    check("a,b,y\n0,\"1,0\n0,1,1\n", &[], &format!("runs.csv:2:2: {message}"));
    check("a,\"b,y\n0,1,0\n", &[], &format!("runs.csv:1:2: {message}"));
    check("a,b,y\n\"0\n\",\"1", &[], &format!("runs.csv:3:2: {message}"));
    check("a,b,y\n0,1,\"", &[], &format!("runs.csv:2:3: {message}"));
}

#[test]
fn files_that_cannot_be_read() {
    let folder = Folder::new();
    let missing = folder.name("missing.csv");
    let done = run(["learn", &missing]);
    assert!(done.refusal().starts_with(&format!("{missing}: cannot read: ")), "{done:?}");
    let directory = folder.name("");
    let done = run(["learn", &directory]);
    assert!(done.refusal().starts_with(&format!("{directory}: cannot read: ")), "{done:?}");
}

#[test]
fn standard_input_has_a_name_in_messages() {
    let done = run_with_input(["learn", "-"], b"a,y\n0,1\n1,x\n");
    assert!(done.refusal().starts_with("<stdin>:3:2: column `y`: `x` is not a label"), "{done:?}");
}

#[test]
fn the_other_commands_refuse_alike() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", "a,b,y\n0,2,0\n");
    let expected = format!(
        "{file}:2:2: column `b`: `2` is not Boolean, expected 0, 1, true or false (--types auto or --schema FILE type the columns)"
    );
    assert_eq!(run(["count", &file, "--literals", "1", "--terms", "1"]).refusal(), expected);
    let expected = format!(
        "{file}:2:2: column `b`: `2` is not Boolean, expected 0, 1, true or false; a formula compares such a column, as in `b>=2`"
    );
    assert_eq!(run(["eval", &file, "--hypothesis", "b"]).refusal(), expected);
    // Columns that the formula does not name are not read.
    assert_eq!(run(["eval", &file, "--hypothesis", "a"]).status, 0);
}
