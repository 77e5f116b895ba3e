//! What is `Ok` and has failed all the same: comes in a result, goes out whether it holds an error. Not done here: results of one's own
//! agent, which are the author's to judge.

#[cfg(feature = "rmcp")]
use alloc::format;
#[cfg(feature = "rmcp")]
use alloc::string::String;

use llamon_errors_core::error_code::ErrorCode;

use crate::a2a::v0_3::{TaskState, TaskStatus};
use crate::application_error::ApplicationError;
use crate::data::ApplicationErrorData;

/// The error of a task that a sub-agent has failed, was asked to cancel, or did not take in.
///
/// The error data of the sub-agent are the error; where it sent none, a failure is `UPSTREAM_UNAVAILABLE` and not retriable, since nobody
/// knows whether a retry helps. Another state is no error: a task that waits for the person, or for credentials, is not over.
///
/// ```
/// use llamon_errors::a2a::v0_3::{TaskIds, TaskState, TaskStatus};
/// use llamon_errors::classify::check_task;
/// use llamon_errors::{ApplicationError, ErrorCode};
///
/// let error = ApplicationError::new(ErrorCode::NotFound, "document_not_found");
/// let status = TaskStatus::from(TaskStatus::failed(&error, &TaskIds::new("task-1", "context-1")));
/// assert_eq!(check_task(&status).unwrap_err().data().error_reason, "document_not_found");
/// assert!(check_task(&TaskStatus::new(TaskState::InputRequired, None)).is_ok());
/// ```
///
/// # Errors
/// The task has ended without being completed.
#[inline]
pub fn check_task(status: &TaskStatus) -> Result<(), ApplicationError> {
    check_state(status.state, status.error_data())
}

/// [`check_task`] for A2A 1.0.
///
/// # Errors
/// The task has ended without being completed.
#[cfg(feature = "a2a-v1")]
pub fn check_task_v1(status: &crate::a2a::v1::TaskStatus) -> Result<(), ApplicationError> {
    use crate::a2a::v1::TaskState as State;

    let state = match status.state {
        State::Failed => TaskState::Failed,
        State::Canceled => TaskState::Canceled,
        State::Rejected => TaskState::Rejected,
        _ => return Ok(()),
    };
    check_state(state, status.error_data())
}

fn check_state(state: TaskState, data: Option<ApplicationErrorData>) -> Result<(), ApplicationError> {
    let error = match (state, data) {
        (TaskState::Failed, Some(data)) => ApplicationError::from_data(data),
        (TaskState::Failed, None) => ApplicationError::new(ErrorCode::UpstreamUnavailable, "task_failed")
            .message("the agent that was asked has failed")
            .retriable(false),
        (TaskState::Rejected, _) => ApplicationError::new(ErrorCode::InternalError, "task_rejected")
            .message("the agent that was asked did not take the task in"),
        (TaskState::Canceled, _) => ApplicationError::new(ErrorCode::InternalError, "task_canceled")
            .message("the task of the agent that was asked was cancelled"),
        _ => return Ok(()),
    };
    Err(error)
}

/// The result of an MCP tool, or the error that it is: a tool fails with `is_error`, not with an `Err`.
///
/// Structured content that is error data (it has an `errorCode`) says itself what it is. Else it is what S1 has for a component that
/// failed: `UPSTREAM_UNAVAILABLE`, `component_invoke_error`. The tool's own words stay in the process, as the error's cause.
///
/// # Errors
/// The tool has failed.
#[cfg(feature = "rmcp")]
pub fn check_tool_result(
    tool: &str,
    result: rmcp::model::CallToolResult,
) -> Result<rmcp::model::CallToolResult, ApplicationError> {
    use crate::family::ComponentInvokeError;
    use serde::Deserialize as _;

    if result.is_error != Some(true) {
        return Ok(result);
    }
    let data = result.structured_content.as_ref().and_then(|content| ApplicationErrorData::deserialize(content).ok());
    if let Some(data) = data {
        return Err(ApplicationError::from_data(data));
    }
    let texts = result.content.iter().filter_map(|block| block.as_text().map(|text| text.text.as_str()));
    let words = texts.fold(String::new(), |all, text| if all.is_empty() { text.into() } else { all + "\n" + text });
    Err(ApplicationError::classified(ComponentInvokeError::new(format!("the tool `{tool}` failed")).with_source(words)))
}
