//! The options about the form of the hypotheses.

use clap::{Args, ValueEnum};

use super::dnf::DnfArgs;
use crate::text::typed_option;

// The variants have no doc comments, as clap would then print each help text over many lines.

/// The form of the hypotheses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    #[default]
    Dnf,
    Cnf,
    Threshold,
    Parity,
    List,
    Tree,
    Obdd,
}

/// What the hypotheses look like.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Hypotheses")]
pub(crate) struct LanguageArgs {
    /// The form of the hypotheses.
    ///
    /// In this order: an OR of ANDs, an AND of ORs, "at least t of these literals", a parity. Then a decision list,
    /// tree or diagram.
    #[arg(long, hide_short_help = true, value_name = "LANGUAGE", value_enum, default_value_t)]
    pub(crate) language: Language,

    #[command(flatten)]
    pub(crate) dnf: DnfArgs,

    /// The order in which a diagram asks columns, those that are not listed last (obdd only) [default: that of the
    /// file].
    #[arg(long, hide_short_help = true, value_name = "COL,...", allow_hyphen_values = true)]
    pub(crate) column_order: Option<String>,
}

impl LanguageArgs {
    /// The options that say more than the language, as they are typed.
    pub(crate) fn as_typed(&self) -> Vec<String> {
        let order = self.column_order.iter().map(|order| typed_option("--column-order", order));
        self.dnf.as_typed().into_iter().chain(order).collect()
    }
}

impl Language {
    /// Its name on the command line.
    pub(crate) fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// Whether the size of a hypothesis is counted in literals and terms.
    pub(crate) fn has_terms(self) -> bool {
        matches!(self, Language::Dnf | Language::Cnf)
    }
}
