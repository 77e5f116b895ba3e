//! `hyper` 1: comes in a link, goes out what its type says.
//!
//! | error | code | reason | retriable |
//! |---|---|---|---|
//! | `is_timeout()`, or a cause is a time-out | `UPSTREAM_TIMEOUT` | `hyper_timeout` | yes |
//! | `is_user()`, unless a cause says more | `INTERNAL_ERROR` | `hyper_user_error` | no |
//! | the rest: closed, cut, cancelled, not HTTP | `UPSTREAM_UNAVAILABLE` | `hyper_connection_lost` | yes |

use ::hyper::Error;
use llamon_errors_core::error_code::ErrorCode;

use super::Classification;
use super::chain::{Link, find};
use super::table::{Hit, is_timed_out};

/// What the type of a link says.
pub(super) fn hit(link: Link<'_>) -> Option<Hit> {
    let error = find::<Error>(link)?;
    if error.is_timeout() || is_timed_out(link) {
        return Some(Hit::Sure(Classification::fixed(ErrorCode::UpstreamTimeout, "hyper_timeout")));
    }
    if error.is_user() {
        return Some(Hit::Unless(Classification::fixed(ErrorCode::InternalError, "hyper_user_error")));
    }
    Some(Hit::Sure(Classification::fixed(ErrorCode::UpstreamUnavailable, "hyper_connection_lost")))
}
