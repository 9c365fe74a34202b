//! placeholder
use crate::{Dnf, DnfSpace};
/// placeholder
#[derive(Clone, Debug)]
pub struct Concept {
    dnf: Dnf,
}
impl Concept {
    /// placeholder
    pub fn of(dnf: &Dnf) -> Concept {
        Concept { dnf: dnf.clone() }
    }
    /// placeholder
    pub fn least_formula(&self, _space: &DnfSpace) -> Option<Dnf> {
        Some(self.dnf.clone())
    }
}
