//! The most specific and the most general concepts, for people and for programs.

use std::fmt;
use std::time::Duration;

use serde_json::{Value, json};
use vesc_col::explain::{Boundary, is_incomparable};
use vesc_col::{Dnf, Features, SubSpace};

/// How many of either end the text names.
const SHOWN: usize = 10;

/// Ends that are not found within this time are left out.
pub(crate) const ENDS_PATIENCE: Duration = Duration::from_secs(10);

/// The ends of the version space of a sub-space.
pub(crate) struct Ends<'a> {
    pub(crate) boundary: &'a Boundary,
    pub(crate) space: &'a dyn SubSpace,
    pub(crate) features: &'a Features,
    /// Whether to name some even if each concept is an end.
    pub(crate) if_each: bool,
}

impl Ends<'_> {
    /// Writes `most_specific`, `most_general` and `boundary`, null if there is none.
    pub(crate) fn write(ends: Option<&Ends<'_>>, object: &mut Value) {
        let texts = |choose: fn(&Boundary) -> &Vec<Dnf>| -> Value {
            let text = |features: &Features, dnf: &Dnf| json!({"text": dnf.display(features).to_string()});
            ends.map(|ends| choose(ends.boundary).iter().map(|dnf| text(ends.features, dnf)).collect::<Vec<_>>()).into()
        };
        object["most_specific"] = texts(|boundary| &boundary.specific);
        object["most_general"] = texts(|boundary| &boundary.general);
        let boundary = |ends: &Ends<'_>| json!({"complete": ends.boundary.is_complete, "incomparable": is_incomparable(ends.space)});
        object["boundary"] = ends.map(boundary).into();
    }

    fn fmt_some(&self, concepts: &[Dnf], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = concepts.iter().take(SHOWN);
        shown.try_for_each(|dnf| writeln!(f, "    {}", dnf.display(self.features)))
    }
}

impl fmt::Display for Ends<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Boundary { specific, general, is_complete, .. } = self.boundary;
        if is_incomparable(self.space) {
            writeln!(f, "\nno concept implies another one: each is a most specific and a most general one")?;
            return if self.if_each { self.fmt_some(specific, f) } else { Ok(()) };
        }
        for (what, concepts) in [("most specific", specific), ("most general", general)] {
            let more = if *is_complete { "" } else { " found, there may be more" };
            writeln!(f, "\n{what} concepts: {}{more}", concepts.len())?;
            self.fmt_some(concepts, f)?;
        }
        Ok(())
    }
}
