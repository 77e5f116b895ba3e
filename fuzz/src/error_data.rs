//! What must hold for any JSON that somebody takes for error data, and for all that it becomes.

use llamon_errors::a2a::v0_3::{Event, TaskIds, TaskStatus, TaskStatusUpdateEvent};
use llamon_errors::a2a::{Version, v1};
use llamon_errors::response::UnifiedErrorResponse;
use llamon_errors::{ApplicationError, ApplicationErrorData, ErrorCode};

/// Reads bytes as error data; what was read is written, carried and read back as the same.
///
/// # Panics
/// When it is not: that is a finding.
pub fn error_data(bytes: &[u8]) {
    let Ok(data) = serde_json::from_slice::<ApplicationErrorData>(bytes) else { return };
    assert!(!data.error_code.as_str().is_empty() || data.error_code.effective() == ErrorCode::InternalError);
    let line = serde_json::to_string(&data).expect("data is JSON");
    assert!(!line.contains(":null,") || data.details.is_some() || data.guardrail.is_some(), "{line}");
    assert_eq!(serde_json::from_str::<ApplicationErrorData>(&line).expect("our own text"), data);
    let _ = data.check();
    let data = data.checked();
    data.check().expect("what was at fault was taken out");

    let task = TaskIds::new("t", "c");
    let error = ApplicationError::from_data(data.clone());
    let event = Event::from(TaskStatusUpdateEvent::failed(&error, &task));
    let line = serde_json::to_string(&event).expect("an event is JSON");
    let read: Event = serde_json::from_str(&line).expect("our own event");
    assert_eq!(read.status().and_then(TaskStatus::error_data), Some(data.clone()), "{line}");

    let line = serde_json::to_string(&Version::V1_0.failed(&error, &task)).expect("an event is JSON");
    let read: v1::Event = serde_json::from_str(&line).expect("our own event");
    let v1::Event::StatusUpdate(read) = read else { panic!("another event: {line}") };
    assert_eq!(read.status.error_data(), Some(data.clone()), "{line}");

    let unified = UnifiedErrorResponse::from(data.clone());
    let line = serde_json::to_string(&unified).expect("a response is JSON");
    let read: UnifiedErrorResponse = serde_json::from_str(&line).expect("our own response");
    assert_eq!(ApplicationErrorData::from(read), data, "{line}");
}
