//! The attributes of an enum, its variants and its fields.
//!
//! Comes in: `syn::Attribute`s. Goes out: their values. Which word is legal where is the matter of `grammar`; each `match` here names every
//! word of its place, so that a new one cannot be forgotten.

mod grammar;

use std::borrow::Cow;

use llamon_errors_catalog::Rule;
use llamon_errors_catalog::index::NameIndex;
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::{Attribute, Lit, LitStr, Meta};

use crate::ast::Flavor;
use crate::errors::Errors;
pub(crate) use grammar::Place;
use grammar::{EnumWord, FieldWord, VariantWord, items};

/// What stands on the enum.
pub(crate) struct EnumAttrs {
    pub(crate) catalog: Option<LitStr>,
    /// The domain of an inline catalog.
    pub(crate) domain: Option<LitStr>,
    pub(crate) partial: Option<Span>,
    /// Codes whose variants are elsewhere, or in another configuration.
    pub(crate) external: Vec<LitStr>,
    pub(crate) details: bool,
    pub(crate) decode: Option<Span>,
    pub(crate) impl_error: bool,
    pub(crate) krate: Option<syn::Path>,
    /// An attribute here was at fault; it may have been the one that is missing.
    pub(crate) faulty: bool,
}

/// What stands on a variant.
#[derive(Default)]
pub(crate) struct VariantAttrs {
    pub(crate) code: Option<LitStr>,
    pub(crate) transparent: Option<Span>,
    /// The entry's facts, where the catalog is in the attributes: the key and its value.
    pub(crate) facts: Vec<(Ident, Lit)>,
    /// An attribute here was at fault, so nobody knows what the variant stands for.
    pub(crate) faulty: bool,
}

/// What stands on a field.
#[derive(Default)]
pub(crate) struct FieldAttrs {
    pub(crate) secret: Option<Span>,
    pub(crate) detail: Option<Span>,
    pub(crate) default: Option<Span>,
    pub(crate) source: Option<Span>,
    pub(crate) from: Option<Span>,
}

impl EnumAttrs {
    pub(crate) fn read(attrs: &[Attribute], flavor: Flavor, errors: &mut Errors) -> Self {
        let mut read = Self {
            catalog: None,
            domain: None,
            partial: None,
            external: Vec::new(),
            details: false,
            decode: None,
            impl_error: flavor == Flavor::Error,
            krate: None,
            faulty: false,
        };
        let faults_before = errors.len();
        for (word, item) in items::<EnumWord>(attrs, errors) {
            match word {
                EnumWord::Catalog => read.catalog = item.text(),
                EnumWord::Domain => read.domain = item.text(),
                EnumWord::Partial => read.partial = Some(item.key.span()),
                EnumWord::External => read.external.extend(item.texts()),
                EnumWord::Details => read.details = true,
                EnumWord::Decode | EnumWord::ImplError if flavor == Flavor::Outcome => {
                    let message = format!("`{}` is for errors, and this derives DomainOutcome", item.key);
                    errors.push(&item, Rule::AttributeMisuse, &message, Some("remove it; an outcome is no `Error`"));
                }
                EnumWord::Decode => read.decode = Some(item.key.span()),
                EnumWord::ImplError => read.impl_error = item.boolean().is_none_or(|value| value.value()),
                EnumWord::Crate => read.krate = item.text().and_then(|text| path(&text, errors)),
            }
        }
        read.check_left_out(errors);
        read.faulty = errors.len() > faults_before;
        read
    }

    /// What may be said of entries without a variant, where it means something.
    fn check_left_out(&self, errors: &mut Errors) {
        let mut told = |at: &dyn ToTokens, message: &str, help: &str| {
            errors.push(at, Rule::AttributeMisuse, message, Some(help));
        };
        let partial = self.partial.map(|span| Ident::new("partial", span));
        if let (Some(_), None) = (&self.domain, &self.catalog) {
            let help = "remove it; a catalog in the attributes has no other entries than the enum has variants";
            if let Some(partial) = &partial {
                told(partial, "`partial` means nothing beside `domain`", help);
            }
            if let Some(code) = self.external.first() {
                told(code, "`external` means nothing beside `domain`", help);
            }
        } else if let (Some(_), Some(code)) = (&partial, self.external.first()) {
            told(
                code,
                "`external` means nothing beside `partial`",
                "remove one of them; `partial` asks for no variant",
            );
        }
        let mut codes = NameIndex::default();
        for code in &self.external {
            if codes.insert(Cow::Owned(code.value()), 0).is_some() {
                told(code, &format!("`external` names `{}` twice", code.value()), "remove one of them");
            }
        }
    }
}

impl VariantAttrs {
    pub(crate) fn read(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut read = Self::default();
        let faults_before = errors.len();
        for (word, item) in items::<VariantWord>(attrs, errors) {
            match word {
                VariantWord::Code => read.code = item.text(),
                VariantWord::Transparent => read.transparent = Some(item.key.span()),
                VariantWord::SdkCode
                | VariantWord::Reason
                | VariantWord::Title
                | VariantWord::Retriable
                | VariantWord::Message
                | VariantWord::ErrorSource
                | VariantWord::RetryAfterMs
                | VariantWord::Outcome => {
                    read.facts.extend(item.literal().map(|literal| (item.key.clone(), literal.clone())));
                }
            }
        }
        read.faulty = errors.len() > faults_before;
        read
    }
}

impl FieldAttrs {
    /// `helpers`: whether `#[source]` and `#[from]` are this derive's own.
    pub(crate) fn read(attrs: &[Attribute], helpers: bool, errors: &mut Errors) -> Self {
        let mut read = Self::default();
        for (word, item) in items::<FieldWord>(attrs, errors) {
            let span = Some(item.key.span());
            match word {
                FieldWord::Secret => read.secret = span,
                FieldWord::Detail => read.detail = span,
                FieldWord::Default => read.default = span,
            }
        }
        if let (Some(_), Some(span)) = (read.secret, read.detail) {
            let at = Ident::new("detail", span);
            let help = "a detail travels and a secret does not; remove one of them";
            errors.push(at, Rule::AttributeMisuse, "a field is both `secret` and `detail`", Some(help));
        }
        read.source = helper(attrs, "source", helpers, errors);
        read.from = helper(attrs, "from", helpers, errors);
        if let (Some(_), Some(span), None) = (read.source.or(read.from), read.detail, read.secret) {
            let help = "a detail travels and a cause never does; remove it";
            let at = Ident::new("detail", span);
            errors.push(at, Rule::AttributeMisuse, "a field is both the cause and `detail`", Some(help));
        }
        read
    }

    /// Tells the words that say nothing here: `what` is why.
    pub(crate) fn mean_nothing(&self, words: &[&str], what: &str, errors: &mut Errors) {
        let said = [("secret", self.secret), ("detail", self.detail), ("default", self.default)];
        let said = said.iter().filter(|(word, _)| words.contains(word));
        for (word, span) in said.filter_map(|(word, span)| Some((word, (*span)?))) {
            let message = format!("`{word}` means nothing {what}");
            errors.push(Ident::new(word, span), Rule::AttributeMisuse, &message, Some("remove it"));
        }
    }
}

/// Tells `#[source]` and `#[from]` where no field is. Other derives on the same enum may have their own, so this is asked only
/// where this derive writes the `Error` impl.
pub(crate) fn misplaced_helpers(attrs: &[Attribute], place: Place, errors: &mut Errors) {
    for attr in attrs {
        for name in ["source", "from"] {
            if attr.path().is_ident(name) {
                let message = format!("#[{name}] is not for {}", place.named());
                errors.push(
                    attr,
                    Rule::AttributeMisuse,
                    &message,
                    Some("it belongs on the field that holds the cause"),
                );
            }
        }
    }
}

/// `#[source]` or `#[from]`, written once and plain; how another derive has them written is its own affair.
fn helper(attrs: &[Attribute], name: &str, own: bool, errors: &mut Errors) -> Option<Span> {
    let written: Vec<&Attribute> = attrs.iter().filter(|attr| attr.path().is_ident(name)).collect();
    for (position, attr) in written.iter().enumerate().filter(|_| own) {
        if position > 0 {
            let message = format!("#[{name}] stands on one field twice");
            errors.push(attr, Rule::AttributeMisuse, &message, Some("remove one of them"));
        } else if !matches!(attr.meta, Meta::Path(_)) {
            let message = format!("#[{name}] takes nothing");
            errors.push(attr, Rule::AttributeMisuse, &message, Some(&format!("write `#[{name}]`")));
        }
    }
    written.first()?.path().get_ident().map(Ident::span)
}

fn path(text: &LitStr, errors: &mut Errors) -> Option<syn::Path> {
    text.parse_with(syn::Path::parse_mod_style)
        .map_err(|_| {
            let message = format!("`{}` is not a path", text.value());
            errors.push(text, Rule::AttributeMisuse, &message, Some("write `crate = \"path::to::llamon_errors\"`"));
        })
        .ok()
}
