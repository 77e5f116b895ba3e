//! What the runtime asks of an enum: its row, what fills its message, what travels.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens as _, quote};
use syn::WherePredicate;

use crate::ast::{Flavor, Input, Variant};
use crate::check::{Arm, Bound};
use crate::expand::{ask_inside, binding, blamed_binding, impl_head, inner_fields, inner_types, pattern, type_bounds};

/// ```text
/// impl CatalogEnum for E {
///     fn __entry(&self) -> (&'static Table, usize) {
///         (&__TABLE, match self {
///             Self::A { .. } => 0,
///             Self::Inner { 0: __f0, .. } => return error_inside::<Inner>().entry(__f0),          // transparent
///         })
///     }
///     fn __fill(&self, __fill: &mut Fill<'_>) { .. }                                  // fill(), where messages have placeholders
///     fn __details(&self, __details: &mut Details) { .. }                             // details(), where fields travel
///     fn __table() -> &'static Table { &__TABLE }
///     fn __find_inside(..) { .. }                                                     // find_inside(), where one is transparent
/// }
/// ```
pub(super) fn catalog_enum(input: &Input<'_>, bound: &Bound) -> TokenStream {
    // Where all variants are transparent there is no row of the enum's own behind them.
    let own_rows = bound.arms.iter().any(|arm| matches!(arm, Arm::Entry { .. }));
    let leave = own_rows.then(|| quote!(return));
    let arms = input.variants.iter().zip(&bound.arms).map(|(variant, arm)| match arm {
        Arm::Entry { row, .. } => {
            let (pattern, row) = (pattern(variant, &[]), Literal::usize_unsuffixed(*row));
            quote!(Self::#pattern => #row,)
        }
        Arm::Transparent => {
            let (pattern, entry) = (pattern(variant, &[0]), ask(input, variant, "entry", &quote!()));
            quote!(Self::#pattern => #leave #entry,)
        }
    });
    let entry = if is_large(input, bound) {
        entry_in_pieces(input)
    } else if input.variants.is_empty() {
        // No value, no arm to take; a reference to none is matched by what it would refer to.
        quote!(match *self {})
    } else if own_rows {
        quote!((&__TABLE, match self { #(#arms)* }))
    } else {
        quote!(match self { #(#arms)* })
    };
    let (fill, details, find_inside) = (fill(input, bound), details(input, bound), find_inside(input));
    let head = impl_head(input, &quote!(__llamon::CatalogEnum), bounds(input, bound));
    quote! {
        #[automatically_derived]
        #head {
            fn __entry(&self) -> (&'static __llamon::Table, ::core::primitive::usize) {
                #entry
            }
            #fill
            #details
            fn __table() -> &'static __llamon::Table {
                &__TABLE
            }
            #find_inside
        }
    }
}

/// Whether the functions of an enum are written in pieces. Type parameters and transparent variants do not occur in enums of that
/// size, and in pieces they would need more words than they are worth.
fn is_large(input: &Input<'_>, bound: &Bound) -> bool {
    input.variants.len() > PIECE
        && input.generics.params.is_empty()
        && bound.arms.iter().all(|arm| matches!(arm, Arm::Entry { .. }))
}

/// The row of a value of a large enum; its rows are its variants in their order. No function names all variants: the compiler checks
/// a `match` on thousands of patterns in time that grows with their square.
///
/// ```text
/// fn __piece0(__self: &E) -> usize { match __self { E::A { .. } => 0, E::B { .. } => 1, _ => __piece1(__self) } }
/// fn __piece1(__self: &E) -> usize { match __self { E::C { .. } => 2, E::D { .. } => 3, _ => 4 } }
/// (&__TABLE, __piece0(self))
/// ```
///
/// The last piece's `_` is never taken.
fn entry_in_pieces(input: &Input<'_>) -> TokenStream {
    let ident = input.ident;
    let called = |number: usize| Ident::new(&format!("__piece{number}"), Span::mixed_site());
    let numbered: Vec<(usize, &Variant<'_>)> = input.variants.iter().enumerate().collect();
    let last = numbered.len().div_ceil(PIECE) - 1;
    let pieces = numbered.chunks(PIECE).enumerate().map(|(number, piece)| {
        let arms = piece.iter().map(|(row, variant)| {
            let (pattern, row) = (pattern(variant, &[]), Literal::usize_unsuffixed(*row));
            quote!(#ident::#pattern => #row,)
        });
        let (function, next) = (called(number), called(number + 1));
        let rest = if number < last {
            quote!(#next(__self))
        } else {
            Literal::usize_unsuffixed(numbered.len()).into_token_stream()
        };
        quote! {
            fn #function(__self: &#ident) -> ::core::primitive::usize {
                match __self { #(#arms)* _ => #rest }
            }
        }
    });
    let first = called(0);
    quote! {
        #(#pieces)*
        (&__TABLE, #first(self))
    }
}

/// ```text
/// fn __fill(&self, __fill: &mut Fill<'_>) {
///     match self {
///         Self::A { x: __f0, y: __f1, .. } => __fill.two(__f0, __f1),
///         Self::Inner { 0: __f0, .. } => error_inside::<Inner>().fill(__f0, __fill),  // transparent
///         _ => {}
///     }
/// }
/// ```
fn fill(input: &Input<'_>, bound: &Bound) -> Option<TokenStream> {
    let mut arms = Vec::new();
    for (number, (variant, arm)) in input.variants.iter().zip(&bound.arms).enumerate() {
        match arm {
            Arm::Transparent => {
                let (pattern, fill) = (pattern(variant, &[0]), ask(input, variant, "fill", &quote!(__fill)));
                arms.push((number, quote!(#pattern => #fill,)));
            }
            Arm::Entry { arguments, .. } if arguments.is_empty() => {}
            Arm::Entry { arguments, .. } => {
                let pattern = pattern(variant, arguments);
                let filled = arguments.iter().map(|position| blamed_binding(variant, *position));
                let call = match arguments.as_slice() {
                    [_] => quote!(__fill.one(#(#filled),*)),
                    [_, _] => quote!(__fill.two(#(#filled),*)),
                    [_, _, _] => quote!(__fill.three(#(#filled),*)),
                    _ => quote!(__fill.many(&[#(#filled as &dyn __llamon::Display),*])),
                };
                arms.push((number, quote!(#pattern => #call,)));
            }
        }
    }
    Method { name: quote!(__fill), ty: quote!(&mut __llamon::Fill<'_>) }.of_arms(input, bound, &arms)
}

/// ```text
/// fn __details(&self, __details: &mut Details) {
///     match self {
///         Self::A { x: __f0, .. } => { __details.put("x", __f0); }
///         Self::Inner { 0: __f0, .. } => error_inside::<Inner>().details(__f0, __details),    // transparent
///         _ => {}
///     }
/// }
/// ```
fn details(input: &Input<'_>, bound: &Bound) -> Option<TokenStream> {
    let mut arms = Vec::new();
    for (number, variant) in input.variants.iter().enumerate() {
        if variant.attrs.transparent.is_some() {
            let (pattern, details) = (pattern(variant, &[0]), ask(input, variant, "details", &quote!(__details)));
            arms.push((number, quote!(#pattern => #details,)));
            continue;
        }
        let travelling = travelling(variant);
        if travelling.is_empty() {
            continue;
        }
        let positions: Vec<usize> = travelling.iter().map(|(position, _)| *position).collect();
        let pattern = pattern(variant, &positions);
        let puts = travelling.iter().map(|(position, name)| {
            let binding = blamed_binding(variant, *position);
            quote!(__details.put(#name, #binding);)
        });
        arms.push((number, quote!(#pattern => { #(#puts)* })));
    }
    Method { name: quote!(__details), ty: quote!(&mut __llamon::Details) }.of_arms(input, bound, &arms)
}

/// So many variants stand in one function. The compiler checks a function in time that grows faster than the function.
const PIECE: usize = 128;

/// A method that takes `&self` and one value more, and hands that on to the arm that fits.
struct Method {
    name: TokenStream,
    ty: TokenStream,
}

impl Method {
    /// The method with these arms, each with its variant's number; nothing where there are none.
    fn of_arms(&self, input: &Input<'_>, bound: &Bound, arms: &[(usize, TokenStream)]) -> Option<TokenStream> {
        if arms.is_empty() {
            return None;
        }
        if is_large(input, bound) && arms.len() > PIECE {
            return Some(self.in_pieces(input, arms));
        }
        let Self { name, ty } = self;
        let own = quote!(Self);
        let rest = (arms.len() < input.variants.len()).then(|| quote!(_ => {}));
        let arms = arms.iter().map(|(_, arm)| quote!(#own::#arm));
        Some(quote! {
            fn #name(&self, #name: #ty) {
                match self { #(#arms)* #rest }
            }
        })
    }

    /// ```text
    /// fn __fill(&self, __fill: &mut Fill<'_>) {
    ///     fn __piece0(__self: &E, __fill: &mut Fill<'_>) { match __self { E::A { .. } => .., _ => {} } }
    ///     fn __piece1(__self: &E, __fill: &mut Fill<'_>) { .. }
    ///     match CatalogEnum::__entry(self).1 / 128 { 0 => __piece0(self, __fill), 1 => __piece1(self, __fill), _ => {} }
    /// }
    /// ```
    fn in_pieces(&self, input: &Input<'_>, arms: &[(usize, TokenStream)]) -> TokenStream {
        let (Self { name, ty }, ident) = (self, input.ident);
        // Without transparent variants the rows are the variants in their order.
        let pieces = || {
            let pieces = arms.chunk_by(|(row, _), (next, _)| row / PIECE == next / PIECE);
            pieces.filter_map(|piece| Some((piece.first()?.0 / PIECE, piece)))
        };
        let size = Literal::usize_unsuffixed(PIECE);
        let called = |number: usize| Ident::new(&format!("__piece{number}"), Span::mixed_site());
        let functions = pieces().map(|(number, arms)| {
            let (function, arms) = (called(number), arms.iter().map(|(_, arm)| quote!(#ident::#arm)));
            quote! {
                fn #function(__self: &#ident, #name: #ty) {
                    match __self { #(#arms)* _ => {} }
                }
            }
        });
        let calls = pieces().map(|(number, _)| {
            let (function, number) = (called(number), Literal::usize_unsuffixed(number));
            quote!(#number => #function(self, #name),)
        });
        quote! {
            fn #name(&self, #name: #ty) {
                #(#functions)*
                match __llamon::CatalogEnum::__entry(self).1 / #size { #(#calls)* _ => {} }
            }
        }
    }
}

/// The fields of a variant that travel: where each stands and what it is called.
pub(super) fn travelling<'v>(variant: &'v Variant<'_>) -> Vec<(usize, &'v str)> {
    let fields = variant.fields.iter().enumerate().filter(|(_, field)| field.travels);
    fields.filter_map(|(position, field)| Some((position, field.name.as_deref()?))).collect()
}

/// ```text
/// fn __find_inside(__code: &str, __above: &Seen<'_>, __found: &mut Found<'_>) {
///     error_inside::<Inner>().find(__code, __above, __found);
/// }
/// ```
fn find_inside(input: &Input<'_>) -> Option<TokenStream> {
    let more = quote!(__code, __above, __found);
    let mut searches = inner_fields(input).map(|field| ask_inside(input.flavor, field, "find", None, &more)).peekable();
    searches.peek()?;
    Some(quote! {
        fn __find_inside(
            __code: &::core::primitive::str,
            __above: &__llamon::Seen<'_>,
            __found: &mut __llamon::Found<'_>,
        ) {
            #(#searches;)*
        }
    })
}

/// What is asked of the field of a transparent variant, which `pattern` binds.
fn ask(input: &Input<'_>, variant: &Variant<'_>, method: &str, more: &TokenStream) -> Option<TokenStream> {
    Some(ask_inside(input.flavor, variant.fields.first()?, method, Some(&binding(0)), more))
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
