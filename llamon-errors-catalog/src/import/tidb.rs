//! `errors.toml`, as the generators of the TiDB family write it (their RFC of 2020-05-08 on standard error codes).
//!
//! ```text
//! ["KV:Cloud:Io"]                          [KV:Cloud:Io]
//! error = '''                              reason = "io"
//! %s of %d bytes failed                    title = "Io"
//! '''                                 ->   message = "{arg1} of {arg2} bytes failed"
//! description = '''...'''                  description = "..."
//! workaround = '''...'''                   help = "..."
//! ```
//!
//! Verbs of Go's `fmt` become placeholders. The last part of the code names the reason where it holds letters. Nothing in the file says
//! `sdk_code` or `retriable`.

use std::fmt::Write as _;

use llamon_errors_core::template::{Piece, pieces};

use crate::case::to_reason;
use crate::diagnostic::Diagnostics;
use crate::import::draft::{Draft, DraftEntry, Value};
use crate::import::{Decision, decision};
use crate::keys::CatalogKey;
use crate::lower::shown;
use crate::model::FieldType;
use crate::raw::{RawItem, RawTable, RawValue};
use crate::read::read as read_toml;
use crate::source::SourceFile;

/// The longest message that is a title as well.
const SHORT: usize = 60;

pub(super) fn read(source: &SourceFile, decisions: &mut Vec<Decision>) -> Draft {
    let mut diagnostics = Diagnostics::default();
    let raw = read_toml(source, &mut diagnostics);
    if let (Some(refused), true) = (raw.refused, diagnostics.is_empty()) {
        diagnostics.push(*refused);
    }
    decisions.extend(diagnostics.iter().map(|fault| decision(source.path(), fault)));
    let mut draft = Draft::default();
    let is_ours = |item: &&RawItem<'_>| {
        item.key.value == CatalogKey::Domain.name() && matches!(item.value.value, RawValue::String(_))
    };
    if let Some(domain) = raw.top.items.iter().find(is_ours) {
        decisions.push(Decision {
            place: format!("{}:{}", source.path(), source.position(domain.key.span.start).line),
            message: "the file names a `domain`, so it is a catalog already, and no errors.toml".to_owned(),
            help: Some("use it as it is; `llamon-errors check` says what is wrong with it".to_owned()),
        });
        return draft;
    }
    for item in &raw.top.items {
        let place = format!("{}:{}", source.path(), source.position(item.key.span.start).line);
        match &item.value.value {
            RawValue::Table(table) => draft.entries.push(entry(item, table, &place, decisions)),
            _ => decisions.push(Decision {
                place,
                message: format!("`{}` is {}, not an entry", shown(&item.key.value), item.value.value.kind()),
                help: Some("an entry is a table: `[\"CODE\"]`".to_owned()),
            }),
        }
    }
    draft
}

fn entry(item: &RawItem<'_>, table: &RawTable<'_>, place: &str, decisions: &mut Vec<Decision>) -> DraftEntry {
    let mut entry = DraftEntry::new(item.key.value.as_ref(), place.to_owned());
    let reason = entry.code.rsplit([':', '.', '/']).next().and_then(reason_of);
    let mut message = None;
    for item in &table.items {
        let RawValue::String(text) = &item.value.value else {
            let message =
                format!("`{}` of `{}` is {}", shown(&item.key.value), shown(&entry.code), item.value.value.kind());
            let help = Some("if the code holds dots, quote it".to_owned());
            decisions.push(Decision { place: place.to_owned(), message, help });
            continue;
        };
        let text = text.trim();
        match (item.key.value.as_ref(), text) {
            (_, "") => {}
            // Some generators have nothing to say but the code.
            ("error", text) if text == entry.code => {}
            ("error", text) => message = Some(text),
            ("description", text) => entry.set_text("description", Some(text)),
            ("workaround", text) => entry.set_text("help", Some(text)),
            (key, _) => {
                let message = format!("`{}` of `{}` has no place in a catalog", shown(key), shown(&entry.code));
                let help = Some("take it out, or put it into `description`".to_owned());
                decisions.push(Decision { place: place.to_owned(), message, help });
            }
        }
    }
    let template = message.map(template);
    entry.set_text("title", title(message, template.as_ref(), reason.as_deref()));
    if let Some(Template { text, types }) = template {
        // A title that is the message says it once.
        if entry.value("title") != Some(&Value::Text(text.clone())) {
            entry.set("message", Value::Text(text));
        }
        // Text is what a placeholder is anyway.
        let typed: Vec<_> = types.into_iter().filter(|(_, ty)| ty != FieldType::String.as_str()).collect();
        if !typed.is_empty() {
            entry.set("fields", Value::Texts(typed));
        }
    }
    entry.set_text("reason", reason);
    entry
}

/// The reason that a part of a code names: `ErrEncryptionKMS` is `encryption_kms`; a number names none.
fn reason_of(name: &str) -> Option<String> {
    let name =
        name.strip_prefix("Err").filter(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase())).unwrap_or(name);
    to_reason(name).filter(|reason| reason.starts_with(|first: char| first.is_ascii_lowercase()))
}

/// The message itself where it is short and whole, else the reason in words, else what words the message has.
fn title(message: Option<&str>, template: Option<&Template>, reason: Option<&str>) -> Option<String> {
    let whole = message.filter(|text| text.chars().count() <= SHORT && !text.contains(['\n', '{', '}', '%']));
    if let (Some(whole), true) = (whole, template.is_some_and(|template| template.types.is_empty())) {
        return Some(whole.to_owned());
    }
    let words = reason.map(|reason| reason.replace('_', " ")).or_else(|| longest_piece(&template?.text))?;
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect())
}

/// The longest words between two placeholders: of `{arg1} is out of range in '{arg2}'` they are `is out of range in`.
fn longest_piece(message: &str) -> Option<String> {
    let mut texts = vec![String::new()];
    for piece in pieces(message).flatten() {
        match (piece, texts.last_mut()) {
            (Piece::Text(text), Some(last)) => last.push_str(text),
            (Piece::Text(_), None) | (Piece::Placeholder(_), _) => texts.push(String::new()),
        }
    }
    let lines = texts.iter().flat_map(|text| text.lines());
    let trimmed = lines.map(|line| line.trim_matches(|letter: char| !letter.is_alphanumeric()));
    trimmed.max_by_key(|words| words.len()).filter(|words| words.chars().any(char::is_alphabetic)).map(str::to_owned)
}

/// A message of ours and the types of its placeholders.
struct Template {
    text: String,
    types: Vec<(String, String)>,
}

/// A text for Go's `fmt` as a message: `%-.192s` is `{arg1}`, `%d` is `{arg2}` and an integer, `%[1]s` is the first again.
fn template(text: &str) -> Template {
    let mut template = Template { text: String::new(), types: Vec::new() };
    let (mut rest, mut next) = (text, 1);
    while let Some((before, behind)) = rest.split_once('%') {
        literal(&mut template.text, before);
        let (verb, behind) = verb(behind);
        rest = behind;
        match verb {
            Verb::Percent => template.text.push('%'),
            Verb::Argument(number, ty) => {
                let number = number.unwrap_or(next);
                // Numbers of a file may be any; behind the last there is none.
                next = number.saturating_add(1);
                let name = format!("arg{number}");
                let _ = write!(template.text, "{{{name}}}");
                if template.types.iter().all(|(known, _)| *known != name) {
                    template.types.push((name, ty.as_str().to_owned()));
                }
            }
        }
    }
    literal(&mut template.text, rest);
    template
}

enum Verb {
    /// A sign of percent: `%%`, or one that begins no verb.
    Percent,
    /// An argument, by its number where one is written, and what it is.
    Argument(Option<usize>, FieldType),
}

/// What stands behind a `%`, and what is left.
fn verb(text: &str) -> (Verb, &str) {
    if let Some(rest) = text.strip_prefix('%') {
        return (Verb::Percent, rest);
    }
    let flags = text.trim_start_matches(['+', '-', '#', '0', ' ', '\'']);
    let width = flags.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '*'));
    let numbered = width.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let (number, rest) = match numbered.and_then(|(number, rest)| Some((number.parse().ok()?, rest))) {
        Some((number, rest)) => (Some(number), rest),
        None => (None, width),
    };
    let mut letters = rest.chars();
    let ty = match letters.next() {
        Some('d' | 'b' | 'o' | 'O' | 'U' | 'c') => FieldType::Integer,
        Some('f' | 'F' | 'e' | 'E' | 'g' | 'G') => FieldType::Number,
        Some('t') => FieldType::Boolean,
        Some('s' | 'v' | 'q' | 'x' | 'X' | 'T' | 'p' | 'w') => FieldType::String,
        _ => return (Verb::Percent, text),
    };
    (Verb::Argument(number, ty), letters.as_str())
}

/// Text that is only text: braces are doubled.
fn literal(out: &mut String, text: &str) {
    out.push_str(&text.replace('{', "{{").replace('}', "}}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_become_placeholders() {
        for (go, ours) in [
            ("%s of %d bytes, 100%%", "{arg1} of {arg2} bytes, 100%"),
            ("Duplicate entry '%-.64s' for key '%-.192s'", "Duplicate entry '{arg1}' for key '{arg2}'"),
            ("%[2]s before %[1]d and %v", "{arg2} before {arg1} and {arg2}"),
            ("{%.2f} %+v", "{{{arg1}}} {arg2}"),
            ("100% sure", "100{arg1}ure"),
            ("100% ", "100% "),
            ("%!", "%!"),
            ("%[18446744073709551615]d %s", "{arg18446744073709551615} {arg18446744073709551615}"),
            ("%[99999999999999999999]d", "%[99999999999999999999]d"),
        ] {
            assert_eq!(template(go).text, ours, "{go}");
        }
        let types = template("%d %s %t %f").types;
        assert_eq!(
            types.iter().map(|(_, ty)| ty.as_str()).collect::<Vec<_>>(),
            ["integer", "string", "boolean", "number"]
        );
    }

    #[test]
    fn names_of_codes_are_reasons() {
        let reason = |name| reason_of(name);
        assert_eq!(reason("ErrEncryptionKMS").as_deref(), Some("encryption_kms"));
        assert_eq!(reason("Io").as_deref(), Some("io"));
        assert_eq!(reason("Errno").as_deref(), Some("errno"));
        assert_eq!(reason("8200"), None);
    }
}
