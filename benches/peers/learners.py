"""Learners that give one model, beside ours: the same instances, in one run.

    python learners.py [--seeds N] [--limit SECONDS] [--csv FILE]

For each kind of instance and each learner: how often the model is the planted concept, how many of that one's literals it has and how many others,
and processor seconds, without Python's start. README.md says more.
"""

import argparse
import json
import os
import signal
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import pandas
from sklearn.tree import DecisionTreeClassifier
from wittgenstein import RIPPER

from compare import COMMAND

# Name, sizes of the planted terms, positives, negatives.
INSTANCES = [
    ("monomial of 5, 2 positives", "5", 2, 1000),
    ("terms 2+3, 5 positives", "2,3", 5, 500),
    ("terms 3+5, 6 positives", "3,5", 6, 10000),
    ("250 of each, 1 term", "3", 250, 250),
    ("250 of each, 2 terms", "3,3", 250, 250),
    ("250 of each, 3 terms", "3,3,3", 250, 250),
]
LEARNERS = ["vesc-col", "CART", "ID3", "RIPPER"]


def tree(data, criterion):
    """The paths to the positive leaves, and how long the tree took."""
    start = time.process_time()
    grown = DecisionTreeClassifier(criterion=criterion, random_state=0).fit(data.iloc[:, :-1], data.iloc[:, -1]).tree_
    seconds = time.process_time() - start

    def paths(node, path):
        if grown.children_left[node] < 0:
            return {frozenset(path)} if grown.value[node][0].argmax() == 1 else set()
        feature = f"x{grown.feature[node]}"
        left = paths(grown.children_left[node], [*path, f"!{feature}"])
        return left | paths(grown.children_right[node], [*path, feature])

    return paths(0, []), seconds


def ripper(data):
    learner = RIPPER(random_state=0)
    start = time.process_time()
    learner.fit(data, class_feat=data.columns[-1], pos_class=1)
    seconds = time.process_time() - start
    literal = lambda condition: condition.feature if int(condition.val) else f"!{condition.feature}"
    return {frozenset(map(literal, rule.conds)) for rule in learner.ruleset_.rules}, seconds


def ours(path, sizes):
    size = ["--max-literals", str(sum(sizes)), "--max-terms", str(len(sizes)), "--bound", "1", "--threads", "1"]
    before = os.times().children_user
    run = subprocess.run([COMMAND, "learn", path, *size, "--format", "json", "--quiet"], stdout=subprocess.PIPE)
    seconds = os.times().children_user - before
    report = json.loads(run.stdout)
    found = report["hypotheses"] if report["outcome"] == "learned" else [{"terms": []}]
    literal = lambda item: item["op"] + item["feature"]
    return {frozenset(map(literal, term)) for term in found[0]["terms"]}, seconds


def learn(learner, path, sizes, limit):
    """A formula as a set of terms; None if the limit struck."""
    if learner == "vesc-col":
        return ours(path, sizes)
    data = pandas.read_csv(path)
    signal.setitimer(signal.ITIMER_VIRTUAL, limit)
    try:
        if learner == "RIPPER":
            return ripper(data)
        return tree(data, "gini" if learner == "CART" else "entropy")
    except TimeoutError:
        return None, limit
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def covers(formula, term):
    """Whether a formula, a set of terms, is true wherever a term is."""
    negation = lambda literal: literal[1:] if literal[0] == "!" else f"!{literal}"
    rest = [other - term for other in formula if not any(negation(literal) in term for literal in other)]
    if not all(rest):
        return True
    if not rest:
        return False
    literal = next(iter(min(rest, key=len)))
    return covers(rest, term | {literal}) and covers(rest, term | {negation(literal)})


def struck(*_):
    raise TimeoutError


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--limit", type=int, default=20, help="user seconds of one fit")
    parser.add_argument("--csv", type=Path)
    options = parser.parse_args()
    signal.signal(signal.SIGVTALRM, struck)
    lines = ["instance,seed,learner,exact,literals_recovered,foreign_literals,target_literals,seconds"]
    print("| instance | learner | exact | literals recovered | foreign literals | seconds |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name, terms, positives, negatives in INSTANCES:
        rows = {learner: [] for learner in LEARNERS}
        for seed in range(1, options.seeds + 1):
            with tempfile.TemporaryDirectory() as folder:
                path, target = Path(folder) / "data.csv", Path(folder) / "target"
                recipe = ["--features", "100", "--terms", terms, "--positives", str(positives)]
                recipe += ["--negatives", str(negatives), "--seed", str(seed), "--target", target, "--output", path]
                subprocess.run([COMMAND, "generate", *recipe], check=True)
                planted = {frozenset(term.split(" & ")) for term in target.read_text().strip().split(" | ")}
                for learner in LEARNERS:
                    found, seconds = learn(learner, path, [int(size) for size in terms.split(",")], options.limit)
                    wanted, literals = set().union(*planted), set().union(*(found or [set()]))
                    same = bool(found) and all(covers(found, t) for t in planted) and all(covers(planted, t) for t in found)
                    figures = (same, len(wanted & literals), len(literals - wanted), len(wanted), seconds)
                    rows[learner].append(figures)
                    lines.append(f'"{name}",{seed},{learner},' + ",".join(map(str, figures)))
        for learner, all_figures in rows.items():
            exact, recovered, foreign, wanted, seconds = map(statistics.mean, zip(*all_figures))
            print(
                f"| {name} | {learner} | {exact * options.seeds:.0f} of {options.seeds} "
                f"| {recovered:.1f} of {wanted:.1f} | {foreign:.1f} | {seconds:.3g} |",
                flush=True,
            )
    if options.csv:
        options.csv.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
