//! The trait that `#[derive(DomainError)]` implements (SPEC P9, P10).

use alloc::string::{String, ToString as _};
use core::error::Error;
use core::fmt::{self, Display};

use llamon_errors_core::error_code::ErrorCode;
use llamon_errors_core::spec::DomainErrorSpec;
use llamon_errors_core::table::Table;
use llamon_errors_core::template;

/// An error that stands for an entry of a catalog.
///
/// Implemented by [`derive(DomainError)`](derive@crate::DomainError) only: its hidden method may change in any version.
///
/// # Attributes
///
/// | attribute | where | meaning |
/// |---|---|---|
/// | `#[domain_error(catalog = "catalogs/documents.toml")]` | enum | the catalog, relative to the package's Cargo.toml |
/// | `#[domain_error(partial)]` | enum | not every code of the catalog has a variant here |
/// | `#[domain_error(impl_error = false)]` | enum | `Display`, `Error` and `From` are written by somebody else |
/// | `#[domain_error(crate = "path")]` | enum | where this crate is, if it is renamed |
/// | `#[domain_error(code = "DOC_007")]` | variant | the code it stands for; without it, the reason that its name spells |
/// | `#[domain_error(transparent)]` | variant | its only field is a `DomainError` too, which speaks for itself |
/// | `#[domain_error(secret)]` | field | never leaves the process: no message may name it |
/// | `#[source]` | field | the cause; also `Option<...>` and boxed |
/// | `#[from]` | field | the cause, from which `?` makes the error |
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a domain error",
    label = "this type stands for no catalog entry",
    note = "write #[derive(DomainError)] and #[domain_error(catalog = \"...\")] on the enum"
)]
pub trait DomainError: Error {
    /// The catalog entry that this error stands for.
    ///
    /// ```
    /// # use llamon_errors::{DomainError, ErrorCode};
    /// # #[derive(Debug, DomainError)]
    /// # #[domain_error(catalog = "../catalogs/documents.toml", partial)]
    /// # enum DocumentError { SearchIndexDown }
    /// let spec = DocumentError::SearchIndexDown.spec();
    /// assert_eq!((spec.code, spec.sdk_code), ("DOC_006", ErrorCode::UpstreamUnavailable));
    /// ```
    fn spec(&self) -> DomainErrorSpec {
        let mut spec = None;
        self.__parts(&mut |table, row, _| spec = table.get(row));
        // The derive lays down no row that cannot be read; if it ever did, the error would still go out (SPEC V6).
        spec.unwrap_or(DomainErrorSpec::UNREADABLE)
    }

    /// Writes the catalog's message with this error's values, or the title where the catalog has no message.
    ///
    /// # Errors
    /// Those of the formatter.
    fn fmt_message(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut result = Ok(());
        self.__parts(&mut |table, row, arguments| result = write_message(f, table, row, arguments));
        result
    }

    /// The catalog's message with this error's values.
    fn message(&self) -> String {
        Message(self).to_string()
    }

    #[doc(hidden)]
    fn __parts(&self, visit: &mut Visit<'_>);
}

/// What generated code calls with its row: the table, the row, and what fills the message's placeholders in their order.
pub type Visit<'v> = dyn FnMut(&'static Table, usize, &[&dyn Display]) + 'v;

fn write_message(f: &mut fmt::Formatter<'_>, table: &Table, row: usize, arguments: &[&dyn Display]) -> fmt::Result {
    match table.get(row) {
        Some(DomainErrorSpec { message: Some(message), .. }) => template::write(f, message, arguments),
        Some(spec) => f.write_str(spec.title),
        None => f.write_str(ErrorCode::InternalError.as_str()),
    }
}

struct Message<'e, E: ?Sized>(&'e E);

impl<E: DomainError + ?Sized> Display for Message<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt_message(f)
    }
}

/// Makes a cause of any shape a `&dyn Error`: an error, or a box of one, which is none itself.
pub trait AsDynError {
    /// The cause.
    fn as_dyn_error(&self) -> &(dyn Error + 'static);
}

impl<E: Error + 'static> AsDynError for E {
    fn as_dyn_error(&self) -> &(dyn Error + 'static) {
        self
    }
}

impl AsDynError for dyn Error + 'static {
    fn as_dyn_error(&self) -> &(dyn Error + 'static) {
        self
    }
}

impl AsDynError for dyn Error + Send + 'static {
    fn as_dyn_error(&self) -> &(dyn Error + 'static) {
        self
    }
}

impl AsDynError for dyn Error + Send + Sync + 'static {
    fn as_dyn_error(&self) -> &(dyn Error + 'static) {
        self
    }
}
