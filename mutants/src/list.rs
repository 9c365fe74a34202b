//! What is changed: the kinds of mutants that cargo-mutants makes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Attribute, BinOp, Block, Expr, ExprBinary, ExprMatch, ExprUnary, ImplItemFn, ItemFn, ItemImpl, ItemMod, Pat,
    Signature,
};

use crate::Result;

/// One change of one place.
#[derive(Debug)]
pub struct Mutant {
    /// From 1, in the order of the list.
    pub id: u32,
    /// The source file, from the root of the workspace.
    pub file: String,
    /// Line and column of the operator, or of the first brace, or of the arm or the guard.
    pub start: (usize, usize),
    pub change: Change,
    /// File, line and what is done.
    pub name: String,
    /// What is done in which function.
    what: String,
    /// The line that it starts in.
    line: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// The function returns this at once.
    Value(String),
    /// Another operator.
    Operator(String),
    /// No `!` or `-`.
    NoOperator,
    /// An arm of a `match` before a wildcard is not taken.
    NoArm,
    /// The guard of an arm is this.
    Guard(bool),
}

/// The mutants of a package in files whose path contains one of the given words (all files, if there are no words).
pub fn mutants(package: &str, words: &[String]) -> Result<Vec<Mutant>> {
    let mut files = Vec::new();
    collect(&Path::new("crates").join(package).join("src"), &mut files)?;
    files.sort();
    let mut mutants = Vec::new();
    for file in files {
        let path = file.to_string_lossy().into_owned();
        if path.ends_with("tests.rs") || !(words.is_empty() || words.iter().any(|word| path.contains(word.as_str()))) {
            continue;
        }
        let text = fs::read_to_string(&file)?;
        let mut lister = Lister { file: path, lines: text.lines().collect(), function: String::new(), mutants };
        lister.visit_file(&syn::parse_file(&text)?);
        mutants = lister.mutants;
    }
    Ok(mutants)
}

/// The mutants that have been shown to make no difference to an answer: a piece of the path, how what is done ends, and a piece of the line
/// that they are in.
pub struct Equivalent {
    entries: Vec<[String; 3]>,
}

impl Equivalent {
    pub fn read(path: &Path) -> Result<Equivalent> {
        let mut entries = Vec::new();
        for line in fs::read_to_string(path)?.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            // The last field may be empty, and an operator may look like what separates the fields.
            let line = format!("{line} ").replace("to | in", "to \0 in");
            let fields: Vec<String> = line.splitn(3, " | ").map(|field| field.trim().replace('\0', "|")).collect();
            entries.push(fields.try_into().map_err(|_| format!("not a file, a change and a line: {line}"))?);
        }
        Ok(Equivalent { entries })
    }

    pub fn contains(&self, mutant: &Mutant) -> bool {
        self.entries.iter().any(|[file, what, line]| {
            mutant.file.contains(file) && mutant.what.ends_with(what) && mutant.line.contains(line)
        })
    }
}

/// By where they start.
pub fn by_start<'a>(mutants: &[&'a Mutant]) -> BTreeMap<(usize, usize), Vec<&'a Mutant>> {
    let mut found: BTreeMap<_, Vec<&Mutant>> = BTreeMap::new();
    for mutant in mutants {
        found.entry(mutant.start).or_default().push(mutant);
    }
    found
}

/// Line and column.
pub fn start(span: Span) -> (usize, usize) {
    (span.start().line, span.start().column + 1)
}

/// In an order that looks random and is the same each time: what a run had time for is then a fair sample.
pub fn shuffled(mutants: &[Mutant]) -> Vec<&Mutant> {
    let mut order: Vec<&Mutant> = mutants.iter().collect();
    order.sort_by_key(|mutant| mutant.id.wrapping_mul(2_654_435_769));
    order
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

struct Lister<'t> {
    file: String,
    lines: Vec<&'t str>,
    function: String,
    mutants: Vec<Mutant>,
}

impl Lister<'_> {
    fn push(&mut self, span: Span, change: Change, what: &str) {
        let start = start(span);
        let id = self.mutants.len() as u32 + 1;
        let what = format!("{what} in {}", self.function);
        let name = format!("{}:{}:{}: {what}", self.file, start.0, start.1);
        let line = self.lines[start.0 - 1].to_owned();
        self.mutants.push(Mutant { id, file: self.file.clone(), start, change, name, what, line });
    }

    fn function(
        &mut self,
        attributes: &[Attribute],
        signature: &Signature,
        block: &Block,
        inner: impl FnOnce(&mut Self),
    ) {
        // Constant functions have no place for a switch.
        if for_tests(attributes) || signature.constness.is_some() {
            return;
        }
        let outer = std::mem::replace(&mut self.function, signature.ident.to_string());
        if !block.stmts.is_empty() {
            let whole = block.span().source_text().unwrap_or_default();
            let whole = whole.trim_matches(['{', '}']).trim();
            for value in values(signature).into_iter().filter(|value| value != whole) {
                let what = format!("return {value}");
                self.push(block.brace_token.span.open(), Change::Value(value), &what);
            }
        }
        inner(self);
        self.function = outer;
    }
}

/// What a function of this type could return without looking at anything.
fn values(signature: &Signature) -> Vec<String> {
    let syn::ReturnType::Type(_, kind) = &signature.output else { return vec!["()".to_owned()] };
    let path = match &**kind {
        syn::Type::Path(path) => path.path.segments.last(),
        _ => None,
    };
    let Some(name) = path.map(|segment| segment.ident.to_string()) else {
        return vec!["Default::default()".to_owned()];
    };
    let values: &[&str] = match name.as_str() {
        "bool" => &["true", "false"],
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => {
            &["0", "1"]
        }
        "f64" | "f32" => &["0.0", "1.0"],
        "Option" => &["None", "Some(Default::default())"],
        "Result" => &["Ok(Default::default())"],
        "BigUint" => &["BigUint::from(0u32)", "BigUint::from(1u32)"],
        "Cardinality" => &["Cardinality::exact(0u32)", "Cardinality::exact(1u32)"],
        "String" => &["String::new()", "\"x\".into()"],
        _ => &["Default::default()"],
    };
    values.iter().map(|&value| value.to_owned()).collect()
}

fn for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let path = attribute.path();
        path.is_ident("test")
            || path.is_ident("cfg")
                && matches!(&attribute.meta, syn::Meta::List(list) if list.tokens.to_string() == "test")
    })
}

impl<'ast> Visit<'ast> for Lister<'_> {
    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        if !for_tests(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        // What is printed for the developer is no contract.
        let debug = item
            .trait_
            .as_ref()
            .is_some_and(|(_, path, _)| path.segments.last().is_some_and(|name| name.ident == "Debug"));
        if !debug {
            visit::visit_item_impl(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.function(&item.attrs, &item.sig, &item.block, |lister| visit::visit_item_fn(lister, item));
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.function(&item.attrs, &item.sig, &item.block, |lister| visit::visit_impl_item_fn(lister, item));
    }

    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}

    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}

    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}

    fn visit_type(&mut self, _: &'ast syn::Type) {}

    fn visit_expr_binary(&mut self, binary: &'ast ExprBinary) {
        let chain = has_let(&binary.left) || has_let(&binary.right);
        for other in if chain { &[] } else { others(&binary.op) } {
            let old = binary.op.span().source_text().unwrap_or_default();
            self.push(binary.op.span(), Change::Operator((*other).to_owned()), &format!("{old} to {other}"));
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'ast ExprUnary) {
        if !matches!(unary.op, syn::UnOp::Deref(_)) {
            self.push(unary.op.span(), Change::NoOperator, "no ! or -");
        }
        visit::visit_expr_unary(self, unary);
    }

    fn visit_expr_match(&mut self, matching: &'ast ExprMatch) {
        let wild = matching.arms.iter().any(|arm| matches!(arm.pat, Pat::Wild(_)) && arm.guard.is_none());
        for arm in &matching.arms {
            let guard = arm.guard.as_ref().map(|(_, guard)| guard);
            if guard.is_some_and(|guard| has_let(guard)) {
                continue;
            }
            if wild && !matches!(arm.pat, Pat::Wild(_)) {
                self.push(arm.span(), Change::NoArm, "no such arm");
            }
            if let Some(guard) = guard {
                self.push(guard.span(), Change::Guard(true), "guard true");
                self.push(guard.span(), Change::Guard(false), "guard false");
            }
        }
        visit::visit_expr_match(self, matching);
    }
}

/// The operators that stand in for one.
fn others(operator: &BinOp) -> &'static [&'static str] {
    match operator {
        BinOp::Add(_) => &["-", "*"],
        BinOp::Sub(_) => &["+", "/"],
        BinOp::Mul(_) => &["+", "/"],
        BinOp::Div(_) => &["%", "*"],
        BinOp::Rem(_) => &["/", "+"],
        BinOp::And(_) => &["||"],
        BinOp::Or(_) => &["&&"],
        BinOp::BitXor(_) => &["|", "&"],
        BinOp::BitAnd(_) => &["|", "^"],
        BinOp::BitOr(_) => &["&", "^"],
        BinOp::Shl(_) => &[">>"],
        BinOp::Shr(_) => &["<<"],
        BinOp::Eq(_) => &["!="],
        BinOp::Ne(_) => &["=="],
        BinOp::Lt(_) => &["==", ">", "<="],
        BinOp::Gt(_) => &["==", "<", ">="],
        BinOp::Le(_) => &[">", "<"],
        BinOp::Ge(_) => &["<", ">"],
        BinOp::AddAssign(_) => &["-=", "*="],
        BinOp::SubAssign(_) => &["+=", "/="],
        BinOp::MulAssign(_) => &["+=", "/="],
        BinOp::DivAssign(_) => &["%=", "*="],
        BinOp::RemAssign(_) => &["/=", "+="],
        BinOp::BitXorAssign(_) => &["|=", "&="],
        BinOp::BitAndAssign(_) => &["|=", "^="],
        BinOp::BitOrAssign(_) => &["&=", "^="],
        BinOp::ShlAssign(_) => &[">>="],
        BinOp::ShrAssign(_) => &["<<="],
        _ => &[],
    }
}

/// Whether a condition has a `let` in its chain, which no parentheses may stand around.
pub fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}
