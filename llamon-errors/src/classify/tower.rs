//! `tower` 0.5: comes in a link, goes out what its type says.
//!
//! | error | code | reason | retriable |
//! |---|---|---|---|
//! | `timeout::error::Elapsed` | `UPSTREAM_TIMEOUT` | `deadline_elapsed` | yes |
//! | `load_shed::error::Overloaded` | `RATE_LIMITED` | `local_overload` | yes |
//! | `buffer::error::Closed` | `UPSTREAM_UNAVAILABLE` | `service_closed` | yes |
//! | `buffer::error::ServiceError` | `UPSTREAM_UNAVAILABLE`, unless its cause says more | `service_closed` | yes |
//!
//! Limits of rate and of concurrency never fail: they wait. Under a load shed they are `Overloaded`.

use ::tower::buffer::error::{Closed, ServiceError};
use ::tower::load_shed::error::Overloaded;
use ::tower::timeout::error::Elapsed;
use llamon_errors_core::error_code::ErrorCode;

use super::Classification;
use super::chain::{Link, find};
use super::table::Hit;

/// What the type of a link says.
pub(super) fn hit(link: Link<'_>) -> Option<Hit> {
    let closed = Classification::fixed(ErrorCode::UpstreamUnavailable, "service_closed");
    if find::<Elapsed>(link).is_some() {
        Some(Hit::Sure(Classification::fixed(ErrorCode::UpstreamTimeout, "deadline_elapsed")))
    } else if find::<Overloaded>(link).is_some() {
        Some(Hit::Sure(Classification::fixed(ErrorCode::RateLimited, "local_overload")))
    } else if find::<Closed>(link).is_some() {
        Some(Hit::Sure(closed))
    } else {
        find::<ServiceError>(link).map(|_| Hit::Unless(closed))
    }
}
