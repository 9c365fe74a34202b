"""The paper's first method on CUDD: one AND per sample on the diagram of the sub-space.

    python paper_cudd.py FILE.csv LITERALS TERMS

Prints how many formulas are consistent. The diagrams are built from the bottom variable up, positive samples come first for up to two
terms and negative ones first beyond, as in the paper. An empty term is excluded, which the paper leaves open.
"""

import sys
import warnings

from dd import cudd

from rows import read

MEMORY = 8 << 30


def main(path, literals, terms):
    positives, negatives = read(path)
    features = len((positives or negatives)[0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        bdd = cudd.BDD(memory_estimate=MEMORY)
    bdd.configure(reordering=False)
    # All terms of a feature side by side, each as (appears, appears negated).
    names = [[(f"p{i}_{j}", f"n{i}_{j}") for j in range(terms)] for i in range(features)]
    for feature in names:
        for pair in feature:
            bdd.declare(*pair)
    symbols = [[tuple(map(bdd.var, pair)) for pair in feature] for feature in names]
    consistent = sub_space(bdd, symbols, literals, terms)
    accept = [(row, True) for row in positives]
    reject = [(row, False) for row in negatives]
    for row, label in accept + reject if terms <= 2 else reject + accept:
        consistent &= constraint(bdd, symbols, terms, row, label)
        if consistent == bdd.false:
            break
    print(int(bdd.count(consistent, nvars=2 * features * terms)))


def sub_space(bdd, symbols, literals, terms):
    """All formulas of so many terms with so many literals in all, each once: Algorithms 1, 2 and 5."""
    # reached[w]: at least w literals from here down.
    reached = [bdd.true] + [bdd.false] * (literals + 1)
    one_code = bdd.true
    for feature in reversed(symbols):
        for plain, negated in reversed(feature):
            appears = plain | negated
            for count in range(literals + 1, 0, -1):
                reached[count] = bdd.ite(appears, reached[count - 1], reached[count])
            one_code = ~(plain & negated) & one_code
    formulas = one_code & reached[literals] & ~reached[literals + 1]
    for term in range(terms):
        some = bdd.false
        for feature in reversed(symbols):
            some = feature[term][0] | feature[term][1] | some
        formulas &= some
    for term in range(terms - 1):
        greater = bdd.false
        for feature in reversed(symbols):
            for first, second in reversed(list(zip(feature[term], feature[term + 1]))):
                greater = bdd.ite(first, ~second | greater, ~second & greater)
        formulas &= greater
    return formulas


def constraint(bdd, symbols, terms, row, label):
    """All formulas that are right on a sample: Algorithms 3 and 4."""
    accepted_by_one = bdd.false
    rejected_by_all = bdd.true
    for term in range(terms):
        rejecting = bdd.false
        for feature, value in reversed(list(zip(symbols, row))):
            rejecting = feature[term][1 if value else 0] | rejecting
        accepted_by_one |= ~rejecting
        rejected_by_all &= rejecting
    return accepted_by_one if label else rejected_by_all


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
