//! The details of errors: `ErrorInfo`, `RetryInfo`, `Struct` (google.rpc and google.protobuf, in their JSON form).

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::data::{ApplicationErrorData, Object, ProtocolErrorData};
use crate::error_info::{OWN_DOMAIN, metadata, read_metadata, upper_reason};
use crate::json_rpc::{ErrorObject, GuardrailNeedsTask, refusal_number};
use crate::retry::bounded;

/// The longest wait that a protobuf duration can say: ten thousand years.
const LONGEST_SECONDS: u64 = 315_576_000_000;

/// A detail of an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "@type")]
#[non_exhaustive]
pub enum Detail {
    /// Why, for programs.
    #[serde(rename = "type.googleapis.com/google.rpc.ErrorInfo")]
    ErrorInfo {
        /// In upper case, as AIP-193 asks for.
        reason: String,
        /// Whose reason it is.
        domain: String,
        /// What else is known, as texts.
        #[serde(default)]
        metadata: BTreeMap<String, String>,
    },
    /// When to come back.
    #[serde(rename = "type.googleapis.com/google.rpc.RetryInfo")]
    RetryInfo {
        /// Seconds with an `s` behind them, for example `1.5s`.
        #[serde(rename = "retryDelay")]
        retry_delay: String,
    },
    /// The error data as it is.
    #[serde(rename = "type.googleapis.com/google.protobuf.Struct")]
    Struct {
        /// The object.
        value: Object,
    },
}

/// The details of an error that is not one of A2A's own: an `ErrorInfo` of the error's domain first, then when to come back, then all of
/// its data. Values that cannot travel are dealt with as SPEC V6 says.
///
/// ```
/// use llamon_errors::a2a::v1::{Detail, details};
/// use llamon_errors::{ApplicationErrorData, ErrorCode};
///
/// let mut data = ApplicationErrorData::new(ErrorCode::RateLimited, "quota_used_up");
/// data.retry_after_ms = Some(1500);
/// let details = details(&data);
/// assert!(matches!(&details[0], Detail::ErrorInfo { reason, .. } if reason == "QUOTA_USED_UP"));
/// assert_eq!(details[1], Detail::RetryInfo { retry_delay: "1.5s".to_owned() });
/// ```
#[must_use]
pub fn details(data: &ApplicationErrorData) -> Vec<Detail> {
    let data = data.to_checked();
    let domain = data.domain.as_deref().unwrap_or(OWN_DOMAIN);
    details_of(&upper_reason(&data.error_reason), domain, data.to_object(), data.retry_after_ms)
}

fn details_of(reason: &str, domain: &str, object: Object, retry_after_ms: Option<u64>) -> Vec<Detail> {
    let info =
        Detail::ErrorInfo { reason: reason.to_string(), domain: domain.to_string(), metadata: metadata(&object) };
    let retry = retry_after_ms.map(|millis| Detail::RetryInfo { retry_delay: duration(millis) });
    // AIP-193: the info first, and each kind at most once.
    [Some(info), retry, Some(Detail::Struct { value: object })].into_iter().flatten().collect()
}

/// A protobuf duration in JSON.
fn duration(millis: u64) -> String {
    let (seconds, rest) = (millis / 1000, millis % 1000);
    if seconds >= LONGEST_SECONDS {
        return format!("{LONGEST_SECONDS}s");
    }
    let fraction = if rest == 0 { String::new() } else { format!(".{rest:03}") };
    format!("{seconds}{}s", fraction.trim_end_matches('0'))
}

/// Milliseconds of such a duration, rounded up.
fn read_duration(text: &str) -> Option<u64> {
    let (seconds, fraction) = text.strip_suffix('s')?.split_once('.').unwrap_or((text.strip_suffix('s')?, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if seconds.is_empty() || !is_digits(seconds) || !is_digits(fraction) || fraction.len() > 9 {
        return None;
    }
    let nanos: u64 = format!("{fraction:0<9}").parse().ok()?;
    seconds.parse::<u64>().ok()?.checked_mul(1000)?.checked_add(nanos.div_ceil(1_000_000))
}

/// The refusal of a request in 1.0's words: the number and the data of [`ErrorObject::refusal`], as details.
///
/// # Errors
/// A guardrail's block is never a refusal.
pub fn refusal(data: ProtocolErrorData) -> Result<ErrorObject, GuardrailNeedsTask> {
    let data = data.checked();
    refusal_number(data.error_code.effective()).map(|number| refusal_with_number(number, data))
}

/// A refusal with one of A2A's own numbers.
///
/// Where A2A has a reason for the number, that and A2A's domain go into the `ErrorInfo`; the error's own reason and domain stand in its
/// metadata.
#[must_use]
pub fn refusal_with_number(number: i64, data: ProtocolErrorData) -> ErrorObject {
    let data = data.checked();
    let object = data.to_object();
    let details = match protocol_reason(number) {
        Some(reason) => details_of(reason, "a2a-protocol.org", object, data.retry_after_ms),
        None => {
            let domain = data.domain.as_deref().unwrap_or(OWN_DOMAIN);
            details_of(&upper_reason(&data.error_reason), domain, object, data.retry_after_ms)
        }
    };
    let details: Vec<Value> = details.iter().filter_map(|detail| serde_json::to_value(detail).ok()).collect();
    ErrorObject::new(number, data.error_message).data(details)
}

/// A2A's own reasons (A2A 1.0.1, section 5.4).
const fn protocol_reason(number: i64) -> Option<&'static str> {
    Some(match number {
        -32001 => "TASK_NOT_FOUND",
        -32002 => "TASK_NOT_CANCELABLE",
        -32003 => "PUSH_NOTIFICATION_NOT_SUPPORTED",
        -32004 => "UNSUPPORTED_OPERATION",
        -32005 => "CONTENT_TYPE_NOT_SUPPORTED",
        -32006 => "INVALID_AGENT_RESPONSE",
        -32007 => "EXTENDED_AGENT_CARD_NOT_CONFIGURED",
        -32008 => "EXTENSION_SUPPORT_REQUIRED",
        -32009 => "VERSION_NOT_SUPPORTED",
        _ => return None,
    })
}

/// The error data among details that anybody wrote: a `Struct` with an `errorCode`, under `value` or flat, or else the metadata of an
/// `ErrorInfo` with one. A wait that only a `RetryInfo` tells is taken from there.
#[must_use]
pub fn read_details(details: &[Value]) -> Option<ApplicationErrorData> {
    let of_struct = of_type(details, "google.protobuf.Struct").find_map(|detail| {
        let object = detail.get("value").filter(|value| value.is_object()).unwrap_or(detail);
        ApplicationErrorData::deserialize(object).ok()
    });
    let of_info = || {
        of_type(details, "google.rpc.ErrorInfo").find_map(|detail| {
            let metadata = detail.get("metadata")?.as_object()?;
            read_metadata(metadata.iter().filter_map(|(name, value)| Some((name.as_str(), value.as_str()?))), None)
        })
    };
    let mut data = of_struct.or_else(of_info)?;
    data.retry_after_ms = data.retry_after_ms.or_else(|| read_wait(details));
    Some(data)
}

/// The wait that a `RetryInfo` asks for, in milliseconds, whatever else the details say.
pub(crate) fn read_wait(details: &[Value]) -> Option<u64> {
    let delay = |detail: &Value| detail.get("retryDelay").and_then(Value::as_str).and_then(read_duration);
    of_type(details, "google.rpc.RetryInfo").find_map(delay).map(bounded)
}

/// The details of a type; what stands before its name does not count.
fn of_type<'d>(details: &'d [Value], wanted: &'static str) -> impl Iterator<Item = &'d Value> {
    details.iter().filter(move |detail| {
        detail.get("@type").and_then(Value::as_str).is_some_and(|name| name.rsplit('/').next() == Some(wanted))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_no_needless_digits_and_are_read_back() {
        for (millis, text) in [(0, "0s"), (1500, "1.5s"), (60_000, "60s"), (1, "0.001s"), (12_340, "12.34s")] {
            assert_eq!(duration(millis), text);
            assert_eq!(read_duration(text), Some(millis));
        }
        assert_eq!(duration(u64::MAX), "315576000000s");
        assert_eq!(read_duration("1.0000000001s"), None);
        assert_eq!(read_duration("1.000000001s"), Some(1001));
        for text in ["", "s", "1", "-1s", "+1s", ".5s", "1.xs", "99999999999999999999s"] {
            assert_eq!(read_duration(text), None, "{text}");
        }
    }
}
