//! Every rule that looks at two values of one catalog.
//!
//! Comes in: a catalog whose values are sound, each by itself. Goes out: diagnostics. What is among the damaged entries is taken
//! to be right, so that nothing here follows on from another fault.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::index::NameIndex;
use crate::lower::{pointer, shown};
use crate::model::{Catalog, Entry, EntryKind, Tombstone};
use crate::rule::Rule;
use crate::source::SourceFile;
use crate::suggest::nearest;

/// For how many unknown replacements a likely code is searched. The search looks at every code, and a file that needs more of
/// them has another fault than typing.
const MOST_SUGGESTED: usize = 100;

pub(crate) fn check(source: &SourceFile, catalog: &Catalog, diagnostics: &mut Diagnostics) {
    if !catalog.entries.iter().any(|entry| matches!(entry.kind, EntryKind::Retired(_))) {
        return;
    }
    let codes: Vec<&str> = catalog.entries.iter().map(Entry::code).collect();
    let damaged: Vec<&str> = catalog.damaged.iter().map(|damaged| damaged.code.value.as_str()).collect();
    let ((entries, _), (damaged, _)) = (NameIndex::of_list(&codes), NameIndex::of_list(&damaged));
    let mut replacements = Replacements { source, catalog, entries, damaged, suggested: 0 };
    for entry in &catalog.entries {
        if let EntryKind::Retired(tombstone) = &entry.kind {
            replacements.check(entry, tombstone, diagnostics);
        }
    }
}

/// A tombstone leads to a live entry.
struct Replacements<'c> {
    source: &'c SourceFile,
    catalog: &'c Catalog,
    entries: NameIndex<'c>,
    damaged: NameIndex<'c>,
    suggested: usize,
}

impl Replacements<'_> {
    fn check(&mut self, entry: &Entry, tombstone: &Tombstone, diagnostics: &mut Diagnostics) {
        let Some(wanted) = &tombstone.replaced_by else { return };
        if self.damaged.get(&wanted.value).is_some() || self.catalog.lost_entries {
            return;
        }
        let name = shown(&wanted.value);
        let target = self.entries.get(&wanted.value).and_then(|number| self.catalog.entries.get(number));
        let (message, help) = match target.map(|target| &target.kind) {
            Some(EntryKind::Retired(next)) => (
                format!("replaced_by `{name}` of `{}` is retired itself", shown(entry.code())),
                next.replaced_by.as_ref().map(|next| format!("write `{}`, which replaced it", shown(&next.value))),
            ),
            Some(_) => return,
            None => (
                format!("replaced_by `{name}` of `{}` is no code of this catalog", shown(entry.code())),
                self.meant(&wanted.value).map(|meant| format!("did you mean `{meant}`?")),
            ),
        };
        diagnostics.push(
            Diagnostic::new(Rule::UnknownReplacement, self.source, wanted.span, message).maybe_help(help).violation(
                pointer(&[entry.code(), "replaced_by"]),
                "a live code of this catalog",
                Some(&wanted.value),
            ),
        );
    }

    fn meant(&mut self, wanted: &str) -> Option<&str> {
        self.suggested += 1;
        let live = self.catalog.entries.iter().filter(|entry| !matches!(entry.kind, EntryKind::Retired(_)));
        (self.suggested <= MOST_SUGGESTED).then(|| nearest(wanted, live.map(Entry::code))).flatten()
    }
}
