//! What a guardrail blocks (SPEC G1, G2, D4, P7): for authors of guardrail back ends of their own.
//!
//! Comes in: which guardrail, and what it found. Goes out: the whole error, its extras, or the events that end the task. Not done here:
//! finding violations.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use llamon_errors_core::error_code::ErrorCode;
use llamon_errors_core::format::FormatError;

use crate::a2a::v0_3::{Event, TaskArtifactUpdateEvent, TaskIds, TaskStatusUpdateEvent};
use crate::application_error::ApplicationError;
use crate::data::{GuardrailData, Text};
use crate::value::ErrorSource;

/// The extras of a guardrail's error: `errorSource` of the system `guardrail`, and the facts of the violation (SPEC G1).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GuardrailExtras {
    /// `guardrail:` and the guardrail's name.
    pub error_source: ErrorSource,
    /// What it found.
    pub guardrail: GuardrailData,
}

/// The extras of an error of the guardrail `name` (S1: `build_guardrail_extras`).
///
/// # Errors
/// A name that is empty or holds anything but visible ASCII.
///
/// ```
/// use llamon_errors::GuardrailData;
/// use llamon_errors::guardrail::guardrail_extras;
///
/// let extras = guardrail_extras("pii", GuardrailData::new("personal_data")).unwrap();
/// assert_eq!(extras.error_source.as_str(), "guardrail:pii");
/// assert!(guardrail_extras("개인정보", GuardrailData::new("personal_data")).is_err());
/// ```
pub fn guardrail_extras(name: &str, guardrail: GuardrailData) -> Result<GuardrailExtras, FormatError> {
    let error_source = ErrorSource::try_from(format!("guardrail:{name}"))?;
    Ok(GuardrailExtras { error_source, guardrail })
}

/// The whole error of a guardrail: `GUARDRAIL_BLOCKED`, not retriable (S1: `build_guardrail_application_error`).
///
/// The text goes to the client, so it must not repeat what was blocked.
///
/// ```
/// use llamon_errors::guardrail::{guardrail_application_error, guardrail_extras};
/// use llamon_errors::{ErrorCode, GuardrailData};
///
/// let extras = guardrail_extras("pii", GuardrailData::new("personal_data")).unwrap();
/// let error = guardrail_application_error("personal_data_found", "the document holds personal data", extras);
/// assert_eq!((error.code(), error.data().retriable), (ErrorCode::GuardrailBlocked, false));
/// ```
#[must_use]
pub fn guardrail_application_error(
    reason: impl Into<Text>,
    message: impl Into<Text>,
    extras: GuardrailExtras,
) -> ApplicationError {
    ApplicationError::new(ErrorCode::GuardrailBlocked, reason)
        .message(message)
        .error_source(extras.error_source)
        .guardrail(extras.guardrail)
}

/// The events that end a task which a guardrail blocks (SPEC G1): every artifact that was streamed is taken back, then the task fails.
///
/// ```
/// use llamon_errors::a2a::v0_3::{Event, TaskIds, TaskState};
/// use llamon_errors::guardrail::{blocked_events, guardrail_application_error, guardrail_extras};
/// use llamon_errors::GuardrailData;
///
/// let extras = guardrail_extras("pii", GuardrailData::new("personal_data")).unwrap();
/// let error = guardrail_application_error("personal_data_found", "the document holds personal data", extras);
/// let events = blocked_events(&error, &TaskIds::new("task-1", "context-1"), ["summary"]);
/// assert!(matches!(&events[0], Event::ArtifactUpdate(event) if event.artifact.artifact_id == "summary"));
/// assert_eq!(events[1].status().unwrap().state, TaskState::Failed);
/// ```
#[must_use]
pub fn blocked_events(
    error: &ApplicationError,
    task: &TaskIds,
    streamed: impl IntoIterator<Item = impl Into<String>>,
) -> Vec<Event> {
    let retractions =
        streamed.into_iter().map(|id| Event::ArtifactUpdate(TaskArtifactUpdateEvent::retraction(task, id)));
    retractions.chain([Event::from(TaskStatusUpdateEvent::failed(error, task))]).collect()
}
