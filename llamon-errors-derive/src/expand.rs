//! The impls. Nothing here can fail: what could is told before.
//!
//! For `enum E { A { x: X }, B }` on `catalogs/c.toml` the whole expansion is
//!
//! ```text
//! const _: () = {
//!     use ::llamon_errors::__private0 as __llamon;
//!     fn __tracked() { let _: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/catalogs/c.toml")); }
//!     static __TABLE: __llamon::Table = __llamon::Table::new("domain", "all texts", b"all rows");
//!     impl __llamon::DomainError for E { .. }      // parts()
//!     impl __llamon::Display for E { .. }          // display()
//!     impl __llamon::Error for E { .. }            // error()
//!     impl From<Cause> for E { .. }                // from(), one for each #[from]
//! };
//! ```
//!
//! There is one `match` over all variants; everything behind it is ordinary code of the runtime that takes the table. The tracked file
//! stands in a function's body, since there its bytes reach neither the metadata nor the program.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;
use syn::{Type, WherePredicate, parse_quote};

use crate::ast::{Field, Input, Variant};
use crate::check::{Arm, Bound};
use crate::table::lay;

pub(crate) fn expand(input: &Input<'_>, bound: &Bound) -> TokenStream {
    let private = input.private();
    let tracked = &bound.tracked;
    let laid = lay(bound.entries());
    let (domain, text, rows) = (bound.domain(), laid.text, Literal::byte_string(&laid.rows));
    let domain_error = domain_error(input, bound);
    let error_impls = input.attrs.impl_error.then(|| {
        let (display, error) = (display(input, bound), error(input));
        let from = input.variants.iter().filter_map(|variant| from(input, variant));
        quote!(#display #error #(#from)*)
    });
    // Naming a deprecated variant in its own impl is no use of it; an `allow` for nothing would trip `forbid(deprecated)`.
    let allow_deprecated = input.has_deprecated.then(|| quote!(#[allow(deprecated)]));
    quote! {
        #allow_deprecated
        const _: () = {
            use #private as __llamon;
            fn __tracked() {
                let _: &[::core::primitive::u8] = ::core::include_bytes!(#tracked);
            }
            static __TABLE: __llamon::Table = __llamon::Table::new(#domain, #text, #rows);
            #domain_error
            #error_impls
        };
    }
}

/// ```text
/// impl DomainError for E {
///     fn __parts(&self, __visit: &mut Visit<'_>) {
///         match self {
///             Self::A { x: __f0, .. } => __visit(&__TABLE, 0, &[__f0 as &dyn Display]),
///             Self::B { .. } => __visit(&__TABLE, 1, &[]),
///             Self::Inner { 0: __f0, .. } => DomainError::__parts(__f0, __visit),    // transparent
///         }
///     }
/// }
/// ```
fn domain_error(input: &Input<'_>, bound: &Bound) -> TokenStream {
    let arms = input.variants.iter().zip(&bound.arms).map(|(variant, arm)| match arm {
        Arm::Entry { row, arguments } => {
            let row = Literal::usize_unsuffixed(*row);
            let bindings = arguments.iter().map(|position| {
                let binding = binding(*position);
                quote!(#binding as &dyn __llamon::Display)
            });
            let pattern = pattern(variant, arguments);
            quote!(#pattern => __visit(&__TABLE, #row, &[#(#bindings),*]),)
        }
        Arm::Transparent => {
            let pattern = pattern(variant, &[0]);
            let inner = binding(0);
            quote!(#pattern => __llamon::DomainError::__parts(#inner, __visit),)
        }
    });
    let body = match_self(input, &quote!(#(#arms)*));
    let mut bounds = message_bounds(input, bound);
    bounds.extend(self_bounds(input, &[quote!(__llamon::Error)]));
    let head = impl_head(input, &quote!(__llamon::DomainError), bounds);
    quote! {
        #[automatically_derived]
        #head {
            fn __parts(&self, __visit: &mut __llamon::Visit<'_>) {
                #body
            }
        }
    }
}

/// ```text
/// impl Display for E {
///     fn fmt(&self, __f: &mut Formatter<'_>) -> Result { DomainError::fmt_message(self, __f) }
/// }
/// ```
///
/// With type parameters `Error` asks for `Display`, and `DomainError` for `Error`: there the bounds break the circle.
fn display(input: &Input<'_>, bound: &Bound) -> TokenStream {
    let mut bounds = message_bounds(input, bound);
    bounds.extend(self_bounds(input, &[quote!(__llamon::Debug)]));
    bounds.extend(source_bounds(input));
    let head = impl_head(input, &quote!(__llamon::Display), bounds);
    quote! {
        #[automatically_derived]
        #head {
            fn fmt(&self, __f: &mut __llamon::Formatter<'_>) -> __llamon::FmtResult {
                __llamon::DomainError::fmt_message(self, __f)
            }
        }
    }
}

/// ```text
/// impl Error for E {
///     fn source(&self) -> Option<&(dyn Error + 'static)> {
///         match self {
///             Self::A { cause: __f0, .. } => Some(__f0.as_dyn_error()),
///             _ => None,
///         }
///     }
/// }
/// ```
///
/// A transparent variant has the causes of the error inside and not that error itself, whose message is its own.
fn error(input: &Input<'_>) -> TokenStream {
    let mut silent = 0_usize;
    let mut arms = Vec::new();
    for variant in &input.variants {
        let cause = variant.source().or(variant.fields.first().filter(|_| variant.attrs.transparent.is_some()));
        let Some((position, field)) = cause.and_then(|cause| Some((variant.position(cause)?, cause))) else {
            silent += 1;
            continue;
        };
        let (pattern, binding) = (pattern(variant, &[position]), binding(position));
        let value = if variant.attrs.transparent.is_some() {
            quote!(__llamon::Error::source(__llamon::AsDynError::as_dyn_error(#binding)))
        } else if field.option_inner().is_some() {
            quote!(match #binding {
                __llamon::Option::Some(__cause) => __llamon::Option::Some(__cause.as_dyn_error()),
                __llamon::Option::None => __llamon::Option::None,
            })
        } else {
            quote!(__llamon::Option::Some(#binding.as_dyn_error()))
        };
        arms.push(quote!(#pattern => #value,));
    }
    let method = (!arms.is_empty()).then(|| {
        let silent = (silent > 0).then(|| quote!(_ => __llamon::Option::None,));
        quote! {
            fn source(&self) -> __llamon::Option<&(dyn __llamon::Error + 'static)> {
                use __llamon::AsDynError as _;
                match self { #(#arms)* #silent }
            }
        }
    });
    let mut bounds = self_bounds(input, &[quote!(__llamon::Debug), quote!(__llamon::Display)]);
    bounds.extend(source_bounds(input));
    let head = impl_head(input, &quote!(__llamon::Error), bounds);
    quote! {
        #[automatically_derived]
        #head { #method }
    }
}

/// ```text
/// impl From<Cause> for E {
///     fn from(__cause: Cause) -> Self { Self::A { cause: __cause } }
/// }
/// ```
pub(crate) fn from(input: &Input<'_>, variant: &Variant<'_>) -> Option<TokenStream> {
    let field = variant.fields.iter().find(|field| field.attrs.from.is_some())?;
    let (ident, member) = (variant.ident(), &field.member);
    // `#[from] cause: Option<Box<Cause>>` would make every `Cause` hide in a box; the field's own type is what `?` meets.
    let ty = field.ty;
    let head = impl_head(input, &quote!(__llamon::From<#ty>), Vec::new());
    Some(quote! {
        #[automatically_derived]
        #head {
            fn from(__cause: #ty) -> Self {
                Self::#ident { #member: __cause }
            }
        }
    })
}

/// `match self { .. }`; an enum without variants has no arms to take and matches by value.
fn match_self(input: &Input<'_>, arms: &TokenStream) -> TokenStream {
    if input.variants.is_empty() { quote!(let _ = __visit; match *self {}) } else { quote!(match self { #arms }) }
}

/// `Self::A { x: __f0, .. }`: fields are named by their place, so that no constant or function of the user's is meant.
fn pattern(variant: &Variant<'_>, positions: &[usize]) -> TokenStream {
    let ident = variant.ident();
    let mut wanted = positions.to_vec();
    wanted.sort_unstable();
    wanted.dedup();
    let fields = wanted.iter().filter_map(|position| {
        let (field, binding) = (variant.fields.get(*position)?, binding(*position));
        let member = &field.member;
        Some(quote!(#member: #binding,))
    });
    quote!(Self::#ident { #(#fields)* .. })
}

fn binding(position: usize) -> Ident {
    Ident::new(&format!("__f{position}"), Span::mixed_site())
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

/// `Display` for the types of placeholders, where a type parameter is in them: nobody else is asked for anything.
fn message_bounds(input: &Input<'_>, bound: &Bound) -> Vec<WherePredicate> {
    let mut bounds = Vec::new();
    for (variant, arm) in input.variants.iter().zip(&bound.arms) {
        let fields: Vec<&Field<'_>> = match arm {
            Arm::Entry { arguments, .. } => arguments.iter().filter_map(|at| variant.fields.get(*at)).collect(),
            Arm::Transparent => Vec::new(),
        };
        for field in fields.into_iter().filter(|field| mentions_parameter(input, field.ty)) {
            let ty = field.ty;
            bounds.push(parse_quote!(#ty: __llamon::Display));
        }
        if let (Arm::Transparent, Some(field)) = (arm, variant.fields.first())
            && mentions_parameter(input, field.ty)
        {
            let ty = field.ty;
            bounds.push(parse_quote!(#ty: __llamon::DomainError));
        }
    }
    bounds
}

/// `Error + 'static` for the types of causes, where a type parameter is in them.
fn source_bounds(input: &Input<'_>) -> Vec<WherePredicate> {
    let mut bounds = Vec::new();
    for variant in &input.variants {
        let transparent = variant.fields.first().filter(|_| variant.attrs.transparent.is_some());
        let Some(field) = variant.source().or(transparent) else { continue };
        let ty = field.option_inner().unwrap_or(field.ty);
        if mentions_parameter(input, ty) {
            bounds.push(parse_quote!(#ty: __llamon::Error + 'static));
        }
    }
    bounds
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
    fn mentions(tokens: TokenStream, wanted: &dyn Fn(&Ident) -> bool) -> bool {
        tokens.into_iter().any(|token| match token {
            proc_macro2::TokenTree::Ident(ident) => wanted(&ident),
            proc_macro2::TokenTree::Group(group) => mentions(group.stream(), wanted),
            _ => false,
        })
    }
    let is_parameter = |ident: &Ident| input.generics.type_params().any(|parameter| parameter.ident == *ident);
    mentions(quote!(#ty), &is_parameter)
}
