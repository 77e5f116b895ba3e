//! Arguments are read as `serde_json` reads them, whatever their type: only the words about a fault are others.

use std::collections::BTreeMap;
use std::fmt::Debug;

use llamon_errors::tool_guard::arguments;
use proptest::prelude::*;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

#[derive(Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
struct Id(String);

#[derive(Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
struct Count(u8);

#[derive(Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
enum Kind {
    A,
    B,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Shape {
    A,
    B(u8),
    C(u8, bool),
    D { a: Option<u8> },
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(tag = "a", rename_all = "lowercase")]
enum Tagged {
    A { b: u8 },
    B,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(untagged)]
enum Either {
    Number(i64),
    Texts(Vec<String>),
    Object { a: bool },
}

#[derive(Debug, Deserialize, PartialEq)]
struct Pair(u8, bool);

#[derive(Debug, Deserialize, PartialEq)]
struct Nothing;

#[derive(Debug, Deserialize, PartialEq)]
struct Rest {
    a: Option<Count>,
    #[serde(default)]
    b: f64,
    #[serde(flatten)]
    others: BTreeMap<String, Value>,
}

/// Whether the two agree, and whether there was something to read.
fn agrees<T: DeserializeOwned + PartialEq + Debug>(value: &Value) -> bool {
    let (ours, theirs) = (arguments::<T>(value), serde_json::from_value::<T>(value.clone()));
    assert_eq!(ours.as_ref().ok(), theirs.as_ref().ok(), "{value}: {ours:?}, and {theirs:?}");
    ours.is_ok()
}

type Agrees = fn(&Value) -> bool;

/// All types at which a value is tried.
const TYPES: [(&str, Agrees); 23] = [
    ("a newtype", agrees::<Count>),
    ("text", agrees::<String>),
    ("a letter", agrees::<char>),
    ("a number", agrees::<f64>),
    ("a large number", agrees::<i128>),
    ("a flag", agrees::<bool>),
    ("an option", agrees::<Vec<Option<Id>>>),
    ("a list", agrees::<Vec<u8>>),
    ("a tuple", agrees::<(u8, bool)>),
    ("a tuple struct", agrees::<Pair>),
    ("an array", agrees::<[u8; 2]>),
    ("a unit", agrees::<[(); 1]>),
    ("a unit struct", agrees::<[Nothing; 1]>),
    ("variants", agrees::<Shape>),
    ("variants with a tag", agrees::<Tagged>),
    ("variants without one", agrees::<Either>),
    ("the rest", agrees::<Rest>),
    ("names", agrees::<BTreeMap<String, u8>>),
    ("newtypes as names", agrees::<BTreeMap<Id, u8>>),
    ("counts as names", agrees::<BTreeMap<Count, u8>>),
    ("numbers as names", agrees::<BTreeMap<i64, u8>>),
    ("flags as names", agrees::<BTreeMap<bool, u8>>),
    ("variants as names", agrees::<BTreeMap<Kind, u8>>),
];

#[test]
fn each_type_has_a_value_that_is_read() {
    let values = [
        json!({"a": 7}),
        json!({"7": 7}),
        json!({"true": 7}),
        json!({"a": "a", "b": 7}),
        json!({"b": 7, "a": 7}),
        json!({"a": true}),
        json!([7, true]),
        json!([7, 8]),
        json!(["a"]),
        json!([null]),
        json!("a"),
        json!(7),
        json!(true),
    ];
    for (name, is_read) in TYPES {
        assert!(values.iter().any(is_read), "{name}");
    }
}

#[test]
fn what_serde_json_would_refuse_is_said_in_words_for_a_model() {
    #[derive(Debug, Deserialize)]
    struct Call {
        _pair: Pair,
        _kind: Kind,
        _limits: BTreeMap<Count, bool>,
    }
    let sound = json!({"_pair": [7, true], "_kind": "a", "_limits": {"7": true}});
    assert!(arguments::<Call>(&sound).is_ok());
    for (name, value, line) in [
        ("_pair", json!([7, true, 7]), "Invalid argument: _pair (expected fewer elements)"),
        ("_pair", json!({"0": 7}), "Wrong type of argument: _pair (expected tuple struct Pair)"),
        ("_kind", json!({"a": null, "b": null}), "Wrong type of argument: _kind (expected enum Kind)"),
        ("_limits", json!({"seven": true}), "Wrong type of argument: _limits (expected u8)"),
        ("_limits", json!({"300": true}), "Invalid argument: _limits (expected u8)"),
        ("_limits", json!([]), "Wrong type of argument: _limits (expected a map)"),
    ] {
        let mut wrong = sound.clone();
        wrong[name] = value;
        assert_eq!(arguments::<Call>(&wrong).expect_err("it is wrong").to_string(), line);
    }
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        prop::sample::select(vec![0_i64, 1, 7, 255, 256, -1, i64::MAX, i64::MIN]).prop_map(Value::from),
        prop::sample::select(vec![u64::MAX, 1 << 63]).prop_map(Value::from),
        prop::sample::select(vec![0.5, 7.0, -1.0, 1e300]).prop_map(Value::from),
        "[abcd]{0,2}".prop_map(Value::from),
    ];
    let name = prop::sample::select(vec!["a", "b", "c", "d", "7", "-1", "007", "+7", " 7", "1e1", "true", "300", ""]);
    leaf.prop_recursive(3, 12, 3, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((name.clone(), inner), 0..4)
                .prop_map(|members| members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// `null` as a whole stands for no arguments at all, and is another matter.
    #[test]
    fn any_value_is_read_as_serde_json_reads_it(value in any_json().prop_filter("null", |value| !value.is_null())) {
        for (_, is_read) in TYPES {
            is_read(&value);
        }
    }
}
