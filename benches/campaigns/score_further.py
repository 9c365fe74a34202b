#!/usr/bin/env python3
"""How often the bands of further runs held what happened. Reads what `campaigns --further` and `campaigns --loops inside` wrote."""

import csv
import math
import sys


def place(number, low, high):
    """Where a number lies; an empty one is larger than all, and an empty upper end is none."""
    if number and int(number) < int(low):
        return "below"
    if high and (not number or int(number) > int(high)):
        return "above"
    return "within"


def chosen(bits):
    """As in crates/vesc-col/src/next/further.rs."""
    low = max(1, math.floor(0.9 * bits - 0.5))
    return low, max(low, math.ceil(bits + max(0, bits - 9)))


def bands(row):
    """What was said and what happened, by kind."""
    if "random" in row:
        yield "random", place(row["random"], row["random_low"], ""), False
        yield "pool", place(row["pool"], row["pool_low"], row["pool_high"]), row["pool_high"] != ""
        if row["left"] and row["left_low"]:
            yield "left", place(row["left"], row["left_low"], row["left_high"]), True
    elif row["end"] == "unique" and row["needed_low"]:
        yield "chosen", place(row["splits"], *map(str, chosen(float(row["log2"])))), True
        yield "confirming", place(row["needed"], row["needed_low"], row["needed_high"]), row["needed_high"] != ""


def main():
    rows = [row for name in sys.argv[1:] for row in csv.DictReader(open(name))]
    found = [(kind, row["family"], where, is_closed) for row in rows for kind, where, is_closed in bands(row)]
    print("| runs | trials | within | below | above | with an upper end |\n| --- | --- | --- | --- | --- | --- |")
    for kind in ("chosen", "pool", "left", "random", "confirming"):
        mine = [(where, is_closed) for name, _, where, is_closed in found if name == kind]
        if mine:
            share = lambda word: f"{sum(where == word for where, _ in mine) / len(mine):.1%}"
            closed = sum(is_closed for _, is_closed in mine) / len(mine)
            print(f"| {kind} | {len(mine)} | {share('within')} | {share('below')} | {share('above')} | {closed:.0%} |")
    for family in sorted({row["family"] for row in rows}):
        mine = [row for row in rows if row["family"] == family and "random" in row]
        never = [sum(not row[kind] for row in mine) for kind in ("random", "pool")]
        if mine:
            print(f"{family}: {len(mine)} campaigns; several left after 20000 runs: {never[0]}, after the pool: {never[1]}")


main()
