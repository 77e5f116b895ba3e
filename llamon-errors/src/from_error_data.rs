//! The way back: from what a peer sent to the typed error (SPEC P9).

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use core::error::Error;
use core::fmt;

use llamon_errors_core::table::Table;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::catalog_enum::Seen;
use crate::data::ApplicationErrorData;
use crate::domain_error::DomainError;

/// A domain error that can be read back from its data, fields and all.
///
/// Implemented by the derive where the enum says `#[domain_error(decode)]`.
///
/// ```
/// use llamon_errors::{ApplicationError, DomainError, FromErrorData as _};
///
/// #[derive(Debug, PartialEq, DomainError)]
/// #[domain_error(catalog = "catalogs/documents.toml", partial, details, decode)]
/// enum DocumentError {
///     DocumentNotFound { document_id: String },
/// }
///
/// let sent = ApplicationError::from(DocumentError::DocumentNotFound { document_id: "A-17".to_owned() });
/// let read = DocumentError::from_error_data(sent.data()).unwrap();
/// assert_eq!(read, DocumentError::DocumentNotFound { document_id: "A-17".to_owned() });
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read back from error data",
    label = "there is no way back to this type: write `decode` in its #[domain_error(...)]"
)]
pub trait FromErrorData: DomainError + Sized {
    /// The error that this data is about.
    ///
    /// # Errors
    /// When the data is of another domain, has a code that this enum does not know, or lacks a field.
    fn from_error_data(data: &ApplicationErrorData) -> Result<Self, FromErrorDataError> {
        read_below(data, None)
    }

    #[doc(hidden)]
    fn __build(row: usize, fields: &Fields<'_>) -> Result<Self, FromErrorDataError>;

    /// Tries the enums inside transparent variants; `unknown` is what there is to say when none of them knows the code.
    #[doc(hidden)]
    fn __build_inside(
        _data: &ApplicationErrorData,
        _above: &Seen<'_>,
        unknown: FromErrorDataError,
    ) -> Result<Self, FromErrorDataError> {
        Err(unknown)
    }
}

/// Reads an error back below the enums that the search has come through.
pub(crate) fn read_below<E: FromErrorData>(
    data: &ApplicationErrorData,
    above: Option<&Seen<'_>>,
) -> Result<E, FromErrorDataError> {
    let code = data.domain_code.as_deref().ok_or(FromErrorDataError::NoCode)?;
    let table: &'static Table = E::__table();
    if above.is_some_and(|above| above.holds(table)) {
        return Err(FromErrorDataError::unknown(data, code));
    }
    let domain_fits = data.domain.as_deref().is_none_or(|domain| domain == table.domain());
    match table.find(code).filter(|_| domain_fits) {
        Some(row) => E::__build(row, &Fields { data }),
        None => E::__build_inside(data, &Seen { table, above }, FromErrorDataError::unknown(data, code)),
    }
}

/// Why data is no error of an enum.
#[derive(Debug)]
#[non_exhaustive]
pub enum FromErrorDataError {
    /// The data names no `domainCode`.
    NoCode,
    /// The code is none of the enum's; it may be a newer peer's.
    UnknownCode {
        /// The peer's domain, if it named one.
        domain: Option<String>,
        /// The code as it was sent.
        code: String,
    },
    /// A field is not among the details.
    MissingField {
        /// Its name.
        name: &'static str,
    },
    /// A field is there, but of another form.
    BadField {
        /// Its name.
        name: &'static str,
        /// What is wrong with it.
        error: serde_json::Error,
    },
}

impl FromErrorDataError {
    fn unknown(data: &ApplicationErrorData, code: &str) -> Self {
        Self::UnknownCode { domain: data.domain.as_deref().map(str::to_owned), code: code.to_owned() }
    }
}

impl fmt::Display for FromErrorDataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCode => f.write_str("the error data has no domainCode"),
            Self::UnknownCode { domain: Some(domain), code } => {
                write!(f, "code `{code}` of domain `{domain}` is unknown here")
            }
            Self::UnknownCode { domain: None, code } => write!(f, "code `{code}` is unknown here"),
            Self::MissingField { name } => write!(f, "the details have no `{name}`"),
            Self::BadField { name, .. } => write!(f, "`{name}` of the details has another form"),
        }
    }
}

impl Error for FromErrorDataError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::BadField { error, .. } => Some(error),
            Self::NoCode | Self::UnknownCode { .. } | Self::MissingField { .. } => None,
        }
    }
}

/// What generated code takes a variant's fields from.
#[doc(hidden)]
pub struct Fields<'d> {
    data: &'d ApplicationErrorData,
}

impl Fields<'_> {
    /// A field's value. An absent one reads like `null`, which optional fields accept.
    ///
    /// # Errors
    /// When it is missing or of another form.
    pub fn get<T: DeserializeOwned>(&self, name: &'static str) -> Result<T, FromErrorDataError> {
        match self.data.details.as_ref().and_then(|details| details.get(name)) {
            Some(value) => T::deserialize(value).map_err(|error| FromErrorDataError::BadField { name, error }),
            None => T::deserialize(Value::Null).map_err(|_| FromErrorDataError::MissingField { name }),
        }
    }

    /// What there is to say about a row that no variant has.
    #[must_use]
    pub fn no_variant(&self) -> FromErrorDataError {
        FromErrorDataError::unknown(self.data, self.data.domain_code.as_deref().unwrap_or_default())
    }
}
