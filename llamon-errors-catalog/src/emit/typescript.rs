//! Catalogs as a TypeScript module: for clients that branch on the codes of an agent.
//!
//! Comes in: checked catalogs. Goes out: one module without imports. The types that all domains share stand in `typescript.ts`; for each
//! domain follow
//!
//! ```text
//! export type DocumentServiceCode = | "DOC_001" | ...;
//! export interface DocumentServiceErrors { "DOC_005": { errorCode: "NOT_FOUND"; details: { document_id?: string } }; ... }
//! export type DocumentServiceErrorData<C> = ...                       the data part, by code
//! export const DOCUMENT_SERVICE_ERRORS = { "DOC_005": { ... } }       what the guard looks up
//! export function isDocumentServiceError(data, code?)                 the type guard
//! ```
//!
//! A field may travel or not, as the agent's author decides (`detail`), so that every member of `details` is optional.

use std::fmt::Write as _;

use llamon_errors_core::error_code::ErrorCode;

use crate::emit::domains::{Domain, domains, literal, named};
use crate::emit::rust::fields;
use crate::model::{Catalog, ErrorEntry, FieldType};
use crate::text::one_line;

/// What all domains share.
const SHARED: &str = include_str!("typescript.ts");

/// The module.
///
/// ```
/// # use llamon_errors_catalog::{check, emit::typescript::typescript};
/// let text = "domain = \"doc\"\n[DOC_1]\nsdk_code = \"NOT_FOUND\"\nreason = \"gone\"\ntitle = \"Gone\"\nretriable = false\n";
/// let module = typescript(&[&check("doc.toml", text.as_bytes()).catalog]);
/// assert!(module.contains("export function isDocError<"));
/// ```
#[must_use]
pub fn typescript(catalogs: &[&Catalog]) -> String {
    let domains = domains(catalogs);
    let codes = union(ErrorCode::ALL.iter().map(|code| code.as_str()));
    let mut out = format!(
        "// Made by `llamon-errors export --format typescript` from {}; do not edit.\n\n\
         /** What clients branch on. */\nexport type ErrorCodeName ={codes};\n\n{SHARED}",
        named(&domains)
    );
    for domain in &domains {
        self::domain(&mut out, domain);
    }
    out
}

fn domain(out: &mut String, domain: &Domain<'_>) {
    let (name, ty, constant) = (domain.name, domain.type_name(), domain.constant());
    let _ = write!(
        out,
        "\n/** The errors of `{name}`. */\nexport type {ty}Code ={};\n",
        union(domain.errors().map(|(code, _)| code))
    );
    let outcomes: Vec<&str> = domain.outcomes().map(|(code, _)| code).collect();
    if !outcomes.is_empty() {
        let _ = write!(
            out,
            "\n/** The results of `{name}` that are no errors. */\nexport type {ty}Outcome ={};\n",
            union(outcomes)
        );
    }
    let _ = write!(
        out,
        "\n/** What each error of `{name}` is to a client, and the fields that may travel with it. */\nexport interface {ty}Errors {{\n"
    );
    for (code, error) in domain.errors() {
        document(out, error);
        let _ = writeln!(
            out,
            "  {}: {{ errorCode: \"{}\"; details: {} }};",
            literal(code),
            error.sdk_code.value,
            details(error)
        );
    }
    let _ = write!(
        out,
        "}}\n\n/** The data part of a failed task of `{name}`: of one code, or of any. */\n\
         export type {ty}ErrorData<C extends {ty}Code = {ty}Code> = {{\n  \
         [K in C]: ErrorDataBase & {{\n    errorCode: {ty}Errors[K][\"errorCode\"];\n    domain: \"{name}\";\n    domainCode: K;\n    \
         details?: {ty}Errors[K][\"details\"];\n  }};\n}}[C];\n\n\
         /** What the catalog of `{name}` says. */\n\
         export const {constant}_ERRORS: {{ readonly [K in {ty}Code]: ErrorFacts<{ty}Errors[K][\"errorCode\"]> }} = {{\n"
    );
    for (code, error) in domain.errors() {
        facts(out, code, error);
    }
    let _ = write!(
        out,
        "}};\n\n/** Whether this data is of an error of `{name}`; with a code, of that error. */\n\
         export function is{ty}Error<C extends {ty}Code = {ty}Code>(data: unknown, code?: C): data is {ty}ErrorData<C> {{\n  \
         return holdsErrorOf(\"{name}\", {constant}_ERRORS, data, code);\n}}\n"
    );
}

/// A union of literals, one a line; nothing is `never`.
fn union<'c>(texts: impl IntoIterator<Item = &'c str>) -> String {
    let mut lines = String::new();
    for text in texts {
        let _ = write!(lines, "\n  | {}", literal(text));
    }
    if lines.is_empty() { " never".to_owned() } else { lines }
}

/// The title as a comment, and why not to use the code any more.
fn document(out: &mut String, error: &ErrorEntry) {
    let inert = |text: &str| one_line(text).replace("*/", "* /").replace('@', "\\@");
    let title = inert(&error.facts.title.value);
    let _ = match &error.facts.deprecated {
        Some(note) => writeln!(out, "  /**\n   * {title}\n   * @deprecated {}\n   */", inert(note)),
        None => writeln!(out, "  /** {title} */"),
    };
}

fn details(error: &ErrorEntry) -> String {
    let members = fields(&error.facts);
    if members.is_empty() {
        return "Details".to_owned();
    }
    let members = members.iter().map(|(name, ty, _)| {
        let ty = match ty {
            FieldType::String => "string",
            FieldType::Integer | FieldType::Number => "number",
            FieldType::Boolean => "boolean",
        };
        format!("{}?: {ty}", key(name))
    });
    format!("Details & {{ {} }}", members.collect::<Vec<_>>().join("; "))
}

fn facts(out: &mut String, code: &str, error: &ErrorEntry) {
    let members = fields(&error.facts);
    let members = members.iter().map(|(name, ty, _)| format!("{}: \"{}\"", key(name), ty.as_str()));
    let members = members.collect::<Vec<_>>().join(", ");
    // Without `as const` the compiler forgets that a value is a literal where the name is computed, or one that every object has.
    let members = if members.is_empty() { "{}".to_owned() } else { format!("{{ {members} }} as const") };
    let _ = writeln!(
        out,
        "  {}: {{\n    errorCode: \"{}\",\n    errorReason: {},\n    title: {},\n    retriable: {},\n    fields: {members},\n  }},",
        key_of_code(code),
        error.sdk_code.value,
        literal(&error.facts.reason.value),
        literal(&error.facts.title.value),
        error.retriable.value,
    );
}

/// The name that sets an object's prototype where it is written as a plain key.
const PROTO: &str = "__proto__";

/// The name of a field, an identifier already.
fn key(name: &str) -> String {
    if name == PROTO { format!("[\"{PROTO}\"]") } else { name.to_owned() }
}

fn key_of_code(code: &str) -> String {
    if code == PROTO { key(code) } else { literal(code) }
}
