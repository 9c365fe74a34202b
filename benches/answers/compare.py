#!/usr/bin/env python3
"""Compares the answers of two builds of vesc-col on random questions.

    python3 benches/answers/compare.py BEFORE AFTER [--questions 2000] [--seed 1] [FILE.csv ...]

BEFORE and AFTER are two binaries. Each question is a command line, asked of both. The files named are asked by `learn`
and `count`; all other questions are about small random tables, over all commands, languages and options.
Two answers must have the same exit status and the same JSON, up to times, the engine's name, the wording of warnings,
and the intervals and examples of overfit or undecided steps. The exit status is 1 where some answer differs.
"""

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile

# Seconds after which a question is passed over.
LIMIT = 60
SIZES = {"threshold": 4, "parity": 3, "list": 3, "tree": 3, "obdd": 4}


def table(rng, folder, unknown, contradict):
    """Writes a random table; few rows, one class only and constant columns come up on purpose."""
    features = rng.choice([1, 2, 3, 4, 5, 6, 6, 8, 10])
    rows = rng.choice([1, 2, 3, 4, 6, 10, 20, 40])
    bias = rng.choice([0.1, 0.3, 0.5, 0.5, 0.8])
    share = rng.choice([0.0, 0.1, 0.3, 0.5, 0.9, 1.0])
    cause = [[(rng.randrange(features), rng.random() < 0.7) for _ in range(rng.choice([1, 2, 3]))]
             for _ in range(rng.choice([1, 1, 2, 3]))]
    by_cause = rng.random() < 0.7
    seen, lines = {}, []
    for _ in range(rows):
        cells = tuple(rng.random() < bias for _ in range(features))
        label = any(all(cells[i] == v for i, v in term) for term in cause) if by_cause else rng.random() < share
        label = seen.setdefault(cells, label) if not contradict else label
        words = ["?" if unknown and rng.random() < 0.15 else str(int(cell)) for cell in cells]
        lines.append(",".join(words + [str(int(label))]))
    path = os.path.join(folder, "table.csv")
    with open(path, "w") as out:
        out.write(",".join("abcdefghij"[:features]) + ",y\n" + "\n".join(lines) + "\n")
    return path, features


def typed_table(rng, folder):
    """Writes a table of numbers and words."""
    rows = rng.choice([3, 6, 12, 25])
    lines = {(rng.choice(["read", "write", "idle"]), rng.randrange(6), rng.randrange(2)) for _ in range(rows)}
    label = lambda op, size, irq: (op == "write" and size >= 3) or (irq == 1 and size < 1)
    path = os.path.join(folder, "table.csv")
    with open(path, "w") as out:
        out.write("op,size,irq,y\n")
        out.writelines(f"{op},{size},{irq},{int(label(op, size, irq))}\n" for op, size, irq in sorted(lines))
    return path


def size_of(rng, language):
    """Options for one size of a language."""
    if language in ("dnf", "cnf"):
        terms = rng.choice([1, 1, 2, 2, 3])
        return ["--literals", str(rng.randrange(terms, 7)), "--terms", str(terms)]
    options = ["--size", str(rng.randrange(1, SIZES[language] + 1))]
    return options + (["--needed", str(rng.choice([1, 2, 2, 3]))] if language == "threshold" else [])


def cap_of(rng, language):
    """Options for the largest size of a search."""
    if language in ("dnf", "cnf"):
        return ["--max-literals", str(rng.choice([2, 4, 5, 6])), "--max-terms", str(rng.choice([1, 2, 3]))]
    return ["--max-size", str(rng.randrange(1, SIZES[language] + 1))]


def question(rng, folder):
    """One random command line about a random small table, without the program's name."""
    if rng.random() < 0.1:
        path = typed_table(rng, folder)
        command = rng.choice(["learn", "learn", "next", "explain"])
        options = ["--up-to", "3,2"] if command == "next" else cap_of(rng, "dnf")
        return [command, path, "--types", "auto", *options]
    unknown, errors = rng.random() < 0.15, rng.random() < 0.2
    path, features = table(rng, folder, unknown, contradict=errors)
    names = "abcdefghij"[:features]
    command = rng.choice(["learn"] * 5 + ["count"] * 5 + ["inspect", "explain", "next", "eval"])
    language = rng.choice(["dnf"] * 8 + ["cnf", "threshold", "parity", "list", "tree", "obdd"])
    arguments = [command, path]
    if command == "eval":
        return [*arguments, "--hypothesis", f"{rng.choice(names)} & !{rng.choice(names)} | {rng.choice(names)}"]
    if command == "next":
        return [*arguments, "--up-to", rng.choice(["2,1", "3,2", "4,2"]), "--count", rng.choice(["1", "2"])]
    if command == "explain":
        return [*arguments, *cap_of(rng, "dnf")]
    arguments += ["--language", language]
    arguments += cap_of(rng, language) if command == "learn" else size_of(rng, language)
    if language == "dnf" and rng.random() < 0.3:
        literal = lambda: rng.choice(["", "!"]) + rng.choice(names)
        arguments += rng.choice([
            ["--monotone"], ["--require", literal()], ["--forbid", literal()], ["--max-term-literals", "2"],
            ["--at-most-one", ",".join(sorted(set(rng.choices(names, k=2))))], ["--weight", f"{names[0]}=2"],
        ])
    if command == "inspect":
        return arguments
    engines = ["auto", "bdd", "sat"] + (["cover"] if language in ("dnf", "cnf") else [])
    arguments += ["--engine", rng.choice(engines)]
    if errors:
        arguments += ["--max-false-positives", str(rng.choice([0, 1, 2])), "--max-false-negatives", str(rng.choice([0, 1]))]
    if unknown:
        arguments += ["--unknown"]
    if command == "learn":
        arguments += ["--bound", rng.choice(["1", "3", "10", "50"])]
        arguments += ["--exact"] if rng.random() < 0.3 else []
        arguments += ["--on-overfit", "continue"] if rng.random() < 0.2 else []
    else:
        arguments += ["--list-limit", "1000", "--list", rng.choice(["0", "5", "1000"])]
    return arguments


def about_file(path):
    """Questions about a large file: the whole search, exact counts of one and of two terms."""
    yield ["learn", path, "--max-literals", "7", "--max-terms", "3"]
    for literals, terms in [(4, 1), (5, 1), (6, 2)]:
        yield ["count", path, "--literals", str(literals), "--terms", str(terms), "--list-limit", "1000"]


def ask(binary, arguments):
    """Exit status, parsed JSON, and processor seconds; None where the question takes too long."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run([binary, *arguments, "--format", "json", "--quiet"], capture_output=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    text = done.stdout.decode()
    panicked = b"panicked" in done.stderr
    return done.returncode, json.loads(text) if text.strip() else None, seconds, panicked


def settled(value, bound):
    """The part of an answer that may not depend on engine, threads or time."""
    if isinstance(value, list):
        return [settled(item, bound) for item in value]
    if not isinstance(value, dict):
        return value
    value = {key: settled(item, bound) for key, item in value.items() if key not in ("seconds", "engine")}
    if isinstance(value.get("warnings"), list):
        # Messages are for people, and may be put in other words.
        value["warnings"] = len(value["warnings"])
    cardinality = value.get("cardinality")
    if isinstance(cardinality, dict) and "lower" in cardinality:
        exact = cardinality["lower"] == cardinality["upper"]
        if not exact or int(cardinality["lower"]) > bound:
            # Overfit, or not decided: only its class is a matter of the question.
            for key in ("cardinality", "formulas", "stopped", "hypotheses"):
                value.pop(key, None)
            value["class"] = "overfit" if int(cardinality["lower"]) > bound else "open"
    return value


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--questions", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_intermixed_args()
    rng = random.Random(options.seed)
    different, late, seconds = 0, 0, [0.0, 0.0]
    with tempfile.TemporaryDirectory() as folder:
        asked = [lambda one=one: one for path in options.files for one in about_file(path)]
        asked += [lambda: question(rng, folder)] * options.questions
        for make in asked:
            arguments = make()
            answers = [ask(binary, arguments) for binary in (options.before, options.after)]
            if None in answers:
                late += 1
                print("too late:", [answer is None for answer in answers], " ".join(arguments))
                continue
            bound = int(arguments[arguments.index("--bound") + 1]) if "--bound" in arguments else 10
            bound = float("inf") if arguments[0] in ("count", "inspect") else bound
            views = [(status, settled(answer, bound)) for status, answer, _, _ in answers]
            seconds = [total + answer[2] for total, answer in zip(seconds, answers)]
            if views[0] != views[1] or answers[1][3]:
                different += 1
                print("DIFFERENT" + (" (panic before)" if answers[0][3] else ""), " ".join(arguments))
                with open(arguments[1]) as file:
                    text = file.read()
                print(text if len(text) < 2000 else "(large file)")
                for view in views:
                    print("   ", json.dumps(view)[:1500])
    print(f"{len(asked)} questions, {different} different, {late} too late, "
          f"processor seconds {seconds[0]:.1f} before and {seconds[1]:.1f} after")
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
