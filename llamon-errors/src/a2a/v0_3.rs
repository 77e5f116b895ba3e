//! A2A 0.3: the objects and events that carry errors and what goes with them (A2A 0.3.0, sections 6 and 7; shapes as a2a-sdk 0.3.26
//! reads them).
//!
//! Comes in: errors, parts, ids. Goes out: events; every member that the specification requires is written, also those for which readers
//! have defaults. Not done here: the order of events, and HTTP.

mod event;
mod object;
mod part;

pub use self::event::{Event, TaskArtifactUpdateEvent, TaskStatusUpdateEvent};
pub use self::object::{Artifact, Message, Role, Task, TaskIds, TaskState, TaskStatus};
pub use self::part::{FileContent, Part, error_data_of, error_parts};
pub use crate::domain_outcome::outcome_parts;

/// A member that is absent, for generic structs: serde's own default would ask for `D: Default`.
fn none<T>() -> Option<T> {
    None
}
