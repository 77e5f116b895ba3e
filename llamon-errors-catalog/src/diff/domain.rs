//! Changes of a domain: of its catalogs' own keys, and which codes come and go.

use std::collections::{BTreeMap, HashMap};

use crate::diff::entry::{changes as entry_changes, subject};
use crate::diff::sides::{Placed, Side, Sides};
use crate::diff::{Change, ChangeKind, Place};
use crate::lower::shown;
use crate::model::Entry;

pub(super) fn changes(sides: &Sides<'_>) -> Vec<Change> {
    let mut found = Vec::new();
    for pair in &sides.pairs {
        match pair {
            (Some(old), Some(new)) => compare(old, new, &mut found),
            (Some(old), None) => found.push(gone(old)),
            (None, Some(new)) => found.push(came(new)),
            (None, None) => {}
        }
    }
    found
}

/// A change of a whole domain.
pub(super) fn of_domain(domain: &str, kind: ChangeKind, message: String) -> Change {
    let domain = domain.to_owned();
    let verdict = kind.usually();
    Change { kind, verdict, domain, code: None, key: None, message, help: None, old: None, new: None }
}

fn live(side: &Side<'_>) -> String {
    let count = side.entries.iter().filter(|placed| placed.entry.as_retired().is_none()).count();
    crate::emit::counted(count, "live code", "live codes")
}

fn gone(old: &Side<'_>) -> Change {
    let message = format!("the catalog of `{}` is gone, with {}", old.domain, live(old));
    let help = "keep the catalog with a tombstone for each code: `retired = \"...\"`".to_owned();
    let place = old.domain_place();
    Change { help: Some(help), old: place, ..of_domain(old.domain, ChangeKind::CatalogRemoved, message) }
}

fn came(new: &Side<'_>) -> Change {
    let message = format!("the catalog of `{}` is new, with {}", new.domain, live(new));
    let place = new.domain_place();
    Change { new: place, ..of_domain(new.domain, ChangeKind::CatalogAdded, message) }
}

fn compare(old: &Side<'_>, new: &Side<'_>, found: &mut Vec<Change>) {
    if old.domain != new.domain {
        let message = format!("the domain was `{}` and is `{}`", old.domain, new.domain);
        let change = of_domain(old.domain, ChangeKind::DomainChanged, message);
        found.push(Change { key: Some("domain"), old: old.domain_place(), new: new.domain_place(), ..change });
    }
    for (key, kind) in [("default_locale", ChangeKind::DefaultLocaleChanged), ("version", ChangeKind::VersionChanged)] {
        let (one, other) = (own(old, key), own(new, key));
        if !one.keys().eq(other.keys()) {
            let message = format!("`{key}` {}", was_and_is(listed(&one).as_deref(), listed(&other).as_deref()));
            let (one, other) = (unlike(&one, &other), unlike(&other, &one));
            found.push(Change { key: Some(key), old: one, new: other, ..of_domain(old.domain, kind, message) });
        }
    }
    let alike = own(old, "default_locale").keys().eq(own(new, "default_locale").keys());
    let came: Vec<&Placed<'_>> = new.entries.iter().filter(|placed| !old.has(placed.entry.code())).collect();
    // The first code of each reason that was not there before: where a code that is gone may have moved.
    let mut moved: HashMap<&str, &Entry> = HashMap::new();
    for entry in came.iter().map(|placed| placed.entry) {
        if let Some(facts) = entry.facts() {
            moved.entry(facts.reason.value.as_str()).or_insert(entry);
        }
    }
    for placed in &old.entries {
        match new.entry(placed.entry.code()) {
            Some(other) => {
                entry_changes(old.domain, *placed, other, new, found);
                if alike {
                    found.extend(retold(old.domain, *placed, other));
                }
            }
            None if new.has(placed.entry.code()) => {}
            None => found.push(removed(old, &moved, *placed)),
        }
    }
    found.extend(came.into_iter().map(|placed| added(old, *placed)));
}

/// An entry that moved to a file of another default locale, among files that are otherwise as they were.
fn retold(domain: &str, old: Placed<'_>, new: Placed<'_>) -> Option<Change> {
    let (one, other) = (told(old.entry)?, told(new.entry)?);
    let message = format!("the default locale of `{}` {}", shown(new.entry.code()), was_and_is(Some(one), Some(other)));
    let change = of_domain(domain, ChangeKind::DefaultLocaleChanged, message);
    let (code, places) = (Some(new.entry.code().to_owned()), (Some(old.place()), Some(new.place())));
    (one != other).then_some(Change { code, old: places.0, new: places.1, ..change })
}

/// The locale whose message an entry shows.
fn told(entry: &Entry) -> Option<&str> {
    let message = entry.facts()?.messages.first()?;
    message.locale.as_ref().map(|locale| locale.value.as_str())
}

/// What the files of a domain say under one key of their own.
fn own<'c>(side: &Side<'c>, key: &str) -> BTreeMap<&'c str, Place> {
    match key {
        "version" => side.all(|checked| checked.catalog.version.as_ref()),
        _ => side.all(|checked| checked.catalog.default_locale.as_ref()),
    }
}

/// What the files of a domain say under one key, where they say several things.
fn listed(said: &BTreeMap<&str, Place>) -> Option<String> {
    (!said.is_empty()).then(|| said.keys().copied().collect::<Vec<_>>().join(", "))
}

/// Where the one side says what the other does not, or what both do.
fn unlike(one: &BTreeMap<&str, Place>, other: &BTreeMap<&str, Place>) -> Option<Place> {
    let own = one.iter().find(|(text, _)| !other.contains_key(*text));
    own.or_else(|| one.iter().next()).map(|(_, place)| place.clone())
}

/// The predicate of a change from one value to another.
pub(super) fn was_and_is(old: Option<&str>, new: Option<&str>) -> String {
    match (old, new) {
        // They are shown as far as they are alike.
        (Some(old), Some(new)) if shown(old) == shown(new) => "goes on differently".to_owned(),
        (Some(old), Some(new)) => format!("was `{}` and is `{}`", shown(old), shown(new)),
        (Some(old), None) => format!("was `{}` and is gone", shown(old)),
        (None, Some(new)) => format!("is new: `{}`", shown(new)),
        (None, None) => "did not change".to_owned(),
    }
}

fn removed(old: &Side<'_>, moved: &HashMap<&str, &Entry>, placed: Placed<'_>) -> Change {
    let (entry, place) = (placed.entry, Some(placed.place()));
    let name = shown(entry.code());
    let code = Some(entry.code().to_owned());
    if entry.as_retired().is_some() {
        let message = format!("the tombstone of `{name}` is gone, so the number can be used again");
        let help = Some("put it back; a tombstone costs two lines".to_owned());
        let change = of_domain(old.domain, ChangeKind::TombstoneRemoved, message);
        return Change { code, help, old: place, ..change };
    }
    let message = format!("{} is gone without a tombstone", subject(entry));
    let moved = entry.facts().and_then(|facts| moved.get(facts.reason.value.as_str()));
    let help = match moved {
        Some(moved) => {
            let next = shown(moved.code());
            format!("keep `[{name}]` with `retired = \"...\"` and `replaced_by = \"{next}\"`, which has its reason")
        }
        None => format!("keep `[{name}]` with `retired = \"...\"`, so that the number is never used again"),
    };
    let change = of_domain(old.domain, ChangeKind::CodeRemoved, message);
    Change { code, help: Some(help), old: place, ..change }
}

fn added(old: &Side<'_>, placed: Placed<'_>) -> Change {
    let entry = placed.entry;
    let (kind, message) = if entry.as_retired().is_some() {
        let message = format!("a tombstone keeps `{}`, which was never live", shown(entry.code()));
        (ChangeKind::NumberReserved, message)
    } else {
        (ChangeKind::CodeAdded, format!("{} is new", subject(entry)))
    };
    let code = Some(entry.code().to_owned());
    Change { code, new: Some(placed.place()), ..of_domain(old.domain, kind, message) }
}
