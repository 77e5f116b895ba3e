//! A2A 0.3: the objects that a failed task needs (A2A 0.3.0, sections 6 and 7; shapes as a2a-sdk 0.3.26 reads them).
//!
//! Every member that the specification requires is written, also those for which readers have defaults.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::application_error::ApplicationError;
use crate::data::ApplicationErrorData;

/// Which task an event is about, and in which conversation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TaskIds {
    /// The task.
    pub task_id: String,
    /// The conversation.
    pub context_id: String,
}

impl TaskIds {
    /// The ids of a task and its conversation.
    pub fn new(task_id: impl Into<String>, context_id: impl Into<String>) -> Self {
        Self { task_id: task_id.into(), context_id: context_id.into() }
    }
}

/// The state of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TaskState {
    /// Taken in.
    Submitted,
    /// Being worked on.
    Working,
    /// Waiting for the person.
    InputRequired,
    /// Done.
    Completed,
    /// Ended on request.
    Canceled,
    /// Ended by an error.
    Failed,
    /// Not taken in.
    Rejected,
    /// Waiting for credentials.
    AuthRequired,
    /// Not known.
    Unknown,
}

/// A part of a message. `D` is what a data part holds: any object where messages are read, a typed one where they are written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Part<D = Map<String, Value>> {
    /// Text for people.
    Text {
        /// The text.
        text: String,
    },
    /// Data for programs.
    Data {
        /// The object.
        data: D,
    },
}

/// Who wrote a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The client.
    User,
    /// The agent.
    Agent,
}

/// A message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename = "message", rename_all = "camelCase")]
pub struct Message<D = Map<String, Value>> {
    /// Who wrote it.
    pub role: Role,
    /// Its own id.
    pub message_id: String,
    /// The task it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_id: Option<String>,
    /// The conversation it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_id: Option<String>,
    /// What it says.
    pub parts: Vec<Part<D>>,
}

/// The state of a task, and what the agent says about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TaskStatus<D = Map<String, Value>> {
    /// The state.
    pub state: TaskState,
    /// When it came about, as an RFC 3339 time.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<String>,
    /// What the agent says about it.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub message: Option<Message<D>>,
}

fn none<T>() -> Option<T> {
    None
}

/// A task has come into a new state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename = "status-update", rename_all = "camelCase")]
pub struct TaskStatusUpdateEvent<D = Map<String, Value>> {
    /// The task.
    pub task_id: String,
    /// The conversation.
    pub context_id: String,
    /// Whether nothing comes behind it.
    pub r#final: bool,
    /// The new state.
    pub status: TaskStatus<D>,
}

impl TaskStatusUpdateEvent<ApplicationErrorData> {
    /// The failed status that ends a task: a text part for people, a data part for programs (SPEC L2, P6).
    ///
    /// A task fails once, so the message's id is the task's with `-failed` behind it: unique where task ids are.
    #[must_use]
    pub fn failed(error: &ApplicationError, task: &TaskIds) -> Self {
        let data = error.data();
        let parts =
            vec![Part::Text { text: data.error_message.clone().into_owned() }, Part::Data { data: data.clone() }];
        let message = Message {
            role: Role::Agent,
            message_id: format!("{}-failed", task.task_id),
            task_id: Some(task.task_id.clone()),
            context_id: Some(task.context_id.clone()),
            parts,
        };
        Self {
            task_id: task.task_id.clone(),
            context_id: task.context_id.clone(),
            r#final: true,
            status: TaskStatus { state: TaskState::Failed, timestamp: now(), message: Some(message) },
        }
    }
}

/// The time in milliseconds, as RFC 3339; nothing where there is no clock.
fn now() -> Option<String> {
    #[cfg(feature = "std")]
    let now = Some(alloc::string::ToString::to_string(&humantime::format_rfc3339_millis(std::time::SystemTime::now())));
    #[cfg(not(feature = "std"))]
    let now = None;
    now
}
