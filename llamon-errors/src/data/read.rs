//! Reads error data that anybody wrote: what is not there is filled in. What is `null`, or of another type than it should be, counts as not
//! there: a member that says nothing does not make the rest unreadable.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;

use llamon_errors_core::format::check_wire_reason;
use serde::de::MapAccess;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::lenient::{Fits, fitting, of_members};
use super::{ApplicationErrorData, ErrorFlow, ErrorNode, GuardrailData, Object, ProtocolErrorData, Text, WireCode};

/// The members as they are on the wire. Only the code must be there: an error without one is no error data.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Raw {
    error_code: WireCode,
    #[serde(default, deserialize_with = "fitting")]
    error_reason: Option<String>,
    #[serde(default, deserialize_with = "fitting")]
    error_message: Option<String>,
    #[serde(default, deserialize_with = "fitting")]
    retriable: Option<bool>,
    #[serde(default, deserialize_with = "fitting")]
    domain: Option<String>,
    #[serde(default, deserialize_with = "fitting")]
    domain_code: Option<String>,
    #[serde(default, deserialize_with = "fitting")]
    error_source: Option<String>,
    #[serde(default, deserialize_with = "wait")]
    retry_after_ms: Option<u64>,
    #[serde(default, deserialize_with = "whole_number")]
    retried: Option<u64>,
    #[serde(default, deserialize_with = "node")]
    node: Option<ErrorNode>,
    #[serde(default, deserialize_with = "fitting")]
    flow: Option<ErrorFlow>,
    #[serde(default, deserialize_with = "guardrail")]
    guardrail: Option<GuardrailData>,
    #[serde(default, deserialize_with = "object")]
    details: Option<Object>,
}

/// The node of a flow, as it is on the wire.
#[derive(Deserialize)]
struct RawNode {
    #[serde(default, deserialize_with = "fitting")]
    id: Option<String>,
    #[serde(default, deserialize_with = "fitting")]
    kind: Option<String>,
}

impl<'de> Fits<'de> for RawNode {
    fn of_object<A: MapAccess<'de>>(object: A) -> Result<Option<Self>, A::Error> {
        of_members(object)
    }
}

impl<'de> Fits<'de> for ErrorFlow {
    fn of_object<A: MapAccess<'de>>(object: A) -> Result<Option<Self>, A::Error> {
        of_members(object)
    }
}

/// A node that has a name.
fn node<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<ErrorNode>, D::Error> {
    let raw: Option<RawNode> = fitting(deserializer)?;
    Ok(raw.and_then(|raw| Some(ErrorNode { id: raw.id?, kind: raw.kind })))
}

fn guardrail<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<GuardrailData>, D::Error> {
    object(deserializer).map(|object| object.map(GuardrailData::from))
}

/// An object, and nothing where something else stands.
pub(crate) fn object<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Object>, D::Error> {
    Value::deserialize(deserializer).map(|value| if let Value::Object(object) = value { Some(object) } else { None })
}

/// The texts of a list, and none where something else stands.
pub(super) fn texts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    fitting(deserializer).map(Option::unwrap_or_default)
}

/// A whole number, also where it went through a protobuf `Struct` and came out as `2.0`. A fraction is rounded up, since a wait must
/// not become shorter. What is no such number says nothing.
pub(crate) fn whole_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    Value::deserialize(deserializer).map(|value| to_whole_number(&value))
}

/// A wait in milliseconds, which the one who asks for it cannot make longer than a year.
pub(crate) fn wait<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    whole_number(deserializer).map(|millis| millis.map(crate::retry::bounded))
}

pub(crate) fn to_whole_number(value: &Value) -> Option<u64> {
    let number = value.as_number()?;
    number.as_u64().or_else(|| number.as_f64().and_then(rounded_up))
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "the cast saturates, and the sign was looked at"
)]
fn rounded_up(number: f64) -> Option<u64> {
    // `f64::ceil` needs std.
    let whole = number as u64;
    (number >= 0.0 && number.is_finite()).then(|| whole.saturating_add(u64::from((whole as f64) < number)))
}

/// The code in lower case, where that can travel as a reason.
pub(crate) fn reason_of(code: &str) -> Text {
    let reason = code.to_ascii_lowercase();
    match check_wire_reason(&reason) {
        Ok(()) => Text::Owned(reason),
        Err(_) => Text::Borrowed("unknown_error_code"),
    }
}

impl From<Raw> for ApplicationErrorData {
    fn from(raw: Raw) -> Self {
        let error_reason = raw.error_reason.map_or_else(|| reason_of(raw.error_code.as_str()), Text::Owned);
        Self {
            error_message: raw.error_message.map_or_else(|| Text::Owned(error_reason.as_ref().to_owned()), Text::Owned),
            error_reason,
            retriable: raw.retriable.unwrap_or_else(|| raw.error_code.effective().usually_retriable()),
            error_code: raw.error_code,
            domain: raw.domain.map(Text::Owned),
            domain_code: raw.domain_code.map(Text::Owned),
            error_source: raw.error_source.map(Text::Owned),
            retry_after_ms: raw.retry_after_ms,
            retried: raw.retried.map(|retried| u32::try_from(retried).unwrap_or(u32::MAX)),
            node: raw.node,
            flow: raw.flow,
            guardrail: raw.guardrail,
            details: raw.details,
        }
    }
}

impl From<Raw> for ProtocolErrorData {
    fn from(raw: Raw) -> Self {
        ApplicationErrorData::from(raw).into()
    }
}
