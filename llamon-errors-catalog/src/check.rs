//! Every rule that looks at two values of one catalog.
//!
//! Comes in: a catalog whose values are sound, each by itself. Goes out: diagnostics. What is among the damaged entries is taken
//! to be right, so that nothing here follows on from another fault.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::index::NameIndex;
use crate::lower::{pointer, shown};
use crate::model::{Catalog, Entry, Tombstone};
use crate::rule::Rule;
use crate::source::SourceFile;

/// How many tombstones are followed from one to the next, to see where they lead.
const MOST_FOLLOWED: usize = 100;

pub(crate) fn check(source: &SourceFile, catalog: &Catalog, diagnostics: &mut Diagnostics) {
    let retired: Vec<(&Entry, &Tombstone)> = tombstones(catalog).collect();
    let codes: Vec<&str> = retired.iter().map(|(entry, _)| entry.code()).collect();
    let (index, _) = NameIndex::of_list(&codes);
    let next = |code: &str| index.get(code).and_then(|number| retired.get(number)).map(|(_, tombstone)| *tombstone);
    for (entry, tombstone) in &retired {
        if let Some(fault) = dead_end(source, entry, tombstone, next) {
            diagnostics.push(fault);
        }
    }
}

/// The retired entries of a catalog.
pub(crate) fn tombstones(catalog: &Catalog) -> impl Iterator<Item = (&Entry, &Tombstone)> {
    catalog.entries.iter().filter_map(|entry| Some((entry, entry.as_retired()?)))
}

/// What is wrong with a tombstone that leads to one of those that `next` knows, by the code, and not to a live entry. A code may stand in
/// another file of the domain, so what `next` does not know is not at fault.
pub(crate) fn dead_end<'c>(
    source: &SourceFile,
    entry: &Entry,
    tombstone: &Tombstone,
    next: impl Fn(&str) -> Option<&'c Tombstone>,
) -> Option<Diagnostic> {
    let wanted = tombstone.replaced_by.as_ref()?;
    let first = next(&wanted.value)?;
    let (name, code) = (shown(&wanted.value), shown(entry.code()));
    if wanted.value == entry.code() {
        let message = format!("replaced_by of `{code}` is the code itself");
        let help = "write the code that took its place, or remove `replaced_by`".to_owned();
        return Some(unknown_replacement(source, entry, tombstone, message, Some(help)));
    }
    let step = |tombstone: &&'c Tombstone| next(&tombstone.replaced_by.as_ref()?.value);
    let chain: Vec<&Tombstone> = std::iter::successors(Some(first), step).take(MOST_FOLLOWED).collect();
    let codes = || chain.iter().filter_map(|tombstone| tombstone.replaced_by.as_ref()).map(|next| next.value.as_str());
    if codes().any(|other| other == entry.code()) {
        let circle =
            || std::iter::once(wanted.value.as_str()).chain(codes().take_while(|other| *other != entry.code()));
        // Told once, of the first by name.
        if circle().any(|other| other < entry.code()) {
            return None;
        }
        let message = format!("replaced_by `{name}` of `{code}` leads back to `{code}`");
        let help = "end the circle: write a live code, or remove `replaced_by` from one of them".to_owned();
        return Some(unknown_replacement(source, entry, tombstone, message, Some(help)));
    }
    let last = codes().next_back().filter(|last| next(last).is_none());
    let help = match last {
        Some(last) if chain.len() == 1 => format!("write `{}`, which replaced it", shown(last)),
        Some(last) => format!("write `{}`, to which it leads", shown(last)),
        None => "write the code that is used now, or remove `replaced_by`".to_owned(),
    };
    let message = format!("replaced_by `{name}` of `{code}` is retired itself");
    Some(unknown_replacement(source, entry, tombstone, message, Some(help)))
}

/// A replacement that nobody can use.
pub(crate) fn unknown_replacement(
    source: &SourceFile,
    entry: &Entry,
    tombstone: &Tombstone,
    message: String,
    help: Option<String>,
) -> Diagnostic {
    let wanted = tombstone.replaced_by.as_ref();
    let span = wanted.map_or(entry.span(), |wanted| wanted.span);
    Diagnostic::new(Rule::UnknownReplacement, source, span, message).maybe_help(help).violation(
        pointer(&[entry.code(), "replaced_by"]),
        "a live code of the domain",
        wanted.map(|wanted| wanted.value.as_str()),
    )
}
