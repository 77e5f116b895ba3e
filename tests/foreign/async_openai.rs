//! A client of a model's provider, and servers that answer in its place.

use async_openai::Client;
use async_openai::config::OpenAIConfig;
use async_openai::error::OpenAIError;
use llamon_errors::ErrorCode;
use llamon_errors::classify::{Classify as _, OrClassify as _, from_http_status};

use crate::support::{Server, Wrapped, answer, assert_row, bounded, nobody, triple};

fn asked(url: &str) -> OpenAIError {
    let config = OpenAIConfig::new().with_api_base(url.trim_end_matches('/')).with_api_key("EXAMPLE-KEY-123");
    bounded(async { Client::with_config(config).models().list().await.expect_err("it does not answer") })
}

fn answered(status: u16, body: &str) -> OpenAIError {
    let server = Server::http(answer(status, "content-type: application/json\r\n", body));
    let error = asked(&server.url());
    server.join();
    error
}

#[test]
fn what_the_provider_says_counts() {
    let body =
        |code: &str| format!(r#"{{"error": {{"message": "m", "type": "{code}", "param": null, "code": "{code}"}}}}"#);
    for (status, code, row) in [
        (429, "insufficient_quota", (ErrorCode::RateLimited, "quota_exhausted", false)),
        (400, "content_filter", (ErrorCode::GuardrailBlocked, "content_filtered", false)),
        (400, "context_length_exceeded", (ErrorCode::InvalidInput, "context_length_exceeded", false)),
    ] {
        assert_row(answered(status, &body(code)), row);
    }
    for status in [401, 403, 404, 400] {
        let error = answered(status, &body("any"));
        assert_eq!(error.classification(), from_http_status(status, None), "{error:?}");
    }
}

#[test]
fn a_provider_that_refuses_or_answers_nonsense_is_away() {
    let error = asked(&format!("http://{}", nobody()));
    let known = error.classification();
    assert_eq!((known.code, known.retriable), (ErrorCode::UpstreamUnavailable, true), "{error:?}");
    let error = answered(200, "<html>");
    assert_eq!(triple(&error.classification()), (ErrorCode::UpstreamUnavailable, "upstream_invalid_response", true));
    assert_row(
        OpenAIError::InvalidArgument("timeout".to_owned()),
        (ErrorCode::InternalError, "llm_request_error", false),
    );
}

#[test]
fn what_a_middleware_raised_is_looked_into() {
    let refused = std::io::Error::from(std::io::ErrorKind::ConnectionRefused);
    let error = OpenAIError::Boxed(refused.into());
    assert_row(error, (ErrorCode::UpstreamUnavailable, "io_connection_refused", true));
}

#[test]
fn an_answer_that_cannot_be_read_does_not_go_out() {
    let error = answered(200, "<html>EXAMPLE-SECRET");
    assert!(error.to_string().contains("EXAMPLE-SECRET"), "the client's own text has it: {error}");
    for error in [
        Err::<(), _>(error).or_classify().expect_err("it is one"),
        Err::<(), _>(Wrapped(answered(200, "<html>EXAMPLE-SECRET"))).or_classify().expect_err("it is one"),
    ] {
        assert_eq!(error.data().error_message, "a service that is needed is not available");
    }
}
