//! What pages say of domains and entries, as plain text: the facts of the model, and what is known only when all entries are.
//!
//! Comes in: checked catalogs. Goes out: views with texts that hide nothing. Not done here: any markup.

use std::collections::HashMap;
use std::fmt::Write as _;

use llamon_errors_core::template::{Piece, pieces};

use super::address;
use crate::Checked;
use crate::diagnostic::Diagnostics;
use crate::emit::domains::seen_in_json;
use crate::emit::rust::fields;
use crate::emit::sample;
use crate::model::{Catalog, Entry, EntryKind, Facts, LocalizedMessage};
use crate::names::{Wanted, variants};
use crate::text::is_written_out;

/// The codes of one domain, from all of its files.
pub(super) struct DomainView {
    pub(super) name: String,
    /// The folder of its pages.
    pub(super) folder: String,
    pub(super) versions: Vec<String>,
    pub(super) entries: Vec<EntryView>,
}

/// One entry.
pub(super) struct EntryView {
    pub(super) code: String,
    /// The path of its page below the domain's folder, without its ending.
    pub(super) page: String,
    pub(super) state: State,
    pub(super) sdk_code: Option<&'static str>,
    pub(super) retriable: Option<bool>,
    pub(super) outcome: Option<&'static str>,
    pub(super) reason: String,
    pub(super) title: String,
    /// The language of the title, where the catalog says one.
    pub(super) locale: Option<String>,
    pub(super) messages: Vec<MessageView>,
    pub(super) fields: Vec<FieldView>,
    pub(super) error_source: Option<String>,
    pub(super) retry_after_ms: Option<u64>,
    pub(super) description: Option<String>,
    pub(super) help: Option<String>,
    pub(super) docs_url: Option<String>,
    pub(super) since: Option<String>,
    pub(super) deprecated: Option<String>,
    pub(super) retired: Option<String>,
    /// The place, among the domain's entries, of the code that took the place of this one.
    pub(super) replaced_by: Option<usize>,
    /// The places of the codes that this one replaced.
    pub(super) replaces: Vec<usize>,
    pub(super) variant: Option<String>,
    pub(super) sample: Option<String>,
}

/// What a reader must know of an entry before anything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Error,
    Outcome,
    Deprecated,
    Retired,
}

impl State {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Outcome => "outcome",
            Self::Deprecated => "deprecated",
            Self::Retired => "retired",
        }
    }
}

pub(super) struct MessageView {
    pub(super) locale: Option<String>,
    pub(super) pieces: Vec<PieceView>,
}

impl MessageView {
    /// The message in one piece, its placeholders in braces.
    pub(super) fn text(&self) -> String {
        let piece =
            |piece: &PieceView| if piece.is_placeholder { format!("{{{}}}", piece.text) } else { piece.text.clone() };
        self.pieces.iter().map(piece).collect()
    }
}

pub(super) struct PieceView {
    pub(super) text: String,
    pub(super) is_placeholder: bool,
}

pub(super) struct FieldView {
    pub(super) name: String,
    pub(super) ty: &'static str,
    pub(super) fills: bool,
}

/// The domains of these catalogs, sorted by name.
pub(super) fn domains(catalogs: &[Checked]) -> Vec<DomainView> {
    let mut views: Vec<DomainView> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for checked in catalogs {
        let name = checked.catalog.domain();
        let place = *places.entry(name).or_insert(views.len());
        if place == views.len() {
            let folder = address::of_domain(name);
            views.push(DomainView { name: name.to_owned(), folder, versions: Vec::new(), entries: Vec::new() });
        }
        let Some(view) = views.get_mut(place) else { continue };
        view.versions.extend(checked.catalog.version().map(seen));
        view.entries.extend(entries(checked));
    }
    for view in &mut views {
        link(view, catalogs);
    }
    views.sort_by(|a, b| a.name.cmp(&b.name));
    views
}

/// The entries of one file.
fn entries(checked: &Checked) -> Vec<EntryView> {
    let mut names: HashMap<&str, String> = HashMap::new();
    for wanted in [Wanted::Errors, Wanted::Outcomes] {
        // Codes that become one variant are no fault here: who writes the enum is told.
        let found = variants(&checked.source, &checked.catalog, wanted, &mut Diagnostics::default());
        names.extend(found.into_iter().map(|(entry, name)| (entry.code(), name)));
    }
    let catalog = &checked.catalog;
    catalog.entries().iter().map(|entry| view(catalog, entry, names.remove(entry.code()))).collect()
}

fn view(catalog: &Catalog, entry: &Entry, variant: Option<String>) -> EntryView {
    let facts = entry.facts();
    let text = |of: fn(&Facts) -> &Option<String>| facts.and_then(|facts| of(facts).as_deref()).map(seen);
    let deprecated = text(|facts| &facts.deprecated);
    let (mut state, mut retired, mut outcome) = (State::Error, None, None);
    match entry.kind() {
        EntryKind::Error(_) => {}
        EntryKind::Outcome(found) => (state, outcome) = (State::Outcome, Some(found.state.value.as_str())),
        EntryKind::Retired(tombstone) => (state, retired) = (State::Retired, Some(seen(&tombstone.retired.value))),
    }
    let error = entry.as_error();
    EntryView {
        code: entry.code().to_owned(),
        page: address::of_code(entry.code()),
        state: if deprecated.is_some() { State::Deprecated } else { state },
        sdk_code: error.map(|error| error.sdk_code.value.as_str()),
        retriable: error.map(|error| error.retriable.value),
        outcome,
        reason: facts.map(|facts| facts.reason.value.clone()).unwrap_or_default(),
        title: facts.map(|facts| seen(&facts.title.value)).unwrap_or_default(),
        locale: catalog.default_locale().map(str::to_owned),
        messages: facts.map(|facts| facts.messages.iter().map(message).collect()).unwrap_or_default(),
        fields: facts.map(field_views).unwrap_or_default(),
        error_source: error.and_then(|error| error.error_source.as_ref()).map(|source| source.value.clone()),
        retry_after_ms: error.and_then(|error| error.retry_after_ms.as_ref()).map(|wait| wait.value),
        description: text(|facts| &facts.description),
        help: text(|facts| &facts.help),
        docs_url: text(|facts| &facts.docs_url),
        since: text(|facts| &facts.since),
        deprecated,
        retired,
        replaced_by: None,
        replaces: Vec::new(),
        variant,
        sample: error.map(|error| seen_in_json(&sample::error_data(catalog, entry.code(), error))),
    }
}

fn message(message: &LocalizedMessage) -> MessageView {
    let pieces = pieces(&message.text.value).filter_map(Result::ok).map(|piece| match piece {
        Piece::Text(text) => PieceView { text: seen(text), is_placeholder: false },
        Piece::Placeholder(name) => PieceView { text: name.to_owned(), is_placeholder: true },
    });
    MessageView { locale: message.locale.as_ref().map(|locale| locale.value.clone()), pieces: pieces.collect() }
}

fn field_views(facts: &Facts) -> Vec<FieldView> {
    let view = |(name, ty, fills): (&str, crate::model::FieldType, bool)| FieldView {
        name: name.to_owned(),
        ty: ty.as_str(),
        fills,
    };
    fields(facts).into_iter().map(view).collect()
}

/// Ties retired codes and those that took their place to each other. A `replaced_by` may name a code of another file of the domain.
fn link(view: &mut DomainView, catalogs: &[Checked]) {
    let places: HashMap<String, usize> =
        view.entries.iter().enumerate().map(|(place, entry)| (entry.code.clone(), place)).collect();
    for checked in catalogs.iter().filter(|checked| checked.catalog.domain() == view.name) {
        for entry in checked.catalog.entries() {
            let Some(tombstone) = entry.as_retired() else { continue };
            let heir = tombstone.replaced_by.as_ref().and_then(|code| places.get(code.value.as_str()));
            let (Some(&place), Some(&heir)) = (places.get(entry.code()), heir) else { continue };
            if let Some(entry) = view.entries.get_mut(place) {
                entry.replaced_by = Some(heir);
            }
            if let Some(entry) = view.entries.get_mut(heir) {
                entry.replaces.push(place);
            }
        }
    }
}

/// A text with line ends and nothing else that nobody sees: what turns the direction of its neighbours is written out.
fn seen(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_written_out(letter) && !matches!(letter, '\n' | '\t') {
            let _ = write!(out, "[U+{:04X}]", u32::from(letter));
        } else {
            out.push(letter);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_turns_the_direction_is_written_out_and_what_scripts_need_stays() {
        assert_eq!(seen("\u{202e}abc\u{200f}\n👩\u{200d}💻\u{7}"), "[U+202E]abc\u{200f}\n👩\u{200d}💻[U+0007]");
    }
}
