//! The collector of faults, and the only place that makes `compile_error!`s.
//!
//! Comes in: texts and the tokens they are about. Goes out: one `compile_error!` each, up to a cap.

use llamon_errors_catalog::render::render_body;
use llamon_errors_catalog::{Diagnostic, Diagnostics, Rule, Severity};
use proc_macro2::TokenStream;
use quote::ToTokens;

/// So many errors of one enum are shown; more would hide the first.
const MOST: usize = 30;

/// All faults of one macro call.
#[derive(Default)]
pub(crate) struct Errors {
    list: Vec<syn::Error>,
    /// The command that shows what the cap hides.
    catalog: Option<String>,
}

impl Errors {
    /// A fault of the code: `message [LE0210]`, and what to write instead.
    pub(crate) fn push(&mut self, at: impl ToTokens, rule: Rule, message: &str, help: Option<&str>) {
        let mut text = format!("{message} [{}]", rule.id());
        if let Some(help) = help {
            text.push_str("\n   = help: ");
            text.push_str(help);
        }
        self.list.push(syn::Error::new_spanned(at, text));
    }

    /// What is no Rust, in the words of the parser.
    pub(crate) fn push_syntax(&mut self, error: syn::Error) {
        self.list.push(error);
    }

    /// The faults of a catalog, each with a picture of its place; advice is left to the command line.
    pub(crate) fn push_catalog(&mut self, at: impl ToTokens, path: &str, diagnostics: &Diagnostics) {
        if diagnostics.has_errors() {
            self.catalog = Some(path.to_owned());
        }
        for diagnostic in diagnostics.iter().filter(|diagnostic| diagnostic.severity() == Severity::Error) {
            self.push_diagnostic(&at, diagnostic);
        }
    }

    /// A fault in a catalog: the whole fact in line 1, then the picture.
    fn push_diagnostic(&mut self, at: impl ToTokens, diagnostic: &Diagnostic) {
        let text = format!("{diagnostic}\n{}", render_body(diagnostic));
        self.list.push(syn::Error::new_spanned(at, text.trim_end()));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether more are told than are shown; a costly search for what was meant is then in vain.
    pub(crate) fn is_full(&self) -> bool {
        self.list.len() > MOST
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn into_tokens(mut self) -> TokenStream {
        let hidden = self.list.len().saturating_sub(MOST);
        if hidden > 0 {
            self.list.truncate(MOST);
            if let Some(last) = self.list.last() {
                let command =
                    self.catalog.map(|path| format!("; `llamon-errors check {path}` shows those of the catalog"));
                let text = format!("and {hidden} more{}", command.unwrap_or_default());
                self.list.push(syn::Error::new(last.span(), text));
            }
        }
        self.list.iter().map(syn::Error::to_compile_error).collect()
    }
}
