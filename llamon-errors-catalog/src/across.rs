//! Rules that look at several catalogs.
//!
//! Comes in: catalogs, each checked by itself. Goes out: diagnostics that show a place in each of two files.

use std::collections::HashMap;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lower::{pointer, shown};
use crate::model::{Entry, EntryKind};
use crate::rule::Rule;
use crate::source::{SourceFile, Span};
use crate::{Catalog, Checked};

/// Checks catalogs against each other: a code stands in one file of a domain only. The same code in another domain is another code
/// (SPEC D1).
#[must_use]
pub fn check_across<'c>(all: impl IntoIterator<Item = &'c Checked>) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    let mut seen: HashMap<(&str, &str), (&Catalog, &SourceFile, Span)> = HashMap::new();
    for Checked { source, catalog, .. } in all.into_iter().filter(|checked| !checked.catalog.domain().is_empty()) {
        let damaged = catalog.damaged.iter().map(|damaged| (damaged.code.value.as_str(), damaged.code.span));
        let codes = catalog.entries.iter().map(|entry| (entry.code(), entry.span())).chain(damaged);
        let mut new = Vec::new();
        for (code, span) in codes {
            match seen.get(&(catalog.domain(), code)) {
                Some(first) => diagnostics.push(defined_in_two(code, *first, (catalog, source, span))),
                None => new.push((code, span)),
            }
        }
        seen.extend(new.into_iter().map(|(code, span)| ((catalog.domain(), code), (catalog, source, span))));
    }
    diagnostics.sort();
    diagnostics
}

type Place<'c> = (&'c Catalog, &'c SourceFile, Span);

fn defined_in_two(code: &str, first: Place<'_>, again: Place<'_>) -> Diagnostic {
    let ((first_catalog, first_source, first_span), (catalog, source, span)) = (first, again);
    let name = shown(code);
    let message = format!("`{name}` is defined in two files of the domain `{}`", shown(catalog.domain()));
    let mut fault = Diagnostic::new(Rule::DefinedInTwoFiles, source, span, message)
        .primary_label("defined again here")
        .label(first_source, first_span, "first defined here")
        .violation(pointer(&[code]), "one definition in a domain", Some(code));
    let differences = match (first_catalog.entry(code), catalog.entry(code)) {
        (Some(first), Some(again)) => differences(first, again),
        _ => Vec::new(),
    };
    for difference in &differences {
        if let Some(span) = difference.first_span {
            fault = fault.label(first_source, span, &format!("`{}` here", difference.key));
        }
        if let Some(span) = difference.span {
            fault = fault.label(source, span, &format!("another `{}` here", difference.key));
        }
    }
    let keys: Vec<String> = differences.iter().map(|difference| format!("`{}`", difference.key)).collect();
    let help = if keys.is_empty() {
        "they say the same; keep one of them".to_owned()
    } else {
        format!("they differ in {}; keep one of them, or give one another code", keys.join(", "))
    };
    fault.help(help)
}

/// A key in which two entries differ, and where each says it.
struct Difference {
    key: &'static str,
    first_span: Option<Span>,
    span: Option<Span>,
}

fn differences(first: &Entry, again: &Entry) -> Vec<Difference> {
    let mut found = Vec::new();
    let mut compare = |key, one: Option<(String, Span)>, other: Option<(String, Span)>| {
        if one.as_ref().map(|(value, _)| value) != other.as_ref().map(|(value, _)| value) {
            found.push(Difference { key, first_span: one.map(|(_, span)| span), span: other.map(|(_, span)| span) });
        }
    };
    let kind = |entry: &Entry| match &entry.kind {
        EntryKind::Error(_) => "error".to_owned(),
        EntryKind::Outcome(outcome) => outcome.state.value.as_str().to_owned(),
        EntryKind::Retired(_) => "retired".to_owned(),
    };
    compare("outcome", Some((kind(first), first.span())), Some((kind(again), again.span())));
    if let (Some(one), Some(other)) = (first.as_error(), again.as_error()) {
        let error = |e: &crate::model::ErrorEntry| (e.sdk_code.value.to_string(), e.sdk_code.span);
        compare("sdk_code", Some(error(one)), Some(error(other)));
        let retriable = |e: &crate::model::ErrorEntry| (e.retriable.value.to_string(), e.retriable.span);
        compare("retriable", Some(retriable(one)), Some(retriable(other)));
        let source = |e: &crate::model::ErrorEntry| e.error_source.as_ref().map(|s| (s.value.clone(), s.span));
        compare("error_source", source(one), source(other));
        let wait = |e: &crate::model::ErrorEntry| e.retry_after_ms.as_ref().map(|w| (w.value.to_string(), w.span));
        compare("retry_after_ms", wait(one), wait(other));
    }
    if let (Some(one), Some(other)) = (first.facts(), again.facts()) {
        let reason = |f: &crate::model::Facts| Some((f.reason.value.clone(), f.reason.span));
        compare("reason", reason(one), reason(other));
        let title = |f: &crate::model::Facts| Some((f.title.value.clone(), f.title.span));
        compare("title", title(one), title(other));
        let message = |f: &crate::model::Facts| f.message().map(|m| (m.value.clone(), m.span));
        compare("message", message(one), message(other));
    }
    found
}
