//! The examples print what the documentation says. `SNAPSHOTS=overwrite cargo test -p llamon-errors-tests` writes the goldens anew.

use llamon_errors_tests::{example_output, root, with_fixed_time};
use snapbox::{Assert, IntoData as _, file};

#[test]
fn quickstart_prints_one_line_of_json() {
    let text = example_output("quickstart");
    assert_eq!(text.lines().count(), 1);
    Assert::new().action_env("SNAPSHOTS").eq(with_fixed_time(&text).raw(), file!["snapshots/quickstart.json"].raw());
}

/// Where each example runs, and the whole of what it says: one that is added needs a line here, and both.
const RUNS: [(&str, &str, &[&str]); 2] = [
    (
        "agent",
        "tests/agent/support/example.rs",
        &["tests/agent/golden/a2a-sdk-0.3.jsonl", "tests/agent/golden/a2a-sdk-1.jsonl"],
    ),
    ("quickstart", "tests/examples.rs", &["tests/snapshots/quickstart.json"]),
];

#[test]
fn every_example_runs_in_a_test_and_has_a_golden() {
    let files = std::fs::read_dir(root().join("llamon-errors/examples")).expect("there are examples").flatten();
    let mut names: Vec<String> =
        files.map(|file| file.file_name().to_string_lossy().trim_end_matches(".rs").to_owned()).collect();
    names.sort();
    assert_eq!(names, RUNS.map(|(name, ..)| name));
    for (name, test, goldens) in RUNS {
        let read =
            |path: &str| std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert!(read(test).contains(&format!("\"{name}\"")), "{test} does not run `{name}`");
        assert!(!goldens.is_empty() && goldens.iter().all(|golden| !read(golden).is_empty()), "{name}");
    }
}
