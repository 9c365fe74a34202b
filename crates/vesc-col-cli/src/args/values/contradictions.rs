//! The option `--contradictions`.

use std::fmt;

use vesc_col::search::Share;

/// What becomes of equal rows of different labels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Contradictions {
    #[default]
    Refuse,
    LeaveOut,
    /// Positive where at least this share of them is, and negative elsewhere; `None` for never.
    PositiveFrom(Option<Share>),
}

impl Contradictions {
    pub(crate) fn parse(text: &str) -> Result<Contradictions, String> {
        match text.trim() {
            "refuse" => Ok(Contradictions::Refuse),
            "leave-out" => Ok(Contradictions::LeaveOut),
            "negative" => Ok(Contradictions::PositiveFrom(None)),
            "positive" => Ok(Contradictions::PositiveFrom(Share::new(0, 1))),
            share => share.parse().map(|share| Contradictions::PositiveFrom(Some(share))).map_err(|_| {
                "expected refuse, negative, positive, leave-out, or a share from 0 to 1 such as 0.75 or 2/3".to_owned()
            }),
        }
    }

    /// What is typed for it; `None` if that is the default.
    pub(crate) fn as_typed(self) -> Option<String> {
        match self {
            Contradictions::Refuse => None,
            Contradictions::LeaveOut => Some("leave-out".to_owned()),
            Contradictions::PositiveFrom(None) => Some("negative".to_owned()),
            Contradictions::PositiveFrom(Some(share)) if share.is_reached(0, 1) => Some("positive".to_owned()),
            Contradictions::PositiveFrom(Some(share)) => Some(share.to_string()),
        }
    }

    /// The label of equal rows, of which these numbers are positive and negative; `None` if they are left out.
    pub(crate) fn label(self, positives: u64, negatives: u64) -> Option<bool> {
        match self {
            Contradictions::Refuse | Contradictions::LeaveOut => None,
            Contradictions::PositiveFrom(share) => {
                Some(share.is_some_and(|share| share.is_reached(positives, positives + negatives)))
            }
        }
    }
}

/// What was done, as in "equal rows of different labels are ...".
impl fmt::Display for Contradictions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contradictions::Refuse => f.write_str("refused"),
            Contradictions::LeaveOut => f.write_str("left out"),
            Contradictions::PositiveFrom(None) => f.write_str("negative"),
            Contradictions::PositiveFrom(Some(share)) if share.is_reached(0, 1) => f.write_str("positive"),
            Contradictions::PositiveFrom(Some(share)) if share.is_whole() => {
                f.write_str("positive where all of them are, negative elsewhere")
            }
            Contradictions::PositiveFrom(Some(share)) => {
                write!(f, "positive where at least {share} of them are, negative elsewhere")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_equal_rows() {
        for (text, expected) in [
            ("leave-out", [None; 3]),
            ("negative", [Some(false); 3]),
            ("positive", [Some(true); 3]),
            ("0.75", [Some(false), Some(true), Some(true)]),
            ("75%", [Some(false), Some(true), Some(true)]),
            ("1", [Some(false); 3]),
            ("2/3", [Some(true); 3]),
            ("0.66666666666666667", [Some(false), Some(true), Some(true)]),
        ] {
            let rule = Contradictions::parse(text).expect(text);
            assert_eq!([(2, 1), (3, 1), (9, 1)].map(|(i, j)| rule.label(i, j)), expected, "{text}");
        }
        let all = Contradictions::parse("100%").expect("a share");
        assert_eq!(all.to_string(), "positive where all of them are, negative elsewhere");
        for text in ["", "maybe", "1.5", "-1", "3/2", "1/0", "1/"] {
            assert!(Contradictions::parse(text).is_err(), "{text}");
        }
    }
}
