//! The arrows between the crates, as ARCHITECTURE.md draws them, asked of cargo itself.

use std::collections::{BTreeMap, BTreeSet};

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand};
use llamon_errors_tests::root;

/// crate -> (crates of the workspace, crates of others) that it may depend on in a build.
fn allowed() -> BTreeMap<&'static str, (Vec<&'static str>, Vec<&'static str>)> {
    BTreeMap::from([
        ("llamon-errors-core", (vec![], vec![])),
        (
            "llamon-errors-catalog",
            (
                vec!["llamon-errors-core"],
                vec!["askama", "csv", "serde", "serde_json", "toml", "toml_writer", "unicode-width"],
            ),
        ),
        (
            "llamon-errors-derive",
            (vec!["llamon-errors-catalog", "llamon-errors-core"], vec!["proc-macro2", "quote", "syn"]),
        ),
        (
            "llamon-errors",
            (
                vec!["llamon-errors-core", "llamon-errors-derive"],
                vec![
                    "anyhow",
                    "async-openai",
                    "axum",
                    "axum-core",
                    "backon",
                    "eyre",
                    "futures-core",
                    "garde",
                    "http",
                    "httpdate",
                    "hyper",
                    "hyper-util",
                    "jsonschema",
                    "opendal",
                    "redis",
                    "reqwest",
                    "rmcp",
                    "serde",
                    "serde_json",
                    "sqlx",
                    "tokio",
                    "tonic",
                    "tonic-types",
                    "tower",
                    "tracing",
                    "uuid",
                    "validator",
                ],
            ),
        ),
        (
            "llamon-errors-cli",
            (vec!["llamon-errors-catalog"], vec!["clap", "clap_complete", "indicatif", "similar", "walkdir"]),
        ),
    ])
}

type Edges = BTreeSet<(String, String)>;

/// Every edge of the published crates, development dependencies left out.
fn edges(metadata: &Metadata) -> Edges {
    let allowed = allowed();
    let packages = metadata.workspace_packages();
    let published = packages.iter().filter(|package| allowed.contains_key(package.name.as_str()));
    published
        .flat_map(|package| {
            let dependencies = package.dependencies.iter().filter(|dep| dep.kind != DependencyKind::Development);
            dependencies.map(|dep| (package.name.to_string(), dep.name.clone()))
        })
        .collect()
}

fn forbidden(edges: &Edges) -> Vec<String> {
    let allowed = allowed();
    let is_allowed = |(from, to): &&(String, String)| {
        allowed
            .get(from.as_str())
            .is_some_and(|(ours, others)| ours.contains(&to.as_str()) || others.contains(&to.as_str()))
    };
    edges.iter().filter(|edge| !is_allowed(edge)).map(|(from, to)| format!("{from} -> {to}")).collect()
}

fn metadata() -> Metadata {
    MetadataCommand::new().manifest_path(root().join("Cargo.toml")).exec().expect("cargo metadata runs")
}

#[test]
fn crates_depend_on_each_other_as_drawn() {
    let edges = edges(&metadata());
    assert_eq!(forbidden(&edges), Vec::<String>::new(), "see ARCHITECTURE.md before you add an edge");
    for (from, (ours, _)) in allowed() {
        for to in ours {
            assert!(edges.contains(&(from.to_owned(), to.to_owned())), "{from} -> {to} is drawn, but not there");
        }
    }
}

#[test]
fn an_edge_that_is_not_drawn_is_found() {
    let mut edges = edges(&metadata());
    edges.insert(("llamon-errors-core".to_owned(), "serde".to_owned()));
    edges.insert(("llamon-errors".to_owned(), "llamon-errors-catalog".to_owned()));
    assert_eq!(forbidden(&edges), ["llamon-errors -> llamon-errors-catalog", "llamon-errors-core -> serde"]);
}

/// Everything that a build of a package compiles, without features of others: `cargo tree` of a package of its own.
fn graph(package: &str) -> BTreeSet<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = std::process::Command::new(cargo)
        .args([
            "tree",
            "--offline",
            "--package",
            package,
            "--edges",
            "normal,build",
            "--prefix",
            "none",
            "--format",
            "{p}",
        ])
        .current_dir(root())
        .output()
        .expect("cargo tree runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("cargo tree prints text");
    text.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

#[test]
fn the_macros_compile_no_serde() {
    let graph = graph("llamon-errors-derive");
    for heavy in ["askama", "serde", "serde_core", "serde_derive", "clap", "llamon-errors"] {
        assert!(!graph.contains(heavy), "llamon-errors-derive compiles {heavy}");
    }
    assert!(graph.contains("toml"), "the graph was read: {graph:?}");
}

#[test]
fn the_runtime_compiles_no_agent_unless_it_is_asked_for() {
    let graph = graph("llamon-errors");
    for heavy in
        ["axum", "axum-core", "futures-core", "http", "jsonschema", "rmcp", "tokio", "tonic", "tracing", "uuid"]
    {
        assert!(!graph.contains(heavy), "llamon-errors compiles {heavy} with its default features");
    }
    assert!(graph.contains("serde_json"), "the graph was read: {graph:?}");
}

#[test]
fn the_crates_are_pinned_to_each_other() {
    for package in metadata().workspace_packages() {
        for dependency in package.dependencies.iter().filter(|dep| dep.name.starts_with("llamon-errors")) {
            let wanted = format!("={}", package.version);
            assert_eq!(dependency.req.to_string(), wanted, "{} -> {}", package.name, dependency.name);
        }
    }
}

#[test]
fn the_private_module_bears_the_patch_version() {
    let metadata = metadata();
    let packages = metadata.workspace_packages();
    let runtime = packages.iter().find(|package| package.name.as_str() == "llamon-errors").expect("it is a member");
    let source = std::fs::read_to_string(root().join("llamon-errors/src/lib.rs")).expect("lib.rs is there");
    let wanted = format!("pub mod __private{};", runtime.version.patch);
    assert!(source.contains(&wanted), "llamon-errors/src/lib.rs must say `{wanted}`");
}
