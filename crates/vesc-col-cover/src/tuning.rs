//! Numbers that change how long a search takes, and never what it finds.
//!
//! Tests pass smaller ones, so that small data reach all code.

/// Tuning of a search for terms of one size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tuning {
    /// Words of memory for the columns of choices at one node. Default 131072 words, 1 MiB: little beside the rows of a large problem.
    pub(crate) column_words: usize,
    /// The most rows that are asked one by one which literals hit them; more are asked by columns. Default 2048 rows.
    pub(crate) rows_one_by_one: usize,
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning { column_words: 1 << 17, rows_one_by_one: 2048 }
    }
}

impl Tuning {
    /// Numbers that data of a test exceed.
    #[cfg(test)]
    pub(crate) fn small() -> Tuning {
        Tuning { column_words: 20, rows_one_by_one: 100 }
    }
}
