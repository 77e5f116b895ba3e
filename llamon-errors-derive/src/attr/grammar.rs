//! The words inside `#[domain_error(...)]`: which there are, where each is legal, what each takes.
//!
//! Comes in: attributes. Goes out: legal items. What is unknown, misplaced, repeated or malformed is told at its own place, and the items
//! around it are read all the same.

use llamon_errors_catalog::Rule;
use llamon_errors_catalog::suggest::nearest;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt as _;
use syn::parse::discouraged::Speculative as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Attribute, Lit, LitBool, LitInt, LitStr, Token};

use crate::errors::Errors;

/// Where an attribute stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Enum,
    Variant,
    Field,
}

impl Place {
    pub(crate) const fn named(self) -> &'static str {
        match self {
            Self::Enum => "the enum",
            Self::Variant => "a variant",
            Self::Field => "a field",
        }
    }

    /// The word that a text standing alone probably belongs to.
    const fn word_of_a_text(self) -> Option<&'static str> {
        match self {
            Self::Enum => Some("catalog"),
            Self::Variant => Some("code"),
            Self::Field => None,
        }
    }
}

/// What a word is followed by.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    /// Nothing: `partial`.
    Nothing,
    /// A string: `code = "DOC_005"`.
    Text,
    /// Strings: `external("DOC_008", "DOC_011")`.
    Texts,
    /// `true` or `false`: `impl_error = false`.
    Boolean,
    /// A whole number: `retry_after_ms = 1500`.
    Integer,
}

/// The words that are legal at one place.
pub(super) trait Word: Copy + PartialEq {
    const PLACE: Place;

    fn of(name: &str) -> Option<Self>;
}

/// What is known of a word, wherever it is legal.
struct Known {
    name: &'static str,
    place: Place,
    takes: Takes,
    example: &'static str,
}

macro_rules! attributes {
    ($($place:ident $enum:ident { $($variant:ident $name:literal $takes:ident $example:literal;)* })*) => {
        $(
            #[derive(Clone, Copy, PartialEq, Eq)]
            pub(super) enum $enum { $($variant),* }

            impl Word for $enum {
                const PLACE: Place = Place::$place;

                fn of(name: &str) -> Option<Self> {
                    match name {
                        $($name => Some(Self::$variant),)*
                        _ => None,
                    }
                }
            }
        )*

        const WORDS: &[Known] = &[
            $($(Known { name: $name, place: Place::$place, takes: Takes::$takes, example: $example },)*)*
        ];
    };
}

attributes! {
    Enum EnumWord {
        Catalog      "catalog"        Text    "catalog = \"catalogs/documents.toml\"";
        Domain       "domain"         Text    "domain = \"document-service\"";
        Partial      "partial"        Nothing "partial";
        External     "external"       Texts   "external(\"DOC_008\")";
        Details      "details"        Nothing "details";
        Decode       "decode"         Nothing "decode";
        ImplError    "impl_error"     Boolean "impl_error = false";
        Crate        "crate"          Text    "crate = \"path::to::llamon_errors\"";
    }
    Variant VariantWord {
        Code         "code"           Text    "code = \"DOC_005\"";
        Transparent  "transparent"    Nothing "transparent";
        SdkCode      "sdk_code"       Text    "sdk_code = \"NOT_FOUND\"";
        Reason       "reason"         Text    "reason = \"document_not_found\"";
        Title        "title"          Text    "title = \"document not found\"";
        Retriable    "retriable"      Boolean "retriable = false";
        Message      "message"        Text    "message = \"document {id} is gone\"";
        ErrorSource  "error_source"   Text    "error_source = \"db:documents/by_id\"";
        RetryAfterMs "retry_after_ms" Integer "retry_after_ms = 1500";
        Outcome      "outcome"        Text    "outcome = \"completed\"";
    }
    Field FieldWord {
        Secret       "secret"         Nothing "secret";
        Detail       "detail"         Nothing "detail";
        Default      "default"        Nothing "default";
    }
}

/// One word and what follows it.
pub(crate) struct Item {
    pub(crate) key: Ident,
    value: Value,
}

enum Value {
    Nothing,
    Literal(Lit),
    Texts(Vec<LitStr>),
    /// Anything else; kept for its place.
    Other(TokenStream),
}

impl Item {
    pub(super) fn text(&self) -> Option<LitStr> {
        match &self.value {
            Value::Literal(Lit::Str(text)) => Some(text.clone()),
            _ => None,
        }
    }

    pub(super) fn texts(&self) -> Vec<LitStr> {
        match &self.value {
            Value::Texts(texts) => texts.clone(),
            _ => Vec::new(),
        }
    }

    pub(super) fn boolean(&self) -> Option<LitBool> {
        match &self.value {
            Value::Literal(Lit::Bool(value)) => Some(value.clone()),
            _ => None,
        }
    }

    fn integer(&self) -> Option<LitInt> {
        match &self.value {
            Value::Literal(Lit::Int(value)) => Some(value.clone()),
            _ => None,
        }
    }

    pub(super) fn literal(&self) -> Option<&Lit> {
        match &self.value {
            Value::Literal(literal) => Some(literal),
            _ => None,
        }
    }

    fn fits(&self, takes: Takes) -> bool {
        match takes {
            Takes::Nothing => matches!(self.value, Value::Nothing),
            Takes::Text => self.text().is_some(),
            Takes::Texts => matches!(self.value, Value::Texts(_)),
            Takes::Boolean => self.boolean().is_some(),
            Takes::Integer => self.integer().is_some(),
        }
    }
}

impl ToTokens for Item {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.key.to_tokens(tokens);
        match &self.value {
            Value::Nothing => {}
            Value::Literal(literal) => literal.to_tokens(tokens),
            Value::Texts(texts) => texts.iter().for_each(|text| text.to_tokens(tokens)),
            Value::Other(other) => other.to_tokens(tokens),
        }
    }
}

/// The legal items of all `#[domain_error(...)]` attributes at one place; what is not legal is told.
pub(super) fn items<W: Word>(attrs: &[Attribute], errors: &mut Errors) -> Vec<(W, Item)> {
    let mut legal: Vec<(W, Item)> = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("domain_error")) {
        let Some(tokens) = attr.meta.require_list().ok().map(|list| &list.tokens).filter(|tokens| !tokens.is_empty())
        else {
            says_nothing(attr, W::PLACE, errors);
            continue;
        };
        let parsed = (|input: ParseStream<'_>| Ok(split(input, W::PLACE, errors))).parse2(tokens.clone());
        for item in parsed.unwrap_or_default() {
            if let Some(word) = judged(&item, &legal, errors) {
                legal.push((word, item));
            }
        }
    }
    legal
}

/// `#[domain_error]`, `#[domain_error()]`, `#[domain_error = "..."]`.
fn says_nothing(attr: &Attribute, place: Place, errors: &mut Errors) {
    let value = attr.meta.require_name_value().ok().map(|pair| pair.value.to_token_stream());
    let Some(value) = value else {
        let help = "write `#[domain_error(...)]` with what it should say in the brackets, or remove it";
        errors.push(attr, Rule::AttributeMisuse, "#[domain_error] says nothing", Some(help));
        return;
    };
    let help = match place.word_of_a_text() {
        Some(word) => format!("write `#[domain_error({word} = {value})]`"),
        None => "write `#[domain_error(...)]`".to_owned(),
    };
    errors.push(attr, Rule::AttributeMisuse, "#[domain_error] takes words in brackets", Some(&help));
}

/// Splits `a, b = "c"` at its commas. A malformed item is told and skipped.
fn split(input: ParseStream<'_>, place: Place, errors: &mut Errors) -> Vec<Item> {
    let mut items = Vec::new();
    while !input.is_empty() {
        // `crate` is a keyword, and a good word all the same.
        if let Ok(key) = input.call(Ident::parse_any) {
            items.push(Item { key, value: value(input) });
        } else {
            let rest = until_comma(input);
            if rest.is_empty() {
                errors.push(
                    input.span_token(),
                    Rule::AttributeMisuse,
                    "a comma with nothing before it",
                    Some("remove it"),
                );
            } else {
                let text = syn::parse2::<LitStr>(rest.clone()).ok();
                let help = match place.word_of_a_text().zip(text) {
                    Some((word, text)) => format!("write `{word} = {}`", text.to_token_stream()),
                    None => "write `code = \"DOC_005\"` or the like".to_owned(),
                };
                errors.push(rest, Rule::AttributeMisuse, "expected a word here", Some(&help));
            }
        }
        if input.peek(Ident::peek_any) {
            let next = input.span_token();
            let message = format!("a comma is missing before `{next}`");
            errors.push(next, Rule::AttributeMisuse, &message, Some("write `,` between two words"));
            continue;
        }
        let _: Result<Token![,], _> = input.parse();
    }
    items
}

/// The token at the cursor, for the place of a fault.
trait SpanToken {
    fn span_token(&self) -> TokenStream;
}

impl SpanToken for ParseStream<'_> {
    fn span_token(&self) -> TokenStream {
        self.fork().parse::<TokenTree>().map(ToTokens::into_token_stream).unwrap_or_default()
    }
}

/// What follows a word, up to the comma, or to the word before which there should be one.
fn value(input: ParseStream<'_>) -> Value {
    let ends = |ahead: ParseStream<'_>| ahead.is_empty() || ahead.peek(Token![,]) || ahead.peek(Ident::peek_any);
    if ends(input) {
        return Value::Nothing;
    }
    let ahead = input.fork();
    if ahead.parse::<Token![=]>().is_ok()
        && let Ok(literal) = ahead.parse::<Lit>()
        && ends(&ahead)
    {
        input.advance_to(&ahead);
        return Value::Literal(literal);
    }
    let ahead = input.fork();
    if let Ok(TokenTree::Group(group)) = ahead.parse::<TokenTree>()
        && ends(&ahead)
        && let Some(texts) = texts(&group.to_token_stream())
    {
        input.advance_to(&ahead);
        return Value::Texts(texts);
    }
    let other = until_comma(input);
    Value::Other(other)
}

/// The strings of `("a", "b")`.
fn texts(tokens: &TokenStream) -> Option<Vec<LitStr>> {
    let mut tokens = tokens.clone().into_iter();
    let (Some(TokenTree::Group(group)), None) = (tokens.next(), tokens.next()) else { return None };
    let list = syn::punctuated::Punctuated::<LitStr, Token![,]>::parse_terminated;
    list.parse2(group.stream()).ok().map(|texts| texts.into_iter().collect())
}

fn until_comma(input: ParseStream<'_>) -> TokenStream {
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![,]) {
        match input.parse::<TokenTree>() {
            Ok(token) => tokens.extend([token]),
            Err(_) => break,
        }
    }
    tokens
}

/// The word that an item is, if it is legal here.
fn judged<W: Word>(item: &Item, before: &[(W, Item)], errors: &mut Errors) -> Option<W> {
    let name = item.key.to_string();
    let mut told = |message: &str, help: &str| errors.push(item, Rule::AttributeMisuse, message, Some(help));
    let Some(known) = WORDS.iter().find(|known| known.name == name) else {
        let here = || WORDS.iter().filter(|known| known.place == W::PLACE).map(|known| known.name);
        let meant = nearest(&name, here()).or_else(|| nearest(&name, WORDS.iter().map(|known| known.name)));
        let help = match meant {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("{} takes {}", W::PLACE.named(), here().collect::<Vec<_>>().join(", ")),
        };
        told(&format!("there is no attribute `{name}`"), &help);
        return None;
    };
    let Some(word) = W::of(&name) else {
        let help = format!("it belongs on {}", known.place.named());
        told(&format!("`{name}` is not for {}", W::PLACE.named()), &help);
        return None;
    };
    if before.iter().any(|(other, _)| *other == word) && known.takes != Takes::Texts {
        told(&format!("`{name}` is said twice"), "remove one of them");
        return None;
    }
    if let Some((message, help)) = misfit(item, known) {
        told(&message, &help);
        return None;
    }
    Some(word)
}

/// What is wrong with what follows a word, and what to write.
fn misfit(item: &Item, known: &Known) -> Option<(String, String)> {
    let (name, fits) = (known.name, item.fits(known.takes));
    if fits && known.takes == Takes::Texts && item.texts().is_empty() {
        return Some((format!("`{name}` names nothing"), format!("write `{}`, or remove it", known.example)));
    }
    let what = match known.takes {
        Takes::Nothing => "nothing",
        Takes::Text => "a string",
        Takes::Texts => "strings in brackets",
        Takes::Boolean => "true or false",
        Takes::Integer => "a whole number",
    };
    let is_off = known.takes == Takes::Nothing && item.boolean().is_some_and(|value| !value.value());
    let help =
        if is_off { "remove it; without the word it is off".to_owned() } else { format!("write `{}`", known.example) };
    (!fits).then(|| (format!("`{name}` takes {what}"), help))
}
