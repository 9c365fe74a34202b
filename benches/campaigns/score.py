#!/usr/bin/env python3
"""Fits the two models of vesc-col's confidence on campaigns, and scores them on others. Standard library only.

    score.py --fit FILE.csv [...] --test FILE.csv [...] [--fit-family NAME ...] [--test-family NAME ...]

The files are those of the bench `campaigns`. With --fit the coefficients are fitted and printed; without, those of
crates/vesc-col/src/confidence/model.rs are used. Each unique answer counts once.
"""
import argparse
import csv
import math
import random

# As in crates/vesc-col/src/confidence/model.rs.
LARGEST_LOG_ODDS = 8.0
LEAST_EXPECTED = 0.01
LEAST_RATE = 1e-6
TERMS = [-1.6269, 0.8394, 2.363]
COMPLETE = [-4.0199, 0.8243, -1.0474]
# How much more often a unique answer is wrong for a cause outside of the language, for each of the two reasons, relative to
# the answers for causes inside.
OUTSIDE = [0.0937, 0.125]
# The mean recall of wrong answers, and the mean precision of answers with a wrong term.
MISSED = [0.6294, 0.266]


def logit(p):
    p = min(max(p, 1e-15), 1 - 1e-15)
    return min(max(math.log(p / (1 - p)), -LARGEST_LOG_ODDS), LARGEST_LOG_ODDS)


def sigma(z):
    return 1 / (1 + math.exp(-z)) if z > -700 else 0.0


def read(files):
    rows = []
    for name in files:
        with open(name) as file:
            for row in csv.DictReader(file):
                if row.get("posterior"):
                    for key, value in row.items():
                        if key not in ("family", "outcome"):
                            row[key] = float(value)
                    both, answer_only, cause_only = row["both"], row["answer_only"], row["cause_only"]
                    row["terms_right"] = answer_only == 0
                    row["complete"] = cause_only == 0
                    row["right"] = answer_only == 0 and cause_only == 0
                    row["recall"] = both / (both + cause_only) if both + cause_only else 0.0
                    row["precision"] = both / (both + answer_only) if both + answer_only else 0.0
                    rows.append(row)
    return rows


def terms_features(row):
    expected = max(row["rarest"] * row["rows"], LEAST_EXPECTED)
    return [1.0, logit(row["posterior"]), math.log(expected)]


def complete_features(row):
    return [1.0, math.log(row["positives"]), math.log(max(row["rate"], LEAST_RATE))]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def believe(row, model, outside):
    """The probabilities that the terms are causes, that no other cause exists, and of both; expected recall and precision."""
    odds = outside / (1 - outside)
    terms = sigma(dot(model["terms"], terms_features(row))) / (1 + model["outside"][0] * odds)
    complete = sigma(dot(model["complete"], complete_features(row))) / (1 + model["outside"][1] * odds)
    recall = terms * complete + (1 - terms * complete) * model["missed"][0]
    precision = terms + (1 - terms) * model["missed"][1]
    return terms, complete, terms * complete, recall, precision


def fit(rows, features, target, ridge=0.01, steps=50):
    """Logistic regression by Newton's method."""
    data = [(features(row), 1.0 if target(row) else 0.0) for row in rows]
    size = len(data[0][0])
    w = [0.0] * size
    for _ in range(steps):
        gradient = [-ridge * x for x in w]
        hessian = [[ridge if i == j else 0.0 for j in range(size)] for i in range(size)]
        for x, y in data:
            p = sigma(sum(a * b for a, b in zip(w, x)))
            for i in range(size):
                gradient[i] += (y - p) * x[i]
                for j in range(size):
                    hessian[i][j] += p * (1 - p) * x[i] * x[j]
        step = solve(hessian, gradient)
        w = [a + b for a, b in zip(w, step)]
    covariance = [solve(hessian, [1.0 if i == j else 0.0 for j in range(size)]) for i in range(size)]
    return w, covariance


def solve(matrix, vector):
    size = len(vector)
    rows = [list(row) + [value] for row, value in zip(matrix, vector)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(size):
            if r != i:
                factor = rows[r][i] / rows[i][i]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i])]
    return [rows[i][size] / rows[i][i] for i in range(size)]


def auc(scores, truth):
    pairs = sorted(zip(scores, truth))
    rank, ranks, i = 0, 0.0, 0
    positives = sum(truth)
    while i < len(pairs):
        j = i
        while j < len(pairs) and pairs[j][0] == pairs[i][0]:
            j += 1
        ranks += sum(truth for _, truth in pairs[i:j]) * (i + j + 1) / 2
        i = j
    negatives = len(pairs) - positives
    if not positives or not negatives:
        return float("nan")
    return (ranks - positives * (positives + 1) / 2) / (positives * negatives)


def interval(scores, truth, draws=200):
    dice = random.Random(1)
    places = range(len(scores))
    found = []
    for _ in range(draws):
        chosen = [dice.choice(places) for _ in places]
        found.append(auc([scores[i] for i in chosen], [truth[i] for i in chosen]))
    found.sort()
    return found[int(0.025 * draws)], found[int(0.975 * draws)]


def calibration(scores, truth, bins=10):
    """The mean gap in bins of equally many answers, and the table."""
    order = sorted(range(len(scores)), key=lambda i: scores[i])
    table, error = [], 0.0
    for b in range(bins):
        part = order[b * len(order) // bins:(b + 1) * len(order) // bins]
        if part:
            said = sum(scores[i] for i in part) / len(part)
            was = sum(truth[i] for i in part) / len(part)
            table.append((scores[part[0]], scores[part[-1]], said, was, len(part)))
            error += abs(said - was) * len(part) / len(order)
    return error, table


def flagged(scores, truth, caught):
    """The share of right answers below the score under which this share of the wrong ones lies."""
    wrong = sorted(score for score, right in zip(scores, truth) if not right)
    if not wrong:
        return float("nan")
    level = wrong[min(len(wrong) - 1, math.ceil(caught * len(wrong)) - 1)]
    right = [score for score, ok in zip(scores, truth) if ok]
    return sum(score <= level for score in right) / len(right)


def brier(scores, truth):
    return sum((score - ok) ** 2 for score, ok in zip(scores, truth)) / len(scores)


def fit_all(rows):
    inside = [row for row in rows if row["inside"]]
    outside = [row for row in rows if not row["inside"]]
    terms, terms_covariance = fit(inside, terms_features, lambda row: row["terms_right"])
    causes = [row for row in inside if row["terms_right"]]
    complete, complete_covariance = fit(causes, complete_features, lambda row: row["complete"])
    share = 0.1 / 0.9
    wrong = [
        sum(not row["terms_right"] for row in outside),
        sum(row["terms_right"] and not row["complete"] for row in outside),
    ]
    wrong_recall = [row["recall"] for row in inside if not row["right"]]
    wrong_precision = [row["precision"] for row in inside if not row["terms_right"]]
    return {
        "terms": terms,
        "complete": complete,
        "outside": [count / len(inside) / share for count in wrong],
        "missed": [sum(part) / max(len(part), 1) for part in (wrong_recall, wrong_precision)],
    }, (terms_covariance, complete_covariance)


def report(rows, model, outside):
    """The figures of docs/guide/trust.md."""
    said = [believe(row, model, outside) for row in rows]
    right = [row["right"] for row in rows]
    wrong_terms = sum(not row["terms_right"] for row in rows)
    incomplete = sum(row["terms_right"] and not row["complete"] for row in rows)
    print(f"{len(rows)} unique answers: {sum(right)} right, {wrong_terms} with a wrong term, {incomplete} that miss a cause")
    correct = [belief[2] for belief in said]
    low, high = interval(correct, right)
    print(f"AUC, right against wrong: {auc(correct, right):.3f} ({low:.3f} to {high:.3f})")
    posterior = [row["posterior"] for row in rows]
    print(f"    by the posterior alone: {auc(posterior, right):.3f}")
    terms = [belief[0] for belief in said]
    terms_right = [row["terms_right"] for row in rows]
    low, high = interval(terms, terms_right)
    print(f"AUC, wrong terms: {auc(terms, terms_right):.3f} ({low:.3f} to {high:.3f}); right answers flagged at 80 and 90 % "
          f"caught: {flagged(terms, terms_right, 0.8):.2f}, {flagged(terms, terms_right, 0.9):.2f}")
    chosen = [(belief[1], row["complete"]) for belief, row in zip(said, rows) if row["terms_right"]]
    low, high = interval(*zip(*chosen))
    print(f"AUC, missed causes: {auc(*zip(*chosen)):.3f} ({low:.3f} to {high:.3f})")
    good = [row["recall"] >= 0.8 and row["precision"] >= 0.8 for row in rows]
    usable = [belief[3] * belief[4] for belief in said]
    print(f"AUC, recall or precision below 0.8 ({len(good) - sum(good)} answers): {auc(usable, good):.3f}")
    print(f"right answers flagged at 80 and 90 % of the wrong ones caught: {flagged(correct, right, 0.8):.2f}, "
          f"{flagged(correct, right, 0.9):.2f}")
    print(f"Brier score: {brier(correct, right):.3f}")
    error, table = calibration(correct, right)
    print(f"calibration error, 10 bins: {error:.3f}")
    inside = [i for i, row in enumerate(rows) if row["inside"]]
    within = [believe(rows[i], model, 0.0)[2] for i in inside]
    print(f"    causes inside the language alone: {calibration(within, [right[i] for i in inside])[0]:.3f}")
    said_recall = sum(belief[3] for belief in said) / len(said)
    said_precision = sum(belief[4] for belief in said) / len(said)
    print(f"recall: expected {said_recall:.3f}, was {sum(row['recall'] for row in rows) / len(rows):.3f}; "
          f"precision: expected {said_precision:.3f}, was {sum(row['precision'] for row in rows) / len(rows):.3f}")
    print("| said | mean said | right | answers |\n| --- | --- | --- | --- |")
    for lowest, highest, mean, was, count in table:
        print(f"| {lowest:.2f} to {highest:.2f} | {mean:.2f} | {was:.2f} | {count} |")


def report_several(rows, model, outside):
    """Answers of several hypotheses: is one of them right, and which? They share what they have together."""
    groups = {}
    for row in rows:
        groups.setdefault((row["family"], row["seed"]), []).append(row)
    said, was = [], []
    for group in groups.values():
        together = sum(row["posterior"] for row in group)
        each = [
            believe({**row, "posterior": min(1, together)}, model, outside)[2] * row["posterior"] / together
            for row in group
        ]
        said.append(sum(each))
        was.append(any(row["right"] for row in group))
    print(f"{len(groups)} answers of 2 to 10 hypotheses: one of them right expected {sum(said) / len(said):.3f}, "
          f"was {sum(was) / len(was):.3f}; AUC {auc(said, was):.3f}, calibration error {calibration(said, was)[0]:.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fit", nargs="*", default=[])
    parser.add_argument("--test", nargs="*", default=[])
    parser.add_argument("--fit-family", nargs="*")
    parser.add_argument("--test-family", nargs="*")
    parser.add_argument("--outside", type=float, default=0.1)
    options = parser.parse_args()
    chosen = lambda files, families: [row for row in read(files) if not families or row["family"] in families]
    unique = lambda rows: [row for row in rows if row["answers"] == 1]
    model = {"terms": TERMS, "complete": COMPLETE, "outside": OUTSIDE, "missed": MISSED}
    if options.fit:
        model, covariances = fit_all(unique(chosen(options.fit, options.fit_family)))
        for name, value in model.items():
            print(name, [round(number, 4) for number in value])
        for name, matrix in zip(("terms", "complete"), covariances):
            print(name, "covariance", [[round(number, 5) for number in row] for row in matrix])
    if options.test:
        tested = chosen(options.test, options.test_family)
        rows = unique(tested)
        report(rows, model, options.outside)
        report_several([row for row in tested if row["answers"] > 1], model, options.outside)
        for family in sorted({row["family"] for row in rows}):
            part = [row for row in rows if row["family"] == family]
            said = [believe(row, model, options.outside)[2] for row in part]
            right = [row["right"] for row in part]
            print(f"{family}: {len(part)} answers, {sum(right)} right, expected {sum(said):.1f}, AUC {auc(said, right):.3f}")


if __name__ == "__main__":
    main()
