//! Events: what a stream consists of.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::{Artifact, Message, Part, Task, TaskIds, TaskState, TaskStatus, none};
use crate::application_error::ApplicationError;
use crate::data::{ApplicationErrorData, Object};

/// A task has come into a new state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename = "status-update", rename_all = "camelCase")]
#[non_exhaustive]
pub struct TaskStatusUpdateEvent<D = Object> {
    /// The task.
    pub task_id: String,
    /// The conversation.
    pub context_id: String,
    /// Whether nothing comes behind it.
    pub r#final: bool,
    /// The new state.
    pub status: TaskStatus<D>,
    /// What else the agent says of it.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Object>,
}

impl<D> TaskStatusUpdateEvent<D> {
    /// A task has come into a state. The event is the last one where the state ends a stream.
    #[must_use]
    pub fn new(task: &TaskIds, status: TaskStatus<D>) -> Self {
        Self {
            task_id: task.task_id.clone(),
            context_id: task.context_id.clone(),
            r#final: status.state.ends_stream(),
            status,
            metadata: None,
        }
    }
}

impl TaskStatusUpdateEvent {
    /// The task is being worked on.
    #[must_use]
    pub fn working(task: &TaskIds) -> Self {
        Self::new(task, TaskStatus::new(TaskState::Working, None))
    }

    /// The task is done. A result that is no error but asks for attention ("nothing found") is a data part here (SPEC D3).
    #[must_use]
    pub fn completed(task: &TaskIds, message: Option<Message>) -> Self {
        Self::new(task, TaskStatus::new(TaskState::Completed, message))
    }

    /// The task waits for the person; the message says for what (SPEC H1). The same task goes on with the answer.
    #[must_use]
    pub fn input_required(task: &TaskIds, message: Message) -> Self {
        Self::new(task, TaskStatus::new(TaskState::InputRequired, Some(message)))
    }
}

impl TaskStatusUpdateEvent<ApplicationErrorData> {
    /// The failed status that ends a task: a text part for people, a data part for programs (SPEC L2, P6).
    ///
    /// A task fails once, so the message's id is the task's with `-failed` behind it: unique where task ids are.
    #[must_use]
    pub fn failed(error: &ApplicationError, task: &TaskIds) -> Self {
        Self::new(task, TaskStatus::failed(error, task))
    }
}

impl From<TaskStatusUpdateEvent<ApplicationErrorData>> for TaskStatusUpdateEvent {
    fn from(event: TaskStatusUpdateEvent<ApplicationErrorData>) -> Self {
        Self {
            task_id: event.task_id,
            context_id: event.context_id,
            r#final: event.r#final,
            status: event.status.into(),
            metadata: event.metadata,
        }
    }
}

/// An artifact, or a piece of one, is there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename = "artifact-update", rename_all = "camelCase")]
#[non_exhaustive]
pub struct TaskArtifactUpdateEvent {
    /// The task.
    pub task_id: String,
    /// The conversation.
    pub context_id: String,
    /// The artifact.
    pub artifact: Artifact,
    /// Whether the parts come behind those of an earlier event; without it they take their place. Readers pass over an `append` to an
    /// artifact that they have not seen, so the first piece is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub append: Option<bool>,
    /// Whether the artifact is whole with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_chunk: Option<bool>,
    /// What else the agent says of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Object>,
}

impl TaskArtifactUpdateEvent {
    /// A whole artifact in one event.
    #[must_use]
    pub fn whole(task: &TaskIds, artifact: Artifact) -> Self {
        Self::piece(task, artifact, false, true)
    }

    /// A piece of an artifact: whether it comes behind earlier ones, and whether it is the last.
    #[must_use]
    pub fn piece(task: &TaskIds, artifact: Artifact, append: bool, last_chunk: bool) -> Self {
        Self {
            task_id: task.task_id.clone(),
            context_id: task.context_id.clone(),
            artifact,
            append: Some(append),
            last_chunk: Some(last_chunk),
            metadata: None,
        }
    }

    /// Takes an artifact back that was streamed already (SPEC G1): one blank text part takes the place of all it had.
    #[must_use]
    pub fn retraction(task: &TaskIds, artifact_id: impl Into<String>) -> Self {
        Self::whole(task, Artifact::new(artifact_id, vec![Part::text("")]))
    }
}

/// An event of a stream, told by its `kind`.
///
/// ```
/// use llamon_errors::a2a::v0_3::{Event, TaskIds, TaskStatusUpdateEvent};
/// use llamon_errors::{ApplicationError, ErrorCode};
///
/// let task = TaskIds::new("task-1", "context-1");
/// let error = ApplicationError::new(ErrorCode::NotFound, "document_not_found");
/// let event = Event::from(TaskStatusUpdateEvent::failed(&error, &task));
/// let line = serde_json::to_string(&event).unwrap();
/// assert_eq!(serde_json::from_str::<Event>(&line).unwrap(), event);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Event {
    /// A snapshot of the task; at most one in a stream, and first.
    Task(Task),
    /// A message without a task.
    Message(Message),
    /// A new state.
    StatusUpdate(TaskStatusUpdateEvent),
    /// An artifact, or a piece of one.
    ArtifactUpdate(TaskArtifactUpdateEvent),
}

impl Event {
    /// The state that the task is in by this event, where it says one.
    #[must_use]
    pub fn status(&self) -> Option<&TaskStatus> {
        match self {
            Self::Task(task) => Some(&task.status),
            Self::StatusUpdate(event) => Some(&event.status),
            Self::Message(_) | Self::ArtifactUpdate(_) => None,
        }
    }

    /// Reads events that stand one in a line, each as it is or as the result of a JSON-RPC response; blank lines do not count.
    ///
    /// # Errors
    /// The first line that is neither.
    // Compiled where it is called: reading every kind of event from a `Value` took a third of the release build of this crate.
    #[inline]
    pub fn read_lines(lines: &str) -> Result<Vec<Self>, serde_json::Error> {
        let lines = lines.lines().filter(|line| !line.trim().is_empty());
        lines
            .map(|line| {
                let mut value: Value = serde_json::from_str(line)?;
                let result = value.as_object_mut().and_then(|object| object.remove("result"));
                serde_json::from_value(result.unwrap_or(value))
            })
            .collect()
    }
}

macro_rules! event_from {
    ($($variant:ident $ty:ty;)*) => {$(
        impl From<$ty> for Event {
            fn from(event: $ty) -> Self {
                Self::$variant(event.into())
            }
        }
    )*};
}

event_from! {
    Task Task;
    Message Message;
    StatusUpdate TaskStatusUpdateEvent;
    StatusUpdate TaskStatusUpdateEvent<ApplicationErrorData>;
    ArtifactUpdate TaskArtifactUpdateEvent;
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Inside, `kind` is a tag of its own struct; here it decides which. So each fault is told of the right one.
        let value = Value::deserialize(deserializer)?;
        let kind = value.get("kind").and_then(Value::as_str);
        let event = match kind.unwrap_or_default() {
            "task" => Task::deserialize(value).map(Self::Task),
            "message" => Message::deserialize(value).map(Self::Message),
            "status-update" => TaskStatusUpdateEvent::deserialize(value).map(Self::StatusUpdate),
            "artifact-update" => TaskArtifactUpdateEvent::deserialize(value).map(Self::ArtifactUpdate),
            kind => {
                let known = &["task", "message", "status-update", "artifact-update"];
                return Err(serde::de::Error::unknown_variant(kind, known));
            }
        };
        event.map_err(serde::de::Error::custom)
    }
}
