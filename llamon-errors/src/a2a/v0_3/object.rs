//! Tasks, messages, artifacts.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::{Part, error_data_of, error_parts, none};
use crate::a2a::clock;
use crate::application_error::ApplicationError;
use crate::data::{ApplicationErrorData, Object};

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

    /// The id of the message of the task's end. A task fails once, so it is unique where task ids are.
    pub(crate) fn failed_message_id(&self) -> String {
        format!("{}-failed", self.task_id)
    }
}

/// The state of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
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

impl TaskState {
    /// Whether nothing can come behind it.
    #[must_use]
    pub const fn is_terminal(self) -> bool {
        matches!(self, Self::Completed | Self::Canceled | Self::Failed | Self::Rejected)
    }

    /// Whether a stream ends with it: the task is over, or waits for somebody.
    #[must_use]
    pub const fn ends_stream(self) -> bool {
        self.is_terminal() || matches!(self, Self::InputRequired | Self::AuthRequired)
    }
}

/// Who wrote a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Role {
    /// The client.
    User,
    /// The agent.
    Agent,
}

/// A message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename = "message", rename_all = "camelCase")]
#[non_exhaustive]
pub struct Message<D = Object> {
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
    /// Other tasks that it is about, by their ids.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference_task_ids: Option<Vec<String>>,
    /// The addresses of the extensions that had a part in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extensions: Option<Vec<String>>,
    /// What else the sender says of it.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Object>,
}

impl<D> Message<D> {
    /// A message of the agent about a task. Its id must be unlike those of all other messages of the conversation.
    pub fn agent(message_id: impl Into<String>, task: &TaskIds, parts: impl Into<Vec<Part<D>>>) -> Self {
        Self {
            role: Role::Agent,
            message_id: message_id.into(),
            task_id: Some(task.task_id.clone()),
            context_id: Some(task.context_id.clone()),
            parts: parts.into(),
            reference_task_ids: None,
            extensions: None,
            metadata: None,
        }
    }

    /// A message to an agent, which begins a task of its own.
    pub fn user(message_id: impl Into<String>, parts: impl Into<Vec<Part<D>>>) -> Self {
        Self {
            role: Role::User,
            message_id: message_id.into(),
            task_id: None,
            context_id: None,
            parts: parts.into(),
            reference_task_ids: None,
            extensions: None,
            metadata: None,
        }
    }

    /// The same message to a task that waits for it.
    #[must_use]
    pub fn to_task(mut self, task: &TaskIds) -> Self {
        self.task_id = Some(task.task_id.clone());
        self.context_id = Some(task.context_id.clone());
        self
    }
}

impl From<Message<ApplicationErrorData>> for Message {
    fn from(message: Message<ApplicationErrorData>) -> Self {
        Self {
            role: message.role,
            message_id: message.message_id,
            task_id: message.task_id,
            context_id: message.context_id,
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

impl Artifact {
    /// An artifact without a name.
    pub fn new(artifact_id: impl Into<String>, parts: impl Into<Vec<Part>>) -> Self {
        Self {
            artifact_id: artifact_id.into(),
            name: None,
            description: None,
            parts: parts.into(),
            extensions: None,
            metadata: None,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }
}

/// The state of a task, and what the agent says about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TaskStatus<D = Object> {
    /// The state.
    pub state: TaskState,
    /// When it came about, as an RFC 3339 time.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<String>,
    /// What the agent says about it.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub message: Option<Message<D>>,
}

impl<D> TaskStatus<D> {
    /// A state that came about now; without the clock of feature `std` it bears no time.
    #[must_use]
    pub fn new(state: TaskState, message: Option<Message<D>>) -> Self {
        Self { state, timestamp: clock::now(), message }
    }
}

impl TaskStatus<ApplicationErrorData> {
    /// The failed status: a text part for people, a data part for programs (SPEC L2).
    #[must_use]
    pub fn failed(error: &ApplicationError, task: &TaskIds) -> Self {
        let data = error.data().clone();
        let text = data.error_message.clone();
        let message = Message::agent(task.failed_message_id(), task, error_parts(data, text));
        Self::new(TaskState::Failed, Some(message))
    }
}

impl TaskStatus {
    /// What the status says of an error, where it has failed and says so.
    #[must_use]
    #[inline]
    pub fn error_data(&self) -> Option<ApplicationErrorData> {
        let message = self.message.as_ref().filter(|_| self.state == TaskState::Failed)?;
        error_data_of(&message.parts)
    }
}

impl From<TaskStatus<ApplicationErrorData>> for TaskStatus {
    fn from(status: TaskStatus<ApplicationErrorData>) -> Self {
        Self { state: status.state, timestamp: status.timestamp, message: status.message.map(Message::from) }
    }
}

/// A task with all that is known of it: what `message/send` and `tasks/get` give.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename = "task", rename_all = "camelCase")]
#[non_exhaustive]
pub struct Task<D = Object> {
    /// Its own id.
    pub id: String,
    /// The conversation.
    pub context_id: String,
    /// Its state.
    pub status: TaskStatus<D>,
    /// What was made so far.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub artifacts: Option<Vec<Artifact>>,
    /// The messages so far.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub history: Option<Vec<Message>>,
    /// What else the agent says of it.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Object>,
}

impl<D> Task<D> {
    /// A task in a state, without artifacts and history.
    #[must_use]
    pub fn new(task: &TaskIds, status: TaskStatus<D>) -> Self {
        Self {
            id: task.task_id.clone(),
            context_id: task.context_id.clone(),
            status,
            artifacts: None,
            history: None,
            metadata: None,
        }
    }

    /// What was made so far.
    #[must_use]
    pub fn artifacts(mut self, artifacts: impl Into<Vec<Artifact>>) -> Self {
        self.artifacts = Some(artifacts.into());
        self
    }
}
