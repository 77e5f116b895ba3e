//! Advice: rules that a sound catalog may break, and had better not.
//!
//! Comes in: a catalog. Goes out: warnings. Each is meant to be right about real catalogs: where a maintainer would shrug at it, it is not
//! here. Everything is linear in the number of entries.

use std::collections::hash_map::Entry as Slot;
use std::collections::{HashMap, HashSet};

use llamon_errors_core::error_code::ErrorCode;
use llamon_errors_core::template;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lower::{pointer, shown};
use crate::model::{Catalog, Entry, ErrorEntry, Facts, LocalizedMessage, placeholder_span};
use crate::rule::Rule;
use crate::source::{SourceFile, Span};
use crate::text::{mixed_scripts, unseen};

/// The longest reason that A2A 1.0's `ErrorInfo` carries uncut.
const SHORT_REASON: usize = 63;

/// The longest title that still is one.
const SHORT_TITLE: usize = 120;

/// From so many entries on a catalog is expected to explain itself.
const MANY_ENTRIES: usize = 10;

pub(crate) fn lint(source: &SourceFile, catalog: &Catalog, diagnostics: &mut Diagnostics) {
    let mut lint = Lint { source, diagnostics };
    for entry in &catalog.entries {
        if let Some(error) = entry.as_error() {
            lint.retry(entry, error);
        }
        if let Some(facts) = entry.facts() {
            lint.texts(entry, facts);
            lint.placeholders(entry, facts);
        }
    }
    lint.pairs(catalog);
    lint.whole(catalog);
}

struct Lint<'s, 'd> {
    source: &'s SourceFile,
    diagnostics: &'d mut Diagnostics,
}

impl Lint<'_, '_> {
    fn warn(&mut self, rule: Rule, span: Span, message: String, help: &str) -> Diagnostic {
        Diagnostic::new(rule, self.source, span, message).help(help)
    }

    /// What an error says about trying again.
    fn retry(&mut self, entry: &Entry, error: &ErrorEntry) {
        // Words are made where they are needed: most entries need none.
        let code = || shown(entry.code());
        let sdk_code = error.sdk_code.value;
        let field = |key: &str| pointer(&[entry.code(), key]);
        if sdk_code == ErrorCode::RateLimited && error.retriable.value && error.retry_after_ms.is_none() {
            let message = format!("`{}` is RATE_LIMITED and retriable, but says no retry_after_ms", code());
            let help = "add `retry_after_ms = ...`, or leave the wait to each error at run time";
            let fault = self.warn(Rule::NoRetryAfter, error.sdk_code.span, message, help);
            self.diagnostics.push(fault.violation(field("retry_after_ms"), "an integer", None));
        }
        let futile = matches!(
            sdk_code,
            ErrorCode::InvalidInput | ErrorCode::AuthRequired | ErrorCode::NotFound | ErrorCode::GuardrailBlocked
        );
        if futile && error.retriable.value {
            let message = format!("`{}` is {sdk_code} and retriable; the same request will fail the same way", code());
            let help = "write `retriable = false`, or the sdk_code of what passes by itself";
            let fault = self.warn(Rule::RetriableAgainstHabit, error.retriable.span, message, help);
            self.diagnostics.push(fault.violation(field("retriable"), "false", Some("true")));
        }
        if let (Some(wait), false) = (&error.retry_after_ms, error.retriable.value) {
            let message = format!("`{}` is not retriable, but says retry_after_ms", code());
            let help = "write `retriable = true`, or remove `retry_after_ms`";
            let fault = self.warn(Rule::RetriableAgainstHabit, wait.span, message, help);
            self.diagnostics.push(fault.violation(field("retry_after_ms"), "absent", Some("present")));
        }
    }

    /// What people will read.
    fn texts(&mut self, entry: &Entry, facts: &Facts) {
        let code = || shown(entry.code());
        let title = &facts.title;
        if title.value.eq_ignore_ascii_case(entry.code()) {
            let message = format!("title of `{}` only repeats the code", code());
            let fault = self.warn(Rule::TitleRepeatsCode, title.span, message, "say in a few words what happened");
            self.diagnostics.push(fault.violation(pointer(&[entry.code(), "title"]), "a title", Some(&title.value)));
        }
        let length = if title.value.len() > SHORT_TITLE { title.value.chars().count() } else { 0 };
        if length > SHORT_TITLE {
            let message = format!("title of `{}` has {length} characters", code());
            let help = "keep the title short, and put the rest into `message` or `description`";
            let fault = self.warn(Rule::LongTitle, title.span, message, help);
            let expected = format!("at most {SHORT_TITLE} characters");
            self.diagnostics.push(fault.violation(pointer(&[entry.code(), "title"]), &expected, None));
        }
        if facts.reason.value.len() > SHORT_REASON {
            let message = format!("reason of `{}` has {} characters", code(), facts.reason.value.len());
            let help =
                "write at most 63: A2A 1.0 carries no more, and a longer one travels cut, with a hash at its end";
            let fault = self.warn(Rule::LongReason, facts.reason.span, message, help);
            let field = pointer(&[entry.code(), "reason"]);
            self.diagnostics.push(fault.violation(field, "at most 63 characters", Some(&facts.reason.value)));
        }
        self.characters(entry, &["title"], &title.value, title.span);
        for LocalizedMessage { locale, text } in &facts.messages {
            let steps = ["message"].into_iter().chain(locale.as_ref().map(|locale| locale.value.as_str()));
            self.characters(entry, &steps.collect::<Vec<_>>(), &text.value, text.span);
        }
        for (key, text, span) in facts.further_texts() {
            self.characters(entry, &[key], text, span);
        }
    }

    /// Characters that nobody sees or that steer what shows them, and letters that look like others. `steps` lead from the entry to the
    /// text.
    fn characters(&mut self, entry: &Entry, steps: &[&str], text: &str, span: Span) {
        if text.is_ascii() && !text.contains(|letter: char| letter.is_ascii_control()) {
            return;
        }
        let (key, code) = (steps.join("."), shown(entry.code()));
        let found = if let Some(letter) = unseen(text) {
            let what = if letter.is_control() { "a control character" } else { "an invisible character" };
            let help = "remove it; nobody who reads the text can know that it is there";
            Some((format!("{key} of `{code}` holds {what}, U+{:04X}", u32::from(letter)), help))
        } else {
            mixed_scripts(text).map(|word| {
                let word = shown(word);
                (
                    format!("{key} of `{code}` mixes letters that look alike in one word: `{word}`"),
                    "write the word in one script",
                )
            })
        };
        if let Some((message, help)) = found {
            let fault = self.warn(Rule::DeceptiveText, span, message, help);
            let field = pointer(&[&[entry.code()], steps].concat());
            self.diagnostics.push(fault.violation(field, "characters that are what they look like", Some(text)));
        }
    }

    fn placeholders(&mut self, entry: &Entry, facts: &Facts) {
        let Some(message) = facts.message() else { return };
        let mut told: Vec<&str> = Vec::new();
        for name in template::placeholders(&message.value) {
            if told.contains(&name) {
                continue;
            }
            if matches!(name, "source" | "cause" | "error" | "err" | "exception" | "backtrace") {
                told.push(name);
                let span = placeholder_span(self.source, message, name);
                let text = format!("message of `{}` prints what caused it: `{{{name}}}`", shown(entry.code()));
                let help = "take it out; whoever prints the chain of causes would print it twice, and its text may hold secrets";
                let fault = self.warn(Rule::CauseLikePlaceholder, span, text, help);
                let field = pointer(&[entry.code(), "message"]);
                self.diagnostics.push(fault.violation(field, "no placeholder for a cause", Some(name)));
            }
        }
    }

    /// Entries that can be taken for each other.
    fn pairs(&mut self, catalog: &Catalog) {
        let mut codes: HashMap<String, &Entry> = HashMap::new();
        let mut reasons: HashMap<String, &Facts> = HashMap::new();
        let mut told: HashSet<&str> = HashSet::new();
        let mut titles: HashMap<&str, (&Entry, &Facts)> = HashMap::new();
        for entry in &catalog.entries {
            match codes.entry(entry.code().to_ascii_lowercase()) {
                Slot::Vacant(slot) => {
                    slot.insert(entry);
                }
                Slot::Occupied(first) => {
                    let (one, other) = ((first.get().code(), first.get().span()), (entry.code(), entry.span()));
                    self.diagnostics
                        .push(same_but_for_case((self.source, one.0, one.1), (self.source, other.0, other.1)));
                }
            }
            let Some(facts) = entry.facts() else { continue };
            match reasons.entry(spelling(&facts.reason.value)) {
                Slot::Vacant(slot) => {
                    slot.insert(facts);
                }
                Slot::Occupied(first) => {
                    if first.get().reason.value != facts.reason.value && told.insert(&facts.reason.value) {
                        self.near_reasons(first.get(), entry, facts);
                    }
                }
            }
            match titles.entry(facts.title.value.as_str()) {
                Slot::Vacant(slot) => {
                    slot.insert((entry, facts));
                }
                // Codes that share their reason are meant to be alike: one fault in two numbers.
                Slot::Occupied(first) if first.get().1.reason.value != facts.reason.value => {
                    let (first, other) = *first.get();
                    self.same_titles(first, other, entry, facts);
                }
                Slot::Occupied(_) => {}
            }
        }
    }

    fn near_reasons(&mut self, first: &Facts, entry: &Entry, facts: &Facts) {
        let (one, other) = (&first.reason.value, &facts.reason.value);
        let message = format!("reasons `{}` and `{}` are nearly the same", shown(one), shown(other));
        let help = "if they mean the same write them the same; dashboards group by reason";
        let fault = self.warn(Rule::NearReasons, facts.reason.span, message, help);
        let fault = fault.primary_label("this one").label(self.source, first.reason.span, "and this one");
        self.diagnostics.push(fault.violation(pointer(&[entry.code(), "reason"]), one, Some(other)));
    }

    fn same_titles(&mut self, first: &Entry, other: &Facts, entry: &Entry, facts: &Facts) {
        let message =
            format!("`{}` and `{}` have one title, but two reasons", shown(first.code()), shown(entry.code()));
        let help = "people who see only the title cannot tell them apart; say in one of them what is different";
        let fault = self.warn(Rule::SameTitles, facts.title.span, message, help);
        let fault = fault.primary_label("this one").label(self.source, other.title.span, "and this one");
        let field = pointer(&[entry.code(), "title"]);
        self.diagnostics.push(fault.violation(field, "a title of its own", Some(&facts.title.value)));
    }

    /// The catalog as a whole.
    fn whole(&mut self, catalog: &Catalog) {
        if catalog.codes().next().is_none() && !catalog.lost_entries {
            let message = "the catalog has no entries".to_owned();
            let fault = Diagnostic::of_file(Rule::NoEntries, self.source, message)
                .help("add one: `[DOC_001]` with sdk_code, reason, title and retriable");
            self.diagnostics.push(fault.violation(String::new(), "entries", None));
        }
        let localized = |facts: &Facts| facts.messages.iter().any(|message| message.locale.is_some());
        if let Some(locale) = &catalog.default_locale
            && catalog.damaged.is_empty()
            && !catalog.entries.iter().filter_map(Entry::facts).any(localized)
        {
            let message = format!("default_locale is `{}`, but no message is localized", shown(&locale.value));
            let help = "localize a message (`message = { ko = \"...\" }`), or remove `default_locale`";
            let fault = self.warn(Rule::UnusedDefaultLocale, locale.span, message, help);
            self.diagnostics.push(fault.violation("/default_locale".to_owned(), "absent", Some(&locale.value)));
        }
        self.share_of_documented(catalog);
    }

    fn share_of_documented(&mut self, catalog: &Catalog) {
        let live: Vec<&Entry> = catalog.entries.iter().filter(|entry| entry.as_retired().is_none()).collect();
        let is_documented = |facts: &Facts| {
            !facts.messages.is_empty()
                || facts.description.is_some()
                || facts.help.is_some()
                || facts.docs_url.is_some()
        };
        let documented = live.iter().filter_map(|entry| entry.facts()).filter(|facts| is_documented(facts)).count();
        if live.len() < MANY_ENTRIES || documented * 2 >= live.len() {
            return;
        }
        let message = format!("{documented} of {} entries say more than their title", live.len());
        let fault = Diagnostic::of_file(Rule::FewDocumented, self.source, message)
            .help("give at least half of them a `message`, `description`, `help` or `docs_url`");
        self.diagnostics.push(fault.violation(String::new(), "half of the entries documented", None));
    }
}

/// Two codes that differ only in case, each with its place; the second is told.
pub(crate) fn same_but_for_case(first: (&SourceFile, &str, Span), again: (&SourceFile, &str, Span)) -> Diagnostic {
    let ((first_source, one, first_span), (source, other, span)) = (first, again);
    let message = format!("codes `{}` and `{}` differ only in case", shown(one), shown(other));
    Diagnostic::new(Rule::CodesDifferByCase, source, span, message)
        .help("codes are compared exactly, people compare them as they sound; rename one")
        .primary_label("this one")
        .label(first_source, first_span, "and this one")
        .violation(pointer(&[other]), "a code of its own", Some(other))
}

/// A reason as it sounds: without separators, and doubled letters once. `time_out` is `timeout`, `cancelled` is `canceled`.
fn spelling(reason: &str) -> String {
    let mut spelling = String::with_capacity(reason.len());
    for letter in reason.chars().filter(|letter| *letter != '_') {
        if letter.is_ascii_digit() || !spelling.ends_with(letter) {
            spelling.push(letter);
        }
    }
    spelling
}
