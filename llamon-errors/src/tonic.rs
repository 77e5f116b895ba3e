//! Errors as gRPC statuses with details, and back.
//!
//! Comes in: an error or its data. Goes out: a [`tonic::Status`] whose details are `ErrorInfo` and, where the error asks to wait,
//! `RetryInfo`. All of the data stands as JSON in the metadata of the `ErrorInfo`, below `data`. Not done here: what a status of somebody
//! else means.
//!
//! # What does not fit
//!
//! A status travels in HTTP headers, for which clients have 8 to 16 KiB; one that is longer is lost whole, code and all. So a status of more
//! than [`MAX_STATUS`] bytes goes out without the error's `details`. Where that is not enough its message is cut, then `guardrail`, `flow`
//! and `node` are left out, then the reason stands for the message; data of which nothing else can go is `INTERNAL_ERROR` with the reason
//! `error_data_build_failed`, as where a value cannot travel. Which members that were is logged (feature `tracing`). What is large belongs
//! into the messages of the call.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString as _};
use core::time::Duration;
use std::collections::HashMap;

use ::tonic::{Code, Status};
use llamon_errors_core::error_code::ErrorCode;
use llamon_errors_core::spec::DomainErrorSpec;
use tonic_types::{ErrorDetails, StatusExt as _};

use crate::application_error::ApplicationError;
use crate::data::{ApplicationErrorData, WireCode};
use crate::error_info::{OWN_DOMAIN, metadata, read_metadata, upper_reason};
use crate::retry::{bounded, whole_millis};

/// The name below which all of the data stands.
const DATA: &str = "data";

/// How long the encoded status may be, in bytes of its headers: 6 KiB.
pub const MAX_STATUS: usize = 6 * 1024;

/// How long a message stays that made its status too long, in bytes.
const CUT_MESSAGE: usize = 512;

/// The longest wait that a protobuf duration can say: ten thousand years.
const LONGEST: Duration = Duration::from_secs(315_576_000_000);

/// The gRPC code of an error.
///
/// A permission that is missing is told from credentials that are by the reason `permission_denied`.
#[must_use]
pub fn grpc_code(data: &ApplicationErrorData) -> Code {
    match data.error_code.effective() {
        ErrorCode::InvalidInput => Code::InvalidArgument,
        ErrorCode::AuthRequired if data.error_reason == "permission_denied" => Code::PermissionDenied,
        ErrorCode::AuthRequired => Code::Unauthenticated,
        ErrorCode::NotFound => Code::NotFound,
        ErrorCode::UpstreamUnavailable => Code::Unavailable,
        ErrorCode::UpstreamTimeout => Code::DeadlineExceeded,
        ErrorCode::RateLimited => Code::ResourceExhausted,
        ErrorCode::GuardrailBlocked => Code::FailedPrecondition,
        ErrorCode::InternalError => Code::Internal,
    }
}

/// The status of an error. Values that cannot travel are dealt with as SPEC V6 says, and what does not fit into headers is left out, as
/// [told above](self#what-does-not-fit).
///
/// ```
/// use llamon_errors::tonic::{error_data, status};
/// use llamon_errors::{ApplicationErrorData, ErrorCode};
///
/// let data = ApplicationErrorData::new(ErrorCode::NotFound, "document_not_found");
/// let status = status(&data);
/// assert_eq!(status.code(), tonic::Code::NotFound);
/// assert_eq!(error_data(&status), Some(data));
/// ```
#[must_use]
pub fn status(data: &ApplicationErrorData) -> Status {
    let data = data.to_checked();
    let whole = encoded(&data);
    if length(&whole) <= MAX_STATUS { whole } else { shortened(data.into_owned()) }
}

fn encoded(data: &ApplicationErrorData) -> Status {
    let object = data.to_object();
    let mut facts: BTreeMap<_, _> = metadata(&object);
    facts.insert(DATA.to_string(), serde_json::Value::Object(object).to_string());
    let domain = data.domain.as_deref().unwrap_or(OWN_DOMAIN);
    let facts: HashMap<_, _> = facts.into_iter().collect();
    let mut details = ErrorDetails::with_error_info(upper_reason(&data.error_reason), domain, facts);
    if let Some(millis) = data.retry_after_ms {
        details.set_retry_info(Some(Duration::from_millis(millis).min(LONGEST)));
    }
    Status::with_error_details(grpc_code(data), data.error_message.clone(), details)
}

/// The bytes of both headers at most: the message percent-encoded, the details in base64.
fn length(status: &Status) -> usize {
    let message = status.message().bytes().map(|byte| if byte.is_ascii_alphanumeric() { 1 } else { 3 });
    message.sum::<usize>() + status.details().len().div_ceil(3) * 4
}

/// The status of data that is too long, without as little as helps.
fn shortened(mut data: ApplicationErrorData) -> Status {
    type Step = (&'static str, fn(&mut ApplicationErrorData));
    let (code, reason) = (data.error_code.clone(), data.error_reason.clone());
    let steps: [Step; 7] = [
        ("details", |data| data.details = None),
        ("errorMessage", |data| data.error_message = cut(&data.error_message).into()),
        ("guardrail", |data| data.guardrail = None),
        ("flow", |data| data.flow = None),
        ("node", |data| data.node = None),
        // Control characters take six bytes each in JSON.
        ("errorMessage", |data| data.error_message = data.error_reason.clone()),
        ("errorCode", |data| {
            *data = ApplicationErrorData::new(ErrorCode::InternalError, DomainErrorSpec::UNREADABLE_REASON);
        }),
    ];
    let mut status = None;
    for (member, leave_out) in steps {
        let before = data.clone();
        leave_out(&mut data);
        if data == before {
            continue;
        }
        log(member, &code, &reason);
        let shorter = status.insert(encoded(&data));
        if length(shorter) <= MAX_STATUS {
            break;
        }
    }
    status.unwrap_or_else(|| encoded(&data))
}

/// The head of a text, and that it is one.
fn cut(text: &str) -> String {
    let end = (0..=CUT_MESSAGE).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
    match text.get(..end) {
        Some(head) if head.len() < text.len() => format!("{head}…"),
        _ => text.to_string(),
    }
}

fn log(member: &str, code: &WireCode, reason: &str) {
    #[cfg(feature = "tracing")]
    tracing::warn!(
        member,
        error_code = code.as_str(),
        error_reason = reason,
        "error data is too long for gRPC: a member is left out"
    );
    #[cfg(not(feature = "tracing"))]
    let _ = (member, code, reason);
}

/// The error data of a status: what stands in its `ErrorInfo`, of this crate or of another that knows S1's names. A wait that only the
/// `RetryInfo` tells is taken from there.
#[must_use]
pub fn error_data(status: &Status) -> Option<ApplicationErrorData> {
    let details = status.get_error_details();
    let info = details.error_info()?;
    let whole = info.metadata.get(DATA).and_then(|text| serde_json::from_str(text).ok());
    let mut facts: alloc::vec::Vec<_> = info.metadata.iter().collect();
    facts.sort_unstable();
    let facts = facts.into_iter().map(|(name, text)| (name.as_str(), text.as_str()));
    let mut data: ApplicationErrorData = whole.or_else(|| read_metadata(facts, Some(status.message())))?;
    if data.retry_after_ms.is_none() {
        let delay = details.retry_info().and_then(|retry| retry.retry_delay);
        data.retry_after_ms = delay.map(|delay| bounded(whole_millis(delay)));
    }
    Some(data)
}

impl From<ApplicationError> for Status {
    fn from(error: ApplicationError) -> Self {
        status(error.data())
    }
}
