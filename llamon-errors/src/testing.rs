//! For tests of agents: picks the failed status and its data out of a list of events (SPEC P11).
//!
//! ```
//! use llamon_errors::a2a::v0_3::{Event, TaskIds, TaskStatusUpdateEvent};
//! use llamon_errors::testing::failed_data;
//! use llamon_errors::{ApplicationError, ErrorCode};
//!
//! let task = TaskIds::new("task-1", "context-1");
//! let error = ApplicationError::new(ErrorCode::UpstreamUnavailable, "mcp_down");
//! let events = [Event::from(TaskStatusUpdateEvent::working(&task)), TaskStatusUpdateEvent::failed(&error, &task).into()];
//! let data = failed_data(&events).unwrap();
//! assert_eq!((data.error_code.effective(), data.retriable), (ErrorCode::UpstreamUnavailable, true));
//! ```

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use crate::a2a::v0_3::{Event, TaskState, TaskStatus};
use crate::data::ApplicationErrorData;

/// The last failed status among the events.
///
/// # Errors
/// There is none; the error's text says what is there instead.
#[inline]
pub fn failed_status(events: &[Event]) -> Result<&TaskStatus, NotFailed> {
    let mut statuses = events.iter().rev().filter_map(Event::status);
    statuses.find(|status| status.state == TaskState::Failed).ok_or_else(|| NotFailed { seen: names(events) })
}

/// The error data of the last failed status among the events.
///
/// # Errors
/// There is no failed status, or it has no data part with an `errorCode`.
#[inline]
pub fn failed_data(events: &[Event]) -> Result<ApplicationErrorData, NotFailed> {
    let status = failed_status(events)?;
    status.error_data().ok_or_else(|| NotFailed { seen: Vec::from(["failed without error data".to_string()]) })
}

fn names(events: &[Event]) -> Vec<String> {
    events
        .iter()
        .map(|event| match (event, event.status()) {
            (_, Some(status)) => {
                let name = serde_json::to_value(status.state).ok();
                name.as_ref().and_then(|name| name.as_str()).unwrap_or_default().to_string()
            }
            (Event::ArtifactUpdate(_), None) => "artifact".to_string(),
            (_, None) => "message".to_string(),
        })
        .collect()
}

/// There is no failed status with error data among the events.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotFailed {
    /// What is there, event by event.
    pub seen: Vec<String>,
}

impl fmt::Display for NotFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no failed status with error data among {} events: {}", self.seen.len(), self.seen.join(", "))
    }
}

impl Error for NotFailed {}
