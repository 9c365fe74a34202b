"""The question as an answer set program for clingo.

    python answer_sets.py FILE.csv LITERALS TERMS

Prints 0, 1 or >1. Models that differ in the order of their terms only are one formula.
"""

import sys

import clingo

from rows import read

PROGRAM = """
{ literal(T, F, 0..1) } 1 :- term(T), feature(F).
:- #count { T, F, S : literal(T, F, S) } != literals.
:- term(T), not literal(T, _, _).
rejects(T, R) :- literal(T, F, S), value(R, F, 1 - S).
:- negative(R), term(T), not rejects(T, R).
:- positive(R), rejects(T, R) : term(T).
#show literal/3.
"""


def main(path, literals, terms):
    positives, negatives = read(path)
    rows = positives + negatives
    facts = [f"term(1..{terms}). feature(0..{len(rows[0]) - 1})."]
    for number, row in enumerate(rows):
        facts.append(f"{'positive' if number < len(positives) else 'negative'}({number}).")
        facts += [f"value({number},{feature},{int(value)})." for feature, value in enumerate(row)]
    control = clingo.Control(["--models=0", f"--const=literals={literals}"])
    control.add("base", [], PROGRAM + "\n".join(facts))
    control.ground([("base", [])])
    formulas = set()
    with control.solve(yield_=True) as models:
        for model in models:
            chosen = [[argument.number for argument in atom.arguments] for atom in model.symbols(shown=True)]
            of = lambda term: frozenset((feature, sign) for number, feature, sign in chosen if number == term)
            formulas.add(frozenset(of(term) for term in range(1, terms + 1)))
            # Two equal terms are not a formula of so many terms.
            formulas = {formula for formula in formulas if len(formula) == terms}
            if len(formulas) > 1:
                break
    print(len(formulas) if len(formulas) < 2 else ">1")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
