//! Errors as gRPC statuses with details, and back.
//!
//! Comes in: an error or its data. Goes out: a [`tonic::Status`] whose details are `ErrorInfo` and, where the error asks to wait,
//! `RetryInfo`. All of the data stands as JSON in the metadata of the `ErrorInfo`, below `data`. Not done here: what a status of somebody
//! else means.

use alloc::collections::BTreeMap;
use alloc::string::ToString as _;
use core::time::Duration;
use std::collections::HashMap;

use ::tonic::{Code, Status};
use llamon_errors_core::error_code::ErrorCode;
use tonic_types::{ErrorDetails, StatusExt as _};

use crate::application_error::ApplicationError;
use crate::data::ApplicationErrorData;
use crate::error_info::{OWN_DOMAIN, metadata, read_metadata, upper_reason};

/// The name below which all of the data stands.
const DATA: &str = "data";

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

/// The status of an error. Values that cannot travel are dealt with as SPEC V6 says.
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
    let object = data.to_object();
    let mut facts: BTreeMap<_, _> = metadata(&object);
    facts.insert(DATA.to_string(), serde_json::Value::Object(object).to_string());
    let domain = data.domain.as_deref().unwrap_or(OWN_DOMAIN);
    let facts: HashMap<_, _> = facts.into_iter().collect();
    let mut details = ErrorDetails::with_error_info(upper_reason(&data.error_reason), domain, facts);
    if let Some(millis) = data.retry_after_ms {
        details.set_retry_info(Some(Duration::from_millis(millis).min(LONGEST)));
    }
    Status::with_error_details(grpc_code(&data), data.error_message.clone(), details)
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
        data.retry_after_ms = delay.map(crate::retry::whole_millis);
    }
    Some(data)
}

impl From<ApplicationError> for Status {
    fn from(error: ApplicationError) -> Self {
        status(error.data())
    }
}
