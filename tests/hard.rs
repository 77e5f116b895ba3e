//! Hard catalogs and real ones. `SNAPSHOTS=overwrite` writes the goldens `hard/*.txt` anew.

use llamon_errors_catalog::emit::Findings;
use llamon_errors_catalog::emit::human::{Amount, human};
use llamon_errors_catalog::model::Entry;
use llamon_errors_catalog::render::Style;
use llamon_errors_catalog::{Diagnostic, Rule, Severity, check};
use llamon_errors_tests::{assert_golden, catalogs_in, generated_catalog, root};

#[test]
fn each_hard_file_gets_the_answer_of_its_golden() {
    let files = catalogs_in("catalogs/hard");
    assert_eq!(files.len(), 26);
    for (path, bytes) in files {
        let name = path.trim_start_matches("catalogs/hard/").trim_end_matches(".toml").to_owned();
        let text = human(&Findings::new(vec![check(&path, &bytes)]), Style::Plain, Amount::All);
        assert_golden(&format!("hard/{name}.txt"), &text);
    }
}

#[test]
fn every_golden_has_its_file() {
    for entry in std::fs::read_dir(root().join("tests/hard")).expect("the goldens are there").flatten() {
        let name = entry.file_name().to_string_lossy().replace(".txt", ".toml");
        assert!(root().join("tests/catalogs/hard").join(&name).is_file(), "{name}");
    }
}

/// All 33 at once: none has an error, alone or beside the others.
#[test]
fn real_catalogs_have_no_errors() {
    let files = catalogs_in("catalogs/real");
    assert_eq!(files.len(), 33);
    let findings = Findings::new(files.iter().map(|(path, bytes)| check(path, bytes)).collect());
    let errors = findings.diagnostics().filter(|diagnostic| diagnostic.severity() == Severity::Error);
    assert_eq!(errors.map(ToString::to_string).collect::<Vec<_>>(), Vec::<String>::new());
    assert_eq!(findings.summary().split(':').next(), Some("checked 12144 entries in 33 catalogs"));
}

/// What advice real catalogs get: a change of a rule that floods their maintainers shows here.
#[test]
fn advice_on_real_catalogs_is_counted() {
    let files = catalogs_in("catalogs/real");
    let findings = Findings::new(files.iter().map(|(path, bytes)| check(path, bytes)).collect());
    let mut counts = std::collections::BTreeMap::<&str, usize>::new();
    for diagnostic in findings.diagnostics() {
        *counts.entry(diagnostic.rule().id()).or_default() += 1;
    }
    let text: String = counts.iter().fold(String::new(), |text, (id, count)| text + &format!("{id} {count}\n"));
    assert_golden("snapshots/advice-on-real-catalogs.txt", &text);
}

/// Keys as their sources have them: two are truly bad, and these two are refused at their place.
#[test]
fn verbatim_keys_are_accepted_but_for_the_two_bad_ones() {
    let files = catalogs_in("catalogs/verbatim");
    let findings = Findings::new(files.iter().map(|(path, bytes)| check(path, bytes)).collect());
    let errors = findings.diagnostics().filter(|diagnostic| diagnostic.severity() == Severity::Error);
    assert_eq!(
        errors.map(ToString::to_string).collect::<Vec<_>>(),
        [
            "a code is empty (catalogs/verbatim/kubernetes.toml:4:2) [LE0104]",
            "code `DFLOW:ErrRuntimeDuplicateTaskID %s` holds a blank or a control character \
             (catalogs/verbatim/tiflow-errors.toml:1907:2) [LE0104]",
        ]
    );
}

#[test]
fn twenty_thousand_codes_are_read_to_the_last() {
    let checked = check("twenty-thousand.toml", generated_catalog(20_000).as_bytes());
    assert_eq!(checked.catalog.entries().len(), 20_000);
    assert_eq!(checked.catalog.entries().last().map(Entry::code), Some("HUGE_19999"));
    let told: Vec<Rule> = checked.diagnostics.iter().map(Diagnostic::rule).collect();
    assert_eq!(told, [Rule::FewDocumented]);
}

/// A message about one code of very many does not list them all.
#[test]
fn messages_stay_short_in_a_large_catalog() {
    let text = generated_catalog(20_000) + "[HUGE_20000]\nretired = \"1\"\nreplaced_by = \"HUGE_2000X\"\n";
    let checked = check("large.toml", (text + "[HUGE_00007]\nretired = \"1\"\n").as_bytes());
    let across = llamon_errors_catalog::check_across([&checked]);
    let all = checked.diagnostics.iter().chain(&across);
    let errors: Vec<_> = all.filter(|fault| fault.severity() == Severity::Error).collect();
    assert_eq!(errors.len(), 2);
    for fault in errors {
        let drawn = llamon_errors_catalog::render::render(fault, Style::Plain);
        assert!(drawn.len() < 1000, "{drawn}");
    }
}
