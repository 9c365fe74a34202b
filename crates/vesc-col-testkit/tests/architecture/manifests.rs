//! What the `Cargo.toml` of each member of the workspace says.

use std::fs;
use std::path::{Path, PathBuf};

pub(crate) struct Manifest {
    pub(crate) name: String,
    pub(crate) is_published: bool,
    pub(crate) inherits_lints: bool,
    pub(crate) dependencies: Vec<String>,
    pub(crate) dev_dependencies: Vec<String>,
}

/// The manifests of all members.
pub(crate) fn manifests(root: &Path) -> Vec<Manifest> {
    member_folders(root).iter().map(|folder| manifest(folder)).collect()
}

/// The folders of all members, which the workspace names in full or by `folder/*`.
pub(crate) fn member_folders(root: &Path) -> Vec<PathBuf> {
    let workspace = parse(&root.join("Cargo.toml"));
    let members = workspace["workspace"]["members"].as_array().unwrap();
    let mut found = Vec::new();
    for member in members {
        let member = member.as_str().unwrap();
        match member.strip_suffix("/*") {
            None => found.push(root.join(member)),
            Some(folder) => {
                let folders = fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path());
                found.extend(folders.filter(|folder| folder.join("Cargo.toml").exists()));
            }
        }
    }
    found
}

fn manifest(folder: &Path) -> Manifest {
    let table = parse(&folder.join("Cargo.toml"));
    let names = |section: &str| -> Vec<String> {
        table.get(section).and_then(toml::Value::as_table).map_or(Vec::new(), |table| table.keys().cloned().collect())
    };
    Manifest {
        name: table["package"]["name"].as_str().unwrap().to_owned(),
        is_published: table["package"].get("publish").and_then(toml::Value::as_bool) != Some(false),
        inherits_lints: table.get("lints").and_then(|lints| lints.get("workspace"))
            == Some(&toml::Value::Boolean(true)),
        dependencies: [names("dependencies"), names("build-dependencies")].concat(),
        dev_dependencies: names("dev-dependencies"),
    }
}

fn parse(path: &Path) -> toml::Table {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
