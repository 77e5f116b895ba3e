//! The impls that stand beside errors, so that one mistake gives one error and not a train of "trait not implemented".
//!
//! ```text
//! const _: () = {
//!     use ::llamon_errors::__private0 as __llamon;
//!     impl __llamon::DomainError for E { fn __parts(&self, _: &mut Visit<'_>) {} }
//!     impl __llamon::Display for E { .. }
//!     impl __llamon::Error for E {}
//!     impl From<Cause> for E { .. }       // one for each #[from]
//! };
//! ```

use proc_macro2::TokenStream;
use quote::quote;

use crate::ast::Input;
use crate::expand;

pub(crate) fn fallback(input: &Input<'_>) -> TokenStream {
    let private = input.private();
    let ident = input.ident;
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();
    let debug = input.generics.type_params().next().map(|_| quote!(Self: __llamon::Debug + __llamon::Display,));
    let predicates = where_clause.map(|clause| {
        let predicates = clause.predicates.iter();
        quote!(#(#predicates,)*)
    });
    let error_impls = input.attrs.impl_error.then(|| {
        let from = input.variants.iter().filter_map(|variant| expand::from(input, variant));
        quote! {
            impl #impl_generics __llamon::Display for #ident #type_generics #where_clause {
                fn fmt(&self, _: &mut __llamon::Formatter<'_>) -> __llamon::FmtResult {
                    __llamon::FmtResult::Ok(())
                }
            }
            impl #impl_generics __llamon::Error for #ident #type_generics where #predicates #debug {}
            #(#from)*
        }
    });
    let error = input.generics.type_params().next().map(|_| quote!(Self: __llamon::Error,));
    quote! {
        #[allow(deprecated)]
        const _: () = {
            use #private as __llamon;
            impl #impl_generics __llamon::DomainError for #ident #type_generics where #predicates #error {
                fn __parts(&self, _: &mut __llamon::Visit<'_>) {}
            }
            #error_impls
        };
    }
}
