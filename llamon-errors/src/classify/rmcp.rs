//! `rmcp` 3: comes in a link, goes out what its type says, and the error that it hides.
//!
//! | error | code | reason | retriable |
//! |---|---|---|---|
//! | `ServiceError::Timeout`; a time-out of the transport, or below it | `UPSTREAM_TIMEOUT` | `mcp_timeout` | yes |
//! | the transport wants other credentials, or more rights | `AUTH_REQUIRED` | `mcp_auth_required` | no |
//! | the transport got a status (`HttpStatusError`) | as [`from_http_status`] has it, with the wait | | |
//! | the transport else, closed or not understood; `ClientInitializeError` else | `UPSTREAM_UNAVAILABLE` | `mcp_unavailable` | yes |
//! | no protocol version in common | `UPSTREAM_UNAVAILABLE` | `mcp_no_compatible_version` | no |
//! | `InputRequiredRoundsExceeded` | `UPSTREAM_UNAVAILABLE` | `max_tool_iterations_exceeded` | yes |
//! | cancelled | `INTERNAL_ERROR` | `mcp_cancelled` | no |
//! | `SubscriptionLagged` | `INTERNAL_ERROR` | `mcp_subscription_lagged` | no |
//! | `ErrorData` whose data has an `errorCode` | what it says | | |
//! | `ErrorData` else | as [`Meaning::of`] has its number for MCP | | |
//!
//! Hidden from `source`, and looked into here: the `ErrorData` of a `ServiceError`, before 3.11 the transport's error in one, what a
//! `ClientInitializeError` holds, and with feature `reqwest` what rmcp's HTTP transport met: a status, or its client's error. That
//! transport's errors bear the type of its client, so without the feature they are `mcp_unavailable`. A tool that failed is no error at
//! all: [`check_tool_result`](super::check_tool_result).

use ::rmcp::model::ErrorData;
use ::rmcp::service::{ClientInitializeError, ServiceError};
use ::rmcp::transport::streamable_http_client::{AuthRequiredError, HttpStatusError, InsufficientScopeError};
use llamon_errors_core::error_code::ErrorCode;
use serde::Deserialize as _;

use super::chain::{Link, Node, find, nodes};
use super::table::{Hit, is_timed_out};
use super::{Classification, from_http_status};
use crate::data::ApplicationErrorData;
use crate::json_rpc::{Meaning, Protocol};
use crate::retry::header;

const UNAVAILABLE: Classification = Classification::fixed(ErrorCode::UpstreamUnavailable, "mcp_unavailable");
const TIMED_OUT: Classification = Classification::fixed(ErrorCode::UpstreamTimeout, "mcp_timeout");

/// What the type of a link says.
pub(super) fn hit(link: Link<'_>) -> Option<Hit> {
    if let Some(error) = find::<ServiceError>(link) {
        return Some(of_service(error, link));
    }
    if let Some(error) = find::<ClientInitializeError>(link) {
        return Some(of_start(error, link));
    }
    if let Some(error) = find::<ErrorData>(link) {
        return Some(Hit::Sure(of_data(error)));
    }
    of_transport(link).map(Hit::Sure)
}

/// The error that a link holds and its `source` does not show.
pub(super) fn hidden(link: Link<'_>) -> Option<Link<'_>> {
    match find(link) {
        Some(ServiceError::McpError(error)) => return Some(error),
        // Before 3.11 `source` does not show it.
        Some(ServiceError::TransportSend(error)) => return Some(error),
        _ => {}
    }
    #[cfg(feature = "reqwest")]
    {
        use ::rmcp::transport::streamable_http_client::StreamableHttpError;

        match find::<StreamableHttpError<reqwest::Error>>(link) {
            Some(StreamableHttpError::Client(error)) => return Some(error),
            Some(StreamableHttpError::HttpStatus(error)) => return Some(error),
            Some(StreamableHttpError::ReinitializationFailed(error)) => return Some(error),
            _ => {}
        }
    }
    match find::<ClientInitializeError>(link)? {
        ClientInitializeError::TransportError { error, .. } => Some(error),
        ClientInitializeError::JsonRpcError(error) => Some(error),
        // The older way is tried last, and every server has it.
        ClientInitializeError::LegacyFallbackFailed { fallback, .. } => Some(&**fallback),
        _ => None,
    }
}

fn of_service(error: &ServiceError, link: Link<'_>) -> Hit {
    match error {
        ServiceError::Timeout { .. } => Hit::Sure(TIMED_OUT),
        ServiceError::InputRequiredRoundsExceeded { .. } => {
            Hit::Sure(Classification::fixed(ErrorCode::UpstreamUnavailable, "max_tool_iterations_exceeded"))
        }
        ServiceError::Cancelled { .. } => Hit::Sure(Classification::fixed(ErrorCode::InternalError, "mcp_cancelled")),
        ServiceError::SubscriptionLagged { .. } => {
            Hit::Sure(Classification::fixed(ErrorCode::InternalError, "mcp_subscription_lagged"))
        }
        ServiceError::McpError(_) => Hit::Unless(UNAVAILABLE),
        _ => Hit::Sure(below(link)),
    }
}

fn of_start(error: &ClientInitializeError, link: Link<'_>) -> Hit {
    match error {
        ClientInitializeError::NoCompatibleProtocolVersion { .. }
        | ClientInitializeError::NoPreferredProtocolVersion => Hit::Sure(
            Classification::fixed(ErrorCode::UpstreamUnavailable, "mcp_no_compatible_version").retriable(false),
        ),
        ClientInitializeError::Cancelled => Hit::Sure(Classification::fixed(ErrorCode::InternalError, "mcp_cancelled")),
        ClientInitializeError::JsonRpcError(_) | ClientInitializeError::LegacyFallbackFailed { .. } => {
            Hit::Unless(UNAVAILABLE)
        }
        _ => Hit::Sure(below(link)),
    }
}

/// What the causes say of a transport that failed.
fn below(link: Link<'_>) -> Classification {
    let mut causes = nodes(Node::Link(link)).skip(1).map(Node::link);
    causes.find_map(of_transport).unwrap_or(if is_timed_out(link) { TIMED_OUT } else { UNAVAILABLE })
}

fn of_transport(link: Link<'_>) -> Option<Classification> {
    if find::<AuthRequiredError>(link).is_some() || find::<InsufficientScopeError>(link).is_some() {
        return Some(Classification::fixed(ErrorCode::AuthRequired, "mcp_auth_required"));
    }
    #[cfg(feature = "reqwest")]
    {
        use ::rmcp::transport::streamable_http_client::StreamableHttpError;

        if let Some(StreamableHttpError::ControlRequestTimeout | StreamableHttpError::SessionRecoveryTimeout) =
            find::<StreamableHttpError<reqwest::Error>>(link)
        {
            return Some(TIMED_OUT);
        }
    }
    if let Some(error) = find::<HttpStatusError>(link) {
        let wait = error.retry_after.as_deref().and_then(|value| header::read(value, std::time::SystemTime::now()));
        return Some(from_http_status(error.status, wait));
    }
    #[cfg(feature = "reqwest")]
    if let Some(Hit::Sure(known)) = super::reqwest::hit(link) {
        return Some(known);
    }
    None
}

fn of_data(error: &ErrorData) -> Classification {
    if let Some(data) = error.data.as_ref().and_then(|data| ApplicationErrorData::deserialize(data).ok()) {
        return Classification::of_data(&data);
    }
    let Meaning { code, reason, retriable } = Meaning::of(Protocol::Mcp, i64::from(error.code.0));
    Classification::new(code, reason).retriable(retriable)
}
