//! One table to an entry.
//!
//! Comes in: a code and its raw table. Goes out: an entry when all is sound, else what is known of it.

use crate::diagnostic::Diagnostic;
use crate::keys::{CatalogKey, Key, Kind, Place};
use crate::lower::value::Owner;
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

    /// Whether a key is there, if only misspelt.
    fn means(&self, key: Key) -> bool {
        self.get(key).is_some() || self.excused.contains(&key.name())
    }

    /// The kind of entry that its keys make it. Where a tombstone's are misspelt, or one of them lies beside those of a live entry, the
    /// others tell.
    fn kind(&self) -> Kind {
        let is_live = || {
            [Kind::Error, Kind::Outcome]
                .iter()
                .any(|kind| self.items.iter().any(|(key, _)| key.place(*kind) == Place::Required))
        };
        if self.get(Key::Retired).is_some() || (self.means(Key::Retired) || self.means(Key::ReplacedBy)) && !is_live() {
            Kind::Retired
        } else if self.means(Key::Outcome) {
            Kind::Outcome
        } else {
            Kind::Error
        }
    }
}

pub(super) fn lower(lower: &mut Lower<'_, '_>, code: Spanned<String>, sound_code: bool, table: &RawTable<'_>) {
    let faults_before = lower.diagnostics.error_count();
    let found = sort_keys(lower, &code.value, table);
    let Some(found) = found else {
        lower.catalog.lost_entries = true;
        return;
    };
    let kind = found.kind();
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
    let mut steps = vec![code];
    for item in &table.items {
        let name = item.key.value.as_ref();
        if let Some(key) = Key::from_name(name) {
            found.items.push((key, item));
        } else if let (RawValue::Table(table), false) = (&item.value.value, is_misspelt_table(lower, item)) {
            nested = true;
            nested_table(lower, &mut steps, item, table);
        } else if let Some(key) = CatalogKey::from_name(name) {
            misplaced(lower, code, item, key);
        } else {
            found.excused.extend(unknown_key(lower, code, item));
        }
    }
    // Codes with a dot in them, of which nobody knows which they are.
    lower.catalog.lost_entries |= nested;
    (!nested || !found.items.is_empty()).then_some(found)
}

/// Whether a table stands under a key that is none, and is not the second half of a code: it is written in braces, or means `message` or
/// `fields` and holds nothing of an entry.
fn is_misspelt_table(lower: &Lower<'_, '_>, item: &RawItem<'_>) -> bool {
    let RawValue::Table(table) = &item.value.value else { return true };
    let meant = nearest(&item.key.value, Key::names()).and_then(Key::from_name);
    let of_entry =
        |key: &str| matches!(Key::from_name(key), Some(Key::SdkCode | Key::Retriable | Key::Outcome | Key::Retired));
    lower.source.slice(item.value.span).starts_with('{')
        || matches!(meant, Some(Key::Message | Key::Fields))
            && !table.items.iter().any(|item| of_entry(&item.key.value))
}

/// Tells each code that an unquoted dot cut into tables; `steps` leads to the table around this one.
fn nested_table<'r>(
    lower: &mut Lower<'_, '_>,
    steps: &mut Vec<&'r str>,
    item: &'r RawItem<'_>,
    table: &'r RawTable<'_>,
) {
    let around = shown(&steps.join("."));
    steps.push(&item.key.value);
    let inner = table.items.iter().filter_map(|item| match &item.value.value {
        RawValue::Table(table) if !is_misspelt_table(lower, item) => Some((item, table)),
        _ => None,
    });
    let inner: Vec<_> = inner.filter(|(item, _)| Key::from_name(&item.key.value).is_none()).collect();
    if inner.is_empty() || inner.len() < table.items.len() {
        let message = format!("`{}` is a table inside `{around}`, not a code", shown(&item.key.value));
        let whole = shown(&steps.join("."));
        lower.fault(Rule::NestedTable, item.key.span, message, |fault| {
            fault.help(format!("if the code is `{whole}`, quote it: `[\"{whole}\"]`")).violation(
                pointer(steps),
                "a key of an entry",
                Some("a table"),
            )
        });
    }
    for (item, table) in inner {
        nested_table(lower, steps, item, table);
    }
    steps.pop();
}

fn misplaced(lower: &mut Lower<'_, '_>, code: &str, item: &RawItem<'_>, key: CatalogKey) {
    let name = item.key.value.as_ref();
    lower.excuse(key);
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
                // The others make it another kind.
                Kind::Error => {
                    "remove `replaced_by`; only a retired code has it, with `retired = \"...\"` and nothing else"
                        .to_owned()
                }
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
    let owner = Owner::Entry(code.value.as_str());
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
    let text = lower.text(item, Owner::Entry(code))?;
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
    let owner = Owner::Entry(code.value.as_str());
    let retired = found.get(Key::Retired).and_then(|item| lower.text(item, owner));
    let replaced_by = found.get(Key::ReplacedBy).and_then(|item| lower.text(item, owner));
    Some(Tombstone { retired: retired?, replaced_by })
}

fn facts(lower: &mut Lower<'_, '_>, code: &Spanned<String>, found: &Found<'_, '_>) -> Option<Facts> {
    let owner = Owner::Entry(code.value.as_str());
    let reason = found.get(Key::Reason).and_then(|item| lower.reason(item, &code.value));
    let title = found.get(Key::Title).and_then(|item| lower.text(item, owner));
    let messages = found.get(Key::Message).map(|item| lower.messages(item, &code.value)).unwrap_or_default();
    let fields = found.get(Key::Fields).map(|item| lower.fields(item, &code.value)).unwrap_or_default();
    let docs_url = found.get(Key::DocsUrl).and_then(|item| lower.docs_url(item, &code.value));
    let mut places = Vec::new();
    let mut optional = |key: Key| {
        let text = found.get(key).and_then(|item| lower.text(item, owner))?;
        places.push((key.name(), text.span));
        Some(text.value)
    };
    let (description, help) = (optional(Key::Description), optional(Key::Help));
    let (since, deprecated) = (optional(Key::Since), optional(Key::Deprecated));
    let (reason, title) = (reason?, title?);
    Some(Facts { reason, title, messages, fields, description, help, docs_url, since, deprecated, places })
}

/// The reason of an entry at fault, or what it probably means, so that its variant is not called unknown.
fn probable_reason(found: &Found<'_, '_>) -> Option<String> {
    match &found.get(Key::Reason)?.value.value {
        RawValue::String(text) => crate::case::to_reason(text),
        _ => None,
    }
}
