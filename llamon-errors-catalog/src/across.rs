//! Rules that look at several catalogs.
//!
//! Comes in: catalogs, each checked by itself. Goes out: diagnostics that show a place in each of two files.

use std::collections::HashMap;

use crate::Checked;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lower::{pointer, shown};
use crate::model::{Entry, EntryKind, Facts, LocalizedMessage, Tombstone};
use crate::rule::Rule;
use crate::source::{SourceFile, Span, Spanned};

/// Checks catalogs against each other: a code stands in one file of a domain only. The same code in another domain is another code
/// (SPEC D1).
#[must_use]
pub fn check_across<'c>(all: impl IntoIterator<Item = &'c Checked>) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    let mut seen: HashMap<(&str, &str), Place<'_>> = HashMap::new();
    for Checked { source, catalog, .. } in all.into_iter().filter(|checked| !checked.catalog.domain().is_empty()) {
        let entries = catalog.entries.iter().map(|entry| (entry.code(), entry.span(), Some(entry)));
        let damaged = catalog.damaged.iter().map(|damaged| (damaged.code.value.as_str(), damaged.code.span, None));
        let mut new = Vec::new();
        for (code, span, entry) in entries.chain(damaged) {
            let place = Place { source, span, entry };
            match seen.get(&(catalog.domain(), code)) {
                Some(first) => diagnostics.push(defined_in_two(catalog.domain(), code, *first, place)),
                None => new.push((code, place)),
            }
        }
        seen.extend(new.into_iter().map(|(code, place)| ((catalog.domain(), code), place)));
    }
    diagnostics.sort();
    diagnostics
}

/// Where a code stands, and its entry when that is sound.
#[derive(Clone, Copy)]
struct Place<'c> {
    source: &'c SourceFile,
    span: Span,
    entry: Option<&'c Entry>,
}

fn defined_in_two(domain: &str, code: &str, first: Place<'_>, again: Place<'_>) -> Diagnostic {
    let message = format!("`{}` is defined in two files of the domain `{}`", shown(code), shown(domain));
    let mut fault = Diagnostic::new(Rule::DefinedInTwoFiles, again.source, again.span, message)
        .primary_label("defined again here")
        .label(first.source, first.span, "first defined here")
        .violation(pointer(&[code]), "one definition in a domain", Some(code));
    let differences = match (first.entry, again.entry) {
        (Some(first), Some(again)) => differences(first, again),
        _ => Vec::new(),
    };
    for difference in &differences {
        if let Some(span) = difference.first_span {
            fault = fault.label(first.source, span, &format!("{} here", difference.key));
        }
        if let Some(span) = difference.span {
            fault = fault.label(again.source, span, &format!("another {} here", difference.key));
        }
    }
    let keys: Vec<&str> = differences.iter().map(|difference| difference.key).collect();
    let help = if first.entry.is_none() || again.entry.is_none() {
        "keep one of them, or give one another code".to_owned()
    } else if keys.is_empty() {
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
    if kind(first) != kind(again) {
        return vec![Difference { key: "what they are (error, outcome, retired)", first_span: None, span: None }];
    }
    let mut compare = |key, one: Option<Said>, other: Option<Said>| {
        if one.as_ref().map(|said| &said.0) != other.as_ref().map(|said| &said.0) {
            let (first_span, span) = (one.and_then(|said| said.1), other.and_then(|said| said.1));
            found.push(Difference { key, first_span, span });
        }
    };
    for (key, say) in ENTRY_KEYS {
        compare(key, say(first), say(again));
    }
    if let (Some(one), Some(other)) = (first.facts(), again.facts()) {
        for (key, say) in FACT_KEYS {
            compare(key, say(one), say(other));
        }
    }
    found
}

fn kind(entry: &Entry) -> u8 {
    match entry.kind {
        EntryKind::Error(_) => 0,
        EntryKind::Outcome(_) => 1,
        EntryKind::Retired(_) => 2,
    }
}

/// What an entry says under a key, and where, as far as the place is kept.
type Said = (String, Option<Span>);

fn said<T: ToString>(value: &Spanned<T>) -> Said {
    (value.value.to_string(), Some(value.span))
}

/// What says a key's value.
type Say<T> = fn(&T) -> Option<Said>;

const ENTRY_KEYS: [(&str, Say<Entry>); 7] = [
    ("`sdk_code`", |entry| entry.as_error().map(|error| said(&error.sdk_code))),
    ("`retriable`", |entry| entry.as_error().map(|error| said(&error.retriable))),
    ("`error_source`", |entry| entry.as_error()?.error_source.as_ref().map(said)),
    ("`retry_after_ms`", |entry| entry.as_error()?.retry_after_ms.as_ref().map(said)),
    ("`outcome`", |entry| match &entry.kind {
        EntryKind::Outcome(outcome) => Some((outcome.state.value.as_str().to_owned(), Some(outcome.state.span))),
        EntryKind::Error(_) | EntryKind::Retired(_) => None,
    }),
    ("`retired`", |entry| Some(said(&tombstone(entry)?.retired))),
    ("`replaced_by`", |entry| tombstone(entry)?.replaced_by.as_ref().map(said)),
];

const FACT_KEYS: [(&str, Say<Facts>); 9] = [
    ("`reason`", |facts| Some(said(&facts.reason))),
    ("`title`", |facts| Some(said(&facts.title))),
    ("`message`", |facts| {
        let span = facts.messages.first()?.text.span;
        let locale = |message: &LocalizedMessage| message.locale.as_ref().map(|locale| locale.value.clone());
        let texts: Vec<_> = facts.messages.iter().map(|message| (locale(message), &message.text.value)).collect();
        Some((format!("{texts:?}"), Some(span)))
    }),
    ("`fields`", |facts| {
        let mut fields: Vec<_> = facts.fields.iter().map(|field| (&field.name.value, field.ty.as_str())).collect();
        fields.sort_unstable();
        Some((format!("{fields:?}"), facts.fields.first().map(|field| field.name.span)))
    }),
    ("`description`", |facts| Some((facts.description.clone()?, None))),
    ("`help`", |facts| Some((facts.help.clone()?, None))),
    ("`docs_url`", |facts| Some((facts.docs_url.clone()?, None))),
    ("`since`", |facts| Some((facts.since.clone()?, None))),
    ("`deprecated`", |facts| Some((facts.deprecated.clone()?, None))),
];

fn tombstone(entry: &Entry) -> Option<&Tombstone> {
    match &entry.kind {
        EntryKind::Retired(tombstone) => Some(tombstone),
        EntryKind::Error(_) | EntryKind::Outcome(_) => None,
    }
}
