//! Reads error data that anybody wrote: what is not there is filled in, what is `null` counts as not there.

use alloc::borrow::ToOwned as _;
use alloc::string::String;

use llamon_errors_core::format::check_wire_reason;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::{ApplicationErrorData, ErrorFlow, ErrorNode, GuardrailData, Object, ProtocolErrorData, Text, WireCode};

/// The members as they are on the wire. Only the code must be there: an error without one is no error data.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Raw {
    error_code: WireCode,
    error_reason: Option<String>,
    error_message: Option<String>,
    retriable: Option<bool>,
    domain: Option<String>,
    domain_code: Option<String>,
    error_source: Option<String>,
    #[serde(default, deserialize_with = "whole_number")]
    retry_after_ms: Option<u64>,
    #[serde(default, deserialize_with = "whole_number")]
    retried: Option<u64>,
    node: Option<ErrorNode>,
    flow: Option<ErrorFlow>,
    guardrail: Option<GuardrailData>,
    details: Option<Object>,
}

/// A whole number, also where it went through a protobuf `Struct` and came out as `2.0`. A fraction is rounded up, since a wait must
/// not become shorter. What is no such number says nothing, and does not make the rest unreadable.
pub(crate) fn whole_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let value = Option::<Value>::deserialize(deserializer)?;
    Ok(value.as_ref().and_then(to_whole_number))
}

fn to_whole_number(value: &Value) -> Option<u64> {
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
