//! `garde` 0.23: comes in a link, goes out what its type says.
//!
//! | error | code | reason | retriable |
//! |---|---|---|---|
//! | `Report`, `Error` | `INVALID_INPUT` | `validation_failed` | no |

use ::garde::{Error, Report};
use llamon_errors_core::error_code::ErrorCode;

use super::Classification;
use super::chain::{Link, find};
use super::table::Hit;

/// What the type of a link says.
pub(super) fn hit(link: Link<'_>) -> Option<Hit> {
    let is_known = find::<Report>(link).is_some() || find::<Error>(link).is_some();
    is_known.then(|| Hit::Sure(Classification::fixed(ErrorCode::InvalidInput, "validation_failed")))
}
