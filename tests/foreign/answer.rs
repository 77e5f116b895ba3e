//! HTTP answers of any client: what the code in a body changes, and what it does not.

use llamon_errors::ErrorCode;
use llamon_errors::classify::{MAX_BODY, from_http_status, from_response};

use crate::support::{Row, triple};

const QUOTA: Row = (ErrorCode::RateLimited, "quota_exhausted", false);
const FILTERED: Row = (ErrorCode::GuardrailBlocked, "content_filtered", false);
const TOO_LONG: Row = (ErrorCode::InvalidInput, "context_length_exceeded", false);
const VERSION: Row = (ErrorCode::InvalidInput, "version_incompatible", false);

fn none(_: &str) -> Option<&'static str> {
    None
}

#[test]
fn the_codes_of_providers_have_their_rows() {
    for (status, body, row) in [
        // The shapes of OpenAI, Anthropic, Azure, RFC 9457 and the unified error response.
        (
            429,
            r#"{"error": {"message": "m", "type": "insufficient_quota", "param": null, "code": "insufficient_quota"}}"#,
            QUOTA,
        ),
        (403, r#"{"type": "error", "error": {"type": "billing_error", "message": "m"}}"#, QUOTA),
        (400, r#"{"error": {"code": "content_filter", "status": 400, "innererror": {"code": "any"}}}"#, FILTERED),
        (400, r#"{"error": {"code": "BadRequest", "innererror": {"code": "ResponsibleAIPolicyViolation"}}}"#, FILTERED),
        (400, r#"{"error": {"type": "invalid_request_error", "code": "context_length_exceeded"}}"#, TOO_LONG),
        (422, r#"{"type": "version_mismatch", "title": "t"}"#, VERSION),
        (422, r#"{"error": {"code": "VERSION_INCOMPATIBLE", "message": "m"}}"#, VERSION),
    ] {
        assert_eq!(triple(&from_response(status, none, body.as_bytes())), row, "{body}");
    }
}

#[test]
fn any_other_body_leaves_the_meaning_to_the_status() {
    let long = format!(r#"{{"error": {{"code": "insufficient_quota"}}, "x": "{}"}}"#, "x".repeat(MAX_BODY));
    let deep = "[".repeat(100_000);
    for body in [
        "",
        "insufficient_quota",
        r#""insufficient_quota""#,
        r#"["insufficient_quota"]"#,
        r#"{"error": "insufficient_quota"}"#,
        r#"{"error": {"message": "insufficient_quota"}}"#,
        r#"{"error": {"code": "insufficient_quota_soon"}}"#,
        r#"{"error": {"code": 7}}"#,
        r#"{"error": {"code": "VERSION_INCOMPATIBLE"}}"#,
        r#"{"error": {"code": "insuffic"#,
        &long,
        &deep,
        "\u{feff}{}",
    ] {
        let known = from_response(429, none, body.as_bytes());
        assert_eq!(known, from_http_status(429, None), "{body:.80}");
    }
    // A server that fails says nothing about the request.
    let body = br#"{"error": {"code": "content_filter"}}"#;
    assert_eq!(from_response(503, none, body), from_http_status(503, None));
}

#[test]
fn both_headers_are_read() {
    let headers = |name: &str| match name {
        "retry-after" => Some("2"),
        "retry-after-ms" => Some("1500"),
        other => panic!("{other}"),
    };
    assert_eq!(from_response(503, headers, b"").retry_after_ms, Some(1500));
    assert_eq!(from_response(404, headers, b"").retry_after_ms, None);
    assert_eq!(from_response(429, |_| Some("soon"), b"").retry_after_ms, None);
}
