//! What an entry says under each of its keys.
//!
//! Comes in: an entry, or two of one kind. Goes out: keys and values as text, to compare and to show. Not done here: any judgement of a
//! difference.

use crate::model::{Entry, EntryKind, Facts, LocalizedMessage};
use crate::source::{Span, Spanned};

/// The keys under which two entries say different things, each with what the one and the other says.
pub(crate) fn unlike(one: &Entry, other: &Entry) -> Vec<(&'static str, Option<Said>, Option<Said>)> {
    let mut found = Vec::new();
    let mut compare = |key, one: Option<Said>, other: Option<Said>| {
        if one.as_ref().map(|said| &said.0) != other.as_ref().map(|said| &said.0) {
            found.push((key, one, other));
        }
    };
    for (key, say) in ENTRY_KEYS {
        compare(key, say(one), say(other));
    }
    if let (Some(one), Some(other)) = (one.facts(), other.facts()) {
        for (key, say) in FACT_KEYS {
            compare(key, say(one), say(other));
        }
    }
    found
}

/// Which of the three kinds an entry is.
pub(crate) fn kind(entry: &Entry) -> u8 {
    match entry.kind {
        EntryKind::Error(_) => 0,
        EntryKind::Outcome(_) => 1,
        EntryKind::Retired(_) => 2,
    }
}

/// What an entry says under a key, and where, as far as the place is kept.
pub(crate) type Said = (String, Option<Span>);

fn said<T: ToString>(value: &Spanned<T>) -> Said {
    (value.value.to_string(), Some(value.span))
}

/// What says a key's value.
type Say<T> = fn(&T) -> Option<Said>;

const ENTRY_KEYS: [(&str, Say<Entry>); 7] = [
    ("sdk_code", |entry| entry.as_error().map(|error| said(&error.sdk_code))),
    ("retriable", |entry| entry.as_error().map(|error| said(&error.retriable))),
    ("error_source", |entry| entry.as_error()?.error_source.as_ref().map(said)),
    ("retry_after_ms", |entry| entry.as_error()?.retry_after_ms.as_ref().map(said)),
    ("outcome", |entry| match &entry.kind {
        EntryKind::Outcome(outcome) => Some((outcome.state.value.as_str().to_owned(), Some(outcome.state.span))),
        EntryKind::Error(_) | EntryKind::Retired(_) => None,
    }),
    ("retired", |entry| Some(said(&entry.as_retired()?.retired))),
    ("replaced_by", |entry| entry.as_retired()?.replaced_by.as_ref().map(said)),
];

const FACT_KEYS: [(&str, Say<Facts>); 9] = [
    ("reason", |facts| Some(said(&facts.reason))),
    ("title", |facts| Some(said(&facts.title))),
    ("message", |facts| {
        let span = facts.messages.first()?.text.span;
        let locale = |message: &LocalizedMessage| message.locale.as_ref().map(|locale| locale.value.clone());
        let texts: Vec<_> = facts.messages.iter().map(|message| (locale(message), &message.text.value)).collect();
        Some((format!("{texts:?}"), Some(span)))
    }),
    ("fields", |facts| {
        let mut fields: Vec<_> = facts.fields.iter().map(|field| (&field.name.value, field.ty.as_str())).collect();
        fields.sort_unstable();
        Some((format!("{fields:?}"), facts.fields.first().map(|field| field.name.span)))
    }),
    ("description", |facts| Some((facts.description.clone()?, None))),
    ("help", |facts| Some((facts.help.clone()?, None))),
    ("docs_url", |facts| Some((facts.docs_url.clone()?, None))),
    ("since", |facts| Some((facts.since.clone()?, None))),
    ("deprecated", |facts| Some((facts.deprecated.clone()?, None))),
];
