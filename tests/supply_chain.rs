//! What the published crates bring into a build: licences as deny.toml allows them, and no crate that wants a newer compiler than we
//! promise.
//!
//! `.ci/supply-chain` asks more; this is what a test can ask of cargo alone.

use std::collections::{BTreeMap, BTreeSet};

use cargo_metadata::semver::Version;
use cargo_metadata::{CargoOpt, DependencyKind, Metadata, MetadataCommand, Node, Package, PackageId};
use llamon_errors_tests::{cargo, root};

const PUBLISHED: [&str; 5] =
    ["llamon-errors-core", "llamon-errors-catalog", "llamon-errors-derive", "llamon-errors", "llamon-errors-cli"];

/// What a build of a package of its own compiles, for any target: name and version -> licence.
fn graph(package: &str, features: &[&str]) -> BTreeMap<(String, String), String> {
    let mut tree = cargo();
    tree.args(["tree", "--package", package, "--edges", "normal,build", "--target", "all", "--prefix", "none"]);
    let output = tree.args(["--format", "{p}|{l}"]).args(features).output().expect("cargo tree runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("cargo tree prints text");
    let crates = text.lines().filter(|line| !line.is_empty()).map(|line| {
        let (package, licence) = line.split_once('|').unwrap_or_else(|| panic!("`{line}` has no licence"));
        let mut words = package.split(' ');
        let (name, version) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        // A crate that was shown before bears a mark.
        ((name.to_owned(), version.replace('v', "")), licence.replace(" (*)", ""))
    });
    crates.collect()
}

fn metadata() -> Metadata {
    let mut command = MetadataCommand::new();
    command.manifest_path(root().join("Cargo.toml")).features(CargoOpt::AllFeatures);
    command.exec().expect("cargo metadata runs")
}

/// `licenses.allow` of deny.toml.
fn allowed_licences() -> BTreeSet<String> {
    let text = std::fs::read_to_string(root().join("deny.toml")).expect("deny.toml is there");
    let deny = toml::de::DeTable::parse(&text).expect("deny.toml is TOML").into_inner();
    let allow = deny["licenses"].get_ref()["allow"].get_ref().as_array().expect("licenses.allow is an array");
    allow.iter().map(|licence| licence.get_ref().as_str().expect("a licence is text").to_owned()).collect()
}

/// Whether an SPDX expression can be met by these licences alone. `AND` binds closer than `OR`; a slash is what `OR` was once.
fn is_met(expression: &str, by: &BTreeSet<String>) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ").replace(" WITH ", "-WITH-");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    if words.is_empty() {
        return false;
    }
    let mut at = 0;
    let met = either(&words, &mut at, by);
    assert_eq!(at, words.len(), "`{expression}` was read whole");
    met
}

fn either(words: &[&str], at: &mut usize, by: &BTreeSet<String>) -> bool {
    let mut met = both(words, at, by);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        met |= both(words, at, by);
    }
    met
}

fn both(words: &[&str], at: &mut usize, by: &BTreeSet<String>) -> bool {
    let mut met = one(words, at, by);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        met &= one(words, at, by);
    }
    met
}

fn one(words: &[&str], at: &mut usize, by: &BTreeSet<String>) -> bool {
    let word = words.get(*at).copied().unwrap_or_default();
    *at += 1;
    if word != "(" {
        return by.contains(word);
    }
    let met = either(words, at, by);
    assert_eq!(words.get(*at), Some(&")"), "the bracket is closed: {words:?}");
    *at += 1;
    met
}

#[test]
fn an_expression_of_licences_is_read_as_spdx_means_it() {
    let by = BTreeSet::from(["MIT".to_owned(), "Zlib".to_owned()]);
    for met in
        ["MIT", "GPL-3.0 OR MIT", "Unlicense/MIT", "MIT AND Zlib", "(GPL-3.0 OR MIT) AND Zlib", "GPL-3.0 AND X OR MIT"]
    {
        assert!(is_met(met, &by), "{met}");
    }
    for refused in
        ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT OR Zlib) AND GPL-3.0", "MIT WITH exception", "MIT AND (X OR Y)"]
    {
        assert!(!is_met(refused, &by), "{refused}");
    }
}

#[test]
fn every_crate_in_a_build_is_under_a_licence_of_the_list() {
    let allowed = allowed_licences();
    let mut crates = BTreeSet::new();
    for package in PUBLISHED {
        for ((name, version), licence) in graph(package, &["--all-features"]) {
            assert!(is_met(&licence, &allowed), "{package} compiles {name} {version}: `{licence}` is not in deny.toml");
            crates.insert(name);
        }
    }
    assert!(crates.contains("serde_json") && crates.contains("clap"), "the graphs were read: {crates:?}");
}

/// What a crate says of the oldest compiler that it wants, for those that say it.
fn rust_version<'a>(metadata: &'a Metadata, name: &str, version: &str) -> Option<&'a Version> {
    let mut packages = metadata.packages.iter();
    let package = packages.find(|package| package.name.as_str() == name && package.version.to_string() == version);
    package.unwrap_or_else(|| panic!("{name} {version} is in the metadata")).rust_version.as_ref()
}

fn find<'a>(metadata: &'a Metadata, name: &str) -> &'a Package {
    let mut packages = metadata.packages.iter();
    packages.find(|package| package.name.as_str() == name).unwrap_or_else(|| panic!("{name} is a package"))
}

#[test]
fn no_crate_of_the_default_features_wants_a_newer_compiler_than_ours() {
    let metadata = metadata();
    let mut silent = BTreeSet::new();
    for package in PUBLISHED {
        let ours = find(&metadata, package).rust_version.clone().expect("we say it");
        for (name, version) in graph(package, &[]).into_keys() {
            match rust_version(&metadata, &name, &version) {
                Some(theirs) => assert!(*theirs <= ours, "{name} {version} wants {theirs}, {package} promises {ours}"),
                None => drop(silent.insert(name)),
            }
        }
    }
    // Old crates of the command line, none of which uses a recent edition.
    let expected = ["csv-core", "encode_unicode", "same-file", "utf8parse", "walkdir", "winapi-util"];
    assert_eq!(silent.iter().map(String::as_str).collect::<Vec<_>>(), expected, "these say nothing of it");
}

/// The newest compiler that a crate or one of those below it wants.
fn wanted(metadata: &Metadata, from: &PackageId) -> Option<Version> {
    let nodes: BTreeMap<&PackageId, &Node> =
        metadata.resolve.iter().flat_map(|resolve| &resolve.nodes).map(|node| (&node.id, node)).collect();
    let mut seen = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(id) = open.pop() {
        let deps = nodes[id].deps.iter();
        let built = deps.filter(|dep| dep.dep_kinds.iter().any(|kind| kind.kind != DependencyKind::Development));
        open.extend(built.map(|dep| &dep.pkg).filter(|pkg| seen.insert(pkg)));
    }
    seen.into_iter().filter_map(|id| metadata[id].rust_version.clone()).max()
}

#[test]
fn a_feature_that_wants_a_newer_compiler_says_so() {
    let metadata = metadata();
    let runtime = find(&metadata, "llamon-errors");
    let ours = runtime.rust_version.clone().expect("we say it");
    let optional = |name: &str| runtime.dependencies.iter().any(|dep| dep.name == name && dep.optional);
    let nodes = metadata.resolve.iter().flat_map(|resolve| &resolve.nodes);
    let direct = nodes.filter(|node| node.id == runtime.id).flat_map(|node| &node.deps);
    let found: BTreeSet<String> = direct
        .filter(|dep| optional(metadata[&dep.pkg].name.as_str()))
        .filter_map(|dep| Some((metadata[&dep.pkg].name.to_string(), wanted(&metadata, &dep.pkg)?)))
        .filter(|(_, wanted)| *wanted > ours)
        .map(|(name, wanted)| format!("{name} {}.{}", wanted.major, wanted.minor))
        .collect();

    let manifest = std::fs::read_to_string(root().join("llamon-errors/Cargo.toml")).expect("it is there");
    let lines: Vec<&str> = manifest.lines().collect();
    let said = lines.windows(2).filter_map(|pair| {
        let version = pair[0].strip_prefix("# Wants Rust ")?.strip_suffix('.')?;
        Some(format!("{} {version}", pair[1].split(' ').next()?))
    });
    let said: BTreeSet<String> = said.collect();
    assert!(!said.is_empty(), "llamon-errors/Cargo.toml says `# Wants Rust ...` above a feature");
    assert_eq!(found, said, "what crates want, and what llamon-errors/Cargo.toml says above their features");
}

#[test]
fn a_package_has_its_licences_and_a_page_to_show() {
    for package in PUBLISHED {
        let output = cargo().args(["package", "--list", "--allow-dirty", "--package", package]).output();
        let output = output.expect("cargo package runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let listed = String::from_utf8(output.stdout).expect("paths are text");
        for file in ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "src/lib.rs"] {
            assert!(listed.lines().any(|line| line == file), "{package} is packaged without {file}:\n{listed}");
        }
    }
}

/// Documentation and examples are tested from the package, too, where the catalog of the README is not at hand.
#[test]
fn the_packaged_catalog_is_that_of_the_readme() {
    let read =
        |path: &str| std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    assert_eq!(read("llamon-errors/catalogs/documents.toml"), read("catalogs/documents.toml"), "copy it");
}
