//! The two layers: what is refused, what fails, and what a guardrail takes back.

use llamon_errors::a2a::Version;
use llamon_errors::a2a::v0_3::{Event, Part, TaskIds, TaskState};
use llamon_errors::guardrail::{blocked_events, guardrail_application_error, guardrail_extras};
use llamon_errors::testing::failed_data;
use llamon_errors::{
    ApplicationError, ErrorCode, Failure, GuardrailData, ProtocolErrorData, application_error, from_catalog,
};
use serde_json::{Value, json};

/// The errors of the worked catalog.
#[from_catalog("../catalogs/documents.toml")]
#[derive(Debug)]
enum DocumentError {}

fn answer(version: Version, failure: Failure) -> Value {
    let answer = version.answer("request-7", failure, &TaskIds::new("task-1", "context-1"));
    serde_json::to_value(answer).expect("answers are JSON")
}

#[test]
fn an_err_of_the_agents_code_fails_the_task_whatever_it_is() {
    fn domain() -> Result<(), Failure> {
        Err(DocumentError::DocumentNotFound { document_id: "A-17".to_owned() })?
    }
    fn by_hand() -> Result<(), Failure> {
        Err(application_error!(ErrorCode::InvalidInput, "query_empty"))?
    }
    for failure in [domain(), by_hand()] {
        let answer = answer(Version::V0_3, failure.expect_err("both fail"));
        assert_eq!(answer.pointer("/result/status/state"), Some(&json!("failed")), "{answer}");
        assert_eq!(answer.get("error"), None);
    }
}

#[test]
fn a_refusal_goes_out_unchanged_in_either_version() {
    let mut data = ProtocolErrorData::new(ErrorCode::InvalidInput, "query_empty");
    data.error_message = "질의 본문이 비어 있습니다".into();
    data.domain = Some("document-service".into());
    data.domain_code = Some("DOC_001".into());
    let old = answer(Version::V0_3, Failure::refused(data.clone()));
    assert_eq!(old.pointer("/error/data"), Some(&serde_json::to_value(&data).expect("data is JSON")));
    assert_eq!(
        (old["error"]["code"].as_i64(), &old["id"], old.get("result")),
        (Some(-32602), &json!("request-7"), None)
    );
    let new = answer(Version::V1_0, Failure::refused(data.clone()));
    let response: llamon_errors::json_rpc::ErrorResponse = serde_json::from_value(new).expect("an error response");
    assert_eq!(response.error.error_data(), Some(data));
}

#[test]
fn a_guardrails_block_is_never_a_refusal() {
    let data = ProtocolErrorData::new(ErrorCode::GuardrailBlocked, "personal_data_found");
    let answer = answer(Version::V0_3, Failure::refused(data));
    assert_eq!(answer.pointer("/result/status/state"), Some(&json!("failed")));
    assert_eq!(answer.pointer("/result/status/message/parts/1/data/errorCode"), Some(&json!("GUARDRAIL_BLOCKED")));
}

#[test]
fn a_guardrail_takes_back_what_was_streamed_and_then_fails_the_task() {
    let extras = guardrail_extras("pii", GuardrailData::new("personal_data")).expect("a sound name");
    let error: ApplicationError = guardrail_application_error("personal_data_found", "it holds personal data", extras);
    let events = blocked_events(&error, &TaskIds::new("task-1", "context-1"), ["draft", "summary"]);
    let mut taken_back = Vec::new();
    for event in &events {
        match event {
            Event::ArtifactUpdate(update) => {
                assert_eq!(
                    (update.append, update.last_chunk),
                    (Some(false), Some(true)),
                    "it takes the place of what was there"
                );
                assert!(
                    update.artifact.parts.iter().all(|part| matches!(part, Part::Text { text, .. } if text.is_empty()))
                );
                taken_back.push(update.artifact.artifact_id.as_str());
            }
            other => assert_eq!(other.status().map(|status| status.state), Some(TaskState::Failed)),
        }
    }
    assert_eq!(taken_back, ["draft", "summary"]);
    assert!(matches!(events.last(), Some(Event::StatusUpdate(event)) if event.r#final), "the failed status comes last");
    let data = failed_data(&events).expect("it failed");
    assert_eq!(
        (data.error_code.effective(), data.error_source.as_deref()),
        (ErrorCode::GuardrailBlocked, Some("guardrail:pii"))
    );
    assert_eq!(data.guardrail.and_then(|guardrail| guardrail.violation_category).as_deref(), Some("personal_data"));
}
