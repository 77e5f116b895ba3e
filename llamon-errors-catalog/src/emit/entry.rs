//! All that is known of one entry, for people.
//!
//! ```text
//! DOC_005 of document-service (catalogs/documents.toml:32:2)
//!
//!   code          DOC_005
//!   domain        document-service
//!   sdk_code      NOT_FOUND
//!   ...
//!
//! message
//!   문서 {document_id}을(를) 찾을 수 없습니다
//!
//! on the wire
//!   { "errorCode": "NOT_FOUND", ... }
//!
//! in Rust
//!   #[domain_error(code = "DOC_005")]
//!   DocumentNotFound { document_id: String },
//! ```
//!
//! Facts first, then texts, then what goes out and what stands for it. The JSON is the data part of the failed task (SPEC A2A and D1) with
//! the message's placeholders where values will be. An outcome and a retired code are no error and make none.

use std::fmt::Write as _;

use crate::Checked;
use crate::diagnostic::Diagnostics;
use crate::emit::domains::seen_in_json;
use crate::emit::rust::{Types, variants as emit};
use crate::emit::sample::error_data;
use crate::find::{Found, Known};
use crate::model::{Damaged, Entry, EntryKind, ErrorEntry, Facts, Tombstone};
use crate::names::{Wanted, variants};
use crate::render::Style;
use crate::source::Span;
use crate::text::{is_written_out, written_out};

/// One page for each entry, an empty line between them.
#[must_use]
pub fn entries(found: &[Found<'_>], style: Style) -> String {
    let pages: Vec<String> = found.iter().map(|found| page(found, style)).collect();
    pages.join("\n")
}

fn page(found: &Found<'_>, style: Style) -> String {
    let mut page = Page { out: String::new(), style };
    match found.entry {
        Known::Sound(entry) => page.sound(found, entry),
        Known::Damaged(damaged) => page.damaged(found.checked, damaged),
    }
    page.out
}

struct Page {
    out: String,
    style: Style,
}

impl Page {
    fn sound(&mut self, found: &Found<'_>, entry: &Entry) {
        let checked = found.checked;
        self.title(checked, entry.code(), entry.span());
        match entry.kind() {
            EntryKind::Error(error) => {
                self.facts(&error_facts(found, entry, error));
                self.texts(checked, &error.facts);
                self.block("on the wire", &seen_in_json(&error_data(&checked.catalog, entry.code(), error)));
                self.variant(checked, entry, Wanted::Errors);
            }
            EntryKind::Outcome(outcome) => {
                let mut facts = vec![
                    ("code", entry.code().to_owned()),
                    ("domain", checked.catalog.domain().to_owned()),
                    ("outcome", format!("{} (a result, not an error)", outcome.state.value.as_str())),
                    ("reason", outcome.facts.reason.value.clone()),
                ];
                facts.extend(history(found, entry, &outcome.facts));
                facts.extend(outcome.facts.docs_url.as_ref().map(|url| ("docs_url", url.clone())));
                self.facts(&facts);
                self.texts(checked, &outcome.facts);
                self.variant(checked, entry, Wanted::Outcomes);
            }
            EntryKind::Retired(tombstone) => self.retired(found, entry, tombstone),
        }
    }

    fn retired(&mut self, found: &Found<'_>, entry: &Entry, tombstone: &Tombstone) {
        let mut facts = vec![
            ("code", entry.code().to_owned()),
            ("domain", found.checked.catalog.domain().to_owned()),
            ("retired", format!("{} (the number is never used again)", tombstone.retired.value)),
        ];
        let next = tombstone.replaced_by.as_ref().map(|next| next.value.as_str());
        let reason = |code: &str| Some(found.of_domain(code)?.facts()?.reason.value.clone());
        facts.extend(next.map(|next| {
            let reason = reason(next).map(|reason| format!(" ({reason})")).unwrap_or_default();
            ("replaced_by", format!("{next}{reason}"))
        }));
        self.facts(&facts);
    }

    fn damaged(&mut self, checked: &Checked, damaged: &Damaged) {
        self.title(checked, &damaged.code.value, damaged.code.span);
        let what = format!("the entry is at fault; `llamon-errors check {}` says why", checked.source.path());
        let _ = writeln!(self.out, "\n  {what}");
    }

    fn title(&mut self, checked: &Checked, code: &str, at: Span) {
        let position = checked.source.position(at.start);
        let code = self.style.paint("1", &visible(code));
        // A domain at fault is not known.
        let of = Some(checked.catalog.domain()).filter(|domain| !domain.is_empty());
        let of = of.map(|domain| format!(" of {domain}")).unwrap_or_default();
        let _ = writeln!(self.out, "{code}{of} ({}:{}:{})", checked.source.path(), position.line, position.column);
    }

    fn facts(&mut self, facts: &[(&str, String)]) {
        // A domain at fault is not known.
        let facts: Vec<_> = facts.iter().filter(|(_, value)| !value.is_empty()).collect();
        let width = facts.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        self.out.push('\n');
        for (name, value) in facts {
            let _ = writeln!(self.out, "  {name:<width$}  {}", visible(value).replace('\n', " "));
        }
    }

    fn texts(&mut self, checked: &Checked, facts: &Facts) {
        self.block("title", &visible(&facts.title.value));
        for message in &facts.messages {
            let heading = match message.locale.as_ref().map(|locale| locale.value.as_str()) {
                None => "message".to_owned(),
                Some(locale) if checked.catalog.default_locale() == Some(locale) => {
                    format!("message, {locale} (default)")
                }
                Some(locale) => format!("message, {locale}"),
            };
            self.block(&heading, &visible(&message.text.value));
        }
        for (heading, text) in [("description", &facts.description), ("help", &facts.help)] {
            if let Some(text) = text {
                self.block(heading, &visible(text));
            }
        }
    }

    /// The variant that `from_catalog` writes; one bound by hand may have another name.
    fn variant(&mut self, checked: &Checked, entry: &Entry, wanted: Wanted) {
        let mut collisions = Diagnostics::default();
        let named = variants(&checked.source, &checked.catalog, wanted, &mut collisions);
        let own: Vec<_> = named.into_iter().filter(|(other, _)| other.code() == entry.code()).collect();
        match own.as_slice() {
            [] => self.block("in Rust", "no variant: its name would be that of another entry"),
            own => self.block("in Rust", &emit(own, Types::PLAIN)),
        }
    }

    fn block(&mut self, heading: &str, text: &str) {
        let _ = writeln!(self.out, "\n{}", self.style.paint("1", heading));
        for line in text.lines() {
            let _ = if line.is_empty() { writeln!(self.out) } else { writeln!(self.out, "  {line}") };
        }
    }
}

fn error_facts(found: &Found<'_>, entry: &Entry, error: &ErrorEntry) -> Vec<(&'static str, String)> {
    let mut facts = vec![
        ("code", entry.code().to_owned()),
        ("domain", found.checked.catalog.domain().to_owned()),
        ("sdk_code", error.sdk_code.value.to_string()),
        ("reason", error.facts.reason.value.clone()),
        ("retriable", error.retriable.value.to_string()),
    ];
    facts.extend(history(found, entry, &error.facts));
    facts.extend(error.retry_after_ms.as_ref().map(|wait| ("retry_after_ms", wait.value.to_string())));
    facts.extend(error.error_source.as_ref().map(|source| ("error_source", source.value.clone())));
    facts.extend(error.facts.docs_url.as_ref().map(|url| ("docs_url", url.clone())));
    facts
}

/// When it came, whether it is to be used, and what it replaces, as far as the catalogs of its domain say.
fn history(found: &Found<'_>, entry: &Entry, facts: &Facts) -> Vec<(&'static str, String)> {
    let told = [("since", &facts.since), ("deprecated", &facts.deprecated)];
    let mut history: Vec<_> = told.into_iter().filter_map(|(name, value)| Some((name, value.clone()?))).collect();
    let replaced: Vec<&str> = found.replaced_by(entry.code()).collect();
    if !replaced.is_empty() {
        history.push(("replaces", replaced.join(", ")));
    }
    history
}

/// Text of a catalog for a terminal: what nobody can see, or what would steer the terminal, is written out. Line ends stay.
fn visible(text: &str) -> String {
    written_out(text, |letter| letter != '\n' && is_written_out(letter))
}
