//! The JSON Schema of the catalog format: fresh, sound, and of one mind with the engine about real and hard catalogs.

use std::fmt::Write as _;
use std::sync::LazyLock;

use jsonschema::Validator;
use llamon_errors_catalog::emit::schema::schema;
use llamon_errors_catalog::{Diagnostic, Rule, Severity, check, check_without_advice};
use llamon_errors_tests::outside::{REQUIRED, node, node_modules};
use llamon_errors_tests::{catalogs_in, root, scratch, skip_or_fail};
use proptest::prelude::*;
use serde_json::{Map, Value};
use snapbox::IntoData as _;
use toml::de::{DeTable, DeValue};

/// Whether a rule looks at more than one value: no schema can say it.
fn is_beyond_a_schema(diagnostic: &Diagnostic) -> bool {
    match diagnostic.rule() {
        Rule::LocalesDiffer | Rule::UnknownReplacement => true,
        Rule::BadLocale => diagnostic.message().contains("default"),
        _ => false,
    }
}

fn validator() -> Validator {
    jsonschema::validator_for(&parsed()).expect("the schema is a schema")
}

fn parsed() -> Value {
    serde_json::from_str(&schema()).expect("the schema is JSON")
}

/// A catalog as the JSON that a schema sees; nothing when TOML refuses it.
fn json(bytes: &[u8]) -> Option<Value> {
    let text = std::str::from_utf8(bytes).ok()?;
    let table = DeTable::parse(text.strip_prefix('\u{feff}').unwrap_or(text)).ok()?;
    Some(object(table.get_ref()))
}

fn object(table: &DeTable<'_>) -> Value {
    let members = table.iter().map(|(key, value)| (key.get_ref().to_string(), value_of(value.get_ref())));
    Value::Object(members.collect::<Map<_, _>>())
}

fn value_of(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => Value::from(text.as_ref()),
        DeValue::Integer(number) => {
            let number = i64::from_str_radix(number.as_str(), number.radix());
            number.map_or_else(|_| Value::from(1e30), Value::from)
        }
        DeValue::Float(number) => number.as_str().parse::<f64>().map_or(Value::Null, Value::from),
        DeValue::Boolean(value) => Value::from(*value),
        DeValue::Datetime(time) => serde_json::json!({ "datetime": time.to_string() }),
        DeValue::Array(values) => values.iter().map(|value| value_of(value.get_ref())).collect(),
        DeValue::Table(table) => object(table),
    }
}

/// The faults that the schema finds: where, and what.
fn faults(validator: &Validator, catalog: &Value) -> Vec<(String, String)> {
    validator.iter_errors(catalog).map(|error| (error.instance_path().to_string(), error.to_string())).collect()
}

/// Whether the schema says the same: a fault at this value, or at what holds it and with its name.
fn is_found(diagnostic: &Diagnostic, faults: &[(String, String)]) -> bool {
    let field = &diagnostic.as_violation().field;
    let (holder, name) = field.rsplit_once('/').unwrap_or_default();
    let name = name.replace("~1", "/").replace("~0", "~");
    faults.iter().any(|(path, message)| path == field || path == holder && message.contains(&name))
}

#[test]
fn the_schema_of_the_repository_is_fresh() {
    let golden =
        snapbox::Data::read_from(&root().join("docs/catalog.schema.json"), Some(snapbox::data::DataFormat::Text));
    snapbox::Assert::new().action_env("SNAPSHOTS").eq(schema().raw(), golden.raw());
}

#[test]
fn the_schema_is_a_schema() {
    jsonschema::draft7::meta::validate(&parsed()).expect("the meta-schema accepts it");
    // The check can fail.
    assert!(jsonschema::draft7::meta::validate(&serde_json::json!({"type": "text"})).is_err());
}

#[test]
fn every_key_is_described_and_has_a_form() {
    let schema = parsed();
    for properties in [&schema["properties"], &schema["definitions"]["entry"]["properties"]] {
        for (key, property) in properties.as_object().expect("there are properties") {
            assert!(property["description"].as_str().is_some_and(|text| text.len() > 15), "{key}");
            assert!(property.as_object().is_some_and(|form| form.len() > 1), "{key}");
        }
    }
}

#[test]
fn every_real_catalog_is_accepted() {
    let validator = validator();
    let files: Vec<_> = ["catalogs/real", "../catalogs"].into_iter().flat_map(catalogs_in).collect();
    assert_eq!(files.len(), 34);
    for (path, bytes) in files {
        let catalog = json(&bytes).unwrap_or_else(|| panic!("{path} is TOML"));
        assert_eq!(faults(&validator, &catalog), [], "{path}");
    }
}

/// Every fault of one value that the engine finds the schema finds too, and it finds none that the engine does not.
#[test]
fn every_shape_fault_of_a_hard_file_is_found() {
    let validator = validator();
    let (mut found, mut no_toml) = (String::new(), Vec::new());
    for (path, bytes) in catalogs_in("catalogs/hard").into_iter().chain(catalogs_in("catalogs/verbatim")) {
        let Some(catalog) = json(&bytes) else {
            no_toml.push(path);
            continue;
        };
        let faults = faults(&validator, &catalog);
        let checked = check_without_advice(&path, &bytes);
        let errors: Vec<&Diagnostic> = checked.diagnostics.iter().filter(|d| d.severity() == Severity::Error).collect();
        assert_eq!(faults.is_empty(), errors.is_empty(), "{path}: {faults:?} {errors:?}");
        for diagnostic in errors.iter().filter(|error| !is_beyond_a_schema(error)) {
            assert!(is_found(diagnostic, &faults), "{diagnostic}\n{}\n{faults:#?}", diagnostic.as_violation().field);
            let _ = writeln!(found, "{}", diagnostic.rule().id());
        }
    }
    let names: Vec<&str> = no_toml.iter().filter_map(|path| path.rsplit('/').next()).collect();
    assert_eq!(names, ["cr-only.toml", "duplicate-keys-data-go-kr.toml", "latin1.toml", "utf16.toml"]);
    assert!(found.lines().count() > 30, "{found}");
}

/// The wrong example of every rule of one value, and the right one.
#[test]
fn the_schema_judges_the_examples_of_the_rules_as_the_engine_does() {
    let validator = validator();
    let mut judged = 0;
    for rule in Rule::ALL {
        for block in rule.explanation().split("```toml\n").skip(1) {
            let text = block.split("```").next().unwrap_or_default();
            let Some(catalog) = json(text.as_bytes()) else { continue };
            let errors = check("example.toml", text.as_bytes());
            let errors: Vec<&Diagnostic> =
                errors.diagnostics.iter().filter(|d| d.severity() == Severity::Error).collect();
            let faults = faults(&validator, &catalog);
            judged += 1;
            for error in errors.iter().filter(|error| !is_beyond_a_schema(error)) {
                assert!(is_found(error, &faults), "{error}\n{faults:#?}");
            }
            if errors.is_empty() {
                assert_eq!(faults, [], "{}: {text}", rule.id());
            }
        }
    }
    assert!(judged > 40, "{judged}");
}

/// A catalog of one error, with one value at a place of its own.
fn with(place: usize, value: &str) -> String {
    let value = Value::from(value).to_string();
    let (mut domain, mut entry) = ("\"d\"".to_owned(), String::new());
    match place {
        0 => domain = value,
        1 => entry = format!("reason = {value}"),
        2 => entry = format!("reason = \"r\"\nerror_source = {value}"),
        3 => entry = format!("reason = \"r\"\ndocs_url = {value}"),
        4 => entry = format!("reason = \"r\"\nmessage = {value}"),
        5 => entry = format!("reason = \"r\"\nfields = {{ {value} = \"string\" }}"),
        6 => entry = format!("reason = \"r\"\nmessage = {{ en = \"x\", {value} = \"x\" }}"),
        7 => return format!("domain = \"d\"\n[{value}]\nretired = \"1\"\n"),
        _ => return format!("domain = \"d\"\n[X]\nretired = {value}\n"),
    }
    let entry = if place == 0 { "reason = \"r\"" } else { &entry };
    format!(
        "domain = {domain}\ndefault_locale = \"en\"\n[X]\nsdk_code = \"NOT_FOUND\"\ntitle = \"t\"\nretriable = false\n{entry}\n"
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2000, ..ProptestConfig::default() })]

    /// Whatever stands at a place, the schema and the engine are of one mind about it.
    #[test]
    fn any_value_is_judged_as_the_engine_does(
        place in 0..9_usize,
        value in "[a-z]{1,3}(-[A-Za-z0-9]{1,9}){0,2}|[a-z_0-9-]{1,12}|(db|rag|http|x):[!-~ ]{0,5}|https?://[ -~가]{0,8}|[a-z{}_ A-Z]{0,8}|self|Self|super|crate|[ \u{a0}\u{3000}]{0,2}|[ -~가]{0,6}",
    ) {
        static VALIDATOR: LazyLock<Validator> = LazyLock::new(validator);
        let text = with(place, &value);
        let Some(catalog) = json(text.as_bytes()) else { return Ok(()) };
        let checked = check_without_advice("c.toml", text.as_bytes());
        let errors: Vec<&Diagnostic> = checked.diagnostics.iter().filter(|d| d.severity() == Severity::Error).collect();
        prop_assume!(!errors.iter().any(|error| is_beyond_a_schema(error)));
        let faults = faults(&VALIDATOR, &catalog);
        prop_assert_eq!(faults.is_empty(), errors.is_empty(), "{}: {:?} {:?}", text, faults, errors);
    }
}

/// The linter of the TOML editors reads the schema from a `#:schema` line.
#[test]
fn a_schema_line_works_in_taplo() {
    let modules = match node_modules() {
        Ok(modules) => modules,
        Err(why) => return skip_or_fail(REQUIRED, &why),
    };
    let home = scratch("taplo");
    std::fs::create_dir_all(&home).expect("folders can be made");
    std::fs::write(home.join("catalog.schema.json"), schema()).expect("files can be written");
    let write = |name: &str, text: &[u8]| {
        let text = format!("#:schema ./catalog.schema.json\n{}", String::from_utf8_lossy(text));
        std::fs::write(home.join(name), text).expect("files can be written");
    };
    let lint = |names: &[String]| {
        let mut taplo = node(&modules, "@taplo/cli/dist/cli.js");
        let taplo = taplo.args(["lint", "--colors", "never"]).args(names).current_dir(&home);
        let output = taplo.output().expect("node runs");
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let mut names = Vec::new();
    for (path, bytes) in catalogs_in("../catalogs").into_iter().chain(catalogs_in("catalogs/real")) {
        // It takes seconds for each of the large ones, and they have no key that the small ones lack.
        if bytes.len() < 60_000 {
            names.push(path.rsplit('/').next().expect("it has a name").to_owned());
            write(&names[names.len() - 1], &bytes);
        }
    }
    let (sound, said) = lint(&names);
    assert!(sound && names.len() > 25, "{said}");
    assert!(said.contains(&format!("total={}", names.len())), "{said}");

    let typos = std::fs::read(root().join("tests/catalogs/hard/typos.toml")).expect("typos");
    write("typos.toml", &typos);
    let (sound, said) = lint(&["typos.toml".to_owned()]);
    assert!(!sound && said.contains("retryable") && said.contains("\"retriable\" is a required property"), "{said}");
}
