//! Entries by what people call them.
//!
//! Comes in: several catalogs, and a word: a code, a reason, or a code behind its domain. Goes out: every entry that it means; where it
//! means none, what was probably meant. Not done here: reading, drawing.

use crate::Checked;
use crate::model::{Damaged, Entry};
use crate::suggest::nearest;

/// An entry and the file that it stands in.
#[derive(Clone, Copy, Debug)]
pub struct Found<'c> {
    /// The file.
    pub checked: &'c Checked,
    /// The entry.
    pub entry: Known<'c>,
    /// All files that were searched.
    #[cfg_attr(not(feature = "render"), allow(dead_code, reason = "pages for people alone look further"))]
    all: &'c [Checked],
}

#[cfg(feature = "render")]
impl<'c> Found<'c> {
    /// The sound entry of a code in the domain of this one, in whatever file.
    pub(crate) fn of_domain(&self, code: &str) -> Option<&'c Entry> {
        of_domain(self.all, self.checked.catalog.domain()).find_map(|checked| checked.catalog.entry(code))
    }

    /// The retired codes of the domain that lead to `code`: what it replaces.
    pub(crate) fn replaced_by(&self, code: &'c str) -> impl Iterator<Item = &'c str> {
        replaces(self.all, self.checked.catalog.domain(), code)
    }
}

/// The files of a domain.
fn of_domain<'c>(all: &'c [Checked], domain: &'c str) -> impl Iterator<Item = &'c Checked> {
    all.iter().filter(move |checked| checked.catalog.domain() == domain)
}

/// An entry, or what is known of it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Known<'c> {
    /// It is sound.
    Sound(&'c Entry),
    /// It is at fault.
    Damaged(&'c Damaged),
}

impl<'c> Known<'c> {
    fn code(self) -> &'c str {
        match self {
            Self::Sound(entry) => entry.code(),
            Self::Damaged(damaged) => &damaged.code.value,
        }
    }

    fn reason(self) -> Option<&'c str> {
        match self {
            Self::Sound(entry) => entry.facts().map(|facts| facts.reason.value.as_str()),
            Self::Damaged(damaged) => damaged.reason.as_deref(),
        }
    }
}

/// Every entry that `word` names, in the order of the catalogs: by `domain/code`, by code, by reason. Codes are compared exactly; only when
/// nothing is called so, capitals and small letters are one.
///
/// ```
/// use llamon_errors_catalog::{check, find::find};
///
/// let text = "domain = \"doc\"\n[DOC_005]\nsdk_code = \"NOT_FOUND\"\nreason = \"gone\"\ntitle = \"Gone\"\nretriable = false\n";
/// let all = [check("a.toml", text.as_bytes())];
/// for word in ["DOC_005", "gone", "doc/DOC_005", "doc_005"] {
///     assert_eq!(find(&all, word).len(), 1, "{word}");
/// }
/// assert!(find(&all, "ord/DOC_005").is_empty());
/// ```
#[must_use]
pub fn find<'c>(all: &'c [Checked], word: &str) -> Vec<Found<'c>> {
    let same: fn(&str, &str) -> bool = |one, other| one == other;
    let exact = by_name(all, word, same);
    if exact.is_empty() { by_name(all, word, str::eq_ignore_ascii_case) } else { exact }
}

fn by_name<'c>(all: &'c [Checked], word: &str, same: fn(&str, &str) -> bool) -> Vec<Found<'c>> {
    let means = |found: &Found<'_>| {
        let domain = found.checked.catalog.domain();
        let code = found.entry.code();
        // A code may hold a slash itself.
        let in_domain = word.get(..domain.len()).is_some_and(|head| same(head, domain))
            && word.get(domain.len()..).and_then(|rest| rest.strip_prefix('/')).is_some_and(|rest| same(rest, code));
        in_domain || same(word, code) || found.entry.reason().is_some_and(|reason| same(word, reason))
    };
    entries(all).filter(means).collect()
}

fn entries(all: &[Checked]) -> impl Iterator<Item = Found<'_>> {
    all.iter().flat_map(move |checked| {
        let sound = checked.catalog.entries().iter().map(Known::Sound);
        let damaged = checked.catalog.damaged().iter().map(Known::Damaged);
        sound.chain(damaged).map(move |entry| Found { checked, entry, all })
    })
}

/// The code, the reason or the `domain/code` that `word` probably means.
#[must_use]
pub fn meant(all: &[Checked], word: &str) -> Option<String> {
    if let Some((domain, code)) = word.split_once('/') {
        let domains = || all.iter().map(|checked| checked.catalog.domain());
        let domain = domains().find(|known| *known == domain).or_else(|| nearest(domain, domains())).unwrap_or(domain);
        let of_domain = all.iter().filter(|checked| checked.catalog.domain() == domain);
        if let Some(code) = nearest(code, of_domain.flat_map(|checked| checked.catalog.codes())) {
            return Some(format!("{domain}/{code}"));
        }
    }
    nearest(word, entries(all).flat_map(|found| Some(found.entry.code()).into_iter().chain(found.entry.reason())))
        .map(str::to_owned)
}

/// The retired codes of a domain that lead to `code`: what it replaces, in whatever file.
pub fn replaces<'c>(all: &'c [Checked], domain: &'c str, code: &'c str) -> impl Iterator<Item = &'c str> {
    let entries = of_domain(all, domain).flat_map(|checked| checked.catalog.entries());
    entries.filter(move |entry| leads_to(entry, code)).map(Entry::code)
}

fn leads_to(entry: &Entry, code: &str) -> bool {
    let next = entry.as_retired().and_then(|tombstone| tombstone.replaced_by.as_ref());
    next.is_some_and(|next| next.value == code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;

    fn catalog(domain: &str, entries: &[(&str, &str)]) -> Checked {
        let entry = |(code, reason): &(&str, &str)| {
            format!("['{code}']\nsdk_code = \"NOT_FOUND\"\nreason = \"{reason}\"\ntitle = \"t\"\nretriable = false\n")
        };
        let entries: String = entries.iter().map(entry).collect();
        check("c.toml", format!("domain = \"{domain}\"\n{entries}").as_bytes())
    }

    fn codes<'c>(all: &'c [Checked], word: &str) -> Vec<(&'c str, &'c str)> {
        find(all, word).iter().map(|found| (found.checked.catalog.domain(), found.entry.code())).collect()
    }

    #[test]
    fn one_word_may_mean_several_entries() {
        let all =
            [catalog("doc", &[("A_1", "gone"), ("A_2", "gone")]), catalog("ord", &[("A_1", "late"), ("gone", "x")])];
        assert_eq!(codes(&all, "A_1"), [("doc", "A_1"), ("ord", "A_1")]);
        assert_eq!(codes(&all, "gone"), [("doc", "A_1"), ("doc", "A_2"), ("ord", "gone")]);
        assert_eq!(codes(&all, "ord/A_1"), [("ord", "A_1")]);
    }

    #[test]
    fn capitals_count_where_they_make_a_difference() {
        let all = [catalog("doc", &[("ab", "one"), ("AB", "two"), ("cd", "three")])];
        assert_eq!(codes(&all, "ab"), [("doc", "ab")]);
        assert_eq!(codes(&all, "CD"), [("doc", "cd")]);
        assert_eq!(codes(&all, "Ab"), [("doc", "ab"), ("doc", "AB")]);
    }

    #[test]
    fn a_code_may_hold_a_slash() {
        let all = [catalog("doc", &[("a/b", "one")])];
        assert_eq!(codes(&all, "a/b"), [("doc", "a/b")]);
        assert_eq!(codes(&all, "doc/a/b"), [("doc", "a/b")]);
        assert_eq!(meant(&all, "doc/a/c").as_deref(), Some("doc/a/b"));
    }

    #[test]
    fn an_entry_at_fault_is_found_by_the_reason_that_it_probably_has() {
        let all = [catalog("doc", &[("A_1", "documentNotFound"), ("A_2", "gone")])];
        assert_eq!(codes(&all, "document_not_found"), [("doc", "A_1")]);
    }

    #[test]
    fn a_code_knows_which_it_replaces() {
        let text = "domain = \"doc\"\n[A_1]\nretired = \"1\"\nreplaced_by = \"A_9\"\n[A_2]\nretired = \"1\"\n\
                    [A_3]\nretired = \"1\"\nreplaced_by = \"A_8\"\n";
        let other = text.replace("doc", "ord");
        let more = "domain = \"doc\"\n[B_1]\nretired = \"1\"\nreplaced_by = \"A_9\"\n";
        let all = [text, &other, more].map(|text| check("c.toml", text.as_bytes()));
        assert_eq!(replaces(&all, "doc", "A_9").collect::<Vec<_>>(), ["A_1", "B_1"]);
    }

    #[test]
    fn a_misspelt_domain_is_found() {
        let all = [
            catalog("document-service", &[("DOC_005", "one"), ("DOC_006", "two")]),
            catalog("orders", &[("A_1", "x")]),
        ];
        assert_eq!(meant(&all, "document-servce/DOC_005").as_deref(), Some("document-service/DOC_005"));
        assert_eq!(meant(&all, "documents/DOC_0005").as_deref(), None);
    }
}
