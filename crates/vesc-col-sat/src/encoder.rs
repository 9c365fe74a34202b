//! From circuits to clauses.

mod counter;

use indexmap::IndexMap;
use vesc_col_core::{EngineError, Gate, Run, Signal, StopReason};

use crate::encoded_circuit::EncodedCircuit;
use crate::encoding::SatEncoding;
use crate::error::MeasureError;
use crate::{Lit, NAME, Solver, SolverOutcome, Tuning};
use counter::Network;

/// Writes clauses into a solver, on a memory budget.
///
/// A symbol stands for an And gate. It is defined when a clause first needs it, in the direction in which the clause
/// needs it (Plaisted and Greenbaum 1986). Symbols are found again by their operands, so they are shared even between
/// circuits. Models must be projected on the inputs: a symbol is not always a function of them.
pub(crate) struct Encoder<'a> {
    solver: Box<dyn Solver>,
    run: &'a Run,
    encoding: SatEncoding,
    /// The symbols of And gates by their operands.
    symbols: IndexMap<Box<[Lit]>, Symbol>,
    /// For each variable its position in `symbols`, if it is one.
    defined: Vec<Option<u32>>,
    /// Literals whose definition is marked as written but is not written yet.
    pending: Vec<Lit>,
    /// The counting gates by their operands: all thresholds share one network.
    networks: IndexMap<Box<[Lit]>, Network>,
    bytes: u64,
    clauses: u64,
}

struct Symbol {
    literal: Lit,
    /// Whether the implication from the symbol, and the one to it, is written.
    written: [bool; 2],
}

impl<'a> Encoder<'a> {
    pub(crate) fn new(solver: Box<dyn Solver>, encoding: SatEncoding, run: &'a Run) -> Encoder<'a> {
        Encoder {
            solver,
            run,
            encoding,
            symbols: IndexMap::new(),
            defined: Vec::new(),
            pending: Vec::new(),
            networks: IndexMap::new(),
            bytes: 0,
            clauses: 0,
        }
    }

    pub(crate) fn run(&self) -> &'a Run {
        self.run
    }

    pub(crate) fn encoding(&self) -> SatEncoding {
        self.encoding
    }

    /// A fresh variable's positive literal.
    pub(crate) fn variable(&mut self) -> Result<Lit, MeasureError> {
        self.charge(self.encoding.tuning.variable_bytes)?;
        Ok(self.solver.new_var().positive())
    }

    /// Fresh variables' positive literals.
    pub(crate) fn variables(&mut self, count: usize) -> Result<Vec<Lit>, MeasureError> {
        (0..count).map(|_| self.variable()).collect()
    }

    /// Asserts a signal, or that the guard implies it.
    ///
    /// Conjunctions and disjunctions at the top become clauses without symbols. Where a disjunction's complement has a
    /// symbol already, the symbol is asserted false, so that the solver drops it from all other clauses at once.
    pub(crate) fn assert(
        &mut self,
        encoded: &mut EncodedCircuit,
        signal: Signal,
        guard: Option<Lit>,
    ) -> Result<(), MeasureError> {
        // A conjunction may reach an operand on many ways, but asserts it once.
        let mut asserted = indexmap::IndexSet::from([signal]);
        let mut next = 0;
        while let Some(&signal) = asserted.get_index(next) {
            next += 1;
            let mut clause: Vec<Lit> = guard.map(|guard| !guard).into_iter().collect();
            match (signal.constant(), encoded.circuit.gate(signal.gate())) {
                (Some(true), _) => continue,
                (Some(false), _) => {}
                (None, Gate::And(operands)) if !signal.is_complemented() => {
                    asserted.extend(operands.iter().copied());
                    continue;
                }
                (None, Gate::And(operands)) => {
                    let operands: Vec<Signal> = operands.to_vec();
                    let operands: Vec<Lit> =
                        operands.into_iter().map(|operand| self.literal(encoded, operand)).collect::<Result<_, _>>()?;
                    match self.known_symbol(&operands) {
                        Some(symbol) => clause.push(!symbol),
                        None => clause.extend(operands.into_iter().map(|operand| !operand)),
                    }
                }
                (None, _) => clause.push(self.literal(encoded, signal)?),
            }
            self.clause(&clause)?;
        }
        Ok(())
    }

    /// A fresh literal that implies a signal.
    pub(crate) fn implied(&mut self, encoded: &mut EncodedCircuit, signal: Signal) -> Result<Lit, MeasureError> {
        let literal = self.variable()?;
        self.assert(encoded, signal, Some(literal))?;
        Ok(literal)
    }

    /// Adds a clause, with the definitions of its symbols as far as it needs them.
    pub(crate) fn clause(&mut self, clause: &[Lit]) -> Result<(), MeasureError> {
        self.write(clause)?;
        for &literal in clause {
            self.demand(literal);
        }
        while let Some(literal) = self.pending.pop() {
            self.define(literal)?;
        }
        Ok(())
    }

    /// Searches an assignment.
    pub(crate) fn solve(&mut self, assumptions: &[Lit]) -> Result<bool, MeasureError> {
        match self.solver.solve(assumptions) {
            Ok(SolverOutcome::Sat) => Ok(true),
            Ok(SolverOutcome::Unsat) => Ok(false),
            Ok(SolverOutcome::Stopped(reason)) => Err(MeasureError::Stopped(reason)),
            Err(error) => Err(EngineError::failed(NAME, error).into()),
        }
    }

    /// A literal's value in the assignment found.
    pub(crate) fn value(&self, literal: Lit) -> bool {
        self.solver.value(literal)
    }

    /// Accounts for memory taken.
    pub(crate) fn charge(&mut self, bytes: u64) -> Result<(), MeasureError> {
        self.bytes += bytes;
        match self.run.memory() {
            Some(budget) if self.bytes > budget => Err(MeasureError::Stopped(StopReason::Memory)),
            _ => Ok(()),
        }
    }

    /// The literal of a signal; symbols are made for the gates below that have none.
    pub(crate) fn literal(&mut self, encoded: &mut EncodedCircuit, signal: Signal) -> Result<Lit, MeasureError> {
        let mut stack = vec![signal.gate()];
        while let Some(&gate) = stack.last() {
            if encoded.get(gate).is_none() {
                let (Gate::And(operands) | Gate::AtLeast(_, operands)) = encoded.circuit.gate(gate) else {
                    return Err(EngineError::unsupported(NAME, "a gate of an unknown kind").into());
                };
                let missing = operands.iter().map(|operand| operand.gate()).filter(|&gate| encoded.get(gate).is_none());
                let depth = stack.len();
                stack.extend(missing);
                if stack.len() > depth {
                    continue;
                }
                let literals: Vec<Lit> = operands.iter().filter_map(|&operand| known(encoded, operand)).collect();
                let literal = match *encoded.circuit.gate(gate) {
                    Gate::AtLeast(threshold, _) => self.at_least(threshold, literals)?,
                    _ => self.symbol(literals)?,
                };
                encoded.set(gate, literal);
            }
            stack.pop();
        }
        Ok(known(encoded, signal).expect("the loop above ends when the gate has a literal"))
    }

    /// The symbol of a conjunction, if there is one already.
    fn known_symbol(&self, operands: &[Lit]) -> Option<Lit> {
        let mut key = operands.to_vec();
        key.sort_unstable();
        self.symbols.get(&key[..]).map(|symbol| symbol.literal)
    }

    /// The symbol of a conjunction.
    fn symbol(&mut self, mut operands: Vec<Lit>) -> Result<Lit, MeasureError> {
        if let Some(symbol) = self.known_symbol(&operands) {
            return Ok(symbol);
        }
        operands.sort_unstable();
        self.charge(operands.len() as u64 * self.encoding.tuning.literal_bytes)?;
        let literal = self.variable()?;
        let position = u32::try_from(self.symbols.len()).expect("fewer symbols than variables");
        self.defined.resize(literal.var().index(), None);
        self.defined.push(Some(position));
        self.symbols.insert(operands.into_boxed_slice(), Symbol { literal, written: [false; 2] });
        Ok(literal)
    }

    /// Notes that a clause rests on what the literal implies.
    fn demand(&mut self, literal: Lit) {
        let Some(&Some(position)) = self.defined.get(literal.var().index()) else { return };
        let symbol = &mut self.symbols[position as usize];
        for literal in [literal, !literal] {
            let written = &mut symbol.written[usize::from(literal.is_negated())];
            if !*written {
                *written = true;
                self.pending.push(literal);
            }
            if !self.encoding.equivalences {
                break;
            }
        }
    }

    /// Writes what a symbol, or its negation, implies.
    fn define(&mut self, literal: Lit) -> Result<(), MeasureError> {
        let Some(&Some(position)) = self.defined.get(literal.var().index()) else { return Ok(()) };
        let Some((operands, _)) = self.symbols.get_index(position as usize) else { return Ok(()) };
        let operands = operands.clone();
        if literal.is_negated() {
            let clause: Vec<Lit> = std::iter::once(!literal).chain(operands.iter().map(|&operand| !operand)).collect();
            self.write(&clause)?;
        } else {
            for &operand in &operands {
                self.write(&[!literal, operand])?;
            }
        }
        for &operand in &operands {
            self.demand(operand.negate_if(literal.is_negated()));
        }
        Ok(())
    }

    fn write(&mut self, clause: &[Lit]) -> Result<(), MeasureError> {
        let Tuning { clause_bytes, literal_bytes, .. } = self.encoding.tuning;
        self.charge(clause_bytes + clause.len() as u64 * literal_bytes)?;
        self.clauses += 1;
        if self.clauses.is_multiple_of(1024) {
            self.run.check()?;
        }
        self.solver.add_clause(clause);
        Ok(())
    }
}

fn known(encoded: &EncodedCircuit, signal: Signal) -> Option<Lit> {
    encoded.get(signal.gate()).map(|literal| literal.negate_if(signal.is_complemented()))
}

#[cfg(test)]
mod tests;
