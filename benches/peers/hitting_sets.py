"""One term as a hitting set: of the literals that are true on all positive samples, so many that each negative one violates one of them.

    python hitting_sets.py FILE.csv LITERALS 1 enumerator|bitsets

Prints how many there are of that size: by python-sat's enumerator of minimal hitting sets, smallest first, or by a loop over bit sets,
which is what anybody would write first. Needs a positive sample, and that no term is shorter.
"""

import sys
from math import comb

from pysat.examples.hitman import Hitman

from rows import read


def rows_of_literals(positives, negatives):
    """For each negative sample the features whose shared value on the positive samples it violates."""
    shared = [feature for feature in range(len(positives[0])) if len({row[feature] for row in positives}) == 1]
    return [[feature for feature in shared if row[feature] != positives[0][feature]] for row in negatives]


def enumerated(rows, literals):
    found = 0
    with Hitman(bootstrap_with=rows, solver="cadical153", htype="sorted") as sets:
        for chosen in sets.enumerate():
            if len(chosen) > literals:
                break
            found += 1
    return found


def counted(rows, literals):
    masks = sorted({sum(1 << literal for literal in row) for row in rows}, key=int.bit_count)
    hits = [sum(1 << i for i, row in enumerate(masks) if row >> literal & 1) for literal in range(max(map(max, rows)) + 1)]

    def search(missed, allowed, left):
        if not missed:
            return comb(allowed.bit_count(), left)
        row = allowed & masks[(missed & -missed).bit_length() - 1]
        if left == 1:
            while missed and row:
                row &= masks[(missed & -missed).bit_length() - 1]
                missed &= missed - 1
            return row.bit_count()
        found = 0
        while row and left:
            literal = row.bit_length() - 1
            row ^= 1 << literal
            allowed ^= 1 << literal
            found += search(missed & ~hits[literal], allowed, left - 1)
        return found

    return search((1 << len(masks)) - 1, sum(1 << literal for literal in {l for row in rows for l in row}), literals)


def main(path, literals, terms, method):
    if terms != 1:
        sys.exit("one term only")
    rows = rows_of_literals(*read(path))
    print(0 if not all(rows) else (enumerated if method == "enumerator" else counted)(rows, literals))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
