//! The impls that stand beside errors, so that one mistake gives one error and not a train of "trait not implemented".
//!
//! ```text
//! const _: () = {
//!     use ::llamon_errors::__private0 as __llamon;
//!     static __TABLE: __llamon::Table = __llamon::Table::new("", "", b"", b"");
//!     impl __llamon::CatalogEnum for E { fn __entry(&self) -> (&'static Table, usize) { (&__TABLE, 0) } .. }
//!     impl __llamon::DomainError for E {}
//!     impl __llamon::FromErrorData for E { .. }      // where the enum says `decode`
//!     impl __llamon::Display for E { .. }
//!     impl __llamon::Error for E {}
//!     impl From<Cause> for E { .. }                  // one for each #[from]
//! };
//! ```

use std::borrow::Cow;

use llamon_errors_catalog::index::NameIndex;
use proc_macro2::TokenStream;
use quote::quote;

use crate::ast::{Flavor, Input, Variant};
use crate::expand;

pub(crate) fn fallback(input: &Input<'_>) -> TokenStream {
    let private = input.private();
    let table = quote! {
        fn __entry(&self) -> (&'static __llamon::Table, ::core::primitive::usize) {
            (&__TABLE, 0)
        }
        fn __table() -> &'static __llamon::Table {
            &__TABLE
        }
    };
    let catalog_enum = implement(input, &quote!(__llamon::CatalogEnum), None, &table);
    let (domain_trait, asked) = match input.flavor {
        Flavor::Error => (quote!(__llamon::DomainError), Some(quote!(__llamon::Error))),
        Flavor::Outcome => (quote!(__llamon::DomainOutcome), None),
    };
    let domain_trait = implement(input, &domain_trait, asked, &TokenStream::new());
    let decode = input.attrs.decode.map(|_| decode(input));
    let error_impls = input.attrs.impl_error.then(|| error_impls(input));
    let allow_deprecated = input.allow_deprecated();
    quote! {
        #allow_deprecated
        const _: () = {
            use #private as __llamon;
            static __TABLE: __llamon::Table = __llamon::Table::new("", "", b"", b"");
            #catalog_enum
            #domain_trait
            #decode
            #error_impls
        };
    }
}

fn decode(input: &Input<'_>) -> TokenStream {
    let body = quote! {
        fn __build(
            _: ::core::primitive::usize,
            __fields: &__llamon::Fields<'_>,
        ) -> __llamon::Result<Self, __llamon::FromErrorDataError> {
            __llamon::Result::Err(__fields.no_variant())
        }
    };
    implement(input, &quote!(__llamon::FromErrorData), Some(quote!(__llamon::DomainError)), &body)
}

fn error_impls(input: &Input<'_>) -> TokenStream {
    let body = quote! {
        fn fmt(&self, _: &mut __llamon::Formatter<'_>) -> __llamon::FmtResult {
            __llamon::FmtResult::Ok(())
        }
    };
    let display = implement(input, &quote!(__llamon::Display), None, &body);
    let asked = Some(quote!(__llamon::Debug + __llamon::Display));
    let error = implement(input, &quote!(__llamon::Error), asked, &TokenStream::new());
    // Two from one type would not fit beside each other; that is told already.
    let mut types = NameIndex::default();
    let is_first =
        |variant: &&Variant<'_>| variant.made_from().is_none_or(|ty| types.insert(Cow::Owned(ty), 0).is_none());
    let from = input.variants.iter().filter(is_first).filter_map(|variant| expand::from(input, variant));
    let from: Vec<_> = from.collect();
    quote!(#display #error #(#from)*)
}

/// An impl of the enum; what it asks of the enum itself, only one with type parameters has to be told.
fn implement(input: &Input<'_>, path: &TokenStream, asked: Option<TokenStream>, body: &TokenStream) -> TokenStream {
    let ident = input.ident;
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();
    let given: Vec<_> = where_clause.iter().flat_map(|clause| &clause.predicates).collect();
    let asked = asked.filter(|_| input.generics.type_params().next().is_some()).map(|bound| quote!(Self: #bound,));
    quote! {
        #[automatically_derived]
        impl #impl_generics #path for #ident #type_generics where #(#given,)* #asked { #body }
    }
}
