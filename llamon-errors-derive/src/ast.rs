//! The enum as the derives see it.
//!
//! Comes in: `syn::DeriveInput`. Goes out: [`Input`], with every attribute read and raw identifiers stripped of their `r#`. Here are the
//! checks that see one variant alone; not done here: anything about the catalog.

use std::borrow::Cow;

use llamon_errors_catalog::Rule;
use llamon_errors_catalog::index::NameIndex;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::ext::IdentExt as _;
use syn::{Data, DeriveInput, Fields, Generics, Member, Type};

use crate::attr::{self, EnumAttrs, FieldAttrs, Place, VariantAttrs};
use crate::errors::Errors;

/// Which derive is at work.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flavor {
    /// `DomainError`: errors.
    Error,
    /// `DomainOutcome`: results that are no errors.
    Outcome,
}

impl Flavor {
    pub(crate) const fn derive(self) -> &'static str {
        match self {
            Self::Error => "DomainError",
            Self::Outcome => "DomainOutcome",
        }
    }
}

/// The enum.
pub(crate) struct Input<'a> {
    pub(crate) flavor: Flavor,
    pub(crate) ident: &'a Ident,
    pub(crate) generics: &'a Generics,
    pub(crate) attrs: EnumAttrs,
    pub(crate) variants: Vec<Variant<'a>>,
    /// It is what the derive stands on; something else is told, and gets the fallback.
    pub(crate) is_enum: bool,
    /// Whether the user speaks of what is deprecated.
    has_deprecated: bool,
}

/// A variant.
pub(crate) struct Variant<'a> {
    original: &'a syn::Variant,
    /// Its name without `r#`.
    pub(crate) name: String,
    pub(crate) attrs: VariantAttrs,
    pub(crate) fields: Vec<Field<'a>>,
}

/// A field.
pub(crate) struct Field<'a> {
    pub(crate) original: &'a syn::Field,
    /// How patterns name it.
    pub(crate) member: Member,
    /// Its name without `r#`; none in tuple variants.
    pub(crate) name: Option<String>,
    pub(crate) ty: &'a Type,
    pub(crate) attrs: FieldAttrs,
    /// It travels as a detail.
    pub(crate) travels: bool,
}

impl<'a> Input<'a> {
    /// The model of an item; it has no variants when it is no enum.
    pub(crate) fn lower(input: &'a DeriveInput, flavor: Flavor, errors: &mut Errors) -> Self {
        let attrs = EnumAttrs::read(&input.attrs, flavor, errors);
        // On an outcome `#[source]` and `#[from]` are never right, and somebody should say so.
        let helpers = flavor == Flavor::Outcome || attrs.impl_error;
        let variants = match &input.data {
            Data::Enum(data) => {
                if helpers {
                    attr::misplaced_helpers(&input.attrs, Place::Enum, errors);
                }
                let lower = |variant| Variant::lower(variant, flavor, helpers, &attrs, errors);
                data.variants.iter().map(lower).collect()
            }
            Data::Struct(data) => no_enum(input, flavor, "a struct", &data.struct_token, errors),
            Data::Union(data) => no_enum(input, flavor, "a union", &data.union_token, errors),
        };
        if attrs.impl_error {
            made_from_one_type(&variants, errors);
        }
        let (ident, generics) = (&input.ident, &input.generics);
        let is_enum = matches!(input.data, Data::Enum(_));
        Self { flavor, ident, generics, attrs, variants, is_enum, has_deprecated: speaks_of_deprecated(input) }
    }

    /// Naming a deprecated variant in its own impl is no use of it; an `allow` for nothing would trip `forbid(deprecated)`.
    pub(crate) fn allow_deprecated(&self) -> Option<TokenStream> {
        self.has_deprecated.then(|| quote!(#[allow(deprecated)]))
    }

    /// The path of the runtime's hidden module; it bears the patch version, so that nobody comes to depend on it.
    pub(crate) fn private(&self) -> TokenStream {
        let module = Ident::new(concat!("__private", env!("CARGO_PKG_VERSION_PATCH")), proc_macro2::Span::call_site());
        match &self.attrs.krate {
            Some(path) => quote!(#path::#module),
            None => quote!(::llamon_errors::#module),
        }
    }
}

/// Tells what is no enum; it has no variants.
fn no_enum<'a>(
    input: &DeriveInput,
    flavor: Flavor,
    what: &str,
    token: &dyn ToTokens,
    errors: &mut Errors,
) -> Vec<Variant<'a>> {
    let message = format!("{} is derived on enums, and `{}` is {what}", flavor.derive(), input.ident);
    errors.push(token, Rule::UnsupportedItem, &message, Some("make it an enum with one variant for each code"));
    Vec::new()
}

/// Whether `#[deprecated]` or `#[allow(deprecated)]` stands on the item, a variant or a field. As in serde, what the user allows in the item
/// is allowed in its impls: they name the same variants and types.
fn speaks_of_deprecated(input: &DeriveInput) -> bool {
    let speaks = |attrs: &[syn::Attribute]| {
        attrs.iter().any(|attr| {
            let allows = attr.path().is_ident("allow") || attr.path().is_ident("expect");
            let words = attr.meta.require_list().ok().filter(|_| allows).map(|list| list.tokens.clone());
            let is_meant = |token: proc_macro2::TokenTree| matches!(token, proc_macro2::TokenTree::Ident(word) if word == "deprecated");
            attr.path().is_ident("deprecated") || words.is_some_and(|words| words.into_iter().any(is_meant))
        })
    };
    let Data::Enum(data) = &input.data else { return speaks(&input.attrs) };
    let in_variant =
        |variant: &syn::Variant| speaks(&variant.attrs) || variant.fields.iter().any(|field| speaks(&field.attrs));
    speaks(&input.attrs) || data.variants.iter().any(in_variant)
}

/// A cause makes one variant; of two, `?` would not know which.
fn made_from_one_type(variants: &[Variant<'_>], errors: &mut Errors) {
    let mut makes = NameIndex::default();
    for (number, variant) in variants.iter().enumerate() {
        let Some(ty) = variant.made_from() else { continue };
        let first = makes.insert(Cow::Owned(ty), number);
        if let Some(first) = first.and_then(|first| variants.get(first)) {
            let message =
                format!("#[from] of one type stands in two variants: `{}` and `{}`", first.name, variant.name);
            let help = "write #[source] in one of them, and make that variant where the error is known";
            let field = variant.fields.iter().find(|field| field.attrs.from.is_some());
            errors.push(field.map(|field| field.original), Rule::BadSource, &message, Some(help));
        }
    }
}

impl<'a> Variant<'a> {
    fn lower(
        original: &'a syn::Variant,
        flavor: Flavor,
        helpers: bool,
        of_enum: &EnumAttrs,
        errors: &mut Errors,
    ) -> Self {
        let attrs = VariantAttrs::read(&original.attrs, errors);
        if helpers {
            attr::misplaced_helpers(&original.attrs, Place::Variant, errors);
        }
        let fields = original.fields.members().zip(&original.fields);
        let fields: Vec<_> = fields
            .map(|(member, field)| {
                let read = FieldAttrs::read(&field.attrs, helpers, errors);
                let is_source = read.source.is_some() || read.from.is_some();
                let of_enum = of_enum.details && !is_source && read.secret.is_none() && attrs.transparent.is_none();
                Field {
                    original: field,
                    name: field.ident.as_ref().map(|ident| ident.unraw().to_string()),
                    member,
                    ty: &field.ty,
                    travels: attrs.transparent.is_none() && !is_source && read.detail.is_some() || of_enum,
                    attrs: read,
                }
            })
            .collect();
        let variant = Self { original, name: original.ident.unraw().to_string(), attrs, fields };
        if helpers {
            variant.check_causes(flavor, errors);
        }
        variant.check_transparent(errors);
        variant.check_details(of_enum, errors);
        variant
    }

    fn check_causes(&self, flavor: Flavor, errors: &mut Errors) {
        let causes = || self.fields.iter().filter(|field| field.is_source());
        if flavor == Flavor::Outcome {
            for field in causes() {
                let message = format!("outcome `{}` has a cause, but an outcome is no error", self.name);
                errors.push(field.original, Rule::BadSource, &message, Some("remove #[source] or #[from]"));
            }
            return;
        }
        for field in causes().skip(1) {
            let message = format!("variant `{}` has two causes", self.name);
            errors.push(field.original, Rule::BadSource, &message, Some("keep #[source] or #[from] on one field"));
        }
        if let Some(field) = self.fields.iter().find(|field| field.attrs.from.is_some())
            && self.fields.len() > 1
        {
            let message = format!("#[from] in `{}` needs the cause to be its only field", self.name);
            let help = "write #[source] instead, or move the other fields into the cause";
            errors.push(field.original, Rule::BadSource, &message, Some(help));
        }
    }

    fn check_transparent(&self, errors: &mut Errors) {
        let Some(span) = self.attrs.transparent else { return };
        for field in &self.fields {
            let what = "in a transparent variant: the error inside speaks for itself";
            field.attrs.mean_nothing(&["secret", "detail", "default"], what, errors);
        }
        if self.fields.len() != 1 {
            let message = format!("transparent variant `{}` needs exactly one field", self.name);
            let help = "give it the other DomainError as its only field";
            errors.push(Ident::new("transparent", span), Rule::BadSource, &message, Some(help));
        }
        if let Some(code) = &self.attrs.code {
            let message = format!("transparent variant `{}` has no code of its own", self.name);
            errors.push(code, Rule::AttributeMisuse, &message, Some("remove `code` or `transparent`"));
        }
    }

    fn check_details(&self, of_enum: &EnumAttrs, errors: &mut Errors) {
        if self.attrs.transparent.is_some() {
            return;
        }
        for field in &self.fields {
            if of_enum.decode.is_none() {
                field.attrs.mean_nothing(&["default"], "unless the enum says `decode`", errors);
            } else if field.travels {
                field.attrs.mean_nothing(&["default"], "on a field that travels: its value is read back", errors);
            }
            if field.travels && field.name.is_none() {
                let message = format!("a field of `{}` shall travel as a detail, but has no name", self.name);
                errors.push(field.original, Rule::DetailWithoutName, &message, Some("give the variant named fields"));
            }
            let is_filled = field.travels || field.option_inner().is_some() || field.attrs.default.is_some();
            if of_enum.decode.is_some() && !is_filled {
                let name = field.name.as_ref().map_or("a field".to_owned(), |name| format!("field `{name}`"));
                let message = format!("{name} of `{}` does not travel, so `decode` cannot fill it", self.name);
                let help = "write `detail` or `default` in its #[domain_error(...)], or make it an Option";
                errors.push(field.original, Rule::NotDecodable, &message, Some(help));
            }
        }
    }

    /// The variant's own identifier.
    pub(crate) fn ident(&self) -> &'a Ident {
        &self.original.ident
    }

    /// The variant without its attributes: what a fault of the whole variant underlines.
    pub(crate) fn tokens(&self) -> TokenStream {
        let (ident, fields) = (&self.original.ident, &self.original.fields);
        match fields {
            Fields::Unit => quote!(#ident),
            Fields::Named(named) => {
                let fields = named.named.iter().map(|field| (&field.vis, &field.ident, &field.ty));
                let fields = fields.map(|(vis, ident, ty)| quote!(#vis #ident: #ty));
                let mut group = proc_macro2::Group::new(proc_macro2::Delimiter::Brace, quote!(#(#fields),*));
                group.set_span(named.brace_token.span.join());
                quote!(#ident #group)
            }
            fields @ Fields::Unnamed(_) => quote!(#ident #fields),
        }
    }

    /// The field of a name, which for tuple variants there is none.
    pub(crate) fn field(&self, name: &str) -> Option<(usize, &Field<'a>)> {
        self.fields.iter().enumerate().find(|(_, field)| field.name.as_deref() == Some(name))
    }

    /// Where a field of this variant stands.
    pub(crate) fn position(&self, field: &Field<'a>) -> Option<usize> {
        self.fields.iter().position(|other| other.member == field.member)
    }

    /// The type of the cause that makes the whole variant, as it is written; of an optional one, what it may hold.
    pub(crate) fn made_from(&self) -> Option<String> {
        let field = self.fields.iter().find(|field| field.attrs.from.is_some())?;
        Some(field.option_inner().unwrap_or(field.ty).to_token_stream().to_string())
    }

    /// The cause, if the variant has one.
    pub(crate) fn source(&self) -> Option<&Field<'a>> {
        self.fields.iter().find(|field| field.is_source())
    }
}

impl Field<'_> {
    pub(crate) fn is_source(&self) -> bool {
        self.attrs.source.is_some() || self.attrs.from.is_some()
    }

    /// The `T` of a field written `Option<T>`.
    pub(crate) fn option_inner(&self) -> Option<&Type> {
        argument_of(self.ty, &["Option"])
    }

    /// The type of the cause that the field holds, if it is there.
    pub(crate) fn cause(&self) -> Held<'_> {
        held(self.option_inner().unwrap_or(self.ty))
    }

    /// The error or outcome that the field of a transparent variant holds.
    pub(crate) fn inside(&self) -> Held<'_> {
        held(self.ty)
    }
}

/// What a field holds for others to ask.
pub(crate) struct Held<'t> {
    pub(crate) ty: &'t Type,
    /// It stands in a `Box`, `Arc` or `Rc`. Those are errors too, but nobody who looks for the error by its type would find it.
    pub(crate) is_behind_pointer: bool,
}

fn held(ty: &Type) -> Held<'_> {
    match argument_of(ty, &["Box", "Arc", "Rc"]) {
        Some(inside) if !is_foreign_object(inside) => Held { ty: inside, is_behind_pointer: true },
        _ => Held { ty, is_behind_pointer: false },
    }
}

/// The `T` of a type written `Name<T>`, where `Name` is one of these.
fn argument_of<'t>(ty: &'t Type, names: &[&str]) -> Option<&'t Type> {
    let path = match ty {
        Type::Path(path) => path,
        // A type that a macro of the user's was given as a whole.
        Type::Group(group) => return argument_of(&group.elem, names),
        Type::Paren(paren) => return argument_of(&paren.elem, names),
        _ => return None,
    };
    let is_named = |last: &&syn::PathSegment| path.qself.is_none() && names.iter().any(|name| last.ident == name);
    match &path.path.segments.last().filter(is_named)?.arguments {
        syn::PathArguments::AngleBracketed(arguments) if arguments.args.len() == 1 => match arguments.args.first()? {
            syn::GenericArgument::Type(inner) => Some(inner),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a type is an object of a trait other than `Error`: such an object is no `dyn Error` by itself.
fn is_foreign_object(ty: &Type) -> bool {
    match ty {
        Type::Group(group) => is_foreign_object(&group.elem),
        Type::Paren(paren) => is_foreign_object(&paren.elem),
        Type::TraitObject(object) => !object.bounds.iter().any(|bound| match bound {
            syn::TypeParamBound::Trait(bound) => bound.path.segments.last().is_some_and(|last| last.ident == "Error"),
            _ => false,
        }),
        _ => false,
    }
}
