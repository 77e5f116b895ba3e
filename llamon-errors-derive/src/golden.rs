//! What the macros write, whole: a change of the generated code is a change of `golden/*.rs`, and is read in review.
//!
//! `SNAPSHOTS=overwrite cargo test -p llamon-errors-derive` writes them anew.

use proc_macro2::TokenStream;
use quote::quote;

use crate::ast::Flavor;
use crate::{from_catalog, implement};

fn derived(flavor: Flavor, item: TokenStream) -> TokenStream {
    implement(&syn::parse2(item).expect("it is an item"), flavor)
}

/// Compares the formatted expansion with its golden.
fn assert_golden(name: &str, expansion: TokenStream) {
    let file = syn::parse2(expansion).expect("the expansion is items");
    let text = prettyplease::unparse(&file);
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("golden").join(name);
    if std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite") {
        std::fs::write(&path, &text).expect("the golden can be written");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(text == golden, "{name} is written otherwise now:\n{text}");
}

#[test]
fn an_enum_with_everything() {
    let item = quote! {
        #[domain_error(catalog = "../catalogs/documents.toml", partial, decode)]
        enum Everything<'a, T, const N: usize = 2>
        where
            T: Clone,
        {
            QueryEmpty,
            DocumentNotFound { #[domain_error(detail)] document_id: T },
            #[deprecated]
            SummaryTimedOut { #[domain_error(default)] pages: u32, #[domain_error(default)] timeout_ms: u64 },
            #[domain_error(code = "DOC_002")]
            BadKind {
                #[domain_error(detail)]
                r#type: String,
                #[domain_error(secret)]
                dsn: Option<&'a [u8; N]>,
            },
            SearchIndexDown(#[from] Option<Box<std::io::Error>>),
            DocumentStoreBroken { #[source] cause: Option<T> },
            #[domain_error(transparent)]
            Inner(Other),
        }
    };
    assert_golden("everything.rs", derived(Flavor::Error, item));
}

#[test]
fn an_enum_without_values() {
    let item = quote! {
        #[domain_error(domain = "never", crate = "renamed")]
        enum Never {}
    };
    assert_golden("never.rs", derived(Flavor::Error, item));
}

#[test]
fn outcomes() {
    let item = quote! {
        #[domain_error(catalog = "../catalogs/documents.toml", details)]
        enum Outcome { NoRelatedInformation { query: String } }
    };
    assert_golden("outcome.rs", derived(Flavor::Outcome, item));
}

#[test]
fn what_stands_beside_errors() {
    let item = quote! {
        #[domain_error(catalog = "../catalogs/documents.toml", partial, decode)]
        enum Faulty<T> { Misspelt(#[from] T) }
    };
    assert_golden("fallback.rs", derived(Flavor::Error, item));
}

#[test]
fn an_enum_from_its_catalog() {
    let item = quote! {
        #[derive(Debug)]
        pub enum Written {}
    };
    let arguments = quote!("../catalogs/documents.toml", decode, crate = "renamed");
    assert_golden("from-catalog.rs", from_catalog::from_catalog(&arguments, item));
}

/// The enum of the guide, read from its page: the guide shows the expansion whole (`tests/guide.rs`).
#[test]
fn the_enum_of_the_guide() {
    let page = include_str!("../../llamon-errors/src/guide/getting_started.md");
    let (_, rest) = page.split_once("#[derive(Debug, DomainError)]\n").expect("the page shows an enum");
    let (item, _) = rest.split_once("\n}\n").expect("the enum ends");
    let item = format!("{item}\n}}").replace("\"catalogs/", "\"../llamon-errors/catalogs/");
    let item = item.parse().expect("the enum is Rust");
    assert_golden("guide.rs", derived(Flavor::Error, item));
}
