//! `#[from_catalog("...")]`: the enum written from the catalog.
//!
//! Comes in: the attribute's arguments and an enum without variants. Goes out: the enum with a variant for each entry, and the derive on
//! it, which then does all the rest.
//!
//! ```text
//! #[derive(::llamon_errors::DomainError)]
//! #[domain_error(catalog = "catalogs/documents.toml", decode)]     // what else the arguments said
//! #[derive(Debug)]                                                 // the user's own attributes
//! pub enum DocumentError {
//!     /// ..
//!     #[domain_error(code = "DOC_005")]
//!     DocumentNotFound { document_id: ::llamon_errors::__private0::String },
//! }
//! ```

mod damaged;

use std::borrow::Cow;

use llamon_errors_catalog::emit::rust::{Types, variants as emit};
use llamon_errors_catalog::index::NameIndex;
use llamon_errors_catalog::names::{Wanted, variants};
use llamon_errors_catalog::suggest::nearest;
use llamon_errors_catalog::{Diagnostics, Rule};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{DeriveInput, LitStr, Token};

use crate::ast::{Flavor, Input};
use crate::errors::Errors;
use crate::{bind, fallback};

/// What stands in the brackets of `#[from_catalog(...)]`.
struct Arguments {
    catalog: LitStr,
    wanted: Wanted,
    /// What is handed on to `#[domain_error(...)]`.
    rest: TokenStream,
    krate: Option<syn::Path>,
}

/// What may stand behind the path.
const WORDS: [&str; 5] = ["outcomes", "details", "decode", "impl_error", "crate"];

impl Arguments {
    /// Those of an attribute that cannot be read: what is not known is as if it were not said.
    fn unreadable() -> Self {
        let catalog = LitStr::new("", proc_macro2::Span::call_site());
        Self { catalog, wanted: Wanted::Errors, rest: TokenStream::new(), krate: None }
    }

    fn parse(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Self> {
        let mut arguments = Self { catalog: input.parse()?, ..Self::unreadable() };
        while !input.is_empty() {
            let _: Token![,] = input.parse()?;
            let mut item = TokenStream::new();
            while !input.is_empty() && !input.peek(Token![,]) {
                item.extend([input.parse::<TokenTree>()?]);
            }
            arguments.item(&item, errors);
        }
        Ok(arguments)
    }

    fn item(&mut self, item: &TokenStream, errors: &mut Errors) {
        let renamed = (|input: ParseStream<'_>| {
            let _: Token![crate] = input.parse()?;
            let _: Token![=] = input.parse()?;
            input.parse::<LitStr>()?.parse_with(syn::Path::parse_mod_style)
        })
        .parse2(item.clone());
        let first = item.clone().into_iter().next().map(|word| word.to_string()).unwrap_or_default();
        if item.to_string() == "outcomes" {
            if self.wanted == Wanted::Outcomes {
                errors.push(item, Rule::AttributeMisuse, "`outcomes` is said twice", Some("remove one of them"));
            }
            self.wanted = Wanted::Outcomes;
        } else if first == "outcomes" {
            errors.push(item, Rule::AttributeMisuse, "`outcomes` takes nothing", Some("write `outcomes`"));
        } else if WORDS.contains(&first.as_str()) || item.is_empty() {
            self.krate = renamed.ok().or(self.krate.take());
            self.rest.extend(quote!(, #item));
        } else {
            unknown(item, &first, errors);
        }
    }
}

/// Tells a word that `from_catalog` does not have, though `#[domain_error(...)]` may.
fn unknown(item: &TokenStream, word: &str, errors: &mut Errors) {
    let (message, help) = match (word, nearest(word, WORDS)) {
        ("partial" | "external", _) => (
            format!("`{word}` means nothing here: from_catalog writes a variant for each entry"),
            "remove it, or bind an enum of your own with the derive".to_owned(),
        ),
        (_, Some(meant)) => (format!("from_catalog has no word `{word}`"), format!("did you mean `{meant}`?")),
        (_, None) => {
            let help =
                "behind the path may stand `outcomes`, `details`, `decode`, `impl_error = false`, `crate = \"...\"`";
            (format!("from_catalog has no word `{word}`"), help.to_owned())
        }
    };
    errors.push(item, Rule::AttributeMisuse, &message, Some(&help));
}

pub(crate) fn from_catalog(arguments: &TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let item = match syn::parse2::<DeriveInput>(item) {
        Ok(item) => item,
        Err(error) => {
            errors.push_syntax(error);
            return errors.into_tokens();
        }
    };
    let parsed = (|input: ParseStream<'_>| Arguments::parse(input, &mut errors)).parse2(arguments.clone());
    let arguments = match parsed {
        Ok(arguments) => arguments,
        Err(error) => {
            unreadable(arguments, &item, &error, &mut errors);
            return beside_errors(&Arguments::unreadable(), &item, &TokenStream::new(), errors);
        }
    };
    check_item(&item, &mut errors);
    derived_twice(&item, flavor(&arguments), &mut errors);
    let variants = bind::file(&arguments.catalog, &mut errors)
        .map(|bound| written(&arguments, &bound, &mut errors))
        .unwrap_or_default();
    if errors.is_empty() {
        whole(&arguments, &item, &variants)
    } else {
        beside_errors(&arguments, &item, &variants, errors)
    }
}

/// Tells a derive that stands beside `from_catalog`, which writes the one that fits itself.
fn derived_twice(item: &DeriveInput, flavor: Flavor, errors: &mut Errors) {
    for path in item.attrs.iter().filter_map(derives).flatten() {
        let Some(other) = [Flavor::Error, Flavor::Outcome].into_iter().find(|other| is_named(&path, other.derive()))
        else {
            continue;
        };
        let (own, name) = (flavor.derive(), other.derive());
        let (message, help) = match (other == flavor, other) {
            (true, _) => (
                format!("`{own}` is derived twice: from_catalog derives it"),
                format!("remove `{own}` from #[derive(...)]"),
            ),
            (false, Flavor::Outcome) => (
                format!("from_catalog derives `{own}` here, and not `{name}`"),
                format!("remove `{name}` from #[derive(...)], and write `outcomes` behind the catalog's path"),
            ),
            (false, Flavor::Error) => (
                format!("from_catalog derives `{own}` here, and not `{name}`"),
                format!("remove `{name}` from #[derive(...)], or `outcomes` behind the catalog's path"),
            ),
        };
        errors.push(path, Rule::AttributeMisuse, &message, Some(&help));
    }
}

/// The derives of a `#[derive(...)]`.
fn derives(attr: &syn::Attribute) -> Option<Punctuated<syn::Path, Token![,]>> {
    attr.path().is_ident("derive").then(|| attr.parse_args_with(Punctuated::parse_terminated).ok()).flatten()
}

fn is_named(path: &syn::Path, name: &str) -> bool {
    path.segments.last().is_some_and(|last| last.ident == name)
}

/// Tells that the arguments begin with no path, or go on as nothing.
fn unreadable(arguments: &TokenStream, item: &DeriveInput, error: &syn::Error, errors: &mut Errors) {
    let begins = |input: ParseStream<'_>| Ok((input.parse::<LitStr>().is_ok(), input.parse::<TokenStream>()?));
    let (message, help, at) = match begins.parse2(arguments.clone()) {
        Ok((true, _)) => (
            "expected a comma here",
            "write #[from_catalog(\"catalogs/documents.toml\", details)]",
            Ident::new("_", error.span()).into_token_stream(),
        ),
        _ if arguments.is_empty() => (NO_PATH, WITH_PATH, item.ident.to_token_stream()),
        _ => (NO_PATH, WITH_PATH, arguments.clone()),
    };
    errors.push(at, Rule::AttributeMisuse, message, Some(help));
}

const NO_PATH: &str = "from_catalog needs the path of a catalog";
const WITH_PATH: &str = "write #[from_catalog(\"catalogs/documents.toml\")]";

/// The enum must be one, and empty: its variants come from the catalog.
fn check_item(item: &DeriveInput, errors: &mut Errors) {
    match &item.data {
        syn::Data::Enum(data) if data.variants.is_empty() => {}
        syn::Data::Enum(data) => {
            let help = "write an enum without variants, or bind your own with #[derive(DomainError)]";
            let message = format!("the variants of `{}` come from the catalog", item.ident);
            errors.push(&data.variants, Rule::UnsupportedItem, &message, Some(help));
        }
        syn::Data::Struct(_) | syn::Data::Union(_) => {
            let message = format!("from_catalog writes enums, and `{}` is none", item.ident);
            let help = format!("write `enum {} {{}}`", item.ident);
            errors.push(&item.ident, Rule::UnsupportedItem, &message, Some(&help));
        }
    }
}

/// The variants of the sound entries, and of those at fault what is known of them: code that uses them brings no errors of its own.
fn written(arguments: &Arguments, bound: &bind::Bound, errors: &mut Errors) -> TokenStream {
    let checked = bound.checked.as_ref();
    let mut diagnostics = Diagnostics::default();
    let entries = variants(&checked.source, &checked.catalog, arguments.wanted, &mut diagnostics);
    if let Some(path) = &bound.path {
        errors.push_catalog(&arguments.catalog, path, &diagnostics);
    }
    let string = format!("{}::String", arguments.private());
    let types = Types { string: &string, primitive: "::core::primitive::" };
    // The engine writes source; whatever a catalog says, it is literals, documentation and checked names in it.
    let mut source = emit(&entries, types);
    let mut taken = NameIndex::default();
    let mut is_taken = |name: &str| taken.insert(Cow::Owned(name.to_owned()), 0).is_some();
    for (_, name) in &entries {
        is_taken(name);
    }
    source.push_str(&damaged::emit_damaged(checked, types, is_taken));
    source.parse().unwrap_or_default()
}

impl Arguments {
    fn private(&self) -> TokenStream {
        let module = Ident::new(concat!("__private", env!("CARGO_PKG_VERSION_PATCH")), proc_macro2::Span::call_site());
        let krate = self.krate();
        quote!(#krate::#module)
    }

    fn krate(&self) -> TokenStream {
        self.krate.as_ref().map_or_else(|| quote!(::llamon_errors), ToTokens::into_token_stream)
    }
}

fn whole(arguments: &Arguments, item: &DeriveInput, variants: &TokenStream) -> TokenStream {
    let (krate, catalog, rest) = (arguments.krate(), &arguments.catalog, &arguments.rest);
    let derive = Ident::new(flavor(arguments).derive(), proc_macro2::Span::call_site());
    let body = enumeration(item, variants);
    quote! {
        #[derive(#krate::#derive)]
        #[domain_error(catalog = #catalog #rest)]
        #body
    }
}

fn flavor(arguments: &Arguments) -> Flavor {
    match arguments.wanted {
        Wanted::Errors => Flavor::Error,
        Wanted::Outcomes => Flavor::Outcome,
    }
}

fn enumeration(item: &DeriveInput, variants: &TokenStream) -> TokenStream {
    let DeriveInput { attrs, vis, ident, generics, .. } = item;
    let where_clause = &generics.where_clause;
    quote! {
        #(#attrs)*
        #vis enum #ident #generics #where_clause {
            #variants
        }
    }
}

/// The item with what is sound of it and the fallback impls, so that code which uses it brings no errors of its own.
fn beside_errors(arguments: &Arguments, item: &DeriveInput, variants: &TokenStream, mut errors: Errors) -> TokenStream {
    let rest = &arguments.rest;
    let plain = quote!(#[domain_error(catalog = "" #rest)]);
    let (ident, generics, where_clause) = (&item.ident, &item.generics, &item.generics.where_clause);
    let own = item.attrs.iter().filter(|attr| attr.path().is_ident("domain_error"));
    let bare = syn::parse2::<DeriveInput>(quote!(#plain #(#own)* enum #ident #generics #where_clause {})).ok();
    // The derive is not there to tell the faults of the other arguments.
    let input = bare.as_ref().map(|bare| Input::lower(bare, flavor(arguments), &mut errors));
    let fallback = input.as_ref().map(fallback::fallback);
    let mut tokens = errors.into_tokens();
    tokens.extend(fallback);
    let item = without_the_derives(item);
    match &item.data {
        // Helper attributes of the derive that is not there would be unknown to the compiler.
        syn::Data::Enum(_) => tokens.extend(enumeration(&item, &without_attributes(variants.clone()))),
        // What is no enum is left as it is: code that uses its fields is right about them.
        syn::Data::Struct(_) | syn::Data::Union(_) => item.to_tokens(&mut tokens),
    }
    tokens
}

/// The item without our derives, should the user have written one, and without their attributes.
fn without_the_derives(item: &DeriveInput) -> DeriveInput {
    let mut item = item.clone();
    item.attrs.retain(|attr| !attr.path().is_ident("domain_error"));
    let is_ours =
        |path: &syn::Path| [Flavor::Error, Flavor::Outcome].iter().any(|flavor| is_named(path, flavor.derive()));
    for attr in &mut item.attrs {
        if let Some(paths) = derives(attr) {
            let others = paths.iter().filter(|path| !is_ours(path));
            *attr = syn::parse_quote!(#[derive(#(#others),*)]);
        }
    }
    item
}

fn without_attributes(tokens: TokenStream) -> TokenStream {
    let mut kept = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let is_attribute = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '#')
            && matches!(tokens.peek(), Some(TokenTree::Group(_)));
        if is_attribute {
            tokens.next();
        } else {
            kept.extend([token]);
        }
    }
    kept
}
