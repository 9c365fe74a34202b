//! Sub-spaces: all formulas of one complexity, and how to write your own.
//!
//! [`DnfSpace`] is the paper's: all formulas of l literals in k terms. [`LegalDnfSpace`] is the same over declared legal
//! inputs. Any other language implements [`SubSpace`] by two [`Circuit`]s. A search goes through a list of sub-spaces; the
//! list is its order.
//!
//! ```
//! use vesc_col::sub_space::SubSpace;
//! use vesc_col::DnfSpace;
//!
//! let order: Vec<String> = DnfSpace::up_to(4, 2, 2).map(|space| space.complexity().to_string()).collect();
//! assert_eq!(order, ["1 literal, 1 term", "2 literals, 1 term", "2 literals, 2 terms"]);
//! ```

#[cfg(feature = "sat")]
mod declared;
mod key;

#[cfg(feature = "sat")]
pub use declared::DeclaredSpace;
pub use key::{KeyError, from_key};
pub use vesc_col_core::{
    Circuit, Complexity, DnfSpace, Gate, LegalDnfSpace, Shape, Signal, SubSpace, TermRules, paper_order, terms_order,
};
