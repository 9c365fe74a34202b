//! The parsers of all languages: what they read, they write, and read again.

use vesc_col::data::{Sample, Test};
use vesc_col::formula::ParseError;
use vesc_col::spaces::{Cnf, DecisionList, DecisionTree, Obdd, Parity, SetDnf, SetDnfSpace, Threshold, ValueGroup};
use vesc_col::{Dnf, Features, Hypothesis};

use crate::workbench::parts;

/// Names in lines, a separator, and a text. Every parser refuses the text at a position in it, in one line. Or what it
/// reads is written in a form that means the same.
pub(crate) fn run(bytes: &[u8]) {
    let [names, text] = parts(bytes).map(String::from_utf8_lossy);
    let names: Vec<&str> = if names.is_empty() { vec!["a", "b", "c", "!", "len=0"] } else { names.lines().collect() };
    let _ = Test::columns_in(&text);
    if let Ok(features) = Features::new(names) {
        check_all(&text, &features);
    }
}

type Parsed = Result<Box<dyn Hypothesis>, ParseError>;

fn boxed<H: Hypothesis>(parsed: Result<H, ParseError>) -> Parsed {
    parsed.map(|hypothesis| Box::new(hypothesis) as Box<dyn Hypothesis>)
}

fn check_all(text: &str, features: &Features) {
    let parsers: [fn(&str, &Features) -> Parsed; 7] = [
        |text, features| boxed(Dnf::parse(text, features)),
        |text, features| boxed(Cnf::parse(text, features)),
        |text, features| boxed(Parity::parse(text, features)),
        |text, features| boxed(Threshold::parse(text, features)),
        |text, features| boxed(DecisionList::parse(text, features)),
        |text, features| boxed(DecisionTree::parse(text, features)),
        |text, features| boxed(Obdd::parse(text, features)),
    ];
    for parse in parsers {
        check(text, features, &|text| parse(text, features));
    }
    for space in set_spaces(features) {
        check(text, features, &|text| boxed(SetDnf::parse(text, features, &space)));
    }
}

/// With the first two features as one group, in either kind.
fn set_spaces(features: &Features) -> Vec<SetDnfSpace> {
    let values = || [(features.name(0), 0), (features.name(1 % features.len()), 1 % features.len())];
    let groups = [ValueGroup::new("len", values()), ValueGroup::ordered("len", values())];
    groups.into_iter().filter_map(|group| SetDnfSpace::new(features.len(), 1, 1, [group]).ok()).collect()
}

fn check(text: &str, features: &Features, parse: &dyn Fn(&str) -> Parsed) {
    let hypothesis = match parse(text) {
        Ok(hypothesis) => hypothesis,
        Err(error) => return check_error(text, &error),
    };
    let shown = hypothesis.display(features).to_string();
    let again = parse(&shown).unwrap_or_else(|error| panic!("`{text}` is written as `{shown}`: {error}"));
    assert_eq!(again.order_key(), hypothesis.order_key(), "`{text}` is written as `{shown}`");
    assert_eq!(again.display(features).to_string(), shown, "`{text}`");
    for seed in [0, !0, 0x5555_5555_5555_5555, 0x0123_4567_89ab_cdef_u64] {
        let words: Vec<u64> = (0..features.len().div_ceil(64)).map(|word| seed.rotate_left(word as u32)).collect();
        let sample = &Sample::from_slice(&words)[..features.len()];
        assert_eq!(again.accepts(sample), hypothesis.accepts(sample), "`{text}` is written as `{shown}`");
    }
}

fn check_error(text: &str, error: &ParseError) {
    let message = error.to_string();
    assert!(!message.contains(['\n', '\r']), "`{text}`: more than one line: {message}");
    assert!(text.is_char_boundary(error.offset()), "`{text}`: no place in it: {error:?}");
    let column = text[..error.offset()].chars().count() + 1;
    assert!(error.column() == column || matches!(error, ParseError::Empty), "`{text}`: {column} is meant: {error:?}");
}
