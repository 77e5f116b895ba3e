//! Tasks of other agents that came back `Ok` and have failed, in both versions of A2A.

use llamon_errors::a2a::{v0_3, v1};
use llamon_errors::classify::{check_task, check_task_v1};
use llamon_errors::{ApplicationError, ErrorCode};
use v0_3::TaskState;

type Row = (ErrorCode, String, bool);

fn row(error: &ApplicationError) -> Row {
    let data = error.data();
    (error.code(), data.error_reason.to_string(), data.retriable)
}

/// What a status is, the same in both versions.
fn checked(status: v0_3::TaskStatus) -> Option<Row> {
    let ours = check_task(&status).err().map(|error| row(&error));
    let newer = check_task_v1(&v1::TaskStatus::from(status)).err().map(|error| row(&error));
    assert_eq!(ours, newer);
    ours
}

#[test]
fn a_task_that_failed_is_the_error_that_its_data_say() {
    let error = ApplicationError::new(ErrorCode::RateLimited, "daily_quota_used_up").retriable(false);
    let status = v0_3::TaskStatus::failed(&error, &v0_3::TaskIds::new("task-1", "context-1"));
    assert_eq!(checked(status.clone().into()), Some(row(&error)));
    let received = check_task(&status.into()).expect_err("it failed");
    assert_eq!(received.data(), error.data(), "with all that they say");
}

#[test]
fn a_task_that_ended_without_data_is_an_error_all_the_same_and_one_that_goes_on_is_none() {
    let known = |code, reason: &str| Some((code, reason.to_owned(), false));
    for (state, wanted) in [
        (TaskState::Failed, known(ErrorCode::UpstreamUnavailable, "task_failed")),
        (TaskState::Rejected, known(ErrorCode::InternalError, "task_rejected")),
        (TaskState::Canceled, known(ErrorCode::InternalError, "task_canceled")),
        (TaskState::Submitted, None),
        (TaskState::Working, None),
        (TaskState::InputRequired, None),
        (TaskState::AuthRequired, None),
        (TaskState::Completed, None),
        (TaskState::Unknown, None),
    ] {
        assert_eq!(checked(v0_3::TaskStatus::new(state, None)), wanted, "{state:?}");
    }
}
