//! Exports: whole texts as goldens, and each form shown to those who will read it: a JSON parser, Python, `tsc`, a validator.

use std::process::Command;

use jsonschema::Validator;
use llamon_errors::{ApplicationError, DomainError};
use llamon_errors_catalog::emit::data_schema::data_schema;
use llamon_errors_catalog::emit::export::export;
use llamon_errors_catalog::emit::python::python;
use llamon_errors_catalog::emit::typescript::typescript;
use llamon_errors_catalog::model::{Catalog, EntryKind, Facts};
use llamon_errors_catalog::{Checked, check};
use llamon_errors_tests::outside::{REQUIRED, node, node_modules, run};
use llamon_errors_tests::vectors::vectors;
use llamon_errors_tests::{assert_golden, catalogs_in, root, scratch, skip_or_fail};
use serde_json::{Value, json};

/// Keys that are no identifiers, a reason that repeats, texts that try to end what they stand in, and every key of the format.
const HOSTILE: &str = include_str!("catalogs/emit/hostile.toml");
/// A catalog without messages, of a domain that has another file too.
const PLAIN: &str = include_str!("catalogs/emit/plain.toml");
/// A domain without errors: unions of nothing, tables without rows.
const NO_ERRORS: &str = include_str!("catalogs/emit/no-errors.toml");

fn hostile() -> Vec<Checked> {
    let all = vec![
        check("catalogs/emit/hostile.toml", HOSTILE.as_bytes()),
        check("catalogs/emit/plain.toml", PLAIN.as_bytes()),
        check("catalogs/emit/no-errors.toml", NO_ERRORS.as_bytes()),
    ];
    for checked in &all {
        assert_eq!(checked.diagnostics.error_count(), 0, "{:?}", checked.diagnostics.iter().collect::<Vec<_>>());
    }
    all
}

fn real() -> Vec<Checked> {
    catalogs_in("catalogs/real").iter().map(|(path, bytes)| check(path, bytes)).collect()
}

fn catalogs(all: &[Checked]) -> Vec<&Catalog> {
    all.iter().map(|checked| &checked.catalog).collect()
}

#[test]
fn each_form_of_a_hostile_catalog_is_its_golden() {
    let all = hostile();
    let all = catalogs(&all);
    assert_golden("snapshots/export/hostile.json", &export(&all));
    assert_golden("snapshots/export/hostile.py", &python(&all));
    assert_golden("snapshots/export/hostile.ts", &typescript(&all));
    assert_golden("snapshots/export/hostile.schema.json", &data_schema(&all));
}

/// Two runs, same bytes; and nothing in them says when or where.
#[test]
fn exports_are_deterministic() {
    for form in [export, python, typescript, data_schema] {
        let (first, second) = (real(), real());
        assert_eq!(form(&catalogs(&first)), form(&catalogs(&second)));
    }
}

/// Nothing is lost: each fact of the model stands in the JSON.
#[test]
fn json_holds_every_fact_of_every_entry() {
    let mut all = hostile();
    all.extend(real());
    let exported: Value = serde_json::from_str(&export(&catalogs(&all))).expect("it is JSON");
    let exported = exported["catalogs"].as_array().expect("there are catalogs");
    assert_eq!(exported.len(), 36);
    for (catalog, read) in catalogs(&all).into_iter().zip(exported) {
        assert_eq!(read["domain"], catalog.domain());
        assert_eq!(read.get("version").and_then(Value::as_str), catalog.version());
        assert_eq!(read.get("default_locale").and_then(Value::as_str), catalog.default_locale());
        let entries = read["entries"].as_array().expect("there are entries");
        assert_eq!(entries.len(), catalog.entries().len());
        for (entry, read) in catalog.entries().iter().zip(entries) {
            assert_eq!(read["code"], entry.code());
            let text = |key: &str| read.get(key).and_then(Value::as_str);
            match entry.kind() {
                EntryKind::Error(error) => {
                    assert_eq!((text("kind"), text("sdk_code")), (Some("error"), Some(error.sdk_code.value.as_str())));
                    assert_eq!(read["retriable"], error.retriable.value);
                    assert_eq!(text("error_source"), error.error_source.as_ref().map(|source| source.value.as_str()));
                    let wait = read.get("retry_after_ms").and_then(Value::as_u64);
                    assert_eq!(wait, error.retry_after_ms.as_ref().map(|wait| wait.value));
                }
                EntryKind::Outcome(outcome) => {
                    assert_eq!((text("kind"), text("outcome")), (Some("outcome"), Some(outcome.state.value.as_str())));
                }
                EntryKind::Retired(tombstone) => {
                    assert_eq!(
                        (text("kind"), text("retired")),
                        (Some("retired"), Some(tombstone.retired.value.as_str()))
                    );
                    assert_eq!(text("replaced_by"), tombstone.replaced_by.as_ref().map(|code| code.value.as_str()));
                }
            }
            if let Some(facts) = entry.facts() {
                holds_every_fact(read, entry.code(), facts);
            }
        }
    }
}

/// What errors and outcomes share.
fn holds_every_fact(read: &Value, code: &str, facts: &Facts) {
    let text = |key: &str| read.get(key).and_then(Value::as_str);
    assert_eq!((text("reason"), text("title")), (Some(facts.reason.value.as_str()), Some(facts.title.value.as_str())));
    for (key, fact) in [
        ("description", &facts.description),
        ("help", &facts.help),
        ("docs_url", &facts.docs_url),
        ("since", &facts.since),
        ("deprecated", &facts.deprecated),
    ] {
        assert_eq!(text(key), fact.as_deref(), "{key} of {code}");
    }
    let fields = read.get("fields").and_then(Value::as_object);
    assert_eq!(fields.map_or(0, serde_json::Map::len), facts.fields.len());
    for field in &facts.fields {
        assert_eq!(read["fields"][&field.name.value], field.ty.as_str());
    }
    for message in &facts.messages {
        let read = &read["message"];
        let read = message.locale.as_ref().map_or(read, |locale| &read[&locale.value]);
        assert_eq!(read, message.text.value.as_str());
    }
    assert_eq!(read.get("message").is_some(), !facts.messages.is_empty());
}

/// A Python interpreter imports the module, and reads the catalog's facts in it.
#[test]
fn python_imports_what_is_exported_for_it() {
    let read = |name: &str, all: &[Checked]| -> Result<Value, String> {
        let module = scratch(&format!("{name}.py"));
        std::fs::write(&module, python(&catalogs(all))).map_err(|error| error.to_string())?;
        let stub = root().join("tests/python");
        let mut python = Command::new("python3");
        python.env("PYTHONPATH", &stub).env("PYTHONDONTWRITEBYTECODE", "1").env("PYTHONUTF8", "1");
        let printed = run(python.arg(stub.join("read_export.py")).arg(module), "the module is refused")?;
        serde_json::from_str(&printed).map_err(|error| error.to_string())
    };
    std::fs::create_dir_all(scratch("")).expect("folders can be made");
    if let Err(why) = run(Command::new("python3").arg("--version"), "there is no Python 3") {
        return skip_or_fail(REQUIRED, &why);
    }
    for (name, all) in [("hostile", hostile()), ("real", real())] {
        let held = read(name, &all).unwrap_or_else(|why| panic!("{name}: {why}"));
        for checked in &all {
            let domain = checked.catalog.domain();
            let constant = domain.replace('-', "_").to_uppercase();
            assert_eq!(held[format!("{constant}_DOMAIN")], domain);
            for entry in checked.catalog.entries() {
                let held = |group: &str| &held[format!("{constant}_{group}")][entry.code()];
                match (entry.kind(), entry.facts()) {
                    (EntryKind::Error(error), Some(facts)) => assert_eq!(
                        held("ERRORS"),
                        &json!({"sdk_code": error.sdk_code.value.as_str(), "reason": facts.reason.value,
                                "title": facts.title.value, "retriable": error.retriable.value})
                    ),
                    (EntryKind::Outcome(outcome), Some(facts)) => assert_eq!(
                        held("OUTCOMES"),
                        &json!({"outcome": outcome.state.value.as_str(), "reason": facts.reason.value,
                                "title": facts.title.value})
                    ),
                    (EntryKind::Retired(tombstone), _) => {
                        assert_eq!(
                            held("RETIRED").as_str(),
                            tombstone.replaced_by.as_ref().map(|code| code.value.as_str())
                        );
                    }
                    _ => panic!("an entry without facts: {}", entry.code()),
                }
                let messages = entry.facts().map_or(&[][..], |facts| &facts.messages);
                for message in messages {
                    let own = checked.catalog.default_locale().unwrap_or("und");
                    let locale = message.locale.as_ref().map_or(own, |locale| &locale.value);
                    assert_eq!(held("MESSAGES")[locale], message.text.value);
                }
            }
        }
    }
}

/// What a client of TypeScript writes: each line that must compile, and each that must not.
const CLIENT: &str = include_str!("npm/client.ts");

#[test]
fn typescript_accepts_what_is_exported_for_it() {
    let modules = match node_modules() {
        Ok(modules) => modules,
        Err(why) => return skip_or_fail(REQUIRED, &why),
    };
    let home = scratch("typescript");
    std::fs::create_dir_all(&home).expect("folders can be made");
    let write = |name: &str, text: &str| std::fs::write(home.join(name), text).expect("files can be written");
    let documents = catalogs_in("../catalogs").iter().map(|(path, bytes)| check(path, bytes)).collect::<Vec<_>>();
    write("documents.ts", &typescript(&catalogs(&documents)));
    write("hostile.ts", &typescript(&catalogs(&hostile())));
    write("real.ts", &typescript(&catalogs(&real())));
    write("client.ts", CLIENT);
    let strict = [
        "--strict",
        "--noUncheckedIndexedAccess",
        "--exactOptionalPropertyTypes",
        "--noImplicitReturns",
        "--noPropertyAccessFromIndexSignature",
        "--target",
        "es2020",
        "--module",
        "commonjs",
    ];
    let compile = |files: &[&str]| {
        let mut tsc = node(&modules, "typescript/lib/tsc.js");
        let output = tsc.args(strict).args(files).current_dir(&home).output().expect("node runs");
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (sound, said) = compile(&["client.ts", "hostile.ts", "real.ts"]);
    assert!(sound, "{said}");

    // The guard at run time: real data of the runtime is known, and what is none is not.
    let printed = run(node(&home, "client.js").current_dir(&home).arg(real_data()), "the client fails");
    assert_eq!(printed.as_deref().map(str::trim), Ok("all is well"));

    // The check can fail: without the comments that ask for errors the compiler tells each.
    write("wrong.ts", &CLIENT.replace("// @ts-expect-error", "//"));
    let (sound, said) = compile(&["wrong.ts"]);
    assert!(!sound && said.matches("error TS").count() == CLIENT.matches("// @ts-expect-error").count(), "{said}");
}

/// The data of each code of the worked example, as the runtime makes it.
fn real_data() -> String {
    let data = vectors().into_iter().filter(|(name, _)| name.starts_with("DOC_"));
    Value::Array(data.map(|(_, error)| Value::Object(error.data().to_object())).collect()).to_string()
}

fn validator(all: &[Checked]) -> Validator {
    let schema: Value = serde_json::from_str(&data_schema(&catalogs(all))).expect("it is JSON");
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    jsonschema::draft202012::meta::validate(&schema).expect("the meta-schema accepts it");
    jsonschema::draft202012::new(&schema).expect("the schema is a schema")
}

/// Two errors whose fields travel.
#[derive(Debug, DomainError)]
#[domain_error(catalog = "../catalogs/documents.toml", partial, details)]
enum Detailed {
    DocumentNotFound { document_id: String },
    SummaryTimedOut { pages: u32, timeout_ms: u64 },
}

#[test]
fn json_schema_accepts_the_data_of_the_runtime_and_no_other() {
    let documents = catalogs_in("../catalogs").iter().map(|(path, bytes)| check(path, bytes)).collect::<Vec<_>>();
    let validator = validator(&documents);
    let detailed = [
        Detailed::DocumentNotFound { document_id: "A-17".into() },
        Detailed::SummaryTimedOut { pages: 480, timeout_ms: 30_000 },
    ];
    let detailed = detailed.map(|error| ApplicationError::from(error).data().to_object());
    assert!(detailed.iter().all(|data| data.contains_key("details")));
    let data: Vec<Value> = vectors()
        .into_iter()
        .filter(|(name, _)| name.starts_with("DOC_"))
        .map(|(_, error)| error.data().to_object())
        .chain(detailed)
        .map(Value::Object)
        .collect();
    assert_eq!(data.len(), 12);
    for data in &data {
        assert!(validator.is_valid(data), "{data}");
        for (member, wrong) in [
            ("errorCode", json!("TEAPOT")),
            ("errorCode", json!("INVALID_INPUT_")),
            ("errorReason", json!("another_reason")),
            ("errorMessage", json!(7)),
            ("retriable", json!("yes")),
            ("domain", json!("another-service")),
            ("domainCode", json!("DOC_999")),
            ("domainCode", json!("doc_005")),
            ("errorSource", json!("nowhere")),
            ("retryAfterMs", json!(-1)),
            ("details", json!([])),
        ] {
            let mut broken = data.clone();
            broken[member] = wrong;
            assert!(!validator.is_valid(&broken), "{broken}");
        }
        for member in ["errorCode", "errorReason", "errorMessage", "retriable", "domain", "domainCode"] {
            let mut broken = data.clone();
            broken.as_object_mut().expect("an object").remove(member);
            assert!(!validator.is_valid(&broken), "{broken}");
        }
    }
    let mut broken = data[11].clone();
    broken["details"]["pages"] = json!("480");
    assert!(!validator.is_valid(&broken), "a field of another type: {broken}");
}

#[test]
fn json_schema_of_every_real_catalog_is_a_schema() {
    let all = real();
    let schema: Value = serde_json::from_str(&data_schema(&catalogs(&all))).expect("it is JSON");
    jsonschema::draft202012::meta::validate(&schema).expect("the meta-schema accepts it");
    let live = all.iter().flat_map(|checked| checked.catalog.entries()).filter(|entry| entry.as_error().is_some());
    assert_eq!(schema["oneOf"].as_array().map(Vec::len), Some(live.count()));

    // No error, no data: a schema that accepts nothing, and is one.
    let none = validator(&[check("catalogs/emit/no-errors.toml", NO_ERRORS.as_bytes())]);
    assert!(!none.is_valid(&json!({})));

    // References to keys of every kind lead somewhere.
    let hostile = validator(&hostile());
    let data = json!({"errorCode": "INTERNAL_ERROR", "errorReason": "twice", "errorMessage": "x", "retriable": false,
                      "domain": "hostile", "domainCode": "a/b~c%d#e?\"\\"});
    assert!(
        hostile.is_valid(&data),
        "{:?}",
        hostile.iter_errors(&data).map(|error| error.to_string()).collect::<Vec<_>>()
    );
}
