//! `opendal` 0.59: comes in a link, goes out what its type says. Wants Rust 1.91.
//!
//! | error | code | reason | retriable |
//! |---|---|---|---|
//! | a cause is a time-out | `UPSTREAM_TIMEOUT` | `storage_timeout` | yes |
//! | `RateLimited` | `RATE_LIMITED` | `storage_rate_limited` | yes |
//! | `NotFound` | `NOT_FOUND` | `storage_not_found` | no |
//! | `PermissionDenied` | `AUTH_REQUIRED` | `storage_permission_denied` | no |
//! | `Unexpected`, `is_temporary()` | `UPSTREAM_UNAVAILABLE` | `storage_unavailable` | yes |
//! | `Unexpected` else | `UPSTREAM_UNAVAILABLE` | `storage_unavailable` | no |
//! | the rest | `INTERNAL_ERROR` | `storage_error` | no |

use ::opendal::{Error, ErrorKind};
use llamon_errors_core::error_code::ErrorCode;

use super::Classification;
use super::chain::{Link, find};
use super::table::{Hit, is_timed_out};

/// What the type of a link says.
pub(super) fn hit(link: Link<'_>) -> Option<Hit> {
    let error = find::<Error>(link)?;
    Some(Hit::Sure(match error.kind() {
        ErrorKind::RateLimited => Classification::fixed(ErrorCode::RateLimited, "storage_rate_limited"),
        ErrorKind::NotFound => Classification::fixed(ErrorCode::NotFound, "storage_not_found"),
        ErrorKind::PermissionDenied => Classification::fixed(ErrorCode::AuthRequired, "storage_permission_denied"),
        ErrorKind::Unexpected if is_timed_out(link) => {
            Classification::fixed(ErrorCode::UpstreamTimeout, "storage_timeout")
        }
        ErrorKind::Unexpected if error.is_temporary() => {
            Classification::fixed(ErrorCode::UpstreamUnavailable, "storage_unavailable")
        }
        ErrorKind::Unexpected => {
            Classification::fixed(ErrorCode::UpstreamUnavailable, "storage_unavailable").retriable(false)
        }
        _ => Classification::fixed(ErrorCode::InternalError, "storage_error"),
    }))
}
