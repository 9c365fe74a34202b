//! Legal inputs that are no rows.

use std::collections::BTreeMap;

use vesc_col_core::{Dataset, Domain, Features, Literal, Test};

use crate::cuts::Cuts;

/// More legal inputs than this are not gone through, where some are declared impossible.
const MOST_INPUTS: usize = 1 << 12;

/// How many legal inputs are no rows of the data. `None` where that is not to be said: unknown cells, too many inputs, and
/// columns of which other values are legal. With thresholds these lie between those of the rows. Of words they are what no
/// feature tests.
///
/// ```
/// use vesc_col::data::Domain;
/// use vesc_col::next::unseen_inputs;
/// use vesc_col::{Dataset, Features};
///
/// let mut builder = Dataset::builder(Features::numbered(3));
/// builder.push(true, [true, false, true])?;
/// builder.push(false, [false, true, true])?;
/// let data = builder.build()?;
/// assert_eq!(unseen_inputs(&data, &Domain::free()), Some(6));
/// // Exactly one of the first two columns is 1.
/// let domain = Domain::builder(3).exactly_one([0, 1]).build()?;
/// assert_eq!(unseen_inputs(&data, &domain), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn unseen_inputs(data: &Dataset, domain: &Domain) -> Option<usize> {
    let features = data.features();
    let is_ordered = |feature: usize| matches!(features.test(feature), Some((_, Test::AtLeast(_))));
    let is_open = (0..features.len()).any(is_ordered) || has_open_words(features, domain);
    if is_open { None } else { unseen_among_features(data, domain) }
}

/// Whether a column of words may have another one than those that its features test.
fn has_open_words(features: &Features, domain: &Domain) -> bool {
    let mut none_of: BTreeMap<&str, Vec<Literal>> = BTreeMap::new();
    for feature in 0..features.len() {
        if let Some((column, Test::Equals(_))) = features.test(feature) {
            none_of.entry(column).or_default().push(Literal::negative(feature));
        }
    }
    none_of.values().any(|literals| domain.allows(literals))
}

/// The same where different values are told apart by the features.
pub(crate) fn unseen_among_features(data: &Dataset, domain: &Domain) -> Option<usize> {
    let features = data.features();
    if data.unknown_cells() > 0 {
        return None;
    }
    let inputs = match domain.is_free() {
        true => u32::try_from(features.len()).ok().and_then(|features| 1usize.checked_shl(features))?,
        false => legal_inputs(domain, features.len(), |_| 1)?,
    };
    // Rows of equal values and different labels are one input.
    inputs.checked_sub(data.distinct() - data.equal_pairs().len())
}

/// The same over all cuts of ordered columns, of which the features test those next to positives.
pub(crate) fn unseen_over_cuts(data: &Dataset, domain: &Domain, cuts: &Cuts) -> Option<usize> {
    if data.unknown_cells() > 0 {
        return None;
    }
    let inputs = legal_inputs(domain, data.features().len(), |input| cuts.inputs_like(input))?;
    // A row of the other label that is equal in all features is equal in all cuts: those on either side of a positive are features.
    inputs.checked_sub(cuts.distinct_rows(data) - data.equal_pairs().len())
}

/// How many inputs are legal, if they are not too many. Each of the features' values stands for as many as `weight` says.
fn legal_inputs(domain: &Domain, features: usize, weight: impl Fn(&[Literal]) -> usize) -> Option<usize> {
    let mut count: usize = 0;
    let mut open: Vec<Vec<Literal>> = vec![Vec::new()];
    while let Some(literals) = open.pop() {
        if literals.len() == features {
            count = count.saturating_add(weight(&literals));
        }
        if count.saturating_add(open.len()) > MOST_INPUTS {
            return None;
        }
        // What is allowed can be completed, so that each entry leads to an input of its own.
        for literal in [true, false].map(|value| Literal::matching(literals.len().min(features), value)) {
            if literals.len() < features {
                let longer = [&literals[..], &[literal]].concat();
                open.extend(Some(longer).filter(|longer| domain.allows(longer)));
            }
        }
    }
    Some(count)
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;
    use crate::columns::{ColumnType, Schema, TypedTable};

    /// The product of many values is more than a number holds.
    #[test]
    fn many_inputs_are_not_counted() {
        let values: Vec<String> = (0..100).map(|value| value.to_string()).collect();
        let names: Vec<String> = (0..12).map(|column| format!("c{column}")).collect();
        let ordered = || ColumnType::Ordered { values: values.clone() };
        let schema = names.iter().fold(Schema::auto(), |schema, name| schema.with_column(name, ordered()));
        let mut table = TypedTable::new(schema, names.iter().map(String::as_str));
        table.push(true, ["99"; 12]).expect("a value of each");
        table.push(false, ["0"; 12]).expect("a value of each");
        let (typed, cuts) = table.build_near_positives().expect("all values are declared");
        let cuts = cuts.expect("most thresholds are far from the positive");
        assert_eq!(unseen_over_cuts(&typed.data, &typed.domain, &cuts), None);
    }

    /// A further word may come with every row.
    #[test]
    fn words_of_which_others_are_legal_are_never_all_there() {
        const WORDS: [&str; 3] = ["ack", "nak", "err"];
        let words = |closed| ColumnType::Categorical { values: Some(WORDS.map(String::from).into()), closed };
        let unseen = |closed| {
            let mut table = TypedTable::new(Schema::auto().with_column("reply", words(closed)), ["reply"]);
            WORDS.into_iter().for_each(|word| table.push(word == "ack", [word]).expect("one cell"));
            let typed = table.build().expect("all values are declared");
            unseen_inputs(&typed.data, &typed.domain)
        };
        assert_eq!((unseen(true), unseen(false)), (Some(0), None));
    }

    /// The cuts next to positives say as much as all of them do.
    #[test]
    fn inputs_are_counted_over_all_cuts() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut below = |bound: u64| random.next_u64() % bound;
        let mut near = 0;
        for _ in 0..500 {
            let lengths = 2 + below(4);
            let values = (0..lengths).map(|len| len.to_string()).collect();
            let schema = Schema::auto().with_column("len", ColumnType::Ordered { values });
            let schema =
                schema.with_column("other", ColumnType::Ordered { values: ["0", "1", "2"].map(String::from).into() });
            let mut table = TypedTable::new(schema, ["len", "other", "flag"]);
            let (cause, rows) = (below(lengths), 1 + below(60));
            for _ in 0..rows {
                let [len, other, flag] = [below(lengths), below(3), below(2)];
                let cells = [len, other, flag].map(|cell| cell.to_string());
                table.push(len == cause && flag == 1, cells.iter().map(String::as_str)).expect("three cells");
            }
            let all = table.clone().build().expect("all values are declared");
            let expected = unseen_among_features(&all.data, &all.domain);
            let (typed, cuts) = table.build_near_positives().expect("as before");
            if let Some(cuts) = cuts {
                near += usize::from(cuts.left_out() > 0);
                assert_eq!(unseen_over_cuts(&typed.data, &typed.domain, &cuts), expected);
            }
        }
        assert!(near > 50, "{near} tables have fewer cuts");
    }
}
