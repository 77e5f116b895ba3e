//! Error data that others wrote is read, whatever stands beside the code: members of another type, waits without bound.

use llamon_errors::format::MAX_RETRY_AFTER_MS;
use llamon_errors::json_rpc::{Answer, ErrorObject, ErrorResponse, Id, Protocol};
use llamon_errors::{
    ApplicationError, ApplicationErrorData, BaseErrorData as _, ErrorCode, GuardrailData, ProtocolErrorData,
    RetryPolicy,
};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const OPTIONAL: [&str; 12] = [
    "errorReason",
    "errorMessage",
    "retriable",
    "domain",
    "domainCode",
    "errorSource",
    "retryAfterMs",
    "retried",
    "node",
    "flow",
    "guardrail",
    "details",
];

/// One value of each type of JSON.
fn values() -> [Value; 6] {
    [json!(null), json!(true), json!(5), json!("text"), json!(["x", 1]), json!({"any": 1})]
}

#[test]
fn a_member_of_another_type_is_absent_and_the_code_is_read() {
    for name in OPTIONAL {
        for value in values() {
            let wire = json!({"errorCode": "RATE_LIMITED", "domain": "d", name: value}).to_string();
            let data: ApplicationErrorData = serde_json::from_str(&wire).unwrap_or_else(|e| panic!("{wire}: {e}"));
            assert_eq!(data.code(), ErrorCode::RateLimited, "{wire}");
            assert_eq!(
                data.domain.as_deref(),
                (name != "domain" || value == "text").then_some(if name == "domain" { "text" } else { "d" })
            );
            let protocol: ProtocolErrorData = serde_json::from_str(&wire).unwrap_or_else(|e| panic!("{wire}: {e}"));
            assert_eq!(protocol, ProtocolErrorData::from(data), "{wire}");
        }
    }
    let data = |value: Value| serde_json::from_value::<ApplicationErrorData>(value).expect("it has a code");
    let odd = json!({"errorCode": "RATE_LIMITED", "details": ["x"], "node": "rag", "domain": 5, "retriable": "true", "flow": 1,
        "guardrail": "pii", "errorReason": {}, "errorMessage": [], "retried": true, "retryAfterMs": "soon"});
    assert_eq!(data(odd), data(json!({"errorCode": "RATE_LIMITED"})));
    let inside = data(
        json!({"errorCode": "NOT_FOUND", "node": {"id": "rag", "kind": 5}, "flow": {"completedNodes": ["a", 1, null, "b"]},
        "guardrail": {"violationCategory": 7, "stage": "input"}}),
    );
    let object = inside.to_object();
    assert_eq!((&object["node"], &object["flow"]), (&json!({"id": "rag"}), &json!({"completedNodes": ["a", "b"]})));
    assert_eq!(object["guardrail"], json!({"violationCategory": 7, "stage": "input"}), "what a guardrail says is kept");
    assert_eq!(data(json!({"errorCode": "NOT_FOUND", "node": {"id": 5}, "flow": {"completedNodes": 5}})).node, None);
    assert_eq!(
        serde_json::from_value::<GuardrailData>(json!({"violationCategory": null})).expect("an object"),
        GuardrailData::default()
    );
}

#[test]
fn a_response_is_read_whatever_stands_beside_its_error() {
    for id in [json!(null), json!(true), json!([1]), json!({"a": 1})] {
        for message in values() {
            let wire = json!({"jsonrpc": 2, "id": id, "error": {"code": -32001, "message": message, "data": {"errorCode": "NOT_FOUND"}}});
            let response: ErrorResponse =
                serde_json::from_value(wire.clone()).unwrap_or_else(|e| panic!("{wire}: {e}"));
            assert_eq!(
                (&response.id, response.error.message.as_ref()),
                (&Id::Null, message.as_str().unwrap_or_default())
            );
            assert_eq!(response.error.meaning(Protocol::A2a).code(), ErrorCode::NotFound);
            assert_eq!(serde_json::from_value::<Answer<Value>>(wire).expect("an answer"), Answer::Error(response));
        }
    }
}

#[test]
fn texts_of_an_error_info_are_read_as_others_write_them() {
    let read = |metadata: Value| {
        let info = json!({"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "X", "domain": "d", "metadata": metadata});
        ErrorObject::new(-32603, "x").data(vec![info]).error_data().expect("it has a code")
    };
    let data = read(
        json!({"errorCode": "NOT_FOUND", "retriable": "True", "retryAfterMs": "1499.2", "node": "rag", "details": "x", "n": 1}),
    );
    assert_eq!((data.retriable, data.retry_after_ms), (true, Some(1500)));
    let data = read(json!({"errorCode": "NOT_FOUND", "retriable": "yes", "retryAfterMs": "soon"}));
    assert_eq!((data.retriable, data.retry_after_ms), (false, None));
}

#[test]
fn the_wait_of_a_foreign_error_of_1_0_is_kept() {
    let info = json!({"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "BUSY", "domain": "example.com", "metadata": {}});
    let retry = json!({"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "5s"});
    let meaning =
        |number: i64, details: Vec<Value>| ErrorObject::new(number, "busy").data(details).meaning(Protocol::A2a);
    let data = meaning(-32603, vec![info.clone(), retry.clone()]);
    assert_eq!((data.code(), data.retry_after_ms, data.retriable), (ErrorCode::InternalError, Some(5000), true));
    assert_eq!(RetryPolicy::default().advice(&data, 1), Some(Duration::from_secs(5)));
    assert_eq!(data.details.expect("nothing is lost")["data"], json!([info, retry]));
    let data = meaning(-32602, vec![retry]);
    assert_eq!((data.retry_after_ms, data.retriable), (Some(5000), false), "a bad request stays one");
    let data = meaning(-32603, vec![info]);
    assert_eq!((data.retry_after_ms, data.retriable), (None, false));
}

#[test]
fn no_peer_makes_us_sleep_longer_than_a_year() {
    let year = Some(MAX_RETRY_AFTER_MS);
    let data: ApplicationErrorData =
        serde_json::from_value(json!({"errorCode": "RATE_LIMITED", "retriable": true, "retryAfterMs": u64::MAX}))
            .expect("readable");
    assert_eq!(data.retry_after_ms, year);
    let retry = json!({"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "315576000000s"});
    let structured =
        json!({"@type": "type.googleapis.com/google.protobuf.Struct", "value": {"errorCode": "RATE_LIMITED"}});
    let object = |details: Vec<Value>| ErrorObject::new(-32603, "x").data(details);
    assert_eq!(object(vec![retry.clone(), structured]).error_data().and_then(|data| data.retry_after_ms), year);
    assert_eq!(object(vec![retry]).meaning(Protocol::A2a).retry_after_ms, year);
    // Also what was never read: advice is added to clocks.
    let own = ApplicationError::new(ErrorCode::RateLimited, "x").retry_after_ms(u64::MAX);
    let status = llamon_errors::tonic::status(own.data());
    assert_eq!(llamon_errors::tonic::error_data(&status).and_then(|data| data.retry_after_ms), year);
    let advice = RetryPolicy::default().advice(own.data(), 1).expect("it is retriable");
    assert_eq!(advice, Duration::from_millis(MAX_RETRY_AFTER_MS));
    assert!(Instant::now().checked_add(advice).is_some());
}
