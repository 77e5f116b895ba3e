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
//! Text of the catalog stands in documentation as text only: it makes no links, no code, no tests.

use std::fmt::Write as _;

use llamon_errors_core::template::placeholders;

use crate::model::{Entry, EntryKind, Facts, FieldType};
use crate::text::is_invisible;

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
    let typed = |name: &str| facts.fields.iter().find(|field| field.name.value == name).map(|field| field.ty);
    let mut fields: Vec<(&str, FieldType, bool)> = Vec::new();
    for name in facts.message().iter().flat_map(|message| placeholders(&message.value)) {
        if fields.iter().all(|(known, ..)| *known != name) {
            fields.push((name, typed(name).unwrap_or(FieldType::String), true));
        }
    }
    for field in &facts.fields {
        if fields.iter().all(|(known, ..)| *known != field.name.value) {
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
            } else if letter.is_control() || is_invisible(letter) {
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
        assert_eq!(inert("a\u{202e}b*/\"#"), "aU+202Eb\\*/\\\"\\#");
    }

    #[test]
    fn keywords_become_raw() {
        assert_eq!((identifier("type"), identifier("types")), ("r#type".to_owned(), "types".to_owned()));
    }
}
