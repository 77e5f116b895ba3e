//! The macros of `llamon-errors`. Use them through that crate; this one is a part of it and promises nothing by itself.
//! `SPEC U8` and the like name requirements: they stand on the page `requirements` of the guide in `llamon-errors`.
//!
//! ```text
//! tokens ── attr, ast ──▶ Input ── bind ──▶ Catalog ── check ──▶ Bound ── expand ──▶ tokens
//!              └────────── one Errors collector goes through all of them ──┘
//! ```
//!
//! | module | comes in | goes out |
//! |---|---|---|
//! | `attr` | `syn::Attribute`s | the attributes' values; here is the table of which is legal where |
//! | `ast` | `syn::DeriveInput` | our own model of the enum |
//! | `bind` | the path of a catalog | the catalog, read once per process, and the tokens that make cargo watch it |
//! | `inline` | facts in attributes | the same, without a file |
//! | `check` | enum and catalog | which variant stands for which entry |
//! | `from_catalog` | an empty enum and a path | the enum, written from the catalog, and the derive on it |
//! | `expand` | that | the impls; cannot fail |
//! | `fallback` | the enum's name | the impls that stand beside errors |
//! | `errors` | faults | `compile_error!`s |
//!
//! The fuzzer compiles this crate as an ordinary one, without its three entrances, and calls `fuzz` (`../fuzz`).
//!
//! Behind a stage that found faults the later ones see only what is sound. Behind `ast` nobody sees `syn::Attribute`.

mod ast;
mod attr;
mod bind;
mod check;
mod errors;
mod expand;
mod fallback;
mod from_catalog;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
#[cfg(test)]
mod golden;
mod inline;
mod table;

#[cfg(fuzzing)]
extern crate proc_macro;

#[cfg(not(fuzzing))]
use proc_macro::TokenStream;

use crate::ast::Flavor;

/// Makes an enum stand for the errors of a catalog.
///
/// See `llamon_errors::DomainError` for all attributes.
#[cfg(not(fuzzing))]
#[proc_macro_derive(DomainError, attributes(domain_error, source, from))]
pub fn derive_domain_error(input: TokenStream) -> TokenStream {
    derive(input, Flavor::Error)
}

/// Makes an enum stand for the outcomes of a catalog: results that are no errors.
///
/// See `llamon_errors::DomainOutcome` for all attributes.
#[cfg(not(fuzzing))]
#[proc_macro_derive(DomainOutcome, attributes(domain_error, source, from))]
pub fn derive_domain_outcome(input: TokenStream) -> TokenStream {
    derive(input, Flavor::Outcome)
}

/// Writes an enum from a catalog: variants, fields and documentation.
///
/// See `llamon_errors::from_catalog`.
#[cfg(not(fuzzing))]
#[proc_macro_attribute]
pub fn from_catalog(arguments: TokenStream, item: TokenStream) -> TokenStream {
    from_catalog::from_catalog(&arguments.into(), item.into()).into()
}

#[cfg(not(fuzzing))]
fn derive(input: TokenStream, flavor: Flavor) -> TokenStream {
    match syn::parse::<syn::DeriveInput>(input) {
        Ok(input) => implement(&input, flavor).into(),
        Err(error) => {
            let mut errors = errors::Errors::default();
            errors.push_syntax(error);
            errors.into_tokens().into()
        }
    }
}

fn implement(input: &syn::DeriveInput, flavor: Flavor) -> proc_macro2::TokenStream {
    let mut errors = errors::Errors::default();
    let ast = ast::Input::lower(input, flavor, &mut errors);
    let catalog = if ast.is_enum { bind::bind(&ast, &mut errors) } else { None };
    match catalog.map(|catalog| check::check(&ast, catalog, &mut errors)) {
        Some(bound) if errors.is_empty() => expand::expand(&ast, &bound),
        _ => {
            let mut tokens = errors.into_tokens();
            tokens.extend(fallback::fallback(&ast));
            tokens
        }
    }
}
