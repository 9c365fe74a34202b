//! All figures at their least: they are made, and tell of themselves.

use std::error::Error;
use std::path::Path;
use std::process::Command;

fn make(command: &str, directory: &Path) -> Result<(), Box<dyn Error>> {
    let output = Command::new(env!("CARGO_BIN_EXE_vesc-col-experiments"))
        .args([command, "--smoke", "--output"])
        .arg(directory)
        .output()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

/// How many files of each kind there are; each table has rows, each drawing lines.
fn look(directory: &Path) -> Result<(usize, usize), Box<dyn Error>> {
    let (mut tables, mut drawings) = (0, 0);
    for entry in std::fs::read_dir(directory)? {
        let path = entry?.path();
        let text = std::fs::read_to_string(&path)?;
        if path.extension().is_some_and(|extension| extension == "csv") {
            tables += 1;
            let lines: Vec<&str> = text.lines().collect();
            assert!(lines[0].starts_with("# smoke run, "), "{}: {}", path.display(), lines[0]);
            assert!(lines.len() > 2 || path.ends_with("runtime-race.csv"), "{} has no rows", path.display());
        } else {
            drawings += 1;
            assert!(text.starts_with("<svg") && text.contains("<polyline"), "{} is empty", path.display());
        }
    }
    Ok((tables, drawings))
}

#[test]
fn the_papers_figures_are_made() -> Result<(), Box<dyn Error>> {
    let directory = tempfile::tempdir()?;
    make("paper", directory.path())?;
    assert_eq!(look(directory.path())?, (19, 7));
    Ok(())
}

#[test]
fn the_growth_figures_are_made() -> Result<(), Box<dyn Error>> {
    let directory = tempfile::tempdir()?;
    make("growth", directory.path())?;
    assert_eq!(look(directory.path())?, (10, 10));
    Ok(())
}

#[test]
fn a_figure_that_there_is_not_is_told() -> Result<(), Box<dyn Error>> {
    let output = Command::new(env!("CARGO_BIN_EXE_vesc-col-experiments")).args(["paper", "speed"]).output()?;
    assert!(!output.status.success());
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("there is no figure `speed`; there are space-order, "), "{text}");
    Ok(())
}
