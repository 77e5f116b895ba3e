//! Catalogs as JSON, for programs in any language; nothing but the comments of the files is lost.
//!
//! ```text
//! {"made_by": "...", "format": 1, "catalogs": [
//!   {"domain": "...", "version": "...", "default_locale": "...", "entries": [
//!     {"code": "DOC_005", "kind": "error", "sdk_code": "NOT_FOUND", "reason": "...", "title": "...", "retriable": false, ...},
//!     {"code": "DOC_101", "kind": "outcome", "outcome": "completed", "reason": "...", "title": "...", ...},
//!     {"code": "DOC_004", "kind": "retired", "retired": "2.0.0", "replaced_by": "DOC_009"}]}]}
//! ```
//!
//! Comes in: checked catalogs. Goes out: one object. Members are named as the keys of the TOML and stand in one fixed order, entries in
//! that of the file; what the catalog does not say is absent. `message` is a string, or an object of locales with the default first.

use crate::emit::node::{Node, list, object};
use crate::emit::pretty;
use crate::model::{Catalog, Entry, EntryKind, Facts};

/// The number of this form. It changes only when an older reader would misread a newer text.
pub const FORMAT: u64 = 1;

/// The whole text: one JSON object and a line end.
///
/// ```
/// # use llamon_errors_catalog::{check, emit::export::export};
/// let text = "domain = \"doc\"\n[DOC_4]\nretired = \"2.0.0\"\n";
/// let exported = export(&[&check("doc.toml", text.as_bytes()).catalog]);
/// assert!(exported.contains(r#""retired": "2.0.0""#) && !exported.contains("replaced_by"));
/// ```
#[must_use]
pub fn export(catalogs: &[&Catalog]) -> String {
    let whole = object()
        .with("made_by", "llamon-errors export --format json")
        .with("format", FORMAT)
        .with("catalogs", list(catalogs.iter().map(|catalog| self::catalog(catalog))));
    pretty(&whole)
}

fn catalog(catalog: &Catalog) -> Node {
    object()
        .with("domain", catalog.domain())
        .maybe("version", catalog.version())
        .maybe("default_locale", catalog.default_locale())
        .with("entries", list(catalog.entries().iter().map(entry)))
}

fn entry(entry: &Entry) -> Node {
    let node = object().with("code", entry.code());
    match entry.kind() {
        EntryKind::Error(error) => {
            let node = node
                .with("kind", "error")
                .with("sdk_code", error.sdk_code.value.as_str())
                .with("reason", error.facts.reason.value.as_str())
                .with("title", error.facts.title.value.as_str())
                .with("retriable", error.retriable.value);
            let node = texts(node, &error.facts)
                .maybe("error_source", error.error_source.as_ref().map(|source| source.value.as_str()))
                .maybe("retry_after_ms", error.retry_after_ms.as_ref().map(|wait| wait.value));
            documentation(node, &error.facts)
        }
        EntryKind::Outcome(outcome) => {
            let node = node
                .with("kind", "outcome")
                .with("outcome", outcome.state.value.as_str())
                .with("reason", outcome.facts.reason.value.as_str())
                .with("title", outcome.facts.title.value.as_str());
            documentation(texts(node, &outcome.facts), &outcome.facts)
        }
        EntryKind::Retired(tombstone) => node
            .with("kind", "retired")
            .with("retired", tombstone.retired.value.as_str())
            .maybe("replaced_by", tombstone.replaced_by.as_ref().map(|code| code.value.as_str())),
    }
}

fn texts(node: Node, facts: &Facts) -> Node {
    let localized = facts.messages.iter().filter_map(|message| Some((message.locale.as_ref()?, &message.text)));
    let localized: Vec<(String, Node)> =
        localized.map(|(locale, text)| (locale.value.clone(), text.value.as_str().into())).collect();
    let message = if localized.is_empty() {
        facts.message().map(|message| message.value.as_str().into())
    } else {
        Some(Node::Object(localized))
    };
    let fields = facts.fields.iter().map(|field| (field.name.value.clone(), field.ty.as_str().into())).collect();
    node.maybe("message", message).maybe("fields", (!facts.fields.is_empty()).then_some(Node::Object(fields)))
}

fn documentation(node: Node, facts: &Facts) -> Node {
    node.maybe("description", facts.description.as_deref())
        .maybe("help", facts.help.as_deref())
        .maybe("docs_url", facts.docs_url.as_deref())
        .maybe("since", facts.since.as_deref())
        .maybe("deprecated", facts.deprecated.as_deref())
}
