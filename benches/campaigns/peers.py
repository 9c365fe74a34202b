"""Learners that give one model, on the campaigns with hidden causes: how often the model is the cause, and what its own number knows of that.

    cargo run --release -p vesc-col-benches --bin campaigns -- --write target/peers --count 40 --seed 20001 \\
        --family modes --family correlated --family design --output target/peers.csv
    python peers.py target/peers [--limit SECONDS]

A model is right if it agrees with the cause on all further runs. Its own number is what it says of itself. README.md says more.
"""

import argparse
import contextlib
import io
import json
import os
import signal
import statistics
import subprocess
import time
import warnings
from pathlib import Path

import numpy
import pandas
from imodels import SkopeRulesClassifier
from sklearn.model_selection import StratifiedShuffleSplit
from sklearn.tree import DecisionTreeClassifier
from wittgenstein import RIPPER

COMMAND = os.environ.get("VESC_COL", str(Path(__file__).parents[2] / "target/release/vesc-col"))


def ours(path, rows, labels):
    command = [COMMAND, "learn", str(path), "--max-literals", "10", "--bound", "1", "--threads", "1", "--timeout", "3s"]
    run = subprocess.run([*command, "--format", "json", "--quiet"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    report = json.loads(run.stdout)
    if report["outcome"] != "learned":
        return None
    answer = report["hypotheses"][0]
    terms = [[(int(literal["feature"][1:]), not literal["op"]) for literal in term] for term in answer["terms"]]
    return lambda other: holds(terms, other), (answer.get("confidence") or {}).get("correct")


def holds(terms, rows):
    each = [numpy.all([rows[:, place] == value for place, value in term], axis=0) for term in terms]
    return numpy.any(each, axis=0)


def cart(_, rows, labels):
    """Grown to pure leaves. Its number is the share of runs in the weakest leaf with the event, by Laplace's rule."""
    tree = DecisionTreeClassifier(random_state=0).fit(rows, labels)
    leaves = tree.apply(rows)
    events = [numpy.sum((leaves == leaf) & labels) for leaf in set(leaves[labels])]
    return tree.predict, (min(events) + 1) / (min(events) + 2)


def hold_out(_, rows, labels):
    """CART, of which 30 % of the runs, drawn ten times, say how good it is: its number is the mean F1 there."""
    if labels.sum() < 2:
        return None
    scores = []
    for fit, test in StratifiedShuffleSplit(10, test_size=0.3, random_state=0).split(rows, labels):
        said = DecisionTreeClassifier(random_state=0).fit(rows[fit], labels[fit]).predict(rows[test])
        both = numpy.sum(said & labels[test])
        scores.append(2 * both / max(1, said.sum() + labels[test].sum()))
    return DecisionTreeClassifier(random_state=0).fit(rows, labels).predict, statistics.mean(scores)


def ripper(_, rows, labels):
    names = [f"x{place}" for place in range(rows.shape[1])]
    data = pandas.DataFrame(rows.astype(int), columns=names).assign(y=labels.astype(int))
    learner = RIPPER(random_state=0)
    with contextlib.redirect_stderr(io.StringIO()):
        learner.fit(data, class_feat="y", pos_class=1)
    rules = [[(int(one.feature[1:]), bool(int(one.val))) for one in rule.conds] for rule in learner.ruleset_.rules]
    supports = [numpy.sum(holds([rule], rows) & labels) for rule in rules if rule]
    if not supports:
        return None
    return lambda other: holds(rules, other), (min(supports) + 1) / (min(supports) + 2)


def skope_rules(_, rows, labels):
    """imodels' SkopeRules: rules that are precise out of bag. Its number is the least precision of a rule there."""
    names = [f"x{place}" for place in range(rows.shape[1])]
    learner = SkopeRulesClassifier(precision_min=0.9, recall_min=0.01, random_state=0)
    learner.fit(rows.astype(float), labels.astype(int), feature_names=names)
    if not learner.rules_:
        return None
    numbers = [rule.args[0] if getattr(rule, "args", None) else 0.5 for rule in learner.rules_]
    return lambda other: numpy.asarray(learner.predict(other.astype(float))).astype(bool), min(numbers)


def minimised(_, rows, labels):
    """Two-level minimisation as QCA does it (parsimonious): each run with the event is made as general as the others allow, literal by
    literal; then runs are covered by few of these terms. Its number is the share of these runs in the smallest one, by Laplace's rule."""
    negatives, positives = rows[~labels], rows[labels]
    primes = []
    for row in positives:
        kept, differs = dict(enumerate(row)), negatives != row
        missed = differs.sum(axis=1)
        # What tells it from the fewest runs goes first.
        for place in numpy.argsort(differs.sum(axis=0), kind="stable"):
            if numpy.all(missed - differs[:, place] > 0):
                missed = missed - differs[:, place]
                del kept[place]
        primes.append(sorted(kept.items()))
    left, chosen = numpy.ones(len(positives), bool), []
    while left.any():
        best = max(primes, key=lambda prime: numpy.sum(holds([prime], positives) & left))
        chosen.append(best)
        left &= ~holds([best], positives)
    supports = [numpy.sum(holds([prime], positives)) for prime in chosen]
    return lambda other: holds(chosen, other), (min(supports) + 1) / (min(supports) + 2)


LEARNERS = {
    "vesc-col": ours,
    "CART": cart,
    "CART, hold-out": hold_out,
    "RIPPER": ripper,
    "SkopeRules": skope_rules,
    "QCA-like": minimised,
}


def area(judged):
    """How often a right model has the higher number than a wrong one."""
    right = [number for is_right, number in judged if is_right and number is not None]
    wrong = [number for is_right, number in judged if not is_right and number is not None]
    if not right or not wrong:
        return None
    return statistics.mean((a > b) + (a == b) / 2 for a in right for b in wrong)


def struck(*_):
    raise TimeoutError


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--limit", type=int, default=20, help="user seconds of one fit")
    options = parser.parse_args()
    warnings.filterwarnings("ignore")
    signal.signal(signal.SIGVTALRM, struck)
    found = {name: [] for name in LEARNERS}
    paths = sorted(path for path in options.folder.glob("*.csv") if not path.name.endswith(".further.csv"))
    for path in paths:
        runs, further = (pandas.read_csv(file) for file in (path, path.with_suffix(".further.csv")))
        split = lambda table: (table.iloc[:, :-1].to_numpy(bool), table.iloc[:, -1].to_numpy(bool))
        (rows, labels), (more, truth) = split(runs), split(further)
        for name, learner in LEARNERS.items():
            begun = os.times()
            signal.setitimer(signal.ITIMER_VIRTUAL, options.limit)
            try:
                model = learner(path, rows, labels)
            except (TimeoutError, ValueError, IndexError, ZeroDivisionError):
                model = None
            finally:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            ended = os.times()
            seconds = ended.user - begun.user + ended.children_user - begun.children_user
            if model is None:
                found[name].append((None, None, None, None, seconds))
                continue
            said = numpy.asarray(model[0](more)).astype(bool)
            both = numpy.sum(said & truth)
            recall, precision = both / max(1, truth.sum()), both / max(1, said.sum())
            found[name].append((bool(numpy.array_equal(said, truth)), model[1], recall, precision, seconds))
    print(f"{len(paths)} campaigns\n")
    print("| learner | models | right | recall, mean | precision, mean | AUC of its own number | seconds, median |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name, all_found in found.items():
        models = [one for one in all_found if one[0] is not None]
        right = sum(one[0] for one in models)
        mean = lambda place: statistics.mean(one[place] for one in models) if models else float("nan")
        auc = area([one[:2] for one in models])
        seconds = statistics.median(one[4] for one in all_found)
        shown = "-" if auc is None else f"{auc:.2f}"
        print(f"| {name} | {len(models)} | {right} | {mean(2):.2f} | {mean(3):.2f} | {shown} | {seconds:.3f} |")


if __name__ == "__main__":
    main()
