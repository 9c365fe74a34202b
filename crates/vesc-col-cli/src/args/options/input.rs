//! The options about the file and its columns.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::args::values::{self, ColumnOption, Contradictions};

/// Which file, and what its columns mean.
#[derive(Debug, Args)]
#[command(next_help_heading = "The file")]
pub(crate) struct InputArgs {
    /// CSV with a header row; `-` is standard input.
    ///
    /// Cells are 0, 1, true or false unless --types or --schema say otherwise.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// More files with the same columns: one data set, whose lines are counted on from file to file.
    #[arg(hide_short_help = true, value_name = "MORE")]
    pub(crate) more_files: Vec<PathBuf>,

    /// What separates columns: one character, or `tab` [default: what the header shows, a comma, `;`, tab or `|`].
    #[arg(long, alias = "sep", hide_short_help = true, value_name = "CHAR", value_parser = values::delimiter)]
    pub(crate) delimiter: Option<u8>,

    /// The label column [default: the last column that is not ignored].
    #[arg(long, value_name = "NAME")]
    pub(crate) label: Option<String>,

    /// The label that is positive; all others are negative.
    ///
    /// With --negative, others are left out. In a list such as `E1;E2` it is one of the items. May be given again for
    /// another one. Some row must have each of them, but for eval. [default: 1, true, yes, pos and positive are
    /// positive; 0, false, no, neg and negative are negative; any other label is refused].
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true)]
    pub(crate) positive: Vec<String>,

    /// The label that is negative; with --positive, all others are left out.
    ///
    /// Without --positive all others are positive. Rows without a label are left out, unless `--negative=` names these. May be given again for another one [default: see --positive].
    #[arg(long, hide_short_help = true, value_name = "VALUE", allow_hyphen_values = true)]
    pub(crate) negative: Vec<String>,

    /// The column that says how many runs a row stands for.
    ///
    /// Errors, supports and reports then count runs. A row that stands for none is left out [default: each row is one run].
    #[arg(long, hide_short_help = true, value_name = "NAME")]
    pub(crate) count_column: Option<String>,

    /// What to do with equal rows of different labels: refuse them, make them all negative or all positive, or leave them out.
    ///
    /// A share such as 0.75 makes them positive where at least that share of the runs is positive, and negative elsewhere.
    #[arg(long, hide_short_help = true, value_name = "WHAT", default_value = "refuse", value_parser = Contradictions::parse)]
    pub(crate) contradictions: Contradictions,

    /// Columns to leave out, such as run ids and seeds.
    ///
    /// Names are separated by commas; `*` stands for anything. May be given again [default: none].
    #[arg(long, value_name = "COL,...")]
    pub(crate) ignore: Vec<String>,

    /// Types of the columns.
    ///
    /// Columns without a declared type are Boolean, or their types are inferred from their cells: Boolean, two words, numbers, versions, dates, numbers with units or in other
    /// bases, identifiers, or categorical.
    #[arg(long, value_name = "TYPES", value_enum, default_value_t)]
    pub(crate) types: Types,

    /// A TOML file that says what the columns are, and which inputs are legal [default: none].
    #[arg(long, hide_short_help = true, value_name = "FILE")]
    pub(crate) schema: Option<PathBuf>,

    /// The type of a column, as in a schema: `len=numeric`, `mode=categorical`.
    ///
    /// Values or thresholds follow a colon, from least to greatest: `prio=ordered:low,mid,high`, `len=numeric:2,4,8`.
    /// May be given again for another column [default: none].
    #[arg(long, hide_short_help = true, value_name = "NAME=TYPE", allow_hyphen_values = true, value_parser = values::column)]
    pub(crate) column: Vec<ColumnOption>,

    /// Columns to be read as plain texts by --types auto.
    ///
    /// Values that the file does not have are legal then. Undoes that two words are opposites, that numbers have an order,
    /// and that names of rows are not used. `*` stands for anything. May be given again [default: none].
    #[arg(long, hide_short_help = true, value_name = "COL,...")]
    pub(crate) open: Vec<String>,

    /// Take no values for legal but those in the file, in columns of texts that --types auto reads.
    #[arg(long, hide_short_help = true)]
    pub(crate) closed: bool,

    /// 0/1 columns of which exactly one is 1 in every possible run; `*` stands for anything.
    ///
    /// May be given again for another group [default: none].
    #[arg(long, hide_short_help = true, value_name = "COL,...")]
    pub(crate) one_hot: Vec<String>,

    /// 0/1 columns of which at most one is 1 in every possible run; `*` stands for anything.
    ///
    /// May be given again for another group [default: none].
    #[arg(long, hide_short_help = true, value_name = "COL,...")]
    pub(crate) exclusive: Vec<String>,

    /// What is so in every possible run, such as `parity_en -> len>=4` or `a & b -> !c`.
    ///
    /// May be given again for another implication [default: none].
    #[arg(long, hide_short_help = true, value_name = "A -> B")]
    pub(crate) implies: Vec<String>,
}

impl InputArgs {
    /// All files that are read, each with what it is.
    pub(crate) fn files(&self) -> Vec<(&'static str, &Path)> {
        let data = std::iter::once(&self.file).chain(&self.more_files).map(|file| ("the input", &**file));
        data.chain(self.schema.iter().map(|file| ("the schema", &**file))).collect()
    }
}

// The variants have no doc comments, as clap would then print each help text over many lines.

/// What the columns are that no schema mentions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Types {
    #[default]
    Boolean,
    Auto,
}
