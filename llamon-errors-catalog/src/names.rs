//! The variants that a catalog's entries become where an enum is written from it.
//!
//! Comes in: a catalog. Goes out: a name for each entry, and a diagnostic for each pair that would get the same one. Reasons name variants;
//! codes do where several entries share a reason, as in many real catalogs.

use std::borrow::Cow;

use crate::case::{code_to_variant, to_variant};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::index::NameIndex;
use crate::lower::{pointer, shown};
use crate::model::{Catalog, Entry, EntryKind};
use crate::rule::Rule;
use crate::source::SourceFile;

/// Which entries an enum is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Errors.
    Errors,
    /// Results that are no errors.
    Outcomes,
}

impl Wanted {
    fn is(self, entry: &Entry) -> bool {
        match entry.kind() {
            EntryKind::Error(_) => self == Self::Errors,
            EntryKind::Outcome(_) => self == Self::Outcomes,
            EntryKind::Retired(_) => false,
        }
    }
}

/// The wanted entries, in the order of the file, each with its variant's name.
///
/// Of entries that would get one name only the first is there; the others are told.
pub fn variants<'c>(
    source: &SourceFile,
    catalog: &'c Catalog,
    wanted: Wanted,
    diagnostics: &mut Diagnostics,
) -> Vec<(&'c Entry, String)> {
    let named = |entry: &'c Entry| Some((entry, to_variant(&entry.facts()?.reason.value)));
    let by_reason: Vec<_> = catalog.entries().iter().filter(|entry| wanted.is(entry)).filter_map(named).collect();
    let spelled: Vec<&str> = by_reason.iter().map(|(_, name)| name.as_str()).collect();
    let (reasons, shared) = NameIndex::of_list(&spelled);
    let mut taken = NameIndex::with_capacity(by_reason.len());
    let mut variants: Vec<(&Entry, String)> = Vec::with_capacity(by_reason.len());
    for (entry, name) in &by_reason {
        let is_shared = reasons.get(name).and_then(|first| shared.get(first)) == Some(&true);
        let name = if is_shared { code_to_variant(entry.code()) } else { name.clone() };
        // The one keyword that is written like a variant.
        let name = if name == "Self" { "Self_".to_owned() } else { name };
        match taken.insert(Cow::Owned(name.clone()), variants.len()).and_then(|first| variants.get(first)) {
            Some((first, _)) => diagnostics.push(collision(source, first, entry, &name)),
            None => variants.push((*entry, name)),
        }
    }
    variants
}

fn collision(source: &SourceFile, first: &Entry, entry: &Entry, name: &str) -> Diagnostic {
    let (one, other) = (shown(first.code()), shown(entry.code()));
    let message = format!("`{one}` and `{other}` both become the variant `{name}`");
    Diagnostic::new(Rule::VariantsCollide, source, entry.span(), message)
        .primary_label("this one")
        .label(source, first.span(), "and this one")
        .help("give one of them a reason of its own, or write the enum by hand with #[domain_error(code = \"...\")]")
        .violation(pointer(&[entry.code(), "reason"]), "a variant's name of its own", Some(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;
    use std::fmt::Write as _;

    fn names(entries: &[(&str, &str)]) -> (Vec<String>, Vec<String>) {
        let mut text = "domain = \"d\"\n".to_owned();
        for (code, reason) in entries {
            let _ = writeln!(text, "['{code}']\nsdk_code = \"NOT_FOUND\"\nreason = \"{reason}\"");
            text.push_str("title = \"t\"\nretriable = false\n");
        }
        let checked = check("c.toml", text.as_bytes());
        let mut diagnostics = Diagnostics::default();
        let variants = variants(&checked.source, &checked.catalog, Wanted::Errors, &mut diagnostics);
        (variants.into_iter().map(|(_, name)| name).collect(), diagnostics.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn reasons_name_variants_and_codes_where_a_reason_is_shared() {
        let (names, faults) =
            names(&[("8005", "write_conflict"), ("KV:Cloud:Io", "io"), ("9007", "write_conflict"), ("X", "self")]);
        assert_eq!(names, ["Code8005", "Io", "Code9007", "Self_"]);
        assert_eq!(faults, Vec::<String>::new());
    }

    #[test]
    fn two_codes_that_become_one_variant_are_told_with_both_places() {
        let (names, faults) = names(&[("PD:core-X", "store_not_found"), ("PD:core:X", "store_not_found")]);
        assert_eq!(names, ["PdCoreX"]);
        assert_eq!(
            faults,
            ["`PD:core-X` and `PD:core:X` both become the variant `PdCoreX` (c.toml:7:2, first at 2:2) [LE0215]"]
        );
    }
}
