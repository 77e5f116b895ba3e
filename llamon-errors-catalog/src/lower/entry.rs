//! One table to an entry.
//!
//! Comes in: a code and its raw table. Goes out: an entry when all is sound, else what is known of it.

use crate::diagnostic::Diagnostic;
use crate::keys::{Key, Kind, Place};
use crate::lower::{Lower, pointer, shown};
use crate::model::{Damaged, Entry, EntryKind, ErrorEntry, Facts, OutcomeEntry, OutcomeState, Tombstone};
use crate::raw::{RawItem, RawTable, RawValue};
use crate::rule::Rule;
use crate::source::Spanned;
use crate::suggest::nearest;

/// A table's items by key.
struct Found<'r, 't> {
    items: Vec<(Key, &'r RawItem<'t>)>,
    /// Keys that a misspelt one surely means; they are not missing.
    excused: Vec<&'static str>,
}

impl<'r, 't> Found<'r, 't> {
    fn get(&self, key: Key) -> Option<&'r RawItem<'t>> {
        self.items.iter().find(|(found, _)| *found == key).map(|(_, item)| *item)
    }
}

pub(super) fn lower(lower: &mut Lower<'_, '_>, code: Spanned<String>, sound_code: bool, table: &RawTable<'_>) {
    let faults_before = lower.diagnostics.error_count();
    let found = sort_keys(lower, &code.value, table);
    let Some(found) = found else {
        lower.catalog.lost_entries = true;
        return;
    };
    let kind = if found.get(Key::Retired).or(found.get(Key::ReplacedBy)).is_some() {
        Kind::Retired
    } else if found.get(Key::Outcome).is_some() || found.excused.contains(&Key::Outcome.name()) {
        Kind::Outcome
    } else {
        Kind::Error
    };
    check_places(lower, &code, &found, kind, table.damaged);

    let entry_kind = match kind {
        Kind::Error => error(lower, &code, &found).map(EntryKind::Error),
        Kind::Outcome => outcome(lower, &code, &found).map(EntryKind::Outcome),
        Kind::Retired => tombstone(lower, &code, &found).map(EntryKind::Retired),
    };
    let sound = sound_code && !table.damaged && lower.diagnostics.error_count() == faults_before;
    match entry_kind.filter(|_| sound) {
        Some(kind) => lower.catalog.entries.push(Entry { code, kind }),
        None => lower.catalog.damaged.push(Damaged { reason: probable_reason(&found), code }),
    }
}

/// Sorts a table's items by key and tells the unknown ones. Nothing comes back when the table is no entry but the first half
/// of a code with a dot in it.
fn sort_keys<'r, 't>(lower: &mut Lower<'_, '_>, code: &str, table: &'r RawTable<'t>) -> Option<Found<'r, 't>> {
    let mut found = Found { items: Vec::with_capacity(table.items.len()), excused: Vec::new() };
    let mut nested = false;
    for item in &table.items {
        let name = item.key.value.as_ref();
        if let Some(key) = Key::from_name(name) {
            found.items.push((key, item));
        } else if matches!(item.value.value, RawValue::Table(_)) {
            nested = true;
            nested_table(lower, code, item);
        } else if name == "domain" || name == "default_locale" {
            misplaced(lower, code, item);
        } else {
            found.excused.extend(unknown_key(lower, code, item));
        }
    }
    (!nested || !found.items.is_empty()).then_some(found)
}

fn nested_table(lower: &mut Lower<'_, '_>, code: &str, item: &RawItem<'_>) {
    let whole = format!("{code}.{}", item.key.value);
    let message = format!("`{}` is a table inside `{}`, not a code", shown(&item.key.value), shown(code));
    lower.fault(Rule::NestedTable, item.key.span, message, |fault| {
        fault.help(format!("if the code is `{0}`, quote it: `[\"{0}\"]`", shown(&whole))).violation(
            pointer(&[code, &item.key.value]),
            "a key of an entry",
            Some("a table"),
        )
    });
}

fn misplaced(lower: &mut Lower<'_, '_>, code: &str, item: &RawItem<'_>) {
    let name = item.key.value.as_ref();
    lower.domain_excused |= name == "domain";
    let message = format!("`{name}` stands inside `{}`, because it comes after that header", shown(code));
    lower.fault(Rule::MisplacedKey, item.key.span, message, |fault| {
        fault.help("move it above the first `[...]` header of the file").violation(
            pointer(&[code, name]),
            "a key of an entry",
            Some(name),
        )
    });
}

fn unknown_key(lower: &mut Lower<'_, '_>, code: &str, item: &RawItem<'_>) -> Option<&'static str> {
    let name = item.key.value.as_ref();
    let meant = nearest(name, Key::names());
    let names: Vec<&str> = Key::names().collect();
    let help = match meant {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("the keys of an entry are {}", names.join(", ")),
    };
    let message = format!("`{}` has no key `{}`", shown(code), shown(name));
    lower.fault(Rule::UnknownKey, item.key.span, message, |fault| {
        fault.help(help).violation(pointer(&[code, name]), &format!("one of: {}", names.join(", ")), Some(name))
    });
    meant
}

/// Tells the keys that this kind of entry must not have, and those it lacks.
fn check_places(lower: &mut Lower<'_, '_>, code: &Spanned<String>, found: &Found<'_, '_>, kind: Kind, damaged: bool) {
    let name = || shown(&code.value);
    for (key, item) in &found.items {
        if key.place(kind) == Place::Foreign {
            let message = format!("`{}` is {} and has no `{}`", name(), kind.named(), key.name());
            let help = match kind {
                Kind::Error => format!("remove `{}`", key.name()),
                Kind::Outcome => "an outcome is a result, not an error; remove the key, or remove `outcome`".to_owned(),
                Kind::Retired => "a retired code keeps only `retired` and `replaced_by`; remove the key".to_owned(),
            };
            lower.fault(Rule::KeyOfAnotherKind, item.key.span, message, |fault| {
                fault.help(help).violation(pointer(&[&code.value, key.name()]), "absent", Some("present"))
            });
        }
    }
    let missing = Key::ALL.iter().filter(|key| {
        key.place(kind) == Place::Required && found.get(**key).is_none() && !found.excused.contains(&key.name())
    });
    for key in missing.filter(|_| !damaged) {
        let help = match key {
            Key::SdkCode => "add `sdk_code = \"...\"`, one of the eight".to_owned(),
            Key::Retriable => "add `retriable = false`, or true if the same request may succeed later".to_owned(),
            Key::Retired => "add `retired = \"...\"`, the version that retired it".to_owned(),
            key => format!("add `{} = \"...\"`", key.name()),
        };
        let fault =
            Diagnostic::new(Rule::MissingKey, lower.source, code.span, format!("`{}` has no `{}`", name(), key.name()));
        let expected = if *key == Key::Retriable { "a boolean" } else { "a string" };
        lower.diagnostics.push(fault.help(help).violation(pointer(&[&code.value, key.name()]), expected, None));
    }
}

fn error(lower: &mut Lower<'_, '_>, code: &Spanned<String>, found: &Found<'_, '_>) -> Option<ErrorEntry> {
    let owner = Some(code.value.as_str());
    let sdk_code = found.get(Key::SdkCode).and_then(|item| lower.sdk_code(item, &code.value));
    let retriable = found.get(Key::Retriable).and_then(|item| lower.boolean(item, owner));
    let error_source = found.get(Key::ErrorSource).and_then(|item| lower.error_source(item, &code.value));
    let retry_after_ms = found.get(Key::RetryAfterMs).and_then(|item| lower.retry_after_ms(item, &code.value));
    let facts = facts(lower, code, found);
    Some(ErrorEntry { facts: facts?, sdk_code: sdk_code?, retriable: retriable?, error_source, retry_after_ms })
}

fn outcome(lower: &mut Lower<'_, '_>, code: &Spanned<String>, found: &Found<'_, '_>) -> Option<OutcomeEntry> {
    let state = found.get(Key::Outcome).and_then(|item| outcome_state(lower, item, &code.value));
    let facts = facts(lower, code, found);
    Some(OutcomeEntry { facts: facts?, state: state? })
}

fn outcome_state(lower: &mut Lower<'_, '_>, item: &RawItem<'_>, code: &str) -> Option<Spanned<OutcomeState>> {
    let text = lower.text(item, Some(code))?;
    if let Some(state) = OutcomeState::ALL.into_iter().find(|state| state.as_str() == text.value) {
        return Some(Spanned::new(state, text.span));
    }
    let help = match nearest(&text.value, OutcomeState::ALL.map(OutcomeState::as_str)) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => "write `completed` or `input-required`".to_owned(),
    };
    let message =
        format!("outcome `{}` of `{}` is neither completed nor input-required", shown(&text.value), shown(code));
    lower.fault(Rule::UnknownOutcome, text.span, message, |fault| {
        let field = pointer(&[code, "outcome"]);
        fault.help(help).violation(field, "one of: completed, input-required", Some(&text.value))
    });
    None
}

fn tombstone(lower: &mut Lower<'_, '_>, code: &Spanned<String>, found: &Found<'_, '_>) -> Option<Tombstone> {
    let owner = Some(code.value.as_str());
    let retired = found.get(Key::Retired).and_then(|item| lower.text(item, owner));
    let replaced_by = found.get(Key::ReplacedBy).and_then(|item| lower.text(item, owner));
    Some(Tombstone { retired: retired?, replaced_by })
}

fn facts(lower: &mut Lower<'_, '_>, code: &Spanned<String>, found: &Found<'_, '_>) -> Option<Facts> {
    let owner = Some(code.value.as_str());
    let reason = found.get(Key::Reason).and_then(|item| lower.reason(item, &code.value));
    let title = found.get(Key::Title).and_then(|item| lower.text(item, owner));
    let messages = found.get(Key::Message).map(|item| lower.messages(item, &code.value)).unwrap_or_default();
    let fields = found.get(Key::Fields).map(|item| lower.fields(item, &code.value)).unwrap_or_default();
    let docs_url = found.get(Key::DocsUrl).and_then(|item| lower.docs_url(item, &code.value));
    let mut optional = |key| found.get(key).and_then(|item| lower.text(item, owner)).map(|text| text.value);
    let (description, help) = (optional(Key::Description), optional(Key::Help));
    let (since, deprecated) = (optional(Key::Since), optional(Key::Deprecated));
    Some(Facts { reason: reason?, title: title?, messages, fields, description, help, docs_url, since, deprecated })
}

/// The reason of an entry at fault, or what it probably means, so that its variant is not called unknown.
fn probable_reason(found: &Found<'_, '_>) -> Option<String> {
    match &found.get(Key::Reason)?.value.value {
        RawValue::String(text) => crate::case::to_reason(text),
        _ => None,
    }
}
