//! The tables at the heads of the files of `classify` are what the code does: each row's code, reason and retriable stand in the code, and
//! the code says nothing that stands in no row.

use std::collections::BTreeSet;

use llamon_errors::ErrorCode;
use llamon_errors_tests::root;

/// A code, a reason, and whether it is retriable.
type Row = (String, String, bool);

/// The files of `classify` that hold rows in this form.
fn files() -> Vec<(String, String)> {
    let folder = root().join("llamon-errors/src/classify");
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it is listed").path();
        let name = path.file_stem().expect("a file").to_string_lossy().into_owned();
        // Theirs are lists of another form, and have tests of their own: `io`, `standard`; these call the tables of others: `reqwest*`.
        if matches!(name.as_str(), "http" | "io" | "reqwest" | "reqwest_0_12" | "standard") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("sources are text");
        if text.contains("//! |---|") {
            files.push((name, text));
        }
    }
    files.sort();
    files
}

/// The rows of the head. One that refers to another table has no reason in backquotes.
fn told(text: &str) -> BTreeSet<Row> {
    let mut rows = BTreeSet::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("//! | ")) {
        let cells: Vec<&str> = line.trim_end_matches('|').split(" | ").map(str::trim).collect();
        let [.., code, reason, retriable] = cells.as_slice() else { panic!("four cells or more: {line}") };
        let retriable = match *retriable {
            "yes" => true,
            "no" => false,
            _ => continue,
        };
        let quoted = |cell: &str| cell.split('`').nth(1).map(str::to_owned);
        rows.insert((quoted(code).expect("a code"), quoted(reason).expect("a reason"), retriable));
    }
    rows
}

/// What the code says: `Classification::fixed(ErrorCode::X, "reason")`, with `.retriable(...)` behind it or not.
fn done(text: &str) -> BTreeSet<Row> {
    let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code: String = code.split_whitespace().collect();
    let mut rows = BTreeSet::new();
    for piece in code.split("Classification::fixed(ErrorCode::").skip(1) {
        let (name, rest) = piece.split_once(',').expect("a reason comes behind the code");
        let code = ErrorCode::ALL.into_iter().find(|code| format!("{code:?}") == name).expect("one of the eight");
        let Some(reason) = rest.strip_prefix('"').and_then(|rest| rest.split_once('"')) else { continue };
        let retriable = if reason.1.starts_with(").retriable(false)") { false } else { code.usually_retriable() };
        rows.insert((code.as_str().to_owned(), reason.0.to_owned(), retriable));
    }
    rows
}

#[test]
fn the_tables_at_the_heads_are_what_the_code_does() {
    let files = files();
    assert!(files.len() >= 12, "the files were found: {}", files.len());
    for (name, text) in files {
        let (told, done) = (told(&text), done(&text));
        let missing: Vec<&Row> = done.difference(&told).collect();
        let untrue: Vec<&Row> = told.difference(&done).collect();
        assert_eq!((missing, untrue), (vec![], vec![]), "classify/{name}.rs: (not in the table, not in the code)");
        assert!(!done.is_empty(), "classify/{name}.rs has rows");
    }
}

#[test]
fn every_feature_of_a_crate_has_its_file_and_its_line() {
    let table = std::fs::read_to_string(root().join("llamon-errors/src/classify/table.rs")).expect("it is there");
    let head = std::fs::read_to_string(root().join("llamon-errors/src/classify.rs")).expect("it is there");
    let crates: Vec<&str> =
        table.split("#[cfg(feature = \"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(crates.contains(&"reqwest"), "the register was read");
    for name in crates.into_iter().filter(|name| !matches!(*name, "anyhow" | "std")) {
        let file = format!("llamon-errors/src/classify/{}.rs", name.replace('-', "_"));
        assert!(root().join(&file).is_file(), "there is no {file}");
        assert!(head.contains(&format!("`{name}`")), "classify.rs does not name `{name}`");
    }
}
