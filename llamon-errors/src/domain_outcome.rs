//! The trait that `#[derive(DomainOutcome)]` implements (SPEC D3).

use alloc::string::String;
use core::fmt;

use llamon_errors_core::spec::DomainOutcomeSpec;
use serde_json::{Map, Value};

use crate::catalog_enum::{self, CatalogEnum};

/// A result that is no error: "no match", "not eligible". The task completes, or waits for the person.
///
/// An outcome is no `Error`, so nothing can raise it:
///
/// ```compile_fail,E0277
/// # use llamon_errors::{ApplicationError, DomainOutcome};
/// # #[derive(Debug, DomainOutcome)]
/// # #[domain_error(catalog = "catalogs/documents.toml")]
/// # enum DocumentOutcome { NoRelatedInformation { query: String } }
/// fn answer() -> Result<(), ApplicationError> {
///     Err(DocumentOutcome::NoRelatedInformation { query: "x".to_owned() })?
/// }
/// ```
///
/// The attributes are those of [`DomainError`](trait@crate::DomainError), but for causes; `outcome = "completed"` or `"input-required"`
/// stands in for `sdk_code` and `retriable`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a domain outcome",
    label = "this type stands for no outcome of a catalog",
    note = "write #[derive(DomainOutcome)] and #[domain_error(catalog = \"...\")] on the enum"
)]
pub trait DomainOutcome: CatalogEnum {
    /// The catalog entry that this outcome stands for.
    ///
    /// ```
    /// # use llamon_errors::{DomainOutcome, OutcomeState};
    /// # #[derive(Debug, DomainOutcome)]
    /// # #[domain_error(catalog = "catalogs/documents.toml")]
    /// # enum DocumentOutcome { NoRelatedInformation { query: String } }
    /// let outcome = DocumentOutcome::NoRelatedInformation { query: "전세".to_owned() };
    /// assert_eq!((outcome.spec().code(), outcome.spec().state()), ("DOC_101", OutcomeState::Completed));
    /// assert_eq!(outcome.message(), "`전세`와 관련된 문서가 없습니다");
    /// ```
    fn spec(&self) -> DomainOutcomeSpec {
        let (table, row) = self.__entry();
        DomainOutcomeSpec::new(table, row)
    }

    /// Writes the catalog's message with this outcome's values, or the title where the catalog has no message.
    ///
    /// # Errors
    /// Those of the formatter.
    fn fmt_message(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        catalog_enum::fmt_message(self, f)
    }

    /// The catalog's message with this outcome's values.
    fn message(&self) -> String {
        catalog_enum::message(self)
    }

    /// The fields that travel beside the message, if the enum or the fields ask for it.
    fn details(&self) -> Option<Map<String, Value>> {
        catalog_enum::details(self)
    }

    /// The entry of a code among those that this enum stands for, compared exactly.
    #[must_use]
    fn from_code(code: &str) -> Option<DomainOutcomeSpec>
    where
        Self: Sized,
    {
        catalog_enum::find::<Self>(code).map(|(table, row)| DomainOutcomeSpec::new(table, row))
    }
}
