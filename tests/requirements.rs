//! The register of requirements, closed under itself: `requirements.toml` names each id of the specification once, with the tests
//! that show it or the reason why none does yet, and every test that it names is there.

use std::collections::BTreeMap;

use llamon_errors_tests::root;

/// The ids of the specification, section by section.
const SECTIONS: [(&str, u32); 13] = [
    ("L", 3),
    ("C", 3),
    ("M", 13),
    ("A", 2),
    ("F", 4),
    ("S", 3),
    ("T", 4),
    ("V", 6),
    ("D", 4),
    ("G", 2),
    ("H", 1),
    ("P", 11),
    ("U", 10),
];

fn register() -> BTreeMap<String, toml::Spanned<toml::de::DeValue<'static>>> {
    let text = std::fs::read_to_string(root().join("tests/requirements.toml")).expect("the register is there");
    let text: &'static str = Box::leak(text.into_boxed_str());
    let table = toml::de::DeTable::parse(text).expect("the register is TOML").into_inner();
    table.into_iter().map(|(key, value)| (key.into_inner().into_owned(), value)).collect()
}

#[test]
fn every_id_of_the_specification_is_in_the_register() {
    let wanted: Vec<String> = SECTIONS
        .iter()
        .flat_map(|(section, last)| (1..=*last).map(move |number| format!("{section}{number}")))
        .collect();
    let register = register();
    let missing: Vec<&String> = wanted.iter().filter(|id| !register.contains_key(*id)).collect();
    let unknown: Vec<&String> = register.keys().filter(|id| !wanted.contains(id)).collect();
    assert_eq!((missing, unknown), (vec![], vec![]));
}

#[test]
fn every_requirement_has_a_test_or_says_why_not_yet() {
    for (id, value) in register() {
        let value = value.into_inner();
        if let Some(pending) = value.as_str() {
            assert!(pending.starts_with("pending: "), "{id}: write the tests, or `pending: ` and why");
            continue;
        }
        let tests = value.as_array().unwrap_or_else(|| panic!("{id}: an array of tests or a text"));
        assert!(!tests.is_empty(), "{id} names no test");
        for test in tests.iter().map(|test| test.get_ref().as_str().unwrap_or_default()) {
            let (file, name) = test.split_once("::").unwrap_or_else(|| panic!("{id}: `{test}` is not file::test"));
            let source =
                std::fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{id}: {file}: {error}"));
            let is_test = source.contains(&format!("fn {name}(")) && source.contains("#[test]");
            assert!(is_test, "{id}: there is no test `{name}` in {file}");
        }
    }
}
