//! Random tables. Who draws a cell knows what it means: a rank in an order, a word, or a set of items.

use std::collections::{BTreeMap, BTreeSet};

/// One random number after another.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    pub(crate) fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    pub(crate) fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

/// What a column holds.
#[derive(Clone, Debug)]
pub(crate) enum Column {
    /// `0` and `1`.
    Flag,
    /// Words without an order.
    Words,
    /// Texts of this list, whose order is theirs.
    Ordered(Vec<String>),
    /// Sets of these items.
    Set,
}

pub(crate) const WORDS: [&str; 4] = ["idle", "burst", "single", "wrap"];
pub(crate) const ITEMS: [&str; 3] = ["lint", "fuzz", "cov"];
const ORDERS: [&[&str]; 8] = [
    &["-3", "0.5", "7", "10"],
    &["v3.8", "v3.9", "v3.10", "v3.11"],
    &["1.2.9", "1.2.10", "1.10.0-rc1", "1.10.0"],
    &["2023-12-31", "2024-02-03", "2024-02-10", "2024-10-01"],
    &["2024-02-03T09:59", "2024-02-03T10:00:00.5", "2024-02-03 10:01", "2024-02-04"],
    &["0x00f0", "0x0200", "16'h1a00", "0xc000"],
    &["800ns", "1us", "1.5 us", "2ms"],
    &["7.5%", "12%", "80%", "100%"],
];

/// The most values of a column of numbers.
const MOST_NUMBERS: usize = 50;
/// The most inputs that can occur in a world.
const MOST_INPUTS: usize = 2000;

/// A cell's meaning: a rank, the position of a word, or the bits of a set.
pub(crate) type Meaning = usize;

/// A row, of which some cells may be unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) cells: Vec<Option<Meaning>>,
    pub(crate) label: Label,
    /// How many runs it stands for.
    pub(crate) runs: u64,
}

/// What stands in the label's column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Label {
    Positive,
    Negative,
    /// Another failure.
    Other,
    /// Nothing.
    None,
}

/// How labels are written, and what others are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Labels {
    /// `1` and `0`.
    Plain,
    /// `--positive E1`: other failures are negative.
    Positive,
    /// `--positive E1 --negative ok`: other failures are left out, and rows without a label.
    Both,
}

#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) columns: Vec<Column>,
    pub(crate) rows: Vec<Row>,
    pub(crate) labels: Labels,
    /// Whether a column says how many runs a row stands for.
    pub(crate) has_counts: bool,
}

/// A sample: its cells, its label, and for how many runs it stands.
pub(crate) type Sample<'t> = (&'t [Option<Meaning>], bool, u64);

impl Table {
    pub(crate) fn draw(random: &mut Random) -> Table {
        let mut columns: Vec<Column> = (0..2 + random.below(2)).map(|_| column(random)).collect();
        let is_wide = random.one_in(12);
        if is_wide {
            let texts = (0..MOST_NUMBERS).map(|number| (7 * number as i64 - 20).to_string()).collect();
            columns = vec![Column::Ordered(texts), column(random)];
        }
        let labels = random.one_of(&[Labels::Plain, Labels::Plain, Labels::Plain, Labels::Positive, Labels::Both]);
        let has_counts = random.one_in(4);
        let unknown = if random.one_in(3) { 4 + random.below(12) } else { usize::MAX };
        let most_rows = if is_wide { 60 } else { 6 };
        let rows = (0..6 + random.below(most_rows)).map(|number| {
            let cells = columns.iter().map(|column| {
                let meaning = random.below(meanings(column));
                // An empty set is an empty cell, which is not drawn.
                let meaning = if matches!(column, Column::Set) { meaning.max(1) } else { meaning };
                (unknown == usize::MAX || !random.one_in(unknown)).then_some(meaning)
            });
            let cells = cells.collect();
            let label = match (number, labels, random.below(6)) {
                (0, _, _) => Label::Positive,
                (1, _, _) => Label::Negative,
                (_, Labels::Positive | Labels::Both, 0) => Label::Other,
                (_, Labels::Both, 1) => Label::None,
                (_, _, 2 | 3) => Label::Positive,
                _ => Label::Negative,
            };
            Row { cells, label, runs: if has_counts { random.below(4) as u64 } else { 1 } }
        });
        let rows = rows.collect();
        let mut table = Table { columns, rows, labels, has_counts };
        if !random.one_in(3) {
            table.remove_contradictions();
        }
        table
    }

    /// Lets no two samples without unknown cells have the same cells and different labels.
    fn remove_contradictions(&mut self) {
        let mut labels: BTreeMap<Vec<Option<Meaning>>, bool> = BTreeMap::new();
        let role = |row: &Row, labels: Labels| role(row, labels);
        let kind = self.labels;
        self.rows.retain(|row| match role(row, kind) {
            Some(label) => *labels.entry(row.cells.clone()).or_insert(label) == label,
            None => true,
        });
    }

    /// The rows that are samples.
    pub(crate) fn samples(&self) -> Vec<Sample<'_>> {
        let samples = self.rows.iter().filter_map(|row| Some((&row.cells[..], role(row, self.labels)?, row.runs)));
        samples.collect()
    }

    /// Whether the table can be asked: samples of both labels, enough of them, a known cell in each column, and a small world.
    pub(crate) fn is_usable(&self) -> bool {
        let samples = self.samples();
        let both = [true, false].iter().all(|&label| samples.iter().any(|sample| sample.1 == label));
        let is_known = (0..self.columns.len()).all(|column| samples.iter().any(|sample| sample.0[column].is_some()));
        let inputs: usize = (0..self.columns.len()).map(|column| self.values(column).len()).product();
        both && samples.len() >= 6 && is_known && inputs <= MOST_INPUTS && !self.features().is_empty()
    }

    /// Whether some cell of a sample is unknown.
    pub(crate) fn is_partial(&self) -> bool {
        self.samples().iter().any(|sample| sample.0.contains(&None))
    }

    /// The groups of equal samples without unknown cells that have both labels: how many positive and negative runs.
    pub(crate) fn contradictions(&self) -> Vec<(Vec<Option<Meaning>>, u64, u64)> {
        let mut groups: BTreeMap<Vec<Option<Meaning>>, (u64, u64)> = BTreeMap::new();
        for (cells, label, runs) in self.samples().into_iter().filter(|sample| !sample.0.contains(&None)) {
            let group = groups.entry(cells.to_vec()).or_default();
            if label { group.0 += runs } else { group.1 += runs }
        }
        groups.into_iter().filter(|(_, (a, b))| *a > 0 && *b > 0).map(|(cells, (a, b))| (cells, a, b)).collect()
    }

    /// The file, and the options that say what it means.
    pub(crate) fn csv(&self, random: &mut Random) -> (String, Vec<String>) {
        let mut text = (0..self.columns.len()).map(|column| format!("c{column},")).collect::<String>();
        text += if self.has_counts { "n,result\n" } else { "result\n" };
        for row in &self.rows {
            // What stands in a row that is no sample does not matter, but for its label, its count, and its words.
            let is_junk = role(row, self.labels).is_none() && random.one_in(2);
            for (column, cell) in self.columns.iter().zip(&row.cells) {
                text += &match (column, cell) {
                    (column, _) if is_junk && !matches!(column, Column::Words) => "junk".to_owned(),
                    (_, None) => "?".to_owned(),
                    (Column::Flag, Some(cell)) => cell.to_string(),
                    (Column::Words, Some(cell)) => WORDS[*cell].to_owned(),
                    (Column::Ordered(texts), Some(cell)) => texts[*cell].clone(),
                    (Column::Set, Some(cell)) => {
                        let mut items: Vec<&str> =
                            (0..3).filter(|item| cell >> item & 1 == 1).map(|i| ITEMS[i]).collect();
                        let turn = random.below(items.len());
                        items.rotate_left(turn);
                        items.join(";")
                    }
                };
                text += ",";
            }
            if self.has_counts {
                text += &format!("{},", row.runs);
            }
            text += match (self.labels, row.label) {
                (Labels::Plain, Label::Positive) => "1",
                (Labels::Plain, _) => "0",
                (_, Label::Positive) => "E1",
                (_, Label::Negative) => "ok",
                (_, Label::Other) => "E2",
                (_, Label::None) => "",
            };
            text += "\n";
        }
        let mut options = vec!["--types".to_owned(), "auto".to_owned()];
        let sets = (0..self.columns.len()).filter(|&column| matches!(self.columns[column], Column::Set));
        options.extend(sets.map(|column| format!("--column=c{column}=set")));
        options.extend(match self.labels {
            Labels::Plain => vec![],
            Labels::Positive => vec!["--positive=E1".to_owned()],
            Labels::Both => vec!["--positive=E1".to_owned(), "--negative=ok".to_owned()],
        });
        if self.has_counts {
            options.push("--count-column=n".to_owned());
        }
        if self.is_partial() {
            options.push("--unknown=?".to_owned());
        }
        (text, options)
    }

    /// The different meanings of a column in the samples.
    fn occurring(&self, column: usize) -> Vec<Meaning> {
        let found: BTreeSet<Meaning> = self.samples().iter().filter_map(|sample| sample.0[column]).collect();
        found.into_iter().collect()
    }

    /// Whether a column of words has two. Of one or of more others are legal, and so they are if a row that is no sample has
    /// a third one.
    fn are_opposites(&self, column: usize) -> bool {
        let occurring = self.occurring(column);
        let is_third = |row: &Row| row.cells[column].is_some_and(|cell| !occurring.contains(&cell));
        occurring.len() == 2 && !self.rows.iter().any(is_third)
    }

    /// The items that occur in a column of sets.
    fn items(&self, column: usize) -> Meaning {
        self.samples().iter().filter_map(|sample| sample.0[column]).fold(0, |items, set| items | set)
    }

    /// The values of a column that can occur, as far as formulas can tell.
    fn values(&self, column: usize) -> Vec<Meaning> {
        let occurring = self.occurring(column);
        match &self.columns[column] {
            Column::Flag => vec![0, 1],
            Column::Words if self.are_opposites(column) => occurring,
            Column::Words => occurring.into_iter().chain([WORDS.len()]).collect(),
            Column::Ordered(_) => occurring,
            Column::Set => (0..8).filter(|set| set & !self.items(column) == 0).collect(),
        }
    }

    /// Every input that can occur.
    pub(crate) fn world(&self) -> Vec<Vec<Meaning>> {
        let mut world: Vec<Vec<Meaning>> = vec![Vec::new()];
        for column in 0..self.columns.len() {
            let longer = |row: &Vec<Meaning>| {
                let values = self.values(column).into_iter();
                values.map(|value| row.iter().copied().chain([value]).collect()).collect::<Vec<_>>()
            };
            world = world.iter().flat_map(longer).collect();
        }
        world
    }

    /// What each feature asks of a row: its column and the meanings of which it is true.
    pub(crate) fn features(&self) -> Vec<Feature> {
        let mut features = Vec::new();
        for (column, kind) in self.columns.iter().enumerate() {
            let occurring = self.occurring(column);
            let mut add = |test| features.push(Feature { column, test });
            match kind {
                Column::Flag => add(Test::Is(1)),
                Column::Words if self.are_opposites(column) => add(Test::Is(occurring[0])),
                Column::Words => occurring.into_iter().for_each(|word| add(Test::Is(word))),
                Column::Ordered(_) => occurring.into_iter().skip(1).for_each(|least| add(Test::AtLeast(least))),
                Column::Set => {
                    (0..3).filter(|item| self.items(column) >> item & 1 == 1).for_each(|i| add(Test::Has(i)));
                }
            }
        }
        features
    }

    /// Whether a formula as the program prints it holds on an input.
    pub(crate) fn holds(&self, formula: &str, input: &[Meaning]) -> bool {
        formula.split(" | ").any(|term| term.split(" & ").all(|literal| self.literal_holds(literal, input)))
    }

    fn literal_holds(&self, literal: &str, input: &[Meaning]) -> bool {
        // The thresholds that are as good stand behind it in brackets.
        let unquoted = literal.split(" (").next().unwrap_or(literal).replace('"', "");
        for (op, negated) in [("!=", true), (">=", false), ("<", true), ("=", false)] {
            let Some((name, value)) = unquoted.split_once(op) else { continue };
            let (column, cell) = self.column(name, input);
            let holds = match column {
                Column::Ordered(texts) if op != "=" && op != "!=" => {
                    cell >= texts.iter().position(|text| *text == value).expect(literal)
                }
                Column::Words => cell == WORDS.iter().position(|word| *word == value).expect(literal),
                other => panic!("{literal} of {other:?}"),
            };
            return holds != negated;
        }
        let (name, negated) = unquoted.strip_prefix('!').map_or((unquoted.as_str(), false), |name| (name, true));
        let holds = match name.split_once('[') {
            Some((name, item)) => {
                let item = ITEMS.iter().position(|known| *known == item.trim_end_matches(']')).expect(literal);
                self.column(name, input).1 >> item & 1 == 1
            }
            None => self.column(name, input).1 == 1,
        };
        holds != negated
    }

    fn column(&self, name: &str, input: &[Meaning]) -> (&Column, Meaning) {
        let column: usize = name.strip_prefix('c').and_then(|number| number.parse().ok()).expect(name);
        (&self.columns[column], input[column])
    }
}

/// Whether a row is a positive or a negative sample; `None` if it is none.
fn role(row: &Row, labels: Labels) -> Option<bool> {
    let label = match (row.label, labels) {
        (Label::Positive, _) => true,
        (Label::Negative, _) | (Label::Other, Labels::Positive) => false,
        _ => return None,
    };
    (row.runs > 0).then_some(label)
}

fn column(random: &mut Random) -> Column {
    match random.below(6) {
        0 => Column::Flag,
        1 => Column::Words,
        2 => Column::Set,
        _ => Column::Ordered(random.one_of(&ORDERS).iter().map(|&text| text.to_owned()).collect()),
    }
}

fn meanings(column: &Column) -> usize {
    match column {
        Column::Flag => 2,
        Column::Words => WORDS.len(),
        Column::Ordered(texts) => texts.len(),
        Column::Set => 1 << ITEMS.len(),
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Test {
    Is(Meaning),
    AtLeast(Meaning),
    Has(usize),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Feature {
    pub(crate) column: usize,
    test: Test,
}

impl Feature {
    pub(crate) fn holds(&self, input: &[Meaning]) -> bool {
        let cell = input[self.column];
        match self.test {
            Test::Is(value) => cell == value,
            Test::AtLeast(least) => cell >= least,
            Test::Has(item) => cell >> item & 1 == 1,
        }
    }
}
