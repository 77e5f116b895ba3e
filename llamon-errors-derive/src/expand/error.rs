//! What makes the enum an error: `Display`, `Error`, and `From` its causes.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::WherePredicate;

use crate::ast::{Input, Variant};
use crate::check::Bound;
use crate::expand::{blamed_binding, blaming, catalog_enum, impl_head, pattern, self_bounds, type_bounds};

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
        let span = blaming(field);
        let as_dyn = |cause: &dyn ToTokens| {
            if field.cause().is_behind_pointer && !transparent {
                quote_spanned!(span=> (**#cause).as_dyn_error())
            } else {
                quote_spanned!(span=> #cause.as_dyn_error())
            }
        };
        let value = if transparent {
            let inner = as_dyn(&binding);
            quote_spanned!(span=> __llamon::Error::source(#inner))
        } else if field.option_inner().is_some() {
            let cause = as_dyn(&quote!(__cause));
            quote!(match #binding {
                __llamon::Option::Some(__cause) => __llamon::Option::Some(#cause),
                __llamon::Option::None => __llamon::Option::None,
            })
        } else {
            let cause = as_dyn(&binding);
            quote_spanned!(span=> __llamon::Option::Some(#cause))
        };
        arms.push(quote!(Self::#pattern => #value,));
    }
    let method = (!arms.is_empty()).then(|| {
        let silent = silent.then(|| quote!(_ => __llamon::Option::None,));
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
    let (ident, member, ty) = (variant.ident(), &field.member, field.ty);
    let head = impl_head(input, &quote!(__llamon::From<#ty>), Vec::new());
    // Further fields are told already; the fallback impl then never runs.
    let body = if variant.fields.len() == 1 { quote!(Self::#ident { #member: __cause }) } else { quote!(loop {}) };
    Some(quote! {
        #[automatically_derived]
        #head {
            fn from(__cause: #ty) -> Self {
                #body
            }
        }
    })
}

/// `Error + 'static` for the types of causes, where a type parameter is in them.
fn source_bounds(input: &Input<'_>) -> Vec<WherePredicate> {
    let causes = input.variants.iter().filter_map(|variant| {
        let transparent = variant.fields.first().filter(|_| variant.attrs.transparent.is_some());
        Some(match variant.source() {
            Some(field) => field.cause().ty,
            None => transparent?.ty,
        })
    });
    type_bounds(input, causes, &quote!(__llamon::Error + 'static))
}
