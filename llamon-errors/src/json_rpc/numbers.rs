//! What the numbers of JSON-RPC errors mean, protocol by protocol: A2A and MCP use the same numbers for different things.

use alloc::format;
use core::error::Error;
use core::fmt;

use llamon_errors_core::error_code::ErrorCode;

use crate::data::Text;

/// Whose numbers they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Protocol {
    /// Agent2Agent, 0.3 and 1.0.
    A2a,
    /// Model Context Protocol. An agent meets its numbers as the caller: a request that the server calls wrong was the agent's own.
    Mcp,
}

/// What a number means among the eight.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Meaning {
    /// The code.
    pub code: ErrorCode,
    /// The reason.
    pub reason: Text,
    /// Whether the same request may succeed later.
    pub retriable: bool,
}

const fn row(
    protocol: Protocol,
    number: i64,
    code: ErrorCode,
    reason: &'static str,
    retriable: bool,
) -> (Protocol, i64, Meaning) {
    (protocol, number, Meaning { code, reason: Text::Borrowed(reason), retriable })
}

/// The table (S1: `JSON_RPC_CODE_TO_ERROR_CODE`). A number that is not in it means `INTERNAL_ERROR`.
pub static JSON_RPC_CODE_TO_ERROR_CODE: &[(Protocol, i64, Meaning)] = {
    use ErrorCode::{InternalError, InvalidInput, NotFound, RateLimited, UpstreamTimeout, UpstreamUnavailable};
    use Protocol::{A2a, Mcp};
    &[
        row(A2a, -32700, InvalidInput, "json_parse_error", false),
        row(A2a, -32600, InvalidInput, "invalid_request", false),
        row(A2a, -32601, InvalidInput, "method_not_found", false),
        row(A2a, -32602, InvalidInput, "invalid_params", false),
        row(A2a, -32603, InternalError, "internal_error", false),
        row(A2a, -32001, NotFound, "task_not_found", false),
        row(A2a, -32002, InvalidInput, "task_not_cancelable", false),
        row(A2a, -32003, InvalidInput, "push_notification_not_supported", false),
        row(A2a, -32004, InvalidInput, "unsupported_operation", false),
        row(A2a, -32005, InvalidInput, "content_type_not_supported", false),
        row(A2a, -32006, InternalError, "invalid_agent_response", false),
        row(A2a, -32007, NotFound, "extended_card_not_configured", false),
        row(A2a, -32008, InvalidInput, "extension_support_required", false),
        row(A2a, -32009, InvalidInput, "version_not_supported", false),
        row(Mcp, -32700, InternalError, "mcp_parse_error", false),
        row(Mcp, -32600, InternalError, "mcp_invalid_request", false),
        row(Mcp, -32601, InternalError, "mcp_method_not_found", false),
        row(Mcp, -32602, InternalError, "mcp_invalid_params", false),
        row(Mcp, -32603, UpstreamUnavailable, "mcp_internal_error", true),
        row(Mcp, -32000, UpstreamUnavailable, "mcp_connection_closed", true),
        row(Mcp, -32001, UpstreamTimeout, "mcp_request_timed_out", true),
        row(Mcp, -32002, NotFound, "mcp_resource_not_found", false),
        row(Mcp, -32020, InternalError, "mcp_invalid_params", false),
        row(Mcp, -32021, InternalError, "mcp_invalid_params", false),
        row(Mcp, -32022, InternalError, "mcp_invalid_params", false),
        row(Mcp, -32023, RateLimited, "mcp_rate_limited", true),
    ]
};

impl Meaning {
    /// What a number of a protocol means. One that is not in the table is `INTERNAL_ERROR`, its reason `json_rpc_` and the number without
    /// its sign.
    #[must_use]
    pub fn of(protocol: Protocol, number: i64) -> Self {
        let row = JSON_RPC_CODE_TO_ERROR_CODE.iter().find(|row| (row.0, row.1) == (protocol, number));
        row.map_or_else(
            || Self {
                code: ErrorCode::InternalError,
                reason: Text::Owned(format!("json_rpc_{}", number.unsigned_abs())),
                retriable: false,
            },
            |row| row.2.clone(),
        )
    }

    /// What a number means to the caller that gets it. It differs where the number says that the one who answers is at fault: for the
    /// caller that is a service that does not work.
    #[must_use]
    pub fn received(protocol: Protocol, number: i64) -> Self {
        let mut meaning = Self::of(protocol, number);
        if (protocol, number) == (Protocol::A2a, -32006) {
            meaning.code = ErrorCode::UpstreamUnavailable;
        }
        meaning
    }
}

/// The code that a number of a protocol means (S1: `json_rpc_to_error_code`).
///
/// ```
/// use llamon_errors::ErrorCode;
/// use llamon_errors::json_rpc::{Protocol, json_rpc_to_error_code};
///
/// assert_eq!(json_rpc_to_error_code(Protocol::A2a, -32002), ErrorCode::InvalidInput);
/// assert_eq!(json_rpc_to_error_code(Protocol::Mcp, -32002), ErrorCode::NotFound);
/// ```
#[must_use]
pub fn json_rpc_to_error_code(protocol: Protocol, number: i64) -> ErrorCode {
    Meaning::of(protocol, number).code
}

/// The number with which A2A refuses a request before there is a task.
///
/// Only numbers that every client knows are used: newer ones drop the data of others. What happens behind the agent is an internal error
/// to its client; the data says which.
///
/// # Errors
/// A guardrail's block is never a refusal: the task is made, and fails (SPEC D4).
pub const fn refusal_number(code: ErrorCode) -> Result<i64, GuardrailNeedsTask> {
    match code {
        ErrorCode::InvalidInput => Ok(-32602),
        ErrorCode::NotFound => Ok(-32001),
        ErrorCode::AuthRequired => Ok(-32600),
        ErrorCode::UpstreamUnavailable
        | ErrorCode::UpstreamTimeout
        | ErrorCode::RateLimited
        | ErrorCode::InternalError => Ok(-32603),
        ErrorCode::GuardrailBlocked => Err(GuardrailNeedsTask),
    }
}

/// A guardrail's block was to be a refusal before there is a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuardrailNeedsTask;

impl fmt::Display for GuardrailNeedsTask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("`GUARDRAIL_BLOCKED` is never a protocol-level error: make the task and fail it")
    }
}

impl Error for GuardrailNeedsTask {}
