//! What an HTTP client's failure means, whichever version of the client it comes from (SPEC M5 to M8): comes in the kind of the failure and
//! the error, goes out its meaning. Not done here: asking the client's error for its kind; `reqwest.rs` and `reqwest_0_12.rs` do that.
//!
//! | failure | code | reason | retriable |
//! |---|---|---|---|
//! | `status()` | as [`from_http_status`](super::from_http_status) has it | | |
//! | `is_timeout()`, or a cause is a time-out | `UPSTREAM_TIMEOUT` | `http_timeout` | yes |
//! | the name is not known | `UPSTREAM_UNAVAILABLE` | `dns_error` | yes |
//! | `is_connect()` | as [`connect`](super::connect) has it | | |
//! | `is_builder()` | `INTERNAL_ERROR` | `http_request_build_error` | no |
//! | `is_redirect()` | `INTERNAL_ERROR` | `http_redirect_error` | no |
//! | the answer is no JSON, or ends too early | `UPSTREAM_UNAVAILABLE` | `upstream_invalid_response` | yes |
//! | the answer is JSON of another shape | `INTERNAL_ERROR` | `upstream_invalid_response` | no |
//! | the rest: reset, cut | `UPSTREAM_UNAVAILABLE` | `http_connection_lost` | yes |

use ::serde_json::error::Category;
use llamon_errors_core::error_code::ErrorCode;

use super::chain::{Link, Node, find, nodes};
use super::table::is_timed_out;
use super::{Classification, connect, from_http_status};

/// The kinds of failure that matter.
pub(super) enum Failure {
    /// The answer had a status that is an error.
    Status(u16),
    /// It took too long.
    TimedOut,
    /// The other side could not be reached.
    Connect,
    /// Its name is not known.
    NameLookup,
    /// The request could not be built.
    Builder,
    /// Too many redirects.
    Redirect,
    /// Anything else.
    Other,
}

/// What a failure means. The error's causes are asked where its kind does not say it all.
pub(super) fn classification(failure: &Failure, error: Link<'_>) -> Classification {
    match failure {
        Failure::Status(status) => return from_http_status(*status, None),
        Failure::TimedOut => {}
        _ if is_timed_out(error) => {}
        Failure::NameLookup => return Classification::fixed(ErrorCode::UpstreamUnavailable, "dns_error"),
        Failure::Connect => return connect::failed(error),
        Failure::Builder => return Classification::fixed(ErrorCode::InternalError, "http_request_build_error"),
        Failure::Redirect => return Classification::fixed(ErrorCode::InternalError, "http_redirect_error"),
        Failure::Other => return other(error),
    }
    Classification::fixed(ErrorCode::UpstreamTimeout, "http_timeout")
}

fn other(error: Link<'_>) -> Classification {
    let json = causes(error).find_map(find::<::serde_json::Error>).map(::serde_json::Error::classify);
    match json {
        Some(Category::Data) => Classification::fixed(ErrorCode::InternalError, "upstream_invalid_response"),
        Some(Category::Syntax | Category::Eof) => {
            Classification::fixed(ErrorCode::UpstreamUnavailable, "upstream_invalid_response")
        }
        Some(Category::Io) | None => Classification::fixed(ErrorCode::UpstreamUnavailable, "http_connection_lost"),
    }
}

fn causes(error: Link<'_>) -> impl Iterator<Item = Link<'_>> {
    nodes(Node::Link(error)).skip(1).map(Node::link)
}

/// What the file of a version of reqwest holds: each is a crate of its own to the compiler. It writes `hit` for the table, and the two
/// public functions about answers.
macro_rules! client {
    ($reqwest:ident, $is_dns:expr) => {
        use ::$reqwest::{Error, Response};

        use super::Classification;
        use super::answer::{MAX_BODY, answered, says_more};
        use super::chain::{Link, find};
        use super::http_client::{Failure, classification};
        use super::table::Hit;
        use crate::application_error::ApplicationError;

        /// What the type of a link says.
        pub(super) fn hit(link: Link<'_>) -> Option<Hit> {
            let error = find::<Error>(link)?;
            let is_dns: fn(&Error) -> bool = $is_dns;
            let failure = if let Some(status) = error.status() {
                Failure::Status(status.as_u16())
            } else if error.is_timeout() {
                Failure::TimedOut
            } else if is_dns(error) {
                Failure::NameLookup
            } else if error.is_connect() {
                Failure::Connect
            } else if error.is_builder() {
                Failure::Builder
            } else if error.is_redirect() {
                Failure::Redirect
            } else {
                Failure::Other
            };
            Some(Hit::Sure(classification(&failure, error)))
        }

        /// What an answer means whose status is an error: [`from_response`](super::from_response) of its status, its headers and its body.
        ///
        /// At most [`MAX_BODY`] bytes of the body are read, and none where the status says it all. Where reading fails, what came counts.
        /// The client's own time-out bounds how long it may take.
        pub async fn from_response(mut response: Response) -> Classification {
            let status = response.status().as_u16();
            let mut body = Vec::new();
            while says_more(status)
                && body.len() < MAX_BODY
                && let Ok(Some(piece)) = response.chunk().await
            {
                body.extend(piece.iter().take(MAX_BODY.saturating_sub(body.len())));
            }
            let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok());
            super::from_response(status, header, &body)
        }

        /// The answer, or the error that its status says it is. It does what the method of the same name does, and keeps what that one
        /// drops: the wait that the answer asks for, and the code in its body. The error tells the upstream's host as its source, and
        /// nothing else of the URL.
        ///
        /// # Errors
        /// The status is that of a client's or a server's error.
        pub async fn error_for_status(response: Response) -> Result<Response, ApplicationError> {
            let status = response.status();
            if !status.is_client_error() && !status.is_server_error() {
                return Ok(response);
            }
            let host = response.url().host_str().map(ToOwned::to_owned);
            Err(answered(status.as_u16(), host.as_deref(), from_response(response).await))
        }
    };
}
pub(super) use client;
