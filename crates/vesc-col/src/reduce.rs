//! Columns that are equal or complementary in every row count as one while a sub-space is measured.
//!
//! Two questions take the place of one. The first speaks of one column of each class, where far fewer formulas are possible.
//! The second speaks of all columns of the few classes that the first answer has formulas of.
//!
//! It is exact for k-term DNF over free inputs, if there are rows of both labels. All smaller sizes must be empty for
//! one column of each class:
//!
//! * A term of the original columns is one of the classes, of as many literals or fewer. So nothing fits at a size if
//!   nothing fits at it or at a smaller one for the classes.
//! * If nothing fits at a smaller one, each formula that fits has one class for each of its literals. These classes
//!   make a formula that fits, too. No literal and no term can be spared, so a concept depends on each of its columns.
//!   All its formulas speak of the same ones. So all formulas that fit speak of columns of the classes that fit.
//! * Formulas that fit for one column of each class fit as they are. Another column of a class in all its places makes
//!   another concept. So the numbers of columns, multiplied for each concept, are a lower bound on |VS|.
//!
//! Every other question goes to all columns as before.

mod session;

pub(crate) use session::ReducedSession;
