"""The paper's CNF on a solver of python-sat: formulas found and blocked until there is a second one, or none; or on the counter Ganak.

    python paper_cnf.py FILE.csv LITERALS TERMS cadical195|lingeling|ganak

Prints 0, 1 or >1; with Ganak how many formulas there are. Three symbols for a feature and term, one sequential counter over all of them, the lexicographic order of the terms with
its "equal so far" defined by equivalences, every sample at once.
"""

import sys

from pyganak import Counter
from pysat.solvers import Solver

from rows import read


class Paper:
    def __init__(self, solver):
        self.solver = solver
        self.symbols = 0

    def fresh(self):
        self.symbols += 1
        return self.symbols

    def clause(self, *literals):
        self.solver.add_clause([literal for literal in literals if literal is not None])

    def exactly(self, count, symbols):
        """Sinz's counter; reached[q] says that more than q of the symbols so far are true."""
        reached = []
        for symbol in symbols:
            now = [self.fresh() for _ in range(min(len(reached) + 1, count + 1))]
            for q, here in enumerate(now):
                same = reached[q] if q < len(reached) else None
                fewer = reached[q - 1] if q > 0 else None
                if same:
                    self.clause(-same, here)
                self.clause(-symbol, fewer and -fewer, here)
                self.clause(-here, same, symbol)
                if fewer:
                    self.clause(-here, same, fewer)
            reached = now
        self.clause(*reached[count - 1 : count])
        for too_many in reached[count:]:
            self.clause(-too_many)

    def descending(self, first, second):
        """The codes of the first term are lexicographically greater."""
        equal = None
        for a, b in zip(first, second):
            still = self.fresh()
            before = equal and -equal
            self.clause(before, a, -b)
            self.clause(before, still, a, b)
            self.clause(before, still, -a, -b)
            self.clause(-still, a, -b)
            self.clause(-still, -a, b)
            if equal:
                self.clause(-still, equal)
            equal = still
        self.clause(-equal)


def main(path, literals, terms, name):
    positives, negatives = read(path)
    features = len((positives or negatives)[0])
    paper = Paper(Counter() if name == "ganak" else Solver(name=name))
    # (appears negated, appears, does not appear) for each feature of each term.
    codes = [[(paper.fresh(), paper.fresh(), paper.fresh()) for _ in range(features)] for _ in range(terms)]
    for negated, plain, absent in (code for term in codes for code in term):
        paper.clause(negated, plain, absent)
        paper.clause(-negated, -plain)
        paper.clause(-negated, -absent)
        paper.clause(-plain, -absent)
    paper.exactly(literals, [-absent for term in codes for *_, absent in term])
    for term in codes:
        paper.clause(*(-absent for *_, absent in term))
    for first, second in zip(codes, codes[1:]):
        paper.descending(*([symbol for code in term for symbol in code[:2]] for term in (first, second)))
    rejecting = lambda term, row: [code[0 if value else 1] for code, value in zip(term, row)]
    for row in negatives:
        for term in codes:
            paper.clause(*rejecting(term, row))
    for row in positives:
        accepted = [paper.fresh() for _ in codes]
        paper.clause(*accepted)
        for term, accepts in zip(codes, accepted):
            for symbol in rejecting(term, row):
                paper.clause(-symbol, -accepts)
            paper.clause(*rejecting(term, row), accepts)
    if name == "ganak":
        # All other symbols are functions of these, but for those of a term that is not needed for a positive sample.
        paper.solver.set_sampling_set([symbol for term in codes for code in term for symbol in code])
        print(paper.solver.count())
        return
    found = 0
    while found < 2 and paper.solver.solve():
        found += 1
        values = paper.solver.get_model()
        paper.clause(*(-symbol for term in codes for code in term for symbol in code if values[symbol - 1] > 0))
    print(found if found < 2 else ">1")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
