//! What goes over the wire, and what is read from it.

use std::error::Error as _;
use std::time::Duration;

use llamon_errors::a2a::v0_3::{Part, TaskArtifactUpdateEvent, TaskIds, TaskState, TaskStatusUpdateEvent};
use llamon_errors::data::WireCode;
use llamon_errors::guardrail::{guardrail_application_error, guardrail_extras};
use llamon_errors::json_rpc::{Id, Response};
use llamon_errors::{
    ApplicationError, ApplicationErrorData, Domain, DomainCode, DomainError, ErrorCode, ErrorFlow, ErrorNode,
    ErrorSource, GuardrailData, Reason, bail_application, domain, error_source, reason,
};
use llamon_errors_tests::with_fixed_time;
use snapbox::{Assert, IntoData as _, file};

#[derive(Debug, DomainError)]
#[domain_error(catalog = "../catalogs/documents.toml", partial)]
enum DocumentError {
    DocumentNotFound {
        document_id: String,
    },
    UnsupportedDocumentType {
        r#type: &'static str,
    },
    #[domain_error(code = "DOC_006")]
    IndexDown {
        #[source]
        cause: std::io::Error,
        #[domain_error(secret)]
        dsn: String,
    },
    DailyQuotaExceeded {
        limit: u32,
    },
    #[domain_error(transparent)]
    Account(AccountError),
}

#[derive(Debug, DomainError)]
#[domain_error(catalog = "../catalogs/documents.toml", partial)]
enum AccountError {
    AccountCheckFailed {
        #[source]
        cause: Option<Box<dyn std::error::Error + Send + Sync>>,
    },
    DocumentStoreBroken(#[from] std::fmt::Error),
}

fn json(error: impl Into<ApplicationError>) -> serde_json::Value {
    let event = TaskStatusUpdateEvent::failed(&error.into(), &TaskIds::new("task-1", "context-1"));
    serde_json::to_value(event).expect("events are JSON")
}

#[test]
fn a_domain_error_becomes_a_failed_status_with_a_text_and_a_data_part() {
    let error = ApplicationError::from(DocumentError::DailyQuotaExceeded { limit: 20 });
    let event = TaskStatusUpdateEvent::failed(&error, &TaskIds::new("task-1", "context-1"));
    let line = serde_json::to_string(&Response::result("request-7", event)).expect("responses are JSON") + "\n";
    Assert::new().action_env("SNAPSHOTS").eq(with_fixed_time(&line).raw(), file!["snapshots/wire-failed.json"].raw());

    let read: TaskStatusUpdateEvent<ApplicationErrorData> =
        serde_json::from_value(json(DocumentError::DailyQuotaExceeded { limit: 20 })).expect("it is read back");
    assert!(read.r#final);
    assert_eq!(read.status.state, TaskState::Failed);
    let parts = read.status.message.expect("a message").parts;
    assert_eq!(parts.len(), 2);
    assert!(matches!(&parts[1], Part::Data { data, .. } if data == error.data()));
}

#[test]
fn an_error_raised_by_hand_goes_out_as_given() {
    let error = ApplicationError::new(ErrorCode::RateLimited, "classifier_quota_exceeded")
        .message("분류 서비스 일일 할당량 초과")
        .retriable(false)
        .retry_after(Duration::from_micros(1_499_001))
        .error_source(ErrorSource::new("llm:classifier").expect("it has the form"))
        .retried(2);
    let expected = serde_json::json!({
        "errorCode": "RATE_LIMITED", "errorReason": "classifier_quota_exceeded",
        "errorMessage": "분류 서비스 일일 할당량 초과", "retriable": false,
        "errorSource": "llm:classifier", "retryAfterMs": 1500, "retried": 2,
    });
    assert_eq!(json(error).pointer("/status/message/parts/1/data"), Some(&expected));
}

#[test]
fn a_reason_that_cannot_travel_never_loses_the_error() {
    for reason in ["", "조회_실패"] {
        let error = ApplicationError::new(ErrorCode::NotFound, reason).message("gone");
        assert_eq!(error.code(), ErrorCode::InternalError);
        assert_eq!(
            (error.data().error_reason.as_ref(), error.data().error_message.as_ref()),
            ("error_data_build_failed", "gone")
        );
    }
}

#[test]
fn an_error_is_raised_in_one_line_with_every_extra() {
    fn raise() -> Result<(), ApplicationError> {
        bail_application!(
            ErrorCode::RateLimited,
            "classifier_quota_exceeded",
            message = "분류 서비스 일일 할당량 초과",
            retriable = true,
            retry_after_ms = 60_000,
            error_source = "llm:classifier",
            domain = "subject-management",
            domain_code = DomainCode::new("DOC_005").expect("a code"),
            retried = 0,
            node = ErrorNode::new("rag_search").kind("business"),
            flow = ErrorFlow::new(["fetch_subject"]),
            guardrail = GuardrailData::new("quota"),
            details = serde_json::Map::new(),
        );
    }
    fn boxed(reason: String) -> Result<(), Box<dyn std::error::Error>> {
        bail_application!(ErrorCode::NotFound, reason)
    }
    let error = raise().expect_err("it was raised");
    let wanted = serde_json::json!({
        "errorCode": "RATE_LIMITED", "errorReason": "classifier_quota_exceeded",
        "errorMessage": "분류 서비스 일일 할당량 초과", "retriable": true, "domain": "subject-management",
        "domainCode": "DOC_005", "errorSource": "llm:classifier", "retryAfterMs": 60000, "retried": 0,
        "node": {"id": "rag_search", "kind": "business"}, "flow": {"completedNodes": ["fetch_subject"]},
        "guardrail": {"violationCategory": "quota"}, "details": {},
    });
    assert_eq!(serde_json::Value::Object(error.data().to_object()), wanted);
    let error = boxed("any reason of ASCII".to_owned()).expect_err("it was raised");
    assert!(error.downcast_ref::<ApplicationError>().is_some_and(|e| e.data().error_reason == "any reason of ASCII"));
}

#[test]
fn a_guardrails_block_is_a_failed_task_with_what_was_found() {
    let data = GuardrailData::new("personal_data").fact("stage", "output");
    let extras = guardrail_extras("pii/v2", data).expect("a name");
    let event = json(guardrail_application_error("personal_data_found", "blocked", extras));
    assert_eq!(event["status"]["state"], "failed");
    let wanted = serde_json::json!({
        "errorCode": "GUARDRAIL_BLOCKED", "errorReason": "personal_data_found", "errorMessage": "blocked",
        "retriable": false, "errorSource": "guardrail:pii/v2",
        "guardrail": {"violationCategory": "personal_data", "stage": "output"},
    });
    assert_eq!(event.pointer("/status/message/parts/1/data"), Some(&wanted));
    assert!(guardrail_extras("", GuardrailData::default()).is_err());

    let task = TaskIds::new("task-1", "context-1");
    let retraction = serde_json::to_value(TaskArtifactUpdateEvent::retraction(&task, "artifact-1")).expect("JSON");
    let wanted = serde_json::json!({
        "kind": "artifact-update", "taskId": "task-1", "contextId": "context-1", "append": false, "lastChunk": true,
        "artifact": {"artifactId": "artifact-1", "parts": [{"kind": "text", "text": ""}]},
    });
    assert_eq!(retraction, wanted);
}

#[test]
fn checked_values_are_the_same_in_code_and_at_run_time() {
    assert_eq!(reason!("query_empty").as_str(), "query_empty");
    assert_eq!(domain!("subject-management"), Domain::new("subject-management").expect("kebab-case"));
    assert_eq!(error_source!("mcp:x/y"), ErrorSource::try_from("mcp:x/y".to_owned()).expect("a source"));
    for (shown, fault) in [
        (Reason::new("queryEmpty").map(|_| ()), "holds an upper case letter"),
        (Domain::new("a_b").map(|_| ()), "holds a character that is not allowed"),
        (ErrorSource::new("mcp").map(|_| ()), "has no colon"),
        (DomainCode::new("").map(|_| ()), "is empty"),
    ] {
        assert!(shown.expect_err(fault).to_string().contains(fault));
    }
    assert_eq!(
        ApplicationError::new(ErrorCode::InvalidInput, reason!("query_empty")).data().error_reason,
        "query_empty"
    );
}

#[test]
fn an_unknown_code_is_kept_and_counts_as_internal_error() {
    let text = r#"{"errorCode":"PAYMENT_REQUIRED","errorReason":"x","errorMessage":"y","retriable":true,
                   "retryAfterMs":null,"somethingNew":{"a":1}}"#;
    let data: ApplicationErrorData = serde_json::from_str(text).expect("a newer peer's data is readable");
    assert_eq!(data.error_code, WireCode::Unknown("PAYMENT_REQUIRED".to_owned()));
    assert_eq!(data.error_code.effective(), ErrorCode::InternalError);
    assert_eq!(format!("{:>20}", data.error_code), "    PAYMENT_REQUIRED");
    assert!(data.retriable, "retriable is kept as sent");
    assert_eq!(data.retry_after_ms, None);
    assert_eq!(serde_json::to_value(&data).expect("JSON")["errorCode"], "PAYMENT_REQUIRED");
    let missing = r#"{"errorReason":"x","errorMessage":"y","retriable":true}"#;
    assert!(
        serde_json::from_str::<ApplicationErrorData>(missing).is_err(),
        "a missing code is an error, not a default"
    );
}

#[test]
fn texts_causes_and_transparent_errors() {
    let error = DocumentError::DocumentNotFound { document_id: "A-17".to_owned() };
    assert_eq!(error.to_string(), "문서 A-17을(를) 찾을 수 없습니다");
    let error = DocumentError::UnsupportedDocumentType { r#type: "hwp" };
    assert_eq!(error.to_string(), "`hwp` 형식의 문서는 처리할 수 없습니다");

    let cause = std::io::Error::other("connection reset");
    let error = DocumentError::IndexDown { cause, dsn: "postgres://u:EXAMPLE@h/db".to_owned() };
    assert_eq!(error.to_string(), "검색 색인 장애", "no message in the catalog: the title");
    assert_eq!(error.source().map(ToString::to_string).as_deref(), Some("connection reset"));
    let DocumentError::IndexDown { dsn, .. } = &error else { unreachable!() };
    assert!(!json_text(&error).contains(dsn.as_str()));

    let inner: Box<dyn std::error::Error + Send + Sync> = "no route".into();
    let error = DocumentError::Account(AccountError::AccountCheckFailed { cause: Some(inner) });
    assert_eq!(error.spec().code(), "DOC_009");
    assert_eq!(error.source().map(ToString::to_string).as_deref(), Some("no route"));
    let error = DocumentError::Account(AccountError::AccountCheckFailed { cause: None });
    assert!(error.source().is_none());

    let error: AccountError = std::fmt::Error.into();
    let error = ApplicationError::from(error);
    assert_eq!(error.to_string(), "저장소 오류");
    assert!(
        error.source().is_some_and(<dyn std::error::Error>::is::<std::fmt::Error>),
        "the text is not printed twice"
    );
    assert!(matches!(error.domain_error(), Some(AccountError::DocumentStoreBroken(_))));
}

fn json_text(error: &DocumentError) -> String {
    error.message()
}

#[test]
fn an_error_is_one_pointer_wide() {
    assert_eq!(size_of::<Result<(), ApplicationError>>(), size_of::<usize>());
}

#[test]
fn ids_of_every_kind_are_echoed() {
    for (id, text) in [
        (Id::from(-7), "-7"),
        (Id::from(u64::MAX), "18446744073709551615"),
        (Id::from("a"), "\"a\""),
        (Id::Null, "null"),
    ] {
        assert_eq!(serde_json::to_string(&id).expect("JSON"), text);
        assert_eq!(serde_json::from_str::<Id>(text).expect("an id"), id);
    }
}

#[test]
fn a_stream_ends_where_the_task_is_over_or_waits_for_somebody() {
    use TaskState::{AuthRequired, Canceled, Completed, Failed, InputRequired, Rejected, Submitted, Unknown, Working};
    let states = [Submitted, Working, InputRequired, AuthRequired, Completed, Canceled, Failed, Rejected, Unknown];
    let those = |is: fn(TaskState) -> bool| states.into_iter().filter(|state| is(*state)).collect::<Vec<_>>();
    assert_eq!(those(TaskState::is_terminal), [Completed, Canceled, Failed, Rejected]);
    assert_eq!(those(TaskState::ends_stream), [InputRequired, AuthRequired, Completed, Canceled, Failed, Rejected]);
}

#[test]
fn what_developers_see_of_an_error_has_its_cause_without_secrets() {
    let error = ApplicationError::new(ErrorCode::NotFound, "document_not_found")
        .message("gone")
        .with_source(std::io::Error::other("GET https://user:EXAMPLE@host/x?key=EXAMPLE"));
    assert_eq!(
        format!("{error:?}"),
        "ApplicationError { code: \"NOT_FOUND\", reason: \"document_not_found\", message: \"gone\", \
         source: Some(\"GET https://host/x\"), .. }"
    );
}
