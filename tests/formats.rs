//! The reports of a check: whole texts as goldens, and SARIF against its public schema.

use llamon_errors_catalog::emit::Findings;
use llamon_errors_catalog::emit::github::github;
use llamon_errors_catalog::emit::json::json;
use llamon_errors_catalog::emit::sarif::sarif;
use llamon_errors_catalog::{MOST_KEPT, check};
use llamon_errors_tests::{assert_golden, catalogs_in, generated_catalog, root};
use serde_json::Value;

/// A catalog with faults of many kinds, and one that shares a code with it.
fn faulty() -> Findings {
    let first = "domain = \"doc\"\ndefault_locale = \"en\"\n[\"DOC/~1\"]\nsdk_code = \"NOTFOUND\"\nreason = \"gone\"\ntitle = \"Gone\"\n\
                 message = { en = \"{a}\", ko = \"{b} 없음\" }\n[DOC_2]\nsdk_code = \"RATE_LIMITED\"\nreason = \"quota\"\ntitle = \"Quota\"\n\
                 retriable = true\n";
    let second = "domain = \"doc\"\n[DOC_2]\nsdk_code = \"RATE_LIMITED\"\nreason = \"quota\"\ntitle = \"Quota\"\nretriable = false\n";
    Findings::new(vec![check("catalogs/a b.toml", first.as_bytes()), check("catalogs/b.toml", second.as_bytes())])
}

/// Sound but for one piece of advice.
fn advised() -> Findings {
    let text = "domain = \"doc\"\n[DOC_1]\nsdk_code = \"NOT_FOUND\"\nreason = \"gone\"\ntitle = \"DOC_1\"\nretriable = false\n";
    Findings::new(vec![check("catalogs/a.toml", text.as_bytes())])
}

fn sound() -> Findings {
    let text = std::fs::read(root().join("catalogs/documents.toml")).expect("the worked example is there");
    Findings::new(vec![check("catalogs/documents.toml", &text)])
}

fn parsed(text: &str) -> Value {
    assert!(text.ends_with('\n') && !text.ends_with("\n\n"));
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

#[test]
fn json_is_a_validation_error() {
    assert_golden("snapshots/formats/faulty.json", &json(&faulty()));
    let report = parsed(&json(&faulty()));
    assert_eq!(report["error"]["code"], "VALIDATION_ERROR");
    let violations = report["error"]["details"]["violations"].as_array().expect("there are violations");
    for violation in violations {
        let members: Vec<&String> = violation.as_object().expect("an object").keys().collect();
        assert_eq!(
            members,
            ["actual", "column", "expected", "field", "file", "help", "line", "message", "rule", "severity"]
        );
        let field = violation["field"].as_str().expect("a JSON Pointer");
        assert!(field.is_empty() || field.starts_with('/'), "{field}");
    }
    let missing = violations.iter().find(|violation| violation["rule"] == "LE0006").expect("a key is missing");
    assert_eq!((&missing["field"], &missing["actual"]), (&Value::from("/DOC~1~01/retriable"), &Value::Null));
}

#[test]
fn json_of_a_check_that_does_not_fail_has_no_error() {
    assert_golden("snapshots/formats/sound.json", &json(&sound()));
    assert_golden("snapshots/formats/advised.json", &json(&advised()));
    for findings in [sound(), advised()] {
        let report = parsed(&json(&findings));
        assert_eq!(report["error"], Value::Null);
        assert_eq!(report["checked"]["catalogs"], 1);
    }
    let mut denied = advised();
    denied.deny_warnings = true;
    assert_eq!(parsed(&json(&denied))["error"]["details"]["violations"][0]["severity"], "warning");
}

#[test]
fn github_has_a_command_for_each_fault() {
    assert_golden("snapshots/formats/faulty.github.txt", &github(&faulty()));
    assert_eq!(github(&sound()).lines().count(), 1);
}

#[test]
fn sarif_is_as_the_golden_says() {
    assert_golden("snapshots/formats/faulty.sarif", &sarif(&faulty()));
}

#[test]
fn sarif_validates_against_its_public_schema() {
    let schema = std::fs::read_to_string(root().join("tests/schemas/sarif-2.1.0.json")).expect("the schema is there");
    let mut schema: Value = serde_json::from_str(&schema).expect("the schema is JSON");
    // The published schema has a pattern with a stray bracket, which is no regular expression; nothing here writes that member.
    for owner in ["run", "toolComponent"] {
        let language = &mut schema["definitions"][owner]["properties"]["language"];
        language.as_object_mut().expect("the schema describes it").remove("pattern").expect("it has the pattern");
    }
    let validator = jsonschema::validator_for(&schema).expect("the schema is a schema");
    let hard = catalogs_in("catalogs/hard").iter().map(|(path, bytes)| check(path, bytes)).collect();
    for findings in [faulty(), advised(), sound(), Findings::new(hard), Findings::new(Vec::new())] {
        let report = parsed(&sarif(&findings));
        let faults: Vec<String> =
            validator.iter_errors(&report).map(|error| format!("{error} at {}", error.instance_path())).collect();
        assert_eq!(faults, Vec::<String>::new());
        let results = report["runs"][0]["results"].as_array().expect("there are results");
        assert_eq!(results.len(), findings.diagnostics().count());
    }
    let mut broken = parsed(&sarif(&faulty()));
    broken["runs"][0]["results"][0]["level"] = Value::from("fatal");
    assert!(!validator.is_valid(&broken), "the schema finds nothing");
}

#[test]
fn a_report_is_the_same_bytes_each_time() {
    for form in [json, sarif, github] {
        assert_eq!(form(&faulty()), form(&faulty()));
    }
}

/// What a broken file of very many faults has beyond those that are kept is counted in every form.
#[test]
fn faults_beyond_those_kept_are_counted() {
    let text = generated_catalog(MOST_KEPT + 7).replace("retriable = false", "retriable = 0");
    let findings = Findings::new(vec![check("large.toml", text.as_bytes())]);
    assert_eq!(findings.errors(), MOST_KEPT + 7);
    assert_eq!(findings.diagnostics().count(), MOST_KEPT);
    let report = parsed(&json(&findings));
    assert_eq!(report["checked"]["omitted"], 7);
    assert_eq!(report["checked"]["errors"], MOST_KEPT + 7);
}
