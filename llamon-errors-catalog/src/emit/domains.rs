//! Catalogs by domain: what is emitted for other languages has one name space for each domain, however many files it has.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::model::{Catalog, Entry, EntryKind, ErrorEntry, OutcomeEntry, Tombstone};
use crate::text::{is_written_out, one_line};

/// The catalogs of one domain, in the order in which they were given.
pub(super) struct Domain<'c> {
    pub(super) name: &'c str,
    pub(super) catalogs: Vec<&'c Catalog>,
}

/// The domains in the order of their first catalogs.
pub(super) fn domains<'c>(catalogs: &[&'c Catalog]) -> Vec<Domain<'c>> {
    let mut domains: Vec<Domain<'c>> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for catalog in catalogs {
        let place = *places.entry(catalog.domain()).or_insert(domains.len());
        match domains.get_mut(place) {
            Some(domain) => domain.catalogs.push(catalog),
            None => domains.push(Domain { name: catalog.domain(), catalogs: vec![catalog] }),
        }
    }
    domains
}

impl<'c> Domain<'c> {
    /// All entries, file by file.
    pub(super) fn entries(&self) -> impl Iterator<Item = &'c Entry> {
        self.catalogs.iter().flat_map(|catalog| catalog.entries())
    }

    pub(super) fn errors(&self) -> impl Iterator<Item = (&'c str, &'c ErrorEntry)> {
        self.entries().filter_map(|entry| Some((entry.code(), entry.as_error()?)))
    }

    pub(super) fn outcomes(&self) -> impl Iterator<Item = (&'c str, &'c OutcomeEntry)> {
        self.entries().filter_map(|entry| match entry.kind() {
            EntryKind::Outcome(outcome) => Some((entry.code(), outcome)),
            EntryKind::Error(_) | EntryKind::Retired(_) => None,
        })
    }

    pub(super) fn retired(&self) -> impl Iterator<Item = (&'c str, &'c Tombstone)> {
        self.entries().filter_map(|entry| Some((entry.code(), entry.as_retired()?)))
    }

    /// The domain and the versions of its catalogs, for the head of a file: `` `document-service` 1.4.0 ``.
    pub(super) fn named(&self) -> String {
        let mut named = format!("`{}`", self.name);
        for version in self.catalogs.iter().filter_map(|catalog| catalog.version()) {
            named.push(' ');
            named.push_str(&one_line(version));
        }
        named
    }

    /// The domain as a constant's name, another one for each domain: `DOCUMENT_SERVICE`.
    pub(super) fn constant(&self) -> String {
        self.name.replace('-', "_").to_ascii_uppercase()
    }

    /// The domain as a type's name, another one for each domain: `DocumentService`. A word that begins with a digit keeps its separator.
    pub(super) fn type_name(&self) -> String {
        let mut name = String::with_capacity(self.name.len());
        for word in self.name.split('-') {
            if word.starts_with(|first: char| first.is_ascii_digit()) {
                name.push('_');
            }
            name.push_str(&crate::case::to_variant(word));
        }
        name
    }
}

/// The domains for the head of a file.
pub(super) fn named(domains: &[Domain<'_>]) -> String {
    let named: Vec<String> = domains.iter().map(Domain::named).collect();
    named.join(", ")
}

/// A string literal that JSON, JavaScript and TypeScript share. What nobody sees, or what ends a line or a script, is escaped.
pub(super) fn literal(text: &str) -> String {
    quoted(text, |letter| letter == '<' || is_written_out(letter), push_escaped)
}

/// A literal in double quotes with backslashes before what would end it; what else is escaped, and how, the language says.
pub(super) fn quoted(text: &str, is_escaped: fn(char) -> bool, push: fn(&mut String, char)) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            _ if is_escaped(letter) => push(&mut out, letter),
            _ => out.push(letter),
        }
    }
    out.push('"');
    out
}

/// JSON for people: what nobody can see, or what would turn its text around, is escaped. Such letters stand inside strings only.
#[cfg(any(test, feature = "docs", feature = "render"))]
pub(super) fn seen_in_json(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for letter in json.chars() {
        if is_written_out(letter) && letter != '\n' { push_escaped(&mut out, letter) } else { out.push(letter) }
    }
    out
}

fn push_escaped(out: &mut String, letter: char) {
    for unit in letter.encode_utf16(&mut [0; 2]) {
        let _ = write!(out, "\\u{unit:04x}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_domains_stay_apart() {
        let name = |name: &'static str| Domain { name, catalogs: Vec::new() }.type_name();
        assert_eq!(["a-1", "a1", "a-b", "ab"].map(name), ["A_1", "A1", "AB", "Ab"]);
    }

    #[test]
    fn literals_hide_nothing_and_end_nothing() {
        assert_eq!(literal("a\"\\\n\t</script>\u{202e}문서\u{2028}"), r#""a\"\\\n\t\u003c/script>\u202e문서\u2028""#);
        assert_eq!(literal("\u{e0001}"), r#""\udb40\udc01""#);
        assert_eq!(seen_in_json("\u{202e}\n문서\u{e0001}"), "\\u202e\n문서\\udb40\\udc01");
    }
}
