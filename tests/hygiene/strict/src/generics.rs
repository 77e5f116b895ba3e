//! Type parameters, lifetimes, bounds: only what is used is asked for.

use ::core::error::Error;
use ::core::option::Option;
use ::llamon_errors::{DomainError, DomainOutcome};
use ::std::boxed::Box;
use ::std::fmt::Debug;
use ::std::marker::PhantomData;

/// `T` fills a message, `E` is a cause, `U` is neither and is asked for nothing.
#[derive(Debug, DomainError)]
#[domain_error(catalog = "../../../catalogs/documents.toml", partial)]
pub enum Generic<'a, T, E, U, const N: usize>
where
    U: 'a,
{
    /// `T: Display`.
    DocumentNotFound {
        /// Fills the message.
        document_id: T,
    },
    /// `E: Error + 'static`.
    SearchIndexDown(#[source] E),
    /// Nothing.
    QueryEmpty {
        /// Not even `Debug` but for the derive of that name.
        seen: PhantomData<&'a U>,
        /// An array.
        bytes: [u8; N],
    },
    /// A boxed cause that may be absent.
    AccountCheckFailed {
        /// The cause.
        #[source]
        cause: Option<Box<dyn Error + ::core::marker::Send + ::core::marker::Sync>>,
    },
    /// Borrowed text.
    PersonalDataFound {
        /// Fills the message.
        category: &'a ::core::primitive::str,
    },
}

/// A transparent variant of a type parameter.
#[derive(Debug, DomainError)]
#[domain_error(domain = "outer")]
pub enum Outer<I> {
    /// Whatever it is.
    #[domain_error(transparent)]
    Inner(I),
}

/// An outcome with a type parameter.
#[derive(Debug, DomainOutcome)]
#[domain_error(catalog = "../../../catalogs/documents.toml", details)]
pub enum Outcome<Q> {
    /// `Q: Display + Serialize`.
    NoRelatedInformation {
        /// Fills the message, and travels.
        query: Q,
    },
}
