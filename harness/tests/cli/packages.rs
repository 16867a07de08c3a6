//! The crates that may be published.

use crate::support::root;
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

/// The crates of the workspace, as cargo lists them.
fn packages() -> Vec<Value> {
    let mut cargo = Command::new(env!("CARGO"));
    let listed = cargo.args(["metadata", "--no-deps", "--format-version", "1", "--offline"]).current_dir(root());
    let listed = listed.output().expect("cargo runs");
    assert!(listed.status.success(), "{}", String::from_utf8_lossy(&listed.stderr));
    let mut metadata: Value = serde_json::from_slice(&listed.stdout).expect("JSON");
    serde_json::from_value(metadata["packages"].take()).expect("packages")
}

fn name(package: &Value) -> String {
    package["name"].as_str().expect("a name").to_owned()
}

/// The crates of the workspace that a crate is built from, with itself.
fn closure(packages: &[Value], of: &str, found: &mut BTreeSet<String>) {
    let package = packages.iter().find(|package| package["name"] == of).expect("a crate of the workspace");
    if !found.insert(of.to_owned()) {
        return;
    }
    for dependency in package["dependencies"].as_array().expect("dependencies") {
        if dependency["path"].is_string() && dependency["kind"] != "dev" {
            closure(packages, &name(dependency), found);
        }
    }
}

fn published(packages: &[Value]) -> impl Iterator<Item = &Value> {
    packages.iter().filter(|package| package["publish"].is_null())
}

#[test]
fn exactly_the_crates_of_golden_model_may_be_published() {
    let packages = packages();
    let mut needed = BTreeSet::new();
    closure(&packages, "golden-model", &mut needed);
    assert_eq!(published(&packages).map(name).collect::<BTreeSet<_>>(), needed);
    assert!(needed.len() > 3, "{needed:?}");
}

#[test]
fn crates_that_may_be_published_have_metadata() {
    for package in published(&packages()) {
        for key in ["description", "license", "readme", "rust_version"] {
            assert!(package[key].is_string(), "{}: no {key}", name(package));
        }
        for key in ["keywords", "categories"] {
            assert!(package[key].as_array().is_some_and(|list| !list.is_empty()), "{}: no {key}", name(package));
        }
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            assert!(dependency["req"] != "*", "{}: no version of {}", name(package), name(dependency));
        }
    }
}
