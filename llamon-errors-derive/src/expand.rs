//! The impls. Nothing here can fail: what could is told before.
//!
//! For `enum E { A { x: X }, B }` on `catalogs/c.toml` the whole expansion is
//!
//! ```text
//! const _: () = {
//!     use ::llamon_errors::__private0 as __llamon;
//!     fn __tracked() { let _: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/catalogs/c.toml")); }
//!     static __TABLE: __llamon::Table = __llamon::Table::new("domain", "all texts", b"all rows", b"index");
//!     impl __llamon::CatalogEnum for E { .. }      // catalog_enum.rs
//!     impl __llamon::DomainError for E {}          // or DomainOutcome
//!     impl __llamon::FromErrorData for E { .. }    // decode.rs, where the enum says `decode`
//!     impl __llamon::Display for E { .. }          // error.rs, unless `impl_error = false`
//!     impl __llamon::Error for E { .. }
//!     impl From<Cause> for E { .. }                // one for each #[from]
//! };
//! ```
//!
//! There is one `match` over all variants; everything behind it is ordinary code of the runtime that takes the table. The tracked file
//! stands in a function's body, since there its bytes reach neither the metadata nor the program.

mod catalog_enum;
mod decode;
mod error;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Type, WherePredicate, parse_quote};

use crate::ast::{Field, Flavor, Input, Variant};
use crate::check::Bound;
use crate::table::lay;
pub(crate) use error::from;

pub(crate) fn expand(input: &Input<'_>, bound: &Bound) -> TokenStream {
    let private = input.private();
    let tracked = bound.tracked.as_ref().map(|tracked| {
        quote! {
            fn __tracked() {
                let _: &[::core::primitive::u8] = ::core::include_bytes!(#tracked);
            }
        }
    });
    let laid = lay(bound.entries());
    let (domain, text) = (bound.domain(), laid.text);
    let (rows, index) = (Literal::byte_string(&laid.rows), Literal::byte_string(&laid.index));
    let catalog_enum = catalog_enum::catalog_enum(input, bound);
    let domain_trait = domain_trait(input, bound);
    let decode = input.attrs.decode.map(|_| decode::from_error_data(input, bound));
    let error_impls = input.attrs.impl_error.then(|| error::impls(input, bound));
    let allow_deprecated = input.allow_deprecated();
    quote! {
        #allow_deprecated
        const _: () = {
            use #private as __llamon;
            #tracked
            static __TABLE: __llamon::Table = __llamon::Table::new(#domain, #text, #rows, #index);
            #catalog_enum
            #domain_trait
            #decode
            #error_impls
        };
    }
}

/// ```text
/// impl DomainError for E {}
/// ```
fn domain_trait(input: &Input<'_>, bound: &Bound) -> TokenStream {
    let (path, supertraits) = match input.flavor {
        Flavor::Error => (quote!(__llamon::DomainError), vec![quote!(__llamon::Error), quote!(__llamon::CatalogEnum)]),
        Flavor::Outcome => (quote!(__llamon::DomainOutcome), vec![quote!(__llamon::CatalogEnum)]),
    };
    let mut bounds = catalog_enum::bounds(input, bound);
    bounds.extend(self_bounds(input, &supertraits));
    let head = impl_head(input, &path, bounds);
    quote! {
        #[automatically_derived]
        #head {}
    }
}

/// `A { x: __f0, .. }`, to stand behind `Self::`: fields are named by their place, so that no constant or function of the user's is meant.
fn pattern(variant: &Variant<'_>, positions: &[usize]) -> TokenStream {
    let ident = variant.ident();
    let wanted = variant.fields.iter().enumerate().filter(|(position, _)| positions.contains(position));
    let fields = wanted.map(|(position, field)| {
        let (member, binding) = (&field.member, binding(position));
        quote!(#member: #binding,)
    });
    quote!(#ident { #(#fields)* .. })
}

fn binding(position: usize) -> Ident {
    Ident::new(&format!("__f{position}"), Span::mixed_site())
}

/// What a field is bound to, shown at the field's type: there the compiler says what that type lacks, and still as of generated
/// code.
fn blamed_binding(variant: &Variant<'_>, position: usize) -> Ident {
    let mut binding = binding(position);
    if let Some(field) = variant.fields.get(position) {
        binding.set_span(Span::mixed_site().located_at(field.ty.span()));
    }
    binding
}

/// The place of a field's type for the code around its binding.
fn blaming(field: &Field<'_>) -> Span {
    Span::call_site().located_at(field.ty.span())
}

/// `impl<T> Trait for E<T> where ..`
fn impl_head(input: &Input<'_>, trait_path: &TokenStream, bounds: Vec<WherePredicate>) -> TokenStream {
    let ident = input.ident;
    let mut generics = input.generics.clone();
    if !bounds.is_empty() {
        generics.make_where_clause().predicates.extend(bounds);
    }
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let (_, type_generics, _) = input.generics.split_for_impl();
    quote!(impl #impl_generics #trait_path for #ident #type_generics #where_clause)
}

/// `Type: Trait` for each type that has a type parameter in it: nobody else is asked for anything. A type that holds the enum itself has the
/// trait when the enum has it, and asking would lead in a circle.
fn type_bounds<'t>(
    input: &Input<'_>,
    types: impl Iterator<Item = &'t Type>,
    bound: &TokenStream,
) -> Vec<WherePredicate> {
    let asked = types.filter(|ty| mentions_parameter(input, ty) && !mentions_itself(input, ty));
    asked.map(|ty| parse_quote!(#ty: #bound)).collect()
}

/// Bounds on the enum itself, which only an enum with type parameters needs to be told.
fn self_bounds(input: &Input<'_>, traits: &[TokenStream]) -> Vec<WherePredicate> {
    if input.generics.type_params().next().is_none() {
        return Vec::new();
    }
    traits.iter().map(|bound| parse_quote!(Self: #bound)).collect()
}

/// Whether a type parameter of the enum occurs in a type.
fn mentions_parameter(input: &Input<'_>, ty: &Type) -> bool {
    mentions(ty, &|ident| input.generics.type_params().any(|parameter| parameter.ident == *ident))
}

fn mentions_itself(input: &Input<'_>, ty: &Type) -> bool {
    mentions(ty, &|ident| ident == input.ident)
}

/// Whether one of these names occurs in a type.
fn mentions(ty: &Type, wanted: &dyn Fn(&Ident) -> bool) -> bool {
    fn any(tokens: TokenStream, wanted: &dyn Fn(&Ident) -> bool) -> bool {
        tokens.into_iter().any(|token| match token {
            proc_macro2::TokenTree::Ident(ident) => wanted(&ident),
            proc_macro2::TokenTree::Group(group) => any(group.stream(), wanted),
            _ => false,
        })
    }
    any(quote!(#ty), wanted)
}

/// The fields of transparent variants.
fn inner_fields<'i>(input: &'i Input<'_>) -> impl Iterator<Item = &'i Field<'i>> {
    let transparent = input.variants.iter().filter(|variant| variant.attrs.transparent.is_some());
    transparent.filter_map(|variant| variant.fields.first())
}

/// The types inside transparent variants.
fn inner_types<'i>(input: &'i Input<'_>) -> impl Iterator<Item = &'i Type> {
    inner_fields(input).map(|field| field.inside().ty)
}

/// What is asked of a transparent variant's field, at the type of that field.
///
/// ```text
/// __llamon::error_inside::<Inner>().fill(__f0, __fill)        // &**__f0, where it stands in a box
/// ```
fn ask_inside(
    flavor: Flavor,
    field: &Field<'_>,
    method: &str,
    binding: Option<&Ident>,
    more: &TokenStream,
) -> TokenStream {
    let (held, span) = (field.inside(), blaming(field));
    let ty = held.ty;
    let function = Ident::new(if flavor == Flavor::Error { "error_inside" } else { "outcome_inside" }, span);
    let method = Ident::new(method, span);
    let pointed = held.is_behind_pointer.then(|| quote_spanned!(span=> &**));
    let inner = binding.map(|binding| quote_spanned!(span=> #pointed #binding,));
    quote_spanned!(span=> __llamon::#function::<#ty>().#method(#inner #more))
}
