//! Where reports go.

use std::process::Stdio;

use crate::common::{Folder, program, run};

const RUNS: &str = "a,b,y\n1,0,1\n0,1,0\n0,0,0\n1,1,0\n";

#[test]
fn a_report_goes_to_its_file_and_nowhere_else() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", RUNS);
    folder.file("report.txt", "old");
    for name in ["new.txt", "report.txt"] {
        let done = run(["learn", &file, "--output", &folder.name(name)]);
        assert_eq!((done.status, done.out.as_str(), done.err.as_str()), (0, "", ""), "{done:?}");
        assert!(folder.read(name).contains("learned: 2 literals, 1 term"));
    }
    let left: Vec<_> = std::fs::read_dir(folder.path("")).expect("it is there").collect();
    assert_eq!(left.len(), 3, "{left:?}");
}

#[test]
fn a_refused_run_leaves_the_old_report() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", "a,y\n0,2\n");
    let report = folder.file("report.txt", "old");
    run(["learn", &file, "--output", &report]).refusal();
    assert_eq!(folder.read("report.txt"), "old");
}

#[test]
fn the_input_is_never_replaced() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", RUNS);
    let others = [
        file.clone(),
        folder.name("./runs.csv"),
        folder.name("../").replace("..", &format!("../{}", folder_name(&folder))) + "runs.csv",
    ];
    for other in &others {
        for command in [vec!["learn"], vec!["count", "--literals=1", "--terms=1"], vec!["eval", "--hypothesis=a"]] {
            let done = run(command.iter().copied().chain([file.as_str(), "--output", other]));
            assert_eq!(done.refusal(), format!("error: {other} cannot be both the input and the output"));
        }
    }
    assert_eq!(folder.read("runs.csv"), RUNS);
}

/// The folder's own name in the folder above.
fn folder_name(folder: &Folder) -> String {
    let path = folder.path("");
    path.file_name().and_then(|name| name.to_str()).expect("it has a name in ASCII").to_owned()
}

#[test]
#[cfg(unix)]
fn the_input_is_never_replaced_through_a_link() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", RUNS);
    std::os::unix::fs::symlink(&file, folder.path("soft.csv")).expect("there is room for a link");
    std::fs::hard_link(&file, folder.path("hard.csv")).expect("there is room for a link");
    for link in [folder.name("soft.csv"), folder.name("hard.csv")] {
        assert!(run(["learn", &file, "--output", &link]).refusal().ends_with("both the input and the output"));
        assert!(run(["learn", &link, "--output", &file]).refusal().ends_with("both the input and the output"));
    }
    let stdin = std::fs::File::open(&file).expect("it is there");
    let done = program().args(["learn", "-", "--output", &file]).stdin(stdin).output().expect("it starts");
    assert_eq!((done.status.code(), folder.read("runs.csv").as_str()), (Some(2), RUNS), "{done:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn names_of_files_need_not_be_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    let (file, page) = (folder.path("").join(OsStr::from_bytes(b"na\xffme.csv")), folder.path("page.html"));
    std::fs::write(&file, RUNS).expect("there is room");
    let page_of = |args: &[&OsStr]| run(args.iter().copied().chain([OsStr::new("--output"), page.as_os_str()]));
    assert_eq!(page_of(&[OsStr::new("report"), file.as_os_str()]).status, 0);
    assert!(folder.read("page.html").contains("na\u{fffd}me.csv"));
    let details = run([OsStr::new("learn"), file.as_os_str(), OsStr::new("--details"), OsStr::new("--format=json")]);
    assert_eq!(details.status, 0);
}

#[test]
fn minus_is_standard_output() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", RUNS);
    assert!(run(["learn", &file, "--output", "-"]).out.contains("learned"));
}

#[test]
#[cfg(unix)]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new();
    let file = folder.file("runs.csv", RUNS);
    folder.file("real.txt", "old");
    std::fs::set_permissions(folder.path("real.txt"), PermissionsExt::from_mode(0o600)).expect("it is ours");
    symlink(folder.path("real.txt"), folder.path("link.txt")).expect("there is room for a link");
    for name in ["link.txt", "real.txt"] {
        assert_eq!(run(["learn", &file, "--output", &folder.name(name)]).status, 0);
        assert!(folder.path("link.txt").is_symlink());
        let mode = std::fs::metadata(folder.path("real.txt")).expect("it is there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert!(folder.read("real.txt").contains("learned"));
    }
}

#[test]
fn a_reader_who_has_seen_enough_is_no_error() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", RUNS);
    for args in [vec!["learn", &file], vec!["learn", &file, "--format", "json"], vec!["--help"]] {
        let mut child = program().args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{output:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", RUNS);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    let output = program().args(["learn", &file]).stdout(full).output().expect("it starts");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stderr.starts_with(b"<stdout>: cannot write: "), "{output:?}");
    let done = run(["learn", &file, "--output", "/dev/full"]);
    assert!(done.refusal().starts_with("/dev/full: cannot write: "), "{done:?}");
}
