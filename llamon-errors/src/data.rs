//! What a client reads of an error: the objects that S1 puts into `error.data` and into the data part of a failed task.
//!
//! Names are camelCase on the wire, an absent member stays absent, `null` is read as absent, and unknown members are passed over.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use llamon_errors_core::error_code::ErrorCode;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

/// Text that is static where it comes from a catalog, and owned where it was read from the wire.
pub type Text = Cow<'static, str>;

/// An `errorCode` as it travels: one of the eight, or what a newer peer says, kept as it was sent (SPEC C3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WireCode {
    /// One of the eight.
    Known(ErrorCode),
    /// A code that this version does not know; treat it as `INTERNAL_ERROR`.
    Unknown(String),
}

impl WireCode {
    /// The text on the wire.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Known(code) => code.as_str(),
            Self::Unknown(text) => text,
        }
    }

    /// What to branch on: an unknown code counts as `INTERNAL_ERROR`.
    #[must_use]
    pub const fn effective(&self) -> ErrorCode {
        match self {
            Self::Known(code) => *code,
            Self::Unknown(_) => ErrorCode::InternalError,
        }
    }
}

impl From<ErrorCode> for WireCode {
    fn from(code: ErrorCode) -> Self {
        Self::Known(code)
    }
}

impl fmt::Display for WireCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Serialize for WireCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for WireCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Ok(ErrorCode::from_wire(&text).map_or(Self::Unknown(text), Self::Known))
    }
}

/// Why a task failed (SPEC L2): the data part of a failed status.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ApplicationErrorData {
    /// What clients branch on.
    pub error_code: WireCode,
    /// For logs, dashboards and translation keys; never for branching.
    pub error_reason: Text,
    /// Text for people.
    pub error_message: Text,
    /// Whether the same request may succeed later.
    pub retriable: bool,
    /// The agent's identifier, in kebab-case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<Text>,
    /// The catalog key, for example `DOC_005`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain_code: Option<Text>,
    /// Where it went wrong, as `system:locator`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_source: Option<Text>,
    /// How long to wait before a retry, in milliseconds. Absent: back off exponentially.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
    /// How often the server itself has tried again already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retried: Option<u32>,
    /// The node of a flow that failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<ErrorNode>,
    /// How far the flow had come.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flow: Option<ErrorFlow>,
    /// Field values of a domain error whose author asked for them: our one addition to S1's data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<Map<String, Value>>,
}

/// The node of a flow that failed (SPEC F1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorNode {
    /// Its name in the flow.
    pub id: String,
    /// The kind that the flow's author gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
}

/// How far a flow had come (SPEC F2).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ErrorFlow {
    /// The nodes that finished, in order.
    #[serde(default)]
    pub completed_nodes: Vec<String>,
}
