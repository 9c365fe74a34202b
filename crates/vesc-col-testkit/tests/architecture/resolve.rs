//! Which files of a crate use which others.

use std::collections::{BTreeMap, BTreeSet};

use crate::circle::{Graph, circles};
use crate::source::{Module, Path, parse};

/// All modules of a crate, by their paths; that of the root is empty.
pub(crate) struct Crate {
    modules: BTreeMap<Path, Located>,
}

struct Located {
    file: String,
    module: Module,
}

/// What a path leads to.
enum Target {
    Module(Path),
    /// An item of this module.
    ItemOf(Path),
}

impl Crate {
    /// Reads the files of a crate, given by their paths within `src`.
    pub(crate) fn parse(files: &BTreeMap<String, String>) -> Crate {
        let mut modules = BTreeMap::new();
        for (file, text) in files {
            insert(&mut modules, module_of(file), file, parse(text));
        }
        // Files that only tests declare are left out.
        let declared: BTreeSet<Path> = modules.keys().filter(|path| is_declared(&modules, path)).cloned().collect();
        modules.retain(|path, _| declared.contains(path));
        Crate { modules }
    }

    /// From each file to those that it uses items of. A folder is one whole. A file that uses its own folder's module
    /// file is not counted. The module file is taken to use all files of its folder.
    pub(crate) fn uses(&self) -> Graph {
        let mut graph = Graph::new();
        for (path, located) in &self.modules {
            let mut used: BTreeSet<&str> = BTreeSet::new();
            for name in &located.module.paths {
                used.extend(self.files_of(path, name));
            }
            let parent = path.split_last().map(|(_, parent)| &self.modules[parent].file);
            if let Some(parent) = parent.filter(|parent| **parent != located.file) {
                graph.entry(parent.clone()).or_default().insert(located.file.clone());
            }
            let ancestors: BTreeSet<&str> =
                (0..=path.len()).map(|length| self.modules[&path[..length]].file.as_str()).collect();
            let others = used.into_iter().filter(|file| !ancestors.contains(file));
            graph.entry(located.file.clone()).or_default().extend(others.map(str::to_owned));
        }
        graph
    }

    fn files_of(&self, from: &Path, name: &Path) -> Vec<&str> {
        let targets = self.resolve(from, name, &mut BTreeSet::new());
        let file = |target: Target| match target {
            Target::Module(path) | Target::ItemOf(path) => self.modules[&path].file.as_str(),
        };
        targets.into_iter().map(file).collect()
    }

    /// What a path in a module leads to: a name may be a module and an item at once. Nothing if it leads out of the
    /// crate.
    fn resolve(&self, from: &Path, name: &Path, seen: &mut BTreeSet<(Path, Path)>) -> Vec<Target> {
        if !seen.insert((from.clone(), name.clone())) {
            return Vec::new();
        }
        let mut at = from.clone();
        let mut rest = &name[..];
        while let Some((first, tail)) = rest.split_first() {
            match first.as_str() {
                "crate" => at.clear(),
                "super" => drop(at.pop()),
                "self" => {}
                _ => break,
            }
            rest = tail;
        }
        self.descend(at, rest, rest.len() < name.len(), seen)
    }

    /// Follows names from a module on. A name that the module does not know is an item of it if the path `is_ours`.
    fn descend(&self, at: Path, rest: &[String], is_ours: bool, seen: &mut BTreeSet<(Path, Path)>) -> Vec<Target> {
        let Some((first, tail)) = rest.split_first() else { return vec![Target::Module(at)] };
        let module = &self.modules[&at].module;
        let mut found = Vec::new();
        let child = [at.clone(), vec![first.clone()]].concat();
        if self.modules.contains_key(&child) {
            found.extend(self.descend(child, tail, true, seen));
        }
        // An import that begins with its own name begins with a crate of that name.
        if let Some(import) = module.imports.get(first).filter(|import| import[0] != *first) {
            let whole = [import.as_slice(), tail].concat();
            found.extend(self.resolve(&at, &whole, seen));
        }
        if module.items.contains(first) {
            found.push(Target::ItemOf(at.clone()));
        }
        let globs = if found.is_empty() { module.globs.as_slice() } else { &[] };
        for glob in globs {
            for target in self.resolve(&at, glob, seen) {
                if let Target::Module(path) = target {
                    found.extend(self.descend(path, rest, false, seen));
                }
            }
        }
        if found.is_empty() && is_ours && !module.imports.contains_key(first) {
            found.push(Target::ItemOf(at));
        }
        found
    }
}

/// `src/a/b.rs` and `src/a/b/mod.rs` are the module `a::b`.
fn module_of(file: &str) -> Path {
    let mut path: Path = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if matches!(path.last().map(String::as_str), Some("lib" | "main" | "mod")) {
        path.pop();
    }
    path
}

fn is_declared(modules: &BTreeMap<Path, Located>, path: &[String]) -> bool {
    let Some((name, parent)) = path.split_last() else { return true };
    let is_in = |above: &Located| above.file == modules[path].file || above.module.files.contains(name);
    modules.get(parent).is_some_and(is_in) && is_declared(modules, parent)
}

fn insert(modules: &mut BTreeMap<Path, Located>, path: Path, file: &str, mut module: Module) {
    for (name, inner) in std::mem::take(&mut module.inline) {
        insert(modules, [path.clone(), vec![name]].concat(), file, inner);
    }
    // The library is the root, not a program beside it.
    if !(path.is_empty() && file == "main.rs" && modules.contains_key(&path)) {
        modules.insert(path, Located { file: file.to_owned(), module });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The circles of a crate with these files.
    fn circles_in(files: &[(&str, &str)]) -> Vec<Vec<String>> {
        let files = files.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())).collect();
        circles(&Crate::parse(&files).uses()).into_iter().map(|circle| circle.into_iter().collect()).collect()
    }

    #[test]
    fn a_circle_is_found() {
        let root = ("lib.rs", "mod a; mod b;");
        let planted = [root, ("a.rs", "use crate::b::B; struct A;"), ("b.rs", "struct B(super::a::A);")];
        assert_eq!(circles_in(&planted), [["a.rs", "b.rs"]]);
    }

    #[test]
    fn a_circle_by_way_of_others_is_found() {
        let root = ("lib.rs", "mod a; mod b; mod c; pub use b::B;");
        let a = ("a.rs", "use crate::{B, c}; pub struct A; fn f() { c::go() }");
        let c = ("c.rs", "pub fn go() { let _: crate::b::B; }");
        assert!(circles_in(&[root, a, c, ("b.rs", "pub struct B;")]).is_empty());
        let planted = [root, a, c, ("b.rs", "use super::a::*; pub struct B(A);")];
        assert_eq!(circles_in(&planted), [["a.rs", "b.rs", "c.rs"]]);
    }

    #[test]
    fn a_folder_depends_on_whatever_its_files_depend_on() {
        let root = ("lib.rs", "mod a; mod c;");
        let a = ("a.rs", "mod b; struct A;");
        let planted = [root, a, ("a/b.rs", "use crate::c::C;"), ("c.rs", "struct C(crate::a::A);")];
        assert_eq!(circles_in(&planted), [["a.rs", "a/b.rs", "c.rs"]]);
    }

    #[test]
    fn a_folder_is_one_whole() {
        let root = ("lib.rs", "mod a; use a::A;");
        let a = ("a.rs", "mod b; mod c; use b::B; use c::C; pub struct A(B, C);");
        let c = ("a/c.rs", "pub struct C(crate::A);");
        assert!(circles_in(&[root, a, ("a/b.rs", "use super::A; pub struct B;"), c]).is_empty());
        let planted = [root, a, ("a/b.rs", "use super::C; pub struct B;"), ("a/c.rs", "pub struct C(super::B);")];
        assert_eq!(circles_in(&planted), [["a/b.rs", "a/c.rs"]]);
    }

    #[test]
    fn tests_may_use_what_they_like() {
        let b = ("b.rs", "#[cfg(test)] mod tests { use crate::a::A; } #[cfg(test)] mod more; pub struct B;");
        let more = ("b/more.rs", "use crate::a::A;");
        let files = [("lib.rs", "mod a; mod b;"), ("a.rs", "use crate::b::B; struct A;"), b, more];
        assert!(circles_in(&files).is_empty());
    }
}
