//! Numbered domain errors from TOML catalogs, as typed Rust enums that travel.
//!
//! A team keeps its errors in a catalog: each code has one of eight fixed `sdk_code`s, a reason, a title and whether a retry can
//! help. [`derive(DomainError)`](derive@DomainError) ties an enum to the catalog and refuses to compile when either is wrong.
//! An error becomes an [`ApplicationError`] by `?`, and that becomes the failed status of an A2A task.
//!
//! ```
//! use llamon_errors::a2a::v0_3::{TaskIds, TaskStatusUpdateEvent};
//! use llamon_errors::{ApplicationError, DomainError, ErrorCode};
//!
//! #[derive(Debug, DomainError)]
//! #[domain_error(catalog = "catalogs/documents.toml", partial)]
//! enum DocumentError {
//!     DocumentNotFound { document_id: String },
//! }
//!
//! fn find(document_id: &str) -> Result<(), DocumentError> {
//!     Err(DocumentError::DocumentNotFound { document_id: document_id.to_owned() })
//! }
//!
//! fn run() -> Result<(), ApplicationError> {
//!     Ok(find("A-17")?)
//! }
//!
//! let error = run().unwrap_err();
//! assert_eq!(error.code(), ErrorCode::NotFound);
//! assert_eq!(error.data().domain_code.as_deref(), Some("DOC_005"));
//! let event = TaskStatusUpdateEvent::failed(&error, &TaskIds::new("task-1", "context-1"));
//! assert!(serde_json::to_string(&event).unwrap().contains(r#""errorReason":"document_not_found""#));
//! ```
//!
//! The [guide] goes from the first catalog to everything that goes over the wire, and helps to move from thiserror and from Python. Where
//! these pages say `SPEC U8` or the like, they mean a requirement of its page [`requirements`](guide::requirements).
//!
//! | module | what is in it |
//! |---|---|
//! | [`guide`] | the guide |
//! | [`domain_error`], [`domain_outcome`] | the traits that the derives implement |
//! | [`from_error_data`] | from a peer's data back to the typed error |
//! | [`mod@application_error`] | [`ApplicationError`]: any failure inside an agent, one pointer wide |
//! | [`mod@classify`] | the code of an error that carries none, and rules of your own |
//! | [`family`] | the errors that S1 names and Rust has not: components, registry, configuration |
//! | [`data`] | [`ApplicationErrorData`], [`ProtocolErrorData`]: what a client reads |
//! | [`value`] | reasons, domains, codes and error sources that were checked |
//! | [`failure`] | refused or failed: the two layers, and the answer to either |
//! | [`json_rpc`] | the envelope, and refusals before there is a task |
//! | [`a2a`] | the events of A2A 0.3 that carry it, and of A2A 1.0 with feature `a2a-v1` |
//! | `response` | the unified error response for HTTP, and RFC 9457 problem details (feature `response`) |
//! | [`retry`] | whether to try again, and after how long |
//! | [`guardrail`] | builders for what a guardrail blocks |
//! | [`disclosure`] | what text of a foreign error may leave the process |
//! | `agent` | runs an agent: flows, streams, people in the loop, and a server (features `agent`, `agent-axum`) |
//! | `tool_guard` | what failed tool calls become, also those of MCP servers (features `tool-guard`, `rmcp`) |
//! | [`testing`] | picks the failed status out of a list of events |
//!
//! | feature | what it brings |
//! |---|---|
//! | `std` (default) | the clock; without it the crate is `no_std` with `alloc` |
//! | `a2a-v1` | A2A 1.0 beside 0.3 |
//! | `agent` | a running agent: what it does becomes the events of A2A 0.3, on tokio |
//! | `agent-axum` | such an agent behind JSON-RPC over HTTP, with axum |
//! | `axum` | errors as responses of handlers |
//! | `response` | the unified error response; `axum` brings it too |
//! | `backon` | [`RetryPolicy`] drives backon's loops |
//! | `httpdate` | dates in `Retry-After` |
//! | `jsonschema` | arguments of tools are checked against their schema |
//! | `rmcp` | the tools of MCP servers behind the tool guard |
//! | `tool-guard` | what failed tool calls become; `agent` and `rmcp` bring it too |
//! | `tonic` | errors as gRPC statuses with details, and back |
//! | `tracing` | logs what stays in the process |
//! | `anyhow`, `eyre` | their reports are classified with the contexts that a chain does not show |
//! | `async-openai`, `garde`, `hyper`, `hyper-util`, `jsonschema`, `opendal`, `redis`, `reqwest`, `reqwest-0-12`, `rmcp`, `sqlx`, `tokio`, `tower`, `validator` | that crate's errors get their code, `tonic`'s with the feature above; see [`mod@classify`]. `opendal` wants Rust 1.91, `sqlx` 1.94 |

#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;
// The derive names this crate by its outside name; so do the tests in here.
extern crate self as llamon_errors;

pub mod a2a;
#[cfg(feature = "agent")]
pub mod agent;
pub mod application_error;
pub mod classify;
pub mod data;
pub mod disclosure;
pub mod domain_error;
pub mod domain_outcome;
pub mod failure;
pub mod family;
pub mod from_error_data;
pub mod guardrail;
#[cfg(any(doc, doctest))]
pub mod guide;
pub mod json_rpc;
#[cfg(feature = "response")]
pub mod response;
pub mod retry;
pub mod testing;
#[cfg(feature = "tonic")]
pub mod tonic;
#[cfg(feature = "tool-guard")]
pub mod tool_guard;
pub mod value;

mod as_dyn_error;
mod catalog_enum;
#[cfg(any(feature = "a2a-v1", feature = "tonic"))]
mod error_info;
mod inside;
mod macros;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private0;

pub use llamon_errors_core::error_code::{ErrorCode, UnknownErrorCode};
pub use llamon_errors_core::format::{self, FormatError, FormatFault};
pub use llamon_errors_core::outcome_state::{OutcomeState, UnknownOutcomeState};
pub use llamon_errors_core::source_system::{SourceSystem, UnknownSourceSystem};
pub use llamon_errors_core::spec::{DomainErrorSpec, DomainOutcomeSpec};
pub use llamon_errors_derive::{DomainError, DomainOutcome};

/// Writes an enum from a catalog: a variant for each error, with typed fields and documentation, and the derive on it.
///
/// ```
/// use llamon_errors::{DomainError as _, from_catalog};
///
/// /// What the document agent can fail with.
/// #[from_catalog("catalogs/documents.toml")]
/// #[derive(Debug, Clone)]
/// pub enum DocumentError {}
///
/// let error = DocumentError::SummaryTimedOut { pages: 300, timeout_ms: 30_000 };
/// assert_eq!(error.to_string(), "300쪽 문서의 요약이 30000ms 안에 끝나지 않았습니다");
/// assert_eq!(error.spec().code(), "DOC_007");
/// ```
///
/// Behind the path may stand `details`, `decode`, `impl_error = false` and `crate = "..."` as in `#[domain_error(...)]`, and `outcomes`,
/// which writes the catalog's outcomes instead and derives [`DomainOutcome`](derive@DomainOutcome).
///
/// Other derives stand below it: above it they would see the enum without variants.
///
/// A variant is named by its reason; where several codes share a reason, by its code. Fields are the placeholders of the message, of
/// type `String` where the entry's `fields` say nothing else. Do not edit variants by hand: bind an enum of your own with the derive
/// instead.
pub use llamon_errors_derive::from_catalog;

pub use crate::application_error::ApplicationError;
pub use crate::data::{
    ApplicationErrorData, BaseErrorData, ErrorFlow, ErrorNode, GuardrailData, ProtocolErrorData, WireCode,
};
pub use crate::disclosure::Disclosure;
pub use crate::domain_error::DomainError;
pub use crate::domain_outcome::DomainOutcome;
pub use crate::failure::{Failure, FailureAnswer};
pub use crate::from_error_data::{FromErrorData, FromErrorDataError};
pub use crate::retry::RetryPolicy;
pub use crate::value::{Domain, DomainCode, ErrorSource, Reason};
