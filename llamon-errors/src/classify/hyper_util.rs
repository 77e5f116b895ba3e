//! `hyper-util` 0.1, its client: comes in a link, goes out what its type says.
//!
//! | error | code | reason | retriable |
//! |---|---|---|---|
//! | a cause is a time-out | `UPSTREAM_TIMEOUT` | `http_timeout` | yes |
//! | `is_connect()` | as [`connect`](super::connect) has it | | |
//! | the rest, unless a cause says more | `UPSTREAM_UNAVAILABLE` | `http_connection_lost` | yes |

use ::hyper_util::client::legacy::Error;
use llamon_errors_core::error_code::ErrorCode;

use super::chain::{Link, find};
use super::table::{Hit, is_timed_out};
use super::{Classification, connect};

/// What the type of a link says.
pub(super) fn hit(link: Link<'_>) -> Option<Hit> {
    let error = find::<Error>(link)?;
    if is_timed_out(link) {
        return Some(Hit::Sure(Classification::fixed(ErrorCode::UpstreamTimeout, "http_timeout")));
    }
    if error.is_connect() {
        return Some(Hit::Sure(connect::failed(link)));
    }
    Some(Hit::Unless(Classification::fixed(ErrorCode::UpstreamUnavailable, "http_connection_lost")))
}
