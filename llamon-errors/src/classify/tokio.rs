//! `tokio` 1: comes in a link, goes out what its type says.
//!
//! | error | code | reason | retriable |
//! |---|---|---|---|
//! | `time::error::Elapsed` | `UPSTREAM_TIMEOUT` | `deadline_elapsed` | yes |
//! | `task::JoinError` of a panic | `INTERNAL_ERROR` | `task_panicked` | no |
//! | `task::JoinError` of a task that was aborted | `INTERNAL_ERROR` | `task_cancelled` | no |
//! | receivers and semaphores that were closed | `INTERNAL_ERROR` | `channel_closed` | no |
//! | `broadcast` receivers that are too slow | `INTERNAL_ERROR` | `channel_lagged` | no |
//! | receivers that found nothing | `INTERNAL_ERROR` | `channel_empty` | no |
//! | locks and semaphores that were taken | `INTERNAL_ERROR` | `lock_taken` | no |
//!
//! The errors of sending bear the type of what was sent, so they can have no row. A `JoinError` says what the panic said; that stays in the
//! process ([`disclosure`](crate::disclosure)).

use ::tokio::sync::{AcquireError, TryAcquireError, TryLockError, broadcast, mpsc, oneshot, watch};
use ::tokio::task::JoinError;
use ::tokio::time::error::Elapsed;
use llamon_errors_core::error_code::ErrorCode;

use super::Classification;
use super::chain::{Link, Node, find, nodes};
use super::table::Hit;

/// What the type of a link says.
pub(super) fn hit(link: Link<'_>) -> Option<Hit> {
    if find::<Elapsed>(link).is_some() {
        return Some(Hit::Sure(Classification::fixed(ErrorCode::UpstreamTimeout, "deadline_elapsed")));
    }
    if let Some(error) = find::<JoinError>(link) {
        return Some(Hit::Sure(if error.is_panic() {
            Classification::fixed(ErrorCode::InternalError, "task_panicked")
        } else {
            Classification::fixed(ErrorCode::InternalError, "task_cancelled")
        }));
    }
    // What follows are errors without causes.
    if link.source().is_some() { None } else { sync(link).map(Hit::Sure) }
}

/// Whether an error, or one of its causes, is the end of a task that panicked: its text is what the panic said.
pub(crate) fn holds_panic(error: Link<'_>) -> bool {
    nodes(Node::Link(error)).any(|node| node.find::<JoinError>().is_some_and(JoinError::is_panic))
}

/// Channels, locks and semaphores.
fn sync(link: Link<'_>) -> Option<Classification> {
    use broadcast::error::{RecvError as BroadcastError, TryRecvError as TryBroadcastError};

    let closed = Classification::fixed(ErrorCode::InternalError, "channel_closed");
    let lagged = Classification::fixed(ErrorCode::InternalError, "channel_lagged");
    let empty = Classification::fixed(ErrorCode::InternalError, "channel_empty");
    let taken = Classification::fixed(ErrorCode::InternalError, "lock_taken");
    if let Some(error) = find::<BroadcastError>(link) {
        return Some(if let BroadcastError::Lagged(_) = error { lagged } else { closed });
    }
    if let Some(error) = find::<TryBroadcastError>(link) {
        return Some(match error {
            TryBroadcastError::Lagged(_) => lagged,
            TryBroadcastError::Empty => empty,
            TryBroadcastError::Closed => closed,
        });
    }
    if let Some(error) = find::<mpsc::error::TryRecvError>(link) {
        return Some(if let mpsc::error::TryRecvError::Empty = error { empty } else { closed });
    }
    if let Some(error) = find::<oneshot::error::TryRecvError>(link) {
        return Some(if let oneshot::error::TryRecvError::Empty = error { empty } else { closed });
    }
    if let Some(error) = find::<TryAcquireError>(link) {
        return Some(if let TryAcquireError::NoPermits = error { taken } else { closed });
    }
    if find::<TryLockError>(link).is_some() {
        return Some(taken);
    }
    let is_closed = find::<oneshot::error::RecvError>(link).is_some()
        || find::<watch::error::RecvError>(link).is_some()
        || find::<AcquireError>(link).is_some();
    is_closed.then_some(closed)
}
