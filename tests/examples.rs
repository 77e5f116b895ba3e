//! The examples print what the documentation says. `SNAPSHOTS=overwrite cargo test -p llamon-errors-tests` writes the goldens anew.

use llamon_errors_tests::{example_output, root, with_fixed_time};
use snapbox::{Assert, IntoData as _, file};

#[test]
fn quickstart_prints_one_line_of_json() {
    let text = example_output("quickstart");
    assert_eq!(text.lines().count(), 1);
    Assert::new().action_env("SNAPSHOTS").eq(with_fixed_time(&text).raw(), file!["snapshots/quickstart.json"].raw());
}

#[test]
fn the_readme_shows_what_the_quickstart_reads_and_prints() {
    let readme = read("README.md");
    let golden: serde_json::Value = serde_json::from_str(&read("tests/snapshots/quickstart.json")).expect("JSON");
    let shown: serde_json::Value = serde_json::from_str(&fenced(&readme, "json")).expect("README.md shows JSON");
    assert_eq!(Some(&shown), golden.pointer("/result/status/message/parts/1/data"));

    let entry = fenced(&readme, "toml");
    let entry = entry.split("\n\n").nth(1).expect("README.md shows a domain and an entry");
    assert!(
        read("catalogs/documents.toml").contains(entry.trim()),
        "README.md shows an entry of catalogs/documents.toml"
    );
}

#[test]
fn ci_runs_the_command_that_the_readme_names() {
    assert!(read("README.md").contains("cargo test --workspace"));
    assert!(read(".ci/run").contains("cargo test --workspace"));
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The text of the first block of a language.
fn fenced(text: &str, language: &str) -> String {
    let (_, rest) = text.split_once(&format!("```{language}\n")).expect("README.md has such a block");
    rest.split("```").next().unwrap_or_default().to_owned()
}
