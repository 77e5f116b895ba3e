//! The table (SPEC M1 to M10): comes in one place of a chain, goes out what its type says. Not done here: the order of steps
//! ([`Rules`](super::Rules)).
//!
//! A crate of others has its rows in a file of its name, behind a feature of its name, and a line in [`CRATES`]. The file has the rows at
//! its head and one function, `hit`.

#[cfg(feature = "std")]
use super::chain::find;
use super::chain::{Link, Node};
use super::{Classification, serde_json, standard};
use crate::family;

/// The crates of others whose errors are known.
const CRATES: &[fn(Link<'_>) -> Option<Hit>] = &[
    serde_json::hit,
    #[cfg(feature = "async-openai")]
    super::async_openai::hit,
    #[cfg(feature = "garde")]
    super::garde::hit,
    #[cfg(feature = "hyper")]
    super::hyper::hit,
    #[cfg(feature = "hyper-util")]
    super::hyper_util::hit,
    #[cfg(feature = "jsonschema")]
    super::jsonschema::hit,
    #[cfg(feature = "opendal")]
    super::opendal::hit,
    #[cfg(feature = "redis")]
    super::redis::hit,
    #[cfg(feature = "reqwest")]
    super::reqwest::hit,
    #[cfg(feature = "reqwest-0-12")]
    super::reqwest_0_12::hit,
    #[cfg(feature = "rmcp")]
    super::rmcp::hit,
    #[cfg(feature = "sqlx")]
    super::sqlx::hit,
    #[cfg(feature = "tokio")]
    super::tokio::hit,
    #[cfg(feature = "tonic")]
    super::tonic::hit,
    #[cfg(feature = "tower")]
    super::tower::hit,
    #[cfg(feature = "validator")]
    super::validator::hit,
];

/// What an error says.
pub(super) enum Hit {
    /// This is it.
    Sure(Classification),
    /// This is it, unless a cause says more.
    Unless(Classification),
    /// It is a shell around another error. This is it where nobody in the chain says anything.
    #[cfg_attr(not(feature = "std"), expect(dead_code, reason = "only errors of input and output are that empty"))]
    Shell(Classification),
}

/// What an error at a place says, if its type is one of the table's. The contexts of a report count as far as they are families: those are
/// what people put there.
pub(super) fn hit(node: Node<'_>) -> Option<Hit> {
    #[cfg(any(feature = "anyhow", feature = "eyre"))]
    if !matches!(node, Node::Link(_)) {
        return family::classification(node).map(Hit::Sure);
    }
    let link = node.link();
    #[cfg(feature = "std")]
    if let Some(error) = find::<std::io::Error>(link) {
        return Some(super::io::hit(error));
    }
    if let Some(known) = family::classification(node) {
        return Some(Hit::Sure(known));
    }
    CRATES.iter().find_map(|hit| hit(link)).or_else(|| standard::hit(link))
}

/// Whether a cause says that it was a time-out: an outer error may not know.
#[cfg(feature = "std")]
#[allow(dead_code, reason = "it is for the crates that have connections")]
pub(super) fn is_timed_out(link: Link<'_>) -> bool {
    use std::io;

    super::chain::nodes(Node::Link(link)).skip(1).map(Node::link).any(|cause| {
        let is_timed_out = find::<io::Error>(cause)
            .is_some_and(|error| matches!(error.kind(), io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock));
        #[cfg(feature = "hyper")]
        let is_timed_out = is_timed_out || find::<hyper::Error>(cause).is_some_and(hyper::Error::is_timeout);
        #[cfg(feature = "tokio")]
        let is_timed_out = is_timed_out || find::<tokio::time::error::Elapsed>(cause).is_some();
        is_timed_out
    })
}
