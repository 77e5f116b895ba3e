//! Variants and codes that stand for no entry, and what was probably meant.
//!
//! Searches look at every entry, so they are made for as many faults as are shown: of a catalog that is not the enum's, thousands may fit
//! nothing.

use std::borrow::Cow;

use llamon_errors_catalog::Rule;
use llamon_errors_catalog::case::{reason_of_variant, to_variant};
use llamon_errors_catalog::index::NameIndex;
use llamon_errors_catalog::model::{Catalog, Entry};
use llamon_errors_catalog::suggest::nearest;
use llamon_errors_core::error_code::ErrorCode;

use crate::ast::Variant;
use crate::check::{Check, is_of};

/// The variants that entries at fault probably have; nothing where one of them may have any.
pub(super) fn variants_of_damaged(catalog: &Catalog) -> Option<NameIndex<'static>> {
    let mut variants = NameIndex::default();
    for damaged in catalog.damaged() {
        variants.insert(Cow::Owned(to_variant(damaged.reason.as_ref()?)), 0);
    }
    (!catalog.has_lost_entries()).then_some(variants)
}

impl<'c> Check<'c, '_> {
    /// Whether an entry at fault may be the one that a variant stands for.
    pub(super) fn may_be_damaged(&self, variant: &str) -> bool {
        self.damaged.as_ref().is_none_or(|damaged| damaged.get(variant).is_some())
    }

    /// A code that the catalog does not have, as `word` (`code` or `external`) says it.
    pub(super) fn unknown_code(&mut self, literal: &syn::LitStr, word: &str) {
        let (code, catalog) = (literal.value(), &self.checked.catalog);
        if catalog.has_lost_entries() || catalog.damaged().iter().any(|damaged| damaged.code.value == code) {
            self.lost_variant = true;
            return;
        }
        let (meant, help) = if self.errors.is_full() { (None, None) } else { self.meant_by(&code, word) };
        self.excuse(meant.and_then(|meant| self.by_code.get(meant)));
        let message = format!("`{code}` is not in {}", self.path);
        self.errors.push(literal, Rule::UnknownVariant, &message, help.as_deref());
    }

    /// The code that was meant by one that is none, and what to write: people write the entry's reason or its `sdk_code`, too.
    fn meant_by(&self, code: &str, word: &str) -> (Option<&'c str>, Option<String>) {
        let write = |meant: &str| match word {
            "external" => format!("external(\"{meant}\")"),
            word => format!("{word} = \"{meant}\""),
        };
        let bindable = || self.checked.catalog.entries().iter().filter(|entry| is_of(self.flavor, entry));
        let mut of_reason = bindable().filter(|entry| entry.facts().is_some_and(|facts| facts.reason.value == code));
        if let Some(first) = of_reason.next() {
            let (first, others) = (first.code(), if of_reason.next().is_some() { " and of others" } else { "" });
            let help = format!("it is the reason of `{first}`{others}; write `{}`", write(first));
            return (Some(first).filter(|_| others.is_empty()), Some(help));
        }
        if let Some(sdk_code) = ErrorCode::from_wire(code) {
            let has_it = |entry: &&Entry| entry.as_error().is_some_and(|error| error.sdk_code.value == sdk_code);
            let example = bindable().find(has_it).map(|entry| format!(", such as `{}`", write(entry.code())));
            let help = format!(
                "it is an sdk_code, which entries share; write the entry's code{}",
                example.unwrap_or_default()
            );
            return (None, Some(help));
        }
        let meant = nearest(code, bindable().map(Entry::code));
        (meant, meant.map(|meant| format!("did you mean `{meant}`?")))
    }

    /// Tells the variants whose names spell no reason.
    pub(super) fn unknown_variants(&mut self) {
        let unknown = std::mem::take(&mut self.unknown);
        let others = self.variants_of_the_other_flavor(!unknown.is_empty());
        let only = (unknown.len() == 1).then(|| self.only_free_entry()).flatten();
        for variant in unknown {
            match others.get(&variant.name).and_then(|index| self.entry(index)) {
                Some(entry) => self.other_flavor(variant.tokens(), entry),
                None => self.unknown_variant(variant, only),
            }
        }
    }

    /// The variants that the entries would have which this derive does not bind, if anybody asks.
    fn variants_of_the_other_flavor(&self, asked: bool) -> NameIndex<'static> {
        let mut others = NameIndex::default();
        for (index, entry) in self.checked.catalog.entries().iter().enumerate().filter(|_| asked) {
            if let Some(facts) = entry.facts().filter(|_| !is_of(self.flavor, entry)) {
                others.insert(Cow::Owned(to_variant(&facts.reason.value)), index);
            }
        }
        others
    }

    /// The entry without a variant, if there is just one.
    fn only_free_entry(&self) -> Option<usize> {
        let entries = self.checked.catalog.entries().iter().enumerate();
        let is_free = |index: usize| self.variant_of(index).is_none() && self.excused.get(index) != Some(&true);
        let mut free = entries.filter(|(index, entry)| is_of(self.flavor, entry) && is_free(*index));
        let (first, _) = free.next()?;
        (free.next().is_none() && !self.lost_variant).then_some(first)
    }

    fn unknown_variant(&mut self, variant: &Variant<'_>, only: Option<usize>) {
        let reason = reason_of_variant(&variant.name);
        let message = format!("variant `{}` stands for no entry of {}", variant.name, self.path);
        if self.errors.is_full() {
            self.lost_variant = true;
            self.errors.push(variant.tokens(), Rule::UnknownVariant, &message, None);
            return;
        }
        let free = self.of_variants.iter().filter(|(_, of)| of.iter().all(|index| self.variant_of(*index).is_none()));
        let meant = nearest(&variant.name, free.map(|(name, _)| name.as_str())).unwrap_or_default().to_owned();
        let mut meant_entries = self.entries_of(&meant).to_vec();
        let is_of_reason = |entry: &Entry| entry.facts().is_some_and(|facts| facts.reason.value == reason);
        let mut why = format!("no reason `{reason}` there");
        let help = match meant_entries.first().and_then(|index| self.entry(*index)) {
            Some(entry) if is_of_reason(entry) => {
                why = format!("reason `{reason}` is there, and its variant is spelt `{meant}`");
                format!("write `{meant}`, or say its code with #[domain_error(code = \"{}\")]", entry.code())
            }
            Some(entry) => format!("did you mean `{meant}` (`{}`)?", entry.code()),
            None => match only.and_then(|index| self.entry(index)) {
                Some(entry) => {
                    meant_entries.extend(only);
                    let reason = entry.facts().map_or("", |facts| facts.reason.value.as_str());
                    let (spelt, code) = (to_variant(reason), entry.code());
                    format!(
                        "the only entry without a variant is `{code}`: write `{spelt}`, or #[domain_error(code = \"{code}\")]"
                    )
                }
                None => "say which code it stands for with #[domain_error(code = \"...\")], or remove it".to_owned(),
            },
        };
        if meant_entries.is_empty() {
            self.lost_variant |= variant.attrs.code.is_none() && reason.is_empty();
        }
        for index in meant_entries {
            self.excuse(Some(index));
        }
        self.errors.push(variant.tokens(), Rule::UnknownVariant, &format!("{message}: {why}"), Some(&help));
    }
}

#[cfg(test)]
mod tests {
    use quote::{format_ident, quote};

    use crate::ast::Flavor;
    use crate::implement;

    /// Of a catalog that is not the enum's nothing fits. With a search for each of them this would take minutes.
    #[test]
    fn thousands_of_variants_and_codes_may_fit_nothing() {
        let by_name = (0..4_000).map(|number| format_ident!("NoSuchVariantOfAnyEntry{number}"));
        let by_code = (0..4_000).map(|number| {
            let (variant, code) = (format_ident!("V{number}"), format!("NoSuchCode{number}"));
            quote!(#[domain_error(code = #code)] #variant)
        });
        for variants in [quote!(#(#by_name),*), quote!(#(#by_code),*)] {
            let item = quote! {
                #[domain_error(catalog = "../tests/catalogs/real/aws-all.toml")]
                enum Foreign { #variants }
            };
            let text = implement(&syn::parse2(item).unwrap(), Flavor::Error).to_string();
            assert_eq!(text.matches("compile_error !").count(), 31);
            assert!(text.contains("and 3970 more"), "{}", text.get(text.len() - 2_000..).unwrap_or(&text));
        }
    }
}
