//! Changes of published enums: variants that got another name or went to another enum, though their codes did not change.
//!
//! An enum is written from one file. The one that a file became is the one that has its name, or else most of its codes; so a file that
//! moved as a whole took its enum along.

use std::collections::HashMap;

use crate::Checked;
use crate::diagnostic::Diagnostics;
use crate::diff::domain::{of_domain, was_and_is};
use crate::diff::sides::{Side, Sides};
use crate::diff::{Change, ChangeKind, Place};
use crate::lower::shown;
use crate::model::Entry;
use crate::names::{Wanted, variants};
use crate::said::kind;

pub(super) fn changes(sides: &Sides<'_>) -> Vec<Change> {
    let mut found = Vec::new();
    for pair in &sides.pairs {
        if let (Some(old), Some(new)) = pair {
            compare(old, new, &mut found);
        }
    }
    found
}

/// An entry that has a variant.
#[derive(Clone, Copy)]
struct Variant<'c> {
    /// The number of its file.
    file: usize,
    source: &'c Checked,
    entry: &'c Entry,
}

fn compare(old: &Side<'_>, new: &Side<'_>, found: &mut Vec<Change>) {
    let (before, after) = (all_variants(old), all_variants(new));
    let after: HashMap<&str, (Variant<'_>, &str)> =
        after.iter().map(|(variant, name)| (variant.entry.code(), (*variant, name.as_str()))).collect();
    let both = || before.iter().filter_map(|(one, name)| Some((*one, name, after.get(one.entry.code())?)));
    let heirs = heirs(old, new, both().map(|(one, _, (other, _))| (one.file, other.file)));
    for (one, name, (other, other_name)) in both() {
        // Another reason and another kind are told already.
        if kind(one.entry) != kind(other.entry) || reason(one.entry) != reason(other.entry) {
            continue;
        }
        let code = shown(one.entry.code());
        let (change, message, help) = if heirs.get(&one.file) != Some(&other.file) {
            let (from, to) = (one.source.source.path(), other.source.source.path());
            let message = format!("the variant `{name}` of `{code}` goes from the enum of `{from}` to that of `{to}`");
            (ChangeKind::VariantMoved, message, "leave the code in its file")
        } else if name != other_name {
            let message = format!("the variant of `{code}` {}", was_and_is(Some(name), Some(other_name)));
            (ChangeKind::VariantRenamed, message, "give the code that now has the same reason a reason of its own")
        } else {
            continue;
        };
        let place = |variant: &Variant<'_>| Place { source: variant.source.source.clone(), span: variant.entry.span() };
        found.push(Change {
            code: Some(one.entry.code().to_owned()),
            help: Some(help.to_owned()),
            old: Some(place(&one)),
            new: Some(place(other)),
            ..of_domain(old.domain, change, message)
        });
    }
}

fn reason(entry: &Entry) -> Option<&str> {
    entry.facts().map(|facts| facts.reason.value.as_str())
}

/// Every variant of a domain's enums, with its name.
fn all_variants<'c>(side: &Side<'c>) -> Vec<(Variant<'c>, String)> {
    let mut all = Vec::new();
    for (file, source) in side.files.iter().copied().enumerate() {
        for wanted in [Wanted::Errors, Wanted::Outcomes] {
            // Two that would get one name are an error where the enum is written.
            let named = variants(&source.source, &source.catalog, wanted, &mut Diagnostics::default());
            all.extend(named.into_iter().map(|(entry, name)| (Variant { file, source, entry }, name)));
        }
    }
    all
}

/// The new file of each old one, by their numbers; of none are there two.
fn heirs(old: &Side<'_>, new: &Side<'_>, both: impl Iterator<Item = (usize, usize)>) -> HashMap<usize, usize> {
    let mut counts: HashMap<(usize, usize), usize> = HashMap::new();
    for pair in both {
        *counts.entry(pair).or_default() += 1;
    }
    let name = |side: &Side<'_>, file: usize| {
        let path = side.files.get(file).map(|checked| checked.source.path());
        path.and_then(|path| path.rsplit(['/', ':']).next()).map(str::to_owned)
    };
    let mut pairs: Vec<((usize, usize), usize)> = counts.into_iter().collect();
    pairs.sort_by_key(|((one, other), count)| {
        (std::cmp::Reverse((name(old, *one) == name(new, *other), *count)), *one, *other)
    });
    let mut heirs = HashMap::new();
    for ((one, other), _) in pairs {
        if !heirs.contains_key(&one) && !heirs.values().any(|taken| *taken == other) {
            heirs.insert(one, other);
        }
    }
    heirs
}
