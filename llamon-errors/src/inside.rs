//! What is inside a transparent variant: an error enum in an error enum, an outcome in an outcome (SPEC D3).
//!
//! Generated code asks one function for everything, at the type of the field. A type that may not stand there is then refused in the same
//! words at the same place however often it is used, and what is told twice in the same words the compiler tells once.

use core::error::Error;

use llamon_errors_core::table::Table;

use crate::catalog_enum::{CatalogEnum, Details, Fill, Found, Seen, find_below};
use crate::data::ApplicationErrorData;
use crate::domain_error::DomainError;
use crate::domain_outcome::DomainOutcome;
use crate::from_error_data::{FromErrorData, FromErrorDataError, read_below};

/// What may stand in a transparent variant of an error enum: every [`DomainError`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a domain error, so it cannot speak for a transparent variant",
    label = "`transparent` is for another DomainError; for another cause write an entry and `#[source]` or `#[from]`"
)]
pub trait ErrorInside: DomainError + Sized {}

#[diagnostic::do_not_recommend]
impl<E: DomainError> ErrorInside for E {}

/// What may stand in a transparent variant of an outcome enum: every [`DomainOutcome`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a domain outcome, so it cannot speak for a transparent variant",
    label = "`transparent` is for another DomainOutcome; an error is raised, and stands in no outcome"
)]
pub trait OutcomeInside: DomainOutcome + Sized {}

#[diagnostic::do_not_recommend]
impl<O: DomainOutcome> OutcomeInside for O {}

/// What generated code asks the value inside. It has no bounds of its own, so that a type at fault is refused where it is made alone.
pub struct Inside<T> {
    entry: fn(&T) -> (&'static Table, usize),
    fill: fn(&T, &mut Fill<'_>),
    details: fn(&T, &mut Details),
    find: fn(&str, &Seen<'_>, &mut Found<'_>),
    source: for<'t> fn(&'t T) -> Option<&'t (dyn Error + 'static)>,
}

/// The error inside.
#[must_use]
pub fn error_inside<T: ErrorInside>() -> Inside<T> {
    Inside { source: T::source, ..catalog_enum() }
}

/// The outcome inside.
#[must_use]
pub fn outcome_inside<T: OutcomeInside>() -> Inside<T> {
    catalog_enum()
}

fn catalog_enum<T: CatalogEnum>() -> Inside<T> {
    let find: fn(&str, &Seen<'_>, &mut Found<'_>) = |code, above, found| find_below::<T>(code, Some(above), found);
    Inside { entry: T::__entry, fill: T::__fill, details: T::__details, find, source: |_| None }
}

impl<T> Inside<T> {
    /// The row of the value inside.
    pub fn entry(&self, inner: &T) -> (&'static Table, usize) {
        (self.entry)(inner)
    }

    /// What fills its message.
    pub fn fill(&self, inner: &T, fill: &mut Fill<'_>) {
        (self.fill)(inner, fill);
    }

    /// What of it travels.
    pub fn details(&self, inner: &T, details: &mut Details) {
        (self.details)(inner, details);
    }

    /// The row of a code among those that its type stands for.
    pub fn find(&self, code: &str, above: &Seen<'_>, found: &mut Found<'_>) {
        (self.find)(code, above, found);
    }

    /// Its cause: it is no cause itself, since its message is that of the error around it.
    pub fn source<'t>(&self, inner: &'t T) -> Option<&'t (dyn Error + 'static)> {
        (self.source)(inner)
    }
}

/// Reads the error inside back.
///
/// # Errors
/// Those of [`FromErrorData::from_error_data`].
pub fn read_inside<T: FromErrorData>(data: &ApplicationErrorData, above: &Seen<'_>) -> Result<T, FromErrorDataError> {
    read_below(data, Some(above))
}
