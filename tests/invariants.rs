//! What ARCHITECTURE.md says of the inside of the crates, as far as the sources can be asked: mostly what is nowhere.

use std::path::Path;

use llamon_errors_tests::root;

/// The files below `folder` in whose code (comments and tests, in a file or in one of their own, left out) one of these words stands,
/// relative to the folder.
fn holding(folder: &str, words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![root().join(folder)];
    while let Some(next) = open.pop() {
        for entry in
            std::fs::read_dir(&next).expect("the folder is there").map(|entry| entry.expect("it is listed").path())
        {
            if entry.is_dir() {
                open.push(entry);
            } else if entry.extension().is_some_and(|extension| extension == "rs")
                && entry.file_name().is_some_and(|name| name != "tests.rs")
                && code(&entry, words)
            {
                let below = entry.strip_prefix(root().join(folder)).expect("it is below");
                found.push(below.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.sort();
    found
}

fn code(file: &Path, words: &[&str]) -> bool {
    let text = std::fs::read_to_string(file).expect("sources are text");
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.into_iter().any(|line| words.iter().any(|word| line.contains(word)))
}

#[test]
fn only_build_reads_files_or_the_environment_in_the_engine() {
    let seen = holding("llamon-errors-catalog/src", &["std::env", "std::fs", "std::process"]);
    assert_eq!(seen, ["build.rs", "build/walk.rs"]);
}

#[test]
fn behind_lower_nobody_sees_toml() {
    let seen = holding("llamon-errors-catalog/src", &["crate::raw", "toml::de"]);
    // Another form that is TOML is lowered to a draft.
    let allowed = |file: &String| file.starts_with("read") || file.starts_with("lower") || file == "import/tidb.rs";
    assert!(seen.iter().all(allowed) && !seen.is_empty(), "{seen:?}");
}

#[test]
fn only_the_collector_makes_compile_errors_in_the_derive() {
    let seen = holding("llamon-errors-derive/src", &["compile_error", "syn::Error::new"]);
    // The fuzzer looks for them.
    assert_eq!(seen, ["errors.rs", "fuzz.rs"]);
    assert_eq!(holding("llamon-errors-derive/src", &["syn::Error::new"]), ["errors.rs"]);
}

#[test]
fn behind_ast_nobody_sees_attributes_and_expand_cannot_fail() {
    let seen = holding("llamon-errors-derive/src", &["syn::Attribute", "Attribute,", "Attribute;", "[Attribute]"]);
    // `from_catalog` hands the user's own attributes on as they are.
    let allowed = |file: &String| file.starts_with("attr") || file == "ast.rs" || file == "from_catalog.rs";
    assert!(seen.iter().all(allowed), "{seen:?}");
    let errors = holding("llamon-errors-derive/src/expand", &["Errors", "syn::Result"]);
    assert_eq!(errors, Vec::<String>::new());
}

#[test]
fn the_command_line_has_no_rule_of_its_own() {
    assert_eq!(holding("llamon-errors-cli/src", &["Diagnostic::new", "Diagnostic::of_file"]), Vec::<String>::new());
}

#[test]
fn the_order_of_a_tasks_events_is_decided_in_one_place_and_without_io() {
    let made = holding("llamon-errors/src/agent", &["TaskStatusUpdateEvent", "TaskArtifactUpdateEvent"]);
    assert_eq!(made, ["events.rs"]);
    let waits = holding("llamon-errors/src/agent", &["tokio", ".await", "axum"]);
    let pure = ["card.rs", "events.rs", "flow/check.rs", "refusal.rs", "reply.rs", "request.rs", "trace.rs"];
    let impure: Vec<&String> = waits.iter().filter(|file| pure.contains(&file.as_str())).collect();
    assert!(impure.is_empty() && !waits.is_empty(), "{impure:?}");
}

#[test]
fn one_task_tells_one_place_catches_and_one_file_knows_http() {
    assert_eq!(holding("llamon-errors/src/agent", &["tokio::spawn"]), ["runner.rs"]);
    assert_eq!(holding("llamon-errors/src", &["catch_unwind"]), ["agent/caught.rs"]);
    assert_eq!(holding("llamon-errors/src/agent", &["axum::"]), ["server/http.rs"]);
}

#[test]
fn the_search_finds_what_is_there() {
    assert_eq!(holding("llamon-errors-derive/src", &["fn push_catalog"]), ["errors.rs"]);
}

#[test]
fn every_target_of_the_tests_has_its_row_in_their_page() {
    let manifest = std::fs::read_to_string(root().join("tests/Cargo.toml")).expect("it is there");
    let page = std::fs::read_to_string(root().join("tests/README.md")).expect("it is there");
    let targets = manifest.split("[[test]]\nname = \"").skip(1).filter_map(|rest| rest.split('"').next());
    let mut targets: Vec<&str> = targets.collect();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let mut rows: Vec<&str> = rows.filter(|name| !name.ends_with('/')).collect();
    targets.sort_unstable();
    rows.sort_unstable();
    assert_eq!(rows, targets);
}
