//! `validator` 0.21: comes in a link, goes out what its type says.
//!
//! | error | code | reason | retriable |
//! |---|---|---|---|
//! | `ValidationErrors`, `ValidationError` | `INVALID_INPUT` | `validation_failed` | no |

use ::validator::{ValidationError, ValidationErrors};
use llamon_errors_core::error_code::ErrorCode;

use super::Classification;
use super::chain::{Link, find};
use super::table::Hit;

/// What the type of a link says.
pub(super) fn hit(link: Link<'_>) -> Option<Hit> {
    let is_known = find::<ValidationErrors>(link).is_some() || find::<ValidationError>(link).is_some();
    is_known.then(|| Hit::Sure(Classification::fixed(ErrorCode::InvalidInput, "validation_failed")))
}
