//! Each rule about catalogs, shown by the examples of its own explanation: the wrong one breaks that rule and no other, the right one
//! is fine. The whole text is the golden `diagnostics/LE0103.txt`. `SNAPSHOTS=overwrite` writes them anew.

use llamon_errors_catalog::emit::Findings;
use llamon_errors_catalog::emit::human::{Amount, human};
use llamon_errors_catalog::render::Style;
use llamon_errors_catalog::{Diagnostic, Rule, Severity, check};
use llamon_errors_tests::assert_golden;

/// The rules that the engine emits; the macros emit `LE02..`, and `tests/ui` shows those.
fn engine_rules() -> impl Iterator<Item = Rule> {
    Rule::ALL.iter().copied().filter(|rule| !rule.id().starts_with("LE02"))
}

/// The catalogs of one part of an explanation: the fenced TOML between a line and the next such line.
fn examples(rule: Rule, from: &str) -> Vec<Vec<u8>> {
    let (_, part) =
        rule.explanation().split_once(&format!("\n{from}:\n")).unwrap_or_else(|| panic!("{}: {from}", rule.id()));
    let part = part.split_once("\nRight:\n").map_or(part, |(part, _)| part);
    let blocks = part.split("```toml\n").skip(1).filter_map(|block| block.split_once("```"));
    blocks.map(|(toml, _)| bytes(toml)).collect()
}

/// What a page cannot show stands in angle brackets.
fn bytes(toml: &str) -> Vec<u8> {
    let text = toml.replace("<CR>\n", "\r").replace("<BOM>", "\u{feff}");
    match text.split_once("<FC>") {
        Some((before, after)) => [before.as_bytes(), b"\xfc", after.as_bytes()].concat(),
        None => text.into_bytes(),
    }
}

fn findings(catalogs: &[Vec<u8>]) -> Findings {
    let names = ["catalogs/documents.toml", "catalogs/more.toml"];
    Findings::new(names.iter().zip(catalogs).map(|(name, bytes)| check(name, bytes)).collect())
}

#[test]
fn the_wrong_example_breaks_its_rule_and_no_other() {
    for rule in engine_rules() {
        let wrong = examples(rule, "Wrong");
        assert!(!wrong.is_empty(), "{} shows nothing wrong", rule.id());
        let findings = findings(&wrong);
        assert!(findings.diagnostics().any(|diagnostic| diagnostic.rule() == rule), "{} is not emitted", rule.id());
        let others = findings.diagnostics().filter(|other| other.rule() != rule);
        let others: Vec<String> = others.map(ToString::to_string).collect();
        assert!(others.is_empty(), "{} brings {others:?}", rule.id());
        let severities: Vec<Severity> = findings.diagnostics().map(Diagnostic::severity).collect();
        assert!(severities.iter().all(|severity| *severity == rule.severity()), "{}", rule.id());
    }
}

#[test]
fn the_right_example_is_fine() {
    for rule in engine_rules() {
        let right = examples(rule, "Right");
        assert!(!right.is_empty(), "{} shows nothing right", rule.id());
        let told: Vec<String> = findings(&right).diagnostics().map(ToString::to_string).collect();
        assert!(told.is_empty(), "{}: {told:?}", rule.id());
    }
}

#[test]
fn every_message_says_where_and_what_to_write() {
    for rule in engine_rules() {
        for diagnostic in findings(&examples(rule, "Wrong")).diagnostics() {
            let message = diagnostic.message();
            assert!(!message.ends_with('.'), "{message}");
            assert!(!message.starts_with(|letter: char| letter.is_uppercase()), "{message}");
            assert!(diagnostic.help_text().is_some(), "{message} offers no help");
            let one_line = diagnostic.to_string();
            assert!(one_line.ends_with(&format!("[{}]", rule.id())) && !one_line.contains('\n'), "{one_line}");
        }
    }
}

#[test]
fn texts_are_as_the_goldens_say() {
    for rule in engine_rules() {
        let text = human(&findings(&examples(rule, "Wrong")), Style::Plain, Amount::All);
        assert_golden(&format!("diagnostics/{}.txt", rule.id()), &text);
    }
}
