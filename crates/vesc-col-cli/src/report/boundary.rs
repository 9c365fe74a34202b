//! The most specific and the most general concepts, for people and for programs.

use std::fmt;
use std::time::Duration;

use serde_json::{Value, json};
use vesc_col::explain::{Boundary, is_incomparable};
use vesc_col::{Dnf, Features, SubSpace};

/// The number of concepts of either kind that the text names.
const SHOWN_CONCEPTS: usize = 10;

/// The number of formulas of an overfit answer from which most specific and most general concepts are sought.
pub(crate) const BOUNDARY_STARTS: usize = 5;

/// Concepts that are not found within this time are left out.
pub(crate) const BOUNDARY_PATIENCE: Duration = Duration::from_secs(10);

/// The most specific and the most general concepts of a sub-space, for a report.
pub(crate) struct BoundaryReport<'a> {
    pub(crate) boundary: &'a Boundary,
    pub(crate) space: &'a dyn SubSpace,
    pub(crate) features: &'a Features,
}

impl BoundaryReport<'_> {
    /// Writes `most_specific`, `most_general` and `boundary`, null if there is none.
    pub(crate) fn write(report: Option<&BoundaryReport<'_>>, object: &mut Value) {
        let texts = |choose: fn(&Boundary) -> &Vec<Dnf>| -> Value {
            let text = |features: &Features, dnf: &Dnf| json!({"text": dnf.display(features).to_string()});
            report
                .map(|report| choose(report.boundary).iter().map(|dnf| text(report.features, dnf)).collect::<Vec<_>>())
                .into()
        };
        object["most_specific"] = texts(|boundary| &boundary.specific);
        object["most_general"] = texts(|boundary| &boundary.general);
        let boundary = |report: &BoundaryReport<'_>| json!({"complete": report.boundary.is_complete, "incomparable": is_incomparable(report.space)});
        object["boundary"] = report.map(boundary).into();
    }

    fn fmt_some(&self, concepts: &[Dnf], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        concepts.iter().take(SHOWN_CONCEPTS).try_for_each(|dnf| writeln!(f, "    {}", dnf.display(self.features)))?;
        match concepts.len().saturating_sub(SHOWN_CONCEPTS) {
            0 => Ok(()),
            more => writeln!(f, "    ... and {more} more (--format json has all)"),
        }
    }
}

impl fmt::Display for BoundaryReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Boundary { specific, general, is_complete, .. } = self.boundary;
        if let ([only], [_], true) = (&specific[..], &general[..], *is_complete)
            && specific == general
        {
            return writeln!(f, "\nthere is one concept:\n    {}", only.display(self.features));
        }
        if is_incomparable(self.space) {
            let each = if *is_complete { format!("each of the {}", specific.len()) } else { "each".to_owned() };
            let some = if *is_complete { "" } else { "; some of them:" };
            writeln!(f, "\nno concept implies another one: {each} is a most specific and a most general one{some}")?;
            return self.fmt_some(specific, f);
        }
        if *is_complete && specific == general {
            let all = specific.len();
            writeln!(
                f,
                "\nno concept implies another one: each of the {all} is a most specific and a most general one"
            )?;
            return self.fmt_some(specific, f);
        }
        for (what, concepts) in [("most specific", specific), ("most general", general)] {
            let more = if *is_complete { "" } else { " found, there may be more" };
            writeln!(f, "\n{what} concepts: {}{more}", concepts.len())?;
            self.fmt_some(concepts, f)?;
        }
        Ok(())
    }
}
