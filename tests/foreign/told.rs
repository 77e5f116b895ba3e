//! Errors whose own text repeats their causes, data or values: nothing of those goes out, also not through a wrapper that repeats the text.

use std::error::Error;
use std::fmt;

use llamon_errors::classify::OrClassify as _;
use rmcp::model::{ErrorCode as Number, ErrorData};
use rmcp::service::{ClientInitializeError, ServiceError};
use rmcp::transport::DynamicTransportError;
use rmcp::transport::streamable_http_client::{AuthRequiredError, StreamableHttpError};
use serde_json::json;
use tonic::Status;

use crate::support::Boxed;

const SECRET: &str = "EXAMPLE-SECRET-123";

fn cause() -> std::io::Error {
    std::io::Error::other(format!("peer said {SECRET}"))
}

/// A wrapper that repeats the text of what it holds, as many do, or its `Debug` form.
#[derive(Debug)]
struct Repeats<E>(E, bool);

impl<E: Error> fmt::Display for Repeats<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.1 { write!(f, "it failed: {:?}", self.0) } else { write!(f, "it failed: {}", self.0) }
    }
}

impl<E: Error + 'static> Error for Repeats<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}

/// What goes out of an error, and that it is silent about the secret, also behind wrappers.
#[track_caller]
fn told<E: Error + Send + Sync + 'static>(make: impl Fn() -> E) -> String {
    let own = make();
    assert!(own.to_string().contains(SECRET), "its own text has it: {own}");
    let goes_out = |error: Boxed| {
        let error = Err::<(), _>(error).or_classify().expect_err("it is one");
        let json = json!(error.data()).to_string();
        assert!(!json.contains(SECRET), "{json}");
        error.to_string()
    };
    for wrapped in [
        Box::new(Repeats(make(), false)) as Boxed,
        Box::new(Repeats(make(), true)),
        Box::new(Repeats(std::io::Error::other(make()), false)),
        Box::new(std::io::Error::other(make())),
    ] {
        goes_out(wrapped);
    }
    goes_out(Box::new(own))
}

#[test]
fn a_grpc_status_tells_its_message() {
    let status = |message: &'static str| {
        move || {
            let mut status = Status::unavailable(message);
            status.set_source(std::sync::Arc::new(cause()));
            status
        }
    };
    assert_eq!(told(status("the bank is closed: https://u:p@h/x?k=1")), "the bank is closed: https://h/x");
    assert_eq!(told(status("")), "The service is currently unavailable");
    assert_eq!(told(|| tonic::ConnectError(cause().into())), "a service that is needed is not available");
}

#[test]
fn storage_tells_its_kind() {
    let error = || {
        let error = opendal::Error::new(opendal::ErrorKind::RateLimited, "slow down");
        error.with_context("response", format!("x-token: {SECRET}")).set_source(cause())
    };
    assert_eq!(told(error), "the storage failed: RateLimited");
}

#[test]
fn an_mcp_server_tells_its_message_and_a_transport_nothing() {
    let data = || ErrorData::new(Number(-32602), "no such account", Some(json!({"token": SECRET})));
    assert_eq!(told(data), "no such account");
    assert_eq!(told(|| ServiceError::McpError(data())), "no such account");
    assert_eq!(told(|| ClientInitializeError::JsonRpcError(data())), "no such account");
    let away = "a service that is needed is not available";
    let dynamic = || DynamicTransportError::from_parts("any", std::any::TypeId::of::<()>(), cause().into());
    assert_eq!(told(dynamic), "an internal error");
    assert_eq!(told(|| ServiceError::TransportSend(dynamic())), away);
    assert_eq!(told(|| ClientInitializeError::TransportError { error: dynamic(), context: "x".into() }), away);
    assert_eq!(told(|| ClientInitializeError::ConnectionClosed(SECRET.to_owned())), away);
    told(|| StreamableHttpError::<reqwest::Error>::UnexpectedServerResponse(SECRET.into()));
    told(|| StreamableHttpError::<reqwest::Error>::Io(cause()));
    told(|| AuthRequiredError::new(format!("Bearer realm=\"{SECRET}\"")));
}

#[test]
fn a_providers_stream_tells_nothing() {
    use async_openai::error::{OpenAIError, StreamError};

    let error = || OpenAIError::StreamError(Box::new(StreamError::EventStream(SECRET.to_owned())));
    assert_eq!(told(error), "a service that is needed is not available");
}

#[test]
fn values_that_break_a_schema_or_a_type_are_not_repeated() {
    #[derive(validator::Validate)]
    struct Login {
        #[validate(length(min = 30))]
        password: String,
    }

    let validator = jsonschema::validator_for(&json!({"type": "integer"})).expect("it is a schema");
    let violation = || validator.validate(&json!(SECRET)).expect_err("it is a text").to_owned();
    assert_eq!(told(violation), "value is not of type \"integer\"");

    let invalid = || validator::Validate::validate(&Login { password: SECRET.to_owned() }).expect_err("too short");
    assert_eq!(told(invalid), "not valid: password");
    assert_eq!(told(|| invalid().field_errors()["password"][0].clone()), "not valid: length");

    let json = || serde_json::from_str::<u32>(&format!("\"{SECRET}\"")).expect_err("it is a text");
    assert_eq!(told(json), "JSON that has not the form which is expected at line 1 column 20");
    let value = || serde_json::from_value::<u32>(json!(SECRET)).expect_err("it is a text");
    assert_eq!(told(value), "JSON that has not the form which is expected");
}
