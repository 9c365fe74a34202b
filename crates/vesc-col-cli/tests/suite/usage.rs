//! Bad usage is refused in one line; help and version are not refused.

use crate::common::{self, Folder, example, run};

fn refusal(command: &str, options: &[&str]) -> String {
    let file = example("monk1_train.csv");
    let done = run([command, file.as_str()].into_iter().chain(options.iter().copied()));
    done.refusal().to_owned()
}

#[test]
fn numbers_are_at_least_one() {
    for option in ["--bound", "--max-literals", "--max-terms", "--list-limit", "--threads", "--timeout", "--memory"] {
        for value in ["0", "-1", "x", "", "1.5.1", "99999999999999999999999999"] {
            let message = refusal("learn", &[&format!("{option}={value}")]);
            assert!(message.starts_with("error: ") && message.contains(option), "{message}");
        }
    }
    assert!(refusal("learn", &["--max-literals=18446744073709551615"]).contains("must be at most 10000"));
    for option in ["--literals", "--terms"] {
        let other = if option == "--terms" { "--literals=1" } else { "--terms=1" };
        let message = refusal("count", &[&format!("{option}=0"), other]);
        assert!(message.contains("must be at least 1"), "{message}");
    }
    assert!(refusal("learn", &["--bound", "-1"]).contains("must be at least 1"));
    assert!(refusal("learn", &["--list=-1"]).contains("--list"));
}

#[test]
fn engines() {
    let message = refusal("learn", &["--engine", "cpu"]);
    assert!(message.contains("there is no such engine, choose one of auto, cover, bdd, sat"), "{message}");
}

#[test]
fn options() {
    assert!(refusal("learn", &["--bond", "3"]).contains("--bond"));
    assert!(refusal("learn", &["--format", "xml"]).contains("[possible values: text, json]"));
    assert!(refusal("learn", &["--on-overfit", "go"]).contains("[possible values: stop, measure-on]"));
    // What it was called first.
    let file = example("monk1_train.csv");
    let measure_on = |word| run(["learn", &file, "--max-literals", "2", "--format", "json", "--on-overfit", word]);
    let [now, before] = ["measure-on", "continue"].map(measure_on);
    assert!(now.err.is_empty() && now.status == before.status, "{now:?} {before:?}");
    assert!(refusal("learn", &["--timeout", "1m 60"]).contains("`60` needs its unit"));
    assert!(refusal("learn", &["--memory", "4"]).contains("did you mean 4GiB?"));
    assert!(refusal("count", &["--literals", "3"]).contains("--terms"));
    assert!(refusal("eval", &[]).contains("--hypothesis"));
    assert!(run(["learn"]).refusal().contains("<FILE>"));
    assert!(run(["teach"]).refusal().contains("teach"));
}

#[test]
fn formulas() {
    let message = refusal("eval", &["--hypothesis", "a1 & "]);
    assert!(message.starts_with("error: invalid value for '--hypothesis <FORMULA>': "), "{message}");
    let message = refusal("eval", &["--hypothesis", "nothing"]);
    assert!(message.contains("nothing"), "{message}");
    let message = refusal("eval", &["--hypothesis", "a\nb"]);
    assert!(!message.contains('\n'), "{message}");
}

#[test]
fn outputs_are_checked_before_the_work() {
    let folder = Folder::new();
    let nowhere = folder.name("missing/report.txt");
    let message = refusal("learn", &["--output", &nowhere]);
    assert!(message.starts_with(&format!("{nowhere}: cannot write: ")), "{message}");
    let directory = folder.name("");
    assert!(refusal("learn", &["--output", &directory]).contains("cannot write"));
}

#[test]
fn instances_that_cannot_be() {
    let generate = |options: &[&str]| {
        let all = ["generate", "--features", "3", "--terms", "2", "--positives", "1", "--negatives", "1"];
        run(all.iter().chain(options)).refusal().to_owned()
    };
    assert!(generate(&["--seed", "x"]).contains("--seed"));
    for (output, target, named) in [("same", "same", "same"), ("./same", "same", "same"), ("-", "-", "standard output")]
    {
        let message = generate(&["--output", output, "--target", target]);
        assert_eq!(message, format!("error: {named} cannot be both the target and the output"));
    }
    assert!(generate(&["--target", "-"]).contains("both the target and the output"));
    let recipe = |features: &str, terms: &str, rows: &str| {
        run(["generate", "--features", features, "--terms", terms, "--positives", rows, "--negatives", rows])
    };
    assert!(recipe("3", "4", "1").refusal().contains("4 literals over 3 features"));
    assert!(recipe("3", "2,0", "1").refusal().contains("must be at least 1"));
    assert!(recipe("3", "2", "0").refusal().contains("both 0"));
    for (features, rows) in [("3", "18446744073709551615"), ("10000000", "100")] {
        assert!(recipe(features, "2", rows).refusal().contains("more than 1000000000 cells"));
    }
    for features in ["1000000000", "99999999999"] {
        assert!(recipe(features, "2", "1").refusal().contains("must be at most 10000000"));
    }
}

#[test]
fn help_and_version() {
    let help = run(["--help"]);
    assert_eq!((help.status, help.err.as_str()), (0, ""));
    assert!(help.out.contains("Examples:"));
    let version = run(["--version"]);
    assert_eq!((version.status, version.out.as_str()), (0, concat!("vesc-col ", env!("CARGO_PKG_VERSION"), "\n")));
    let learn = run(["learn", "--help"]);
    for option in [
        "--bound",
        "--max-literals",
        "--max-terms",
        "--engine",
        "--exact",
        "--list-limit",
        "--list",
        "--on-overfit",
        "--certify",
    ] {
        assert!(learn.out.contains(option), "{option}");
    }
    for option in [
        "--timeout",
        "--memory",
        "--threads",
        "--format",
        "--output",
        "--quiet",
        "--label",
        "--positive",
        "--ignore",
        "--types",
        "--schema",
        "--one-hot",
    ] {
        assert!(learn.out.contains(option), "{option}");
    }
    for option in [
        "--language",
        "--require",
        "--forbid",
        "--monotone",
        "--max-term-literals",
        "--at-most-one",
        "--weight",
        "--group",
        "--ordered-group",
        "--order",
        "--column-order",
        "--column",
        "--max-size",
    ] {
        assert!(learn.out.contains(option), "{option}");
    }
    for option in ["--max-false-positives", "--max-false-negatives", "--unknown"] {
        assert!(learn.out.contains(option), "{option}");
    }
    assert_eq!(learn.out.matches("[default:").count(), 56, "{}", learn.out);
    assert_eq!(run(Vec::<String>::new()).status, 2);
}

#[test]
fn short_help_fits_a_screen() {
    let fits = |words: &[&str]| {
        let short = run(words);
        assert_eq!((short.status, short.err.as_str()), (0, ""));
        // A terminal of 100 columns and 30 lines.
        assert!(short.out.lines().count() <= 30, "{words:?}: {} lines", short.out.lines().count());
        assert!(short.out.lines().all(|line| line.chars().count() <= 100), "{words:?}");
        short.out
    };
    let of_program = fits(&["-h"]);
    let commands = of_program.lines().skip_while(|line| *line != "Commands:").skip(1).map_while(|line| {
        line.strip_prefix("  ").and_then(|line| line.split(' ').next()).filter(|word| !word.is_empty())
    });
    let commands: Vec<&str> = commands.filter(|command| *command != "help").collect();
    assert_eq!(commands.len(), 17);
    for command in commands {
        let (short, long) = (fits(&[command, "-h"]), run([command, "--help"]));
        assert_eq!(long.status, 0);
        assert!(long.out.contains("Examples:") && !short.contains("Examples:"), "{command}");
    }
}

#[test]
fn shells_and_manuals() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(["completions", shell]);
        assert_eq!((script.status, script.err.as_str()), (0, ""), "{shell}");
        assert!(script.out.contains("max-false-positives") && script.out.contains("completions"), "{shell}");
    }
    let folder = Folder::new();
    let done = run(["man", &folder.name("man1")]);
    assert_eq!((done.status, done.out.as_str(), done.err.as_str()), (0, "", ""));
    assert!(folder.read("man1/vesc-col.1").contains("vesc\\-col\\-learn"), "the page names the others");
    assert!(folder.read("man1/vesc-col-learn.1").contains("max\\-literals"));
}

#[test]
fn colours_are_where_they_are_wanted() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", "a,b,y\n1,0,1\n0,1,0\n");
    let out = |options: &[&str], environment: &[(&str, &str)]| {
        let mut command = common::program();
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        let output = command.args(["learn", &file, "--engine", "cover"]).args(options);
        let output = output.envs(environment.iter().copied()).output().expect("the program starts");
        String::from_utf8(output.stdout).expect("reports are UTF-8")
    };
    let is_coloured = |text: &str| text.contains('\u{1b}');
    // Standard output is no terminal here.
    assert!(!is_coloured(&out(&[], &[])));
    assert!(is_coloured(&out(&["--color", "always"], &[])));
    assert!(is_coloured(&out(&["--color", "always"], &[("NO_COLOR", "1")])));
    assert!(is_coloured(&out(&[], &[("CLICOLOR_FORCE", "1")])));
    assert!(!is_coloured(&out(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")])));
    assert!(!is_coloured(&out(&["--color", "never"], &[("CLICOLOR_FORCE", "1")])));
    assert!(!is_coloured(&out(&["--color", "always", "--format", "json"], &[])));
    let report = folder.name("report.txt");
    assert_eq!(out(&["--color", "always", "--output", &report], &[]), "");
    assert!(!is_coloured(&folder.read("report.txt")));
}
