//! What a client reads of an error: the objects that S1 puts into `error.data` and into the data part of a failed task.
//!
//! Comes in: facts of an error, or JSON that anybody wrote. Goes out: typed data, or JSON. Names are camelCase on the wire, an absent
//! member stays absent, `null` and what is of another type is read as absent, and unknown members are passed over. Not done here: the
//! envelopes ([`json_rpc`](crate::json_rpc), [`a2a`](crate::a2a)), and raising ([`ApplicationError`](crate::ApplicationError)).

mod check;
mod context;
mod lenient;
mod read;
mod wire_code;

use alloc::borrow::Cow;
use alloc::string::String;

use llamon_errors_core::error_code::ErrorCode;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use self::check::DataFault;
pub use self::context::{ErrorFlow, ErrorNode, GuardrailData};
pub(crate) use self::lenient::fitting;
#[cfg(feature = "response")]
pub(crate) use self::lenient::{Fits, of_members};
#[cfg(feature = "response")]
pub(crate) use self::read::{object, reason_of, to_whole_number, wait, whole_number};
pub use self::wire_code::WireCode;

/// Text that is static where it comes from a catalog, and owned where it was read from the wire.
pub type Text = Cow<'static, str>;

/// A JSON object.
pub type Object = Map<String, Value>;

/// Why a task failed (SPEC L2): the data part of a failed status.
///
/// Only `errorCode` must be there to be read. What else S1 requires and a peer left out is filled in as
/// [`ApplicationError::new`](crate::ApplicationError::new) does it: the reason is the code in lower case, the message the reason,
/// and whether a retry can help the code's habit. A member of another type than it should have is read as absent. Whole numbers may be
/// written as `2.0`, as they are behind a protobuf `Struct`; a wait of more than 365 days counts as that
/// ([`MAX_RETRY_AFTER_MS`](crate::format::MAX_RETRY_AFTER_MS)).
///
/// ```
/// use llamon_errors::{ApplicationErrorData, ErrorCode};
///
/// let text = r#"{"errorCode":"RATE_LIMITED","errorReason":"quota_used_up","errorMessage":"come back later",
///                "retriable":true,"retryAfterMs":1500.0,"domain":null}"#;
/// let data: ApplicationErrorData = serde_json::from_str(text).unwrap();
/// assert_eq!(data.error_code.effective(), ErrorCode::RateLimited);
/// assert_eq!((data.retry_after_ms, data.domain), (Some(1500), None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", from = "read::Raw")]
#[non_exhaustive]
pub struct ApplicationErrorData {
    /// What clients branch on.
    pub error_code: WireCode,
    /// For logs, dashboards and translation keys; never for branching (SPEC V1).
    pub error_reason: Text,
    /// Text for people.
    pub error_message: Text,
    /// Whether the same request may succeed later.
    pub retriable: bool,
    /// The agent's identifier, in kebab-case (SPEC V3).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub domain: Option<Text>,
    /// The catalog key, for example `DOC_005` (SPEC D1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub domain_code: Option<Text>,
    /// Where it went wrong, as `system:locator` (SPEC V2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_source: Option<Text>,
    /// How long to wait before a retry, in milliseconds (SPEC V5). Absent: back off exponentially.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
    /// How often the server itself has tried again already (SPEC V4).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retried: Option<u32>,
    /// The node of a flow that failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<ErrorNode>,
    /// How far the flow had come.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flow: Option<ErrorFlow>,
    /// What a guardrail found (SPEC G1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guardrail: Option<GuardrailData>,
    /// The fields of the error that its author lets travel: our one addition to S1's data (S2 has the same member).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<Object>,
}

/// Why a request was refused before a task existed (SPEC L1): `error.data` of a JSON-RPC error.
///
/// It has the members of [`ApplicationErrorData`] that make sense without a task, and is read as leniently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", from = "read::Raw")]
#[non_exhaustive]
pub struct ProtocolErrorData {
    /// What clients branch on.
    pub error_code: WireCode,
    /// For logs, dashboards and translation keys; never for branching (SPEC V1).
    pub error_reason: Text,
    /// Text for people.
    pub error_message: Text,
    /// Whether the same request may succeed later.
    pub retriable: bool,
    /// The agent's identifier, in kebab-case (SPEC V3).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub domain: Option<Text>,
    /// The catalog key, for example `DOC_005` (SPEC D1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub domain_code: Option<Text>,
    /// Where it went wrong, as `system:locator` (SPEC V2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_source: Option<Text>,
    /// How long to wait before a retry, in milliseconds (SPEC V5). Absent: back off exponentially.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
    /// The fields of the error that its author lets travel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<Object>,
}

/// The common base of both kinds of data (SPEC P3), for code that does not care which it holds.
pub trait BaseErrorData {
    /// The code as it travels.
    fn wire_code(&self) -> &WireCode;
    /// The reason.
    fn reason(&self) -> &str;
    /// The text for people.
    fn message(&self) -> &str;
    /// Whether the same request may succeed later.
    fn is_retriable(&self) -> bool;
    /// How long to wait before a retry, in milliseconds.
    fn retry_after_ms(&self) -> Option<u64>;

    /// What to branch on; an unknown code counts as `INTERNAL_ERROR`.
    fn code(&self) -> ErrorCode {
        self.wire_code().effective()
    }
}

macro_rules! base_error_data {
    ($($name:ty),*) => {$(
        impl BaseErrorData for $name {
            fn wire_code(&self) -> &WireCode {
                &self.error_code
            }

            fn reason(&self) -> &str {
                &self.error_reason
            }

            fn message(&self) -> &str {
                &self.error_message
            }

            fn is_retriable(&self) -> bool {
                self.retriable
            }

            fn retry_after_ms(&self) -> Option<u64> {
                self.retry_after_ms
            }
        }
    )*};
}

base_error_data!(ApplicationErrorData, ProtocolErrorData);

impl ApplicationErrorData {
    /// The data of an error with a code and a reason (SPEC P5). Its message is the reason, and it is retriable as the code usually is,
    /// until the members are set. Nothing is checked here: [`check`](Self::check) does, and
    /// [`ApplicationError::from_data`](crate::ApplicationError::from_data) whenever data becomes an answer.
    #[must_use]
    pub fn new(code: impl Into<WireCode>, reason: impl Into<Text>) -> Self {
        let (error_code, error_reason) = (code.into(), reason.into());
        Self {
            retriable: error_code.effective().usually_retriable(),
            error_code,
            error_message: error_reason.clone(),
            error_reason,
            domain: None,
            domain_code: None,
            error_source: None,
            retry_after_ms: None,
            retried: None,
            node: None,
            flow: None,
            guardrail: None,
            details: None,
        }
    }

    /// The data as the JSON object that it is on the wire.
    #[must_use]
    pub fn to_object(&self) -> Object {
        to_object(self)
    }
}

impl ProtocolErrorData {
    /// The data of a refusal with a code and a reason (SPEC P5); see [`ApplicationErrorData::new`].
    #[must_use]
    pub fn new(code: impl Into<WireCode>, reason: impl Into<Text>) -> Self {
        ApplicationErrorData::new(code, reason).into()
    }

    /// The data as the JSON object that it is on the wire.
    #[must_use]
    pub fn to_object(&self) -> Object {
        to_object(self)
    }
}

/// Structs with named members of which none can fail are objects; the other arm is there for the types only.
pub(crate) fn to_object(data: &impl Serialize) -> Object {
    match serde_json::to_value(data) {
        Ok(Value::Object(object)) => object,
        Ok(_) | Err(_) => Object::new(),
    }
}

impl From<ApplicationErrorData> for ProtocolErrorData {
    /// The same error where there is no task: `retried`, `node`, `flow` and `guardrail` tell of a task's work and are left out.
    fn from(data: ApplicationErrorData) -> Self {
        Self {
            error_code: data.error_code,
            error_reason: data.error_reason,
            error_message: data.error_message,
            retriable: data.retriable,
            domain: data.domain,
            domain_code: data.domain_code,
            error_source: data.error_source,
            retry_after_ms: data.retry_after_ms,
            details: data.details,
        }
    }
}

impl From<ProtocolErrorData> for ApplicationErrorData {
    /// The same error as the failure of a task: an agent that calls another passes on why that one refused.
    fn from(data: ProtocolErrorData) -> Self {
        Self {
            error_code: data.error_code,
            error_reason: data.error_reason,
            error_message: data.error_message,
            retriable: data.retriable,
            domain: data.domain,
            domain_code: data.domain_code,
            error_source: data.error_source,
            retry_after_ms: data.retry_after_ms,
            retried: None,
            node: None,
            flow: None,
            guardrail: None,
            details: data.details,
        }
    }
}
