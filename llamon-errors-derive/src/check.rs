//! The enum against its catalog: every rule that looks at both.
//!
//! Comes in: the enum's model and the catalog. Goes out: which entry each variant stands for and which fields fill its message.
//! An entry at fault is taken to be right: its own fault is told already, and nothing here may follow from it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use llamon_errors_catalog::case::{reason_of_variant, to_variant};
use llamon_errors_catalog::model::{Entry, EntryKind, placeholder_span};
use llamon_errors_catalog::source::{Position, Span};
use llamon_errors_catalog::suggest::nearest;
use llamon_errors_catalog::{Checked, Rule};
use llamon_errors_core::template::placeholders;
use proc_macro2::TokenStream;
use quote::ToTokens;

use crate::ast::{Input, Variant};
use crate::bind;
use crate::errors::Errors;

/// An enum whose every variant stands for something.
pub(crate) struct Bound {
    checked: Arc<Checked>,
    /// The bound entries, by their place in the catalog, in the order of the variants.
    rows: Vec<usize>,
    /// What each variant stands for.
    pub(crate) arms: Vec<Arm>,
    pub(crate) tracked: TokenStream,
}

/// What a variant stands for.
pub(crate) enum Arm {
    /// An entry: its row, and for each placeholder of its message the field that fills it.
    Entry { row: usize, arguments: Vec<usize> },
    /// The error inside.
    Transparent,
}

impl Bound {
    pub(crate) fn domain(&self) -> &str {
        self.checked.catalog.domain()
    }

    /// The bound entries, one a row.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.rows.iter().filter_map(|index| self.checked.catalog.entries().get(*index))
    }
}

/// Binds each variant. What comes back is whole only when no fault was told.
pub(crate) fn check(input: &Input<'_>, catalog: bind::Bound, errors: &mut Errors) -> Bound {
    let mut check = Check::new(input, &catalog, errors);
    for variant in &input.variants {
        check.variant(variant);
    }
    if !input.attrs.partial {
        check.every_entry_has_a_variant();
    }
    let (rows, arms) = (check.rows, check.arms);
    Bound { rows, arms, checked: catalog.checked, tracked: catalog.tracked }
}

struct Check<'c, 'e> {
    checked: &'c Checked,
    catalog: &'c bind::Bound,
    path: String,
    errors: &'e mut Errors,
    by_code: HashMap<&'c str, usize>,
    /// Errors by the variant that their reason spells.
    by_variant: HashMap<String, Vec<usize>>,
    /// Entries that a faulty variant surely means: nobody shall call them missing.
    excused: HashSet<usize>,
    /// A variant whose entry cannot even be guessed: any entry may be the one.
    lost_variant: bool,
    /// The variant that each entry has.
    bound: HashMap<usize, String>,
    rows: Vec<usize>,
    arms: Vec<Arm>,
}

impl<'c, 'e> Check<'c, 'e> {
    fn new(input: &Input<'_>, catalog: &'c bind::Bound, errors: &'e mut Errors) -> Self {
        let checked = catalog.checked.as_ref();
        let mut by_code = HashMap::new();
        let mut by_variant: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, entry) in checked.catalog.entries().iter().enumerate() {
            by_code.insert(entry.code(), index);
            if let Some(error) = entry.as_error() {
                by_variant.entry(to_variant(&error.facts.reason.value)).or_default().push(index);
            }
        }
        Self {
            checked,
            catalog,
            path: catalog.literal.value(),
            errors,
            by_code,
            by_variant,
            excused: HashSet::new(),
            lost_variant: false,
            bound: HashMap::new(),
            rows: Vec::with_capacity(input.variants.len()),
            arms: Vec::with_capacity(input.variants.len()),
        }
    }

    fn entry(&self, index: usize) -> Option<&'c Entry> {
        self.checked.catalog.entries().get(index)
    }

    fn variant(&mut self, variant: &Variant<'_>) {
        if variant.attrs.transparent.is_some() {
            self.arms.push(Arm::Transparent);
            return;
        }
        let index = match &variant.attrs.code {
            Some(code) => self.by_code(code),
            None => self.by_name(variant),
        };
        let Some(index) = index else { return };
        if let Some(other) = self.bound.get(&index) {
            let code = self.entry(index).map_or("", Entry::code);
            let message = format!("`{code}` has two variants: `{other}` and `{}`", variant.name);
            self.errors.push(
                blamed(variant),
                Rule::BoundTwice,
                &message,
                Some("give one of them another code, or remove it"),
            );
            return;
        }
        self.bound.insert(index, variant.name.clone());
        let arguments = self.arguments(variant, index);
        self.arms.push(Arm::Entry { row: self.rows.len(), arguments });
        self.rows.push(index);
    }

    fn by_code(&mut self, literal: &syn::LitStr) -> Option<usize> {
        let code = literal.value();
        let Some(&index) = self.by_code.get(code.as_str()) else {
            let damaged = self.checked.catalog.damaged().iter().any(|damaged| damaged.code.value == code);
            if !damaged && !self.checked.catalog.has_lost_entries() {
                let errors = self.checked.catalog.entries().iter().filter(|entry| entry.as_error().is_some());
                let meant = nearest(&code, errors.map(Entry::code));
                self.excuse(meant.and_then(|meant| self.by_code.get(meant).copied()));
                let message = format!("`{code}` is not in {}", self.path);
                let help = meant.map(|meant| format!("did you mean `{meant}`?"));
                self.errors.push(literal, Rule::UnknownVariant, &message, help.as_deref());
            } else {
                self.lost_variant = true;
            }
            return None;
        };
        let entry = self.entry(index)?;
        match entry.kind() {
            EntryKind::Error(_) => return Some(index),
            EntryKind::Outcome(outcome) => {
                let message = format!(
                    "`{code}` is a result (`outcome = \"{}\"`), not an error ({})",
                    outcome.state.value.as_str(),
                    self.place(entry.span())
                );
                self.errors.push(
                    literal,
                    Rule::OutcomeEntry,
                    &message,
                    Some("results are returned, not raised; remove the variant"),
                );
            }
            EntryKind::Retired(tombstone) => {
                let next = tombstone.replaced_by.as_ref().map(|next| format!("; use `{}`", next.value));
                let message = format!(
                    "`{code}` was retired in {}{} ({})",
                    tombstone.retired.value,
                    next.unwrap_or_default(),
                    self.place(entry.span())
                );
                self.errors.push(literal, Rule::RetiredEntry, &message, None);
                self.excuse(
                    tombstone.replaced_by.as_ref().and_then(|next| self.by_code.get(next.value.as_str()).copied()),
                );
            }
        }
        None
    }

    fn by_name(&mut self, variant: &Variant<'_>) -> Option<usize> {
        match self.by_variant.get(&variant.name).map(Vec::as_slice) {
            Some([index]) => return Some(*index),
            Some(several @ [_, _, ..]) => {
                let codes: Vec<String> = several
                    .iter()
                    .take(8)
                    .filter_map(|index| self.entry(*index))
                    .map(|e| format!("`{}`", e.code()))
                    .collect();
                let more = if several.len() > codes.len() { ", ..." } else { "" };
                let reason =
                    self.entry(several.first().copied()?)?.facts().map_or("", |facts| facts.reason.value.as_str());
                let message = format!(
                    "reason `{reason}` of variant `{}` belongs to {} codes: {}{more}",
                    variant.name,
                    several.len(),
                    codes.join(", ")
                );
                self.excused.extend(several);
                self.errors.push(
                    variant.tokens(),
                    Rule::AmbiguousReason,
                    &message,
                    Some("say which with #[domain_error(code = \"...\")]"),
                );
                return None;
            }
            Some([]) | None => {}
        }
        if variant.attrs.faulty || self.may_be_damaged(&variant.name) {
            self.lost_variant = true;
        } else {
            self.unknown_variant(variant);
        }
        None
    }

    /// Whether an entry at fault may be the one that a variant stands for.
    fn may_be_damaged(&self, variant: &str) -> bool {
        let catalog = &self.checked.catalog;
        catalog.has_lost_entries()
            || catalog.damaged().iter().any(|d| d.reason.as_ref().is_none_or(|reason| to_variant(reason) == variant))
    }

    fn unknown_variant(&mut self, variant: &Variant<'_>) {
        let outcome = self.checked.catalog.entries().iter().find(|entry| {
            matches!(entry.kind(), EntryKind::Outcome(outcome) if to_variant(&outcome.facts.reason.value) == variant.name)
        });
        if let Some(entry) = outcome {
            let message = format!("`{}` is a result, not an error ({})", entry.code(), self.place(entry.span()));
            let help = "results are returned, not raised; remove the variant";
            self.errors.push(variant.tokens(), Rule::OutcomeEntry, &message, Some(help));
            return;
        }
        let free = self.by_variant.iter().filter(|(_, of)| of.iter().all(|index| !self.bound.contains_key(index)));
        let mut free: Vec<&String> = free.map(|(name, _)| name).collect();
        free.sort();
        let meant = nearest(&variant.name, free.into_iter().map(String::as_str)).map(str::to_owned);
        let help = match &meant {
            Some(meant) => {
                let index = self.by_variant.get(meant).and_then(|of| of.first()).copied();
                let code = index.and_then(|index| self.entry(index)).map_or("", Entry::code);
                format!("did you mean `{meant}` (`{code}`)?")
            }
            None => "say which code it stands for with #[domain_error(code = \"...\")], or remove it".to_owned(),
        };
        let reason = reason_of_variant(&variant.name);
        let message =
            format!("variant `{}` stands for no entry of {}: no reason `{reason}` there", variant.name, self.path);
        match meant.and_then(|meant| self.by_variant.get(&meant).cloned()) {
            Some(meant) => self.excused.extend(meant),
            None => self.lost_variant |= variant.attrs.code.is_none() && reason.is_empty(),
        }
        self.errors.push(variant.tokens(), Rule::UnknownVariant, &message, Some(&help));
    }

    fn excuse(&mut self, index: Option<usize>) {
        match index {
            Some(index) => {
                self.excused.insert(index);
            }
            None => self.lost_variant = true,
        }
    }

    /// The fields that fill the placeholders of an entry's message, in the order of the message.
    fn arguments(&mut self, variant: &Variant<'_>, index: usize) -> Vec<usize> {
        let Some(message) = self.entry(index).and_then(Entry::facts).and_then(|facts| facts.message()) else {
            return Vec::new();
        };
        let mut arguments = Vec::new();
        let mut told: HashSet<&str> = HashSet::new();
        for name in placeholders(&message.value) {
            match variant.field(name) {
                Some((position, field)) => {
                    arguments.push(position);
                    if told.insert(name) {
                        self.fillable(variant, index, name, field);
                    }
                }
                None if told.insert(name) => self.unknown_placeholder(variant, index, name),
                None => {}
            }
        }
        arguments
    }

    /// A secret never leaves, and a cause is printed by whoever prints the chain.
    fn fillable(&mut self, variant: &Variant<'_>, index: usize, name: &str, field: &crate::ast::Field<'_>) {
        let code = self.entry(index).map_or("", Entry::code);
        let place = self.placeholder_place(index, name);
        if field.attrs.secret.is_some() {
            let message = format!("field `{name}` is secret and cannot be used in the message of `{code}` ({place})");
            let help = "take the placeholder out of the message, or `secret` off the field";
            self.errors.push(field.original, Rule::SecretInMessage, &message, Some(help));
        } else if field.is_source() {
            let message = format!("message of `{code}` prints the cause of `{}`: `{{{name}}}` ({place})", variant.name);
            let help =
                "take the placeholder out of the message; whoever prints the chain of causes would print it twice";
            self.errors.push(field.original, Rule::CauseInMessage, &message, Some(help));
        }
    }

    fn unknown_placeholder(&mut self, variant: &Variant<'_>, index: usize, name: &str) {
        let code = self.entry(index).map_or("", Entry::code);
        let place = self.placeholder_place(index, name);
        let names = || variant.fields.iter().filter_map(|field| field.name.as_deref());
        let (lacks, help) = match (nearest(name, names()), variant.fields.len(), names().count()) {
            (Some(meant), _, _) => ("has no such field", format!("did you mean `{{{meant}}}`?")),
            (None, 0, _) => ("has no fields", format!("write `{} {{ {name}: ... }}`", variant.name)),
            (None, _, 0) => ("has no names for its fields", format!("write `{} {{ {name}: ... }}`", variant.name)),
            (None, ..) => {
                ("has no such field", format!("add a field `{name}`, or take the placeholder out of the message"))
            }
        };
        let message =
            format!("message of `{code}` uses `{{{name}}}`, but variant `{}` {lacks} ({place})", variant.name);
        self.errors.push(variant.tokens(), Rule::UnknownPlaceholder, &message, Some(&help));
    }

    fn placeholder_place(&self, index: usize, name: &str) -> String {
        let message = self.entry(index).and_then(Entry::facts).and_then(|facts| facts.message());
        message.map(|message| self.place(placeholder_span(&self.checked.source, message, name))).unwrap_or_default()
    }

    /// Tells the errors of the catalog that no variant stands for.
    fn every_entry_has_a_variant(&mut self) {
        if self.lost_variant {
            return;
        }
        let missing = self.checked.catalog.entries().iter().enumerate().filter(|(index, entry)| {
            entry.as_error().is_some() && !self.bound.contains_key(index) && !self.excused.contains(index)
        });
        let missing: Vec<(&str, &str)> =
            missing.filter_map(|(_, entry)| Some((entry.code(), entry.facts()?.reason.value.as_str()))).collect();
        if missing.is_empty() {
            return;
        }
        let shown = missing.iter().take(8);
        let more = if missing.len() > 8 { format!(", and {} more", missing.len() - 8) } else { String::new() };
        let codes: Vec<String> = shown.clone().map(|(code, reason)| format!("`{code}` ({reason})")).collect();
        let variants: Vec<String> = shown.map(|(_, reason)| format!("`{}`", to_variant(reason))).collect();
        let what = if missing.len() == 1 { "1 entry".to_owned() } else { format!("{} entries", missing.len()) };
        let message = format!("no variant stands for {what} of {}: {}{more}", self.path, codes.join(", "));
        let help = format!("add {}{more}, or write `partial` in #[domain_error(...)]", and_list(&variants));
        self.errors.push(&self.catalog.literal, Rule::MissingVariant, &message, Some(&help));
    }

    fn place(&self, span: Span) -> String {
        let Position { line, column } = self.checked.source.position(span.start);
        format!("{}:{line}:{column}", self.path)
    }
}

/// What a fault of a variant's binding underlines: its code where it says one.
fn blamed(variant: &Variant<'_>) -> TokenStream {
    match &variant.attrs.code {
        Some(code) => code.to_token_stream(),
        None => variant.tokens(),
    }
}

fn and_list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
