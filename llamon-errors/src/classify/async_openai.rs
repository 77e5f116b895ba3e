//! `async-openai` 0.43: comes in a link, goes out what its type says, and the error that it hides.
//!
//! | error | code | reason | retriable |
//! |---|---|---|---|
//! | `ApiError` with a code about money, about what is allowed, or about length | as the body of an answer ([`from_response`](super::from_response)) | | |
//! | `ApiError` else | as its status ([`from_http_status`]) | | |
//! | `Reqwest` | what it says (the feature brings `reqwest`) | | |
//! | `StreamError` | `UPSTREAM_UNAVAILABLE` | `llm_stream_error` | yes |
//! | `JSONDeserialize` | `UPSTREAM_UNAVAILABLE` | `upstream_invalid_response` | yes |
//! | the rest: arguments, files | `INTERNAL_ERROR` | `llm_request_error` | no |
//!
//! The text of `JSONDeserialize` is the whole body of the answer, so it stays in the process ([`disclosure`](crate::disclosure)).
//!
//! The headers of the answer are lost, and with them the wait. What a middleware raised is hidden from `source`, and looked into here.

use ::async_openai::error::OpenAIError;
use llamon_errors_core::error_code::ErrorCode;

use super::answer::of_code;
use super::chain::{Link, Node, find, nodes};
use super::table::Hit;
use super::{Classification, from_http_status};

/// What the type of a link says.
pub(super) fn hit(link: Link<'_>) -> Option<Hit> {
    Some(Hit::Sure(match find::<OpenAIError>(link)? {
        OpenAIError::ApiError(answer) => {
            let status = answer.status_code.as_u16();
            let codes = [answer.api_error.code.as_deref(), answer.api_error.r#type.as_deref()];
            let known = codes.into_iter().flatten().find_map(|code| of_code(status, code));
            known.unwrap_or_else(|| from_http_status(status, None))
        }
        OpenAIError::Reqwest(_) | OpenAIError::Boxed(_) => return None,
        OpenAIError::StreamError(_) => Classification::fixed(ErrorCode::UpstreamUnavailable, "llm_stream_error"),
        OpenAIError::JSONDeserialize(..) => {
            Classification::fixed(ErrorCode::UpstreamUnavailable, "upstream_invalid_response")
        }
        _ => Classification::fixed(ErrorCode::InternalError, "llm_request_error"),
    }))
}

/// The error that a link holds and its `source` does not show.
pub(super) fn hidden(link: Link<'_>) -> Option<Link<'_>> {
    match find::<OpenAIError>(link)? {
        OpenAIError::Boxed(error) => Some(&**error),
        _ => None,
    }
}

/// Whether an error, or one of its causes, tells the whole body of an answer.
pub(crate) fn holds_body(error: Link<'_>) -> bool {
    nodes(Node::Link(error)).any(|node| matches!(node.find(), Some(OpenAIError::JSONDeserialize(..))))
}
