//! What README.md shows is taken out of it, put together, compiled and run: a crate whose catalog, enum and mistake are those of the page.

use llamon_errors_tests::root;
use llamon_errors_tests::scratch::{ScratchCrate, Setup};
use serde_json::Value;

/// What stands behind the enum's `// ...` and around the page's pieces.
const REST: &str = r#"
fn find(document_id: &str) -> Result<String, DocumentError> {
    match document_id {
        "down" => Err(DocumentError::IndexDown { cause: std::io::Error::other("refused") }),
        _ => Err(DocumentError::DocumentNotFound { document_id: document_id.to_owned() }),
    }
}

fn main() {
    for document_id in ["A-17", "down"] {
        let error = answer(document_id).expect_err("nothing is ever found");
        println!("{}", serde_json::to_string(&error.data()).expect("data is JSON"));
    }
}
"#;

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The text of the page's first block of a language.
fn block(language: &str) -> String {
    let readme = read("README.md");
    let (_, rest) = readme.split_once(&format!("\n```{language}\n")).expect("the page has such a block");
    let (block, _) = rest.split_once("\n```\n").expect("the block is closed");
    format!("{block}\n")
}

/// A crate made of the page's blocks, with this catalog.
fn reader(name: &str, catalog: &str) -> ScratchCrate {
    let krate = ScratchCrate::new(name, &Setup { manifest: "serde_json = \"1\"\n" });
    krate.write("catalogs/documents.toml", catalog);
    krate.write("src/main.rs", &format!("{}{REST}", block("rust,ignore")));
    krate
}

#[test]
fn its_enum_compiles_and_says_what_the_page_says() {
    let printed = reader("readme", &block("toml")).run(&[]).printed();
    let said: Vec<Value> = printed.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
    let shown: Value = serde_json::from_str(&block("json")).expect("the page shows JSON");
    assert_eq!(said.first(), Some(&shown));
    assert_eq!(said.get(1).and_then(|down| down["domainCode"].as_str()), Some("DOC_006"));
}

#[test]
fn its_mistake_is_the_one_that_the_compiler_tells() {
    let (right, wrong) = ("reason = \"document_not_found\"", "reason = \"documentNotFound\"");
    assert!(read("README.md").contains(&format!("a mistake, `{wrong}`, is a compile error")));
    let catalog = block("toml");
    assert!(catalog.contains(right));
    let krate = reader("readme-mistake", &catalog.replace(right, wrong));
    let said = krate.cargo(&["check", "--offline", "--quiet"]).failed();
    assert!(said.starts_with(&block("text")), "{said}");
    assert_eq!(said.matches("\nerror").count(), 1, "one mistake, one error, and cargo's last word: {said}");
}

/// The page shows the beginnings of two entries of the worked example, and what the quickstart prints of the first.
#[test]
fn its_entries_and_data_are_those_of_the_quickstart() {
    let catalog = block("toml");
    let (domain, entries) = catalog.trim_end().split_once("\n\n").expect("a domain and entries");
    let documents = read("catalogs/documents.toml");
    assert!(documents.contains(&format!("\n{domain}\n")));
    for entry in entries.split("\n\n") {
        assert!(documents.contains(&format!("\n\n{entry}\n")), "{entry}");
    }
    let printed: Value = serde_json::from_str(&read("tests/snapshots/quickstart.json")).expect("a line of JSON");
    let shown: Value = serde_json::from_str(&block("json")).expect("the page shows JSON");
    assert_eq!(Some(&shown), printed.pointer("/result/status/message/parts/1/data"));
}

#[test]
fn its_commands_are_those_that_ci_runs() {
    assert!(block("sh").lines().any(|line| line == "cargo test --workspace"));
    assert!(read(".ci/run").contains("cargo test --workspace"));
}

#[test]
fn it_is_read_in_one_go() {
    let lines = read("README.md").lines().count();
    assert!(lines <= 120, "{lines} lines");
}
