//! How an answer does on runs that it has not seen.

use vesc_col::Dnf;

use crate::campaign::Campaign;

/// Further runs by their answers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Judgement {
    pub(crate) both: u64,
    /// The answer holds, the cause does not.
    pub(crate) answer_only: u64,
    /// The cause holds, the answer does not.
    pub(crate) cause_only: u64,
}

/// So many runs are looked at for each answer, and so many where none of these tells it from the cause.
const RUNS: usize = 20_000;
const MORE_RUNS: usize = 100_000;

impl Judgement {
    /// Judges some answers of a campaign.
    pub(crate) fn of(answers: &[&Dnf], campaign: &mut Campaign) -> Vec<Judgement> {
        let mut found = vec![Judgement::default(); answers.len()];
        for run in 0..MORE_RUNS {
            if run == RUNS && found.iter().all(|judgement| !judgement.is_right()) {
                break;
            }
            let (row, label) = campaign.run();
            for (judgement, answer) in found.iter_mut().zip(answers) {
                let holds = answer
                    .terms()
                    .iter()
                    .any(|term| term.iter().all(|literal| row[literal.feature()] != literal.is_negated()));
                match (holds, label) {
                    (true, true) => judgement.both += 1,
                    (true, false) => judgement.answer_only += 1,
                    (false, true) => judgement.cause_only += 1,
                    (false, false) => {}
                }
            }
        }
        found
    }

    pub(crate) fn is_right(&self) -> bool {
        self.terms_are_causes() && self.is_complete()
    }

    pub(crate) fn terms_are_causes(&self) -> bool {
        self.answer_only == 0
    }

    pub(crate) fn is_complete(&self) -> bool {
        self.cause_only == 0
    }
}
