//! What the runtime asks of an enum: its row, what fills its message, what travels.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::WherePredicate;

use crate::ast::{Flavor, Input, Variant};
use crate::check::{Arm, Bound};
use crate::expand::{binding, blamed_binding, impl_head, inner_types, pattern, type_bounds};

/// ```text
/// impl CatalogEnum for E {
///     fn __parts(&self, __visit: &mut Visit<'_>) {
///         match self {
///             Self::A { x: __f0, .. } => __visit(&__TABLE, 0, &[__f0 as &dyn Display]),
///             Self::B { .. } => __visit(&__TABLE, 1, &[]),
///             Self::Inner { 0: __f0, .. } => CatalogEnum::__parts(__f0, __visit),    // transparent
///         }
///     }
///     fn __details(&self, __details: &mut Details) { .. }                             // details(), where some travel
///     fn __table() -> &'static Table { &__TABLE }
///     fn __find_inside(..) { .. }                                                     // find_inside(), where one is transparent
/// }
/// ```
pub(super) fn catalog_enum(input: &Input<'_>, bound: &Bound) -> TokenStream {
    let arms = input.variants.iter().zip(&bound.arms).map(|(variant, arm)| match arm {
        Arm::Entry { row, arguments } => {
            let row = Literal::usize_unsuffixed(*row);
            let bindings = arguments.iter().map(|position| {
                let binding = blamed_binding(variant, *position);
                quote!(#binding as &dyn __llamon::Display)
            });
            let pattern = pattern(variant, arguments);
            quote!(#pattern => __visit(&__TABLE, #row, &[#(#bindings),*]),)
        }
        Arm::Transparent => {
            let pattern = pattern(variant, &[0]);
            let inner = binding(0);
            quote!(#pattern => __llamon::CatalogEnum::__parts(#inner, __visit),)
        }
    });
    // An enum without variants has no arms to take, and matches by value.
    let body = if input.variants.is_empty() { quote!(match *self {}) } else { quote!(match self { #(#arms)* }) };
    let unused = input.variants.is_empty().then(|| quote!(let _ = __visit;));
    let (details, find_inside) = (details(input), find_inside(input));
    let head = impl_head(input, &quote!(__llamon::CatalogEnum), bounds(input, bound));
    quote! {
        #[automatically_derived]
        #head {
            fn __parts(&self, __visit: &mut __llamon::Visit<'_>) {
                #unused
                #body
            }
            #details
            fn __table() -> &'static __llamon::Table {
                &__TABLE
            }
            #find_inside
        }
    }
}

/// ```text
/// fn __details(&self, __details: &mut Details) {
///     match self {
///         Self::A { x: __f0, .. } => { __details.put("x", __f0); }
///         Self::Inner { 0: __f0, .. } => CatalogEnum::__details(__f0, __details),
///         _ => {}
///     }
/// }
/// ```
fn details(input: &Input<'_>) -> Option<TokenStream> {
    let mut silent = false;
    let mut arms = Vec::new();
    for variant in &input.variants {
        if variant.attrs.transparent.is_some() {
            let (pattern, inner) = (pattern(variant, &[0]), binding(0));
            arms.push(quote!(#pattern => __llamon::CatalogEnum::__details(#inner, __details),));
            continue;
        }
        let travelling = travelling(variant);
        if travelling.is_empty() {
            silent = true;
            continue;
        }
        let positions: Vec<usize> = travelling.iter().map(|(position, _)| *position).collect();
        let pattern = pattern(variant, &positions);
        let puts = travelling.iter().map(|(position, name)| {
            let binding = blamed_binding(variant, *position);
            quote!(__details.put(#name, #binding);)
        });
        arms.push(quote!(#pattern => { #(#puts)* }));
    }
    let rest = silent.then(|| quote!(_ => {}));
    (!arms.is_empty()).then(|| {
        quote! {
            fn __details(&self, __details: &mut __llamon::Details) {
                match self { #(#arms)* #rest }
            }
        }
    })
}

/// The fields of a variant that travel: where each stands and what it is called.
pub(super) fn travelling<'v>(variant: &'v Variant<'_>) -> Vec<(usize, &'v str)> {
    let fields = variant.fields.iter().enumerate().filter(|(_, field)| field.travels);
    fields.filter_map(|(position, field)| Some((position, field.name.as_deref()?))).collect()
}

/// ```text
/// fn __find_inside(__code: &str, __found: &mut dyn FnMut(&'static Table, usize)) {
///     if let Some((__table, __row)) = find::<Inner>(__code) { __found(__table, __row); }
/// }
/// ```
fn find_inside(input: &Input<'_>) -> Option<TokenStream> {
    let mut searches = inner_types(input)
        .map(|ty| {
            quote! {
                if let __llamon::Option::Some((__table, __row)) = __llamon::find::<#ty>(__code) {
                    __found(__table, __row);
                }
            }
        })
        .peekable();
    searches.peek()?;
    Some(quote! {
        fn __find_inside(
            __code: &::core::primitive::str,
            __found: &mut dyn ::core::ops::FnMut(&'static __llamon::Table, ::core::primitive::usize),
        ) {
            #(#searches)*
        }
    })
}

/// What the impl asks of type parameters: `Display` of what fills a message, `Serialize` of what travels.
pub(super) fn bounds(input: &Input<'_>, bound: &Bound) -> Vec<WherePredicate> {
    let filled = input.variants.iter().zip(&bound.arms).flat_map(|(variant, arm)| {
        let arguments: &[usize] = match arm {
            Arm::Entry { arguments, .. } => arguments,
            Arm::Transparent => &[],
        };
        arguments.iter().filter_map(|position| variant.fields.get(*position)).map(|field| field.ty)
    });
    let mut bounds = type_bounds(input, filled, &quote!(__llamon::Display));
    let fields = || input.variants.iter().flat_map(|variant| &variant.fields);
    let travelling = fields().filter(|field| field.travels).map(|field| field.ty);
    bounds.extend(type_bounds(input, travelling, &quote!(__llamon::Serialize)));
    let inner = match input.flavor {
        Flavor::Error => quote!(__llamon::DomainError),
        Flavor::Outcome => quote!(__llamon::DomainOutcome),
    };
    bounds.extend(type_bounds(input, inner_types(input), &inner));
    bounds
}
