//! Formulas of several terms, put together from lists of consistent terms.
//!
//! A DNF rejects a negative if and only if each term does, so only the positives couple terms. A formula of k terms is
//! a set of k consistent terms that together cover all positives. This stage finds such sets:
//!
//! ```text
//! session
//!    |-- all are irredundant ---->  assignment           assign positives to terms; prune by dual_bound
//!    |-- some may be redundant -->  enumeration          list all consistent terms, combine them
//!    |                              probe                a few formulas, to see early that there are too many
//!    |-- too many terms to list ->  extension            find irredundant formulas, add other terms
//!    |-- too many formulas ------>  pairs                count two terms by what the shorter one covers
//!    |                              inclusion_exclusion  count more of them over the sets of positives
//!    v
//! collector: counts formulas, groups them into concepts, makes the answer
//!
//! All ask term_store, which keeps consistent terms with the positives that they cover.
//! ```
//!
//! `cost` estimates what counting takes.
//!
//! Two searches for formulas stay, because each gives what the other cannot. `assignment` needs no list of all terms. It
//! finds irredundant formulas only, which makes its pruning valid. `enumeration` finds all formulas, also within an error
//! budget, but all terms must be listed. `probe` and `extension` call both.

#[cfg(test)]
mod agreement;
pub(crate) mod assignment;
pub(crate) mod collector;
mod cost;
pub(crate) mod dual_bound;
pub(crate) mod enumeration;
pub(crate) mod extension;
pub(crate) mod inclusion_exclusion;
pub(crate) mod pairs;
pub(crate) mod probe;
pub(crate) mod term_store;
