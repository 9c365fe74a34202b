//! Readers as small as can be, each of which evaluates a file on one string of bits.

use std::collections::HashMap;

fn numbers(line: &str) -> Vec<usize> {
    line.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

/// The literals' values of an and-inverter graph.
struct Graph(Vec<bool>);

impl Graph {
    fn new(bits: &[bool]) -> Graph {
        let inputs = bits.iter().flat_map(|&bit| [bit, !bit]);
        Graph([false, true].into_iter().chain(inputs).collect())
    }

    fn and(&mut self, a: usize, b: usize) {
        let value = self.0[a] && self.0[b];
        self.0.extend([value, !value]);
    }
}

pub(crate) fn aiger_ascii(text: &str, bits: &[bool]) -> bool {
    let mut lines = text.lines();
    let header = numbers(lines.next().expect("a header"));
    let [most, inputs, 0, 1, pairs] = header[..] else { panic!("{header:?}") };
    assert_eq!((most, inputs), (inputs + pairs, bits.len()));
    for input in 0..inputs {
        assert_eq!(numbers(lines.next().expect("an input")), [2 * input + 2]);
    }
    let output = numbers(lines.next().expect("an output"))[0];
    let mut graph = Graph::new(bits);
    for pair in 0..pairs {
        let [whole, a, b] = numbers(lines.next().expect("a pair"))[..] else { panic!("not a pair") };
        assert_eq!(whole, 2 * (inputs + pair + 1));
        graph.and(a, b);
    }
    graph.0[output]
}

pub(crate) fn aiger(bytes: &[u8], bits: &[bool]) -> bool {
    let line_end = |from: usize| from + bytes[from..].iter().position(|&byte| byte == b'\n').expect("a line");
    let first = line_end(0);
    let second = line_end(first + 1);
    let line = |from: usize, to: usize| numbers(std::str::from_utf8(&bytes[from..to]).expect("ASCII"));
    let (header, output) = (line(0, first), line(first + 1, second)[0]);
    let [_, inputs, 0, 1, pairs] = header[..] else { panic!("{header:?}") };
    let mut place = second + 1;
    let mut number = || {
        let (mut value, mut shift) = (0, 0);
        loop {
            let byte = bytes[place];
            place += 1;
            value |= usize::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 {
                return value;
            }
        }
    };
    let mut graph = Graph::new(bits);
    for pair in 0..pairs {
        let a = 2 * (inputs + pair + 1) - number();
        let b = a - number();
        graph.and(a, b);
    }
    graph.0[output]
}

/// By unit propagation alone, which finds the values of all defined variables.
pub(crate) fn dimacs(text: &str, bits: &[bool]) -> bool {
    let mut values: HashMap<i64, bool> = (1..).zip(bits.iter().copied()).collect();
    let projection: Vec<String> = (1..=bits.len()).map(|variable| format!(" {variable}")).collect();
    assert!(text.contains(&format!("\nc p show{} 0\n", projection.concat())));
    let clauses: Vec<Vec<i64>> = text
        .lines()
        .filter(|line| !line.starts_with(['c', 'p']))
        .map(|line| line.split_whitespace().map(|word| word.parse().expect("a literal")).filter(|&l| l != 0).collect())
        .collect();
    let header = text.lines().find_map(|line| line.strip_prefix("p cnf ")).expect("a header");
    assert_eq!(numbers(header)[1], clauses.len());
    loop {
        let mut changed = false;
        for clause in &clauses {
            let value = |literal: i64| values.get(&literal.abs()).map(|&value| value == (literal > 0));
            if clause.iter().any(|&literal| value(literal) == Some(true)) {
                continue;
            }
            let open: Vec<i64> = clause.iter().copied().filter(|&literal| value(literal).is_none()).collect();
            match open[..] {
                [] => return false,
                [unit] => changed |= values.insert(unit.abs(), unit > 0).is_none(),
                _ => {}
            }
        }
        if !changed {
            assert_eq!(values.len(), numbers(header)[0], "some variable is not defined");
            return true;
        }
    }
}

fn inputs(bits: &[bool]) -> HashMap<String, bool> {
    bits.iter().enumerate().map(|(input, &bit)| (format!("h{input}"), bit)).collect()
}

pub(crate) fn blif(text: &str, bits: &[bool]) -> bool {
    let mut values = inputs(bits);
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(names) = line.strip_prefix(".names ") else { continue };
        let names: Vec<&str> = names.split(' ').collect();
        let (whole, operands) = names.split_last().expect("a name");
        // One row at most: the product of the operands, each as it is or complemented.
        let row = lines.next_if(|line| !line.starts_with('.'));
        let held = |row: &str| operands.iter().zip(row.chars()).all(|(&name, sign)| values[name] == (sign == '1'));
        let value = row.is_some_and(held);
        values.insert((*whole).to_owned(), value);
    }
    values["consistent"]
}

pub(crate) fn verilog(text: &str, bits: &[bool]) -> bool {
    let mut values = inputs(bits);
    for line in text.lines().map(str::trim) {
        let assigned = line.strip_prefix("wire ").or_else(|| line.strip_prefix("assign "));
        let Some((name, operands)) = assigned.and_then(|rest| rest.trim_end_matches(';').split_once(" = ")) else {
            continue;
        };
        let value = |operand: &str| match operand.strip_prefix('~') {
            Some(name) => !values[name],
            None if operand.starts_with("1'b") => operand == "1'b1",
            None => values[operand],
        };
        let all = operands.split(" & ").all(value);
        values.insert(name.to_owned(), all);
    }
    values["consistent"]
}
