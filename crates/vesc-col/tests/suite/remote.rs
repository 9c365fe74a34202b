//! An engine at the other end of a wire answers as one that is here.
#![cfg(all(feature = "cover", feature = "bdd", feature = "serde", feature = "spaces"))]

use std::sync::Arc;

use vesc_col::engine::{BddEngine, CoverEngine, EngineError, Query, Session, VersionSpace};
use vesc_col::parts::Part;
use vesc_col::remote::{Answer, Question};
use vesc_col::spaces::{
    CnfSpace, DnfOptions, ListSpace, ObddSpace, ParitySpace, RestrictedDnfSpace, SetDnfSpace, ThresholdSpace,
    TreeSpace, ValueGroup,
};
use vesc_col::sub_space::{Circuit, Complexity, Signal, SubSpace, from_key};
use vesc_col::{Dataset, DnfSpace, Engine, Hypothesis, Portfolio, Run};

/// Nothing but text goes to the engine and comes back.
#[derive(Debug)]
struct Remote<E>(E);

struct RemoteSession {
    far: Box<dyn Session>,
}

/// The samples with their labels and how often each is there: all that an answer depends on.
fn samples_of(data: &Dataset) -> Vec<(bool, Vec<Option<bool>>, usize)> {
    let both = [(true, data.positives()), (false, data.negatives())].into_iter();
    let all = both.flat_map(|(label, samples)| {
        (0..samples.distinct()).map(move |index| (label, samples.cells(index).collect(), samples.sources(index).len()))
    });
    let mut all: Vec<_> = all.collect();
    all.sort();
    all
}

impl<E: Engine> Engine for Remote<E> {
    fn name(&self) -> &str {
        "remote"
    }

    fn open(&self, data: Arc<Dataset>) -> Box<dyn Session> {
        let text = serde_json::to_string(&*data).expect("data are JSON");
        let far: Dataset = serde_json::from_str(&text).expect("what was written is read");
        assert_eq!(samples_of(&far), samples_of(&data));
        Box::new(RemoteSession { far: self.0.open(Arc::new(far)) })
    }
}

impl Session for RemoteSession {
    fn measure(&mut self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        let question = Question::of(query).map_err(|_| EngineError::unsupported("remote", "this question"))?;
        let text = serde_json::to_string(&question).expect("a question is JSON");
        let read: Question = serde_json::from_str(&text).expect("what was written is read");
        assert_eq!(read, question);
        let asked = read.query().map_err(|_| EngineError::unsupported("remote", "this language"))?;
        let found = self.far.measure(&asked, run)?;
        let answer = Answer::of(&found, &**asked.space()).map_err(|error| EngineError::failed("remote", error))?;
        let text = serde_json::to_string(&answer).expect("an answer is JSON");
        let answer: Answer = serde_json::from_str(&text).expect("what was written is read");
        answer.version_space(&**query.space()).map_err(|error| EngineError::failed("remote", error))
    }
}

vesc_col_testkit::conformance!(Remote(CoverEngine::default()));

/// A sub-space of a language of its own.
#[derive(Debug)]
struct Own(DnfSpace);

impl SubSpace for Own {
    fn features(&self) -> usize {
        self.0.features()
    }
    fn key(&self) -> Option<String> {
        Some("own".to_owned())
    }
    fn width(&self) -> usize {
        self.0.width()
    }
    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        self.0.member(circuit, h)
    }
    fn predict(&self, circuit: &mut Circuit, h: &[Signal], x: &[Signal]) -> Signal {
        self.0.predict(circuit, h, x)
    }
    fn complexity(&self) -> Complexity {
        self.0.complexity()
    }
    fn decode(&self, bits: &[bool]) -> Box<dyn Hypothesis> {
        self.0.decode(bits)
    }
}

#[test]
fn a_language_of_ones_own_is_read_too() {
    let own = || Some(Arc::new(Own(DnfSpace::new(4, 1, 1))) as Arc<dyn SubSpace>);
    let question = Question::of(&Query::new(own().expect("it is there")).with_bound(7)).expect("it has a key");
    assert!(question.query().is_err(), "nobody else knows it");
    let query = question.query_with(|key| own().filter(|_| key == "own")).expect("it is known here");
    assert_eq!((query.bound(), query.space().key().as_deref()), (7, Some("own")));
    let shipped = Question::of(&Query::new(Arc::new(DnfSpace::new(4, 1, 1)))).expect("it has a key");
    assert!(shipped.query_with(|key| own().filter(|_| key == "own")).is_ok(), "the shipped ones are known still");
}

fn spaces() -> Vec<Arc<dyn SubSpace>> {
    let a = vesc_col::formula::Literal::positive(0);
    let domain = vesc_col::data::Domain::builder(4).exactly_one([0, 1, 2]).build().expect("it has legal inputs");
    let options = DnfOptions::default().monotone().require([a]).with_at_most_one_of([0, 3]).with_weight(1, 2);
    let group = ValueGroup::ordered("len", [("1", 0), ("2", 1), ("4", 2)]);
    vec![
        Arc::new(DnfSpace::new(4, 3, 2)),
        Arc::new(DnfSpace::new(4, 3, 2).within(&domain)),
        Arc::new(CnfSpace::new(4, 3, 2)),
        Arc::new(CnfSpace::new(4, 3, 2).within(&domain)),
        Arc::new(ThresholdSpace::new(4, 3, 2)),
        Arc::new(ParitySpace::new(4, 2)),
        Arc::new(ListSpace::new(4, 2)),
        Arc::new(TreeSpace::new(4, 2)),
        Arc::new(ObddSpace::with_order([3, 1, 0, 2], 2).expect("a permutation")),
        Arc::new(RestrictedDnfSpace::new(4, 3, 2, Arc::new(options))),
        Arc::new(RestrictedDnfSpace::new(4, 3, 2, Arc::new(DnfOptions::default().forbid([!a]))).within(&domain)),
        Arc::new(SetDnfSpace::new(4, 2, 2, [group]).expect("a group of different features")),
    ]
}

/// Both halves of each sub-space, and a part of a part.
fn parts() -> Vec<Query> {
    let part = |text: &str| text.parse::<Part>().expect("a part");
    let halves = |space: Arc<dyn SubSpace>| {
        let whole = Query::new(space);
        ["bit 0", "not bit 0"].map(|half| whole.within_part(&part(half)))
    };
    let dnf = Query::new(Arc::new(DnfSpace::new(4, 3, 2)));
    let inner = dnf.within_part(&part("not x0")).within_part(&part("bit 2, !x3"));
    spaces().into_iter().flat_map(halves).chain([inner]).collect()
}

#[test]
fn every_language_goes_through_the_wire() {
    let mut builder = Dataset::builder(vesc_col::Features::numbered(4));
    for (label, row) in [(true, 0b0001u64), (true, 0b1010), (false, 0b0010), (false, 0b1100)] {
        builder.push_words(label, &[row]).expect("four cells");
    }
    let data = Arc::new(builder.build().expect("no contradiction"));
    let remote =
        Remote(Portfolio::new([Arc::new(CoverEngine::default()) as Arc<dyn Engine>, Arc::new(BddEngine::default())]));
    let mut counts = Vec::new();
    for space in spaces() {
        let query = Query::new(Arc::clone(&space)).with_list_limit(1000).with_exact(true);
        let [here, there] = [&BddEngine::default() as &dyn Engine, &remote].map(|engine| {
            let found = engine.open(Arc::clone(&data)).measure(&query, &Run::new()).expect("it answers");
            let names: Vec<String> = found.hypotheses.iter().map(ToString::to_string).collect();
            (found.concepts.to_string(), found.formulas.to_string(), names)
        });
        assert_eq!(here, there, "{space:?}");
        counts.push(here.2.len());
    }
    assert!(counts.iter().filter(|&&count| count > 0).count() > 6, "{counts:?}");
    // Of a part too. Which formula stands for a concept is then left open.
    let counts = parts().into_iter().map(|query| {
        let query = query.with_list_limit(1000).with_exact(true);
        let [here, there] = [&BddEngine::default() as &dyn Engine, &remote].map(|engine| {
            let found = engine.open(Arc::clone(&data)).measure(&query, &Run::new()).expect("it answers");
            (found.concepts.to_string(), found.formulas.to_string())
        });
        assert_eq!(here, there, "{query:?}");
        here.0
    });
    let counts: Vec<String> = counts.collect();
    assert!(counts.iter().filter(|&count| count != "0").count() > 6, "{counts:?}");
}

#[test]
fn keys_that_are_none_are_refused() {
    let parts = parts();
    for key in spaces().iter().chain(parts.iter().map(Query::space)).filter_map(SubSpace::key) {
        assert_eq!(from_key(&key).expect("its own key").key(), Some(key.clone()));
        for at in (0..key.len()).filter(|&at| key.is_char_boundary(at)) {
            // Cut off, or with a sign too many: another sub-space's key, or none, and never a panic.
            for text in [
                key[..at].to_owned(),
                format!("{}9{}", &key[..at], &key[at..]),
                format!("{}={}", &key[..at], &key[at..]),
            ] {
                if let Ok(space) = from_key(&text) {
                    assert_eq!(space.key(), Some(text));
                }
            }
        }
    }
    for key in [
        "",
        "dnf",
        "dnf features=99999999999 literals=1 terms=1",
        "dnf features=2 literals=1 terms=1 never=7",
        "dnf features=2 literals=1 terms=1 ordered=0>7",
        "dnf features=2 literals=1 terms=1 ordered=0>x",
        "dnf features=2 literals=1 terms=1 ordered=0>9999999999",
        "obdd order=0,0 nodes=1",
        "dnf features=2 literals=1 terms=1 part=x2",
        "dnf features=2 literals=1 terms=1 part=not x1, x0",
        "parity features=4 size=2 part=x0",
    ] {
        assert!(from_key(key).is_err(), "{key}");
    }
}
