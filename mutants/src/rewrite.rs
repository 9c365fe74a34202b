//! A source file with its mutants built in, each behind a switch.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Block, ExprBinary, ExprMatch, ExprUnary, ImplItemFn, ItemFn};

use crate::Result;
use crate::list::{Change, Mutant, by_start, has_let, start};

/// A place with mutants, by the bytes it covers.
struct Site {
    whole: Range<usize>,
    kind: Kind,
}

enum Kind {
    /// Text to put in front of a place of no width.
    Insert(String),
    /// Operands, the operator, and what stands in its place in which mutant.
    Binary(Range<usize>, String, Range<usize>, Vec<(u32, String)>),
    /// An operator that one mutant leaves out.
    Unary(Range<usize>, u32),
    /// A guard, and the switches of its mutants `true` and `false`.
    Guard(Vec<u32>, Vec<u32>),
}

struct Sites<'a> {
    /// By the start of what they replace.
    mutants: BTreeMap<(usize, usize), Vec<&'a Mutant>>,
    sites: Vec<Site>,
    placed: BTreeSet<u32>,
}

/// The text with these mutants built in, and those of them that have no place there (their kind is not known here).
///
/// The alternative of mutant 7 stands between the comments `<7` and `7>`, so that a compiler's complaint tells which to leave out.
pub fn rewrite(source: &str, mutants: &[&Mutant]) -> Result<(String, BTreeSet<u32>)> {
    let file = syn::parse_file(source)?;
    let mut found = Sites { mutants: by_start(mutants), sites: Vec::new(), placed: BTreeSet::new() };
    found.visit_file(&file);
    found.sites.sort_by_key(|site| (site.whole.start, std::cmp::Reverse(site.whole.end)));
    let homeless = mutants.iter().map(|mutant| mutant.id).filter(|id| !found.placed.contains(id)).collect();
    Ok((render(source, 0..source.len(), &found.sites), homeless))
}

/// A range of the text with the sites in it (outer ones first) written out.
fn render(source: &str, range: Range<usize>, sites: &[Site]) -> String {
    let mut text = String::new();
    let mut at = range.start;
    let mut next = sites.partition_point(|site| site.whole.start < range.start);
    while let Some(site) = sites.get(next).filter(|site| site.whole.end <= range.end) {
        text.push_str(&source[at..site.whole.start]);
        let inner = &sites[next + 1..];
        let part = |range: &Range<usize>| render(source, range.clone(), inner);
        match &site.kind {
            Kind::Insert(inserted) => text.push_str(inserted),
            Kind::Binary(left, operator, right, mutants) => {
                let (left, right) = (part(left), part(right));
                let with = |operator: &str| format!("{{ (({left}) {operator} ({right})) }}");
                text.push('(');
                for (id, other) in mutants {
                    text.push_str(&format!("{} ", marked(*id, &format!("if {} {} else", on(*id), with(other)))));
                }
                text.push_str(&format!("{})", with(operator)));
            }
            Kind::Unary(operand, id) => {
                let operator = source[site.whole.start..operand.start].to_owned();
                let operand = part(operand);
                let mutant = marked(*id, &format!("if {} {{ ({operand}) }} else", on(*id)));
                text.push_str(&format!("({mutant} {{ {operator}({operand}) }})"));
            }
            Kind::Guard(always, never) => {
                let guard = part(&site.whole);
                let switch = |ids: &[u32]| ids.iter().map(|&id| marked(id, &on(id))).collect::<Vec<_>>().join(" || ");
                let always = if always.is_empty() { "false".to_owned() } else { switch(always) };
                let never = if never.is_empty() { "false".to_owned() } else { switch(never) };
                text.push_str(&format!("({always} || !({never}) && ({guard}))"));
            }
        }
        at = site.whole.end;
        next += 1;
        while sites.get(next).is_some_and(|site| site.whole.start < at) {
            next += 1;
        }
    }
    text.push_str(&source[at..range.end]);
    text
}

fn on(id: u32) -> String {
    format!("crate::mutant_switch::on({id})")
}

fn marked(id: u32, text: &str) -> String {
    format!("/*<{id}*/ {text} /*{id}>*/")
}

impl<'a> Sites<'a> {
    /// The mutants that start where this does, and what they change it to.
    fn at<T>(&self, span: Span, change: impl Fn(&Change) -> Option<T>) -> Vec<(&'a Mutant, T)> {
        let here = self.mutants.get(&start(span)).into_iter().flatten();
        here.filter_map(|mutant| Some((*mutant, change(&mutant.change)?))).collect()
    }

    fn site<T>(&mut self, whole: Range<usize>, kind: Kind, mutants: &[(&Mutant, T)]) {
        if !mutants.is_empty() {
            self.placed.extend(mutants.iter().map(|(mutant, _)| mutant.id));
            self.sites.push(Site { whole, kind });
        }
    }

    fn body(&mut self, block: &Block) {
        let open = block.brace_token.span.open();
        let values = self.at(open, |change| match change {
            Change::Value(value) => Some(value.clone()),
            _ => None,
        });
        let returns = values
            .iter()
            .map(|(mutant, value)| marked(mutant.id, &format!("if {} {{ return {value}; }}", on(mutant.id))));
        let end = open.byte_range().end;
        self.site(end..end, Kind::Insert(returns.collect()), &values);
    }
}

impl<'ast> Visit<'ast> for Sites<'_> {
    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        self.body(&function.block);
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        self.body(&function.block);
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_expr_binary(&mut self, binary: &'ast ExprBinary) {
        let others = self.at(binary.op.span(), |change| match change {
            Change::Operator(other) => Some(other.clone()),
            _ => None,
        });
        let named = others.iter().map(|(mutant, other)| (mutant.id, other.clone())).collect();
        let [left, right] = [&binary.left, &binary.right].map(|operand| operand.span().byte_range());
        let operator = binary.op.span().source_text().unwrap_or_default();
        self.site(binary.span().byte_range(), Kind::Binary(left, operator, right, named), &others);
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'ast ExprUnary) {
        let without = self.at(unary.op.span(), |change| (*change == Change::NoOperator).then_some(()));
        if let [(mutant, ())] = without[..] {
            let kind = Kind::Unary(unary.expr.span().byte_range(), mutant.id);
            self.site(unary.span().byte_range(), kind, &without);
        }
        visit::visit_expr_unary(self, unary);
    }

    fn visit_expr_match(&mut self, matching: &'ast ExprMatch) {
        for arm in &matching.arms {
            let mut deleted = self.at(arm.span(), |change| (*change == Change::NoArm).then_some(false));
            match &arm.guard {
                None => {
                    let end = arm.pat.span().byte_range().end;
                    let switches =
                        deleted.iter().map(|(mutant, _)| marked(mutant.id, &format!(" if !{}", on(mutant.id))));
                    self.site(end..end, Kind::Insert(switches.collect()), &deleted);
                }
                Some((_, guard)) if !has_let(guard) => {
                    // A deleted arm is one whose guard never holds.
                    deleted.extend(self.at(guard.span(), |change| match change {
                        Change::Guard(value) => Some(*value),
                        _ => None,
                    }));
                    let ids = |value: bool| {
                        let chosen = deleted.iter().filter(|(_, other)| *other == value);
                        chosen.map(|(mutant, _)| mutant.id).collect()
                    };
                    self.site(guard.span().byte_range(), Kind::Guard(ids(true), ids(false)), &deleted);
                }
                Some(_) => {}
            }
        }
        visit::visit_expr_match(self, matching);
    }
}
