//! The way back from a peer's data to the variant, where the enum says `decode`.

use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};

use crate::ast::{Field, Input};
use crate::check::{Arm, Bound};
use crate::expand::{blaming, catalog_enum, impl_head, inner_types, self_bounds, type_bounds};

/// ```text
/// impl FromErrorData for E {
///     fn __build(__row: usize, __fields: &Fields<'_>) -> Result<Self, FromErrorDataError> {
///         Result::Ok(match __row {
///             0 => Self::A { x: __fields.get("x")?, cause: None, dsn: Default::default() },
///             1 => Self::B {},
///             _ => return Result::Err(__fields.no_variant()),
///         })
///     }
///     fn __build_inside(..) { .. }        // build_inside(), where one is transparent
/// }
/// ```
pub(super) fn from_error_data(input: &Input<'_>, bound: &Bound) -> TokenStream {
    let arms = input.variants.iter().zip(&bound.arms).filter_map(|(variant, arm)| {
        let Arm::Entry { row, .. } = arm else { return None };
        let (row, ident) = (Literal::usize_unsuffixed(*row), variant.ident());
        let fields = variant.fields.iter().map(|field| {
            let (member, value) = (&field.member, value(field));
            quote!(#member: #value,)
        });
        Some(quote!(#row => Self::#ident { #(#fields)* },))
    });
    let arms: Vec<TokenStream> = arms.collect();
    // Where no row is the enum's own, code around a `match` that always leaves would be unreachable.
    let (row, built) = if arms.is_empty() {
        (quote!(_), quote!(__llamon::Result::Err(__fields.no_variant())))
    } else {
        let built = quote! {
            __llamon::Result::Ok(match __row {
                #(#arms)*
                _ => return __llamon::Result::Err(__fields.no_variant()),
            })
        };
        (quote!(__row), built)
    };
    let build_inside = build_inside(input);
    let mut bounds = catalog_enum::bounds(input, bound);
    let fields = || input.variants.iter().flat_map(|variant| &variant.fields);
    let read = fields().filter(|field| field.travels).map(|field| field.ty);
    bounds.extend(type_bounds(input, read, &quote!(__llamon::DeserializeOwned)));
    let defaults = fields().filter(|field| !field.travels && field.attrs.default.is_some()).map(|field| field.ty);
    bounds.extend(type_bounds(input, defaults, &quote!(__llamon::Default)));
    bounds.extend(type_bounds(input, inner_types(input), &quote!(__llamon::FromErrorData)));
    bounds.extend(self_bounds(input, &[quote!(__llamon::DomainError)]));
    let head = impl_head(input, &quote!(__llamon::FromErrorData), bounds);
    quote! {
        #[automatically_derived]
        #head {
            fn __build(
                #row: ::core::primitive::usize,
                __fields: &__llamon::Fields<'_>,
            ) -> __llamon::Result<Self, __llamon::FromErrorDataError> {
                #built
            }
            #build_inside
        }
    }
}

/// What fills a field that is read back; `ast` made sure that something can.
fn value(field: &Field<'_>) -> TokenStream {
    match &field.name {
        Some(name) if field.travels => {
            let span = blaming(field);
            quote_spanned!(span=> __fields.get(#name)?)
        }
        _ if field.attrs.default.is_some() => {
            let span = blaming(field);
            quote_spanned!(span=> __llamon::Default::default())
        }
        _ => quote!(__llamon::Option::None),
    }
}

/// ```text
/// fn __build_inside(__data: &ApplicationErrorData, __above: &Seen<'_>, __unknown: FromErrorDataError) -> Result<Self, ..> {
///     match read_inside::<Inner>(__data, __above) {
///         Ok(__inner) => return Ok(Self::Inner { 0: __inner }),        // From::from(__inner), where it stands in a box
///         Err(FromErrorDataError::UnknownCode { .. }) => {}
///         Err(__error) => return Err(__error),
///     }
///     Err(__unknown)
/// }
/// ```
fn build_inside(input: &Input<'_>) -> Option<TokenStream> {
    let mut attempts = input
        .variants
        .iter()
        .filter(|variant| variant.attrs.transparent.is_some())
        .filter_map(|variant| {
            let (ident, field) = (variant.ident(), variant.fields.first()?);
            let (member, held, span) = (&field.member, field.inside(), blaming(field));
            let ty = held.ty;
            let read = quote_spanned!(span=> __llamon::read_inside::<#ty>(__data, __above));
            let inner = if held.is_behind_pointer { quote!(__llamon::From::from(__inner)) } else { quote!(__inner) };
            Some(quote! {
                match #read {
                    __llamon::Result::Ok(__inner) => return __llamon::Result::Ok(Self::#ident { #member: #inner }),
                    __llamon::Result::Err(__llamon::FromErrorDataError::UnknownCode { .. }) => {}
                    __llamon::Result::Err(__error) => return __llamon::Result::Err(__error),
                }
            })
        })
        .peekable();
    attempts.peek()?;
    Some(quote! {
        fn __build_inside(
            __data: &__llamon::ApplicationErrorData,
            __above: &__llamon::Seen<'_>,
            __unknown: __llamon::FromErrorDataError,
        ) -> __llamon::Result<Self, __llamon::FromErrorDataError> {
            #(#attempts)*
            __llamon::Result::Err(__unknown)
        }
    })
}
