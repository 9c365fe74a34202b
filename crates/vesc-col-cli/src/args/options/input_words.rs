//! The same options, as a command that a message proposes has them.

use super::input::{InputArgs, Types};
use super::noise::NoiseArgs;
use super::sizes::MaxSizeArgs;
use crate::text::{shell_path, shell_word, typed_option};

impl InputArgs {
    /// The files and the options about them, as they are typed in a shell.
    pub(crate) fn as_typed(&self) -> String {
        let files = std::iter::once(&self.file).chain(&self.more_files);
        let mut words: Vec<String> = files.map(|file| shell_path(&file.to_string_lossy())).collect();
        let mut add = |option: &str, value: &str| words.push(typed_option(&format!("--{option}"), value));
        if let Some(delimiter) = self.delimiter {
            add("delimiter", &if delimiter == b'\t' { "tab".to_owned() } else { char::from(delimiter).to_string() });
        }
        self.label.iter().for_each(|label| add("label", label));
        self.positive.iter().for_each(|label| add("positive", label));
        self.count_column.iter().for_each(|column| add("count-column", column));
        self.contradictions.as_typed().iter().for_each(|what| add("contradictions", what));
        self.ignore.iter().for_each(|columns| add("ignore", columns));
        if self.types == Types::Auto {
            add("types", "auto");
        }
        self.schema.iter().for_each(|file| add("schema", &file.to_string_lossy()));
        self.column.iter().for_each(|column| add("column", &column.text));
        self.open.iter().for_each(|columns| add("open", columns));
        self.one_hot.iter().for_each(|columns| add("one-hot", columns));
        self.exclusive.iter().for_each(|columns| add("exclusive", columns));
        self.implies.iter().for_each(|implication| add("implies", implication));
        words.extend(self.negative.iter().map(|label| typed_option("--negative", label)));
        words.extend(self.closed.then(|| "--closed".to_owned()));
        words.join(" ")
    }
}

impl NoiseArgs {
    /// These options as they are typed, each after a blank.
    pub(crate) fn as_typed(&self) -> String {
        let budget = &self.budget;
        let limits = [
            ("max-false-positives", budget.max_false_positives.map(|most| most.to_string())),
            ("max-false-negatives", budget.max_false_negatives.map(|most| most.to_string())),
            ("max-errors", budget.max_errors.map(|most| most.to_string())),
            ("min-precision", budget.min_precision.map(|least| least.to_string())),
            ("min-recall", budget.min_recall.map(|least| least.to_string())),
        ];
        let limits = limits.iter().filter_map(|(name, limit)| limit.as_ref().map(|limit| format!(" --{name} {limit}")));
        let unknown = self.unknown.iter().map(|words| format!(" --unknown={}", shell_word(words)));
        limits.chain(unknown).collect()
    }
}

impl MaxSizeArgs {
    /// These options as they are typed, a blank after each.
    pub(crate) fn as_typed(&self) -> String {
        self.as_typed_but("")
    }

    /// The same without those that other options set anew.
    pub(crate) fn as_typed_but(&self, others: &str) -> String {
        let sizes = [("literals", self.max_literals), ("terms", self.max_terms), ("size", self.max_size)];
        let kept = sizes.iter().filter(|(what, _)| !others.contains(&format!("--max-{what} ")));
        kept.filter_map(|(what, most)| most.map(|most| format!("--max-{what} {most} "))).collect()
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Only {
        #[command(flatten)]
        input: InputArgs,
        #[command(flatten)]
        noise: NoiseArgs,
    }

    #[test]
    fn options_are_typed_as_they_were() {
        let typed = "'my runs.csv' more.csv --delimiter ';' --label v --positive FAIL --count-column n --contradictions 0.75 \
                     --ignore 'seed*' --types auto --column len=numeric:2,4 --open mode --one-hot 'op_*' --negative= \
                     --negative ok --closed --max-false-positives 1 --min-recall 0.9 --unknown='?,x'";
        let words: Vec<String> = typed.split_whitespace().map(|word| word.replace('\'', "")).collect();
        let (first, rest) = words.split_at(2);
        let Only { input, noise } =
            Only::parse_from([vec!["learn".to_owned(), first.join(" ")], rest.to_vec()].concat());
        assert_eq!(input.as_typed() + &noise.as_typed(), typed);
        for (what, expected) in [("refuse", "runs.csv"), ("leave-out", "runs.csv --contradictions leave-out")] {
            let Only { input, noise } = Only::parse_from(["learn", "runs.csv", "--contradictions", what]);
            assert_eq!(input.as_typed() + &noise.as_typed(), expected);
        }
    }
}
