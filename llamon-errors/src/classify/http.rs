//! The status of an HTTP answer (SPEC M7, M8): comes in a number, goes out what it means. Not done here: bodies and headers.
//!
//! | status | code | reason | retriable |
//! |---|---|---|---|
//! | 401 · 403 | `AUTH_REQUIRED` | `auth_required` · `permission_denied` | no |
//! | 404 | `NOT_FOUND` | `http_404` | no |
//! | 408, 504 | `UPSTREAM_TIMEOUT` | `http_408`, `http_504` | yes |
//! | 429 | `RATE_LIMITED` | `http_429` | yes |
//! | 501, 505 | `UPSTREAM_UNAVAILABLE` | `http_501`, `http_505` | no |
//! | 425, other 5xx | `UPSTREAM_UNAVAILABLE` | `http_<status>` | yes |
//! | other 4xx | `INTERNAL_ERROR` | `upstream_rejected_request` | no |
//! | anything else | `INTERNAL_ERROR` | `http_unexpected_status` | no |

use alloc::format;

use llamon_errors_core::error_code::ErrorCode;

use super::Classification;
use crate::data::Text;

/// What the status of an upstream's answer means. The wait that it asked for counts where a retry can help.
///
/// A body may know better: a 429 for a quota that is used up helps nobody who waits.
///
/// ```
/// use llamon_errors::ErrorCode;
/// use llamon_errors::classify::from_http_status;
///
/// let known = from_http_status(429, Some(2000));
/// assert_eq!((known.code, known.retriable, known.retry_after_ms), (ErrorCode::RateLimited, true, Some(2000)));
/// assert_eq!(from_http_status(403, Some(2000)).retry_after_ms, None);
/// ```
#[must_use]
pub fn from_http_status(status: u16, retry_after_ms: Option<u64>) -> Classification {
    let mut known = match status {
        401 => Classification::fixed(ErrorCode::AuthRequired, "auth_required"),
        403 => Classification::fixed(ErrorCode::AuthRequired, "permission_denied"),
        404 => Classification::fixed(ErrorCode::NotFound, "http_404"),
        408 | 504 => Classification::new(ErrorCode::UpstreamTimeout, reason(status)),
        429 => Classification::fixed(ErrorCode::RateLimited, "http_429"),
        // The server will not learn the method or the version of the protocol by itself.
        501 | 505 => Classification::new(ErrorCode::UpstreamUnavailable, reason(status)).retriable(false),
        425 | 500..=599 => Classification::new(ErrorCode::UpstreamUnavailable, reason(status)),
        // The agent wrote that request, so its user cannot mend it.
        400..=499 => Classification::fixed(ErrorCode::InternalError, "upstream_rejected_request"),
        _ => Classification::fixed(ErrorCode::InternalError, "http_unexpected_status"),
    };
    known.retry_after_ms = retry_after_ms.filter(|_| known.retriable);
    known
}

/// The common ones cost no allocation.
fn reason(status: u16) -> Text {
    Text::Borrowed(match status {
        408 => "http_408",
        500 => "http_500",
        502 => "http_502",
        503 => "http_503",
        504 => "http_504",
        _ => return Text::Owned(format!("http_{status}")),
    })
}
