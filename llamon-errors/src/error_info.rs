//! The words of `google.rpc.ErrorInfo`, which A2A 1.0 and gRPC share: a reason, a domain, and a map from text to text.
//!
//! Comes in: error data, or such a map. Goes out: the map, or error data. Not done here: the JSON and the protobuf around it.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString as _};

use serde::Deserialize as _;
use serde_json::Value;

use crate::data::{ApplicationErrorData, Object};

/// The domain of an error that names none: not the protocol's own, whose reasons are its own too.
pub(crate) const OWN_DOMAIN: &str = "llamon-errors";

/// The longest reason that AIP-193 allows.
const LONGEST: usize = 63;

/// A reason in the form of AIP-193, `[A-Z][A-Z0-9_]+[A-Z0-9]` and at most 63 characters: upper case, what is no letter or digit an
/// underscore. A longer one is cut at a word, and a short hash of the whole keeps two of them apart.
///
/// The form does not lead back; the reason as it was stands beside it in the metadata.
pub(crate) fn upper_reason(reason: &str) -> String {
    let mut upper = String::with_capacity(reason.len());
    for c in reason.chars().map(|c| c.to_ascii_uppercase()) {
        if c.is_ascii_alphanumeric() {
            upper.push(c);
        } else if !upper.is_empty() && !upper.ends_with('_') {
            upper.push('_');
        }
    }
    let upper = upper.trim_end_matches('_');
    let is_formed = upper.len() > 2 && upper.starts_with(|first: char| first.is_ascii_uppercase());
    let upper = if is_formed { upper.to_string() } else { format!("REASON_{upper}") };
    let upper = upper.trim_end_matches('_');
    if upper.len() <= LONGEST { upper.to_string() } else { cut(upper) }
}

/// The head of a reason up to a word's end, and 8 digits that stand for all of it.
fn cut(upper: &str) -> String {
    let head = upper.get(..LONGEST - 9).unwrap_or(upper);
    let next_is_word = upper.as_bytes().get(LONGEST - 9) == Some(&b'_');
    let words = if next_is_word { head } else { head.rsplit_once('_').map_or(head, |(words, _)| words) };
    format!("{}_{:08X}", words.trim_end_matches('_'), fnv1a(upper.as_bytes()))
}

/// FNV-1a, 32 bits: the same in every build, and nobody is kept out by it.
fn fnv1a(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash: u32, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

/// The members that are a text, a number or a flag, as texts. The message is left out: it stands beside the map everywhere.
pub(crate) fn metadata(object: &Object) -> BTreeMap<String, String> {
    let scalars = object.iter().filter(|(name, _)| name.as_str() != "errorMessage");
    scalars.filter_map(|(name, value)| scalar(value).map(|text| (name.clone(), text))).collect()
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Error data of such a map, where it has a code; the other way round from [`metadata`].
pub(crate) fn read_metadata<'m>(
    metadata: impl IntoIterator<Item = (&'m str, &'m str)>,
    message: Option<&str>,
) -> Option<ApplicationErrorData> {
    let mut object = Object::new();
    for (name, text) in metadata {
        let value = match name {
            // Python writes `True`.
            "retriable" => text.to_ascii_lowercase().parse().ok().map(Value::Bool),
            // Also `2.0`, as it comes out of a `Struct`.
            "retryAfterMs" | "retried" => text.parse().ok().map(Value::Number),
            _ => Some(Value::from(text)),
        };
        object.extend(value.map(|value| (name.to_string(), value)));
    }
    if let Some(message) = message {
        object.insert("errorMessage".to_string(), Value::from(message));
    }
    ApplicationErrorData::deserialize(&object).ok()
}

#[cfg(test)]
mod tests {
    use super::upper_reason;

    #[test]
    fn reasons_get_the_form_of_aip_193() {
        for (reason, wanted) in [
            ("document_not_found", "DOCUMENT_NOT_FOUND"),
            ("json_rpc_17", "JSON_RPC_17"),
            ("docs.v1/not found!", "DOCS_V1_NOT_FOUND"),
            ("__a__b__", "A_B"),
            ("x", "REASON_X"),
            ("up", "REASON_UP"),
            ("off", "OFF"),
            ("9lives", "REASON_9LIVES"),
            ("!!!", "REASON"),
        ] {
            assert_eq!(upper_reason(reason), wanted, "{reason}");
        }
        let longest = "a".repeat(63);
        assert_eq!(upper_reason(&longest), longest.to_uppercase());
        let long = "the_owner_of_the_account_could_not_be_checked_because_the_bank_did_not_answer";
        assert_eq!(upper_reason(long), "THE_OWNER_OF_THE_ACCOUNT_COULD_NOT_BE_CHECKED_BECAUSE_F5FA907B");
        let twin = upper_reason(&long.replace("answer", "call"));
        assert!(
            twin.starts_with("THE_OWNER_OF_THE_ACCOUNT_COULD_NOT_BE_CHECKED_BECAUSE_") && twin != upper_reason(long)
        );
        assert_eq!(upper_reason(&"a".repeat(200)).len(), 63);
        // The last word that fits ends just where the cut is.
        let fits = upper_reason(&alloc::format!("one_{}_{}", "b".repeat(50), "c".repeat(20)));
        assert!(fits.starts_with(&alloc::format!("ONE_{}_", "B".repeat(50))) && fits.len() == 63, "{fits}");
    }
}
