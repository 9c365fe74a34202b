//! The CNF of a case. `docs/engines/sat.md` fixes its variables and clauses, in this order.

use vesc_col_core::{Dataset, Dnf, Domain, Literal, Run, StopReason};

/// A clause as DIMACS has it: variables from 1 on, negative if negated.
pub(super) type Clause = Vec<i32>;

/// The number of variables, and the clauses.
pub(super) fn of_case(
    sizes: &[usize],
    (data, domain): (&Dataset, &Domain),
    known: &[Dnf],
    run: &Run,
) -> Result<(i32, Vec<Clause>), StopReason> {
    let literals: Vec<Literal> =
        (0..data.features().len()).flat_map(|i| [Literal::positive(i), Literal::negative(i)]).collect();
    let mut writer = Writer { variables: 0, clauses: Vec::new() };
    let terms: Vec<Vec<i32>> = sizes.iter().map(|_| writer.fresh(literals.len())).collect();
    for (term, &size) in terms.iter().zip(sizes) {
        writer.term(term, size);
    }
    for (pair, _) in terms.windows(2).zip(sizes.windows(2)).filter(|(_, sizes)| sizes[0] == sizes[1]) {
        writer.descending(&pair[0], &pair[1]);
    }
    let (nogoods, orders) = (in_order(domain), domain.orders().collect::<Vec<_>>());
    for term in &terms {
        run.check()?;
        let has = |literal: &Literal| term[2 * literal.feature() + usize::from(literal.is_negated())];
        writer.none_of(&nogoods, has);
        orders.iter().for_each(|order| writer.possible_in_order(order, has));
    }
    for sample in data.negatives().iter() {
        run.check()?;
        for term in &terms {
            let rejecting = literals.iter().zip(term).filter(|(literal, _)| !literal.accepts(sample));
            writer.clauses.push(rejecting.map(|(_, &symbol)| symbol).collect());
        }
    }
    for sample in data.positives().iter() {
        run.check()?;
        let accepted = writer.fresh(terms.len());
        writer.clauses.push(accepted.clone());
        for (term, &accepted) in terms.iter().zip(&accepted) {
            let rejecting = literals.iter().zip(term).filter(|(literal, _)| !literal.accepts(sample));
            writer.clauses.extend(rejecting.map(|(_, &symbol)| vec![-accepted, -symbol]));
        }
    }
    for known in known {
        run.check()?;
        writer.differ(&terms, (data.features().len(), &nogoods, &orders), known);
    }
    Ok((writer.variables, writer.clauses))
}

/// The nogoods that no order makes, each and all in canonical order.
fn in_order(domain: &Domain) -> Vec<Vec<Literal>> {
    let mut nogoods: Vec<Vec<Literal>> = domain.nogoods_beside_orders().map(<[Literal]>::to_vec).collect();
    nogoods.iter_mut().for_each(|nogood| nogood.sort_unstable());
    nogoods.sort_unstable();
    nogoods
}

struct Writer {
    variables: i32,
    clauses: Vec<Clause>,
}

impl Writer {
    fn fresh(&mut self, count: usize) -> Vec<i32> {
        let first = self.variables + 1;
        self.variables += i32::try_from(count).expect("a certificate has fewer than 2^31 variables");
        (first..=self.variables).collect()
    }

    fn clause<const N: usize>(&mut self, clause: [i32; N]) {
        self.clauses.push(clause.to_vec());
    }

    /// No feature twice, and exactly this number of literals.
    fn term(&mut self, term: &[i32], size: usize) {
        for pair in term.chunks_exact(2) {
            self.clause([-pair[0], -pair[1]]);
        }
        // `reached[j]`: at least j + 1 of the literals so far.
        let mut before = vec![None; size + 1];
        for &literal in term {
            let reached = self.fresh(size + 1);
            for count in 0..=size {
                let same = before[count];
                let fewer = if count == 0 { Fewer::Always } else { before[count - 1].map_or(Fewer::Never, Fewer::If) };
                // One more literal than before, or as many as before, are enough.
                match fewer {
                    Fewer::Always => self.clause([-literal, reached[count]]),
                    Fewer::If(fewer) => self.clause([-literal, -fewer, reached[count]]),
                    Fewer::Never => {}
                }
                if let Some(same) = same {
                    self.clause([-same, reached[count]]);
                }
                // Nothing else is.
                let same: Vec<i32> = same.into_iter().collect();
                self.clauses.push([&[-reached[count]][..], &same, &[literal]].concat());
                match fewer {
                    Fewer::Always => {}
                    Fewer::If(fewer) => self.clauses.push([&[-reached[count]][..], &same, &[fewer]].concat()),
                    Fewer::Never => self.clauses.push([&[-reached[count]][..], &same].concat()),
                }
            }
            before = reached.into_iter().map(Some).collect();
        }
        if let (Some(enough), Some(too_many)) = (before[size - 1], before[size]) {
            self.clause([enough]);
            self.clause([-too_many]);
        }
    }

    /// The first term's symbols, read as a number, are greater than the second's.
    fn descending(&mut self, first: &[i32], second: &[i32]) {
        let mut equal = Vec::new();
        for (&a, &b) in first.iter().zip(second) {
            let still_equal = self.fresh(1)[0];
            self.clauses.push([&equal[..], &[a, -b]].concat());
            self.clauses.push([&equal[..], &[a, still_equal]].concat());
            self.clauses.push([&equal[..], &[-b, still_equal]].concat());
            equal = vec![-still_equal];
        }
        self.clauses.push(equal);
    }

    /// Of no nogood all literals hold, as `holds` says of each.
    fn none_of(&mut self, nogoods: &[Vec<Literal>], holds: impl Fn(&Literal) -> i32) {
        self.clauses.extend(nogoods.iter().map(|nogood| nogood.iter().map(|literal| -holds(literal)).collect()));
    }

    /// A term has no negated literal of a feature with a literal of a later one, which implies it. `has` gives the
    /// symbol of each literal.
    fn possible_in_order(&mut self, order: &[usize], has: impl Fn(&Literal) -> i32) {
        // `is_below[i]`: one of the first i + 1 features is to be false.
        let is_below = self.fresh(order.len() - 1);
        for (place, &below) in is_below.iter().enumerate() {
            self.clause([-has(&Literal::negative(order[place])), below]);
            if place > 0 {
                self.clause([-is_below[place - 1], below]);
            }
            self.clause([-below, -has(&Literal::positive(order[place + 1]))]);
        }
    }

    /// There is a legal input on which the formula of these terms and the known one have different values.
    fn differ(
        &mut self,
        terms: &[Vec<i32>],
        (features, nogoods, orders): (usize, &[Vec<Literal>], &[Vec<usize>]),
        known: &Dnf,
    ) {
        let x = self.fresh(features);
        let holds = |literal: &Literal| if literal.is_negated() { -x[literal.feature()] } else { x[literal.feature()] };
        self.none_of(nogoods, holds);
        for pair in orders.iter().flat_map(|order| order.windows(2)) {
            self.clause([x[pair[0]], -x[pair[1]]]);
        }
        // Whether the formula is true, and the known one false; otherwise it is the other way round.
        let accepts = self.fresh(1)[0];
        let held = self.fresh(terms.len());
        self.clauses.push([&[-accepts][..], &held].concat());
        for (term, &held) in terms.iter().zip(&held) {
            let violated = self.fresh(term.len());
            self.clauses.push([&[accepts][..], &violated].concat());
            for (code, (&symbol, &violated)) in term.iter().zip(&violated).enumerate() {
                let literal = holds(&Literal::matching(code / 2, code.is_multiple_of(2)));
                self.clause([-held, -symbol, literal]);
                self.clause([-violated, symbol]);
                self.clause([-violated, -literal]);
            }
        }
        let chosen = self.fresh(known.terms().len());
        self.clauses.push([&[accepts][..], &chosen].concat());
        for (term, &chosen) in known.terms().iter().zip(&chosen) {
            let literals: Vec<i32> = term.iter().map(holds).collect();
            self.clauses.push([-accepts].into_iter().chain(literals.iter().map(|literal| -literal)).collect());
            self.clauses.extend(literals.iter().map(|&literal| vec![-chosen, literal]));
        }
    }
}

/// Whether one literal fewer was reached before.
#[derive(Clone, Copy)]
enum Fewer {
    Always,
    If(i32),
    Never,
}
