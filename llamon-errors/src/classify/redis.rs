//! `redis` 1: comes in a link, goes out what its type says.
//!
//! | error | code | reason | retriable |
//! |---|---|---|---|
//! | `is_timeout()` | `UPSTREAM_TIMEOUT` | `redis_timeout` | yes |
//! | `is_connection_refusal()`, `is_connection_dropped()`, input and output else | `UPSTREAM_UNAVAILABLE` | `redis_unavailable` | yes |
//! | `LOADING`, `MASTERDOWN`, `CLUSTERDOWN`, `TRYAGAIN`, `READONLY`, `BUSY`, `NOREPLICAS`; no node, master or replica to be found | `UPSTREAM_UNAVAILABLE` | `redis_unavailable` | yes |
//! | credentials that were refused | `INTERNAL_ERROR` | `redis_auth_failed` | no |
//! | `NOPERM` | `INTERNAL_ERROR` | `redis_permission_denied` | no |
//! | an answer that cannot be read, or of another type | `INTERNAL_ERROR` | `redis_unexpected_response` | no |
//! | the rest | `INTERNAL_ERROR` | `redis_error` | no |
//!
//! Its chain shows what lies below only as far as this crate looks into `Arc`s; the error's own predicates say all that matters.
//! Credentials are this agent's own, so its user cannot mend them.

use ::redis::{ErrorKind, RedisError, ServerErrorKind};
use llamon_errors_core::error_code::ErrorCode;

use super::Classification;
use super::chain::{Link, find};
use super::table::Hit;

/// What the type of a link says.
pub(super) fn hit(link: Link<'_>) -> Option<Hit> {
    let error = find::<RedisError>(link)?;
    Some(Hit::Sure(if error.is_timeout() {
        Classification::fixed(ErrorCode::UpstreamTimeout, "redis_timeout")
    } else if is_away(error) {
        Classification::fixed(ErrorCode::UpstreamUnavailable, "redis_unavailable")
    } else {
        refused(error)
    }))
}

fn is_away(error: &RedisError) -> bool {
    match error.kind() {
        ErrorKind::Io
        | ErrorKind::ClusterConnectionNotFound
        | ErrorKind::MasterNameNotFoundBySentinel
        | ErrorKind::NoValidReplicasFoundBySentinel
        | ErrorKind::Server(
            ServerErrorKind::BusyLoading
            | ServerErrorKind::MasterDown
            | ServerErrorKind::ClusterDown
            | ServerErrorKind::TryAgain
            | ServerErrorKind::ReadOnly,
        ) => true,
        ErrorKind::Extension => matches!(error.code(), Some("BUSY" | "NOREPLICAS")),
        _ => false,
    }
}

fn refused(error: &RedisError) -> Classification {
    let auth_failed = Classification::fixed(ErrorCode::InternalError, "redis_auth_failed");
    match error.kind() {
        ErrorKind::AuthenticationFailed => auth_failed,
        ErrorKind::Extension if matches!(error.code(), Some("NOAUTH" | "WRONGPASS")) => auth_failed,
        ErrorKind::Server(ServerErrorKind::NoPerm) => {
            Classification::fixed(ErrorCode::InternalError, "redis_permission_denied")
        }
        ErrorKind::Parse | ErrorKind::UnexpectedReturnType => {
            Classification::fixed(ErrorCode::InternalError, "redis_unexpected_response")
        }
        _ => Classification::fixed(ErrorCode::InternalError, "redis_error"),
    }
}
