//! What it means that an HTTP client could not connect (SPEC M6): comes in its error, goes out its meaning. Not done here: finding out that
//! it could not.
//!
//! | a cause is | code | reason | retriable |
//! |---|---|---|---|
//! | a name that is not known | `UPSTREAM_UNAVAILABLE` | `dns_error` | yes |
//! | TLS that failed, over rustls: a certificate for example | `UPSTREAM_UNAVAILABLE` | `http_tls_error` | no |
//! | another `io::Error` | `UPSTREAM_UNAVAILABLE` | `http_connect_error` | yes |
//! | none of these | `UPSTREAM_UNAVAILABLE` | `http_connect_error` | no |
//!
//! A connection that breaks says so by an `io::Error`. Without one it was refused for what it is: a certificate over native-tls, a proxy
//! that does not let it through, `https` in a build without TLS.

use std::io;

use llamon_errors_core::error_code::ErrorCode;

use super::Classification;
use super::chain::{Link, Node, find, nodes};

/// What the causes of a connection say that there is not.
pub(super) fn failed(error: Link<'_>) -> Classification {
    let causes = || nodes(Node::Link(error)).skip(1).map(Node::link).filter_map(find::<io::Error>);
    if causes().any(super::io::is_name_lookup) {
        Classification::fixed(ErrorCode::UpstreamUnavailable, "dns_error")
    } else if causes().any(|error| error.kind() == io::ErrorKind::InvalidData) {
        // A socket never says that its data are invalid; TLS over one does, of certificates and of what is no TLS.
        Classification::fixed(ErrorCode::UpstreamUnavailable, "http_tls_error").retriable(false)
    } else if causes().next().is_some() {
        Classification::fixed(ErrorCode::UpstreamUnavailable, "http_connect_error")
    } else {
        Classification::fixed(ErrorCode::UpstreamUnavailable, "http_connect_error").retriable(false)
    }
}
