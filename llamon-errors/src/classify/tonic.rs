//! `tonic` 0.14: comes in a link, goes out what its type says.
//!
//! | error | code | reason | retriable |
//! |---|---|---|---|
//! | `Status` that one of ours wrote | what it says | | |
//! | `DeadlineExceeded`; `Cancelled` with a time-out among its causes; `TimeoutExpired` | `UPSTREAM_TIMEOUT` | `grpc_deadline_exceeded` | yes |
//! | `Unavailable` | `UPSTREAM_UNAVAILABLE` | `grpc_unavailable` | yes |
//! | `Cancelled` with another cause: the connection was closed meanwhile | `UPSTREAM_UNAVAILABLE` | `grpc_connection_lost` | yes |
//! | `Aborted` | `UPSTREAM_UNAVAILABLE` | `grpc_aborted` | yes |
//! | `ResourceExhausted`, with the wait of its `RetryInfo` | `RATE_LIMITED` | `grpc_resource_exhausted` | yes |
//! | `Unauthenticated` | `AUTH_REQUIRED` | `grpc_unauthenticated` | no |
//! | `PermissionDenied` | `AUTH_REQUIRED` | `grpc_permission_denied` | no |
//! | `NotFound` | `NOT_FOUND` | `grpc_not_found` | no |
//! | `Internal` | `UPSTREAM_UNAVAILABLE` | `grpc_internal` | no |
//! | `DataLoss` | `UPSTREAM_UNAVAILABLE` | `grpc_data_loss` | no |
//! | `Unimplemented` | `UPSTREAM_UNAVAILABLE` | `grpc_unimplemented` | no |
//! | `InvalidArgument`, `FailedPrecondition`, `OutOfRange`, `AlreadyExists`, `Cancelled` else | `INTERNAL_ERROR` | `upstream_rejected_request` | no |
//! | `Unknown`, `Ok`, unless a cause says more | `UPSTREAM_UNAVAILABLE` | `grpc_unknown` | no |
//! | `ConnectError`, unless a cause says more | `UPSTREAM_UNAVAILABLE` | `grpc_connect_error` | yes |
//!
//! tonic makes its client's own time-out a `Cancelled`, and a connection that is closed before the answer one too; a lost keep-alive is an
//! `Unavailable`.

use core::error::Error as _;

use ::tonic::{Code, ConnectError, Status, TimeoutExpired};
use llamon_errors_core::error_code::ErrorCode;
use tonic_types::StatusExt as _;

use super::Classification;
use super::chain::{Link, Node, find, nodes};
use super::table::{Hit, is_timed_out};

/// What the type of a link says.
pub(super) fn hit(link: Link<'_>) -> Option<Hit> {
    if let Some(status) = find::<Status>(link) {
        return Some(of_status(status, link));
    }
    if find::<TimeoutExpired>(link).is_some() {
        return Some(Hit::Sure(Classification::fixed(ErrorCode::UpstreamTimeout, "grpc_deadline_exceeded")));
    }
    find::<ConnectError>(link)?;
    Some(Hit::Unless(Classification::fixed(ErrorCode::UpstreamUnavailable, "grpc_connect_error")))
}

fn of_status(status: &Status, link: Link<'_>) -> Hit {
    let ours = if status.details().is_empty() { None } else { crate::tonic::error_data(status) };
    if let Some(data) = ours {
        return Hit::Sure(Classification::of_data(&data));
    }
    Hit::Sure(match status.code() {
        Code::DeadlineExceeded => Classification::fixed(ErrorCode::UpstreamTimeout, "grpc_deadline_exceeded"),
        Code::Cancelled if has_timed_out(link) => {
            Classification::fixed(ErrorCode::UpstreamTimeout, "grpc_deadline_exceeded")
        }
        // What came over the wire has no cause, so this was made here, of a connection that broke.
        Code::Cancelled if status.source().is_some() => {
            Classification::fixed(ErrorCode::UpstreamUnavailable, "grpc_connection_lost")
        }
        Code::Unavailable => Classification::fixed(ErrorCode::UpstreamUnavailable, "grpc_unavailable"),
        Code::Aborted => Classification::fixed(ErrorCode::UpstreamUnavailable, "grpc_aborted"),
        Code::ResourceExhausted => {
            let known = Classification::fixed(ErrorCode::RateLimited, "grpc_resource_exhausted");
            let wait = status.get_details_retry_info().and_then(|info| info.retry_delay);
            wait.map_or(known.clone(), |wait| known.retry_after(wait))
        }
        Code::Unauthenticated => Classification::fixed(ErrorCode::AuthRequired, "grpc_unauthenticated"),
        Code::PermissionDenied => Classification::fixed(ErrorCode::AuthRequired, "grpc_permission_denied"),
        Code::NotFound => Classification::fixed(ErrorCode::NotFound, "grpc_not_found"),
        // The same call would fail the same way.
        Code::Internal => Classification::fixed(ErrorCode::UpstreamUnavailable, "grpc_internal").retriable(false),
        Code::DataLoss => Classification::fixed(ErrorCode::UpstreamUnavailable, "grpc_data_loss").retriable(false),
        Code::Unimplemented => {
            Classification::fixed(ErrorCode::UpstreamUnavailable, "grpc_unimplemented").retriable(false)
        }
        Code::InvalidArgument | Code::FailedPrecondition | Code::OutOfRange | Code::AlreadyExists | Code::Cancelled => {
            Classification::fixed(ErrorCode::InternalError, "upstream_rejected_request")
        }
        Code::Unknown | Code::Ok => {
            let known = Classification::fixed(ErrorCode::UpstreamUnavailable, "grpc_unknown").retriable(false);
            return Hit::Unless(known);
        }
    })
}

fn has_timed_out(link: Link<'_>) -> bool {
    let is_expired = |cause: Node<'_>| cause.find::<TimeoutExpired>().is_some();
    is_timed_out(link) || nodes(Node::Link(link)).any(is_expired)
}
