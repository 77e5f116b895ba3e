//! The trait that `#[derive(DomainError)]` implements (SPEC P9, P10).

use alloc::string::String;
use core::error::Error;
use core::fmt;

use llamon_errors_core::spec::DomainErrorSpec;
use serde_json::{Map, Value};

use crate::catalog_enum::{self, CatalogEnum};

/// An error that stands for an entry of a catalog.
///
/// Implemented by [`derive(DomainError)`](derive@crate::DomainError) only: what stands behind it may change in any version.
///
/// # Attributes
///
#[doc = include_str!("guide/attributes_table.md")]
///
/// # In an editor
///
/// cargo builds anew when the catalog changes. An editor's language server does not: it keeps what the macro wrote first until the Rust
/// file itself changes, or until its macro server is started anew (rust-analyzer: "Restart server"). What `cargo build` says is
/// right.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a domain error",
    label = "no catalog entry: write `.or_classify()?`; an outcome is returned, not raised",
    note = "write #[derive(DomainError)] and #[domain_error(catalog = \"...\")] on the enum"
)]
pub trait DomainError: Error + CatalogEnum {
    /// The catalog entry that this error stands for.
    ///
    /// ```
    /// # use llamon_errors::{DomainError, ErrorCode};
    /// # #[derive(Debug, DomainError)]
    /// # #[domain_error(catalog = "catalogs/documents.toml", partial)]
    /// # enum DocumentError { SearchIndexDown }
    /// let spec = DocumentError::SearchIndexDown.spec();
    /// assert_eq!((spec.code(), spec.sdk_code()), ("DOC_006", ErrorCode::UpstreamUnavailable));
    /// ```
    fn spec(&self) -> DomainErrorSpec {
        let (table, row) = self.__entry();
        DomainErrorSpec::new(table, row)
    }

    /// Writes the catalog's message with this error's values, or the title where the catalog has no message.
    ///
    /// # Errors
    /// Those of the formatter.
    fn fmt_message(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        catalog_enum::fmt_message(self, f)
    }

    /// The catalog's message with this error's values.
    fn message(&self) -> String {
        catalog_enum::message(self)
    }

    /// The fields that travel beside the message, if the enum or the fields ask for it.
    fn details(&self) -> Option<Map<String, Value>> {
        catalog_enum::details(self)
    }

    /// The entry of a code among those that this enum stands for, compared exactly.
    ///
    /// ```
    /// # use llamon_errors::DomainError;
    /// # #[derive(Debug, DomainError)]
    /// # #[domain_error(catalog = "catalogs/documents.toml", partial)]
    /// # enum DocumentError { SearchIndexDown }
    /// assert_eq!(DocumentError::from_code("DOC_006").map(|spec| spec.reason()), Some("search_index_down"));
    /// assert_eq!(DocumentError::from_code("doc_006"), None);
    /// ```
    #[must_use]
    fn from_code(code: &str) -> Option<DomainErrorSpec>
    where
        Self: Sized,
    {
        catalog_enum::find::<Self>(code).map(|(table, row)| DomainErrorSpec::new(table, row))
    }

    /// The entry of a reason, where just one of this enum's own entries has it. Looks at every entry.
    #[must_use]
    fn from_reason(reason: &str) -> Option<DomainErrorSpec>
    where
        Self: Sized,
    {
        let table = Self::__table();
        table.find_reason(reason).map(|row| DomainErrorSpec::new(table, row))
    }
}
