//! Rules that look at several catalogs.
//!
//! Comes in: catalogs, each checked by itself. Goes out: diagnostics that show a place in each of two files.

use std::collections::HashMap;

use crate::Checked;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lower::{pointer, shown};
use crate::model::Entry;
use crate::rule::Rule;
use crate::said::{kind, unlike};
use crate::source::{SourceFile, Span};

/// Checks catalogs against each other: a code stands in one file of a domain only. The same code in another domain is another code
/// (SPEC D1).
#[must_use]
pub fn check_across<'c>(all: impl IntoIterator<Item = &'c Checked>) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    let mut seen: HashMap<(&str, &str), Place<'_>> = HashMap::new();
    for Checked { source, catalog, .. } in all.into_iter().filter(|checked| !checked.catalog.domain().is_empty()) {
        let entries = catalog.entries.iter().map(|entry| (entry.code(), entry.span(), Some(entry)));
        let damaged = catalog.damaged.iter().map(|damaged| (damaged.code.value.as_str(), damaged.code.span, None));
        let mut new = Vec::new();
        for (code, span, entry) in entries.chain(damaged) {
            let place = Place { source, span, entry };
            match seen.get(&(catalog.domain(), code)) {
                Some(first) => diagnostics.push(defined_in_two(catalog.domain(), code, *first, place)),
                None => new.push((code, place)),
            }
        }
        seen.extend(new.into_iter().map(|(code, place)| ((catalog.domain(), code), place)));
    }
    diagnostics.sort();
    diagnostics
}

/// Where a code stands, and its entry when that is sound.
#[derive(Clone, Copy)]
struct Place<'c> {
    source: &'c SourceFile,
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
