//! Messages in their locales, and fields.

use llamon_errors_core::template::{self, TemplateError, TemplateFault, is_identifier};

use crate::keys::Key;
use crate::lower::value::Owner;
use crate::lower::{Lower, pointer, shown};
use crate::model::{Field, FieldType, LocalizedMessage, span_within};
use crate::raw::{RawItem, RawValue};
use crate::rule::Rule;
use crate::source::Spanned;
use crate::suggest::nearest;

impl Lower<'_, '_> {
    /// The messages of an entry, the default locale's first.
    pub(super) fn messages(&mut self, item: &RawItem<'_>, code: &str) -> Vec<LocalizedMessage> {
        let RawValue::Table(table) = &item.value.value else {
            let text = match &item.value.value {
                RawValue::String(_) => self.text(item, Owner::Entry(code)),
                _ => {
                    self.wrong_type(item, Owner::Entry(code), "a string or a table of locales", None);
                    None
                }
            };
            return text.map(|text| self.template(text, code, None)).into_iter().collect();
        };
        if table.items.is_empty() && !table.damaged {
            self.no_texts(item, code);
            return Vec::new();
        }
        let default = self.catalog.default_locale.as_ref().map(|locale| locale.value.clone());
        let mut messages = Vec::with_capacity(table.items.len());
        for locale in &table.items {
            if !self.is_locale(&locale.key.value, locale.key.span, Some(code)) {
                continue;
            }
            if let Some(text) = self.text(locale, Owner::Inside(code, Key::Message)) {
                let name = Spanned::new(locale.key.value.clone().into_owned(), locale.key.span);
                let message = self.template(text, code, Some(name));
                messages.push(message);
            }
        }
        let is_default = |message: &LocalizedMessage| message.locale.as_ref().map(|l| &l.value) == default.as_ref();
        match (default.as_ref(), messages.iter().position(is_default)) {
            (Some(_), Some(position)) => messages.swap(0, position),
            _ if table.damaged || messages.len() < table.items.len() => {}
            (Some(default), None) => {
                let message = format!("message of `{}` has no text for the default locale `{default}`", shown(code));
                let help = format!("add `{default} = \"...\"`; it is the text that an error shows");
                self.no_default(item, code, message, help);
            }
            (None, _) if self.excused.default_locale => {}
            (None, _) => {
                let first = table.items.first().map_or("en", |item| item.key.value.as_ref());
                let message =
                    format!("message of `{}` is localized, but the catalog has no `default_locale`", shown(code));
                let help = format!("write `default_locale = \"{first}\"` above the first table");
                self.no_default(item, code, message, help);
            }
        }
        if let [first, others @ ..] = messages.as_slice() {
            for other in others {
                self.same_placeholders(code, first, other);
            }
        }
        messages
    }

    /// Every locale of a message fills the same holes. A template at fault is not compared: nobody knows which holes it means.
    fn same_placeholders(&mut self, code: &str, first: &LocalizedMessage, other: &LocalizedMessage) {
        let (Some(wanted), Some(there)) = (holes(first), holes(other)) else { return };
        let (missing, extra) = (listed(&wanted, &there), listed(&there, &wanted));
        if missing.is_empty() && extra.is_empty() {
            return;
        }
        let locale = |message: &LocalizedMessage| message.locale.as_ref().map_or(String::new(), |l| l.value.clone());
        let (first_locale, other_locale) = (locale(first), locale(other));
        let help = match (missing.is_empty(), extra.is_empty()) {
            (false, true) => format!("`{other_locale}` lacks {missing}"),
            (true, _) => format!("`{first_locale}` has no {extra}"),
            (false, false) => format!("`{other_locale}` lacks {missing} and has {extra}"),
        };
        let message =
            format!("message of `{}` has other placeholders in `{other_locale}` than in `{first_locale}`", shown(code));
        let source = self.source;
        self.fault(Rule::LocalesDiffer, other.text.span, message, |fault| {
            fault
                .primary_label("other placeholders here")
                .label(source, first.text.span, "than here")
                .help(help)
                .violation(
                    pointer(&[code, "message", &other_locale]),
                    &format!("the placeholders {}", listed(&wanted, &[])),
                    Some(&listed(&there, &[])),
                )
        });
    }

    fn no_texts(&mut self, item: &RawItem<'_>, code: &str) {
        let message = format!("`message` of `{}` has a text in no locale", shown(code));
        self.fault(Rule::BlankText, item.value.span, message, |fault| {
            let help = "write `message = \"...\"`, or remove the key: then the title is the message";
            fault.help(help).violation(pointer(&[code, "message"]), "a text that is not blank", Some("{}"))
        });
    }

    fn no_default(&mut self, item: &RawItem<'_>, code: &str, message: String, help: String) {
        self.fault(Rule::BadLocale, item.key.span, message, |fault| {
            fault.help(help).violation(pointer(&[code, "message"]), "a text for the default locale", None)
        });
    }

    /// `default_locale` itself.
    pub(super) fn locale(&mut self, item: &RawItem<'_>) -> Option<Spanned<String>> {
        let locale = self.text(item, Owner::Catalog)?;
        self.is_locale(&locale.value, locale.span, None).then_some(locale)
    }

    /// A language tag: letters and digits in groups of 1 to 8, joined by `-`, the first of 2 or 3 letters (BCP 47's outline).
    fn is_locale(&mut self, text: &str, span: crate::source::Span, code: Option<&str>) -> bool {
        let mut groups = text.split('-');
        let language = groups.next().unwrap_or_default();
        let sound = matches!(language.len(), 2 | 3)
            && language.bytes().all(|byte| byte.is_ascii_lowercase())
            && groups
                .all(|group| (1..=8).contains(&group.len()) && group.bytes().all(|byte| byte.is_ascii_alphanumeric()));
        if !sound {
            let owner = code.map(|code| format!(" of `{}`", shown(code))).unwrap_or_default();
            let message = format!("locale `{}`{owner} is not a language tag", shown(text));
            let field = code.map_or_else(|| pointer(&["default_locale"]), |code| pointer(&[code, "message", text]));
            self.fault(Rule::BadLocale, span, message, |fault| {
                fault.help("write a tag such as `ko`, `en` or `en-GB`").violation(field, "a language tag", Some(text))
            });
        }
        sound
    }

    /// Checks a template; every fault in it is told at its own place.
    fn template(&mut self, text: Spanned<String>, code: &str, locale: Option<Spanned<String>>) -> LocalizedMessage {
        for error in template::pieces(&text.value).filter_map(Result::err) {
            let span = span_within(self.source, &text, error.range.clone());
            let owner = locale.as_ref().map(|l| format!(" ({})", l.value)).unwrap_or_default();
            let piece = text.value.get(error.range.clone()).unwrap_or_default();
            let message = match error.fault {
                TemplateFault::Unclosed | TemplateFault::Unopened => {
                    format!("message of `{}`{owner} {}", shown(code), error.fault.as_str())
                }
                fault => format!("message of `{}`{owner} {}: `{}`", shown(code), fault.as_str(), shown(piece)),
            };
            let field = match &locale {
                Some(locale) => pointer(&[code, "message", &locale.value]),
                None => pointer(&[code, "message"]),
            };
            self.fault(Rule::BadTemplate, span, message, |fault| {
                fault.help(template_help(&error, piece)).violation(field, "text with {name} placeholders", Some(piece))
            });
        }
        LocalizedMessage { locale, text }
    }

    pub(super) fn fields(&mut self, item: &RawItem<'_>, code: &str) -> Vec<Field> {
        let RawValue::Table(table) = &item.value.value else {
            let help = "write `fields = { document_id = \"string\" }`".to_owned();
            self.wrong_type(item, Owner::Entry(code), "a table of types", Some(help));
            return Vec::new();
        };
        let mut fields = Vec::with_capacity(table.items.len());
        for field in &table.items {
            let name = field.key.value.as_ref();
            if !is_identifier(name) {
                let message = format!("field `{}` of `{}` has a name that no field can have", shown(name), shown(code));
                let help = match name {
                    "self" | "Self" | "super" | "crate" => "Rust keeps this word for itself; write another",
                    _ => "write ASCII letters, digits and `_`, beginning with no digit",
                };
                self.fault(Rule::BadFieldName, field.key.span, message, |fault| {
                    fault.help(help).violation(pointer(&[code, "fields", name]), "an ASCII identifier", Some(name))
                });
            }
            if let Some(ty) = self.field_type(field, code) {
                fields.push(Field { name: Spanned::new(name.to_owned(), field.key.span), ty });
            }
        }
        fields
    }

    fn field_type(&mut self, field: &RawItem<'_>, code: &str) -> Option<FieldType> {
        let text = self.text(field, Owner::Inside(code, Key::Fields))?;
        let types = FieldType::ALL.map(FieldType::as_str);
        if let Some(ty) = FieldType::ALL.into_iter().find(|ty| ty.as_str() == text.value) {
            return Some(ty);
        }
        let meant = match text.value.as_str() {
            "int" | "i32" | "i64" | "u32" | "u64" | "usize" => Some("integer"),
            "float" | "double" | "f32" | "f64" => Some("number"),
            "str" | "text" => Some("string"),
            other => nearest(other, types),
        };
        let help = match meant {
            Some(meant) => format!("did you mean `{meant}`? the types are {}", types.join(", ")),
            None => format!("the types are {}", types.join(", ")),
        };
        let (name, ty) = (field.key.value.as_ref(), shown(&text.value));
        let message = format!("type `{ty}` of field `{}` of `{}` is unknown", shown(name), shown(code));
        self.fault(Rule::UnknownFieldType, text.span, message, |fault| {
            let expected = format!("one of: {}", types.join(", "));
            fault.help(help).violation(pointer(&[code, "fields", name]), &expected, Some(&text.value))
        });
        None
    }
}

/// The names of a message's placeholders, each once; nothing when the template is at fault.
fn holes(message: &LocalizedMessage) -> Option<Vec<&str>> {
    let sound = template::pieces(&message.text.value).all(|piece| piece.is_ok());
    let mut names: Vec<&str> = template::placeholders(&message.text.value).collect();
    names.sort_unstable();
    names.dedup();
    sound.then_some(names)
}

/// The names that the others lack, as they are written.
fn listed(names: &[&str], others: &[&str]) -> String {
    let names: Vec<String> =
        names.iter().filter(|name| !others.contains(name)).map(|name| format!("`{{{name}}}`")).collect();
    names.join(", ")
}

fn template_help(error: &TemplateError, piece: &str) -> String {
    let piece = shown(piece);
    let inside = piece.trim_start_matches('{').trim_end_matches('}').trim();
    let head = inside.split([':', '!']).next().unwrap_or_default();
    match error.fault {
        TemplateFault::Unclosed => "close it with `}`, or write `{{` for a brace".to_owned(),
        TemplateFault::Unopened => "write `}}` for a brace".to_owned(),
        TemplateFault::RawIdentifier => format!("write `{{{}}}`", inside.trim_start_matches("r#")),
        TemplateFault::FormatSpec if !head.is_empty() => {
            format!("write `{{{head}}}`; how a value prints is its type's own matter")
        }
        TemplateFault::BadName if is_identifier(inside) => format!("write `{{{inside}}}` without blanks"),
        TemplateFault::Empty | TemplateFault::Positional | TemplateFault::FormatSpec => {
            "name the field, for example `{document_id}`; write `{{` and `}}` for braces".to_owned()
        }
        _ => "a placeholder is a field's name in ASCII letters, digits and `_`; write `{{` and `}}` for braces"
            .to_owned(),
    }
}
