//! The enum as the derive sees it.
//!
//! Comes in: `syn::DeriveInput`. Goes out: [`Input`], with every attribute read and raw identifiers stripped of their `r#`. Here are the
//! checks that see one variant alone; not done here: anything about the catalog.

use llamon_errors_catalog::Rule;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::ext::IdentExt as _;
use syn::{Data, DeriveInput, Fields, Generics, Member, Type};

use crate::attr::{self, EnumAttrs, FieldAttrs, Place, VariantAttrs};
use crate::errors::Errors;

/// The enum.
pub(crate) struct Input<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) generics: &'a Generics,
    pub(crate) attrs: EnumAttrs,
    pub(crate) variants: Vec<Variant<'a>>,
    /// Whether the user marked a variant deprecated; naming it must not warn then.
    pub(crate) has_deprecated: bool,
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
}

impl<'a> Input<'a> {
    /// The model of an item; nothing when it is no enum.
    pub(crate) fn lower(input: &'a DeriveInput, errors: &mut Errors) -> Option<Self> {
        let attrs = EnumAttrs::read(&input.attrs, errors);
        let (what, token) = match &input.data {
            Data::Enum(data) => {
                if attrs.impl_error {
                    attr::misplaced_helpers(&input.attrs, Place::Enum, errors);
                }
                let variants: Vec<_> =
                    data.variants.iter().map(|variant| Variant::lower(variant, attrs.impl_error, errors)).collect();
                let has_deprecated =
                    data.variants.iter().any(|v| v.attrs.iter().any(|a| a.path().is_ident("deprecated")));
                return Some(Self { ident: &input.ident, generics: &input.generics, attrs, variants, has_deprecated });
            }
            Data::Struct(data) => ("a struct", data.struct_token.to_token_stream()),
            Data::Union(data) => ("a union", data.union_token.to_token_stream()),
        };
        let message = format!("DomainError is derived on enums, and `{}` is {what}", input.ident);
        errors.push(token, Rule::UnsupportedItem, &message, Some("make it an enum with one variant for each code"));
        None
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

impl<'a> Variant<'a> {
    fn lower(original: &'a syn::Variant, impl_error: bool, errors: &mut Errors) -> Self {
        let attrs = VariantAttrs::read(&original.attrs, errors);
        if impl_error {
            attr::misplaced_helpers(&original.attrs, Place::Variant, errors);
        }
        let fields = original.fields.members().zip(&original.fields);
        let fields: Vec<_> = fields
            .map(|(member, field)| Field {
                original: field,
                name: field.ident.as_ref().map(|ident| ident.unraw().to_string()),
                member,
                ty: &field.ty,
                attrs: FieldAttrs::read(&field.attrs, errors),
            })
            .collect();
        let variant = Self { original, name: original.ident.unraw().to_string(), attrs, fields };
        variant.check(errors);
        variant
    }

    /// What one variant can get wrong by itself.
    fn check(&self, errors: &mut Errors) {
        let causes = self.fields.iter().filter(|field| field.is_source());
        for field in causes.skip(1) {
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
        if let Some(span) = self.attrs.transparent {
            let at = Ident::new("transparent", span);
            if self.fields.len() != 1 {
                let message = format!("transparent variant `{}` needs exactly one field", self.name);
                errors.push(&at, Rule::BadSource, &message, Some("give it the other DomainError as its only field"));
            }
            if let Some(code) = &self.attrs.code {
                let message = format!("transparent variant `{}` has no code of its own", self.name);
                errors.push(code, Rule::AttributeMisuse, &message, Some("remove `code` or `transparent`"));
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
            fields => quote!(#ident #fields),
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
        let Type::Path(path) = self.ty else { return None };
        let last = path.path.segments.last().filter(|last| path.qself.is_none() && last.ident == "Option")?;
        match &last.arguments {
            syn::PathArguments::AngleBracketed(arguments) if arguments.args.len() == 1 => {
                match arguments.args.first()? {
                    syn::GenericArgument::Type(inner) => Some(inner),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
