//! Rules that look at several catalogs.
//!
//! Comes in: catalogs, each checked by itself. Goes out: diagnostics that show a place in each of two files.

use std::collections::HashMap;

use crate::Checked;
use crate::check::{dead_end, tombstones, unknown_replacement};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::index::NameIndex;
use crate::lint::same_but_for_case;
use crate::lower::{pointer, shown};
use crate::model::{Entry, Tombstone};
use crate::rule::Rule;
use crate::said::{kind, unlike};
use crate::source::{SourceFile, Span};
use crate::suggest::nearest;

/// For how many unknown replacements a likely code is searched. The search looks at every code of the domain, and catalogs that need more
/// of them have another fault than typing.
const MOST_SUGGESTED: usize = 100;

/// Checks catalogs against each other: a code stands in one file of a domain only, and what replaces a retired one is a live code of the
/// domain. The same code in another domain is another code (SPEC D1).
#[must_use]
pub fn check_across<'c>(all: impl IntoIterator<Item = &'c Checked>) -> Diagnostics {
    let all: Vec<&Checked> = all.into_iter().collect();
    let mut diagnostics = Diagnostics::default();
    let mut files: HashMap<&str, usize> = HashMap::new();
    for checked in &all {
        *files.entry(checked.catalog.domain()).or_default() += 1;
    }
    let mut seen: HashMap<(&str, &str), Place<'_>> = HashMap::new();
    let mut spelled: HashMap<(&str, String), Place<'_>> = HashMap::new();
    for Checked { source, catalog, .. } in all.iter().filter(|checked| !checked.catalog.domain().is_empty()) {
        let entries = catalog.entries.iter().map(|entry| (entry.code(), entry.span(), Some(entry)));
        let damaged = catalog.damaged.iter().map(|damaged| (damaged.code.value.as_str(), damaged.code.span, None));
        let mut new = Vec::new();
        for (code, span, entry) in entries.chain(damaged) {
            let place = Place { source, code, span, entry };
            match seen.get(&(catalog.domain(), code)) {
                Some(first) => diagnostics.push(defined_in_two(catalog.domain(), code, *first, place)),
                None => new.push((code, place)),
            }
        }
        if files.get(catalog.domain()).is_some_and(|count| *count > 1) {
            for (code, place) in &new {
                // Those of one file are told with the file (`lint`).
                let first = *spelled.entry((catalog.domain(), code.to_ascii_lowercase())).or_insert(*place);
                if first.source.path() != source.path() {
                    let (one, other) = ((first.source, first.code, first.span), (source, place.code, place.span));
                    diagnostics.push(same_but_for_case(one, other));
                }
            }
        }
        seen.extend(new.into_iter().map(|(code, place)| ((catalog.domain(), code), place)));
    }
    Replacements { all: &all, seen: &seen, suggested: 0 }.check(&mut diagnostics);
    diagnostics.sort();
    diagnostics
}

/// Tombstones lead to live codes of their domain, in whatever file.
struct Replacements<'c, 's> {
    all: &'s [&'c Checked],
    seen: &'s HashMap<(&'c str, &'c str), Place<'c>>,
    suggested: usize,
}

impl Replacements<'_, '_> {
    fn check(&mut self, diagnostics: &mut Diagnostics) {
        for Checked { source, catalog, .. } in self.all {
            let domain = catalog.domain();
            let replaced = tombstones(catalog).filter(|(_, tombstone)| tombstone.replaced_by.is_some());
            let replaced: Vec<_> = replaced.filter(|_| !domain.is_empty()).collect();
            if replaced.is_empty() {
                continue;
            }
            let own: Vec<&str> = catalog.codes().collect();
            let (own, _) = NameIndex::of_list(&own);
            for (entry, tombstone) in replaced {
                let Some(wanted) = &tombstone.replaced_by else { continue };
                // What is in the same file was looked at with it.
                if own.get(&wanted.value).is_some() {
                    continue;
                }
                let fault = if self.seen.contains_key(&(domain, wanted.value.as_str())) {
                    dead_end(source, entry, tombstone, |code| self.seen.get(&(domain, code))?.entry?.as_retired())
                } else {
                    self.unknown(source, domain, entry, tombstone, &wanted.value)
                };
                if let Some(fault) = fault {
                    diagnostics.push(fault);
                }
            }
        }
    }

    /// A code that is nowhere in the domain; nothing where it may stand in what cannot be read.
    fn unknown(
        &mut self,
        source: &SourceFile,
        domain: &str,
        entry: &Entry,
        tombstone: &Tombstone,
        wanted: &str,
    ) -> Option<Diagnostic> {
        let may_hold = |checked: &&Checked| match checked.catalog.domain() {
            "" => checked.catalog.has_lost_entries() || checked.catalog.codes().any(|code| code == wanted),
            other => other == domain && checked.catalog.has_lost_entries(),
        };
        if self.all.iter().any(may_hold) {
            return None;
        }
        self.suggested += 1;
        let of_domain = self.all.iter().filter(|checked| checked.catalog.domain() == domain);
        let live = of_domain.flat_map(|checked| checked.catalog.entries()).filter(|entry| entry.as_retired().is_none());
        let meant = (self.suggested <= MOST_SUGGESTED).then(|| nearest(wanted, live.map(Entry::code))).flatten();
        let help = match meant {
            Some(meant) => format!("did you mean `{}`?", shown(meant)),
            None => "write the code that took its place, or remove `replaced_by`".to_owned(),
        };
        let message =
            format!("replaced_by `{}` of `{}` is no code of the domain `{domain}`", shown(wanted), shown(entry.code()));
        Some(unknown_replacement(source, entry, tombstone, message, Some(help)))
    }
}

/// Where a code stands, and its entry when that is sound.
#[derive(Clone, Copy)]
struct Place<'c> {
    source: &'c SourceFile,
    code: &'c str,
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
    let keys: Vec<&str> = differences.iter().map(|difference| difference.key.as_str()).collect();
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
    key: String,
    first_span: Option<Span>,
    span: Option<Span>,
}

fn differences(first: &Entry, again: &Entry) -> Vec<Difference> {
    let mut found = Vec::new();
    if kind(first) != kind(again) {
        let key = "what they are (error, outcome, retired)".to_owned();
        return vec![Difference { key, first_span: None, span: None }];
    }
    for (key, one, other) in unlike(first, again) {
        let (first_span, span) = (one.and_then(|said| said.1), other.and_then(|said| said.1));
        found.push(Difference { key: format!("`{key}`"), first_span, span });
    }
    found
}
