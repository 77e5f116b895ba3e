//! Every rule that looks at two values of one catalog.
//!
//! Comes in: a catalog whose values are sound, each by itself. Goes out: diagnostics. What is among the damaged entries is taken
//! to be right, so that nothing here follows on from another fault.

use std::collections::{HashMap, HashSet};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lower::{pointer, shown};
use crate::model::{Catalog, Entry, EntryKind, Tombstone};
use crate::rule::Rule;
use crate::source::SourceFile;
use crate::suggest::nearest;

/// For how many unknown replacements a likely code is searched. The search looks at every code, and a file that needs more of
/// them has another fault than typing.
const MOST_SUGGESTED: usize = 100;

pub(crate) fn check(source: &SourceFile, catalog: &Catalog, diagnostics: &mut Diagnostics) {
    let mut replacements = Replacements {
        source,
        catalog,
        entries: catalog.entries.iter().map(|entry| (entry.code(), entry)).collect(),
        damaged: catalog.damaged.iter().map(|damaged| damaged.code.value.as_str()).collect(),
        suggested: 0,
    };
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
    entries: HashMap<&'c str, &'c Entry>,
    damaged: HashSet<&'c str>,
    suggested: usize,
}

impl Replacements<'_> {
    fn check(&mut self, entry: &Entry, tombstone: &Tombstone, diagnostics: &mut Diagnostics) {
        let Some(wanted) = &tombstone.replaced_by else { return };
        if self.damaged.contains(wanted.value.as_str()) || self.catalog.lost_entries {
            return;
        }
        let name = shown(&wanted.value);
        let (message, help) = match self.entries.get(wanted.value.as_str()).map(|target| &target.kind) {
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

/// The highest number of each family of codes, a family being the text before the number.
pub(crate) struct NextCodes<'c>(HashMap<&'c str, u64>);

impl<'c> NextCodes<'c> {
    pub(crate) fn new(codes: impl Iterator<Item = &'c str>) -> Self {
        let mut highest: HashMap<&str, u64> = HashMap::new();
        for (family, digits) in codes.filter_map(split_number) {
            if let Ok(number) = digits.parse::<u64>() {
                let most = highest.entry(family).or_default();
                *most = number.max(*most);
            }
        }
        Self(highest)
    }

    /// The next free code of the family that `code` belongs to: one more than the highest number, at least as many digits. Nothing
    /// when the code ends in no number.
    pub(crate) fn after(&self, code: &str) -> Option<String> {
        let (family, digits) = split_number(code)?;
        Some(format!("{family}{:0width$}", self.0.get(family)?.checked_add(1)?, width = digits.len()))
    }
}

fn split_number(code: &str) -> Option<(&str, &str)> {
    let family = code.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let digits = code.get(family.len()..)?;
    (!digits.is_empty()).then_some((family, digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn next_codes_keep_their_width() {
        let codes = ["DOC_001", "DOC_012", "E1001", "10", "KV:Cloud:Io"];
        let codes = NextCodes::new(codes.into_iter());
        let next = |code| codes.after(code);
        assert_eq!(next("DOC_001").as_deref(), Some("DOC_013"));
        assert_eq!(next("E1001").as_deref(), Some("E1002"));
        assert_eq!(next("10").as_deref(), Some("11"));
        assert_eq!(next("KV:Cloud:Io"), None);
    }
}
