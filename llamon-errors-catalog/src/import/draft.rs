//! A catalog before anybody judged it: keys and values, as far as they are known.

use crate::case::to_reason;
use crate::import::{Decision, Options};
use crate::lower::shown;
use crate::model::{Catalog, Entry, EntryKind, Facts};

/// A catalog in the making.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// The domain, where it is known.
    pub domain: Option<String>,
    /// The locale of the messages that are shown.
    pub default_locale: Option<String>,
    /// The catalog's own version.
    pub version: Option<String>,
    /// The entries, in the order of the file.
    pub entries: Vec<DraftEntry>,
}

/// An entry in the making.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftEntry {
    /// Its code.
    pub code: String,
    /// Where it comes from, to show.
    pub place: String,
    values: Vec<(&'static str, Value)>,
    refused: Vec<&'static str>,
}

/// A value of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Text.
    Text(String),
    /// True or false.
    Flag(bool),
    /// A whole number.
    Number(i64),
    /// Texts by name: messages by locale, types by field.
    Texts(Vec<(String, String)>),
}

impl DraftEntry {
    /// An entry of which only the code is known.
    #[must_use]
    pub fn new(code: impl Into<String>, place: String) -> Self {
        Self { code: code.into(), place, values: Vec::new(), refused: Vec::new() }
    }

    /// What is known under a key.
    #[must_use]
    pub fn value(&self, key: &str) -> Option<&Value> {
        self.values.iter().find(|(known, _)| *known == key).map(|(_, value)| value)
    }

    /// Says something under a key of the format; what was said before goes.
    pub fn set(&mut self, key: &'static str, value: Value) {
        self.values.retain(|(known, _)| *known != key);
        self.values.push((key, value));
    }

    /// Says that something stands under a key, but nothing of its kind, and that this is told: then the key is not missing as well.
    pub(super) fn refuse(&mut self, key: &'static str) {
        self.refused.push(key);
    }

    pub(super) fn is_refused(&self, key: &str) -> bool {
        self.refused.contains(&key)
    }

    /// As [`set`](Self::set), with text; nothing for no text.
    pub(super) fn set_text(&mut self, key: &'static str, text: Option<impl Into<String>>) {
        if let Some(text) = text {
            self.set(key, Value::Text(text.into()));
        }
    }

    fn is_error(&self) -> bool {
        ["outcome", "retired", "replaced_by"].iter().all(|key| self.value(key).is_none())
    }
}

impl Draft {
    /// The draft that a catalog was made from, as far as its sound entries go.
    #[must_use]
    pub fn of(catalog: &Catalog) -> Self {
        Self {
            domain: catalog.domain.as_ref().map(|domain| domain.value.clone()),
            default_locale: catalog.default_locale().map(str::to_owned),
            version: catalog.version().map(str::to_owned),
            entries: catalog.entries().iter().map(of_entry).collect(),
        }
    }

    /// What is known under one of the catalog's own keys.
    pub(crate) fn own(&mut self, key: &str) -> &mut Option<String> {
        match key {
            "domain" => &mut self.domain,
            "version" => &mut self.version,
            _ => &mut self.default_locale,
        }
    }

    /// What to decide where a person asks for a domain, and the file is of another.
    pub(super) fn other_domain(&self, path: &str, options: &Options) -> Option<Decision> {
        let (wanted, domain) = (options.domain.as_deref()?, self.domain.as_deref()?);
        (wanted != domain).then(|| Decision {
            place: path.to_owned(),
            message: format!("there is no catalog of `{}` in it", shown(wanted)),
            help: Some(format!("it is of `{}`; leave `--domain` out, or rename the domain in the file", shown(domain))),
        })
    }

    /// Fills what is open with what a person has decided.
    pub(super) fn fill(&mut self, options: &Options) {
        if self.domain.is_none() {
            self.domain.clone_from(&options.domain);
        }
        for entry in self.entries.iter_mut().filter(|entry| entry.is_error()) {
            if let (Some(code), None) = (options.sdk_code, entry.value("sdk_code")) {
                entry.set_text("sdk_code", Some(code.as_str()));
            }
            if let (Some(retriable), None) = (options.retriable, entry.value("retriable")) {
                entry.set("retriable", Value::Flag(retriable));
            }
        }
        for entry in self.entries.iter_mut().filter(|entry| entry.value("retired").is_none()) {
            if options.reason_from_code && entry.value("reason").is_none() {
                let reason = to_reason(&entry.code).or_else(|| to_reason(&format!("code {}", entry.code)));
                entry.set_text("reason", reason);
            }
        }
    }
}

fn of_entry(entry: &Entry) -> DraftEntry {
    let mut draft = DraftEntry::new(entry.code(), String::new());
    match entry.kind() {
        EntryKind::Error(error) => {
            draft.set_text("sdk_code", Some(error.sdk_code.value.as_str()));
            draft.set("retriable", Value::Flag(error.retriable.value));
            draft.set_text("error_source", error.error_source.as_ref().map(|source| source.value.as_str()));
            let wait = error.retry_after_ms.as_ref().and_then(|wait| i64::try_from(wait.value).ok());
            if let Some(wait) = wait {
                draft.set("retry_after_ms", Value::Number(wait));
            }
            of_facts(&mut draft, &error.facts);
        }
        EntryKind::Outcome(outcome) => {
            draft.set_text("outcome", Some(outcome.state.value.as_str()));
            of_facts(&mut draft, &outcome.facts);
        }
        EntryKind::Retired(tombstone) => {
            draft.set_text("retired", Some(tombstone.retired.value.as_str()));
            draft.set_text("replaced_by", tombstone.replaced_by.as_ref().map(|next| next.value.as_str()));
        }
    }
    draft
}

fn of_facts(draft: &mut DraftEntry, facts: &Facts) {
    draft.set_text("reason", Some(facts.reason.value.as_str()));
    draft.set_text("title", Some(facts.title.value.as_str()));
    match facts.messages.as_slice() {
        [] => {}
        [only] if only.locale.is_none() => draft.set_text("message", Some(only.text.value.as_str())),
        messages => {
            let text = |locale: &str, text: &str| (locale.to_owned(), text.to_owned());
            let texts = messages.iter().map(|message| {
                text(message.locale.as_ref().map_or("", |locale| locale.value.as_str()), &message.text.value)
            });
            draft.set("message", Value::Texts(texts.collect()));
        }
    }
    if !facts.fields.is_empty() {
        let types = facts.fields.iter().map(|field| (field.name.value.clone(), field.ty.as_str().to_owned()));
        draft.set("fields", Value::Texts(types.collect()));
    }
    draft.set_text("description", facts.description.as_deref());
    draft.set_text("help", facts.help.as_deref());
    draft.set_text("docs_url", facts.docs_url.as_deref());
    draft.set_text("since", facts.since.as_deref());
    draft.set_text("deprecated", facts.deprecated.as_deref());
}
