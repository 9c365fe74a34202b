//! The families that are asked for, and those that a session keeps.

use std::collections::HashMap;
use std::rc::Rc;

use vesc_col_core::{Dataset, Domain};

use super::candidates::{Candidate, Candidates, Key};
use super::desk::Desk;
use super::family::{Family, Positives};
use crate::halt::Halt;

/// What a session keeps from one question to the next: families that are known in full.
#[derive(Default)]
pub(crate) struct Library {
    complete: HashMap<Key, Candidates>,
    /// The legal inputs of these families.
    domain: Domain,
    positives: Option<Rc<Positives>>,
}

/// A larger family is not kept, nor is a library of more candidates and families.
const FAMILY_KEPT: usize = 64;
const KEPT: usize = 20_000;

/// The families of one question.
pub(crate) struct Families<'a> {
    library: &'a mut Library,
    data: &'a Dataset,
    domain: Domain,
    pub(crate) positives: Rc<Positives>,
    open: HashMap<Key, Family<'a>>,
}

impl<'a> Families<'a> {
    pub(crate) fn new(library: &'a mut Library, data: &'a Dataset, domain: &Domain) -> Families<'a> {
        if library.domain != *domain {
            library.complete.clear();
            library.domain = domain.clone();
        }
        let positives = library.positives.get_or_insert_with(|| Rc::new(Positives::new(data))).clone();
        Families { library, data, domain: domain.clone(), positives, open: HashMap::new() }
    }

    /// A family's candidate by its position; `None` beyond the last one.
    pub(crate) fn get(&mut self, key: &Key, index: usize, desk: &Desk<'a>) -> Result<Option<Candidate<'_>>, Halt> {
        if !self.open.contains_key(key) {
            desk.charge(64 + 16 * key.accepts.words().len() as u64)?;
            let family = match self.library.complete.get(key) {
                Some(known) => Family::complete(known.clone()),
                None => Family::new(key, &self.positives, self.data, desk)?,
            };
            self.open.insert(key.clone(), family);
        }
        let family = self.open.get_mut(key).expect("it was just made");
        family.get(index, &self.positives, &self.domain, desk)
    }
}

/// Small families that are known in full go to the library.
impl Drop for Families<'_> {
    fn drop(&mut self) {
        let complete = &mut self.library.complete;
        let mut kept: usize = complete.values().map(|family| 1 + family.len()).sum();
        for (key, family) in self.open.drain() {
            let Some(found) = family.into_complete().filter(|found| found.len() <= FAMILY_KEPT) else { continue };
            kept += 1 + found.len();
            if kept > KEPT {
                break;
            }
            complete.insert(key, found);
        }
    }
}
