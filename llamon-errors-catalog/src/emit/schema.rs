//! The JSON Schema of the catalog format, for TOML editors: `#:schema catalog.schema.json` as the first line of a catalog.
//!
//! Comes in: nothing but the register of keys and the forms of core. Goes out: one schema, draft 7, the one that TOML editors read. Not
//! done here: what looks at two values (`check`); a schema sees one.
//!
//! ```text
//! {"$schema": "http://json-schema.org/draft-07/schema#", ..., "properties": {"domain": ...}, "required": ["domain"],
//!  "propertyNames": a code, "additionalProperties": an entry,
//!  "definitions": {"entry": {"properties": every key, "if" outcome, "else if" retired, "else" error}}}
//! ```

use llamon_errors_core::error_code::ErrorCode;
use llamon_errors_core::format::{MAX_LENGTH, MAX_RETRY_AFTER_MS};
use llamon_errors_core::outcome_state::OutcomeState;
use llamon_errors_core::source_system::SourceSystem;

use crate::emit::node::{Node, list, object};
use crate::emit::pretty;
use crate::keys::{CatalogKey, Form, Key, Kind, Place};
use crate::model::FieldType;

/// A template by core's grammar: text, doubled braces, and names that a field can have.
const TEMPLATE: &str = r"^([^{}]|\{\{|\}\}|\{(?!(_|self|Self|super|crate)\})[A-Za-z_][A-Za-z0-9_]*\})*$";
const IDENTIFIER: &str = "^(?!(_|self|Self|super|crate)$)[A-Za-z_][A-Za-z0-9_]*$";
const LOCALE: &str = "^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$";
/// Something to read stands in the text.
const NOT_BLANK: &str = r"\S";

/// The whole schema: one JSON object and a line end.
///
/// ```
/// let schema = llamon_errors_catalog::emit::schema::schema();
/// assert!(schema.contains(r#""retriable""#));
/// ```
#[must_use]
pub fn schema() -> String {
    let own = CatalogKey::ALL.iter().map(|key| (key.name().to_owned(), described(form(key.form()), key.about())));
    let whole = object()
        .with("$schema", "http://json-schema.org/draft-07/schema#")
        .with("$comment", "Made by `llamon-errors schema`; do not edit.")
        .with("title", "A catalog of domain errors")
        .with(
            "description",
            "Numbered domain errors: one table for each code. `llamon-errors check` finds what no schema can say.",
        )
        .with("type", "object")
        .with("properties", Node::Object(own.collect()))
        .with("required", list(["domain"]))
        .with("propertyNames", text().with("pattern", "^[!-~]+$").with("maxLength", length()))
        .with("additionalProperties", object().with("$ref", "#/definitions/entry"))
        .with("definitions", object().with("entry", entry()));
    pretty(&whole)
}

/// An entry of any kind: all keys with their descriptions, so that editors can offer them, and which kind has which.
fn entry() -> Node {
    let all = Key::ALL.iter().map(|key| (key.name().to_owned(), described(form(key.form()), key.about())));
    let says = |key: Key| object().with("required", list([key.name()]));
    let retired = object().with("anyOf", list([says(Key::Retired), says(Key::ReplacedBy)]));
    let live =
        object().with("if", says(Key::Outcome)).with("then", kind(Kind::Outcome)).with("else", kind(Kind::Error));
    object()
        .with("title", "An entry: an error, an outcome, or a retired code")
        .with("type", "object")
        .with("properties", Node::Object(all.collect()))
        .with("additionalProperties", false)
        .with("if", retired)
        .with("then", kind(Kind::Retired))
        .with("else", live)
}

/// What a kind of entry must and must not say.
fn kind(kind: Kind) -> Node {
    let with = |place: Place| Key::ALL.iter().filter(move |key| key.place(kind) == place);
    let foreign = with(Place::Foreign).map(|key| (key.name().to_owned(), Node::Bool(false)));
    object()
        .with("required", list(with(Place::Required).map(|key| key.name())))
        .with("properties", Node::Object(foreign.collect()))
}

/// The form of a value (core's `format`, SPEC V1 to V5).
fn form(form: Form) -> Node {
    match form {
        Form::Domain => words("-"),
        Form::Reason => words("_"),
        Form::Locale => text().with("pattern", LOCALE),
        Form::Text => readable(),
        Form::Boolean => object().with("type", "boolean"),
        Form::SdkCode => text().with("enum", list(ErrorCode::ALL.map(ErrorCode::as_str))),
        Form::Outcome => text().with("enum", list(OutcomeState::ALL.map(OutcomeState::as_str))),
        Form::ErrorSource => text().with("pattern", error_source_pattern()),
        Form::Milliseconds => {
            object().with("type", "integer").with("minimum", 0_u64).with("maximum", MAX_RETRY_AFTER_MS)
        }
        Form::Url => text().with("pattern", "^https?://[!#-;=?-_a-~]+$"),
        Form::Message => {
            let locales = object()
                .with("type", "object")
                .with("propertyNames", text().with("pattern", LOCALE))
                .with("additionalProperties", template())
                .with("minProperties", 1_u64);
            object().with("anyOf", list([template(), locales]))
        }
        Form::Fields => object()
            .with("type", "object")
            .with("propertyNames", text().with("pattern", IDENTIFIER))
            .with("additionalProperties", text().with("enum", list(FieldType::ALL.map(FieldType::as_str)))),
    }
}

/// Words of `a-z0-9` with single separators between them, the first byte a letter.
fn words(separator: &str) -> Node {
    text().with("pattern", format!("^[a-z][a-z0-9]*({separator}[a-z0-9]+)*$")).with("maxLength", length())
}

/// An error source as a regular expression (SPEC V2).
pub(super) fn error_source_pattern() -> String {
    format!("^({}):[!-~]+$", SourceSystem::ALL.map(SourceSystem::as_str).join("|"))
}

fn template() -> Node {
    object().with("allOf", list([readable(), object().with("pattern", TEMPLATE)]))
}

fn readable() -> Node {
    text().with("pattern", NOT_BLANK)
}

fn text() -> Node {
    object().with("type", "string")
}

fn length() -> u64 {
    u64::try_from(MAX_LENGTH).unwrap_or(u64::MAX)
}

fn described(node: Node, about: &str) -> Node {
    let Node::Object(mut members) = node else { return node };
    members.insert(0, ("description".to_owned(), about.into()));
    Node::Object(members)
}
