//! The macros of `llamon-errors`. Use them through that crate; this one is a part of it and promises nothing by itself.
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
//! | `check` | enum and catalog | which variant stands for which entry |
//! | `expand` | that | the impls; cannot fail |
//! | `fallback` | the enum's name | the impls that stand beside errors |
//! | `errors` | faults | `compile_error!`s |
//!
//! Behind a stage that found faults the later ones see only what is sound. Behind `ast` nobody sees `syn::Attribute`.

mod ast;
mod attr;
mod bind;
mod check;
mod errors;
mod expand;
mod fallback;
mod table;

use proc_macro::TokenStream;

/// Makes an enum stand for the errors of a catalog.
///
/// See `llamon_errors::DomainError` for all attributes.
#[proc_macro_derive(DomainError, attributes(domain_error, source, from))]
pub fn derive_domain_error(input: TokenStream) -> TokenStream {
    let input = match syn::parse::<syn::DeriveInput>(input) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error().into(),
    };
    domain_error(&input).into()
}

fn domain_error(input: &syn::DeriveInput) -> proc_macro2::TokenStream {
    let mut errors = errors::Errors::default();
    let Some(ast) = ast::Input::lower(input, &mut errors) else {
        return errors.into_tokens();
    };
    let bound = bind::bind(&ast, &mut errors).map(|catalog| check::check(&ast, catalog, &mut errors));
    match bound {
        Some(bound) if errors.is_empty() => expand::expand(&ast, &bound),
        _ => {
            let mut tokens = errors.into_tokens();
            tokens.extend(fallback::fallback(&ast));
            tokens
        }
    }
}
