//! The unified error response and its carriers, and retry loops.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum_core::response::IntoResponse;
use http_body_util::BodyExt as _;
use llamon_errors::response::{
    AuthDetails, Category, Details, ProblemDetails, Retry, UnifiedErrorResponse, VersionDetails, Violation,
};
use llamon_errors::retry::{adjusted, is_never_retried};
use llamon_errors::{ApplicationError, ApplicationErrorData, ErrorCode, ProtocolErrorData, RetryPolicy, WireCode};
use serde_json::{Value, json};

fn json_of(response: &UnifiedErrorResponse) -> Value {
    serde_json::from_str(&response.to_json()).expect("JSON")
}

/// The examples of S2, section 9.4, as they stand there.
fn examples() -> [(UnifiedErrorResponse, Value); 5] {
    let violations = [
        Violation::new(
            "/capability_type",
            "one of: plugin, api, knowledge, task",
            Some(json!("unknown_type")),
            "Invalid enum value",
        ),
        Violation::new("/endpoint/url", "string (URI format)", None, "Required field is missing"),
    ];
    let auth =
        AuthDetails::new("oauth2").authorization_url("https://example.com/oauth/authorize").scopes(["skill:invoke"]);
    let timeout = RetryPolicy::default().initial(Duration::from_secs(5)).max_attempts(3);
    let unreachable = RetryPolicy::default().initial(Duration::from_secs(2)).max_attempts(5);
    let version = VersionDetails::new("2.0.0", "1.x.x").upgrade_url("https://skill-sharing.org/upgrade-guide");
    [
        (
            UnifiedErrorResponse::validation("Skill descriptor validation failed", violations),
            json!({"error": {"code": "VALIDATION_ERROR", "message": "Skill descriptor validation failed", "details": {"violations": [
                {"field": "/capability_type", "expected": "one of: plugin, api, knowledge, task", "actual": "unknown_type",
                 "message": "Invalid enum value"},
                {"field": "/endpoint/url", "expected": "string (URI format)", "actual": null, "message": "Required field is missing"}]}}}),
        ),
        (
            UnifiedErrorResponse::auth_required("Authentication is required to invoke this skill", auth),
            json!({"error": {"code": "AUTH_REQUIRED", "message": "Authentication is required to invoke this skill", "details": {
                "required_auth_type": "oauth2", "authorization_url": "https://example.com/oauth/authorize", "scopes": ["skill:invoke"]}}}),
        ),
        (
            UnifiedErrorResponse::execution_timeout(30_000, 30_001, &timeout),
            json!({"error": {"code": "EXECUTION_TIMEOUT", "message": "Skill execution exceeded the configured timeout of 30000ms",
                "details": {"timeout_ms": 30000, "elapsed_ms": 30001}, "retry": {"suggested_delay_ms": 5000, "max_attempts": 3}}}),
        ),
        (
            UnifiedErrorResponse::endpoint_unreachable(
                "https://u:pw@api.example.com/skills/translate/invoke?key=x",
                "Connection refused",
                &unreachable,
            ),
            json!({"error": {"code": "ENDPOINT_UNREACHABLE", "message": "Failed to connect to skill endpoint",
                "details": {"endpoint_url": "https://api.example.com/skills/translate/invoke", "reason": "Connection refused"},
                "retry": {"suggested_delay_ms": 2000, "max_attempts": 5}}}),
        ),
        (
            UnifiedErrorResponse::version_incompatible(
                "Protocol version 2.0.0 is not compatible with consumer version 1.x",
                version,
            ),
            json!({"error": {"code": "VERSION_INCOMPATIBLE",
                "message": "Protocol version 2.0.0 is not compatible with consumer version 1.x",
                "details": {"descriptor_version": "2.0.0", "consumer_supported_range": "1.x.x",
                    "upgrade_url": "https://skill-sharing.org/upgrade-guide"}}}),
        ),
    ]
}

#[test]
fn the_examples_of_the_specification_are_written_and_read_to_the_letter() {
    for (response, wanted) in examples() {
        assert_eq!(json_of(&response), wanted);
        let read: UnifiedErrorResponse = serde_json::from_value(wanted).expect("readable");
        assert_eq!(read, response, "with typed details");
        let data = ApplicationErrorData::from(response.clone());
        assert_eq!(json_of(&UnifiedErrorResponse::from(data)), json_of(&response), "there and back");
        let problem = ProblemDetails::from(&response);
        assert_eq!(UnifiedErrorResponse::from(problem), response, "as problem details");
    }
}

#[test]
fn a_code_is_required_and_the_rest_is_not() {
    let read = |value: Value| serde_json::from_value::<UnifiedErrorResponse>(value);
    let bare = json!({"error": {"code": "SKILL_NOT_FOUND", "message": "x"}});
    assert_eq!(json_of(&read(bare.clone()).expect("enough")), bare);
    let nulls = json!({"error": {"code": "SKILL_NOT_FOUND", "message": "x", "details": null, "retry": null, "new": 1}});
    assert_eq!(json_of(&read(nulls).expect("readable")), bare);
    for missing in
        [json!({"error": {"message": "x"}}), json!({"error": {"code": 5}}), json!({"error": null}), json!({})]
    {
        assert!(read(missing).is_err());
    }
    assert_eq!(read(json!({"error": {"code": "SKILL_NOT_FOUND"}})).expect("enough").error.message, "Not found");
    let odd = json!({"error": {"code": "EXECUTION_TIMEOUT", "message": "x", "details": {"timeout_ms": "long"},
        "retry": {"suggested_delay_ms": 5.0}}});
    let odd = read(odd).expect("details of another form are details all the same");
    assert!(matches!(&odd.error.details, Some(Details::Object(object)) if object["timeout_ms"] == "long"));
    assert_eq!(odd.error.retry.and_then(|retry| retry.suggested_delay_ms), Some(5));
    let unknown = read(json!({"error": {"code": "QUOTA", "message": "x"}})).expect("a newer code");
    assert_eq!(unknown.error.code, Category::Other("QUOTA".to_owned()));
}

#[test]
fn every_category_has_its_status_and_every_status_its_category() {
    let statuses: Vec<_> = Category::KNOWN.iter().map(Category::http_status).collect();
    let wanted =
        [None, Some(401), Some(403), Some(404), Some(504), Some(503), Some(422), Some(429), Some(422), Some(500)];
    assert_eq!(statuses, wanted);
    for (status, category) in [
        (401, Category::AuthRequired),
        (403, Category::PermissionDenied),
        (404, Category::SkillNotFound),
        (408, Category::ExecutionTimeout),
        (504, Category::ExecutionTimeout),
        (502, Category::EndpointUnreachable),
        (503, Category::EndpointUnreachable),
        (422, Category::VersionIncompatible),
        (429, Category::RateLimited),
        (400, Category::ValidationError),
        (500, Category::InternalError),
    ] {
        assert_eq!(format!("{category:>20}"), format!("{:>20}", category.as_str()));
        assert_eq!(Category::from_http_status(status), Some(category), "{status}");
    }
    assert_eq!([200, 301, 418].map(Category::from_http_status), [None, None, None]);
}

#[test]
fn both_vocabularies_convert_as_the_table_says() {
    for (category, code, reason, retriable) in [
        (Category::ValidationError, ErrorCode::InvalidInput, "validation_error", false),
        (Category::VersionIncompatible, ErrorCode::InvalidInput, "version_incompatible", false),
        (Category::AuthRequired, ErrorCode::AuthRequired, "auth_required", false),
        (Category::PermissionDenied, ErrorCode::AuthRequired, "permission_denied", false),
        (Category::SkillNotFound, ErrorCode::NotFound, "skill_not_found", false),
        (Category::ExecutionTimeout, ErrorCode::UpstreamTimeout, "execution_timeout", true),
        (Category::EndpointUnreachable, ErrorCode::UpstreamUnavailable, "endpoint_unreachable", true),
        (Category::RateLimited, ErrorCode::RateLimited, "rate_limited", true),
        (Category::GuardrailBlocked, ErrorCode::GuardrailBlocked, "guardrail_blocked", false),
        (Category::InternalError, ErrorCode::InternalError, "internal_error", false),
    ] {
        let data = ApplicationErrorData::from(UnifiedErrorResponse::new(category.clone(), "x"));
        assert_eq!(data.error_code, WireCode::Known(code));
        assert_eq!((data.error_reason.as_ref(), data.retriable, &data.details), (reason, retriable, &None));
        assert_eq!(UnifiedErrorResponse::from(data.clone()), UnifiedErrorResponse::new(category, "x"));
        let protocol = ProtocolErrorData::from(data.clone());
        assert_eq!(UnifiedErrorResponse::from(protocol), UnifiedErrorResponse::from(data));
    }
    let response = UnifiedErrorResponse::new(Category::ExecutionTimeout, "x")
        .retry(Retry::of(&RetryPolicy::default().max_attempts(7)));
    let data = ApplicationErrorData::from(response);
    assert_eq!(data.retry_after_ms, Some(1000));
    assert_eq!(
        data.details,
        json!({"retry_advice": {"suggested_delay_ms": 1000, "max_attempts": 7}}).as_object().cloned()
    );
    // A member of our name that is no such advice is the author's own.
    let own = json!({"retry_advice": {"max_attempts": "many"}});
    let mut data = ApplicationErrorData::new(ErrorCode::RateLimited, "rate_limited");
    data.details = own.as_object().cloned();
    let response = UnifiedErrorResponse::from(data);
    assert_eq!((&json_of(&response)["error"]["details"], response.error.retry), (&own, None));
    // The author's own fields stand in `details`, as S2 has them; what S2 has no place for stands below one name.
    let details = json!({"document_id": "A-17"}).as_object().cloned().unwrap();
    let error = ApplicationError::new(ErrorCode::NotFound, "document_not_found").details(details).retried(2);
    let wanted =
        json!({"document_id": "A-17", "application_error": {"errorReason": "document_not_found", "retried": 2}});
    assert_eq!(json_of(&UnifiedErrorResponse::from(&error))["error"]["details"], wanted);
}

/// Runs a future that never waits.
fn ready<T>(future: impl Future<Output = T>) -> T {
    let mut future = std::pin::pin!(future);
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    loop {
        if let std::task::Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
    }
}

type Served = (u16, Vec<(String, String)>, Value);

fn served(response: impl IntoResponse) -> Served {
    let response = response.into_response();
    let status = response.status().as_u16();
    let headers = response.headers().iter();
    let headers = headers.map(|(name, value)| (name.to_string(), value.to_str().expect("text").to_owned())).collect();
    let body = ready(response.into_body().collect()).expect("a body").to_bytes();
    (status, headers, serde_json::from_slice(&body).expect("JSON"))
}

fn header<'h>(served: &'h Served, name: &str) -> Option<&'h str> {
    served.1.iter().find(|header| header.0 == name).map(|header| header.1.as_str())
}

#[test]
fn handlers_answer_with_status_headers_and_body() {
    let error = ApplicationError::new(ErrorCode::RateLimited, "quota_used_up").retry_after_ms(1500);
    let answer = served(error);
    assert_eq!((answer.0, header(&answer, "retry-after")), (429, Some("2")));
    assert_eq!(header(&answer, "content-type"), Some("application/json"));
    assert_eq!(answer.2["error"]["code"], "RATE_LIMITED");

    let [_, (auth, wanted), ..] = examples();
    let answer = served(auth.clone());
    assert_eq!((answer.0, header(&answer, "www-authenticate")), (401, Some("Bearer scope=\"skill:invoke\"")));
    assert_eq!(answer.2, wanted);
    for basic in ["basic", "HTTP_Basic"] {
        let answer = served(UnifiedErrorResponse::auth_required("x", AuthDetails::new(basic).scopes(["skill:invoke"])));
        assert_eq!(header(&answer, "www-authenticate"), Some("Basic"), "{basic} knows no scopes");
    }
    let hostile = AuthDetails::new("Basic\r\nx: y").scopes(["a\"b", "c\r\nd"]);
    let answer = served(UnifiedErrorResponse::auth_required("x", hostile));
    assert_eq!(header(&answer, "www-authenticate"), Some("Bearer"), "no header is made of a value that is none");

    let answer = served(ProblemDetails::from(&auth));
    assert_eq!((answer.0, header(&answer, "content-type")), (401, Some("application/problem+json")));
    assert_eq!(answer.2["title"], "Authentication required");
    let answer = served(UnifiedErrorResponse::validation("x", []));
    assert_eq!(answer.0, 400);
}

#[test]
fn errors_that_are_never_retried_are_not() {
    for code in ["VALIDATION_ERROR", "AUTH_REQUIRED", "PERMISSION_DENIED", "VERSION_INCOMPATIBLE", "INVALID_INPUT"] {
        assert!(is_never_retried(&WireCode::from(code.to_owned())), "{code}");
        let data: ApplicationErrorData =
            serde_json::from_value(json!({"errorCode": code, "retriable": true, "retryAfterMs": 5})).expect("readable");
        assert_eq!(RetryPolicy::default().advice(&data, 1), None, "{code}");
    }
    for category in Category::KNOWN {
        let never = ["VALIDATION_ERROR", "AUTH_REQUIRED", "PERMISSION_DENIED", "VERSION_INCOMPATIBLE"];
        assert_eq!(category.is_never_retried(), never.contains(&category.as_str()));
        let response = UnifiedErrorResponse::new(category.clone(), "x").retry(Retry::of(&RetryPolicy::default()));
        assert_eq!(response.error.retry.is_none(), category.is_never_retried());
    }
}

#[test]
fn what_the_error_asks_for_comes_before_the_back_off() {
    let policy = RetryPolicy::default();
    let error = |value: Value| serde_json::from_value::<ApplicationErrorData>(value).expect("readable");
    let backs_off = error(json!({"errorCode": "UPSTREAM_UNAVAILABLE", "retriable": true}));
    let waits: Vec<_> = (0..=4).map(|attempt| policy.advice(&backs_off, attempt)).collect();
    let seconds = |secs: u64| Some(Duration::from_secs(secs));
    assert_eq!(waits, [seconds(1), seconds(1), seconds(2), seconds(4), None]);
    let asks = error(json!({"errorCode": "RATE_LIMITED", "retriable": true, "retryAfterMs": 3_600_000}));
    assert_eq!(policy.advice(&asks, 3), seconds(3600), "also beyond the cap");
    let used_up = error(json!({"errorCode": "RATE_LIMITED", "retriable": false, "retryAfterMs": 1}));
    assert_eq!(policy.advice(&used_up, 1), None, "a quota that is used up");
    let newer = error(json!({"errorCode": "TRY_LATER", "retriable": true}));
    assert_eq!(policy.advice(&newer, 1), seconds(1), "retriable is kept as sent");
    assert_eq!(adjusted(&asks, None), None);
}

#[test]
fn backon_hears_what_the_error_asks_for() {
    use backon::Retryable as _;
    let waits = Arc::new(Mutex::new(Vec::new()));
    let (calls, slept) = (Mutex::new(0), Arc::clone(&waits));
    let call = || async {
        let mut calls = calls.lock().expect("nobody else");
        *calls += 1;
        let error = ApplicationError::new(ErrorCode::UpstreamTimeout, "bank_timed_out");
        Err::<(), _>(match *calls {
            1 => error.retry_after_ms(77),
            2 => error,
            _ => error.retriable(false),
        })
    };
    let sleep = move |wait: Duration| {
        slept.lock().expect("nobody else").push(wait.as_millis());
        std::future::ready(())
    };
    let loops = call.retry(RetryPolicy::default().max_attempts(9)).sleep(sleep);
    let result = ready(loops.adjust(|error, planned| adjusted(error.data(), planned)).into_future());
    assert!(result.is_err_and(|error| !error.data().retriable));
    assert_eq!(*waits.lock().expect("nobody else"), [77, 2000]);
}
