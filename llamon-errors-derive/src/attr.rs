//! The attributes and where each is legal.
//!
//! Comes in: the `syn::Attribute`s of an enum, a variant or a field. Goes out: their values. An unknown, misplaced, repeated or
//! malformed attribute is told at its own place, and the others are read all the same.

use llamon_errors_catalog::Rule;
use llamon_errors_catalog::suggest::nearest;
use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::parse::{ParseStream, Parser as _};
use syn::{Attribute, Lit, LitStr, Meta, Token};

use crate::errors::Errors;

/// Where an attribute stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Enum,
    Variant,
    Field,
}

impl Place {
    const fn named(self) -> &'static str {
        match self {
            Self::Enum => "the enum",
            Self::Variant => "a variant",
            Self::Field => "a field",
        }
    }
}

/// What an attribute is followed by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    /// Nothing: `partial`.
    Nothing,
    /// A string: `code = "DOC_005"`.
    Text,
    /// `true` or `false`: `impl_error = false`.
    Boolean,
}

macro_rules! attributes {
    ($($variant:ident $name:literal $place:ident $takes:ident $example:literal;)*) => {
        /// The words inside `#[domain_error(...)]`.
        #[derive(Clone, Copy, PartialEq, Eq)]
        enum Attr { $($variant),* }

        impl Attr {
            const ALL: &'static [Self] = &[$(Self::$variant),*];

            const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            const fn place(self) -> Place {
                match self { $(Self::$variant => Place::$place),* }
            }

            const fn takes(self) -> Takes {
                match self { $(Self::$variant => Takes::$takes),* }
            }

            const fn example(self) -> &'static str {
                match self { $(Self::$variant => $example),* }
            }
        }
    };
}

attributes! {
    Catalog     "catalog"     Enum    Text    "catalog = \"catalogs/documents.toml\"";
    Partial     "partial"     Enum    Nothing "partial";
    ImplError   "impl_error"  Enum    Boolean "impl_error = false";
    Crate       "crate"       Enum    Text    "crate = \"path::to::llamon_errors\"";
    Code        "code"        Variant Text    "code = \"DOC_005\"";
    Transparent "transparent" Variant Nothing "transparent";
    Secret      "secret"      Field   Nothing "secret";
}

/// What stands on the enum.
pub(crate) struct EnumAttrs {
    pub(crate) catalog: Option<LitStr>,
    pub(crate) partial: bool,
    pub(crate) impl_error: bool,
    pub(crate) krate: Option<syn::Path>,
}

/// What stands on a variant.
#[derive(Default)]
pub(crate) struct VariantAttrs {
    pub(crate) code: Option<LitStr>,
    pub(crate) transparent: Option<Span>,
    /// An attribute here was at fault, so nobody knows what the variant stands for.
    pub(crate) faulty: bool,
}

/// What stands on a field.
#[derive(Default)]
pub(crate) struct FieldAttrs {
    pub(crate) secret: Option<Span>,
    pub(crate) source: Option<Span>,
    pub(crate) from: Option<Span>,
}

impl EnumAttrs {
    pub(crate) fn read(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut read = Self { catalog: None, partial: false, impl_error: true, krate: None };
        for (attr, item) in items(attrs, Place::Enum, errors) {
            match attr {
                Attr::Catalog => read.catalog = item.text(),
                Attr::Partial => read.partial = true,
                Attr::ImplError => read.impl_error = item.boolean().unwrap_or(true),
                Attr::Crate => read.krate = item.text().and_then(|text| path(&text, errors)),
                Attr::Code | Attr::Transparent | Attr::Secret => {}
            }
        }
        read
    }
}

impl VariantAttrs {
    pub(crate) fn read(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut read = Self::default();
        let faults_before = errors.len();
        for (attr, item) in items(attrs, Place::Variant, errors) {
            match attr {
                Attr::Code => read.code = item.text(),
                Attr::Transparent => read.transparent = Some(item.key.span()),
                Attr::Catalog | Attr::Partial | Attr::ImplError | Attr::Crate | Attr::Secret => {}
            }
        }
        read.faulty = errors.len() > faults_before;
        read
    }
}

impl FieldAttrs {
    pub(crate) fn read(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut read = Self::default();
        for (attr, item) in items(attrs, Place::Field, errors) {
            match attr {
                Attr::Secret => read.secret = Some(item.key.span()),
                Attr::Catalog | Attr::Partial | Attr::ImplError | Attr::Crate | Attr::Code | Attr::Transparent => {}
            }
        }
        read.source = helper(attrs, "source", errors);
        read.from = helper(attrs, "from", errors);
        read
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

/// `#[source]` or `#[from]`, written once and plain.
fn helper(attrs: &[Attribute], name: &str, errors: &mut Errors) -> Option<Span> {
    let mut found: Option<Span> = None;
    for attr in attrs.iter().filter(|attr| attr.path().is_ident(name)) {
        if found.is_some() {
            let message = format!("#[{name}] stands on one field twice");
            errors.push(attr, Rule::AttributeMisuse, &message, Some("remove one of them"));
        } else if !matches!(attr.meta, Meta::Path(_)) {
            let message = format!("#[{name}] takes nothing");
            errors.push(attr, Rule::AttributeMisuse, &message, Some(&format!("write `#[{name}]`")));
        }
        found = found.or_else(|| attr.path().get_ident().map(Ident::span));
    }
    found
}

fn path(text: &LitStr, errors: &mut Errors) -> Option<syn::Path> {
    text.parse_with(syn::Path::parse_mod_style)
        .map_err(|_| {
            let message = format!("`{}` is not a path", text.value());
            errors.push(text, Rule::AttributeMisuse, &message, Some("write `crate = \"path::to::llamon_errors\"`"));
        })
        .ok()
}

/// One word inside `#[domain_error(...)]`.
struct Item {
    key: Ident,
    value: Value,
}

enum Value {
    Nothing,
    Literal(Lit),
    /// Anything else; kept for its place.
    Other(TokenStream),
}

impl Item {
    fn text(&self) -> Option<LitStr> {
        match &self.value {
            Value::Literal(Lit::Str(text)) => Some(text.clone()),
            _ => None,
        }
    }

    fn boolean(&self) -> Option<bool> {
        match &self.value {
            Value::Literal(Lit::Bool(value)) => Some(value.value()),
            _ => None,
        }
    }

    fn fits(&self, takes: Takes) -> bool {
        match takes {
            Takes::Nothing => matches!(self.value, Value::Nothing),
            Takes::Text => self.text().is_some(),
            Takes::Boolean => self.boolean().is_some(),
        }
    }
}

impl ToTokens for Item {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.key.to_tokens(tokens);
        match &self.value {
            Value::Nothing => {}
            Value::Literal(literal) => literal.to_tokens(tokens),
            Value::Other(other) => other.to_tokens(tokens),
        }
    }
}

/// The legal items of all `#[domain_error(...)]` attributes at one place; what is not legal is told.
fn items(attrs: &[Attribute], place: Place, errors: &mut Errors) -> Vec<(Attr, Item)> {
    let mut legal: Vec<(Attr, Item)> = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("domain_error")) {
        let Meta::List(list) = &attr.meta else {
            let help = "write `#[domain_error(...)]` with what it should say in the brackets";
            errors.push(attr, Rule::AttributeMisuse, "#[domain_error] says nothing", Some(help));
            continue;
        };
        let parsed = (|input: ParseStream<'_>| split(input, errors)).parse2(list.tokens.clone());
        let Ok(parsed) = parsed else { continue };
        for item in parsed {
            if let Some(attr) = judged(&item, place, &legal, errors) {
                legal.push((attr, item));
            }
        }
    }
    legal
}

/// Splits `a, b = "c"` at its commas. A malformed item is told and skipped.
fn split(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Vec<Item>> {
    let mut items = Vec::new();
    while !input.is_empty() {
        // `crate` is a keyword, and a good word all the same.
        match input.call(syn::ext::IdentExt::parse_any) {
            Ok(key) => items.push(Item { key, value: value(input)? }),
            Err(_) => {
                let rest = until_comma(input)?;
                errors.push(
                    rest,
                    Rule::AttributeMisuse,
                    "expected a word here",
                    Some("write `code = \"DOC_005\"` or the like"),
                );
            }
        }
        if !input.is_empty() {
            let _: Token![,] = input.parse()?;
        }
    }
    Ok(items)
}

fn value(input: ParseStream<'_>) -> syn::Result<Value> {
    if input.is_empty() || input.peek(Token![,]) {
        return Ok(Value::Nothing);
    }
    let ahead = input.fork();
    if ahead.parse::<Token![=]>().is_ok() && ahead.parse::<Lit>().is_ok() && (ahead.is_empty() || ahead.peek(Token![,]))
    {
        let _: Token![=] = input.parse()?;
        return Ok(Value::Literal(input.parse()?));
    }
    Ok(Value::Other(until_comma(input)?))
}

fn until_comma(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![,]) {
        tokens.extend([input.parse::<proc_macro2::TokenTree>()?]);
    }
    Ok(tokens)
}

/// The attribute that an item is, if it is legal here.
fn judged(item: &Item, place: Place, before: &[(Attr, Item)], errors: &mut Errors) -> Option<Attr> {
    let name = item.key.to_string();
    let Some(attr) = Attr::ALL.iter().copied().find(|attr| attr.name() == name) else {
        let here = || Attr::ALL.iter().filter(|attr| attr.place() == place).map(|attr| attr.name());
        let meant = nearest(&name, here()).or_else(|| nearest(&name, Attr::ALL.iter().map(|attr| attr.name())));
        let help = match meant {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("{} takes {}", place.named(), here().collect::<Vec<_>>().join(", ")),
        };
        let message = format!("there is no attribute `{name}`");
        errors.push(item, Rule::AttributeMisuse, &message, Some(&help));
        return None;
    };
    if attr.place() != place {
        let message = format!("`{name}` is not for {}", place.named());
        errors.push(item, Rule::AttributeMisuse, &message, Some(&format!("it belongs on {}", attr.place().named())));
        return None;
    }
    if before.iter().any(|(other, _)| *other == attr) {
        let message = format!("`{name}` is said twice");
        errors.push(item, Rule::AttributeMisuse, &message, Some("remove one of them"));
        return None;
    }
    if !item.fits(attr.takes()) {
        let message = match attr.takes() {
            Takes::Nothing => format!("`{name}` takes nothing"),
            Takes::Text => format!("`{name}` takes a string"),
            Takes::Boolean => format!("`{name}` takes true or false"),
        };
        errors.push(item, Rule::AttributeMisuse, &message, Some(&format!("write `{}`", attr.example())));
        return None;
    }
    Some(attr)
}
