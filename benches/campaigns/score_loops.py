#!/usr/bin/env python3
"""How loops of simulations ended. Reads what `campaigns --loops KIND` wrote."""

import csv
import statistics
import sys


def is_right(row):
    return row["answer_only"] == "0" and row["cause_only"] == "0"


def ended(row):
    """The word for the end of a loop that goes on until the target is met."""
    if row["end"] != "unique":
        return row["end"]
    needed = int(row["needed"] or 10**9)
    refuted = int(row["refuted"] or 10**9)
    if needed < refuted:
        return "right" if is_right(row) else "silently wrong"
    return "refuted" if row["refuted"] else "not met"


def survivors(rows, runs):
    left = sum(int(row["refuted"] or 10**9) > runs for row in rows)
    return f"{left / len(rows):.2f}" if rows else "-"


def main():
    rows = [row for name in sys.argv[1:] for row in csv.DictReader(open(name))]
    for kind in sorted({row["kind"] for row in rows}):
        mine = [row for row in rows if row["kind"] == kind]
        ends = [ended(row) for row in mine]
        print(f"{kind}: {len(mine)} loops")
        for end in sorted(set(ends)):
            print(f"    {end}: {ends.count(end)} ({ends.count(end) / len(ends):.1%})")
        met = [int(row["needed"]) for row, end in zip(mine, ends) if end in ("right", "silently wrong")]
        if met:
            print(f"    confirming runs until the target: median {statistics.median(met)}, most {max(met)}")
        ratios = [int(row["splits"]) / float(row["log2"]) for row in mine if float(row["log2"]) >= 2]
        if kind == "inside":
            print(f"    runs until unique, of log2: median {statistics.median(ratios):.2f} ({len(ratios)} loops)")
    wrong = [row for row in rows if row["end"] == "unique" and not is_right(row)]
    terms = [row for row in wrong if row["answer_only"] != "0"]
    missed = [row for row in wrong if row["answer_only"] == "0"]
    print(f"not refuted of {len(terms)} answers with a wrong term, and of {len(missed)} that miss a cause:")
    for runs in (1, 2, 4, 8, 16, 32, 64, 128, 256):
        print(f"    after {runs}: {survivors(terms, runs)}, {survivors(missed, runs)}")


main()
