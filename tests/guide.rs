//! The guide of `llamon-errors`, fresh: what its pages say of keys, attributes, rules, carriers and tables is what the code says.
//!
//! Between `<!-- made: NAME -->` and `<!-- made end -->` a page holds what is made here. `SNAPSHOTS=overwrite cargo test -p
//! llamon-errors-tests --test guide` writes it anew. The Rust of the pages are doctests of `llamon-errors`.

#[path = "guide/tables.rs"]
mod tables;

use std::collections::BTreeSet;
use std::process::Command;

use llamon_errors_catalog::check;
use llamon_errors_catalog::emit::python::python;
use llamon_errors_tests::outside::{REQUIRED, run};
use llamon_errors_tests::scratch::{ScratchCrate, Setup};
use llamon_errors_tests::transcript::output_in;
use llamon_errors_tests::{assert_golden, cargo, root, scratch, skip_or_fail, with_fixed_time};

const FOLDER: &str = "llamon-errors/src/guide";
const CATALOG: &str = "llamon-errors/catalogs/orders.toml";

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn page(name: &str) -> String {
    read(&format!("{FOLDER}/{name}.md"))
}

/// The names of all pages, sorted.
fn pages() -> Vec<String> {
    let files = std::fs::read_dir(root().join(FOLDER)).expect("the guide is there").flatten();
    let names = files.map(|file| file.file_name().to_string_lossy().trim_end_matches(".md").to_owned());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// Compares a page with itself, its made parts written anew. A part that is named nowhere is a fault.
fn assert_fresh(name: &str, made: &[(&str, String)]) {
    let text = page(name);
    let (mut fresh, mut rest, mut found) = (String::new(), text.as_str(), BTreeSet::new());
    while let Some((before, after)) = rest.split_once("<!-- made: ") {
        let (part, after) = after.split_once(" -->\n").expect("the mark is closed");
        let (_, after) = after.split_once("<!-- made end -->").unwrap_or_else(|| panic!("{name}: `{part}` has no end"));
        let (_, text) =
            made.iter().find(|made| made.0 == part).unwrap_or_else(|| panic!("{name}: nothing makes `{part}`"));
        fresh.extend([before, "<!-- made: ", part, " -->\n\n", text.trim_end(), "\n\n<!-- made end -->"]);
        found.insert(part);
        rest = after;
    }
    fresh.push_str(rest);
    assert_eq!(found, made.iter().map(|made| made.0).collect::<BTreeSet<_>>(), "{name}: each part has a place");
    assert_golden(&format!("../{FOLDER}/{name}.md"), &fresh);
}

fn fence(language: &str, text: &str) -> String {
    format!("```{language}\n{}\n```", text.trim_end())
}

/// The blocks of a language.
fn blocks(text: &str, language: &str) -> Vec<String> {
    let start = format!("```{language}\n");
    let blocks = text.split(&start).skip(1);
    blocks.map(|block| block.split("```").next().unwrap_or_default().to_owned()).collect()
}

/// The part of a page that stands there now.
fn present(page: &str, part: &str) -> String {
    let (_, rest) = page.split_once(&format!("<!-- made: {part} -->\n")).expect("the page has the part");
    rest.split("<!-- made end -->").next().unwrap_or_default().trim().to_owned()
}

/// A doctest as its reader sees it, without the lines that rustdoc hides.
fn shown(block: &str) -> String {
    let lines = block.lines().filter(|line| line.trim() != "#" && !line.trim_start().starts_with("# "));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The crate of a newcomer: the page's program, and this catalog.
fn newcomer(name: &str, catalog: &str) -> ScratchCrate {
    let krate = ScratchCrate::new(name, &Setup { manifest: "serde_json = \"1\"\n" });
    let program = blocks(&page("getting_started"), "rust").swap_remove(0);
    krate.write("src/main.rs", &shown(&program));
    krate.write("catalogs/orders.toml", catalog);
    krate
}

#[test]
fn getting_started_is_what_a_new_crate_sees() {
    let catalog = read(CATALOG);
    let printed = newcomer("guide", &catalog).run(&[]).printed();
    let status = with_fixed_time(&printed.replace("\"timestamp\": ", "\"timestamp\":"));
    let status = status.replace("\"timestamp\":", "\"timestamp\": ");

    let wrong = catalog.replace("\"order_not_found\"", "\"orderNotFound\"");
    let said = newcomer("guide-mistake", &wrong).cargo(&["check", "--offline", "--quiet"]).failed();
    let (mistake, _) = said.split_once("error: could not compile").expect("cargo says that it failed");

    let made = [("catalog", fence("toml", &catalog)), ("status", fence("json", &status))];
    assert_fresh("getting_started", &[&made[..], &[("mistake", fence("text", mistake))]].concat());
}

#[test]
fn every_key_and_code_stands_on_the_page_of_catalogs() {
    let schema = read("docs/catalog.schema.json");
    assert_fresh(
        "catalogs",
        &[
            ("catalog-keys", tables::catalog_keys(&schema)),
            ("entry-keys", tables::entry_keys(&schema)),
            ("error-codes", tables::error_codes(&read("llamon-errors-core/src/error_code.rs"))),
        ],
    );
}

/// The derive's own table of words is the page's: which there are, in which order, where each belongs, and how it is written.
#[test]
fn every_attribute_stands_on_the_page_of_attributes() {
    let grammar = read("llamon-errors-derive/src/attr/grammar.rs");
    let (_, table) = grammar.split_once("\nattributes! {\n").expect("the table is there");
    let (mut words, mut place) = (Vec::new(), String::new());
    for line in table.split("\n}").next().unwrap_or_default().lines().map(str::trim).filter(|line| *line != "}") {
        if let Some(group) = line.strip_suffix(" {") {
            place = group.split(' ').next().unwrap_or_default().to_ascii_lowercase();
            continue;
        }
        // Behind the word's own name stands what it takes, and last how it is written.
        let quoted = line.strip_suffix("\";").and_then(|line| line.split_once(" \"")?.1.split_once(" \""));
        let (_, example) = quoted.unwrap_or_else(|| panic!("a row of the table: {line}"));
        words.push((example.replace("\\\"", "\""), place.clone()));
    }
    let page = page("attributes_table");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
    let rows = rows.map(|(example, rest)| {
        let (place, meaning) = rest.split_once(" | ").expect("three columns");
        assert!(meaning.len() > 15, "`{example}` is not explained");
        (example.to_owned(), place.to_owned())
    });
    assert!(words.len() > 20, "{words:?}");
    assert_eq!(rows.collect::<Vec<_>>(), words);
}

/// Every word of the table stands in an example too, which is a doctest.
#[test]
fn every_attribute_has_an_example() {
    let examples = blocks(&page("attributes"), "rust").concat();
    for row in page("attributes_table").lines().filter_map(|line| line.strip_prefix("| `")) {
        let word: String = row.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        let inside = |rest: &str| rest.split(")]").next().is_some_and(|inside| names(inside, &word));
        let in_derive = examples.split("#[domain_error(").skip(1).any(inside);
        let in_from_catalog = examples.split("#[from_catalog(").skip(1).any(inside);
        assert!(in_derive || in_from_catalog, "`{word}` has no example");
    }
}

fn names(text: &str, word: &str) -> bool {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).any(|part| part == word)
}

/// The expansion is the derive's golden; on the page it is a doctest, so the enum that it is about stands hidden above it.
#[test]
fn the_generated_code_is_the_golden_of_the_derive() {
    let golden = read("llamon-errors-derive/golden/guide.rs").replace("/../llamon-errors/catalogs/", "/catalogs/");
    let program = blocks(&page("getting_started"), "rust").swap_remove(0);
    let (_, item) = program.split_once("enum OrderError {\n").expect("the page has an enum");
    let (variants, _) = item.split_once("\n}\n").expect("the enum ends");
    let plain = variants.lines().filter(|line| !line.trim_start().starts_with("#["));
    let plain: String =
        plain.flat_map(|line| ["# ".to_owned(), line.replace("#[from] ", ""), "\n".to_owned()]).collect();
    let hidden = format!("# #[allow(dead_code)]\n# #[derive(Debug)]\n# enum OrderError {{\n{plain}# }}\n");
    let used = "# use llamon_errors::DomainError as _;\n\
                # assert_eq!(OrderError::from(std::io::Error::other(\"disk\")).spec().code(), \"ORD_003\");";

    let expanded = output_in(&root().join("llamon-errors"), &["expand", "catalogs/orders.toml"]);
    assert!(expanded.status.success());
    let expanded = String::from_utf8_lossy(&expanded.stdout).into_owned();
    let expansion = fence("rust", &format!("{hidden}{golden}{used}"));
    assert_fresh("generated_code", &[("expansion", expansion), ("from-catalog", fence("rust", &expanded))]);
}

#[test]
fn wire_formats_are_those_of_the_vectors() {
    let vector = |carrier: &str| {
        let lines = read(&format!("tests/snapshots/wire-{carrier}.tsv"));
        let line = lines.lines().find_map(|line| line.strip_prefix("DOC_008\t")).expect("the vector is there");
        let (head, json) = line.split_once('{').expect("JSON");
        let head = if head.is_empty() { String::new() } else { format!("HTTP/1.1 {head}\n\n") };
        fence(
            if head.is_empty() { "json" } else { "text" },
            &format!("{head}{}", tables::indented(&format!("{{{json}"))),
        )
    };
    let carriers = [
        "a2a-0.3-status-update",
        "a2a-0.3-refusal",
        "a2a-1.0-status-update",
        "a2a-1.0-refusal",
        "unified-response",
        "problem-details",
        "grpc-status",
    ];
    let mut made = vec![("members", tables::members(&read("llamon-errors/src/data.rs"))), ("codes", tables::codes())];
    made.extend(carriers.map(|carrier| (carrier, vector(carrier))));
    made.push(("outcome", fence("json", &read("tests/snapshots/wire-outcome.json"))));
    assert_fresh("wire_formats", &made);
}

/// The tables at the heads of `classify/*.rs` and `family.rs`: a new file there is a new table here.
#[test]
fn the_tables_of_classification_are_those_of_the_sources() {
    let tables = tables::classification(&root().join("llamon-errors"));
    for known in ["io_timed_out", "http_429", "utf8_error", "MissingApiKeyError"] {
        assert!(tables.contains(known), "`{known}` was not gathered");
    }
    assert_fresh("classification", &[("tables", tables), ("json-rpc", tables::json_rpc())]);
}

/// The Python of the page is run, its JSON imported, and what `import` wrote exported again.
#[test]
fn a_dict_of_the_python_sdk_becomes_a_catalog_and_comes_back() {
    let text = page("from_python");
    let folder = scratch("guide-python");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("folders can be made");
    let scripts = blocks(&text, "python");
    for (name, script) in ["order_errors.py", "to_json.py"].iter().zip(&scripts) {
        std::fs::write(folder.join(name), script).expect("files can be written");
    }
    let mut python3 = Command::new("python3");
    python3.arg("to_json.py").current_dir(&folder).env("PYTHONPATH", root().join("tests/python"));
    let imported = if let Err(why) = run(Command::new("python3").arg("--version"), "there is no Python 3") {
        skip_or_fail(REQUIRED, &why);
        present(&text, "imported")
    } else {
        let json = run(&mut python3, "the page's Python fails").unwrap_or_else(|why| panic!("{why}"));
        std::fs::write(folder.join("order_errors.json"), json).expect("files can be written");
        let output = output_in(&folder, &["import", "order_errors.json"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        fence("toml", &String::from_utf8_lossy(&output.stdout))
    };
    let catalog = check("catalogs/orders.toml", blocks(&format!("{imported}\n"), "toml").concat().as_bytes());
    assert_eq!(catalog.diagnostics.error_count(), 0);
    let exported = fence("python", &python(&[&catalog.catalog]));
    assert_fresh("from_python", &[("imported", imported), ("exported", exported)]);
}

#[test]
fn every_rule_stands_on_the_page_of_troubles() {
    assert_fresh("troubleshooting", &[("rules", tables::rules())]);
}

/// Each text that a reader may look for is one that the compiler says in a UI test.
#[test]
fn every_message_on_the_page_of_troubles_is_one_of_the_compilers() {
    let stderr = |folder: &str| {
        let files = std::fs::read_dir(root().join(folder)).expect("the folder is there").flatten();
        let files = files.map(|file| file.path()).filter(|path| path.extension().is_some_and(|end| end == "stderr"));
        files.map(|path| std::fs::read_to_string(path).expect("goldens are text")).collect::<String>()
    };
    let said = stderr("tests/ui") + &stderr("tests/ui-raise");
    let text = page("troubleshooting");
    let (_, table) = text.split_once("| text | ").expect("the table is there");
    let (table, _) = table.split_once("\n\n").expect("the table ends");
    let cells = table.lines().skip(2).map(|row| row.split(" | ").next().unwrap_or_default());
    let pieces: Vec<&str> =
        cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).flat_map(|text| text.split("...")).collect();
    assert!(pieces.len() >= 12, "{pieces:?}");
    for piece in pieces {
        assert!(said.contains(piece), "the compiler never says `{piece}`");
    }
}

/// A reader copies these.
#[test]
fn every_catalog_of_the_guide_is_sound() {
    let mut seen = 0;
    for name in pages() {
        for catalog in blocks(&page(&name), "toml") {
            let checked = check(&name, catalog.as_bytes());
            let told: Vec<String> = checked.diagnostics.iter().map(ToString::to_string).collect();
            // An excerpt may have few entries with messages; the example itself has no advice either.
            assert_eq!(checked.diagnostics.error_count(), 0, "{name}: {told:?}");
            seen += 1;
        }
    }
    assert!(seen >= 5, "{seen}");
    let checked = check(CATALOG, read(CATALOG).as_bytes());
    assert_eq!(checked.diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>(), Vec::<String>::new());
}

#[test]
fn every_page_is_in_the_guide_and_its_commands_exist() {
    let guide = read("llamon-errors/src/guide.rs");
    let help = read("tests/snapshots/cli/help.txt");
    for target in read("README.md").split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        assert!(root().join(target).exists(), "README.md: there is no `{target}`");
    }
    for name in pages() {
        assert!(names(&guide, &name), "guide.rs does not hold `{name}`");
        let text = page(&name);
        assert!(text.ends_with('\n') && !text.contains("\n\n\n"), "{name}: one empty line between two parts");
        for command in
            text.split("llamon-errors ").skip(1).filter(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()))
        {
            let word: String = command.chars().take_while(char::is_ascii_lowercase).collect();
            let is_command = help.contains(&format!("\n  {word} "));
            assert!(is_command || word == "serde", "{name}: there is no command `{word}`");
        }
    }
}

#[test]
fn the_package_holds_the_guide() {
    let output = cargo().args(["package", "--list", "--allow-dirty", "--offline", "-p", "llamon-errors"]).output();
    let output = output.expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let listed = String::from_utf8_lossy(&output.stdout).replace('\\', "/");
    let listed: BTreeSet<&str> = listed.lines().collect();
    for name in pages() {
        assert!(listed.contains(format!("src/guide/{name}.md").as_str()), "{name}: {listed:?}");
    }
    assert!(listed.contains("catalogs/orders.toml"), "{listed:?}");
}
