//! What varisat has learned, as its proof says.

/// The memory of the clauses that varisat has learned and not forgotten. It tells nobody, but its proof has each of them.
///
/// The proof is a row of steps. A step is a code, and numbers of as many bytes as they need. Only how many literals a clause has is read.
#[derive(Debug, Default)]
pub(super) struct LearnedClauses {
    /// The beginning of a step whose end is not written yet.
    begun: Vec<u8>,
    /// Set once a step is not understood: nothing is known any more.
    is_lost: bool,
    /// About how many bytes the clauses take.
    pub(super) bytes: u64,
}

/// What a learned clause takes beside its literals, and each of these; measured.
const CLAUSE_BYTES: u64 = 64;
const LITERAL_BYTES: u64 = 12;

/// What a step means for learned clauses, with the number of their literals.
enum Step {
    Learned(u64),
    Forgotten(u64),
    Other,
}

/// Why a step is not read.
enum Unread {
    /// Its end is not written yet.
    Begun,
    /// It has an unknown code.
    Unknown,
}

impl LearnedClauses {
    /// Reads a further part of the proof.
    pub(super) fn read(&mut self, part: &[u8]) {
        if self.is_lost {
            return;
        }
        self.begun.extend_from_slice(part);
        let mut rest = &self.begun[..];
        loop {
            match step(rest) {
                Ok((Step::Learned(literals), after)) => (self.bytes, rest) = (self.bytes + bytes(literals), after),
                Ok((Step::Forgotten(literals), after)) => {
                    (self.bytes, rest) = (self.bytes.saturating_sub(bytes(literals)), after);
                }
                Ok((Step::Other, after)) => rest = after,
                Err(Unread::Begun) => break,
                Err(Unread::Unknown) => {
                    (self.is_lost, self.bytes) = (true, 0);
                    break;
                }
            }
        }
        let read = self.begun.len() - rest.len();
        self.begun.drain(..read);
    }
}

fn bytes(literals: u64) -> u64 {
    CLAUSE_BYTES + LITERAL_BYTES * literals
}

/// The first step of a proof, and what follows it.
fn step(proof: &[u8]) -> Result<(Step, &[u8]), Unread> {
    let (code, rest) = number(proof)?;
    Ok(match code {
        // Names of variables, and what becomes of them.
        0 | 2 => (Step::Other, numbers(rest, 2)?),
        1 | 3..=6 | 13 => (Step::Other, numbers(rest, 1)?),
        // A clause that follows, and the clauses from which it does.
        7 => {
            let (literals, rest) = list(rest, 1)?;
            (Step::Learned(literals), list(rest, 1)?.1)
        }
        8 | 17 => (Step::Other, list(list(rest, 1)?.1, 1)?.1),
        // Units, each with the clause that became one.
        9 => (Step::Other, list(rest, 2)?.1),
        10 => {
            let (literals, rest) = list(rest, 1)?;
            (Step::Forgotten(literals), rest)
        }
        11 | 12 | 14..=16 => (Step::Other, list(rest, 1)?.1),
        _ => return Err(Unread::Unknown),
    })
}

/// How many things there are, of some numbers each, and what follows them.
fn list(proof: &[u8], each: u64) -> Result<(u64, &[u8]), Unread> {
    let (count, rest) = number(proof)?;
    Ok((count, numbers(rest, count * each)?))
}

fn numbers(mut proof: &[u8], count: u64) -> Result<&[u8], Unread> {
    for _ in 0..count {
        proof = number(proof)?.1;
    }
    Ok(proof)
}

/// A number, and what follows it. As many bytes as there are zeros before the first one, from the lowest bit on, follow the first byte;
/// the bits above that one are the number.
fn number(proof: &[u8]) -> Result<(u64, &[u8]), Unread> {
    let byte = |place: usize| proof.get(place).map(|&byte| u64::from(byte)).ok_or(Unread::Begun);
    let first = byte(0)?;
    let zeros = if first > 0 { first.trailing_zeros() } else { 8 + (byte(1)? | 2).trailing_zeros() } as usize;
    let (this, rest) = proof.split_at_checked(zeros + 1).ok_or(Unread::Begun)?;
    // Counts and codes take few bytes; of larger numbers nobody reads the value.
    let low = this.iter().take(8).enumerate().fold(0, |number, (place, &byte)| number | u64::from(byte) << (8 * place));
    Ok((low >> (zeros + 1).min(63), rest))
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::io;
    use std::rc::Rc;

    use varisat::{ExtendFormula, Lit, ProofFormat, Solver};

    use super::*;

    #[derive(Clone, Default)]
    struct Sink(Rc<RefCell<Vec<u8>>>);

    impl io::Write for Sink {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Pigeons and holes: a proof of many learned clauses, most of which are forgotten.
    #[test]
    fn a_whole_proof_is_understood_in_whatever_parts_it_comes() {
        let (pigeons, holes) = (8, 7);
        let in_hole = |pigeon: usize, hole: usize| Lit::from_index(pigeon * holes + hole, true);
        let sink = Sink::default();
        let mut solver = Solver::new();
        solver.write_proof(sink.clone(), ProofFormat::Varisat);
        for pigeon in 0..pigeons {
            solver.add_clause(&(0..holes).map(|hole| in_hole(pigeon, hole)).collect::<Vec<_>>());
            for hole in 0..holes {
                (0..pigeon).for_each(|other| solver.add_clause(&[!in_hole(pigeon, hole), !in_hole(other, hole)]));
            }
        }
        assert!(!solver.solve().unwrap());
        drop(solver);
        let proof = sink.0.borrow();
        // The most that was learned at once, and whether all steps are read: after the last one stands a code of the end alone.
        let read = |part: usize| {
            let (mut learned, mut most) = (LearnedClauses::default(), 0);
            for part in proof.chunks(part) {
                learned.read(part);
                most = most.max(learned.bytes);
            }
            (most, learned.begun.len())
        };
        let (most, end) = read(1);
        assert!(most > 100 * CLAUSE_BYTES && end < 16, "{most} bytes, and {end} unread ones");
        assert!([2, 7, 100].into_iter().all(|part| read(part).1 == end && read(part).0 <= most));
    }
}
