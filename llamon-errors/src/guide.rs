//! The guide: from the first catalog to everything that goes over the wire.
//!
//! Whoever knows thiserror and serde is at home in five minutes: [`getting_started`] is a whole program, and [`from_thiserror`] says what
//! changes in an enum that exists. The rest is there to look things up.
//!
//! | page | what it answers |
//! |---|---|
//! | [`getting_started`] | what do I write, and what does a client read? |
//! | [`catalogs`] | what may stand in a catalog? |
//! | [`attributes`] | what may stand in `#[domain_error(...)]` and `#[from_catalog(...)]`? |
//! | [`generated_code`] | what does the derive write? |
//! | [`wire_formats`] | how does an error look in A2A, JSON-RPC, HTTP and gRPC? |
//! | [`classification`] | which code does an error of somebody else get? |
//! | [`from_thiserror`] | how do I move an enum that exists? |
//! | [`from_python`] | how do I move a catalog of the Python SDK, and how do both sides share one? |
//! | [`requirements`] | what must it do, and what is `SPEC U8`? |
//! | [`troubleshooting`] | what does `LE0103` mean, and why does my build not see the catalog? |
//!
//! Examples are compiled and run by `cargo test`, or they are goldens: `tests/guide.rs` of the repository fails when a page and the code
//! part. They share one catalog, `catalogs/orders.toml` of this crate, which [`getting_started`] shows.

// A page is a Markdown file: a module gives a page an address, and builds never see it (`cfg(any(doc, doctest))`).
macro_rules! pages {
    ($($name:ident)*) => {$(
        #[doc = include_str!(concat!("guide/", stringify!($name), ".md"))]
        pub mod $name {}
    )*};
}

pages! {
    catalogs
    classification
    from_python
    from_thiserror
    generated_code
    getting_started
    requirements
    troubleshooting
    wire_formats
}

/// What may stand in `#[domain_error(...)]` and `#[from_catalog(...)]`.
///
/// The first is for [`DomainError`](derive@crate::DomainError) and [`DomainOutcome`](derive@crate::DomainOutcome). Words are separated by
/// commas; several attributes at one place add up.
///
#[doc = include_str!("guide/attributes_table.md")]
#[doc = include_str!("guide/attributes.md")]
pub mod attributes {}
