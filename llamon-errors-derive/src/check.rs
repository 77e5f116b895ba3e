//! The enum against its catalog: every rule that looks at both.
//!
//! Comes in: the enum's model and the catalog. Goes out: which entry each variant stands for and which fields fill its message.
//! An entry at fault is taken to be right: its own fault is told already, and nothing here may follow from it.

mod message;
mod unknown;

use std::borrow::Cow;
use std::sync::Arc;

use llamon_errors_catalog::case::to_variant;
use llamon_errors_catalog::index::NameIndex;
use llamon_errors_catalog::model::{Entry, EntryKind};
use llamon_errors_catalog::source::{Position, Span};
use llamon_errors_catalog::{Checked, Rule};
use proc_macro2::TokenStream;
use quote::ToTokens;

use crate::ast::{Flavor, Input, Variant};
use crate::bind;
use crate::errors::Errors;

/// An enum whose every variant stands for something.
pub(crate) struct Bound {
    checked: Arc<Checked>,
    /// The bound entries, by their place in the catalog, in the order of the variants.
    rows: Vec<usize>,
    /// What each variant stands for.
    pub(crate) arms: Vec<Arm>,
    pub(crate) tracked: Option<TokenStream>,
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
pub(crate) fn check<'i>(input: &'i Input<'i>, catalog: bind::Bound, errors: &mut Errors) -> Bound {
    let mut check = Check::new(input, &catalog, errors);
    for variant in &input.variants {
        check.variant(variant);
    }
    check.external(&input.attrs.external);
    check.unknown_variants();
    // A word at fault there may have been `partial` or `external`.
    if input.attrs.partial.is_none() && !input.attrs.faulty {
        check.every_entry_has_a_variant();
    }
    let (rows, arms) = (check.rows, check.arms);
    Bound { rows, arms, checked: catalog.checked, tracked: catalog.tracked }
}

struct Check<'c, 'e> {
    /// Variants whose names spell no reason; they are told when it is known which entries are left.
    unknown: Vec<&'c Variant<'c>>,
    flavor: Flavor,
    checked: &'c Checked,
    catalog: &'c bind::Bound,
    /// The catalog's name in messages.
    path: &'c str,
    errors: &'e mut Errors,
    by_code: NameIndex<'c>,
    /// The variants that entries at fault probably have; nothing where one of them may have any.
    damaged: Option<NameIndex<'c>>,
    /// The place in `of_variants` of each variant's name.
    by_variant: NameIndex<'c>,
    /// The entries of the derive's flavor by the variant that their reason spells, in the order of the catalog.
    of_variants: Vec<(String, Vec<usize>)>,
    /// Which entries a faulty variant surely means: nobody shall call them missing.
    excused: Vec<bool>,
    /// A variant whose entry cannot even be guessed: any entry may be the one.
    lost_variant: bool,
    /// The variant that each entry has.
    bound: Vec<Option<String>>,
    rows: Vec<usize>,
    arms: Vec<Arm>,
}

impl<'c, 'e> Check<'c, 'e> {
    fn new(input: &'c Input<'c>, catalog: &'c bind::Bound, errors: &'e mut Errors) -> Self {
        let checked = catalog.checked.as_ref();
        let entries = checked.catalog.entries();
        let codes: Vec<&str> = entries.iter().map(Entry::code).collect();
        let (by_code, _) = NameIndex::of_list(&codes);
        let mut by_variant = NameIndex::default();
        let mut of_variants: Vec<(String, Vec<usize>)> = Vec::new();
        for (index, entry) in entries.iter().enumerate() {
            if let (true, Some(facts)) = (is_of(input.flavor, entry), entry.facts()) {
                let name = to_variant(&facts.reason.value);
                let first = by_variant.insert(Cow::Owned(name.clone()), of_variants.len());
                match first.and_then(|first| of_variants.get_mut(first)) {
                    Some((_, of)) => of.push(index),
                    None => of_variants.push((name, vec![index])),
                }
            }
        }
        Self {
            unknown: Vec::new(),
            flavor: input.flavor,
            checked,
            catalog,
            path: catalog.path.as_deref().unwrap_or("the attributes"),
            errors,
            by_code,
            damaged: unknown::variants_of_damaged(&checked.catalog),
            by_variant,
            of_variants,
            excused: vec![false; entries.len()],
            lost_variant: false,
            bound: vec![None; entries.len()],
            rows: Vec::with_capacity(input.variants.len()),
            arms: Vec::with_capacity(input.variants.len()),
        }
    }

    /// The variant that an entry has.
    fn variant_of(&self, index: usize) -> Option<&str> {
        self.bound.get(index)?.as_deref()
    }

    /// The entries whose reason spells a variant.
    fn entries_of(&self, variant: &str) -> &[usize] {
        self.by_variant.get(variant).and_then(|place| self.of_variants.get(place)).map_or(&[], |(_, of)| of)
    }

    fn entry(&self, index: usize) -> Option<&'c Entry> {
        self.checked.catalog.entries().get(index)
    }

    fn variant(&mut self, variant: &'c Variant<'c>) {
        if variant.attrs.transparent.is_some() {
            self.arms.push(Arm::Transparent);
            return;
        }
        let index = match &variant.attrs.code {
            Some(code) => self.by_code(code),
            None => self.by_name(variant),
        };
        let Some(index) = index else { return };
        if let Some(other) = self.variant_of(index) {
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
        if let Some(bound) = self.bound.get_mut(index) {
            *bound = Some(variant.name.clone());
        }
        let arguments = self.arguments(variant, index);
        self.arms.push(Arm::Entry { row: self.rows.len(), arguments });
        self.rows.push(index);
    }

    fn by_code(&mut self, literal: &syn::LitStr) -> Option<usize> {
        let code = literal.value();
        let Some(index) = self.by_code.get(&code) else {
            self.unknown_code(literal, "code");
            return None;
        };
        let entry = self.entry(index)?;
        match entry.kind() {
            EntryKind::Error(_) | EntryKind::Outcome(_) if is_of(self.flavor, entry) => return Some(index),
            EntryKind::Error(_) | EntryKind::Outcome(_) => self.other_flavor(literal.to_token_stream(), entry),
            EntryKind::Retired(tombstone) => {
                let next = tombstone.replaced_by.as_ref().map(|next| format!("; use `{}`", next.value));
                let message = format!(
                    "`{code}` was retired in {}{}{}",
                    tombstone.retired.value,
                    next.unwrap_or_default(),
                    self.place(entry.span())
                );
                self.errors.push(literal, Rule::RetiredEntry, &message, None);
                self.excuse(tombstone.replaced_by.as_ref().and_then(|next| self.by_code.get(&next.value)));
            }
        }
        None
    }

    fn by_name(&mut self, variant: &'c Variant<'c>) -> Option<usize> {
        match self.entries_of(&variant.name) {
            [index] => return Some(*index),
            several @ [_, _, ..] => {
                let several = several.to_vec();
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
                for index in several {
                    self.excuse(Some(index));
                }
                self.errors.push(
                    variant.tokens(),
                    Rule::AmbiguousReason,
                    &message,
                    Some("say which with #[domain_error(code = \"...\")]"),
                );
                return None;
            }
            [] => {}
        }
        // Where the catalog is in the attributes, a variant without a code is told as that.
        let is_told = variant.attrs.faulty || self.catalog.path.is_none();
        if is_told || self.may_be_damaged(&variant.name) {
            self.lost_variant = true;
        } else {
            self.unknown.push(variant);
        }
        None
    }

    /// A result bound as an error, or an error as a result.
    fn other_flavor(&mut self, at: TokenStream, entry: &Entry) {
        let (code, place) = (entry.code(), self.place(entry.span()));
        match entry.kind() {
            EntryKind::Outcome(outcome) => {
                let state = outcome.state.value.as_str();
                let message = format!("`{code}` is a result (`outcome = \"{state}\"`), not an error{place}");
                let help = "bind it in a #[derive(DomainOutcome)] enum; results are returned, not raised";
                self.errors.push(at, Rule::OutcomeEntry, &message, Some(help));
            }
            EntryKind::Error(_) | EntryKind::Retired(_) => {
                let message = format!("`{code}` is an error, not a result{place}");
                let help = "bind it in a #[derive(DomainError)] enum";
                self.errors.push(at, Rule::ErrorEntry, &message, Some(help));
            }
        }
    }

    /// Codes whose variants are elsewhere: nobody misses them here, and a misspelt one is told.
    fn external(&mut self, codes: &[syn::LitStr]) {
        // Beside a catalog in the attributes the word itself is told.
        for code in codes.iter().filter(|_| self.catalog.path.is_some()) {
            let Some(index) = self.by_code.get(&code.value()) else {
                self.unknown_code(code, "external");
                continue;
            };
            let Some(entry) = self.entry(index).filter(|entry| !is_of(self.flavor, entry)) else {
                self.excuse(Some(index));
                continue;
            };
            let what = match entry.kind() {
                EntryKind::Error(_) => "an error",
                EntryKind::Outcome(_) => "a result",
                EntryKind::Retired(_) => "retired",
            };
            let message = format!(
                "`external` of `{}` means nothing: it is {what}{}, and {} asks for no variant of it",
                entry.code(),
                self.place(entry.span()),
                self.flavor.derive()
            );
            self.errors.push(code, Rule::AttributeMisuse, &message, Some("remove it"));
        }
    }

    fn excuse(&mut self, index: Option<usize>) {
        match index.and_then(|index| self.excused.get_mut(index)) {
            Some(excused) => *excused = true,
            None => self.lost_variant = true,
        }
    }

    /// Tells the errors of the catalog that no variant stands for.
    fn every_entry_has_a_variant(&mut self) {
        if self.lost_variant {
            return;
        }
        let missing = self.checked.catalog.entries().iter().enumerate().filter(|(index, entry)| {
            is_of(self.flavor, entry) && self.variant_of(*index).is_none() && self.excused.get(*index) != Some(&true)
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
        let help = format!(
            "add {}{more}, or write `partial` in #[domain_error(...)], or `external(\"{}\")` where a variant is elsewhere or behind \
             a cfg",
            and_list(&variants),
            missing.first().map_or("", |(code, _)| code),
        );
        self.errors.push(&self.catalog.literal, Rule::MissingVariant, &message, Some(&help));
    }

    /// ` (path:line:column)`; nothing when the catalog is in the attributes, which the compiler shows.
    fn place(&self, span: Span) -> String {
        let Position { line, column } = self.checked.source.position(span.start);
        self.catalog.path.as_ref().map(|path| format!(" ({path}:{line}:{column})")).unwrap_or_default()
    }
}

/// Whether an entry is what a derive binds.
fn is_of(flavor: Flavor, entry: &Entry) -> bool {
    match entry.kind() {
        EntryKind::Error(_) => flavor == Flavor::Error,
        EntryKind::Outcome(_) => flavor == Flavor::Outcome,
        EntryKind::Retired(_) => false,
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
