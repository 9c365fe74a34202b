//! A source file as the names that its modules define and the paths that they use.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The names of a path, e.g. `crate`, `term`, `Problem`.
pub(crate) type Path = Vec<String>;

/// One module: a file, or a `mod name { .. }` within a file.
#[derive(Default)]
pub(crate) struct Module {
    /// Structs, functions and so on.
    pub(crate) items: BTreeSet<String>,
    /// Imported names, each with what it stands for.
    pub(crate) imports: BTreeMap<String, Path>,
    /// Imports of all names of a module.
    pub(crate) globs: Vec<Path>,
    /// All paths in the text, those of imports included.
    pub(crate) paths: Vec<Path>,
    /// Modules whose text stands in files of their own.
    pub(crate) files: BTreeSet<String>,
    /// Modules whose text stands here.
    pub(crate) inline: BTreeMap<String, Module>,
}

/// Reads a file. Whatever is there for tests only is left out.
pub(crate) fn parse(text: &str) -> Module {
    let mut module = Module::default();
    module.read(&tokens(text));
    module
}

/// Whether a file calls the macro `name`, outside of its tests.
pub(crate) fn calls_macro(text: &str, name: &str) -> bool {
    fn calls(tokens: &[TokenTree], name: &str) -> bool {
        let here = tokens.windows(2).any(|pair| is_word(&pair[0], name) && is_punct(&pair[1], '!'));
        here || groups(tokens).any(|inner| calls(&inner, name))
    }
    calls(&without_tests(&tokens(text)), name)
}

/// Whether a file names a path that begins with `first`, outside of its tests.
pub(crate) fn names_path(text: &str, first: &[&str]) -> bool {
    fn any(module: &Module, first: &[&str]) -> bool {
        let begins = |path: &Path| path.len() >= first.len() && path.iter().zip(first).all(|(a, b)| a == b);
        module.paths.iter().any(begins) || module.inline.values().any(|inner| any(inner, first))
    }
    any(&parse(text), first)
}

impl Module {
    fn read(&mut self, tokens: &[TokenTree]) {
        let tokens = without_tests(tokens);
        self.collect_paths(&tokens);
        for item in items(&tokens) {
            let Some(keyword) = item.iter().position(|token| KEYWORDS.iter().any(|word| is_word(token, word))) else {
                continue;
            };
            let name = item[keyword + 1..].iter().filter_map(word).find(|name| !KEYWORDS.contains(&name.as_str()));
            match (item[keyword].to_string().as_str(), name, item.last()) {
                ("use", ..) => self.import(&item[keyword + 1..]),
                ("mod", Some(name), Some(TokenTree::Group(body))) => {
                    let mut module = Module::default();
                    module.read(&body.stream().into_iter().collect::<Vec<_>>());
                    self.inline.insert(name, module);
                }
                ("mod", Some(name), _) => {
                    self.files.insert(name);
                }
                (_, None, _) => {}
                (_, Some(name), _) => {
                    self.items.insert(name);
                }
            }
        }
    }

    fn import(&mut self, tree: &[TokenTree]) {
        for (path, name) in leaves(tree) {
            match name.as_str() {
                "*" => self.globs.push(path),
                _ => {
                    self.imports.insert(name, path);
                }
            }
        }
    }

    /// Every path of two names or more, in bodies too. Inline modules collect their own.
    fn collect_paths(&mut self, tokens: &[TokenTree]) {
        let mut at = 0;
        while at < tokens.len() {
            if is_word(&tokens[at], "use") {
                let end = at + tokens[at..].iter().take_while(|token| !is_punct(token, ';')).count();
                self.paths.extend(leaves(&tokens[at + 1..end]).into_iter().map(|(path, _)| path));
                at = end;
                continue;
            }
            if is_word(&tokens[at], "mod") && matches!(tokens.get(at + 2), Some(TokenTree::Group(_))) {
                at += 3;
                continue;
            }
            if let TokenTree::Group(group) = &tokens[at] {
                self.collect_paths(&group.stream().into_iter().collect::<Vec<_>>());
            }
            let (path, length) = path_at(&tokens[at..]);
            if path.len() > 1 {
                self.paths.push(path);
            }
            at += length.max(1);
        }
    }
}

const KEYWORDS: [&str; 11] =
    ["use", "mod", "struct", "enum", "union", "trait", "type", "fn", "static", "const", "macro_rules"];

/// The path that begins here, and its number of tokens.
fn path_at(tokens: &[TokenTree]) -> (Path, usize) {
    let mut path = Path::new();
    let mut at = 0;
    while let Some(name) = tokens.get(at).and_then(word) {
        path.push(name);
        at += 1;
        let is_joined = |at: usize| tokens.get(at).is_some_and(|token| is_punct(token, ':'));
        if !(is_joined(at) && is_joined(at + 1) && tokens.get(at + 2).and_then(word).is_some()) {
            break;
        }
        at += 2;
    }
    (path, at)
}

/// Every path that a `use` imports, with the name that it has here; `*` for all names.
fn leaves(tree: &[TokenTree]) -> Vec<(Path, String)> {
    let mut found = Vec::new();
    for branch in tree.split(|token| is_punct(token, ',') || is_punct(token, ';')) {
        let mut path = Path::new();
        let mut alias = None;
        let mut rest = branch.iter().peekable();
        while let Some(token) = rest.next() {
            match token {
                TokenTree::Ident(name) if name == "as" => alias = rest.next().map(ToString::to_string),
                TokenTree::Ident(name) => path.push(name.to_string()),
                TokenTree::Group(group) => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    for (tail, name) in leaves(&inner) {
                        let tail = if tail == ["self"] { Path::new() } else { tail };
                        let whole = [path.clone(), tail].concat();
                        let name = if name == "self" { path.last().cloned().unwrap_or_default() } else { name };
                        found.push((whole, name));
                    }
                    path.clear();
                }
                token if is_punct(token, '*') => alias = Some("*".to_owned()),
                _ => {}
            }
        }
        if let Some(last) = path.last().cloned() {
            found.push((path, alias.unwrap_or(last)));
        }
    }
    found
}

/// The items of a module: each ends with a semicolon or with braces.
fn items(tokens: &[TokenTree]) -> Vec<&[TokenTree]> {
    let mut items = Vec::new();
    let mut start = 0;
    while start < tokens.len() {
        let length = item_length(&tokens[start..]);
        items.push(&tokens[start..start + length]);
        start += length;
    }
    items
}

/// The number of tokens of the item that begins here, its attributes included.
fn item_length(tokens: &[TokenTree]) -> usize {
    let mut to_semicolon = None;
    for (at, token) in tokens.iter().enumerate() {
        let is_import_or_value = ["use", "static", "type", "const"].iter().any(|word| is_word(token, word));
        if to_semicolon.is_none() && KEYWORDS.iter().chain(&["impl"]).any(|word| is_word(token, word)) {
            let is_function = tokens[at + 1..].first().is_some_and(|next| is_word(next, "fn"));
            to_semicolon = Some(is_import_or_value && !is_function);
        }
        let is_braces = matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
        if is_punct(token, ';') || is_braces && to_semicolon != Some(true) {
            return at + 1;
        }
    }
    tokens.len()
}

/// The same items without those that are compiled for tests only.
fn without_tests(tokens: &[TokenTree]) -> Vec<TokenTree> {
    let mut kept = Vec::new();
    for item in items(tokens) {
        let mut attributes = item.windows(2).filter(|pair| is_punct(&pair[0], '#')).map(|pair| pair[1].to_string());
        let is_test = |attribute: String| attribute.replace(' ', "") == "[cfg(test)]" || attribute == "[test]";
        if !attributes.any(is_test) {
            kept.extend_from_slice(item);
        }
    }
    kept
}

fn tokens(text: &str) -> Vec<TokenTree> {
    text.parse::<TokenStream>().expect("a source file is made of tokens").into_iter().collect()
}

fn groups(tokens: &[TokenTree]) -> impl Iterator<Item = Vec<TokenTree>> {
    let group = |token: &TokenTree| match token {
        TokenTree::Group(group) => Some(group.stream().into_iter().collect()),
        _ => None,
    };
    tokens.iter().filter_map(group)
}

fn word(token: &TokenTree) -> Option<String> {
    match token {
        TokenTree::Ident(name) => Some(name.to_string()),
        _ => None,
    }
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(name) if name == word)
}

fn is_punct(token: &TokenTree, char: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == char)
}

#[test]
fn a_file_is_read() {
    let module = parse(
        r#"
        //! use crate::comment;
        pub use self::a::{B, c::{self, D as E}, f::*};
        mod a;
        pub(crate) const X: [usize; 2] = { [1; 2] };
        pub struct Wrapper<T>(T);
        impl<T> Wrapper<T> { fn go() { super::other::call(crate::x::Y { z: 1 }); } }
        const fn small() -> &'static str { "crate::string" }
        mod inner { use super::Wrapper; }
        #[cfg(test)]
        mod tests { use crate::only_for_tests; }
        #[cfg(test)]
        mod more_tests;
        "#,
    );
    let path = |text: &str| text.split("::").map(str::to_owned).collect::<Path>();
    assert_eq!(module.items, ["Wrapper", "X", "small"].map(str::to_owned).into());
    assert_eq!(module.imports["B"], path("self::a::B"));
    assert_eq!(module.imports["c"], path("self::a::c"));
    assert_eq!(module.imports["E"], path("self::a::c::D"));
    assert_eq!(module.globs, [path("self::a::f")]);
    assert!(module.paths.contains(&path("super::other::call")) && module.paths.contains(&path("crate::x::Y")));
    assert!(!module.paths.iter().flatten().any(|name| name.contains("string") || name.contains("comment")));
    assert_eq!(module.files, ["a".to_owned()].into());
    assert_eq!(module.inline.keys().collect::<Vec<_>>(), ["inner"]);
    assert_eq!(module.inline["inner"].paths, [path("super::Wrapper")]);
    assert!(calls_macro("fn f() { if true { println!(\"\") } }", "println"));
    assert!(!calls_macro("#[cfg(test)] mod tests { fn f() { println!(\"\") } }", "println"));
    assert!(names_path("use std::{fmt, fs::File};", &["std", "fs"]) && !names_path("use std::fmt;", &["std", "fs"]));
}
