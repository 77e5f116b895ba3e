//! What a user of the published crates can name, whole: a change of it is a change of these goldens, and has to be meant.
//!
//! rustdoc knows it, and tells it as JSON. Hidden items are no part of it: `__private0` is between the crates, which are pinned to each
//! other. rustdoc is asked for the workspace with all features, as `.ci/run` asks for the pages, so that both build others' crates once.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use llamon_errors_tests::{assert_golden, cargo, root};
use serde_json::Value;

/// The folder with a file of JSON for each crate.
static JSON: LazyLock<PathBuf> = LazyLock::new(|| {
    let output = cargo()
        .args(["doc", "--quiet", "--workspace", "--no-deps", "--all-features"])
        .env("RUSTDOC", root().join("tests/support/rustdoc-json"))
        .env("RUSTDOCFLAGS", "-Zunstable-options --output-format=json")
        .output()
        .unwrap_or_else(|error| panic!("cargo does not run: {error}"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from).join("doc")
});

/// Traits that nobody can name with a stable compiler; what the compiler implements of them says nothing to a user.
const UNSTABLE: [&str; 3] =
    ["core::marker::Freeze for ", "core::marker::StructuralPartialEq for ", "core::marker::UnsafeUnpin for "];

/// One line for each item, its path written out, those of a type together. Impls for every type that there is are left out.
fn items(json: &Path) -> Vec<String> {
    let api = public_api::Builder::from_rustdoc_json(json).omit_blanket_impls(true).build();
    let api = api.unwrap_or_else(|error| panic!("{}: {error}", json.display()));
    let lines = api.items().map(ToString::to_string);
    lines.filter(|line| !UNSTABLE.iter().any(|name| line.starts_with("impl") && line.contains(name))).collect()
}

/// The attributes that each derive macro takes on fields and variants: rustdoc knows them, the listing has no word for them.
fn helper_attributes(json: &Path) -> Vec<String> {
    let text = std::fs::read(json).unwrap_or_else(|error| panic!("{}: {error}", json.display()));
    let json: Value = serde_json::from_slice(&text).expect("rustdoc writes JSON");
    let items = json["index"].as_object().expect("the JSON has an index").values();
    let helpers =
        items.filter_map(|item| Some((item["name"].as_str()?, item["inner"]["proc_macro"]["helpers"].as_array()?)));
    let mut lines: Vec<String> = helpers
        .flat_map(|(derive, helpers)| helpers.iter().map(move |helper| (derive, helper.as_str().unwrap_or_default())))
        .map(|(derive, helper)| format!("#[derive({derive})] reads #[{helper}]"))
        .collect();
    lines.sort();
    lines
}

fn assert_interface(name: &str) {
    let json = JSON.join(format!("{}.json", name.replace('-', "_")));
    let mut lines = items(&json);
    lines.extend(helper_attributes(&json));
    let hidden: Vec<&String> = lines.iter().filter(|line| line.contains("__private")).collect();
    assert!(hidden.is_empty(), "what is hidden is no part of the interface: {hidden:#?}");
    assert_golden(&format!("snapshots/api/{name}.txt"), &format!("{}\n", lines.join("\n")));
}

#[test]
fn the_interface_of_the_runtime_is_what_it_was() {
    assert_interface("llamon-errors");
}

#[test]
fn the_interface_of_the_engine_is_what_it_was() {
    assert_interface("llamon-errors-catalog");
}

#[test]
fn the_interface_of_the_shared_words_is_what_it_was() {
    assert_interface("llamon-errors-core");
}

#[test]
fn the_macros_and_their_attributes_are_what_they_were() {
    assert_interface("llamon-errors-derive");
}
