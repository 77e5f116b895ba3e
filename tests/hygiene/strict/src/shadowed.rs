//! Every name that generated code might mean stands for something else here.

#![allow(non_upper_case_globals, dead_code, clippy::missing_const_for_fn, reason = "names in the way are the point")]

use ::llamon_errors::DomainError;
use ::std::fmt::Debug;

type Result<T> = ::core::result::Result<T, ()>;
enum Option {
    None,
}
struct String;
struct Box;
struct Table;
struct Ok;
struct Err;
struct Some;
mod core {}
mod std {}
mod alloc {}
mod llamon_errors {}
mod serde {}
trait Display {}
trait Error {}
trait From {}
const code: u8 = 0;
const document_id: u8 = 0;

#[derive(Debug, DomainError)]
#[domain_error(catalog = "../../../catalogs/documents.toml", partial)]
pub(crate) enum Shadowed {
    /// Named.
    DocumentNotFound { document_id: u32 },
    /// With a cause.
    #[domain_error(code = "DOC_006")]
    IndexDown(#[source] ::std::io::Error),
    /// From a cause.
    DocumentStoreBroken(#[from] ::std::fmt::Error),
}

/// So that the enum is used.
#[must_use]
pub fn text() -> ::std::string::String {
    ::std::string::ToString::to_string(&Shadowed::DocumentNotFound { document_id: 17 })
}
