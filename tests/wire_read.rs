//! Reading what our writer did not make: other agents, newer peers, relays, servers that are careless.

use llamon_errors::a2a::Version;
use llamon_errors::a2a::v0_3::{Event, Part, TaskState};
use llamon_errors::a2a::v1;
use llamon_errors::format::MAX_RETRY_AFTER_MS;
use llamon_errors::json_rpc::{
    Answer, ErrorObject, ErrorResponse, Id, JSON_RPC_CODE_TO_ERROR_CODE, Meaning, Protocol, json_rpc_to_error_code,
    refusal_number,
};
use llamon_errors::testing::{failed_data, failed_status};
use llamon_errors::{ApplicationErrorData, BaseErrorData as _, ErrorCode, ProtocolErrorData, WireCode};
use serde_json::{Value, json};

fn application(value: Value) -> ApplicationErrorData {
    serde_json::from_value(value).expect("it is readable")
}

#[test]
fn data_with_a_code_alone_is_readable() {
    let data = application(json!({"errorCode": "UPSTREAM_TIMEOUT"}));
    assert_eq!((data.error_reason.as_ref(), data.error_message.as_ref()), ("upstream_timeout", "upstream_timeout"));
    assert!(data.retriable, "the code's habit");
    let data = application(json!({"errorCode": "결제_필요", "retriable": null, "errorReason": null}));
    assert_eq!(data.error_reason, "unknown_error_code", "what is filled in can travel");
    assert!(!data.retriable);
    assert_eq!(data.error_code.as_str(), "결제_필요");
}

#[test]
fn a_newer_peers_data_is_readable_and_keeps_its_code() {
    let data =
        application(json!({"errorCode": "PAYMENT_REQUIRED", "errorReason": "x", "retriable": true, "new": {"a": [1]}}));
    assert_eq!(data.error_code, WireCode::Unknown("PAYMENT_REQUIRED".to_owned()));
    assert_eq!((data.code(), data.retriable), (ErrorCode::InternalError, true));
    let passed_on = llamon_errors::ApplicationError::from_data(data);
    assert_eq!(passed_on.data().to_object()["errorCode"], "PAYMENT_REQUIRED", "it is shown as it was sent");
    for not_a_code in ["not_found", "NOT_FOUND ", "", "INVALID-INPUT"] {
        let data = application(json!({"errorCode": not_a_code}));
        assert_eq!(data.error_code, WireCode::Unknown(not_a_code.to_owned()));
    }
    for missing in [json!({}), json!({"errorCode": null}), json!({"errorCode": 5}), json!([]), json!("NOT_FOUND")] {
        assert!(serde_json::from_value::<ApplicationErrorData>(missing.clone()).is_err(), "{missing}");
        assert!(serde_json::from_value::<ProtocolErrorData>(missing).is_err());
    }
}

#[test]
fn null_is_absent_and_absent_is_not_written() {
    let all_null = json!({
        "errorCode": "NOT_FOUND", "errorReason": "gone", "errorMessage": "gone", "retriable": false, "domain": null,
        "domainCode": null, "errorSource": null, "retryAfterMs": null, "retried": null, "node": null, "flow": null,
        "guardrail": null, "details": null,
    });
    let bare = json!({"errorCode": "NOT_FOUND", "errorReason": "gone", "errorMessage": "gone", "retriable": false});
    let data = application(all_null.clone());
    assert_eq!(data, application(bare.clone()));
    assert_eq!(Value::Object(data.to_object()), bare);
    let data: ProtocolErrorData = serde_json::from_value(all_null).expect("readable");
    assert_eq!(Value::Object(data.to_object()), bare);
    let data = application(
        json!({"errorCode": "NOT_FOUND", "node": {"id": "n", "kind": null}, "flow": {"completedNodes": null}}),
    );
    assert_eq!(data.to_object()["node"], json!({"id": "n"}));
    assert_eq!(data.to_object()["flow"], json!({"completedNodes": []}));
}

#[test]
fn whole_numbers_survive_a_protobuf_struct() {
    for (value, wanted) in [
        (json!(1500), Some(1500)),
        (json!(1500.0), Some(1500)),
        (json!(1499.2), Some(1500)),
        (json!(0), Some(0)),
        (json!(-0.0), Some(0)),
        (json!(u64::MAX), Some(MAX_RETRY_AFTER_MS)),
        (json!(1e300), Some(MAX_RETRY_AFTER_MS)),
        (json!(-1), None),
        (json!(-0.5), None),
        (json!("1500"), None),
        (json!({}), None),
    ] {
        let data = application(json!({"errorCode": "RATE_LIMITED", "retryAfterMs": value}));
        assert_eq!(data.retry_after_ms, wanted, "{value}");
    }
    let data = application(json!({"errorCode": "RATE_LIMITED", "retried": 2.0}));
    assert_eq!(data.to_object()["retried"], json!(2), "what is passed on is a whole number again");
    assert_eq!(application(json!({"errorCode": "RATE_LIMITED", "retried": u64::MAX})).retried, Some(u32::MAX));
}

#[test]
fn what_a_guardrail_of_somebody_else_says_is_kept() {
    let guardrail = json!({"violationCategory": "violence", "score": 0.93, "stages": ["input"], "policyId": "P-7"});
    let data = application(json!({"errorCode": "GUARDRAIL_BLOCKED", "guardrail": guardrail}));
    let read = data.guardrail.as_ref().expect("the guardrail's data");
    assert_eq!(read.violation_category.as_deref(), Some("violence"));
    assert_eq!(data.to_object()["guardrail"], guardrail);
    let data = application(json!({"errorCode": "GUARDRAIL_BLOCKED", "guardrail": {}}));
    assert_eq!(data.to_object()["guardrail"], json!({}));
}

#[test]
fn error_responses_of_every_shape_are_readable() {
    for (line, id, number, data) in [
        (r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}"#, Id::Null, -32700, None),
        (r#"{"id":null,"error":{"code":-32700,"message":"x","data":null}}"#, Id::Null, -32700, None),
        (r#"{"error":{"code":-32099,"message":null,"data":"text"}}"#, Id::Null, -32099, Some(json!("text"))),
        (r#"{"id":"a","error":{"code":17,"data":[1]}}"#, Id::from("a"), 17, Some(json!([1]))),
        (
            r#"{"id":1.5,"error":{"code":-32602.0,"message":"x","extra":1}}"#,
            serde_json::from_str("1.5").unwrap(),
            -32602,
            None,
        ),
    ] {
        let response: ErrorResponse = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!((&response.id, response.error.code, &response.error.data), (&id, number, &data), "{line}");
        assert!(matches!(serde_json::from_str::<Answer<Value>>(line), Ok(Answer::Error(read)) if read == response));
        let written = serde_json::to_value(&response).expect("JSON");
        assert!(written.get("id").is_some() && written["error"].get("message").is_some(), "{written}");
        assert_eq!(serde_json::from_value::<ErrorResponse>(written).expect("our own"), response);
    }
    for line in
        [r#"{"id":1}"#, r#"{"id":1,"error":{}}"#, r#"{"id":1,"error":{"code":"x"}}"#, r#"{"error":{"code":1.5}}"#]
    {
        assert!(serde_json::from_str::<Answer<Value>>(line).is_err(), "{line}");
    }
    let both = r#"{"id":1,"result":{},"error":{"code":1,"message":"x"}}"#;
    assert!(
        matches!(serde_json::from_str(both), Ok(Answer::<Value>::Error(_))),
        "a failure never passes for a success"
    );
    let null = r#"{"id":1,"result":null,"error":null}"#;
    assert!(matches!(serde_json::from_str(null), Ok(Answer::<Value>::Result { result: Value::Null, .. })));
}

#[test]
fn every_number_of_a2a_means_what_the_table_says_and_others_are_internal() {
    use ErrorCode::{InternalError, InvalidInput, NotFound};
    let table = [
        (-32700, InvalidInput, "json_parse_error"),
        (-32600, InvalidInput, "invalid_request"),
        (-32601, InvalidInput, "method_not_found"),
        (-32602, InvalidInput, "invalid_params"),
        (-32603, InternalError, "internal_error"),
        (-32001, NotFound, "task_not_found"),
        (-32002, InvalidInput, "task_not_cancelable"),
        (-32003, InvalidInput, "push_notification_not_supported"),
        (-32004, InvalidInput, "unsupported_operation"),
        (-32005, InvalidInput, "content_type_not_supported"),
        (-32006, InternalError, "invalid_agent_response"),
        (-32007, NotFound, "extended_card_not_configured"),
        (-32008, InvalidInput, "extension_support_required"),
        (-32009, InvalidInput, "version_not_supported"),
        (-32000, InternalError, "json_rpc_32000"),
        (-32010, InternalError, "json_rpc_32010"),
        (-32099, InternalError, "json_rpc_32099"),
        (17, InternalError, "json_rpc_17"),
        (0, InternalError, "json_rpc_0"),
        (i64::MIN, InternalError, "json_rpc_9223372036854775808"),
    ];
    for (number, code, reason) in table {
        let meaning = Meaning::of(Protocol::A2a, number);
        assert_eq!((meaning.code, meaning.reason.as_ref(), meaning.retriable), (code, reason, false), "{number}");
        assert_eq!(json_rpc_to_error_code(Protocol::A2a, number), code);
    }
    assert_eq!(
        Meaning::received(Protocol::A2a, -32006).code,
        ErrorCode::UpstreamUnavailable,
        "the sub-agent is broken"
    );
    // MCP uses some of the numbers for something else, and who calls it wrong is the agent itself.
    for (number, code, reason, retriable) in [
        (-32700, InternalError, "mcp_parse_error", false),
        (-32600, InternalError, "mcp_invalid_request", false),
        (-32601, InternalError, "mcp_method_not_found", false),
        (-32602, InternalError, "mcp_invalid_params", false),
        (-32603, ErrorCode::UpstreamUnavailable, "mcp_internal_error", true),
        (-32000, ErrorCode::UpstreamUnavailable, "mcp_connection_closed", true),
        (-32001, ErrorCode::UpstreamTimeout, "mcp_request_timed_out", true),
        (-32002, NotFound, "mcp_resource_not_found", false),
        (-32020, InternalError, "mcp_invalid_params", false),
        (-32021, InternalError, "mcp_invalid_params", false),
        (-32022, InternalError, "mcp_invalid_params", false),
        (-32023, ErrorCode::RateLimited, "mcp_rate_limited", true),
        (-32003, InternalError, "json_rpc_32003", false),
    ] {
        let meaning = Meaning::of(Protocol::Mcp, number);
        assert_eq!((meaning.code, meaning.reason.as_ref(), meaning.retriable), (code, reason, retriable), "{number}");
    }
    let mut keys: Vec<_> = JSON_RPC_CODE_TO_ERROR_CODE.iter().map(|row| (row.0 == Protocol::Mcp, row.1)).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), JSON_RPC_CODE_TO_ERROR_CODE.len(), "no number of a protocol twice");
    for row in JSON_RPC_CODE_TO_ERROR_CODE {
        assert!(llamon_errors::format::check_reason(&row.2.reason).is_ok(), "{}", row.2.reason);
    }
}

#[test]
fn refusals_use_the_numbers_that_every_client_knows() {
    let numbers = ErrorCode::ALL.map(|code| refusal_number(code).ok());
    let wanted =
        [Some(-32602), Some(-32600), Some(-32001), Some(-32603), Some(-32603), Some(-32603), None, Some(-32603)];
    assert_eq!(numbers, wanted);
    let blocked = ProtocolErrorData::new(ErrorCode::GuardrailBlocked, "blocked");
    let error = ErrorObject::refusal(blocked).expect_err("a block is no refusal");
    assert_eq!(error.to_string(), "`GUARDRAIL_BLOCKED` is never a protocol-level error: make the task and fail it");
}

#[test]
fn the_code_in_the_data_wins_over_the_number() {
    let error =
        ErrorObject::new(-32603, "Internal error").data(json!({"errorCode": "RATE_LIMITED", "errorReason": "quota"}));
    let meaning = error.meaning(Protocol::A2a);
    assert_eq!((meaning.code(), meaning.error_reason.as_ref()), (ErrorCode::RateLimited, "quota"));

    let error = ErrorObject::new(-32602, "Missing argument").data(json!({"field": "/query"}));
    let meaning = error.meaning(Protocol::A2a);
    assert_eq!((meaning.code(), meaning.error_message.as_ref()), (ErrorCode::InvalidInput, "Missing argument"));
    assert_eq!(meaning.to_object()["details"], json!({"data": {"field": "/query"}}), "nothing is lost");

    let error = ErrorObject::new(-32099, "");
    let meaning = error.meaning(Protocol::A2a);
    assert_eq!((meaning.code(), meaning.error_message.as_ref()), (ErrorCode::InternalError, "json_rpc_32099"));
}

#[test]
fn details_of_1_0_are_read_from_every_writer() {
    let struct_type = "type.googleapis.com/google.protobuf.Struct";
    let info_type = "type.googleapis.com/google.rpc.ErrorInfo";
    let info = |metadata: Value| json!({"@type": info_type, "reason": "X_Y", "domain": "d", "metadata": metadata});
    let retry = json!({"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "2.5s"});
    let read = |details: Vec<Value>| ErrorObject::new(-32603, "x").data(details).error_data();
    let flat = read(vec![json!({"@type": struct_type, "errorCode": "NOT_FOUND", "retried": 2.0})])
        .expect("flat, as a2a-go writes");
    assert_eq!(flat.code(), ErrorCode::NotFound);
    let below = read(vec![json!({"@type": struct_type, "value": {"errorCode": "NOT_FOUND"}}), retry.clone()])
        .expect("below `value`");
    assert_eq!(below.retry_after_ms, Some(2500));
    let texts = info(
        json!({"errorCode": "RATE_LIMITED", "errorReason": "quota", "retriable": "false", "retryAfterMs": "1500"}),
    );
    let texts = read(vec![json!("junk"), texts, retry]).expect("the texts of an ErrorInfo");
    assert_eq!((texts.error_reason.as_ref(), texts.retriable, texts.retry_after_ms), ("quota", false, Some(1500)));
    assert_eq!(read(vec![info(json!({"other": "x"}))]), None);
    assert_eq!(read(vec![]), None);

    let line = json!({"statusUpdate": {"taskId": "t", "contextId": "c", "status": {"state": "TASK_STATE_FAILED", "message": {
        "messageId": "m", "role": "ROLE_AGENT", "parts": [{"text": "x"}, {"data": {"errorCode": "NOT_FOUND"}, "mediaType": "a/b"}]}}}});
    let Ok(v1::Event::StatusUpdate(event)) = serde_json::from_value(line) else { panic!("a status update") };
    assert_eq!(event.status.error_data().map(|data| data.code()), Some(ErrorCode::NotFound));
}

#[test]
fn refusals_of_1_0_bear_the_reason_that_a2a_has_for_the_number() {
    for (number, wanted) in [
        (-32001, "TASK_NOT_FOUND"),
        (-32002, "TASK_NOT_CANCELABLE"),
        (-32003, "PUSH_NOTIFICATION_NOT_SUPPORTED"),
        (-32004, "UNSUPPORTED_OPERATION"),
        (-32005, "CONTENT_TYPE_NOT_SUPPORTED"),
        (-32006, "INVALID_AGENT_RESPONSE"),
        (-32007, "EXTENDED_AGENT_CARD_NOT_CONFIGURED"),
        (-32008, "EXTENSION_SUPPORT_REQUIRED"),
        (-32009, "VERSION_NOT_SUPPORTED"),
        (-32602, "QUERY_EMPTY"),
    ] {
        let mut data = ProtocolErrorData::new(ErrorCode::InvalidInput, "query_empty");
        data.domain = Some("bank-agent".into());
        let refusal = v1::refusal_with_number(number, data.clone());
        let info = refusal.data.as_ref().expect("details")[0].clone();
        let domain = if wanted == "QUERY_EMPTY" { "bank-agent" } else { "a2a-protocol.org" };
        assert_eq!((&info["reason"], &info["domain"]), (&json!(wanted), &json!(domain)), "{number}");
        assert_eq!(refusal.error_data(), Some(data), "{number}: the error's own reason and domain are not lost");
    }
}

#[test]
fn the_version_is_what_the_header_says() {
    for value in [None, Some(""), Some("  "), Some("0.3"), Some("0.3.0"), Some(" 0.3.26 ")] {
        assert_eq!(Version::from_header(value), Ok(Version::V0_3), "{value:?}");
    }
    for value in ["1.0", "1.0.1", " 1.0 "] {
        assert_eq!(Version::from_header(Some(value)), Ok(Version::V1_0), "{value:?}");
    }
    for value in ["1", "2.0", "0.30", "0.2.5", "v1.0", "1.0.", "1.0.x", "1.0.1.1", "1.1", "."] {
        let error = Version::from_header(Some(value)).expect_err(value);
        assert_eq!(error.to_string(), format!("A2A version `{value}` is not supported"));
    }
}

/// A stream as a2a-sdk 0.3.26's own server writes it.
const STREAM: &str = r#"
{"id":"r","jsonrpc":"2.0","result":{"contextId":"c","history":[{"kind":"message","messageId":"u","parts":[{"kind":"text","text":"hi"}],"role":"user"}],"id":"t","kind":"task","status":{"state":"submitted"}}}
{"id":"r","jsonrpc":"2.0","result":{"contextId":"c","final":false,"kind":"status-update","status":{"state":"working","timestamp":"2026-11-30T11:02:08.188000+00:00"},"taskId":"t"}}
{"id":"r","jsonrpc":"2.0","result":{"append":false,"artifact":{"artifactId":"a","parts":[{"file":{"bytes":"aGk=","mimeType":"text/plain"},"kind":"file"}],"extensions":null},"contextId":"c","kind":"artifact-update","lastChunk":true,"taskId":"t"}}
{"id":"r","jsonrpc":"2.0","result":{"contextId":"c","final":true,"kind":"status-update","status":{"message":{"contextId":"c","extensions":["x"],"kind":"message","messageId":"m","metadata":null,"parts":[{"data":{"rows":[]},"kind":"data"},{"data":{"errorCode":"UPSTREAM_UNAVAILABLE","errorReason":"component_invoke_error","errorMessage":"bank lookup failed","retriable":true,"retried":2.0},"kind":"data","metadata":null},{"kind":"text","text":"bank lookup failed"}],"role":"agent","taskId":"t"},"state":"failed","timestamp":"2026-11-30T11:02:09Z"},"taskId":"t"}}
"#;

#[test]
fn the_failed_status_of_a_foreign_stream_is_found() {
    let events = Event::read_lines(STREAM).expect("all lines are events");
    assert_eq!(events.len(), 4);
    let status = failed_status(&events).expect("it failed");
    assert_eq!(status.state, TaskState::Failed);
    let data = failed_data(&events).expect("selected by its key, not by its place");
    assert_eq!((data.code(), data.retriable, data.retried), (ErrorCode::UpstreamUnavailable, true, Some(2)));
    assert!(matches!(&events[2], Event::ArtifactUpdate(event) if matches!(event.artifact.parts[0], Part::File { .. })));

    let error = failed_data(&events[..3]).expect_err("nothing failed yet");
    assert_eq!(error.to_string(), "no failed status with error data among 3 events: submitted, working, artifact");
    let bare = r#"{"kind":"status-update","taskId":"t","contextId":"c","final":true,"status":{"state":"failed"}}"#;
    let bare = Event::read_lines(bare).expect("an event");
    assert!(failed_status(&bare).is_ok());
    assert!(failed_data(&bare).is_err(), "an agent of somebody else says nothing");
    assert!(Event::read_lines(r#"{"kind":"status-replacement"}"#).is_err());
}
