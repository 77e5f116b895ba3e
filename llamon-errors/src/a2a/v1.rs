//! A2A 1.0: the same errors in its words (A2A 1.0.1; shapes as a2a-sdk 1.3.0 reads them).
//!
//! Comes in: objects of [`v0_3`](super::v0_3), error data. Goes out: 1.0's JSON, and error data that was read from it. A failed task says
//! why as in 0.3, since 1.0 has no form of its own for that; a JSON-RPC error bears `google.rpc` details. Not done here: what errors do not
//! need of 1.0.

mod detail;
mod object;
mod part;

pub(crate) use self::detail::read_wait;
pub use self::detail::{Detail, details, read_details, refusal, refusal_with_number};
pub use self::object::{
    Artifact, Event, Message, Role, Task, TaskArtifactUpdateEvent, TaskState, TaskStatus, TaskStatusUpdateEvent,
};
pub use self::part::{Part, PartContent};
