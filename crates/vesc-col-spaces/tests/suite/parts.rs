//! Parts of questions about these languages add up, and those that are cut by decision bits have members.

use std::sync::Arc;

use vesc_col_bdd::BddEngine;
use vesc_col_core::{Dataset, DnfSpace, Engine, Features, Part, Partition, Query, Run, SubSpace};
use vesc_col_cover::CoverEngine;
use vesc_col_sat::SatEngine;
use vesc_col_spaces::{CnfSpace, ListSpace, ParitySpace, ThresholdSpace, TreeSpace};
use vesc_col_testkit::conformance::parts_of_add_up;

fn spaces() -> Vec<Arc<dyn SubSpace>> {
    vec![
        Arc::new(CnfSpace::new(2, 3, 2)),
        Arc::new(CnfSpace::new(3, 2, 1)),
        Arc::new(CnfSpace::new(3, 4, 2)),
        Arc::new(ThresholdSpace::new(4, 3, 2)),
        Arc::new(ParitySpace::new(5, 3)),
        Arc::new(TreeSpace::new(3, 2)),
        Arc::new(ListSpace::new(2, 2)),
    ]
}

#[test]
fn parts_add_up_in_every_engine() {
    for engine in [&BddEngine::default() as &dyn Engine, &SatEngine::default()] {
        parts_of_add_up(engine, spaces());
    }
    parts_of_add_up(&CoverEngine::default(), spaces().into_iter().take(3).collect());
}

#[test]
fn cover_answers_parts_of_cnf() {
    let mut builder = Dataset::builder(Features::numbered(6));
    for row in [0b01_1011u64, 0b11_0001, 0b00_0110, 0b10_1010] {
        builder.push(row & 1 == 1, (0..6).map(|feature| row >> feature & 1 == 1)).expect("a row");
    }
    let data = Arc::new(builder.build().expect("no contradiction"));
    let query = Query::new(Arc::new(CnfSpace::new(6, 3, 2))).with_exact(true);
    let measure = |engine: &dyn Engine, query: &Query| {
        engine.open(Arc::clone(&data)).measure(query, &Run::new()).expect("an answer").formulas
    };
    for part in Partition::of(&query, &data, &Part::whole(), 5).parts() {
        let part = query.within_part(part);
        let [cover, bdd] = [&CoverEngine::default() as &dyn Engine, &BddEngine::default()].map(|e| measure(e, &part));
        assert_eq!(cover, bdd, "{}", part.space().key().unwrap_or_default());
    }
}

/// A guess of their sizes decides how questions are cut by decision bits.
#[test]
fn parts_by_decision_bits_are_of_similar_size() {
    let data = Arc::new(Dataset::builder(Features::numbered(9)).build().expect("no rows"));
    for space in [Arc::new(ThresholdSpace::new(9, 3, 2)) as Arc<dyn SubSpace>, Arc::new(ParitySpace::new(9, 3))] {
        let query = Query::new(space).with_exact(true);
        let mut session = BddEngine::default().open(Arc::clone(&data));
        let partition = Partition::of(&query, &data, &Part::whole(), 8);
        let mut sizes: Vec<u64> = Vec::new();
        for part in partition.parts() {
            let formulas = session.measure(&query.within_part(part), &Run::new()).expect("an answer").formulas;
            sizes.push(formulas.to_string().parse().expect("it is exact"));
        }
        let (least, most) = (sizes.iter().min(), sizes.iter().max());
        assert!(sizes.len() == 8 && least > Some(&0) && most < least.map(|least| least * 8).as_ref(), "{sizes:?}");
    }
}

/// Where each literal is in few formulas, parts are ranges of the first literal, also if a part is cut again.
#[test]
fn parts_over_many_literals_are_of_similar_size() {
    let mut builder = Dataset::builder(Features::numbered(300));
    builder.push(true, [true; 300]).expect("a row");
    builder.push(false, [false; 300]).expect("a row");
    let data = Arc::new(builder.build().expect("no contradiction"));
    let query = Query::new(Arc::new(DnfSpace::new(300, 3, 1))).with_exact(true);
    let mut session = CoverEngine::default().open(Arc::clone(&data));
    let mut size = |part: &Part| -> u64 {
        let formulas = session.measure(&query.within_part(part), &Run::new()).expect("an answer").formulas;
        formulas.to_string().parse().expect("it is exact")
    };
    let partition = Partition::of(&query, &data, &Part::whole(), 16);
    let sizes: Vec<u64> = partition.parts().iter().map(&mut size).collect();
    // Of the 300 literals that are true on the positive.
    assert_eq!((sizes.len(), sizes.iter().sum::<u64>()), (16, 300 * 299 * 298 / 6));
    assert!(sizes.iter().max() < sizes.iter().min().map(|least| 2 * least).as_ref(), "{sizes:?}");
    for part in partition.parts() {
        let smaller: Vec<u64> = Partition::of(&query, &data, part, 4).parts().iter().map(&mut size).collect();
        assert_eq!((smaller.len(), smaller.iter().sum()), (4, size(part)), "{part}");
    }
}
