//! The JSON Schema (2020-12) of the data part of a failed task, for each code of a catalog (SPEC L2, D1).
//!
//! Comes in: checked catalogs. Goes out: one schema that accepts the data of any of their errors; under `$defs`, one for each code:
//!
//! ```text
//! {"$schema": "...", "oneOf": [{"$ref": "#/$defs/document-service~1DOC_005"}, ...], "$defs": {
//!   "ErrorData": what all have,
//!   "document-service/DOC_005": {"$ref": "#/$defs/ErrorData", "properties": {"errorCode": {"const": "NOT_FOUND"}, ...}}}}
//! ```
//!
//! A field may travel or not, as the agent's author decides (`detail`), so that `details` requires none. What peers of later versions add
//! is let through, as the runtime does.

use std::fmt::Write as _;

use llamon_errors_core::error_code::ErrorCode;

use crate::emit::domains::{Domain, domains, named};
use crate::emit::node::{Node, list, object};
use crate::emit::pretty;
use crate::emit::rust::fields;
use crate::emit::schema::error_source_pattern;
use crate::lower::pointer;
use crate::model::{Catalog, ErrorEntry};

/// The whole schema: one JSON object and a line end.
///
/// ```
/// # use llamon_errors_catalog::{check, emit::data_schema::data_schema};
/// let text = "domain = \"doc\"\n[DOC_1]\nsdk_code = \"NOT_FOUND\"\nreason = \"gone\"\ntitle = \"Gone\"\nretriable = false\n";
/// let schema = data_schema(&[&check("doc.toml", text.as_bytes()).catalog]);
/// assert!(schema.contains(r##""$ref": "#/$defs/doc~1DOC_1""##));
/// ```
#[must_use]
pub fn data_schema(catalogs: &[&Catalog]) -> String {
    let domains = domains(catalogs);
    let all = || domains.iter().flat_map(|domain| domain.errors().map(move |(code, error)| (domain, code, error)));
    let definitions = std::iter::once(("ErrorData".to_owned(), shared()))
        .chain(all().map(|(domain, code, error)| (definition(domain, code), of_code(domain, code, error))));
    let references = list(all().map(|(domain, code, _)| reference(&definition(domain, code))));
    let comment = format!("Made by `llamon-errors export --format json-schema` from {}; do not edit.", named(&domains));
    let whole = object()
        .with("$schema", "https://json-schema.org/draft/2020-12/schema")
        .with("$comment", comment)
        .with("title", "The data part of a failed task")
        // A schema without alternatives is no schema; a catalog of outcomes alone has no error data.
        .maybe("oneOf", all().next().map(|_| references))
        .maybe("not", all().next().is_none().then(object))
        .with("$defs", Node::Object(definitions.collect()));
    pretty(&whole)
}

/// The name of a code's schema. `ErrorData` has no slash, so no code can take its name.
fn definition(domain: &Domain<'_>, code: &str) -> String {
    format!("{}/{code}", domain.name)
}

/// A reference to a definition: a JSON Pointer in a URI's fragment.
fn reference(definition: &str) -> Node {
    let mut fragment = String::new();
    for byte in pointer(&["$defs", definition]).bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~$/:".contains(&byte) {
            fragment.push(char::from(byte));
        } else {
            let _ = write!(fragment, "%{byte:02X}");
        }
    }
    object().with("$ref", format!("#{fragment}"))
}

fn of_code(domain: &Domain<'_>, code: &str, error: &ErrorEntry) -> Node {
    let facts = &error.facts;
    let constant = |value: &str| object().with("const", value);
    let properties = object()
        .with("errorCode", constant(error.sdk_code.value.as_str()))
        .with("errorReason", constant(&facts.reason.value))
        .with("domain", constant(domain.name))
        .with("domainCode", constant(code));
    let fields: Vec<(String, Node)> =
        fields(facts).into_iter().map(|(name, ty, _)| (name.to_owned(), object().with("type", ty.as_str()))).collect();
    let details = (!fields.is_empty()).then(|| object().with("properties", Node::Object(fields)));
    object()
        .with("title", facts.title.value.as_str())
        .maybe("description", facts.description.as_deref())
        .maybe("deprecated", facts.deprecated.as_ref().map(|_| true))
        .with("$ref", "#/$defs/ErrorData")
        .with("properties", properties.maybe("details", details))
        .with("required", list(["domain", "domainCode"]))
}

/// What the data of every error has (the runtime's `ApplicationErrorData`).
fn shared() -> Node {
    let text = || object().with("type", "string");
    let count = || object().with("type", "integer").with("minimum", 0_u64);
    let node = object()
        .with("type", "object")
        .with("properties", object().with("id", text()).with("kind", text()))
        .with("required", list(["id"]));
    let completed = object().with("type", "array").with("items", text());
    let flow = object().with("type", "object").with("properties", object().with("completedNodes", completed));
    let guardrail = object().with("type", "object").with("properties", object().with("violationCategory", text()));
    let properties = object()
        .with("errorCode", object().with("enum", list(ErrorCode::ALL.map(ErrorCode::as_str))))
        .with("errorReason", text().with("minLength", 1_u64))
        .with("errorMessage", text())
        .with("retriable", object().with("type", "boolean"))
        .with("domain", text())
        .with("domainCode", text())
        .with("errorSource", text().with("pattern", error_source_pattern()))
        .with("retryAfterMs", count())
        .with("retried", count())
        .with("node", node)
        .with("flow", flow)
        .with("guardrail", guardrail)
        .with("details", object().with("type", "object"));
    object()
        .with("type", "object")
        .with("properties", properties)
        .with("required", list(["errorCode", "errorReason", "errorMessage", "retriable"]))
}
