#!/usr/bin/env python3
"""Sum of the parts' CPU over that of one undivided run.

    cargo build --release -p vesc-col-cli
    python3 benches/farm/measure.py target/release/vesc-col [--parts 64 512] [--only 0 2]

User seconds of processes, one thread each. The merged numbers must be those of the undivided run.
"""
import argparse
import json
import pathlib
import resource
import subprocess
import tempfile

# Name, options of `generate`, and options of `count`.
QUESTIONS = [
    ("one term without positives", "--features 66 --terms 3 --positives 0 --negatives 1000", "--literals 8 --terms 1"),
    ("one positive, 20,000 features", "--features 20000 --terms 3 --positives 1 --negatives 400", "--literals 3 --terms 1"),
    ("two terms", "--features 100 --terms 3,3 --positives 3 --negatives 300", "--literals 10 --terms 2"),
    ("a tree", "--features 12 --terms 2,2 --positives 20 --negatives 60", "--language tree --size 5"),
    ("a threshold", "--features 24 --terms 3,3 --positives 20 --negatives 100", "--language threshold --size 8 --needed 4"),
]


def seconds(*command, statuses=(0,)):
    """The user seconds of a command, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode not in statuses:
        raise SystemExit(f"{command}: exit status {done.returncode}: {done.stderr}")
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--parts", type=int, nargs="*", default=[64])
    parser.add_argument("--only", type=int, nargs="*", help="numbers of questions, from 0")
    args = parser.parse_args()
    print("| question | formulas | undivided | parts | sum of parts | ratio | longest part |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for number, (name, rows, question) in enumerate(QUESTIONS):
        if args.only and number not in args.only:
            continue
        with tempfile.TemporaryDirectory() as folder:
            runs = f"{folder}/runs.csv"
            seconds(args.program, "generate", *rows.split(), "--seed", 5, "--output", runs)
            question = question.split() + ["--list-limit", "1000"]
            alone, report = seconds(args.program, "count", runs, *question, "--threads", 1, "--format", "json", statuses=(0, 1))
            formulas = json.loads(report)["formulas"]
            for most in args.parts:
                job = pathlib.Path(folder, f"job{most}")
                seconds(args.program, "plan", runs, *question, "--local", "1ns", "--parts", most, "--output", job)
                plan = json.loads((job / "plan.json").read_text())
                parts = [part["number"] for one in plan["questions"] if one["known"] is None for part in one["parts"]]
                times = [seconds(args.program, "work", job, "--part", part, "--threads", 1)[0] for part in parts]
                _, merged = seconds(args.program, "merge", job, "--format", "json", statuses=(0, 1))
                if formulas != json.loads(merged)["formulas"]:
                    raise SystemExit(f"{name}: {formulas} and {json.loads(merged)['formulas']}")
                print(
                    f"| {name} | {formulas['lower']} | {alone:.1f} s | {len(parts)} | {sum(times):.1f} s | "
                    f"{sum(times) / alone:.2f} | {max(times):.1f} s |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
