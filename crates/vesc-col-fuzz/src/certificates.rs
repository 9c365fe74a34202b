//! `verify`: whatever the files say, a claim that passes is true.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};
use vesc_col::{Dnf, DnfSpace};
use vesc_col_cli::fuzzing::{Proven, read, verify};
use vesc_col_testkit::{Instance, Truth};

use crate::workbench::{SEPARATOR, argument, file, folder};

/// Features a, b, c; the label is `a & !b`.
const DATA: &str = "a,b,c,label\n1,0,0,1\n1,0,1,1\n0,0,0,0\n0,1,1,0\n1,1,0,0\n1,1,1,0\n0,0,1,0\n0,1,0,0\n";
/// Little is known, so that much fits.
const OPEN: &str = "a,b,c,label\n1,1,1,1\n0,0,0,0\n";

/// The manifest, then the other files, each a line with its name and then its content, between separators. `#data` in
/// the manifest stands for the hash of the data, `#0`, `#1`, ... for those of the files, which no fuzzer guesses.
pub(crate) fn run(bytes: &[u8]) {
    let mut parts = bytes.split(|&byte| byte == SEPARATOR);
    let mut manifest = String::from_utf8_lossy(parts.next().unwrap_or_default()).into_owned();
    for (number, part) in parts.enumerate() {
        let end = part.iter().position(|&byte| byte == b'\n').unwrap_or(part.len());
        let (name, content) = (&part[..end], part.get(end + 1..).unwrap_or_default());
        if let Some(name) = std::str::from_utf8(name).ok().filter(|name| is_plain(name)) {
            file(name, content);
            manifest = manifest.replace(&format!("\"#{number}\""), &format!("\"{}\"", hash(content)));
        }
    }
    for content in [DATA, OPEN] {
        let csv = file("data.csv", content.as_bytes());
        let data = read([argument(&csv)]).expect("it is good data").data;
        let instance = Instance::from_dataset(&data);
        let mut text = "[\"a\",\"b\",\"c\"]".to_owned();
        for sign in [true, false] {
            for (input, _) in instance.rows().iter().filter(|(_, positive)| *positive == sign) {
                let cell = |i: usize| if input >> i & 1 == 1 { '1' } else { '0' };
                let _ = write!(text, "\n{}{}", if sign { '+' } else { '-' }, (0..3).map(cell).collect::<String>());
            }
        }
        file("manifest.json", manifest.replace("\"#data\"", &format!("\"{}\"", hash(text.as_bytes()))).as_bytes());
        for proven in verify(&folder(), &csv).unwrap_or_default() {
            check(&proven, &instance, &data);
        }
    }
}

fn is_plain(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || ".+-".contains(c);
    name.len() < 40 && name.contains(|c: char| c.is_ascii_alphanumeric()) && name.chars().all(plain)
}

fn hash(content: &[u8]) -> String {
    Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn check(proven: &Proven, instance: &Instance, data: &vesc_col::Dataset) {
    let (literals, terms) = proven.size;
    if terms > 3 {
        return;
    }
    let truth = Truth::of_dnf(instance, DnfSpace::new(3, literals, terms));
    let known = truth.concepts.len();
    match proven.more_than {
        Some(bound) => assert!(known > bound, "{proven:?}: {truth}"),
        None => assert_eq!(known, proven.concepts.len(), "{proven:?}: {truth}"),
    }
    for concept in &proven.concepts {
        let dnf = Dnf::parse(concept, data.features()).expect("what was verified can be read");
        assert!(data.positives().iter().all(|x| dnf.accepts(x)), "{proven:?}");
        assert!(!data.negatives().iter().any(|x| dnf.accepts(x)), "{proven:?}");
    }
}
