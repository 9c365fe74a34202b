"""Our engines beside the paper's methods and what else answers these questions: the same CSV files, in one run.

    python compare.py [--seeds N] [--limit SECONDS] [--csv FILE] [WORD ...]

Prints a table of the paper's methods beside ours, then one of the others, with a row for each question, or those whose names and sub-spaces contain all of the
words; README.md says what the columns are. Ends with an error if two answers contradict each other.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", HERE.parent.parent / "target")) / "release"
COMMAND = TARGET / "vesc-col"
SOLVER = TARGET / "solvers"

# Name, sizes of the planted terms, positives, negatives, sub-space.
QUESTIONS = [
    ("monomial of 5, 1 positive", "5", 1, 1000, (4, 1)),
    ("monomial of 5, 1 positive", "5", 1, 1000, (5, 1)),
    ("monomial of 5, 2 positives", "5", 2, 1000, (4, 1)),
    ("monomial of 5, 2 positives", "5", 2, 1000, (5, 1)),
    ("terms 2+3, 5 positives", "2,3", 5, 500, (4, 2)),
    ("terms 2+3, 5 positives", "2,3", 5, 500, (5, 2)),
    ("250 of each, 1 term", "3", 250, 250, (3, 1)),
    ("250 of each, 2 terms", "3,3", 250, 250, (6, 2)),
    ("250 of each, 3 terms", "3,3,3", 250, 250, (9, 3)),
    ("250 of each, 4 terms", "3,3,3,3", 250, 250, (12, 4)),
]

# What runs: the program, and what it is given after file, literals and terms.
PYTHON = {
    "paper, CUDD": ("paper_cudd.py", []),
    "paper, CaDiCaL": ("paper_cnf.py", ["cadical195"]),
    "paper, Lingeling": ("paper_cnf.py", ["lingeling"]),
    "Ganak": ("paper_cnf.py", ["ganak"]),
    "clingo": ("answer_sets.py", []),
    "python-sat's hitting sets": ("hitting_sets.py", ["enumerator"]),
    "bit sets": ("hitting_sets.py", ["bitsets"]),
}
ENGINES = ["cover", "bdd", "sat", "sat, CaDiCaL"]
TABLES = [
    [*ENGINES, "paper, CUDD", "paper, CaDiCaL", "paper, Lingeling"],
    ["cover", "Ganak", "clingo", "python-sat's hitting sets", "bit sets"],
]
TOOLS = [*ENGINES, *PYTHON]
ONE_TERM_ONLY = ["python-sat's hitting sets", "bit sets"]
# Whose time another's is divided by: the engine of the same kind.
OURS = {"paper, CUDD": "bdd", "paper, CaDiCaL": "sat, CaDiCaL", "paper, Lingeling": "sat, CaDiCaL"}


def command(tool, path, literals, terms):
    size = [str(literals), str(terms)]
    if tool in PYTHON:
        program, arguments = PYTHON[tool]
        return [sys.executable, str(HERE / program), path, *size, *arguments]
    if tool == "sat, CaDiCaL":
        return [str(SOLVER), "file", path, *size, "cadical"]
    limits = ["--literals", size[0], "--terms", size[1], "--threads", "1", "--quiet"]
    return [str(COMMAND), "count", path, "--engine", tool, "--format", "json", *limits]


def answer(tool, output):
    """How many concepts fit."""
    if tool == "sat, CaDiCaL":
        return output.split("|VS| ")[1].split(",")[0]
    if tool in PYTHON:
        # Ganak has something to say while it counts.
        return output.strip().splitlines()[-1]
    ends = json.loads(output)["cardinality"]
    lower, upper = ends["lower"], ends["upper"]
    return lower if lower == upper else f">= {lower}" if upper is None else f"{lower}..{upper}"


def measure(tool, path, size, limit):
    """Answer (None if the limit struck), user seconds and MiB of a process of its own."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command(tool, path, *size), stdout=output, stderr=subprocess.DEVNULL)
        pid, killed = 0, False
        while not pid:
            time.sleep(0.02)
            if not killed and user_seconds(process.pid) > limit:
                # Not `process.kill()`, which may wait for the process itself, so that its usage would be lost.
                os.kill(process.pid, signal.SIGKILL)
                killed = True
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode()
    if process.returncode != 0 and not killed:
        sys.exit(f"{' '.join(command(tool, path, *size))} ended with {process.returncode}")
    return None if killed else answer(tool, text), usage.ru_utime, usage.ru_maxrss >> 10


def user_seconds(pid):
    """What a process has used so far (Linux; limits of the system itself are not obeyed everywhere)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) / os.sysconf("SC_CLK_TCK")


def agree(answers):
    """Whether there is a number that all answers allow: `3`, `>1`, `1..5`, `>= 1`."""
    low, high = 0, float("inf")
    for text in answers:
        ends = [int(end) for end in text.strip(">= ").split("..")]
        low = max(low, ends[0] + (text.startswith(">") and "=" not in text))
        high = min(high, high if text.startswith(">") else ends[-1])
    return low <= high


def cell(tool, figures):
    if tool not in figures:
        return "-"
    found, seconds, mebibytes = figures[tool]
    text = f"{seconds:.3g}" if found is not None else f"> {seconds:.0f}"
    if tool in PYTHON:
        base = max(figures[OURS.get(tool, "cover")][1], 0.01)
        text += f" ({'' if found is not None else '> '}{seconds / base:.0f}x)"
    return f"{text}, {mebibytes} MiB"


def show(tools, results):
    print(f"| question | seed | sub-space | fit | {' | '.join(tools)} |")
    print(f"| {' | '.join(['---'] * (4 + len(tools)))} |")
    for name, seed, size, figures in results:
        answers = [found for found, *_ in figures.values() if found is not None]
        cells = " | ".join(cell(tool, figures) for tool in tools)
        print(f"| {name} | {seed} | {size} | {answers[0] if answers else '?'} | {cells} |", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--limit", type=int, default=120, help="user seconds of one process")
    parser.add_argument("--csv", type=Path)
    parser.add_argument("words", nargs="*")
    options = parser.parse_args()
    lines = ["question,seed,literals,terms,tool,answer,seconds,mebibytes"]
    results = []
    for name, sizes, positives, negatives, size in QUESTIONS:
        if not all(word in f"{name} {size}" for word in options.words):
            continue
        for seed in range(1, options.seeds + 1):
            with tempfile.TemporaryDirectory() as folder:
                path = str(Path(folder) / "data.csv")
                recipe = ["--features", "100", "--terms", sizes, "--positives", str(positives)]
                recipe += ["--negatives", str(negatives), "--seed", str(seed), "--output", path]
                subprocess.run([str(COMMAND), "generate", *recipe], check=True)
                asked = [tool for tool in TOOLS if size[1] == 1 or tool not in ONE_TERM_ONLY]
                figures = {tool: measure(tool, path, size, options.limit) for tool in asked}
            answers = [found for found, *_ in figures.values() if found is not None]
            results.append((name, seed, size, figures))
            print(f"{name}, seed {seed}, {size}: done", file=sys.stderr)
            lines += [
                f'"{name}",{seed},{size[0]},{size[1]},"{tool}",{found},{seconds:.3f},{mebibytes}'
                for tool, (found, seconds, mebibytes) in figures.items()
            ]
            if not agree(answers):
                sys.exit(f"the answers contradict each other: {answers}")
    for tools in TABLES:
        show(tools, results)
        print()
    if options.csv:
        options.csv.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
