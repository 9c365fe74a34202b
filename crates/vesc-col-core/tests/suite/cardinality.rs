//! Intervals of counts, by the counts they stand for.

use vesc_col_core::Cardinality;

/// Counts above this are as good as without end.
const HIGH: u32 = 20;

/// All intervals with ends up to 4, and those without an upper end.
fn intervals() -> Vec<Cardinality> {
    let closed = (0..5u32).flat_map(|lower| (lower..5).map(move |upper| Cardinality::between(lower, upper)));
    closed.chain((0..5u32).map(Cardinality::at_least)).collect()
}

/// The counts up to [`HIGH`] that are possible.
fn counts(interval: &Cardinality) -> Vec<u32> {
    (0..=HIGH).filter(|&count| interval.contains(&count.into())).collect()
}

#[test]
fn an_interval_says_what_its_counts_say() {
    for interval in intervals() {
        let counts = counts(&interval);
        assert_eq!(interval.lower(), &counts[0].into(), "{interval}");
        let open = counts.ends_with(&[HIGH]);
        assert_eq!(interval.upper(), (!open).then(|| counts[counts.len() - 1].into()).as_ref(), "{interval}");
        assert_eq!(interval.is_exact(), counts.len() == 1, "{interval}");
        assert_eq!(interval.is_zero(), counts == [0], "{interval}");
        for bound in 0..6 {
            assert_eq!(interval.exceeds(bound), counts.iter().all(|&count| count as usize > bound), "{interval}");
        }
        let text = match (interval.is_exact(), open) {
            (true, _) => format!("{}", counts[0]),
            (false, true) => format!(">= {}", counts[0]),
            (false, false) => format!("{}..{}", counts[0], counts[counts.len() - 1]),
        };
        assert_eq!(interval.to_string(), text);
    }
    assert_eq!(counts(&Cardinality::unknown()).len() as u32, HIGH + 1);
    assert_eq!(counts(&Cardinality::exact(3u32)), [3]);
}

#[test]
fn two_intervals_are_put_together_count_by_count() {
    for a in intervals() {
        for b in intervals() {
            let both: Vec<u32> = counts(&a).into_iter().filter(|count| counts(&b).contains(count)).collect();
            let found = a.intersect(&b);
            assert_eq!(found.as_ref().map(counts).unwrap_or_default(), both, "{a} and {b}");
            assert_eq!(found.is_none(), both.is_empty(), "{a} and {b}");

            let (sum, rest) = (a.plus(&b), a.minus(&b));
            // Up to half of what is looked at, ends that are not there are out of sight.
            for count in 0..HIGH / 2 {
                let is_sum = counts(&a).iter().any(|x| counts(&b).iter().any(|y| x + y == count));
                assert_eq!(sum.contains(&count.into()), is_sum, "{count} as {a} and {b}");
                let is_rest = counts(&a).iter().any(|x| counts(&b).iter().any(|y| x.saturating_sub(*y) == count));
                assert_eq!(rest.contains(&count.into()), is_rest, "{count} as {a} without {b}");
            }
        }
    }
}

#[test]
#[should_panic(expected = "empty interval 3..2")]
fn an_empty_interval_is_none() {
    let _ = Cardinality::between(3u32, 2u32);
}
