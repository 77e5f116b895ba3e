//! Errors of other crates whose own text tells more than they are: causes, data of the other side, values that were read.
//!
//! Comes in: an error. Goes out: what may be told in place of its text. Not done here: URLs in that text (`redact`).
//!
//! | error | its text holds | told |
//! |---|---|---|
//! | `async_openai` `OpenAIError::StreamError` | the event that was not understood | nothing |
//! | `jsonschema` `ValidationError` | the value | the same without it |
//! | `opendal` `Error` | its context, the answer of the service, causes | its kind |
//! | `rmcp` `ErrorData`, and what holds one | `data` | the message |
//! | `rmcp` errors of transports and of the start, but for those that are fixed texts | causes, heads and bodies of answers | nothing |
//! | `serde_json` `Error` about data | the value | where it stands |
//! | `tonic` `Status` | causes, as `Debug` writes them | the message |
//! | `tonic` `ConnectError` | its cause | nothing |
//! | `validator` `ValidationErrors`, `ValidationError` | the value | which fields; the rule, or its author's message |
//!
//! Where nothing is told the text is [`generic_text`](super::generic_text).

use alloc::format;
use alloc::string::String;
#[cfg(feature = "jsonschema")]
use alloc::string::ToString as _;
use core::error::Error;

use serde_json::error::Category;

use crate::classify::{Node, nodes};

/// What may be told of an error in place of its text.
pub(super) enum Told {
    /// Nothing that is its own.
    #[allow(dead_code, reason = "it is for crates whose errors have no words of their own")]
    Nothing,
    /// These words, which may hold URLs.
    Words(String),
}

/// What may be told of an error, if that is not its text.
pub(super) fn told(error: &(dyn Error + 'static)) -> Option<Told> {
    of_node(Node::Link(error))
}

/// Whether a text repeats that of a cause which must not be told, as it is or as `Debug` writes it.
pub(super) fn repeats(text: &str, error: &(dyn Error + 'static)) -> bool {
    nodes(Node::Link(error)).skip(1).filter(|node| of_node(*node).is_some()).any(|node| {
        let cause = node.link();
        let is_in = |part: String| !part.is_empty() && text.contains(&part);
        is_in(format!("{cause}")) || is_in(format!("{cause:?}"))
    })
}

/// The crates of others.
const CRATES: &[fn(Node<'_>) -> Option<Told>] = &[
    of_serde_json,
    #[cfg(feature = "async-openai")]
    of_async_openai,
    #[cfg(feature = "jsonschema")]
    of_jsonschema,
    #[cfg(feature = "opendal")]
    of_opendal,
    #[cfg(feature = "rmcp")]
    rmcp::told,
    #[cfg(feature = "tonic")]
    of_tonic,
    #[cfg(feature = "validator")]
    of_validator,
];

fn of_node(node: Node<'_>) -> Option<Told> {
    CRATES.iter().find_map(|told| told(node))
}

fn of_serde_json(node: Node<'_>) -> Option<Told> {
    let error = node.find::<serde_json::Error>().filter(|error| error.classify() == Category::Data)?;
    let place = match (error.line(), error.column()) {
        (0, _) => String::new(),
        (line, column) => format!(" at line {line} column {column}"),
    };
    Some(Told::Words(format!("JSON that has not the form which is expected{place}")))
}

#[cfg(feature = "async-openai")]
fn of_async_openai(node: Node<'_>) -> Option<Told> {
    use async_openai::error::OpenAIError;

    matches!(node.find(), Some(OpenAIError::StreamError(_))).then_some(Told::Nothing)
}

#[cfg(feature = "jsonschema")]
fn of_jsonschema(node: Node<'_>) -> Option<Told> {
    let error = node.find::<jsonschema::ValidationError<'static>>()?;
    Some(Told::Words(error.masked().to_string()))
}

#[cfg(feature = "opendal")]
fn of_opendal(node: Node<'_>) -> Option<Told> {
    let error = node.find::<opendal::Error>()?;
    Some(Told::Words(format!("the storage failed: {}", error.kind())))
}

#[cfg(feature = "tonic")]
fn of_tonic(node: Node<'_>) -> Option<Told> {
    use tonic::{ConnectError, Status};

    if let Some(status) = node.find::<Status>() {
        let message = status.message();
        let words = if message.is_empty() { status.code().description() } else { message };
        return Some(Told::Words(words.into()));
    }
    node.find::<ConnectError>().map(|_| Told::Nothing)
}

#[cfg(feature = "validator")]
fn of_validator(node: Node<'_>) -> Option<Told> {
    use alloc::vec::Vec;
    use validator::{ValidationError, ValidationErrors};

    if let Some(error) = node.find::<ValidationError>() {
        let rule = || format!("not valid: {}", error.code);
        return Some(Told::Words(error.message.as_ref().map_or_else(rule, |message| message.clone().into_owned())));
    }
    let errors = node.find::<ValidationErrors>()?;
    let mut fields: Vec<&str> = errors.errors().keys().map(AsRef::as_ref).collect();
    fields.sort_unstable();
    Some(Told::Words(format!("not valid: {}", fields.join(", "))))
}

#[cfg(feature = "rmcp")]
mod rmcp {
    use ::rmcp::model::ErrorData;
    use ::rmcp::service::{ClientInitializeError, ServiceError};
    use ::rmcp::transport::DynamicTransportError;
    use ::rmcp::transport::streamable_http_client::{AuthRequiredError, InsufficientScopeError};

    use super::{Node, Told};

    pub(super) fn told(node: Node<'_>) -> Option<Told> {
        if let Some(error) = node.find::<ErrorData>() {
            return Some(words(error));
        }
        if let Some(error) = node.find::<ServiceError>() {
            return of_service(error);
        }
        if let Some(error) = node.find::<ClientInitializeError>() {
            return of_start(error);
        }
        let is_of_transport = node.find::<DynamicTransportError>().is_some()
            || node.find::<AuthRequiredError>().is_some()
            || node.find::<InsufficientScopeError>().is_some();
        #[cfg(feature = "reqwest")]
        let is_of_transport = is_of_transport || {
            use ::rmcp::transport::streamable_http_client::StreamableHttpError;

            node.find::<StreamableHttpError<reqwest::Error>>().is_some()
        };
        is_of_transport.then_some(Told::Nothing)
    }

    fn words(error: &ErrorData) -> Told {
        if error.message.is_empty() { Told::Nothing } else { Told::Words(error.message.clone().into_owned()) }
    }

    fn of_service(error: &ServiceError) -> Option<Told> {
        match error {
            ServiceError::McpError(error) => Some(words(error)),
            ServiceError::TransportClosed
            | ServiceError::UnexpectedResponse
            | ServiceError::SubscriptionLagged { .. }
            | ServiceError::Timeout { .. }
            | ServiceError::InputRequiredRoundsExceeded { .. } => None,
            _ => Some(Told::Nothing),
        }
    }

    fn of_start(error: &ClientInitializeError) -> Option<Told> {
        match error {
            ClientInitializeError::JsonRpcError(error) => Some(words(error)),
            ClientInitializeError::NoCompatibleProtocolVersion { .. }
            | ClientInitializeError::NoPreferredProtocolVersion
            | ClientInitializeError::Cancelled
            | ClientInitializeError::LegacyFallbackFailed { .. } => None,
            _ => Some(Told::Nothing),
        }
    }
}
