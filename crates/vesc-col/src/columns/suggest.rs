//! What holds in every row without being declared.

use std::collections::BTreeMap;
use std::fmt;

use vesc_col_core::{Dataset, Domain, Features, Literal, Run, StopReason};

use super::apart::{Columns, groups_apart};
use crate::formula::named::Named;

/// What could be declared, because it holds in every row. Nothing follows from it until it is: a row that was not seen yet may be
/// different.
///
/// ```
/// use vesc_col::columns::{Suggestions, suggest};
/// use vesc_col::data::Domain;
/// use vesc_col::{Dataset, Features, Run};
///
/// let features = Features::new(["op_add", "op_sub", "op_mul"])?;
/// let mut builder = Dataset::builder(features.clone());
/// for row in [[true, false, false], [false, true, false], [false, false, true], [false, false, false]] {
///     builder.push(row[0], row)?;
/// }
/// let found: Suggestions = suggest(&builder.build()?, &Domain::free(), &Run::new())?;
/// assert!(!found.is_empty() && found.one_hot.is_empty());
/// assert_eq!(found.display(&features).to_string(), "at most one is 1 of 'op_*' (--exclusive 'op_*')\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Suggestions {
    /// Groups of Boolean columns of which exactly one is 1 in every row.
    pub one_hot: Vec<NamedGroup>,
    /// Groups of Boolean columns of which no two are 1 in any row.
    pub at_most_one: Vec<NamedGroup>,
    /// Implications, the least likely by chance first, ten at most; none if there are more than a thousand features.
    pub implies: Vec<(Literal, Literal)>,
}

/// Boolean columns that belong together.
///
/// ```
/// use vesc_col::columns::{NamedGroup, suggest};
/// use vesc_col::data::Domain;
/// use vesc_col::{Dataset, Features, Run};
///
/// let mut builder = Dataset::builder(Features::new(["irq", "op_add", "op_sub"])?);
/// builder.push(true, [true, true, false])?;
/// builder.push(false, [true, false, true])?;
/// let NamedGroup { pattern, features, .. } = &suggest(&builder.build()?, &Domain::free(), &Run::new())?.one_hot[0];
/// assert_eq!((pattern.as_str(), features.as_slice()), ("op_*", &[1, 2][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedGroup {
    /// The pattern of their names, such as `op_*`, or all of them with commas between, as an option takes it.
    pub pattern: String,
    /// The columns, by their features.
    pub features: Vec<usize>,
}

/// Implications are not looked for between more features.
const MOST_FEATURES: usize = 1000;

/// How many implications are suggested.
const MOST_IMPLICATIONS: usize = 10;

/// The least surprise of a group of columns whose names begin alike that [`exclusive`] suggests: that no two meet, or that each row has one.
const LEAST_OF_NAMED: f64 = 5.0;

/// An implication is suggested if chance alone would make it hold with a probability below e to the minus this, for any pair of
/// literals.
const LEAST_SURPRISE: f64 = 10.0;

/// What holds in every row and could be declared beside what the domain says; nothing if cells are unknown. Costs a look at the rows
/// for each pair of features, within a run.
///
/// ```
/// use vesc_col::columns::suggest;
/// use vesc_col::data::Domain;
/// use vesc_col::{Dataset, Features, Run};
///
/// let mut builder = Dataset::builder(Features::new(["op_add", "op_sub", "irq"])?);
/// builder.push(true, [true, false, true])?;
/// builder.push(false, [false, true, true])?;
/// builder.push(false, [false, true, false])?;
/// let data = builder.build()?;
/// let found = suggest(&data, &Domain::free(), &Run::new())?;
/// assert_eq!(found.one_hot[0].pattern, "op_*");
/// assert_eq!(found.display(data.features()).to_string(), "exactly one is 1 of 'op_*' (--one-hot 'op_*')\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`StopReason`] if the run ends, which is looked at now and then: small data are always gone through.
pub fn suggest(data: &Dataset, domain: &Domain, run: &Run) -> Result<Suggestions, StopReason> {
    let mut found = Suggestions::default();
    if data.unknown_cells() > 0 || data.distinct() == 0 {
        return Ok(found);
    }
    let columns = Columns::of(data, run)?;
    for group in named_groups(data.features()) {
        if !columns.are_apart(&group.features, domain)? {
            continue;
        }
        match columns.is_one_hot(&group.features) {
            true => found.one_hot.push(group),
            false if group.features.len() > 2 => found.at_most_one.push(group),
            false => {}
        }
    }
    found.add_others(&columns, (data.features(), domain))?;
    if columns.ones.len() <= MOST_FEATURES {
        found.implies = implications(&columns, &found, domain)?;
    }
    Ok(found)
}

/// Groups of Boolean columns of which at most one is 1 in every row, or exactly one. Left out is what the domain says
/// already, and what chance explains. Nothing if cells are unknown. Columns whose names begin alike come first. Costs a
/// look at the rows for each pair of features at worst.
///
/// If columns are 1 in shares p and q of n rows, chance would let them meet in n p q rows. The sum of that over the pairs of a group is
/// its surprise. Of three columns or more whose names begin alike and of which each row has one, it is minus the logarithm of the chance
/// of that, if it is more.
///
/// ```
/// use vesc_col::columns::exclusive;
/// use vesc_col::data::Domain;
/// use vesc_col::{Dataset, Features, Run};
///
/// let mut builder = Dataset::builder(Features::new(["idle", "busy", "error", "v", "w", "x", "y", "z"])?);
/// for row in 0..96 {
///     let state = (0..3).map(|i| i == row % 3);
///     builder.push(row % 3 == 2, state.chain((0..5).map(|i| row / 3 >> i & 1 == 1)))?;
/// }
/// let data = builder.build()?;
/// let found = exclusive(&data, &Domain::free(), &Run::new())?;
/// assert_eq!(found.display(data.features()).to_string(), "exactly one is 1 of 'idle,busy,error' (--one-hot 'idle,busy,error')\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`StopReason`] if the run ends, as for [`suggest`].
pub fn exclusive(data: &Dataset, domain: &Domain, run: &Run) -> Result<Suggestions, StopReason> {
    if data.unknown_cells() > 0 || data.distinct() == 0 || flags(data.features()).len() < 2 {
        return Ok(Suggestions::default());
    }
    exclusive_among(&Columns::of(data, run)?, (data.features(), domain))
}

/// What inputs should respect, because chance does not explain that it holds in every row: [`exclusive`] columns, and implications
/// as [`suggest`] finds them.
///
/// ```
/// use vesc_col::columns::suspect;
/// use vesc_col::data::Domain;
/// use vesc_col::{Dataset, Features, Run};
///
/// let mut builder = Dataset::builder(Features::new(["valid", "ready", "u", "v", "w", "x", "y", "z"])?);
/// for row in 0..256u32 {
///     let bit = |position: u32| row >> position & 1 == 1;
///     builder.push(bit(7), [bit(0), bit(0) || bit(1), bit(2), bit(3), bit(4), bit(5), bit(6), bit(7)])?;
/// }
/// let data = builder.build()?;
/// let found = suspect(&data, &Domain::free(), &Run::new())?;
/// assert_eq!(found.display(data.features()).to_string(), "valid -> ready (--implies 'valid -> ready')\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`StopReason`] if the run ends, as for [`suggest`].
pub fn suspect(data: &Dataset, domain: &Domain, run: &Run) -> Result<Suggestions, StopReason> {
    if data.unknown_cells() > 0 || data.distinct() == 0 {
        return Ok(Suggestions::default());
    }
    let columns = Columns::of(data, run)?;
    let mut found = exclusive_among(&columns, (data.features(), domain))?;
    if columns.ones.len() <= MOST_FEATURES {
        found.implies = implications(&columns, &found, domain)?;
    }
    Ok(found)
}

fn exclusive_among(columns: &Columns<'_>, (features, domain): (&Features, &Domain)) -> Result<Suggestions, StopReason> {
    let mut found = Suggestions::default();
    for group in named_groups(features) {
        let members = &group.features;
        // Few rows tell, if each has one of several.
        let has_one = || members.len() > 2 && columns.is_one_hot(members);
        let is_surprising = || {
            columns.surprise(members) >= LEAST_OF_NAMED
                || has_one() && columns.surprise_of_one(members) >= LEAST_OF_NAMED
        };
        if columns.are_apart(members, domain)? && is_surprising() {
            found.add(columns, group);
        }
    }
    found.add_others(columns, (features, domain))?;
    Ok(found)
}

/// The Boolean columns.
fn flags(features: &Features) -> Vec<usize> {
    (0..features.len()).filter(|&feature| features.test(feature).is_none()).collect()
}

/// Groups of two Boolean columns or more whose names begin alike, up to some character that is neither a letter nor a digit.
pub(super) fn named_groups(features: &Features) -> Vec<NamedGroup> {
    let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for feature in flags(features) {
        let name = features.name(feature);
        for (position, letter) in name.char_indices().filter(|(_, letter)| !letter.is_alphanumeric()) {
            groups.entry(&name[..position + letter.len_utf8()]).or_default().push(feature);
        }
    }
    // A star in a name would stand for anything.
    let named = groups.into_iter().filter(|(prefix, members)| members.len() > 1 && !prefix.contains('*'));
    let mut named: Vec<NamedGroup> =
        named.map(|(prefix, features)| NamedGroup { pattern: quoted(&format!("{prefix}*")), features }).collect();
    // Of several patterns for the same columns the shortest.
    named.dedup_by(|longer, shorter| longer.features == shorter.features);
    named
}

/// Implications that no group says, no declaration either, and that chance does not explain.
fn implications(
    columns: &Columns<'_>,
    groups: &Suggestions,
    domain: &Domain,
) -> Result<Vec<(Literal, Literal)>, StopReason> {
    let (ones, rows) = (&columns.ones, columns.rows);
    let grouped = |a: usize, b: usize| {
        let has_both = |group: &NamedGroup| group.features.contains(&a) && group.features.contains(&b);
        groups.one_hot.iter().chain(&groups.at_most_one).any(has_both)
    };
    let mut found: Vec<(f64, (Literal, Literal))> = Vec::new();
    // Of a column that is the same as an earlier one the same holds.
    let distinct = columns.distinct()?;
    for (position, &b) in distinct.iter().enumerate() {
        for &a in &distinct[..position] {
            // Two absent combinations are a constant column, or two columns that are the same: both are said elsewhere.
            let Some((value_a, value_b)) = columns.only_absent((a, b))? else { continue };
            let share = |feature: usize, value: bool| {
                let having = if value { ones[feature] } else { rows - ones[feature] };
                having as f64 / rows as f64
            };
            let surprise = -(rows as f64) * (1.0 - share(a, value_a) * share(b, value_b)).ln();
            let (one, other) = (Literal::matching(a, value_a), Literal::matching(b, value_b));
            let chances = (2.0 * (ones.len() as f64).powi(2)).ln();
            if surprise > LEAST_SURPRISE + chances && domain.allows(&[one, other]) && !grouped(a, b) {
                let positive_first =
                    if one.is_negated() && !other.is_negated() { (other, !one) } else { (one, !other) };
                found.push((surprise, positive_first));
            }
        }
    }
    found.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
    // An implication that follows from others is less surprising than they are, so it comes after them.
    let mut kept: Vec<(Literal, Literal)> = Vec::new();
    for (_, implication) in found {
        if kept.len() == MOST_IMPLICATIONS {
            break;
        }
        columns.did(COST_OF_FOLLOWS)?;
        if !follows(implication, &kept, domain) {
            kept.push(implication);
        }
    }
    Ok(kept)
}

/// Some microseconds, in words that are looked at in the same time.
const COST_OF_FOLLOWS: usize = 1 << 12;

/// Whether an implication follows from `others` and what the domain says. For instance `a -> len>=4` follows from
/// `a -> len>=8`, and `a -> c` from `a -> b` and `b -> c`.
fn follows((condition, consequence): (Literal, Literal), others: &[(Literal, Literal)], domain: &Domain) -> bool {
    let implies = |one: Literal, other: Literal| one == other || !domain.allows(&[one, !other]);
    let mut open: Vec<(Literal, Literal)> =
        others.iter().flat_map(|&(one, other)| [(one, other), (!other, !one)]).collect();
    let mut reached = vec![condition];
    while let Some(next) = open.iter().position(|&(from, _)| reached.iter().any(|&literal| implies(literal, from))) {
        reached.push(open.swap_remove(next).1);
    }
    reached.iter().any(|&literal| implies(literal, consequence))
}

/// The names as one row of CSV, as an option takes them.
fn list(group: &[usize], features: &Features) -> String {
    group.iter().map(|&feature| quoted(features.name(feature))).collect::<Vec<_>>().join(",")
}

/// A name or a pattern as it stands in a list.
fn quoted(name: &str) -> String {
    match name.contains([',', '"']) {
        true => format!("\"{}\"", name.replace('"', "\"\"")),
        false => name.to_owned(),
    }
}

impl Suggestions {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.one_hot.is_empty() && self.at_most_one.is_empty() && self.implies.is_empty()
    }

    /// Adds a group of columns that are apart.
    fn add(&mut self, columns: &Columns<'_>, group: NamedGroup) {
        if columns.is_one_hot(&group.features) { &mut self.one_hot } else { &mut self.at_most_one }.push(group);
    }

    /// Adds groups whatever their names are, of columns that are in no group yet.
    fn add_others(
        &mut self,
        columns: &Columns<'_>,
        (features, domain): (&Features, &Domain),
    ) -> Result<(), StopReason> {
        let is_grouped = |feature: usize| {
            self.one_hot.iter().chain(&self.at_most_one).any(|group| group.features.contains(&feature))
        };
        let is_open = |&feature: &usize| {
            features.test(feature).is_none() && !features.name(feature).contains('*') && !is_grouped(feature)
        };
        let open: Vec<usize> = (0..features.len()).filter(is_open).collect();
        for group in groups_apart(columns, &open, domain)? {
            self.add(columns, NamedGroup { pattern: list(&group, features), features: group });
        }
        Ok(())
    }

    /// The legal inputs if all of this were declared too; `None` if it is nothing, or cannot be declared together.
    ///
    /// ```
    /// use vesc_col::columns::suggest;
    /// use vesc_col::data::Domain;
    /// use vesc_col::formula::Literal;
    /// use vesc_col::{Dataset, Features, Run};
    ///
    /// let mut builder = Dataset::builder(Features::new(["op_add", "op_sub"])?);
    /// builder.push(true, [true, false])?;
    /// builder.push(false, [false, true])?;
    /// let tighter = suggest(&builder.build()?, &Domain::free(), &Run::new())?.tighten(&Domain::free(), 2).expect("there is a group");
    /// assert!(!tighter.allows(&[0, 1].map(Literal::positive)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn tighten(&self, domain: &Domain, features: usize) -> Option<Domain> {
        if self.is_empty() {
            return None;
        }
        let builder = self
            .one_hot
            .iter()
            .fold(domain.tighten(features), |builder, group| builder.exactly_one(group.features.iter().copied()));
        let builder = self
            .at_most_one
            .iter()
            .fold(builder, |builder, group| builder.at_most_one(group.features.iter().copied().map(Literal::positive)));
        let builder = self.implies.iter().fold(builder, |builder, &(one, other)| builder.implies(one, other));
        builder.build().ok()
    }

    /// One line for each, with the declaration that says it.
    #[must_use]
    pub fn display<'a>(&'a self, features: &'a Features) -> impl fmt::Display + 'a {
        Named { shown: self, features }
    }
}

/// An option as a shell takes it. A list that begins with a dash would be another option.
fn typed(option: &str, list: &str) -> String {
    let sign = if list.starts_with('-') { "=" } else { " " };
    format!("{option}{sign}'{}'", list.replace('\'', r"'\''"))
}

impl fmt::Display for Named<'_, Suggestions> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Suggestions { one_hot, at_most_one, implies } = self.shown;
        for NamedGroup { pattern, .. } in one_hot {
            writeln!(f, "exactly one is 1 of '{pattern}' ({})", typed("--one-hot", pattern))?;
        }
        for NamedGroup { pattern, .. } in at_most_one {
            writeln!(f, "at most one is 1 of '{pattern}' ({})", typed("--exclusive", pattern))?;
        }
        for (condition, consequence) in implies {
            let implication = format!("{} -> {}", condition.display(self.features), consequence.display(self.features));
            writeln!(f, "{implication} ({})", typed("--implies", &implication))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;

    /// Three groups of columns, an implication, and columns that have nothing to do with each other.
    fn data(rows: u32) -> Dataset {
        let names = ["op_a", "op_b", "op_c", "irq[0]", "irq[1]", "irq[2]", "rst", "idle", "x", "y"];
        let mut builder = Dataset::builder(Features::new(names).unwrap());
        let mut word = 1u32;
        for row in 0..rows {
            word = word.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let bit = |position: u32| word >> (16 + position) & 1 == 1;
            let (op, irq) = (row % 3, row % 5);
            let one_of = |chosen: u32| (0..3).map(move |i| i == chosen);
            let rst = bit(0);
            let rest = [rst, rst && bit(1), bit(2), bit(3)];
            let cells: Vec<bool> = one_of(op).chain(one_of(irq)).chain(rest).collect();
            builder.push(false, cells).unwrap();
        }
        builder.build().unwrap()
    }

    #[test]
    fn what_holds_in_every_row_is_suggested_until_it_is_declared() {
        let data = data(500);
        let found = suggest(&data, &Domain::free(), &Run::new()).unwrap();
        let lines: Vec<String> = found.display(data.features()).to_string().lines().map(str::to_owned).collect();
        let expected = [
            "exactly one is 1 of 'op_*' (--one-hot 'op_*')",
            "at most one is 1 of 'irq[*' (--exclusive 'irq[*')",
            "idle -> rst (--implies 'idle -> rst')",
        ];
        assert_eq!(lines, expected);
        let [a, b] = [7, 6].map(Literal::positive);
        let builder = Domain::builder(10).exactly_one([0, 1, 2]).at_most_one([3, 4, 5].map(Literal::positive));
        assert!(suggest(&data, &builder.implies(a, b).build().unwrap(), &Run::new()).unwrap().is_empty());
    }

    #[test]
    fn each_fact_is_said_once() {
        // `idle` again, and complemented; and two thresholds of one column, both of which follow from the higher one.
        let names = ["idle", "rst", "again", "busy", "low", "high"].map(str::to_owned);
        // What makes rows different: equal ones count once.
        let noise = (0..12).map(|bit| format!("noise{bit}"));
        let mut builder = Dataset::builder(Features::new(names.into_iter().chain(noise)).unwrap());
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for row in 0..600u32 {
            let mixed = row.wrapping_mul(2_654_435_761) >> 8;
            let (rst, idle) = (mixed % 2 == 0, mixed % 6 == 0);
            let high = rst || mixed % 5 == 0;
            let cells = [idle, rst, idle, !idle, high || mixed % 7 == 0, high];
            let noise = random.next_u32();
            builder.push(false, cells.into_iter().chain((0..12).map(|bit| noise >> bit & 1 == 1))).unwrap();
        }
        let data = builder.build().unwrap();
        let domain = Domain::builder(18).ordered(4..6).build().unwrap();
        let found = suggest(&data, &domain, &Run::new()).unwrap().display(data.features()).to_string();
        assert_eq!(found, "rst -> high (--implies 'rst -> high')\nidle -> rst (--implies 'idle -> rst')\n");
    }

    /// Four operations, each with and without a flag: exactly one of four in all of eight rows is no chance. In four rows it may be.
    #[test]
    fn few_rows_show_a_named_group_of_which_each_has_one() {
        for (flags, expected) in [(2, vec![vec![0, 1, 2, 3]]), (1, Vec::new())] {
            let mut builder = Dataset::builder(Features::new(["op_a", "op_b", "op_c", "op_d", "v"]).unwrap());
            for (operation, flag) in (0..4).flat_map(|operation| (0..flags).map(move |flag| (operation, flag))) {
                let cells = (0..4).map(|one| one == operation).chain([flag == 1]);
                builder.push(flag == 1, cells).unwrap();
            }
            let found = exclusive(&builder.build().unwrap(), &Domain::free(), &Run::new()).unwrap();
            let groups: Vec<Vec<usize>> = found.one_hot.into_iter().map(|group| group.features).collect();
            assert_eq!(groups, expected);
        }
    }

    #[test]
    fn few_rows_suggest_no_implication() {
        let data = data(10);
        assert!(suggest(&data, &Domain::free(), &Run::new()).unwrap().implies.is_empty());
        let none = Dataset::builder(Features::numbered(3)).build().unwrap();
        assert!(suggest(&none, &Domain::free(), &Run::new()).unwrap().is_empty());
    }

    /// `groups` one-hot groups of `size` columns each, mixed with as many independent columns of density 1/16.
    fn mixed(rows: usize, (groups, size): (usize, usize), independent: usize, seed: u64) -> Dataset {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let names = (0..groups * size + independent).map(|i| format!("c{}", i * 7 % 101));
        let mut builder = Dataset::builder(Features::new(names).unwrap()).with_contradictions();
        for _ in 0..rows {
            let mut row = vec![false; groups * size];
            for group in 0..groups {
                row[group * size + random.next_u32() as usize % size] = true;
            }
            row.extend((0..independent).map(|_| random.next_u32() % 16 == 0));
            builder.push(random.next_u32() & 1 == 1, row).unwrap();
        }
        builder.build().unwrap()
    }

    #[test]
    fn one_hot_columns_are_found_whatever_their_names() {
        for seed in 0..20 {
            let data = mixed(300, (2, 12), 20, seed);
            let found = exclusive(&data, &Domain::free(), &Run::new()).unwrap();
            let mut groups: Vec<&[usize]> = found.one_hot.iter().map(|group| &*group.features).collect();
            groups.sort_unstable();
            let expected: [Vec<usize>; 2] = [(0..12).collect(), (12..24).collect()];
            assert_eq!(groups, expected, "seed {seed}");
            assert!(found.at_most_one.is_empty() && found.implies.is_empty(), "seed {seed}: {found:?}");
            let declared = Domain::builder(44).exactly_one(0..12).exactly_one(12..24).build().unwrap();
            assert!(exclusive(&data, &declared, &Run::new()).unwrap().is_empty(), "seed {seed}");
        }
    }

    #[test]
    fn chance_suggests_nothing() {
        for seed in 0..100 {
            let data = mixed(100 + 10 * seed as usize, (0, 1), 60, seed);
            let found = exclusive(&data, &Domain::free(), &Run::new()).unwrap();
            assert!(found.is_empty(), "seed {seed}: {found:?}");
        }
    }
}
