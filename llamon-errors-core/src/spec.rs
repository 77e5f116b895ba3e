//! The facts of one catalog entry (SPEC D2, D3, P10).

use crate::error_code::ErrorCode;
use crate::outcome_state::OutcomeState;

/// One error of a catalog: the place where code, reason and `sdk_code` meet.
///
/// It holds what is the same for every error of that code. What differs from error to error (field values, causes) stays in
/// the error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DomainErrorSpec {
    /// The agent's identifier, for example `document-service`.
    pub domain: &'static str,
    /// The catalog key, for example `DOC_005`; `domainCode` on the wire.
    pub code: &'static str,
    /// One of the eight that clients branch on; `errorCode` on the wire.
    pub sdk_code: ErrorCode,
    /// For logs, dashboards and translation keys, never for branching; `errorReason` on the wire.
    pub reason: &'static str,
    /// A short name for people.
    pub title: &'static str,
    /// Whether the same request may succeed later.
    pub retriable: bool,
    /// The message with its placeholders, where the catalog has one; otherwise the title is the message.
    pub message: Option<&'static str>,
    /// Where it went wrong, as `system:locator`.
    pub error_source: Option<&'static str>,
    /// How long to wait before a retry, in milliseconds.
    pub retry_after_ms: Option<u64>,
}

impl DomainErrorSpec {
    /// Stands in for an entry that cannot be read, so that an answer still goes out (SPEC V6).
    pub const UNREADABLE: Self = Self {
        domain: "",
        code: "",
        sdk_code: ErrorCode::InternalError,
        reason: "error_data_build_failed",
        title: "error data could not be built",
        retriable: false,
        message: None,
        error_source: None,
        retry_after_ms: None,
    };
}

/// One outcome of a catalog: a result that is no error, and so has no `sdk_code` and nothing to retry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DomainOutcomeSpec {
    /// The agent's identifier.
    pub domain: &'static str,
    /// The catalog key.
    pub code: &'static str,
    /// The state of the task.
    pub state: OutcomeState,
    /// For logs, dashboards and translation keys.
    pub reason: &'static str,
    /// A short name for people.
    pub title: &'static str,
    /// The message with its placeholders, where the catalog has one; otherwise the title is the message.
    pub message: Option<&'static str>,
}

impl DomainOutcomeSpec {
    /// Stands in for an entry that cannot be read, so that an answer still goes out.
    pub const UNREADABLE: Self = Self {
        domain: "",
        code: "",
        state: OutcomeState::Completed,
        reason: "outcome_data_build_failed",
        title: "the outcome's data could not be built",
        message: None,
    };
}
