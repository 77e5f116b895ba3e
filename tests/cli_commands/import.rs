//! What `import` writes and what it leaves to people.

use super::*;

#[test]
fn other_forms_become_catalogs() {
    transcript("import-csv", 0, &["import", "catalogs/import/codes.csv"]);
    let decided = [
        "--domain",
        "tidb",
        "--sdk-code-default",
        "INTERNAL_ERROR",
        "--retriable-default",
        "false",
        "--reason-from-code",
    ];
    transcript("import-errors-toml", 0, &[&["import", "catalogs/import/errors.toml"][..], &decided].concat());
    transcript("import-json", 0, &["import", "catalogs/import/documents.json"]);
}

#[test]
fn what_a_person_must_decide_is_told_and_nothing_is_written() {
    transcript("import-csv-decisions", 1, &["import", "catalogs/import/faults.csv"]);
    transcript("import-errors-toml-decisions", 1, &["import", "catalogs/import/errors.toml"]);
    transcript("import-other-domain", 1, &["import", "catalogs/import/codes.csv", "--domain", "orders"]);
    transcript("import-no-json", 1, &["import", "--from", "json", "catalogs/import/errors.toml"]);
    transcript("import-no-form", 2, &["import", "../README.md"]);
    transcript("import-missing", 2, &["import", "nowhere.csv"]);
    transcript("import-sdk-code", 2, &["import", "catalogs/import/codes.csv", "--sdk-code-default", "NOTFOUND"]);
}

/// A file that is there is somebody's work.
#[test]
fn no_file_is_overwritten() {
    let folder = folder("import");
    let table = std::fs::read_to_string(root().join("tests/catalogs/import/codes.csv")).expect("it is there");
    write(&folder, "codes.csv", &table);
    transcript_in(&folder, "import-out", 0, &["import", "codes.csv", "--out", "documents.toml"]);
    let written = std::fs::read_to_string(folder.join("documents.toml")).expect("it was written");
    assert_eq!(
        output_in(&folder, &["check", "documents.toml", "--deny", "warnings"]).status.code(),
        Some(0),
        "{written}"
    );
    transcript_in(&folder, "import-out-there", 2, &["import", "codes.csv", "--out", "documents.toml"]);
    assert_eq!(std::fs::read_to_string(folder.join("documents.toml")).expect("it is there"), written);
}
