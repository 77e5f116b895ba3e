//! What makes the enum an error: `Display`, `Error`, and `From` its causes.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{WherePredicate, parse_quote};

use crate::ast::{Field, Input, Variant};
use crate::check::Bound;
use crate::expand::{
    ask_inside, blamed_binding, blaming, catalog_enum, impl_head, inner_types, mentions_itself, mentions_parameter,
    pattern, self_bounds, type_bounds,
};

pub(super) fn impls(input: &Input<'_>, bound: &Bound) -> TokenStream {
    let (display, error) = (display(input, bound), error(input));
    let from = input.variants.iter().filter_map(|variant| from(input, variant));
    quote!(#display #error #(#from)*)
}

/// ```text
/// impl Display for E {
///     fn fmt(&self, __f: &mut Formatter<'_>) -> Result { DomainError::fmt_message(self, __f) }
/// }
/// ```
///
/// With type parameters `Error` asks for `Display`, and `DomainError` for `Error`: there the bounds break the circle.
fn display(input: &Input<'_>, bound: &Bound) -> TokenStream {
    let mut bounds = catalog_enum::bounds(input, bound);
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
    let mut silent = false;
    let mut arms = Vec::new();
    for variant in &input.variants {
        let transparent = variant.attrs.transparent.is_some();
        let cause = variant.source().or(variant.fields.first().filter(|_| transparent));
        let Some((position, field)) = cause.and_then(|cause| Some((variant.position(cause)?, cause))) else {
            silent = true;
            continue;
        };
        let (pattern, binding) = (pattern(variant, &[position]), blamed_binding(variant, position));
        let value = if transparent {
            ask_inside(input.flavor, field, "source", Some(&binding), &TokenStream::new())
        } else {
            cause_of(field, &binding)
        };
        arms.push(quote!(Self::#pattern => #value,));
    }
    let is_cause = |variant: &Variant<'_>| variant.attrs.transparent.is_none() && variant.source().is_some();
    let as_dyn_error = input.variants.iter().any(is_cause).then(|| {
        quote!(
            use __llamon::AsDynError as _;
        )
    });
    let method = (!arms.is_empty()).then(|| {
        let silent = silent.then(|| quote!(_ => __llamon::Option::None,));
        quote! {
            fn source(&self) -> __llamon::Option<&(dyn __llamon::Error + 'static)> {
                #as_dyn_error
                match self { #(#arms)* #silent }
            }
        }
    });
    let mut bounds = self_bounds(input, &[quote!(__llamon::Debug), quote!(__llamon::Display)]);
    bounds.extend(source_bounds(input));
    bounds.extend(type_bounds(input, inner_types(input), &quote!(__llamon::DomainError)));
    let head = impl_head(input, &quote!(__llamon::Error), bounds);
    quote! {
        #[automatically_derived]
        #head { #method }
    }
}

/// The cause that a field holds, as `source()` returns it.
fn cause_of(field: &Field<'_>, binding: &Ident) -> TokenStream {
    let span = blaming(field);
    let as_dyn = |cause: &dyn ToTokens| {
        if field.cause().is_behind_pointer {
            quote_spanned!(span=> (**#cause).as_dyn_error())
        } else {
            quote_spanned!(span=> #cause.as_dyn_error())
        }
    };
    if field.option_inner().is_some() {
        let cause = as_dyn(&quote!(__cause));
        return quote!(match #binding {
            __llamon::Option::Some(__cause) => __llamon::Option::Some(#cause),
            __llamon::Option::None => __llamon::Option::None,
        });
    }
    let cause = as_dyn(binding);
    quote_spanned!(span=> __llamon::Option::Some(#cause))
}

/// ```text
/// impl From<Cause> for E {
///     fn from(__cause: Cause) -> Self { Self::A { cause: __cause } }        // Some(__cause), where the field is an Option
/// }
/// ```
pub(crate) fn from(input: &Input<'_>, variant: &Variant<'_>) -> Option<TokenStream> {
    let field = variant.fields.iter().find(|field| field.attrs.from.is_some())?;
    let (ident, member) = (variant.ident(), &field.member);
    let (ty, cause) = match field.option_inner() {
        Some(inner) => (inner, quote!(__llamon::Option::Some(__cause))),
        None => (field.ty, quote!(__cause)),
    };
    let head = impl_head(input, &quote!(__llamon::From<#ty>), Vec::new());
    // Further fields are told already; the fallback impl then never runs.
    let body = if variant.fields.len() == 1 { quote!(Self::#ident { #member: #cause }) } else { quote!(loop {}) };
    Some(quote! {
        #[automatically_derived]
        #head {
            fn from(__cause: #ty) -> Self {
                #body
            }
        }
    })
}

/// `Error + 'static` for the types of causes, where a type parameter is in them; of the enum itself the latter alone.
fn source_bounds(input: &Input<'_>) -> Vec<WherePredicate> {
    let opaque = input.variants.iter().filter(|variant| variant.attrs.transparent.is_none());
    let causes = || opaque.clone().filter_map(Variant::source).map(|field| field.cause().ty);
    let mut bounds = type_bounds(input, causes(), &quote!(__llamon::Error + 'static));
    let own = causes().filter(|ty| mentions_parameter(input, ty) && mentions_itself(input, ty));
    bounds.extend::<Vec<WherePredicate>>(own.map(|ty| parse_quote!(#ty: 'static)).collect());
    bounds
}
