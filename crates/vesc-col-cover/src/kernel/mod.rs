//! The last three literals of a hitting set: 32 pairs are tested at once against a window of rows.
//!
//! # The idea
//!
//! The search has chosen all literals but three. The candidates that are left get *packed indices*: consecutive
//! numbers, sixteen to a *tile* and 64 to a word. The 60 tightest rows that are still missed form the *window*. For
//! each packed index, one word has the rows of the window that it misses. A set of three hits the window if no row is
//! missed by all three.
//!
//! ```text
//!  rows, candidates
//!     |  rows        choose the tightest rows
//!     |  index_map   pack the candidates: 64 to a word
//!     |  window      rows and columns of the window
//!     |  tables      for each tile and group of rows: which indices hit all of a subset? Many indices in buckets
//!     v
//!  sweep             for each first literal a of the tightest row:
//!     |  partner_lists   the second literals b that hit a row which a misses, 32 to a vector
//!     |  tables          look up: which last literals c hit all that a and b miss? Buckets that cannot are skipped
//!     v
//!  survivors         a buffer of sets {a, b, c} for the caller; those that miss a first row are dropped
//!     v
//!  the search checks all rows, and resumes the sweep
//! ```
//!
//! ```text
//!                 rows of the window: fifteen and a full one in each lane
//!  a misses       1 0 1 1 0 | 1 0 1 0 1 | 0 1 1 0 0 | .   ...
//!  b misses       0 0 1 1 1 | 0 1 0 1 1 | 0 0 1 0 1 | .   ...   32 b side by side, in the lanes of a vector
//!  both           0 0 1 1 0 | 0 0 0 0 1 | 0 0 1 0 0 | .   ...   one AND for 32 pairs
//!                 \_______/   \_______/   \_______/
//!                  table 0     table 1     table 2         a tile each: which of sixteen c hit all of these rows?
//!                      \          |          /
//!                         AND of the lanes                 empty for nearly all pairs
//! ```
//!
//! # Why it is exact
//!
//! Each set is tested once, at the first of its literals that hits the tightest row. That literal is removed from the
//! tables afterwards. The window and the tables have some of the missed rows, so they drop only sets that miss a row. A
//! literal and its complement hit all rows together, so the complement of a chosen literal is excluded. If the tables
//! have all rows, sets are counted and not handed over.

pub(crate) mod index_map;
pub(crate) mod partner_lists;
pub(crate) mod rows;
pub(crate) mod survivors;
pub(crate) mod sweep;
pub(crate) mod tables;
pub(crate) mod window;
