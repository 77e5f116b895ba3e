//! The variants of an enum that is written from a catalog, as Rust source.
//!
//! Comes in: entries and the names of their variants. Goes out: text, one variant after the other, documented:
//!
//! ```text
//! /// 문서 없음
//! ///
//! /// `DOC_005`, `NOT_FOUND`, not retriable.
//! #[domain_error(code = "DOC_005")]
//! DocumentNotFound {
//!     /// Fills `{document_id}`.
//!     document_id: String,
//! },
//! ```
//!
//! With [`file()`] the whole enum is written, as rustfmt would lay it out, for people and for files that are committed.
//!
//! Text of the catalog stands in documentation as text only: it makes no links, no code, no tests.

use std::borrow::Cow;
use std::fmt::Write as _;

use llamon_errors_core::template::placeholders;

use crate::index::NameIndex;
use crate::model::{Entry, EntryKind, Facts, FieldType};
use crate::names::Wanted;
use crate::text::{is_written_out, one_line};

/// How the types of fields are written: a macro needs whole paths, a file for people does not.
#[derive(Clone, Copy, Debug)]
pub struct Types<'t> {
    /// The type of text.
    pub string: &'t str,
    /// What stands before `i64`, `f64` and `bool`.
    pub primitive: &'t str,
}

impl Types<'static> {
    /// Types as people write them.
    pub const PLAIN: Self = Self { string: "String", primitive: "" };
}

/// The variants of these entries.
#[must_use]
pub fn variants(entries: &[(&Entry, String)], types: Types<'_>) -> String {
    let mut out = String::new();
    for (entry, name) in entries {
        let Some(facts) = entry.facts() else { continue };
        document(&mut out, entry, facts);
        if let Some(note) = &facts.deprecated {
            let _ = writeln!(out, "#[deprecated(note = {})]", literal(note));
        }
        let _ = writeln!(out, "#[domain_error(code = {})]", literal(entry.code()));
        variant(&mut out, name, facts, types);
    }
    out
}

/// The enum that `from_catalog` writes: the derive, the catalog's path, and these variants.
///
/// ```text
/// // Written by `llamon-errors expand catalogs/documents.toml`.
///
/// /// The errors of `document-service`.
/// #[derive(Debug, llamon_errors::DomainError)]
/// #[domain_error(catalog = "catalogs/documents.toml")]
/// pub enum DocumentsError {
///     ...
/// }
/// ```
#[must_use]
pub fn file(enumeration: &Enumeration<'_>, entries: &[(&Entry, String)]) -> String {
    let Enumeration { name, path, domain, command, wanted } = enumeration;
    let (what, derive) = match wanted {
        Wanted::Errors => ("errors", "DomainError"),
        Wanted::Outcomes => ("outcomes", "DomainOutcome"),
    };
    let command = one_line(command);
    let mut out = format!("// Written by `{command}`.\n\n/// The {what} of `{domain}`.\n");
    let _ = writeln!(out, "#[derive(Debug, llamon_errors::{derive})]");
    attribute(&mut out, "", "domain_error", &format!("catalog = {}", literal(path)));
    let body = variants(entries, Types::PLAIN);
    if body.is_empty() {
        let _ = writeln!(out, "pub enum {name} {{}}");
        return out;
    }
    let _ = writeln!(out, "pub enum {name} {{");
    for line in body.lines() {
        let inside = line.strip_prefix("#[").and_then(|line| line.strip_suffix(")]"));
        match inside.and_then(|inside| inside.split_once('(')) {
            Some((name, inside)) => attribute(&mut out, "    ", name, inside),
            None => {
                let _ = writeln!(out, "    {line}");
            }
        }
    }
    out.push_str("}\n");
    out
}

/// What an enum in a file is called, and of what it is.
#[derive(Clone, Copy, Debug)]
pub struct Enumeration<'e> {
    /// Its name.
    pub name: &'e str,
    /// The catalog's path, as the derive is to read it.
    pub path: &'e str,
    /// The catalog's domain.
    pub domain: &'e str,
    /// What wrote the file.
    pub command: &'e str,
    /// Whether it is of errors or of outcomes.
    pub wanted: Wanted,
}

/// Whether an enum can have this name.
///
/// ```
/// use llamon_errors_catalog::emit::rust::is_name;
///
/// assert!(is_name("DocumentsError") && is_name("문서오류"));
/// assert!(!is_name("documents-error") && !is_name("9Lives") && !is_name("Self") && !is_name("enum") && !is_name("A²"));
/// ```
#[must_use]
pub fn is_name(name: &str) -> bool {
    let is_letter = |letter: char| letter.is_alphabetic() || letter == '_';
    name.starts_with(is_letter)
        && name.chars().all(|letter| is_letter(letter) || letter.is_ascii_digit())
        && !matches!(name, "_" | "Self")
        && !is_keyword(name)
}

/// One attribute, broken where rustfmt breaks it: behind 100 columns.
fn attribute(out: &mut String, indent: &str, name: &str, inside: &str) {
    let line = format!("{indent}#[{name}({inside})]");
    let _ = if columns(&line) <= 100 {
        writeln!(out, "{line}")
    } else {
        writeln!(out, "{indent}#[{name}(\n{indent}    {inside}\n{indent})]")
    };
}

/// How many columns a text takes: letters of East Asia take two.
fn columns(text: &str) -> usize {
    let width = |letter| match letter {
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}' => 2,
        _ => 1,
    };
    text.chars().map(width).sum()
}

fn variant(out: &mut String, name: &str, facts: &Facts, types: Types<'_>) {
    let fields = fields(facts);
    if fields.is_empty() {
        let _ = writeln!(out, "{name},");
        return;
    }
    let _ = writeln!(out, "{name} {{");
    for (field, ty, fills) in fields {
        let ty = match ty {
            FieldType::String => types.string.to_owned(),
            FieldType::Integer => format!("{}i64", types.primitive),
            FieldType::Number => format!("{}f64", types.primitive),
            FieldType::Boolean => format!("{}bool", types.primitive),
        };
        let what = if fills { "Fills" } else { "Travels as" };
        let braced = if fills { format!("{{{field}}}") } else { field.to_owned() };
        let _ = writeln!(out, "    /// {what} `{braced}`.\n    {}: {ty},", identifier(field));
    }
    out.push_str("},\n");
}

/// The fields of a variant: what fills its message in the order of use, then what else the entry lists; each with whether the
/// message uses it.
pub(crate) fn fields(facts: &Facts) -> Vec<(&str, FieldType, bool)> {
    let listed: Vec<&str> = facts.fields.iter().map(|field| field.name.value.as_str()).collect();
    let (numbers, _) = NameIndex::of_list(&listed);
    let typed = |name: &str| numbers.get(name).and_then(|number| facts.fields.get(number)).map(|field| field.ty);
    let mut known = NameIndex::default();
    let mut fields: Vec<(&str, FieldType, bool)> = Vec::new();
    for name in facts.message().iter().flat_map(|message| placeholders(&message.value)) {
        if known.insert(Cow::Borrowed(name), fields.len()).is_none() {
            fields.push((name, typed(name).unwrap_or(FieldType::String), true));
        }
    }
    for field in &facts.fields {
        if known.insert(Cow::Borrowed(&field.name.value), fields.len()).is_none() {
            fields.push((&field.name.value, field.ty, false));
        }
    }
    fields
}

/// A field's name as Rust writes it. Those that `r#` cannot help are no names of fields (core's template grammar).
fn identifier(name: &str) -> String {
    if is_keyword(name) { format!("r#{name}") } else { name.to_owned() }
}

/// Strict and reserved keywords of edition 2024 in small letters.
pub(crate) fn is_keyword(name: &str) -> bool {
    const KEYWORDS: [&str; 51] = [
        "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn",
        "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro",
        "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super",
        "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
    ];
    KEYWORDS.contains(&name)
}

fn document(out: &mut String, entry: &Entry, facts: &Facts) {
    let what = match entry.kind() {
        EntryKind::Error(error) => {
            let retriable = if error.retriable.value { "retriable" } else { "not retriable" };
            format!("`{}`, {retriable}", error.sdk_code.value)
        }
        EntryKind::Outcome(outcome) => format!("a result, `{}`", outcome.state.value),
        EntryKind::Retired(_) => return,
    };
    let mut paragraphs = vec![inert(&facts.title.value)];
    paragraphs.extend(facts.description.as_deref().map(inert));
    paragraphs.extend(facts.help.as_deref().map(|help| format!("Help: {}", inert(help))));
    let since = facts.since.as_deref().map(|since| format!(", since {}", inert(since))).unwrap_or_default();
    paragraphs.push(format!("{}, {what}{since}.", inert(entry.code())));
    paragraphs.extend(facts.docs_url.as_ref().map(|url| format!("See <{url}>.")));
    for (position, paragraph) in paragraphs.iter().filter(|paragraph| !paragraph.is_empty()).enumerate() {
        if position > 0 {
            out.push_str("///\n");
        }
        for line in paragraph.lines() {
            let _ = writeln!(out, "/// {line}");
        }
    }
}

/// Text of the catalog as documentation that is only text: every mark that Markdown may take for more is escaped, lines lose
/// their indentation, and what nobody can see is written out.
fn inert(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if !out.is_empty() {
            out.push('\n');
        }
        for letter in line.chars() {
            if letter.is_ascii_punctuation() && !matches!(letter, ',' | '\'' | ';' | '?' | '%' | '/') {
                out.push('\\');
                out.push(letter);
            } else if is_written_out(letter) {
                let _ = write!(out, "U+{:04X}", u32::from(letter));
            } else {
                out.push(letter);
            }
        }
    }
    out
}

/// A Rust string literal.
fn literal(text: &str) -> String {
    format!("{text:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_the_catalog_is_nothing_but_text() {
        assert_eq!(inert("see [x](y) `z` <b> https://e.org"), r"see \[x\]\(y\) \`z\` \<b\> https\://e\.org");
        assert_eq!(inert("```\nfn main() {}\n```"), "\\`\\`\\`\nfn main\\(\\) \\{\\}\n\\`\\`\\`");
        assert_eq!(inert("    four blanks\n\n\n# no heading"), "four blanks\n\\# no heading");
        assert_eq!(inert("👩\u{200d}💻 می\u{200c}خواهم"), "👩\u{200d}💻 می\u{200c}خواهم");
        assert_eq!(inert("a\u{202e}b*/\"#"), "aU+202Eb\\*/\\\"\\#");
    }

    #[test]
    fn keywords_become_raw() {
        assert_eq!((identifier("type"), identifier("types")), ("r#type".to_owned(), "types".to_owned()));
    }
}
