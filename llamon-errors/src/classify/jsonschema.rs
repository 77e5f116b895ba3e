//! `jsonschema` 0.61: comes in a link, goes out what its type says.
//!
//! | error | code | reason | retriable |
//! |---|---|---|---|
//! | `ValidationError<'static>` | `INVALID_INPUT` | `schema_violation` | no |
//!
//! An error that borrows from the document is no `dyn Error + 'static`, so no chain can hold it: `to_owned()` comes first.

use ::jsonschema::ValidationError;
use llamon_errors_core::error_code::ErrorCode;

use super::Classification;
use super::chain::{Link, find};
use super::table::Hit;

/// What the type of a link says.
pub(super) fn hit(link: Link<'_>) -> Option<Hit> {
    find::<ValidationError<'static>>(link)?;
    Some(Hit::Sure(Classification::fixed(ErrorCode::InvalidInput, "schema_violation")))
}
