//! The formula syntax: what is written can be read, and what cannot be read is explained.

use std::error::Error;

use proptest::prelude::*;
use vesc_col_core::{Dnf, Features, Literal, ParseError, Term, Test};

fn features() -> Features {
    Features::new(["a", "b", "rx enable", "gap>=3", "mode=fast", "say \"hi\"", "ünï", "op_ebreak"]).unwrap()
}

fn parse(text: &str) -> Result<Dnf, ParseError> {
    Dnf::parse(text, &features())
}

fn message(text: &str) -> String {
    parse(text).expect_err(text).to_string()
}

#[test]
fn reads_what_it_writes() {
    let text = "a & !b | \"gap>=3\" & !\"mode=fast\" | !\"rx enable\" | \"say \"\"hi\"\"\" & ünï";
    let dnf = parse(text).unwrap();
    assert_eq!(dnf.to_string(), "x0 & !x1 | !x2 | x3 & !x4 | x5 & x6");
    assert_eq!(
        dnf.display(&features()).to_string(),
        "a & !b | !\"rx enable\" | \"gap>=3\" & !\"mode=fast\" | \"say \"\"hi\"\"\" & ünï"
    );
}

#[test]
fn blanks_and_quotes_are_free() {
    for text in ["!a&b|ünï", " ! a & b |\tünï ", "\n!\"a\"&\"b\"\n|\"ünï\""] {
        assert_eq!(parse(text).unwrap().to_string(), "!x0 & x1 | x6", "{text}");
    }
}

#[test]
fn operators_of_other_languages_are_read() {
    for text in
        ["!a && b || ünï", "~a & b | ünï", "not a and b or ünï", "NOT a AND b Or ünï", "not a&&b||ünï", "~ a and b|ünï"]
    {
        assert_eq!(parse(text).unwrap().to_string(), "!x0 & x1 | x6", "{text}");
    }
}

#[test]
fn boolean_features_may_be_compared() {
    for text in ["a & !b", "a=1 & b=0", "a == true and b = False", "a != 0 & !b=1", "a!=false & b!=TRUE"] {
        assert_eq!(parse(text).unwrap().to_string(), "x0 & !x1", "{text}");
    }
    // A feature of this name must be quoted, as ever.
    let both = Features::new(["a", "a=1"]).unwrap();
    assert!(Dnf::parse("a=1", &both).is_err());
    assert_eq!(Dnf::parse("a=0 | \"a=1\"", &both).unwrap().to_string(), "!x0 | x1");
}

#[test]
fn names_that_are_operators_are_quoted() {
    let features = Features::new(["and", "Or", "NOT", "~x", "x~y", "nota"]).unwrap();
    let text = "\"and\" & !\"Or\" | !\"NOT\" & \"~x\" | x~y & !nota";
    let dnf = Dnf::parse(text, &features).unwrap();
    assert_eq!(dnf.to_string(), "x0 & !x1 | !x2 & x3 | x4 & !x5");
    assert_eq!(dnf.display(&features).to_string(), text);
    assert!(Dnf::parse("and", &features).is_err());
    // Behind a comparison a word is a value, and `==` is `=`.
    let typed = Features::typed([("op", Some(Test::Equals("and".to_owned()))), ("a", None)]).unwrap();
    for text in ["op=and & a", "op = and and a", "op=\"and\" && a", "op == and & a"] {
        let dnf = Dnf::parse(text, &typed).unwrap();
        assert_eq!(
            (dnf.to_string(), dnf.display(&typed).to_string()),
            ("x0 & x1".to_owned(), "op=\"and\" & a".to_owned())
        );
    }
    let columns = Test::columns_in("op=and and not a");
    assert_eq!(columns, [("op".to_owned(), Some(Test::Equals("and".to_owned()))), ("a".to_owned(), None)]);
}

#[test]
fn errors_name_the_column() {
    let cases = [
        ("", "the formula is empty, expected something like `a & !b | c`"),
        (" \t", "the formula is empty, expected something like `a & !b | c`"),
        ("a &", "column 4: expected a feature or `!`, found the end"),
        ("a & ", "column 5: expected a feature or `!`, found the end"),
        ("a | | b", "column 5: expected a feature or `!`, found `|`"),
        ("& a", "column 1: expected a feature or `!`, found `&`"),
        ("!!a", "column 2: expected a feature, found `!`"),
        ("!", "column 2: expected a feature, found the end"),
        ("ünï a", "column 5: expected `&`, `|` or the end, found `a`"),
        ("ünï !a", "column 5: expected `&`, `|` or the end, found `!`"),
        ("a = 2", "column 3: expected `&`, `|` or the end, found `=` (a name with `=` must be quoted)"),
        ("a >= 1", "column 3: expected `&`, `|` or the end, found `>=`"),
        ("a <= 1", "column 3: expected `=`, `!=`, `>=` or `<`, which are all comparisons, found `<=`"),
        ("a & \u{7}", "column 5: expected a feature or `!`, found `\\u{7}`"),
        ("ünï | \"rx ena", "column 7: the quotation mark is never closed"),
        ("\"a\"\"", "column 1: the quotation mark is never closed"),
        (
            "zebra",
            "column 1: there is no feature `zebra`; the columns are a, b, \"rx enable\", \"gap>=3\", \"mode=fast\", \"say \"\"hi\"\"\", ünï, op_ebreak",
        ),
        ("a | !op_ebraek", "column 6: there is no feature `op_ebraek`, did you mean `op_ebreak`?"),
        ("RX_enable", "column 1: there is no feature `RX_enable`, did you mean `\"rx enable\"`?"),
        ("a & ~op_ebraek", "column 6: there is no feature `op_ebraek`, did you mean `op_ebreak`?"),
        ("a and", "column 6: expected a feature or `!`, found the end"),
        ("a & or", "column 5: expected a feature or `!`, found `or` (a name that is this word must be quoted)"),
        ("a not b", "column 3: expected `&`, `|` or the end, found `not` (a name that is this word must be quoted)"),
        ("a &&& b", "column 5: expected a feature or `!`, found `&`"),
        ("~~a", "column 2: expected a feature, found `~`"),
        ("mode=fast", "column 1: there is no feature `mode`, did you mean `\"mode=fast\"`?"),
        ("a & b & !a", "column 9: feature `a` appears twice in one term"),
        ("a & b | ünï | b & a", "column 15: the term `a & b` appears twice"),
    ];
    for (text, expected) in cases {
        assert_eq!(message(text), expected, "{text:?}");
    }
    assert!(message("\"a\nb\"").starts_with("column 1: there is no feature `a\\nb`; "));
    assert!(message("\"\"").starts_with("column 1: there is no feature ``; "));
    assert!(message("(a | b) & ünï").starts_with("column 1: parentheses are not part of the syntax"));
    assert!(message("a & b)").starts_with("column 6: parentheses"));
}

#[test]
fn errors_carry_offset_and_source() {
    let error = parse("ünï & ünï").unwrap_err();
    assert_eq!((error.column(), error.offset()), (7, 8));
    assert!(error.source().is_some_and(|source| source.to_string().contains("appears twice")));
    assert!(parse("a | a").unwrap_err().source().is_some());
    assert!(parse("a | zebra").unwrap_err().source().is_none());
}

#[test]
fn long_texts_need_no_stack() {
    let features = Features::numbered(2000);
    let text: Vec<String> = (0..2000).map(|i| format!("!x{i}")).collect();
    assert_eq!(Dnf::parse(&text.join("&"), &features).unwrap().terms().len(), 1);
    assert_eq!(Dnf::parse(&text.join("|"), &features).unwrap().terms().len(), 2000);
    assert!(Dnf::parse(&"!".repeat(1 << 20), &features).is_err());
    assert!(Dnf::parse(&"(".repeat(1 << 20), &features).is_err());
    assert!(Dnf::parse(&"\"".repeat((1 << 20) + 1), &features).is_err());
    assert!(Dnf::parse(&"n".repeat(1 << 20), &features).is_err());
}

/// Names made of what the syntax is made of, and of what is hard to see.
fn names() -> impl Strategy<Value = Vec<String>> {
    let nasty = prop_oneof![
        prop::sample::select(vec![
            '&', '|', '!', '(', ')', '"', '=', ' ', '\t', '\n', '\r', '\0', 'a', 'b', '<', '>', '~', 'é', '🦀'
        ]),
        any::<char>()
    ];
    let mixed = prop::collection::vec(nasty, 1..6).prop_map(|chars| chars.into_iter().collect::<String>());
    let word =
        prop::sample::select(vec!["and", "or", "not", "AND", "Or", "nOT", "~and", "or "]).prop_map(str::to_owned);
    let name = prop_oneof![4 => mixed, 1 => word];
    prop::collection::btree_set(name, 4..8).prop_map(|names| names.into_iter().collect())
}

proptest! {
    #[test]
    fn round_trip(names in names(), codes in prop::collection::vec(1..81usize, 1..5)) {
        let features = Features::new(names).unwrap();
        let term = |code: usize| {
            let digits = (0..4).map(|feature| (feature, code / 3usize.pow(feature as u32) % 3));
            let literals = digits.filter(|(_, digit)| *digit > 0).map(|(i, digit)| Literal::matching(i, digit == 1));
            Term::new(literals).unwrap()
        };
        let mut codes = codes;
        codes.sort_unstable();
        codes.dedup();
        let dnf = Dnf::new(codes.into_iter().map(term)).unwrap();
        let text = dnf.display(&features).to_string();
        prop_assert_eq!(Dnf::parse(&text, &features), Ok(dnf), "{}", text);
    }

    #[test]
    fn no_text_panics(text in "(and|or|not|[ab&|!~()\"=<> ü\\PC]){0,12}") {
        if let Err(error) = parse(&text) {
            prop_assert!(text.is_char_boundary(error.offset()));
            prop_assert!(!error.to_string().contains('\n'));
        }
    }
}

#[test]
fn features_that_test_columns_are_written_with_operators() {
    let equals = |value: &str| Some(Test::Equals(value.to_owned()));
    let at_least = |value: &str| Some(Test::AtLeast(value.to_owned()));
    let features = Features::typed([
        ("irq", None),
        ("mode", equals("burst")),
        ("mode", equals("a b")),
        ("len", at_least("4")),
        ("rx len", at_least("-2.5")),
        ("mode=burst!", None),
    ])
    .unwrap();
    let text =
        "irq & mode=burst & len<4 | mode!=burst & mode!=\"a b\" | mode=\"a b\" & \"rx len\">=-2.5 | !\"mode=burst!\"";
    let dnf = Dnf::parse(text, &features).unwrap();
    assert_eq!(dnf.to_string(), "x0 & x1 & !x3 | !x1 & !x2 | x2 & x4 | !x5");
    let written = dnf.display(&features).to_string();
    assert_eq!(Dnf::parse(&written, &features).as_ref(), Ok(&dnf), "{written}");
    assert_eq!(written, text);
    assert_eq!(Dnf::parse("!len>=4 | ! mode != burst", &features).unwrap().to_string(), "x1 | !x3");
    for (text, expected) in [
        ("len>=5", "column 1: there is no feature `len>=5`, did you mean `len>=4`?"),
        ("mode=brst", "column 1: there is no feature `mode=brst`, did you mean `mode=burst`?"),
        ("len", "column 4: expected `=`, `!=`, `>=` or `<` after the name of a column with values, found the end"),
        ("irq & len>=", "column 12: expected a value, found the end"),
        ("len > 4", "column 5: expected `=`, `!=`, `>=` or `<`, which are all comparisons, found `>`"),
        ("len<=4", "column 4: expected `=`, `!=`, `>=` or `<`, which are all comparisons, found `<=`"),
        ("len => 4", "column 5: expected `=`, `!=`, `>=` or `<`, which are all comparisons, found `=>`"),
        ("irq <> 1", "column 5: expected `=`, `!=`, `>=` or `<`, which are all comparisons, found `<>`"),
        ("mode=burst & !mode=burst", "column 14: feature `mode=burst` appears twice in one term"),
    ] {
        assert_eq!(Dnf::parse(text, &features).expect_err(text).to_string(), expected);
    }
    assert!(Features::typed([("a", equals("b")), ("a=b", None)]).is_err());
}
