//! The events of one task, as a machine without I/O: the order is decided here and nowhere else.
//!
//! Comes in: what the agent did. Goes out: the events that tell of it, and the task as it then stands. Not done here: carrying events to
//! anybody. Behind the event that ends a stream there is nothing: every step is refused.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use llamon_errors_core::error_code::ErrorCode;

use crate::a2a::v0_3::{
    Artifact, Event, Message, Part, Task, TaskArtifactUpdateEvent, TaskIds, TaskState, TaskStatus,
    TaskStatusUpdateEvent,
};
use crate::application_error::ApplicationError;
use crate::guardrail::blocked_events;

/// Something that the agent made, or a piece of it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Piece {
    /// A whole artifact. It takes the place of an earlier one with its id.
    Whole(Artifact),
    /// Parts of an artifact, in order. The first piece of a run begins the artifact, the others come behind it.
    Parts {
        /// The artifact.
        artifact_id: String,
        /// The parts.
        parts: Vec<Part>,
    },
}

/// How the work on a task ends: for good, or until somebody answers (SPEC L2, H1).
#[derive(Debug)]
#[non_exhaustive]
pub enum Ending {
    /// Done; the parts of a closing message, if there is one.
    Completed(Vec<Part>),
    /// It waits for the person; the parts say for what.
    InputRequired(Vec<Part>),
    /// It waits for credentials; the parts say for which.
    AuthRequired(Vec<Part>),
    /// Stopped on request.
    Canceled,
    /// Failed. Where a guardrail blocked it all artifacts are taken back first (SPEC G1).
    Failed(ApplicationError),
}

/// The events of one task (SPEC F3, S1, G1): a task, working, artifact updates, and exactly one final status.
///
/// ```
/// use llamon_errors::a2a::v0_3::{Artifact, Message, Part, TaskIds, TaskState};
/// use llamon_errors::agent::{Ending, Piece, TaskEvents};
/// use llamon_errors::application_error;
/// use llamon_errors::ErrorCode;
///
/// let ids = TaskIds::new("task-1", "context-1");
/// let mut events = TaskEvents::new(&ids, Message::agent("message-1", &ids, [Part::text("summarize A-17")]));
/// events.working().unwrap();
/// events.artifact(Piece::Whole(Artifact::new("subject", [Part::text("A-17")]))).unwrap();
/// let last = events.end(Ending::Failed(application_error!(ErrorCode::NotFound, "document_not_found"))).unwrap();
/// assert_eq!(last.len(), 1);
/// assert_eq!(events.task().status.state, TaskState::Failed);
/// assert!(events.end(Ending::Canceled).is_err(), "nothing comes behind the end");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TaskEvents {
    task: Task,
    /// Artifacts that this run has begun: what an earlier run left under the same id is not added to.
    begun: Vec<String>,
    is_over: bool,
}

impl TaskEvents {
    /// A new task, taken in with this message.
    #[must_use]
    pub fn new(ids: &TaskIds, message: Message) -> Self {
        let mut task = Task::new(ids, TaskStatus::new(TaskState::Submitted, None));
        task.history = Some(vec![message]);
        Self { task, begun: Vec::new(), is_over: false }
    }

    /// A task that waited for this message, and goes on with it (SPEC H1).
    ///
    /// # Errors
    /// The task does not wait.
    pub fn resumed(mut task: Task, message: Message) -> Result<Self, NotWaiting> {
        let waits = matches!(task.status.state, TaskState::InputRequired | TaskState::AuthRequired);
        if !waits {
            return Err(NotWaiting { state: task.status.state });
        }
        keep_question(&mut task);
        task.history.get_or_insert_default().push(message);
        task.status = TaskStatus::new(TaskState::Submitted, None);
        Ok(Self { task, begun: Vec::new(), is_over: false })
    }

    /// A task on which nobody works: its events have all been told.
    #[must_use]
    pub fn at_rest(task: Task) -> Self {
        Self { task, begun: Vec::new(), is_over: true }
    }

    /// The task as it stands.
    #[must_use]
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// The task's ids.
    #[must_use]
    pub fn ids(&self) -> TaskIds {
        TaskIds::new(self.task.id.clone(), self.task.context_id.clone())
    }

    /// Whether the last event was told.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// What a stream opens with: the task as it stands. A stream has one of these and no second.
    #[must_use]
    pub fn opening(&self) -> Event {
        Event::Task(self.task.clone())
    }

    /// What a stream closes with that was opened after the end: the last status once more.
    #[must_use]
    pub fn closing(&self) -> Event {
        TaskStatusUpdateEvent::new(&self.ids(), self.task.status.clone()).into()
    }

    /// The task is being worked on.
    ///
    /// # Errors
    /// The last event was told.
    pub fn working(&mut self) -> Result<Event, Ended> {
        self.step()?;
        let event = TaskStatusUpdateEvent::working(&self.ids());
        self.task.status = event.status.clone();
        Ok(event.into())
    }

    /// Something was made.
    ///
    /// # Errors
    /// The last event was told.
    pub fn artifact(&mut self, piece: Piece) -> Result<Event, Ended> {
        self.step()?;
        let (artifact, is_whole) = match piece {
            Piece::Whole(artifact) => (artifact, true),
            Piece::Parts { artifact_id, parts } => (Artifact::new(artifact_id, parts), false),
        };
        let is_begun = self.begun.contains(&artifact.artifact_id);
        let append = is_begun && !is_whole;
        if !is_begun {
            self.begun.push(artifact.artifact_id.clone());
        }
        self.keep(&artifact, append);
        Ok(TaskArtifactUpdateEvent::piece(&self.ids(), artifact, append, is_whole).into())
    }

    /// The work ends. The last of the events is the final one.
    ///
    /// # Errors
    /// The last event was told already.
    pub fn end(&mut self, ending: Ending) -> Result<Vec<Event>, Ended> {
        self.step()?;
        self.is_over = true;
        let events = match ending {
            Ending::Completed(parts) => vec![self.ended(TaskState::Completed, parts)],
            Ending::InputRequired(parts) => vec![self.ended(TaskState::InputRequired, parts)],
            Ending::AuthRequired(parts) => vec![self.ended(TaskState::AuthRequired, parts)],
            Ending::Canceled => vec![self.ended(TaskState::Canceled, Vec::new())],
            Ending::Failed(error) => self.failed(&error),
        };
        if let Some(status) = events.last().and_then(Event::status) {
            self.task.status = status.clone();
        }
        Ok(events)
    }

    fn step(&self) -> Result<(), Ended> {
        if self.is_over { Err(Ended) } else { Ok(()) }
    }

    fn ended(&self, state: TaskState, parts: Vec<Part>) -> Event {
        let ids = self.ids();
        // One message for each turn of the conversation, so its length makes the id unlike the others.
        let turn = self.task.history.as_ref().map_or(0, Vec::len);
        let message = (!parts.is_empty()).then(|| Message::agent(format!("{}-{turn}", ids.task_id), &ids, parts));
        TaskStatusUpdateEvent::new(&ids, TaskStatus::new(state, message)).into()
    }

    fn failed(&mut self, error: &ApplicationError) -> Vec<Event> {
        let ids = self.ids();
        if error.code() != ErrorCode::GuardrailBlocked {
            return vec![TaskStatusUpdateEvent::failed(error, &ids).into()];
        }
        let taken_back = self.task.artifacts.take().unwrap_or_default();
        blocked_events(error, &ids, taken_back.into_iter().map(|artifact| artifact.artifact_id))
    }

    /// The artifact as a reader of the events has it. Texts side by side are one text here: a stream of words would be a part a word.
    fn keep(&mut self, piece: &Artifact, append: bool) {
        let artifacts = self.task.artifacts.get_or_insert_default();
        let known = artifacts.iter_mut().find(|artifact| artifact.artifact_id == piece.artifact_id);
        match known {
            Some(artifact) if append => {
                for part in &piece.parts {
                    push_part(&mut artifact.parts, part.clone());
                }
            }
            Some(artifact) => *artifact = piece.clone(),
            None => artifacts.push(piece.clone()),
        }
    }
}

/// Moves what the status says into the history: another status takes its place.
pub(super) fn keep_question(task: &mut Task) {
    if let Some(question) = task.status.message.take() {
        task.history.get_or_insert_default().push(question);
    }
}

/// Puts a part behind others; a text that says nothing but its text joins the one before it.
pub(super) fn push_part(parts: &mut Vec<Part>, part: Part) {
    if let (Some(Part::Text { text: before, metadata: None }), Part::Text { text, metadata: None }) =
        (parts.last_mut(), &part)
    {
        before.to_mut().push_str(text);
    } else {
        parts.push(part);
    }
}

/// A step came behind the end of the task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended;

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the task has ended, and nothing comes behind its final event")
    }
}

impl Error for Ended {}

/// A message came for a task that does not wait for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotWaiting {
    /// The state that the task is in.
    pub state: TaskState,
}

impl fmt::Display for NotWaiting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = serde_json::to_value(self.state).ok();
        let name = name.as_ref().and_then(|name| name.as_str()).unwrap_or_default();
        write!(f, "the task is `{name}` and waits for no message; begin a new task")
    }
}

impl Error for NotWaiting {}
