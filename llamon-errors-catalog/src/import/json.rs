//! What `export --format json` writes.
//!
//! ```text
//! {"domain": "document-service", "default_locale": "ko", "version": "1.4.0",
//!  "entries": [{"code": "DOC_005", "sdk_code": "NOT_FOUND", ...,
//!               "message": "..." or {"ko": "...", "en": "..."}, "fields": {"limit": "integer"}}, ...]}
//! ```
//!
//! Several catalogs stand under `catalogs`, beside the `format`, which is 1; those of one domain become one. Members have the names of the
//! format's keys; others would be lost, so they are told. Absent ones and `null` say nothing. The order of members is kept: it is that of
//! messages and fields.

use std::collections::HashSet;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};

use crate::import::Decision;
use crate::import::draft::{Draft, DraftEntry, Value};
use crate::keys::{CatalogKey, Form, Key};
use crate::lower::{self, shown};
use crate::source::SourceFile;
use crate::suggest::nearest;

pub(super) fn read(source: &SourceFile, domain: Option<&str>, decisions: &mut Vec<Decision>) -> Draft {
    let mut reader = Reader { path: source.path(), decisions };
    match serde_json::from_str::<Any>(source.text()) {
        Ok(whole) => reader.whole(&whole, domain),
        Err(error) => {
            let place = format!("{}:{}:{}", source.path(), error.line(), error.column());
            // The place is said already.
            let said = error.to_string();
            let message = format!("the file is no JSON: {}", said.split(" at line ").next().unwrap_or_default());
            reader.decisions.push(Decision { place, message, help: None });
            Draft::default()
        }
    }
}

/// What `export` writes beside the keys of a catalog; a file may be one catalog alone.
const CATALOG: [&str; 3] = ["entries", "made_by", "format"];
/// What `export` writes beside the keys of an entry.
const ENTRY: [&str; 2] = ["code", "kind"];

struct Reader<'r> {
    path: &'r str,
    decisions: &'r mut Vec<Decision>,
}

impl Reader<'_> {
    fn tell(&mut self, pointer: &str, message: String, help: Option<String>) {
        self.decisions.push(Decision { place: format!("{}#{pointer}", self.path), message, help });
    }

    /// The one catalog, or those of the wanted domain, which are one.
    fn whole(&mut self, whole: &Any, wanted: Option<&str>) -> Draft {
        if let Some(format) = whole.member("format").filter(|format| !matches!(format, Any::Number(1))) {
            let number = if let Any::Number(number) = format { number.to_string() } else { format.kind().to_owned() };
            let help = "export it again, or import it with the version that wrote it".to_owned();
            self.tell("/format", format!("the format is {number}, and only 1 is known"), Some(help));
            return Draft::default();
        }
        let listed: Vec<(String, &Any)> = match (whole.member("catalogs"), whole) {
            (Some(Any::List(all)), _) => numbered("/catalogs", all),
            (_, Any::List(all)) => numbered("", all),
            _ => vec![(String::new(), whole)],
        };
        let is_wanted = |catalog: &Any| {
            let domain = catalog.text("domain");
            wanted.is_none() || domain.is_none() || domain == wanted
        };
        let chosen: Vec<_> = listed.iter().filter(|(_, catalog)| is_wanted(catalog)).collect();
        let mut domains: Vec<&str> = Vec::new();
        for domain in listed.iter().filter_map(|(_, catalog)| catalog.text("domain")) {
            if !domains.contains(&domain) {
                domains.push(domain);
            }
        }
        let first = chosen.first().map(|(_, first)| first.text("domain"));
        // Who asks for a domain says it for the catalogs that have none, too.
        let is_one = wanted.is_some() || chosen.iter().all(|(_, catalog)| Some(catalog.text("domain")) == first);
        if chosen.is_empty() || !is_one {
            let message = match wanted {
                Some(wanted) => format!("there is no catalog of `{}` in it", shown(wanted)),
                None => format!("there are catalogs of {} domains in it", domains.len()),
            };
            let quoted: Vec<String> = domains.iter().map(|domain| format!("`{}`", shown(domain))).collect();
            let help = format!("choose one with `--domain`: {}", quoted.join(", "));
            self.tell("", message, Some(help).filter(|_| !quoted.is_empty()));
            return Draft::default();
        }
        let mut draft = Draft::default();
        for (pointer, catalog) in chosen {
            let more = self.catalog(pointer, catalog);
            self.join(pointer, &mut draft, more);
        }
        draft
    }

    /// Adds a file of the same domain.
    fn join(&mut self, pointer: &str, draft: &mut Draft, mut more: Draft) {
        for key in CatalogKey::names() {
            let (said, other) = (draft.own(key), more.own(key).take());
            match (&said, &other) {
                (Some(first), Some(other)) if first != other => {
                    let message = format!("`{key}` is `{}` here and `{}` before", shown(other), shown(first));
                    self.tell(&format!("{pointer}/{key}"), message, Some("a catalog has one".to_owned()));
                }
                (None, _) => *said = other,
                (Some(_), _) => {}
            }
        }
        draft.entries.extend(more.entries);
    }

    fn catalog(&mut self, pointer: &str, catalog: &Any) -> Draft {
        let mut draft = Draft::default();
        self.members(pointer, catalog, "the catalog", &CATALOG, &CatalogKey::names().collect::<Vec<_>>());
        for key in CatalogKey::names() {
            match catalog.member(key) {
                None | Some(Any::Null) => {}
                Some(Any::Text(text)) => *draft.own(key) = Some(text.clone()),
                Some(other) => {
                    let message = format!("`{key}` of the catalog is {}, not a string", other.kind());
                    self.tell(&format!("{pointer}/{key}"), message, None);
                }
            }
        }
        match catalog.member("entries") {
            Some(Any::List(entries)) => {
                for (pointer, entry) in numbered(&format!("{pointer}/entries"), entries) {
                    draft.entries.extend(self.entry(&pointer, entry));
                }
            }
            _ => {
                let help =
                    "a catalog is an object with a list `entries`, as `export --format json` writes it".to_owned();
                self.tell(pointer, "there is no list `entries`".to_owned(), Some(help));
            }
        }
        draft
    }

    /// What would be lost: members that the format has no key for, and those of one name behind the first.
    fn members(&mut self, pointer: &str, any: &Any, of: &str, beside: &[&str], keys: &[&str]) {
        let Any::Object(members) = any else { return };
        let mut seen = HashSet::new();
        for (name, _) in members {
            let (called, at) = (shown(name), format!("{pointer}{}", lower::pointer(&[name])));
            if !seen.insert(name.as_str()) {
                self.tell(&at, format!("`{called}` of {of} stands twice"), Some("keep one of them".to_owned()));
            } else if !beside.contains(&name.as_str()) && !keys.contains(&name.as_str()) {
                let meant = nearest(name, keys.iter().copied());
                let help = meant.map_or("take it out".to_owned(), |meant| format!("did you mean `{meant}`?"));
                self.tell(&at, format!("`{called}` of {of} has no place in a catalog"), Some(help));
            }
        }
    }

    fn entry(&mut self, pointer: &str, any: &Any) -> Option<DraftEntry> {
        let Some(code) = any.text("code") else {
            let help = "give it a `code`, a string, or take it out".to_owned();
            self.tell(pointer, "the entry has no `code`".to_owned(), Some(help));
            return None;
        };
        let mut entry = DraftEntry::new(code, format!("{}#{pointer}", self.path));
        self.members(pointer, any, &format!("`{}`", shown(code)), &ENTRY, &Key::names().collect::<Vec<_>>());
        for (key, form) in Key::ALL.iter().map(|key| (key.name(), key.form())) {
            let Some(value) = any.member(key).filter(|value| !matches!(value, Any::Null)) else { continue };
            if let (Any::Object(texts), Form::Fields | Form::Message) = (value, form) {
                // Locales and fields have any name, but once.
                let names: Vec<&str> = texts.iter().map(|(name, _)| name.as_str()).collect();
                self.members(&format!("{pointer}/{key}"), value, &format!("`{key}` of `{}`", shown(code)), &names, &[]);
            }
            match lowered(value, form) {
                Some(value) => entry.set(key, value),
                None => {
                    entry.refuse(key);
                    let (code, is) = (shown(code), value.kind());
                    let message = format!("`{key}` of `{code}` is {is}, not {}", named(form));
                    self.tell(&format!("{pointer}/{key}"), message, None);
                }
            }
        }
        Some(entry)
    }
}

/// What a member is to be.
const fn named(form: Form) -> &'static str {
    match form {
        Form::Boolean => "a boolean",
        Form::Milliseconds => "a whole number",
        Form::Fields => "an object of strings",
        Form::Message => "a string or an object of locales",
        Form::Domain
        | Form::Locale
        | Form::Text
        | Form::SdkCode
        | Form::Reason
        | Form::ErrorSource
        | Form::Url
        | Form::Outcome => "a string",
    }
}

fn lowered(any: &Any, form: Form) -> Option<Value> {
    match (any, form) {
        (Any::Flag(flag), Form::Boolean) => Some(Value::Flag(*flag)),
        (Any::Number(number), Form::Milliseconds) => Some(Value::Number(*number)),
        (Any::Object(members), Form::Fields | Form::Message) => {
            let mut seen = HashSet::new();
            let first = members.iter().filter(|(name, _)| seen.insert(name.as_str()));
            let texts = first.map(|(name, value)| match value {
                Any::Text(text) => Some((name.clone(), text.clone())),
                _ => None,
            });
            texts.collect::<Option<Vec<_>>>().map(Value::Texts)
        }
        (_, Form::Boolean | Form::Milliseconds | Form::Fields) => None,
        (Any::Text(text), _) => Some(Value::Text(text.clone())),
        _ => None,
    }
}

fn numbered<'a>(pointer: &str, all: &'a [Any]) -> Vec<(String, &'a Any)> {
    all.iter().enumerate().map(|(position, any)| (format!("{pointer}/{position}"), any)).collect()
}

/// Any JSON value, its members in their order.
enum Any {
    Null,
    Flag(bool),
    Number(i64),
    /// A number that is not whole.
    Float,
    /// A whole number over `i64`.
    Large,
    Text(String),
    List(Vec<Any>),
    Object(Vec<(String, Any)>),
}

impl Any {
    fn member(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Object(members) => members.iter().find(|(known, _)| known == name).map(|(_, value)| value),
            _ => None,
        }
    }

    fn text(&self, name: &str) -> Option<&str> {
        match self.member(name) {
            Some(Self::Text(text)) => Some(text),
            _ => None,
        }
    }

    const fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Flag(_) => "a boolean",
            Self::Number(_) => "a whole number",
            Self::Float => "a number with a fraction",
            Self::Large => "too large a number",
            Self::Text(_) => "a string",
            Self::List(_) => "a list",
            Self::Object(_) => "an object",
        }
    }
}

impl<'de> Deserialize<'de> for Any {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyVisitor)
    }
}

struct AnyVisitor;

impl<'de> Visitor<'de> for AnyVisitor {
    type Value = Any;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Any, E> {
        Ok(Any::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Any, E> {
        Ok(Any::Flag(flag))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Any, E> {
        Ok(Any::Number(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Any, E> {
        Ok(i64::try_from(number).map_or(Any::Large, Any::Number))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Any, E> {
        // Whole numbers over 64 bits come as floats, too.
        Ok(if number.abs() >= 9.0e18 { Any::Large } else { Any::Float })
    }

    fn visit_str<E>(self, text: &str) -> Result<Any, E> {
        Ok(Any::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Any, A::Error> {
        let mut all = Vec::new();
        while let Some(any) = list.next_element()? {
            all.push(any);
        }
        Ok(Any::List(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Any, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Any::Object(members))
    }
}
