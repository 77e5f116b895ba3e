//! A catalog that stands in the attributes of an enum instead of a file.
//!
//! Comes in: the enum's `domain` and the facts on its variants. Goes out: the same catalog that a file would give, checked by the same
//! rules, and each fault at the literal it is about. Not done here: any rule.
//!
//! The facts are written down as TOML, remembering which bytes came from which literal; then the engine reads them like any file.
//! A rule that is right about files is so right about attributes too, whichever it is.

use std::fmt::Write as _;
use std::ops::Range;

use llamon_errors_catalog::case::reason_of_variant;
use llamon_errors_catalog::{Checked, Diagnostic, Rule, Severity, check_without_advice};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Lit, LitStr};

use crate::ast::{Input, Variant};
use crate::errors::Errors;

/// The text of the catalog and where its values come from.
#[derive(Default)]
struct Written {
    text: String,
    origins: Vec<(Range<usize>, TokenStream)>,
    /// Where variants stand that had attributes at fault: what they lack may be what was told already.
    faulty: Vec<Range<usize>>,
}

/// Reads the catalog out of the attributes.
pub(crate) fn read(input: &Input<'_>, domain: &LitStr, errors: &mut Errors) -> Checked {
    let mut written = Written::default();
    written.key("domain", &Lit::Str(domain.clone()));
    for variant in input.variants.iter().filter(|variant| variant.attrs.transparent.is_none()) {
        let Some(code) = &variant.attrs.code else {
            if !variant.attrs.faulty {
                let message = format!("variant `{}` has no code, and the catalog is in the attributes", variant.name);
                let help =
                    "write #[domain_error(code = \"...\", sdk_code = \"...\", title = \"...\", retriable = ...)]";
                errors.push(variant.tokens(), Rule::UnknownVariant, &message, Some(help));
            }
            continue;
        };
        let start = written.text.len();
        written.entry(variant, code, errors);
        if variant.attrs.faulty {
            written.faulty.push(start..written.text.len());
        }
    }
    let checked = check_without_advice("the attributes", written.text.as_bytes());
    for diagnostic in checked.diagnostics.iter().filter(|diagnostic| diagnostic.severity() == Severity::Error) {
        if diagnostic.rule() == Rule::MissingKey && written.is_faulty(diagnostic) {
            continue;
        }
        let origin = diagnostic.span().and_then(|span| written.origin(span.start)).cloned();
        let at = origin.unwrap_or_else(|| domain.to_token_stream());
        errors.push(at, diagnostic.rule(), diagnostic.message(), diagnostic.help_text());
    }
    checked
}

impl Written {
    fn entry(&mut self, variant: &Variant<'_>, code: &LitStr, errors: &mut Errors) {
        let start = self.text.len();
        let _ = writeln!(self.text, "[{}]", toml_string(&code.value()));
        self.origins.push((start..self.text.len(), code.to_token_stream()));
        for (key, value) in &variant.attrs.facts {
            self.key(&key.to_string(), value);
        }
        if !variant.attrs.facts.iter().any(|(key, _)| key == "reason") {
            let start = self.text.len();
            let mut reason = reason_of_variant(&variant.name);
            if reason.is_empty() {
                let message = format!("the name of variant `{}` spells no reason", variant.name);
                errors.push(variant.ident(), Rule::MissingKey, &message, Some("add `reason = \"...\"`, in snake_case"));
                // Whatever it is, it is not at fault once more.
                reason.push_str("unnamed");
            }
            let _ = writeln!(self.text, "reason = {}", toml_string(&reason));
            self.origins.push((start..self.text.len(), variant.ident().to_token_stream()));
        }
    }

    fn key(&mut self, key: &str, value: &Lit) {
        let start = self.text.len();
        let shown = match value {
            Lit::Str(text) => toml_string(&text.value()),
            Lit::Bool(value) => value.value().to_string(),
            Lit::Int(value) => value.base10_digits().to_owned(),
            other => toml_string(&other.to_token_stream().to_string()),
        };
        let _ = writeln!(self.text, "{key} = {shown}");
        self.origins.push((start..self.text.len(), value.to_token_stream()));
    }

    fn is_faulty(&self, diagnostic: &Diagnostic) -> bool {
        diagnostic.span().is_some_and(|span| self.faulty.iter().any(|variant| variant.contains(&span.start)))
    }

    fn origin(&self, offset: usize) -> Option<&TokenStream> {
        self.origins.iter().find(|(range, _)| range.contains(&offset)).map(|(_, tokens)| tokens)
    }
}

/// A TOML basic string.
fn toml_string(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            letter if letter.is_control() => {
                let _ = write!(quoted, "\\U{:08X}", u32::from(letter));
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
