//! SARIF 2.1.0, for code scanning services.
//!
//! One run, one result for each diagnostic, and of the register the rules that were broken.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::diagnostic::Diagnostic;
use crate::emit::{Findings, level, with_help};
use crate::rule::Rule;
use crate::source::{SourceFile, Span};

/// The whole report: one JSON object and a line end.
#[must_use]
pub fn sarif(findings: &Findings) -> String {
    let mut rules: Vec<Rule> = findings.diagnostics().map(Diagnostic::rule).collect();
    rules.sort_unstable();
    rules.dedup();
    let results: Vec<Value> = findings.diagnostics().map(|diagnostic| result(diagnostic, &rules)).collect();
    super::pretty(&json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "llamon-errors",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.iter().map(|rule| descriptor(*rule)).collect::<Vec<Value>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    }))
}

fn descriptor(rule: Rule) -> Value {
    #[cfg_attr(not(feature = "explain"), expect(unused_mut, reason = "only explanations are added"))]
    let mut descriptor = json!({
        "id": rule.id(),
        "name": format!("{rule:?}"),
        "shortDescription": {"text": rule.summary()},
        "defaultConfiguration": {"level": level(rule.severity())},
    });
    #[cfg(feature = "explain")]
    if let Some(object) = descriptor.as_object_mut() {
        let explanation = rule.explanation();
        object.insert("help".to_owned(), json!({"text": explanation, "markdown": explanation}));
    }
    descriptor
}

fn result(diagnostic: &Diagnostic, rules: &[Rule]) -> Value {
    let mut result = json!({
        "ruleId": diagnostic.rule().id(),
        "ruleIndex": rules.iter().position(|rule| *rule == diagnostic.rule()),
        "level": level(diagnostic.severity()),
        "message": {"text": text(&with_help(diagnostic))},
        "locations": [location(diagnostic.source(), diagnostic.span(), diagnostic.primary_text())],
    });
    let related: Vec<Value> =
        diagnostic.labels().iter().map(|label| location(&label.source, Some(label.span), &label.text)).collect();
    if let (Some(object), false) = (result.as_object_mut(), related.is_empty()) {
        object.insert("relatedLocations".to_owned(), Value::Array(related));
    }
    result
}

fn location(source: &SourceFile, span: Option<Span>, words: &str) -> Value {
    let mut place = json!({"artifactLocation": {"uri": uri(source.path())}});
    if let (Some(object), Some(span)) = (place.as_object_mut(), span) {
        let (start, end) = (source.position(span.start), source.position(span.end.max(span.start)));
        let region = json!({
            "startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column,
        });
        object.insert("region".to_owned(), region);
    }
    let mut location = json!({"physicalLocation": place});
    if let (Some(object), false) = (location.as_object_mut(), words.is_empty()) {
        object.insert("message".to_owned(), json!({"text": text(words)}));
    }
    location
}

/// Plain text of a message: braces would be placeholders (SARIF 3.11.5), `[x](y)` a link (3.11.6).
fn text(words: &str) -> String {
    words.replace('{', "{{").replace('}', "}}").replace("](", "\\](")
}

/// A path as a URI reference: relative as it is, absolute with the scheme `file`.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len() + 8);
    if path.starts_with('/') {
        uri.push_str("file://");
    }
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=@".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uri_references() {
        assert_eq!(uri("catalogs/a b%한.toml"), "catalogs/a%20b%25%ED%95%9C.toml");
        assert_eq!(uri("/x/c:d.toml"), "file:///x/c%3Ad.toml");
    }
}
