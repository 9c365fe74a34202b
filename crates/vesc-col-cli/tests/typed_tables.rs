//! Random typed tables: the command line against a brute force over the raw cells.
//!
//! The brute force knows what each cell means, because it drew it: a rank in an order, a word, a set of items. It lists every
//! formula up to three literals in two terms, and every legal input of its small world. It shares no code with the program.
#![cfg(all(feature = "cover", feature = "bdd", feature = "sat"))]

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{Folder, run};

/// What a column holds, as it was drawn.
#[derive(Clone, Debug)]
enum Column {
    /// `0` and `1`.
    Flag,
    /// Words without an order.
    Words,
    /// Texts of this list, whose order is theirs.
    Ordered(&'static [&'static str]),
    /// Sets of these items.
    Set,
}

const WORDS: [&str; 4] = ["idle", "burst", "single", "wrap"];
const ITEMS: [&str; 3] = ["lint", "fuzz", "cov"];
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

/// One random number after another.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}

/// A cell's meaning: a rank, the position of a word, or the bits of a set.
type Meaning = usize;

struct Table {
    columns: Vec<Column>,
    rows: Vec<(Vec<Meaning>, bool)>,
}

impl Table {
    fn draw(random: &mut Random) -> Table {
        let columns: Vec<Column> = (0..2 + random.below(2))
            .map(|_| match random.below(6) {
                0 => Column::Flag,
                1 => Column::Words,
                2 => Column::Set,
                _ => Column::Ordered(ORDERS[random.below(ORDERS.len())]),
            })
            .collect();
        let meanings = |column: &Column| match column {
            Column::Flag => 2,
            Column::Words | Column::Ordered(_) => 4,
            Column::Set => 8,
        };
        let mut rows: Vec<(Vec<Meaning>, bool)> = Vec::new();
        for number in 0..6 + random.below(5) {
            let cells: Vec<Meaning> = columns.iter().map(|column| random.below(meanings(column))).collect();
            // The first two rows have one label each.
            let label = if number < 2 { number == 0 } else { random.below(3) == 0 };
            // An empty set is an empty cell, which is not drawn.
            let is_empty = columns.iter().zip(&cells).any(|(column, &cell)| matches!(column, Column::Set) && cell == 0);
            if !is_empty {
                rows.push((cells, label));
            }
        }
        Table { columns, rows }
    }

    /// Whether the table can be asked: six rows, both labels, no column of identifiers, no contradiction.
    fn is_usable(&self) -> bool {
        let both = [true, false].iter().all(|&label| self.rows.iter().any(|row| row.1 == label));
        let contradicts = |row: &(Vec<Meaning>, bool)| self.rows.contains(&(row.0.clone(), !row.1));
        both && self.rows.len() >= 6 && !self.rows.iter().any(contradicts)
    }

    fn csv(&self, random: &mut Random) -> String {
        let mut text = (0..self.columns.len()).map(|column| format!("c{column},")).collect::<String>() + "fail\n";
        for (cells, label) in &self.rows {
            for (column, &cell) in self.columns.iter().zip(cells) {
                text += &match column {
                    Column::Flag => cell.to_string(),
                    Column::Words => WORDS[cell].to_owned(),
                    Column::Ordered(texts) => texts[cell].to_owned(),
                    Column::Set => {
                        let mut items: Vec<&str> =
                            (0..3).filter(|item| cell >> item & 1 == 1).map(|i| ITEMS[i]).collect();
                        let turn = random.below(items.len());
                        items.rotate_left(turn);
                        items.join(";")
                    }
                };
                text += ",";
            }
            text += if *label { "1\n" } else { "0\n" };
        }
        text
    }

    /// The different meanings of a column in the table.
    fn occurring(&self, column: usize) -> Vec<Meaning> {
        let found: BTreeSet<Meaning> = self.rows.iter().map(|row| row.0[column]).collect();
        found.into_iter().collect()
    }

    /// The items that occur in a column of sets.
    fn items(&self, column: usize) -> Meaning {
        self.rows.iter().fold(0, |items, row| items | row.0[column])
    }

    /// Every legal input, as far as formulas can tell.
    fn world(&self) -> Vec<Vec<Meaning>> {
        let mut world: Vec<Vec<Meaning>> = vec![Vec::new()];
        for (column, kind) in self.columns.iter().enumerate() {
            let occurring = self.occurring(column);
            let values: Vec<Meaning> = match kind {
                Column::Flag => vec![0, 1],
                // Two words are opposites; of one or of more, others are legal.
                Column::Words if occurring.len() == 2 => occurring,
                Column::Words => occurring.into_iter().chain([WORDS.len()]).collect(),
                Column::Ordered(_) => occurring,
                Column::Set => (0..8).filter(|set| set & !self.items(column) == 0).collect(),
            };
            world = world
                .iter()
                .flat_map(|row| values.iter().map(|&value| row.iter().copied().chain([value]).collect()))
                .collect();
        }
        world
    }

    /// What each feature asks of a row: its column and the meanings of which it is true.
    fn features(&self) -> Vec<Feature> {
        let mut features = Vec::new();
        for (column, kind) in self.columns.iter().enumerate() {
            let occurring = self.occurring(column);
            let mut add = |test| features.push(Feature { column, test });
            match kind {
                Column::Flag => add(Test::Is(1)),
                Column::Words if occurring.len() == 2 => add(Test::Is(occurring[0])),
                Column::Words => occurring.into_iter().for_each(|word| add(Test::Is(word))),
                Column::Ordered(_) => occurring.into_iter().skip(1).for_each(|least| add(Test::AtLeast(least))),
                Column::Set => {
                    (0..3).filter(|item| self.items(column) >> item & 1 == 1).for_each(|i| add(Test::Has(i)));
                }
            }
        }
        features
    }

    /// Whether a formula as the program prints it holds on a row.
    fn holds(&self, formula: &str, row: &[Meaning]) -> bool {
        formula.split(" | ").any(|term| term.split(" & ").all(|literal| self.literal_holds(literal, row)))
    }

    fn literal_holds(&self, literal: &str, row: &[Meaning]) -> bool {
        // The thresholds that are as good stand behind it in brackets.
        let unquoted = literal.split(" (").next().unwrap_or(literal).replace('"', "");
        for (op, negated) in [("!=", true), (">=", false), ("<", true), ("=", false)] {
            let Some((name, value)) = unquoted.split_once(op) else { continue };
            let (column, cell) = self.column(name, row);
            let position = |texts: &[&str]| texts.iter().position(|text| *text == value).expect(literal);
            let holds = match column {
                Column::Ordered(texts) if op != "=" && op != "!=" => cell >= position(texts),
                Column::Words => cell == position(&WORDS),
                other => panic!("{literal} of {other:?}"),
            };
            return holds != negated;
        }
        let (name, negated) = unquoted.strip_prefix('!').map_or((unquoted.as_str(), false), |name| (name, true));
        let holds = match name.split_once('[') {
            Some((name, item)) => {
                let item = ITEMS.iter().position(|known| *known == item.trim_end_matches(']')).expect(literal);
                self.column(name, row).1 >> item & 1 == 1
            }
            None => self.column(name, row).1 == 1,
        };
        holds != negated
    }

    fn column(&self, name: &str, row: &[Meaning]) -> (&Column, Meaning) {
        let column: usize = name.strip_prefix('c').and_then(|number| number.parse().ok()).expect(name);
        (&self.columns[column], row[column])
    }
}

#[derive(Clone, Copy, Debug)]
enum Test {
    Is(Meaning),
    AtLeast(Meaning),
    Has(usize),
}

struct Feature {
    column: usize,
    test: Test,
}

impl Feature {
    fn holds(&self, row: &[Meaning]) -> bool {
        let cell = row[self.column];
        match self.test {
            Test::Is(value) => cell == value,
            Test::AtLeast(least) => cell >= least,
            Test::Has(item) => cell >> item & 1 == 1,
        }
    }
}

/// The values of a predicate on the rows, and on every legal input.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Predicate {
    rows: u64,
    world: Vec<bool>,
}

/// The number of consistent concepts of the sizes up to three literals in two terms.
fn brute_force(table: &Table) -> BTreeMap<(usize, usize), usize> {
    let world = table.world();
    let features = table.features();
    let bits = |values: Vec<bool>| values.iter().enumerate().fold(0, |bits, (i, &value)| bits | u64::from(value) << i);
    let predicate = |holds: &dyn Fn(&[Meaning]) -> bool| Predicate {
        rows: bits(table.rows.iter().map(|row| holds(&row.0)).collect()),
        world: world.iter().map(|row| holds(row)).collect(),
    };
    let literals: Vec<(usize, Predicate)> = features
        .iter()
        .enumerate()
        .flat_map(|(number, feature)| {
            [false, true].map(|negated| (number, predicate(&|row: &[Meaning]| feature.holds(row) != negated)))
        })
        .collect();
    // Terms of one, two and three literals, each with its last feature.
    let mut terms: Vec<Vec<(usize, Predicate)>> = vec![literals.clone()];
    for size in 1..3 {
        let longer = terms[size - 1].iter().flat_map(|(last, term)| {
            literals.iter().filter(move |(feature, _)| feature > last).map(|(feature, literal)| {
                let world = term.world.iter().zip(&literal.world).map(|(a, b)| *a && *b).collect();
                (*feature, Predicate { rows: term.rows & literal.rows, world })
            })
        });
        terms.push(longer.collect());
    }
    // A term that no legal input has is none.
    let terms: Vec<Vec<Predicate>> = terms
        .into_iter()
        .map(|terms| terms.into_iter().map(|(_, term)| term).filter(|term| term.world.contains(&true)).collect())
        .collect();
    let wanted = bits(table.rows.iter().map(|row| row.1).collect());
    let count = |formulas: Vec<Predicate>| {
        formulas.into_iter().filter(|formula| formula.rows == wanted).collect::<BTreeSet<Predicate>>().len()
    };
    let or = |one: &Predicate, other: &Predicate| Predicate {
        rows: one.rows | other.rows,
        world: one.world.iter().zip(&other.world).map(|(a, b)| *a || *b).collect(),
    };
    let pairs = |one: usize, other: usize| {
        let mut formulas = Vec::new();
        for (i, a) in terms[one - 1].iter().enumerate() {
            let from = if one == other { i + 1 } else { 0 };
            formulas.extend(terms[other - 1][from.min(terms[other - 1].len())..].iter().map(|b| or(a, b)));
        }
        formulas
    };
    BTreeMap::from([
        ((1, 1), count(terms[0].clone())),
        ((2, 1), count(terms[1].clone())),
        ((2, 2), count(pairs(1, 1))),
        ((3, 1), count(terms[2].clone())),
        ((3, 2), count(pairs(1, 2))),
    ])
}

/// Draws tables, and compares what the program says of each with the brute force.
fn compare(seed: u64, tables: usize) {
    let folder = Folder::new();
    let mut random = Random(seed);
    let mut compared = 0;
    while compared < tables {
        let table = Table::draw(&mut random);
        if !table.is_usable() {
            continue;
        }
        compared += 1;
        let csv = table.csv(&mut random);
        let file = folder.file("t.csv", &csv);
        let sets: Vec<String> = (0..table.columns.len())
            .filter(|&column| matches!(table.columns[column], Column::Set))
            .map(|column| format!("--column=c{column}=set"))
            .collect();
        let typed = || sets.iter().map(String::as_str).chain(["--types", "auto", "--format", "json"]);
        let expected = brute_force(&table);
        let first = expected.iter().find(|(_, count)| **count > 0);
        let learn = ["learn", &file, "--max-literals", "3", "--max-terms", "2", "--bound", "1000000"];
        let learned = run(learn.into_iter().chain(typed()).collect::<Vec<_>>());
        let report = learned.json();
        match first {
            None => assert_eq!(report["outcome"], "underfit", "{csv}{report}"),
            Some((&(literals, terms), &concepts)) => {
                assert_eq!(report["outcome"], "learned", "{csv}{report}");
                let size = (report["complexity"]["literals"].as_u64(), report["complexity"]["terms"].as_u64());
                assert_eq!(size, (Some(literals as u64), Some(terms as u64)), "{csv}{report}");
                let [l, k] = [literals, terms].map(|number| number.to_string());
                let count = ["count", &file, "--literals", &l, "--terms", &k];
                let counted = run(count.into_iter().chain(typed()).collect::<Vec<_>>()).json();
                let exact = concepts.to_string();
                for end in ["lower", "upper"] {
                    assert_eq!(counted["cardinality"][end], exact.as_str(), "{csv}{counted}");
                }
                // What is printed means what was meant, and can be read back.
                for hypothesis in report["hypotheses"].as_array().expect("a list").iter().take(2) {
                    let text = hypothesis["text"].as_str().expect("a text");
                    for (row, label) in &table.rows {
                        assert_eq!(table.holds(text, row), *label, "{text}\n{csv}");
                    }
                    let columns = sets.iter().map(String::as_str);
                    let eval = ["eval", &file, "--hypothesis", text, "--format", "json"];
                    let evaluated = run(eval.into_iter().chain(columns).collect::<Vec<_>>());
                    assert_eq!(evaluated.json()["consistent"], true, "{text}\n{csv}{evaluated:?}");
                }
            }
        }
    }
}

#[test]
fn typed_tables_are_read_as_they_are_meant() {
    compare(1, 25);
}

#[test]
#[ignore = "minutes"]
fn many_typed_tables_are_read_as_they_are_meant() {
    compare(2, 20_000);
}
