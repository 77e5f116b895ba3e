//! Unified responses and problem details that others wrote.

use axum_core::response::IntoResponse as _;
use llamon_errors::format::MAX_RETRY_AFTER_MS;
use llamon_errors::response::{Category, ProblemDetails, Retry, UnifiedErrorResponse};
use llamon_errors::{ApplicationErrorData, RetryPolicy, WireCode};
use serde_json::{Value, json};

fn json_of(response: &UnifiedErrorResponse) -> Value {
    serde_json::from_str(&response.to_json()).expect("JSON")
}

/// One value of each type of JSON.
fn values() -> [Value; 6] {
    [json!(null), json!(true), json!(5), json!("text"), json!(["x", 1]), json!({"any": 1})]
}

#[test]
fn problem_details_of_others_are_readable() {
    let foreign = json!({"type": "https://example.com/out-of-credit", "title": "You are out of credit.", "status": 403,
        "detail": "Your balance is 30", "instance": "/account/1", "balance": 30});
    let response = UnifiedErrorResponse::from(serde_json::from_value::<ProblemDetails>(foreign).expect("readable"));
    assert_eq!(
        (&response.error.code, response.error.message.as_ref()),
        (&Category::PermissionDenied, "Your balance is 30")
    );
    let details = json_of(&response)["error"]["details"].clone();
    assert_eq!(details["type"], "https://example.com/out-of-credit");
    assert_eq!((&details["instance"], &details["title"]), (&json!("/account/1"), &json!("You are out of credit.")));
    let teapot: ProblemDetails = serde_json::from_value(json!({"status": 418})).expect("readable");
    assert_eq!(UnifiedErrorResponse::from(teapot).error.code, Category::Other("HTTP_418".to_owned()));
    assert_eq!(details["balance"], json!(30), "the extension members of others are kept");
}

#[test]
fn problem_details_are_read_as_rfc_9457_says() {
    let read = |value: Value| serde_json::from_value::<ProblemDetails>(value).expect("readable");
    // Every member is optional.
    let response = UnifiedErrorResponse::from(read(json!({})));
    assert_eq!((&response.error.code, response.error.details.is_none()), (&Category::InternalError, true));
    let mut problem = read(json!({"title": "gone", "balance": 30}));
    assert_eq!((problem.status, problem.problem_type.as_ref()), (None, "about:blank"));
    problem.status = Some(404);
    let response = UnifiedErrorResponse::from(problem.clone());
    assert_eq!((&response.error.code, response.error.message.as_ref()), (&Category::SkillNotFound, "gone"));
    assert_eq!(problem.clone().into_response().status(), 404);
    assert_eq!(
        serde_json::to_value(problem).expect("JSON"),
        json!({"type": "about:blank", "title": "gone", "status": 404, "detail": "", "balance": 30})
    );
    assert_eq!(
        read(json!({"code": "RATE_LIMITED"})).into_response().status(),
        429,
        "a document without a status is served with its code's"
    );
    // What has another type is ignored where RFC 9457 names it, and somebody else's own where it does not.
    let odd = json!({"type": null, "title": null, "status": "403", "detail": 5, "instance": {}, "code": 17, "details": ["x"],
        "retry": {"after": "noon"}, "errors": [{"pointer": "#/a"}], "nothing": null});
    let problem = read(odd);
    assert_eq!(
        (problem.status, problem.title.as_ref(), problem.detail.as_ref(), &problem.instance),
        (None, "", "", &None)
    );
    let wanted = json!({"code": 17, "details": ["x"], "retry": {"after": "noon"}, "errors": [{"pointer": "#/a"}], "nothing": null});
    assert_eq!(json_of(&UnifiedErrorResponse::from(problem.clone()))["error"]["details"], wanted);
    assert_eq!(read(serde_json::to_value(&problem).expect("JSON")), problem, "written as it was read");
    for (status, wanted) in [(json!(429.0), Some(429)), (json!(70_000), None), (json!(-1), None), (json!(null), None)] {
        assert_eq!(read(json!({"status": status})).status, wanted, "{status}");
    }
}

#[test]
fn names_of_s1_are_served_and_retried_as_what_s2_calls_them() {
    for (name, status, never, title) in [
        ("INVALID_INPUT", 400, true, "Validation failed"),
        ("AUTH_REQUIRED", 401, true, "Authentication required"),
        ("NOT_FOUND", 404, false, "Not found"),
        ("UPSTREAM_UNAVAILABLE", 503, false, "Endpoint unreachable"),
        ("UPSTREAM_TIMEOUT", 504, false, "Execution timed out"),
        ("RATE_LIMITED", 429, false, "Rate limited"),
        ("GUARDRAIL_BLOCKED", 422, false, "Blocked by a guardrail"),
        ("INTERNAL_ERROR", 500, false, "Internal error"),
        ("PAYMENT_REQUIRED", 500, false, "Unknown error"),
    ] {
        let wire = json!({"error": {"code": name, "message": "x"}});
        let response: UnifiedErrorResponse = serde_json::from_value(wire.clone()).expect("readable");
        assert_eq!((response.http_status(), response.error.code.title()), (status, title), "{name}");
        assert_eq!(json_of(&response), wire, "as it was sent");
        let response = response.retry(Retry::of(&RetryPolicy::default()));
        assert_eq!((response.error.code.is_never_retried(), response.error.retry.is_none()), (never, never), "{name}");
        let data = ApplicationErrorData::from(response);
        assert_eq!(data.error_code, WireCode::from(name.to_owned()));
        assert_eq!(UnifiedErrorResponse::from(data).http_status(), status, "{name}: there and back");
    }
}

#[test]
fn a_response_with_a_code_is_read_whatever_stands_beside_it() {
    for name in ["message", "details", "retry"] {
        for value in values() {
            let wire = json!({"error": {"code": "SKILL_NOT_FOUND", name: value}});
            let response: UnifiedErrorResponse =
                serde_json::from_value(wire.clone()).unwrap_or_else(|e| panic!("{wire}: {e}"));
            let message = if name == "message" { value.as_str() } else { None };
            assert_eq!(response.error.message, message.unwrap_or("Not found"), "{wire}");
            assert_eq!(response.error.details.is_some(), name == "details" && value.is_object(), "{wire}");
        }
    }
    // Somebody else's member of our name stays what it is; a newer peer's is read as far as it is known.
    let read = |member: Value| {
        let wire = json!({"error": {"code": "NOT_FOUND", "message": "x", "details": {"application_error": member}}});
        ApplicationErrorData::from(serde_json::from_value::<UnifiedErrorResponse>(wire).expect("readable")).to_object()
    };
    for foreign in [json!({"retriable": "maybe"}), json!({"x": 1}), json!({}), json!({"errorReason": null}), json!([1])]
    {
        assert_eq!(read(foreign.clone())["details"], json!({"application_error": foreign}));
    }
    assert_eq!(read(json!({"domainCode": "DOC_005", "new": 1}))["domainCode"], "DOC_005");
}

#[test]
fn no_response_makes_us_sleep_longer_than_a_year() {
    let year = Some(MAX_RETRY_AFTER_MS);
    let response =
        json!({"error": {"code": "RATE_LIMITED", "message": "x", "retry": {"suggested_delay_ms": u64::MAX}}});
    let response: UnifiedErrorResponse = serde_json::from_value(response).expect("readable");
    assert_eq!(ApplicationErrorData::from(response).retry_after_ms, year);
    let problem = json!({"code": "RATE_LIMITED", "retry": {"suggested_delay_ms": u64::MAX}});
    let problem: ProblemDetails = serde_json::from_value(problem).expect("readable");
    assert_eq!(problem.retry.and_then(|retry| retry.suggested_delay_ms), year);
}
