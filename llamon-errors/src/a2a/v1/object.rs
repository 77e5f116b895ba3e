//! Objects of 1.0, made of those of 0.3: no `kind`, no `final`, names of protobuf. They are read as protobuf's JSON is: `null` is a member
//! that is not there.

use alloc::string::String;
use alloc::vec::Vec;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use super::{Part, PartContent};
use crate::a2a::v0_3;
use crate::data::{ApplicationErrorData, Object};

/// The state of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum TaskState {
    /// Not known.
    #[serde(rename = "TASK_STATE_UNSPECIFIED")]
    Unspecified,
    /// Taken in.
    #[serde(rename = "TASK_STATE_SUBMITTED")]
    Submitted,
    /// Being worked on.
    #[serde(rename = "TASK_STATE_WORKING")]
    Working,
    /// Waiting for the person.
    #[serde(rename = "TASK_STATE_INPUT_REQUIRED")]
    InputRequired,
    /// Done.
    #[serde(rename = "TASK_STATE_COMPLETED")]
    Completed,
    /// Ended on request.
    #[serde(rename = "TASK_STATE_CANCELED")]
    Canceled,
    /// Ended by an error.
    #[serde(rename = "TASK_STATE_FAILED")]
    Failed,
    /// Not taken in.
    #[serde(rename = "TASK_STATE_REJECTED")]
    Rejected,
    /// Waiting for credentials.
    #[serde(rename = "TASK_STATE_AUTH_REQUIRED")]
    AuthRequired,
}

impl From<v0_3::TaskState> for TaskState {
    fn from(state: v0_3::TaskState) -> Self {
        match state {
            v0_3::TaskState::Submitted => Self::Submitted,
            v0_3::TaskState::Working => Self::Working,
            v0_3::TaskState::InputRequired => Self::InputRequired,
            v0_3::TaskState::Completed => Self::Completed,
            v0_3::TaskState::Canceled => Self::Canceled,
            v0_3::TaskState::Failed => Self::Failed,
            v0_3::TaskState::Rejected => Self::Rejected,
            v0_3::TaskState::AuthRequired => Self::AuthRequired,
            v0_3::TaskState::Unknown => Self::Unspecified,
        }
    }
}

/// Who wrote a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Role {
    /// Not known.
    #[serde(rename = "ROLE_UNSPECIFIED")]
    Unspecified,
    /// The client.
    #[serde(rename = "ROLE_USER")]
    User,
    /// The agent.
    #[serde(rename = "ROLE_AGENT")]
    Agent,
}

/// A message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Message<D = Object> {
    /// Its own id.
    pub message_id: String,
    /// The task it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_id: Option<String>,
    /// The conversation it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_id: Option<String>,
    /// Who wrote it.
    pub role: Role,
    /// What it says.
    pub parts: Vec<Part<D>>,
    /// Other tasks that it is about, by their ids.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference_task_ids: Option<Vec<String>>,
    /// The addresses of the extensions that had a part in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extensions: Option<Vec<String>>,
    /// What else the sender says of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Object>,
}

impl<D> From<v0_3::Message<D>> for Message<D> {
    fn from(message: v0_3::Message<D>) -> Self {
        Self {
            message_id: message.message_id,
            task_id: message.task_id,
            context_id: message.context_id,
            role: match message.role {
                v0_3::Role::User => Role::User,
                v0_3::Role::Agent => Role::Agent,
            },
            parts: message.parts.into_iter().map(Part::from).collect(),
            reference_task_ids: message.reference_task_ids,
            extensions: message.extensions,
            metadata: message.metadata,
        }
    }
}

/// Something that the agent made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Artifact {
    /// Its own id, unique in the task.
    pub artifact_id: String,
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What it is, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What is in it.
    pub parts: Vec<Part>,
    /// The addresses of the extensions that had a part in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extensions: Option<Vec<String>>,
    /// What else the agent says of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Object>,
}

impl From<v0_3::Artifact> for Artifact {
    fn from(artifact: v0_3::Artifact) -> Self {
        Self {
            artifact_id: artifact.artifact_id,
            name: artifact.name,
            description: artifact.description,
            parts: artifact.parts.into_iter().map(Part::from).collect(),
            extensions: artifact.extensions,
            metadata: artifact.metadata,
        }
    }
}

/// The state of a task, and what the agent says about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TaskStatus<D = Object> {
    /// The state.
    pub state: TaskState,
    /// When it came about, as an RFC 3339 time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<String>,
    /// What the agent says about it.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub message: Option<Message<D>>,
}

fn none<T>() -> Option<T> {
    None
}

impl<D> From<v0_3::TaskStatus<D>> for TaskStatus<D> {
    fn from(status: v0_3::TaskStatus<D>) -> Self {
        Self { state: status.state.into(), timestamp: status.timestamp, message: status.message.map(Message::from) }
    }
}

impl TaskStatus {
    /// What the status says of an error, where it has failed and says so.
    #[must_use]
    pub fn error_data(&self) -> Option<ApplicationErrorData> {
        let message = self.message.as_ref().filter(|_| self.state == TaskState::Failed)?;
        message.parts.iter().find_map(|part| match &part.content {
            PartContent::Data(data) if data.contains_key("errorCode") => ApplicationErrorData::deserialize(data).ok(),
            _ => None,
        })
    }
}

/// A task with all that is known of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Task<D = Object> {
    /// Its own id.
    pub id: String,
    /// The conversation, where the agent tells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_id: Option<String>,
    /// Its state.
    pub status: TaskStatus<D>,
    /// What was made so far.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub artifacts: Option<Vec<Artifact>>,
    /// The messages so far.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub history: Option<Vec<Message>>,
    /// What else the agent says of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Object>,
}

impl<D> From<v0_3::Task<D>> for Task<D> {
    fn from(task: v0_3::Task<D>) -> Self {
        Self {
            id: task.id,
            context_id: Some(task.context_id),
            status: task.status.into(),
            artifacts: task.artifacts.map(|artifacts| artifacts.into_iter().map(Artifact::from).collect()),
            history: task.history.map(|history| history.into_iter().map(Message::from).collect()),
            metadata: task.metadata,
        }
    }
}

/// A task has come into a new state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TaskStatusUpdateEvent<D = Object> {
    /// The task.
    pub task_id: String,
    /// The conversation.
    pub context_id: String,
    /// The new state.
    pub status: TaskStatus<D>,
    /// What else the agent says of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Object>,
}

impl<D> From<v0_3::TaskStatusUpdateEvent<D>> for TaskStatusUpdateEvent<D> {
    fn from(event: v0_3::TaskStatusUpdateEvent<D>) -> Self {
        Self {
            task_id: event.task_id,
            context_id: event.context_id,
            status: event.status.into(),
            metadata: event.metadata,
        }
    }
}

/// An artifact, or a piece of one, is there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TaskArtifactUpdateEvent {
    /// The task.
    pub task_id: String,
    /// The conversation.
    pub context_id: String,
    /// The artifact.
    pub artifact: Artifact,
    /// Whether the parts come behind those of an earlier event. Protobuf leaves a `false` out.
    #[serde(default, deserialize_with = "null_is_false")]
    pub append: bool,
    /// Whether the artifact is whole with it.
    #[serde(default, deserialize_with = "null_is_false")]
    pub last_chunk: bool,
    /// What else the agent says of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Object>,
}

impl From<v0_3::TaskArtifactUpdateEvent> for TaskArtifactUpdateEvent {
    fn from(event: v0_3::TaskArtifactUpdateEvent) -> Self {
        Self {
            task_id: event.task_id,
            context_id: event.context_id,
            artifact: event.artifact.into(),
            append: event.append.unwrap_or_default(),
            last_chunk: event.last_chunk.unwrap_or_default(),
            metadata: event.metadata,
        }
    }
}

/// What stands in `result` of a response, told by its only member. Members that are `null` are not there.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum Event<D = Object> {
    /// A snapshot of the task.
    Task(Task<D>),
    /// A message without a task.
    Message(Message<D>),
    /// A new state.
    StatusUpdate(TaskStatusUpdateEvent<D>),
    /// An artifact, or a piece of one.
    ArtifactUpdate(TaskArtifactUpdateEvent),
}

impl<'de, D: Deserialize<'de>> Deserialize<'de> for Event<D> {
    fn deserialize<R: Deserializer<'de>>(deserializer: R) -> Result<Self, R::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase", bound(deserialize = "D: Deserialize<'de>"))]
        struct Read<D> {
            task: Option<Task<D>>,
            message: Option<Message<D>>,
            status_update: Option<TaskStatusUpdateEvent<D>>,
            artifact_update: Option<TaskArtifactUpdateEvent>,
        }
        let read = Read::deserialize(deserializer)?;
        let event = (read.task.map(Self::Task))
            .or_else(|| read.message.map(Self::Message))
            .or_else(|| read.status_update.map(Self::StatusUpdate))
            .or_else(|| read.artifact_update.map(Self::ArtifactUpdate));
        event.ok_or_else(|| {
            R::Error::custom("an event has one of `task`, `message`, `statusUpdate` and `artifactUpdate`")
        })
    }
}

impl From<v0_3::Event> for Event {
    fn from(event: v0_3::Event) -> Self {
        match event {
            v0_3::Event::Task(task) => Self::Task(task.into()),
            v0_3::Event::Message(message) => Self::Message(message.into()),
            v0_3::Event::StatusUpdate(event) => Self::StatusUpdate(event.into()),
            v0_3::Event::ArtifactUpdate(event) => Self::ArtifactUpdate(event.into()),
        }
    }
}

/// In protobuf's JSON `null` is what the member is without a value.
fn null_is_false<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}
