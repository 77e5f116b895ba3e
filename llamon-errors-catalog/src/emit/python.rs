//! Catalogs as a Python module for the llamon SDK (S1's `DomainErrorSpec`, SPEC D2).
//!
//! Comes in: checked catalogs. Goes out: one module; for each domain
//!
//! ```text
//! DOCUMENT_SERVICE_DOMAIN: Final = "document-service"
//!
//! DOCUMENT_SERVICE_ERRORS: Final[dict[str, DomainErrorSpec]] = {
//!     "DOC_005": {
//!         "sdk_code": ErrorCode.NOT_FOUND,
//!         "reason": "document_not_found",
//!         "title": "문서 없음",
//!         "retriable": False,
//!     },
//! }
//! ```
//!
//! and, where the catalog has any, `..._MESSAGES` (code, locale, a template for `str.format`), `..._OUTCOMES` and `..._RETIRED`. Not done
//! here: the factory of the SDK is called by whoever imports the module.

use std::fmt::Write as _;

use crate::emit::domains::{Domain, domains, named, quoted};
use crate::model::{Catalog, Facts};
use crate::text::is_written_out;

/// The locale of a text whose language nobody says (BCP 47).
const UNDETERMINED: &str = "und";

/// The module.
///
/// ```
/// # use llamon_errors_catalog::{check, emit::python::python};
/// let text = "domain = \"doc\"\n[DOC_1]\nsdk_code = \"NOT_FOUND\"\nreason = \"gone\"\ntitle = \"Gone\"\nretriable = false\n";
/// let module = python(&[&check("doc.toml", text.as_bytes()).catalog]);
/// assert!(module.contains("\"sdk_code\": ErrorCode.NOT_FOUND,"));
/// ```
#[must_use]
pub fn python(catalogs: &[&Catalog]) -> String {
    let domains = domains(catalogs);
    let mut out = format!(
        "# Made by `llamon-errors export --format python` from {}; do not edit.\n\
         \"\"\"Domain errors for `llamon_agent.core.errors.make_domain_error_raiser`.\"\"\"\n\n\
         from typing import Final\n\n\
         from llamon_agent.core.errors import DomainErrorSpec, ErrorCode\n",
        named(&domains)
    );
    for domain in &domains {
        let name = domain.constant();
        let _ = write!(out, "\n{name}_DOMAIN: Final = {}\n", literal(domain.name));
        errors(&mut out, &name, domain);
        messages(&mut out, &name, domain);
        outcomes(&mut out, &name, domain);
        retired(&mut out, &name, domain);
    }
    out
}

fn errors(out: &mut String, name: &str, domain: &Domain<'_>) {
    let _ = write!(out, "\n{name}_ERRORS: Final[dict[str, DomainErrorSpec]] = {{\n");
    for (code, error) in domain.errors() {
        let retriable = if error.retriable.value { "True" } else { "False" };
        let _ = write!(
            out,
            "    {}: {{\n        \"sdk_code\": ErrorCode.{},\n        \"reason\": {},\n        \"title\": {},\n        \
             \"retriable\": {retriable},\n    }},\n",
            literal(code),
            error.sdk_code.value,
            literal(&error.facts.reason.value),
            literal(&error.facts.title.value),
        );
    }
    out.push_str("}\n");
}

fn messages(out: &mut String, name: &str, domain: &Domain<'_>) {
    let mut body = String::new();
    for catalog in &domain.catalogs {
        let own = catalog.default_locale().unwrap_or(UNDETERMINED);
        let with_messages = catalog.entries().iter().filter_map(|entry| Some((entry.code(), entry.facts()?)));
        for (code, facts) in with_messages.filter(|(_, facts)| !facts.messages.is_empty()) {
            let _ = writeln!(body, "    {}: {{{}}},", literal(code), locales(facts, own));
        }
    }
    if !body.is_empty() {
        let _ = write!(out, "\n{name}_MESSAGES: Final[dict[str, dict[str, str]]] = {{\n{body}}}\n");
    }
}

fn locales(facts: &Facts, own: &str) -> String {
    let texts = facts.messages.iter().map(|message| {
        let locale = message.locale.as_ref().map_or(own, |locale| &locale.value);
        format!("{}: {}", literal(locale), literal(&message.text.value))
    });
    texts.collect::<Vec<_>>().join(", ")
}

fn outcomes(out: &mut String, name: &str, domain: &Domain<'_>) {
    let mut body = String::new();
    for (code, outcome) in domain.outcomes() {
        let _ = write!(
            body,
            "    {}: {{\n        \"outcome\": {},\n        \"reason\": {},\n        \"title\": {},\n    }},\n",
            literal(code),
            literal(outcome.state.value.as_str()),
            literal(&outcome.facts.reason.value),
            literal(&outcome.facts.title.value),
        );
    }
    if !body.is_empty() {
        let _ = write!(
            out,
            "\n# Results, not errors: the task completes or waits for input, and nothing raises them.\n\
             {name}_OUTCOMES: Final[dict[str, dict[str, str]]] = {{\n{body}}}\n"
        );
    }
}

fn retired(out: &mut String, name: &str, domain: &Domain<'_>) {
    let mut body = String::new();
    for (code, tombstone) in domain.retired() {
        let replaced_by = tombstone.replaced_by.as_ref().map_or("None".to_owned(), |code| literal(&code.value));
        let _ = writeln!(body, "    {}: {replaced_by},", literal(code));
    }
    if !body.is_empty() {
        let _ = write!(
            out,
            "\n# Numbers that are never used again, and what took their place.\n\
             {name}_RETIRED: Final[dict[str, str | None]] = {{\n{body}}}\n"
        );
    }
}

/// A Python string literal; what nobody sees is escaped.
fn literal(text: &str) -> String {
    quoted(text, is_written_out, |out, letter| {
        let _ = write!(out, "\\U{:08x}", u32::from(letter));
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_hide_nothing_and_end_nothing() {
        assert_eq!(literal("a\"\\\n{x}\u{202e}문서"), r#""a\"\\\n{x}\U0000202e문서""#);
    }
}
