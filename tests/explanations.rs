//! Each rule of the macros, shown by the examples of its own explanation: the compiler tells that rule about the wrong one and nothing
//! that has no id, and takes the right one.

use llamon_errors_catalog::Rule;
use llamon_errors_tests::scratch::{ScratchCrate, Setup};

/// The fenced blocks of a language in one part of an explanation.
fn block<'t>(part: &'t str, language: &str) -> Option<&'t str> {
    let (_, rest) = part.split_once(&format!("```{language}\n"))?;
    rest.split_once("```").map(|(block, _)| block)
}

/// Writes the examples of one part, a module each, and what cargo says about them.
fn check(name: &str, part_of: impl Fn(&str) -> String) -> (bool, String) {
    let krate = ScratchCrate::new(name, &Setup::default());
    let mut lib = "#![allow(dead_code, unused_imports)]\n".to_owned();
    for rule in Rule::ALL.iter().filter(|rule| rule.id().starts_with("LE02")) {
        let part = part_of(rule.explanation());
        let module = rule.id().to_ascii_lowercase();
        let code = block(&part, "rust").unwrap_or_else(|| panic!("{} shows no enum", rule.id()));
        assert_eq!(part.matches("```rust").count(), 1, "{}", rule.id());
        // All pages name one file; here each has a folder of its own for it.
        let code = code.replace("catalogs/documents.toml", &format!("{module}/catalogs/documents.toml"));
        krate.write(
            &format!("src/{module}.rs"),
            &format!("use llamon_errors::{{DomainError, DomainOutcome}};\n\n{code}"),
        );
        krate
            .write(&format!("{module}/catalogs/documents.toml"), block(&part, "toml").unwrap_or("domain = \"none\"\n"));
        lib.extend(["mod ", &module, ";\n"]);
    }
    krate.write("src/lib.rs", &lib);
    let ran = krate.cargo(&["check", "--offline", "--quiet", "--message-format=short"]);
    (ran.success, ran.stderr)
}

fn wrong(page: &str) -> String {
    let (_, part) = page.split_once("\nWrong:\n").expect("the form is tested in `register`");
    part.split_once("\nRight:\n").expect("the form is tested in `register`").0.to_owned()
}

fn right(page: &str) -> String {
    page.split_once("\nRight:\n").expect("the form is tested in `register`").1.to_owned()
}

#[test]
fn the_wrong_example_is_told_by_its_rule_and_every_error_has_an_id() {
    let (success, said) = check("explained-wrong", wrong);
    assert!(!success);
    let errors: Vec<&str> = said.lines().filter(|line| line.contains(": error")).collect();
    for rule in Rule::ALL.iter().filter(|rule| rule.id().starts_with("LE02")) {
        let file = format!("src/{}.rs:", rule.id().to_ascii_lowercase());
        let own: Vec<&&str> = errors.iter().filter(|line| line.starts_with(&file)).collect();
        assert!(own.iter().any(|line| line.contains(&format!("[{}]", rule.id()))), "{}: {own:#?}\n{said}", rule.id());
        for line in own {
            assert!(line.contains(" [LE"), "{}: {line}\n{said}", rule.id());
        }
    }
}

#[test]
fn the_right_example_compiles() {
    let (success, said) = check("explained-right", right);
    assert!(success, "{said}");
}
