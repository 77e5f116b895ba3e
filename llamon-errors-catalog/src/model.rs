//! A catalog after `lower`: what TOML said is gone, what the format means is left.
//!
//! Values of an [`Entry`] have passed every rule that looks at one value. An entry in which one of them failed is not here but among
//! [`Catalog::damaged`], by what is known of it, so that later stages do not call it missing.

pub use llamon_errors_core::error_code::ErrorCode;
pub use llamon_errors_core::outcome_state::OutcomeState;
use llamon_errors_core::template::{self, Piece};

use crate::source::{SourceFile, Span, Spanned};

/// A checked catalog.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    pub(crate) domain: Option<Spanned<String>>,
    pub(crate) default_locale: Option<Spanned<String>>,
    pub(crate) version: Option<Spanned<String>>,
    pub(crate) entries: Vec<Entry>,
    pub(crate) damaged: Vec<Damaged>,
    pub(crate) lost_entries: bool,
    pub(crate) names_domain: bool,
}

impl Catalog {
    /// The agent's identifier; empty when it is at fault.
    #[must_use]
    pub fn domain(&self) -> &str {
        self.domain.as_ref().map_or("", |domain| &domain.value)
    }

    /// Whether the file means to be a catalog: it has a `domain`, if only one that is at fault, misspelt or in the wrong place.
    #[must_use]
    pub fn names_domain(&self) -> bool {
        self.names_domain
    }

    /// The locale whose message an error shows.
    #[must_use]
    pub fn default_locale(&self) -> Option<&str> {
        self.default_locale.as_ref().map(|locale| locale.value.as_str())
    }

    /// The catalog's own version.
    #[must_use]
    pub fn version(&self) -> Option<&str> {
        self.version.as_ref().map(|version| version.value.as_str())
    }

    /// The sound entries, in the order of the file.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What is known of the entries at fault.
    #[must_use]
    pub fn damaged(&self) -> &[Damaged] {
        &self.damaged
    }

    /// Whether the file has entries of which not even the code is known.
    #[must_use]
    pub fn has_lost_entries(&self) -> bool {
        self.lost_entries
    }

    /// The sound entry of a code, compared exactly.
    #[must_use]
    pub fn entry(&self, code: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.code() == code)
    }

    /// Every code of the file, those at fault and the retired ones too.
    pub fn codes(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(Entry::code).chain(self.damaged.iter().map(|damaged| damaged.code.value.as_str()))
    }
}

/// What is known of an entry at fault.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Damaged {
    /// Its code, as the file has it.
    pub code: Spanned<String>,
    /// Its reason, or what the reason probably means; nothing when neither can be known.
    pub reason: Option<String>,
}

/// One entry: a code and what it stands for.
#[derive(Clone, Debug)]
pub struct Entry {
    pub(crate) code: Spanned<String>,
    pub(crate) kind: EntryKind,
}

impl Entry {
    /// The catalog key, for example `DOC_005`.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.code.value
    }

    /// Where the key stands.
    #[must_use]
    pub fn span(&self) -> Span {
        self.code.span
    }

    /// What it stands for.
    #[must_use]
    pub fn kind(&self) -> &EntryKind {
        &self.kind
    }

    /// Its reason and texts; a tombstone has none.
    #[must_use]
    pub fn facts(&self) -> Option<&Facts> {
        match &self.kind {
            EntryKind::Error(error) => Some(&error.facts),
            EntryKind::Outcome(outcome) => Some(&outcome.facts),
            EntryKind::Retired(_) => None,
        }
    }

    /// The error's facts, if it is one.
    #[must_use]
    pub fn as_error(&self) -> Option<&ErrorEntry> {
        match &self.kind {
            EntryKind::Error(error) => Some(error),
            EntryKind::Outcome(_) | EntryKind::Retired(_) => None,
        }
    }

    /// The tombstone, if it is retired.
    pub(crate) fn as_retired(&self) -> Option<&Tombstone> {
        match &self.kind {
            EntryKind::Retired(tombstone) => Some(tombstone),
            EntryKind::Error(_) | EntryKind::Outcome(_) => None,
        }
    }
}

/// The three kinds of entries. They share no more than a code, so that none can be taken for another (SPEC D3).
#[derive(Clone, Debug)]
pub enum EntryKind {
    /// An error.
    Error(ErrorEntry),
    /// A result that is no error.
    Outcome(OutcomeEntry),
    /// A number that is never used again.
    Retired(Tombstone),
}

/// What only errors have (SPEC D2).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ErrorEntry {
    /// Reason and texts.
    pub facts: Facts,
    /// One of the eight.
    pub sdk_code: Spanned<ErrorCode>,
    /// Whether the same request may succeed later.
    pub retriable: Spanned<bool>,
    /// Where it goes wrong, as `system:locator`.
    pub error_source: Option<Spanned<String>>,
    /// How long to wait before a retry, in milliseconds.
    pub retry_after_ms: Option<Spanned<u64>>,
}

/// A result that is no error (SPEC D3).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OutcomeEntry {
    /// Reason and texts.
    pub facts: Facts,
    /// The state of the task.
    pub state: Spanned<OutcomeState>,
}

/// A number that is never used again.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Tombstone {
    /// The version that retired it.
    pub retired: Spanned<String>,
    /// The code that took its place.
    pub replaced_by: Option<Spanned<String>>,
}

/// What errors and outcomes share.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Facts {
    /// `snake_case`; for logs, dashboards and translation keys.
    pub reason: Spanned<String>,
    /// A short name for people.
    pub title: Spanned<String>,
    /// The message in each locale, the default first; empty when the title is the message.
    pub messages: Vec<LocalizedMessage>,
    /// The types of placeholders and further fields, for generated enums.
    pub fields: Vec<Field>,
    /// A longer explanation.
    pub description: Option<String>,
    /// What a person can do.
    pub help: Option<String>,
    /// Where to read on.
    pub docs_url: Option<String>,
    /// The version that brought it.
    pub since: Option<String>,
    /// Why not to use it any more.
    pub deprecated: Option<String>,
    /// Where the texts stand that are kept without their place, by key.
    #[cfg_attr(not(feature = "lint"), allow(dead_code, reason = "advice alone points at them"))]
    pub(crate) places: Vec<(&'static str, Span)>,
}

impl Facts {
    /// The message that an error shows, if it has one of its own.
    #[must_use]
    pub fn message(&self) -> Option<&Spanned<String>> {
        self.messages.first().map(|message| &message.text)
    }

    /// Texts for people beside title and message, each with its key and its place.
    #[cfg(feature = "lint")]
    pub(crate) fn further_texts(&self) -> impl Iterator<Item = (&'static str, &str, Span)> {
        self.places.iter().filter_map(|(key, span)| {
            let text = match *key {
                "description" => &self.description,
                "help" => &self.help,
                "since" => &self.since,
                _ => &self.deprecated,
            };
            Some((*key, text.as_deref()?, *span))
        })
    }
}

/// A message in one locale; no locale means the only one.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LocalizedMessage {
    /// A language tag such as `ko` or `en-GB`.
    pub locale: Option<Spanned<String>>,
    /// The template.
    pub text: Spanned<String>,
}

/// A field of a generated variant.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Field {
    /// Its name.
    pub name: Spanned<String>,
    /// Its type.
    pub ty: FieldType,
}

/// The types that fields of generated variants can have, in the words of JSON Schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldType {
    /// Text.
    String,
    /// A whole number, 64 bits with sign.
    Integer,
    /// A number with a fraction.
    Number,
    /// True or false.
    Boolean,
}

impl FieldType {
    /// All four.
    pub const ALL: [Self; 4] = [Self::String, Self::Integer, Self::Number, Self::Boolean];

    /// The text in catalogs.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Boolean => "boolean",
        }
    }
}

/// The place of a part of a text value: of a placeholder in its message, say.
///
/// Where escapes make the text differ from its spelling the whole value is the place.
#[must_use]
pub fn span_within(source: &SourceFile, text: &Spanned<String>, part: std::ops::Range<usize>) -> Span {
    // A value without escapes is its spelling but for the quotes.
    let written = source.slice(text.span);
    let opening = written.find(|letter| letter != '"' && letter != '\'').unwrap_or(0);
    let opening =
        opening + usize::from(opening >= 3 && written.get(opening..).is_some_and(|rest| rest.starts_with('\n')));
    let inside = written.get(opening..).and_then(|rest| rest.strip_prefix(text.value.as_str()));
    match inside {
        Some(closing) if closing.bytes().all(|byte| matches!(byte, b'"' | b'\'')) => {
            Span::from(part).moved(text.span.start + opening)
        }
        _ => text.span,
    }
}

/// The place of the first use of a placeholder in a message.
#[must_use]
pub fn placeholder_span(source: &SourceFile, message: &Spanned<String>, name: &str) -> Span {
    let mut at = 0;
    for piece in template::pieces(&message.value) {
        let length = match &piece {
            // A doubled brace arrives as one.
            Ok(Piece::Text(text)) if matches!(*text, "{" | "}") => 2,
            Ok(Piece::Text(text)) => text.len(),
            Ok(Piece::Placeholder(found)) => found.len() + 2,
            Err(error) => error.range.len(),
        };
        if matches!(piece, Ok(Piece::Placeholder(found)) if found == name) {
            return span_within(source, message, at..at + length);
        }
        at += length;
    }
    message.span
}
