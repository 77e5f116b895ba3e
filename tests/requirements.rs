//! The register of requirements, closed under itself: `requirements.toml` names each id of the specification once, with the tests
//! that show it, and every test that it names is there.

use std::collections::{BTreeMap, BTreeSet};

use llamon_errors_tests::root;

/// The ids of the specification: rows of its tables, and those that its running text names.
fn specified() -> BTreeSet<String> {
    let text = std::fs::read_to_string(root().join("llamon-errors/src/guide/requirements.md"))
        .expect("the specification is there");
    let is_id = |word: &str| {
        let (section, number) = word.split_at_checked(1).unwrap_or((word, ""));
        "LCMAFSTVDGHPU".contains(section) && !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    let mut ids: BTreeSet<String> = BTreeSet::new();
    for line in text.lines() {
        let row = line.strip_prefix("| ").and_then(|row| row.split(" |").next());
        // P1 to P11 and M12, M13 stand in sentences.
        let sentence = line
            .split(['·', ' ', ':'])
            .filter(|word| matches!(word.as_bytes(), [b'P', ..]) || matches!(*word, "M12" | "M13"));
        ids.extend(row.into_iter().chain(sentence).filter(|word| is_id(word)).map(str::to_owned));
    }
    ids
}

fn register() -> BTreeMap<String, toml::Spanned<toml::de::DeValue<'static>>> {
    let text = std::fs::read_to_string(root().join("tests/requirements.toml")).expect("the register is there");
    let text: &'static str = Box::leak(text.into_boxed_str());
    let table = toml::de::DeTable::parse(text).expect("the register is TOML").into_inner();
    table.into_iter().map(|(key, value)| (key.into_inner().into_owned(), value)).collect()
}

#[test]
fn every_id_of_the_specification_is_in_the_register() {
    let wanted = specified();
    assert_eq!(wanted.len(), 66, "the ids of the specification were read: {wanted:?}");
    let register = register();
    let missing: Vec<&String> = wanted.iter().filter(|id| !register.contains_key(*id)).collect();
    let unknown: Vec<&String> = register.keys().filter(|id| !wanted.contains(*id)).collect();
    assert_eq!((missing, unknown), (vec![], vec![]));
}

#[test]
fn every_requirement_has_a_test() {
    for (id, value) in register() {
        let value = value.into_inner();
        let tests = value.as_array().unwrap_or_else(|| panic!("{id}: an array of tests"));
        assert!(!tests.is_empty(), "{id} names no test");
        for test in tests.iter().map(|test| test.get_ref().as_str().unwrap_or_default()) {
            let (file, name) = test.split_once("::").unwrap_or_else(|| panic!("{id}: `{test}` is not file::test"));
            let source =
                std::fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{id}: {file}: {error}"));
            let is_marked = source.contains("#[test]") || source.contains("#[tokio::test");
            let is_test = source.contains(&format!("fn {name}(")) && is_marked;
            assert!(is_test, "{id}: there is no test `{name}` in {file}");
        }
    }
}
