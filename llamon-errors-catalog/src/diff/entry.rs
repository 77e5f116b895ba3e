//! Changes of an entry that both versions have.

use llamon_errors_core::template::placeholders;

use crate::diff::domain::{of_domain, was_and_is};
use crate::diff::sides::{Placed, Side};
use crate::diff::{Change, ChangeKind, Place};
use crate::emit::rust::fields;
use crate::lower::shown;
use crate::model::{Entry, EntryKind, Facts, FieldType, LocalizedMessage};
use crate::said::{Said, kind, unlike};
use crate::source::Span;

/// An entry as the subject of a sentence: its code, and its reason where it has one.
pub(super) fn subject(entry: &Entry) -> String {
    match entry.facts() {
        Some(facts) => format!("`{}` (`{}`)", shown(entry.code()), shown(&facts.reason.value)),
        None => format!("`{}`", shown(entry.code())),
    }
}

pub(super) fn changes(domain: &str, old: Placed<'_>, new: Placed<'_>, new_side: &Side<'_>, found: &mut Vec<Change>) {
    let mut entries = Entries { domain, old, new, found };
    match (old.entry.kind(), new.entry.kind()) {
        (EntryKind::Retired(_), EntryKind::Retired(_)) => entries.keys(),
        (EntryKind::Retired(tombstone), _) => {
            let message =
                format!("{}, retired in {}, is live again", subject(new.entry), shown(&tombstone.retired.value));
            let help = match new_side.next_free(new.entry.code()) {
                Some(free) => format!("give it a number of its own; the next free one is `{free}`"),
                None => "give it a code of its own".to_owned(),
            };
            entries.push(ChangeKind::NumberReused, None, message, Some(help));
        }
        (_, EntryKind::Retired(tombstone)) => {
            let next = tombstone.replaced_by.as_ref().map(|next| format!(", replaced by `{}`", shown(&next.value)));
            let (retired, next) = (shown(&tombstone.retired.value), next.unwrap_or_default());
            let message = format!("{} is retired in {retired}{next}", subject(old.entry));
            entries.push(ChangeKind::CodeRetired, None, message, None);
        }
        _ if kind(old.entry) != kind(new.entry) => {
            let named = |entry: &Entry| if entry.as_error().is_some() { "an error" } else { "an outcome" };
            let message = format!("{} was {} and is {}", subject(new.entry), named(old.entry), named(new.entry));
            let help = Some("give the other one a number of its own, and retire this one".to_owned());
            entries.push(ChangeKind::KindChanged, None, message, help);
        }
        _ => {
            entries.keys();
            if let (Some(one), Some(other)) = (old.entry.facts(), new.entry.facts()) {
                entries.fields(one, other);
                entries.messages(one, other);
            }
        }
    }
}

/// The two versions of an entry.
struct Entries<'c, 'f> {
    domain: &'c str,
    old: Placed<'c>,
    new: Placed<'c>,
    found: &'f mut Vec<Change>,
}

impl Entries<'_, '_> {
    fn push(&mut self, kind: ChangeKind, key: Option<&'static str>, message: String, help: Option<String>) {
        let (code, old, new) = (Some(self.new.entry.code().to_owned()), Some(self.old.place()), Some(self.new.place()));
        self.found.push(Change { code, key, help, old, new, ..of_domain(self.domain, kind, message) });
    }

    /// Keys that hold one value. Messages and fields are looked at piece by piece.
    fn keys(&mut self) {
        for (key, old, new) in unlike(self.old.entry, self.new.entry) {
            let (kind, help) = match key {
                "reason" => (
                    ChangeKind::ReasonChanged,
                    Some("if it stands for something else now, retire it and take the next number"),
                ),
                "sdk_code" => (ChangeKind::SdkCodeChanged, None),
                "retriable" => (ChangeKind::RetriableChanged, None),
                "outcome" => (ChangeKind::OutcomeChanged, None),
                "error_source" => (ChangeKind::ErrorSourceChanged, None),
                "retry_after_ms" => (ChangeKind::RetryAfterChanged, None),
                "retired" | "replaced_by" => (ChangeKind::TombstoneChanged, None),
                "deprecated" if old.is_none() => (ChangeKind::Deprecated, None),
                "deprecated" if new.is_none() => (ChangeKind::DeprecationWithdrawn, None),
                "message" | "fields" => continue,
                _ => (ChangeKind::TextChanged, None),
            };
            let said = was_and_is(text(old.as_ref()), text(new.as_ref()));
            let message = format!("`{key}` of `{}` {said}", shown(self.new.entry.code()));
            self.push(kind, Some(key), message, help.map(str::to_owned));
            if let Some(change) = self.found.last_mut() {
                point(change.old.as_mut(), old.as_ref());
                point(change.new.as_mut(), new.as_ref());
            }
        }
    }

    /// The fields of the variant, those that fill its message and those that the entry lists.
    fn fields(&mut self, old: &Facts, new: &Facts) {
        let code = shown(self.new.entry.code());
        let (before, after) = (fields(old), fields(new));
        let named =
            |all: &[(&str, FieldType, bool)], name: &str| all.iter().find(|field| field.0 == name).map(|field| field.1);
        let count = self.found.len();
        for (name, ty, _) in &before {
            match named(&after, name) {
                None => {
                    let message = format!("field `{name}` of `{code}` is gone");
                    self.push(ChangeKind::FieldRemoved, Some("fields"), message, None);
                }
                Some(other) if other != *ty => {
                    let said = was_and_is(Some(ty.as_str()), Some(other.as_str()));
                    let message = format!("the type of field `{name}` of `{code}` {said}");
                    self.push(ChangeKind::FieldTypeChanged, Some("fields"), message, None);
                }
                Some(_) => {}
            }
        }
        for (name, ty, _) in after.iter().filter(|field| named(&before, field.0).is_none()) {
            let message = format!("field `{name}` of `{code}` is new: `{}`", ty.as_str());
            self.push(ChangeKind::FieldAdded, Some("fields"), message, None);
        }
        let (one, other) = (holes(old), holes(new));
        // A field that came or went says it already.
        if one != other && self.found.len() == count {
            let listed = |holes: &[&str]| if holes.is_empty() { "none".to_owned() } else { braced(holes) };
            let message = format!("the placeholders of `{code}` were {} and are {}", listed(&one), listed(&other));
            self.push(ChangeKind::PlaceholdersChanged, Some("message"), message, None);
        }
    }

    fn messages(&mut self, old: &Facts, new: &Facts) {
        let code = shown(self.new.entry.code());
        // Other placeholders make another text, and that is told.
        let refilled = holes(old) != holes(new);
        for message in &old.messages {
            let locale = locale(message);
            let in_locale = locale.map(|locale| format!(" in `{locale}`")).unwrap_or_default();
            match same_locale(new, message) {
                Some(other) if refilled || other.text.value == message.text.value => {}
                Some(other) => {
                    let said = was_and_is(Some(&message.text.value), Some(&other.text.value));
                    let text = format!("`message` of `{code}`{in_locale} {said}");
                    self.message(ChangeKind::TextChanged, text, Some(message.text.span), Some(other.text.span));
                }
                None if new.messages.is_empty() || locale.is_none() => {
                    let text = format!("`message` of `{code}`{in_locale} is gone");
                    let kind = if locale.is_some() { ChangeKind::LocaleRemoved } else { ChangeKind::TextChanged };
                    self.message(kind, text, Some(message.text.span), None);
                }
                None => {
                    let text = format!("`message` of `{code}` is gone{in_locale}");
                    self.message(ChangeKind::LocaleRemoved, text, Some(message.text.span), None);
                }
            }
        }
        for message in new.messages.iter().filter(|message| same_locale(old, message).is_none()) {
            let (kind, in_locale) = match locale(message) {
                Some(locale) => (ChangeKind::LocaleAdded, format!(" in `{locale}`")),
                None => (ChangeKind::TextChanged, String::new()),
            };
            let text = format!("`message` of `{code}` is new{in_locale}: `{}`", shown(&message.text.value));
            self.message(kind, text, None, Some(message.text.span));
        }
    }

    fn message(&mut self, kind: ChangeKind, text: String, old: Option<Span>, new: Option<Span>) {
        self.push(kind, Some("message"), text, None);
        if let Some(change) = self.found.last_mut() {
            point(change.old.as_mut(), old.map(|span| (String::new(), Some(span))).as_ref());
            point(change.new.as_mut(), new.map(|span| (String::new(), Some(span))).as_ref());
        }
    }
}

/// Moves a place from the entry to the value, where that is known.
fn point(place: Option<&mut Place>, said: Option<&Said>) {
    if let (Some(place), Some((_, Some(span)))) = (place, said) {
        place.span = *span;
    }
}

fn text(said: Option<&Said>) -> Option<&str> {
    said.map(|(text, _)| text.as_str())
}

fn locale(message: &LocalizedMessage) -> Option<&str> {
    message.locale.as_ref().map(|locale| locale.value.as_str())
}

fn same_locale<'f>(facts: &'f Facts, message: &LocalizedMessage) -> Option<&'f LocalizedMessage> {
    facts.messages.iter().find(|other| locale(other) == locale(message))
}

/// The placeholders of the message, sorted; every locale has the same.
fn holes(facts: &Facts) -> Vec<&str> {
    let mut holes: Vec<&str> = facts.message().into_iter().flat_map(|message| placeholders(&message.value)).collect();
    holes.sort_unstable();
    holes.dedup();
    holes
}

fn braced(holes: &[&str]) -> String {
    let braced: Vec<String> = holes.iter().map(|hole| format!("`{{{hole}}}`")).collect();
    braced.join(", ")
}
