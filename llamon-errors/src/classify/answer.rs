//! HTTP answers: comes in a status, the headers and the first part of the body, goes out what they mean together (SPEC M7, M8). Not done
//! here: reading from the network.
//!
//! | code in the body | of a status | code | reason | retriable |
//! |---|---|---|---|---|
//! | `insufficient_quota`, and others about money | any 4xx | `RATE_LIMITED` | `quota_exhausted` | no |
//! | `content_filter`, and others about what is allowed | any 4xx | `GUARDRAIL_BLOCKED` | `content_filtered` | no |
//! | `context_length_exceeded` | any 4xx | `INVALID_INPUT` | `context_length_exceeded` | no |
//! | `VERSION_INCOMPATIBLE`, `version_mismatch` | 422 | `INVALID_INPUT` | `version_incompatible` | no |
//! | anything else | | as [`from_http_status`] has it | | |
//!
//! A code is looked for where the providers of models, RFC 9457 and the unified error response put it: in `code`, `type` and `status` of
//! the body, of its `error`, and of that one's `innererror`. Codes are compared as a whole; texts for people decide nothing.

use alloc::format;
use std::time::SystemTime;

use ::serde_json::Value;
use llamon_errors_core::error_code::ErrorCode;

use super::{Classification, from_http_status};
use crate::application_error::ApplicationError;
use crate::retry::header;
use crate::value::ErrorSource;

/// How much of a body is looked at, in bytes: 64 KiB. A longer one counts as one without a code.
pub const MAX_BODY: usize = 64 * 1024;

/// What an answer means whose status is an error. `header` looks a header up by its name in lower case; `body` is what is there of the
/// body, at most [`MAX_BODY`] bytes of which are looked at.
///
/// The wait is that of `retry-after-ms`, or of `Retry-After` in seconds or, with feature `httpdate`, as a date. It counts where a retry can
/// help. Features `reqwest` and `reqwest-0-12` have this for their answers, `http::HeaderMap` takes it in a line:
/// `from_response(parts.status.as_u16(), |name| parts.headers.get(name)?.to_str().ok(), &body)`.
///
/// ```
/// use llamon_errors::ErrorCode;
/// use llamon_errors::classify::from_response;
///
/// let wait = |name: &str| (name == "retry-after").then_some("2");
/// let known = from_response(429, wait, b"");
/// assert_eq!((known.code, known.retriable, known.retry_after_ms), (ErrorCode::RateLimited, true, Some(2000)));
///
/// let known = from_response(429, wait, br#"{"error": {"code": "insufficient_quota"}}"#);
/// assert_eq!((known.reason.as_ref(), known.retriable, known.retry_after_ms), ("quota_exhausted", false, None));
/// ```
#[must_use]
pub fn from_response<'h>(status: u16, header: impl Fn(&'static str) -> Option<&'h str>, body: &[u8]) -> Classification {
    if let Some(known) = says_more(status).then(|| of_body(status, body)).flatten() {
        return known;
    }
    let wait = header::wait(header("retry-after"), header("retry-after-ms"), SystemTime::now());
    from_http_status(status, wait)
}

/// Whether the body of an answer with this status may change what it means.
pub(super) const fn says_more(status: u16) -> bool {
    matches!(status, 400..=499)
}

/// An answer as an error. Nothing is told of the request but the host that it went to.
#[cfg_attr(not(any(feature = "reqwest", feature = "reqwest-0-12")), expect(dead_code, reason = "for HTTP clients"))]
pub(super) fn answered(status: u16, host: Option<&str>, mut known: Classification) -> ApplicationError {
    let source = host.and_then(|host| ErrorSource::try_from(format!("http:{host}")).ok());
    if let Some(source) = source {
        known = known.error_source(source);
    }
    let mut data = known.into_data();
    data.error_message = format!("the upstream answered with status {status}").into();
    ApplicationError::from_data(data)
}

fn of_body(status: u16, body: &[u8]) -> Option<Classification> {
    if body.len() > MAX_BODY {
        return None;
    }
    let body: Value = ::serde_json::from_slice(body).ok()?;
    let error = body.get("error");
    let places = [Some(&body), error, error.and_then(|error| error.get("innererror"))];
    let fields = places.into_iter().flatten().flat_map(|place| ["code", "type", "status"].map(|name| place.get(name)));
    fields.flatten().filter_map(Value::as_str).find_map(|code| of_code(status, code))
}

/// What the code of a provider means, where it says more than the status.
pub(super) fn of_code(status: u16, code: &str) -> Option<Classification> {
    Some(match code {
        "insufficient_quota"
        | "billing_error"
        | "billing_hard_limit_reached"
        | "billing_not_active"
        | "contract_spend_limit_reached"
        | "credit_balance_exhausted"
        | "enforced_spend_limit_reached"
        | "organization_spend_limit_exceeded"
        | "project_spend_limit_exceeded" => {
            Classification::fixed(ErrorCode::RateLimited, "quota_exhausted").retriable(false)
        }
        "content_filter"
        | "content_policy_violation"
        | "image_content_policy_violation"
        | "moderation_blocked"
        | "ResponsibleAIPolicyViolation" => Classification::fixed(ErrorCode::GuardrailBlocked, "content_filtered"),
        "context_length_exceeded" => Classification::fixed(ErrorCode::InvalidInput, "context_length_exceeded"),
        "VERSION_INCOMPATIBLE" | "version_incompatible" | "VERSION_MISMATCH" | "version_mismatch" if status == 422 => {
            Classification::fixed(ErrorCode::InvalidInput, "version_incompatible")
        }
        _ => return None,
    })
}
