//! Between the unified error response and S1's error data (SPEC U10), both ways, with nothing lost.
//! The table stands above the module [`response`](super).

use alloc::string::ToString as _;
use core::mem::discriminant;

use llamon_errors_core::error_code::ErrorCode;
use serde::Deserialize as _;
use serde_json::Value;

use super::{Category, Details, Retry, UnifiedErrorResponse};
use crate::application_error::ApplicationError;
use crate::data::{ApplicationErrorData, Object, ProtocolErrorData, Text, WireCode};

const APPLICATION: &str = "application_error";
const RETRY: &str = "retry_advice";

/// The members of error data.
const MEMBERS: [&str; 13] = [
    "errorCode",
    "errorReason",
    "errorMessage",
    "retriable",
    "domain",
    "domainCode",
    "errorSource",
    "retryAfterMs",
    "retried",
    "node",
    "flow",
    "guardrail",
    "details",
];

/// The reasons that tell two categories of one code apart.
const VERSION_INCOMPATIBLE: &str = "version_incompatible";
const PERMISSION_DENIED: &str = "permission_denied";

/// The category of a code and a reason.
fn category(code: &WireCode, reason: &str) -> Category {
    match code {
        WireCode::Known(ErrorCode::InvalidInput) if reason == VERSION_INCOMPATIBLE => Category::VersionIncompatible,
        WireCode::Known(ErrorCode::InvalidInput) => Category::ValidationError,
        WireCode::Known(ErrorCode::AuthRequired) if reason == PERMISSION_DENIED => Category::PermissionDenied,
        WireCode::Known(ErrorCode::AuthRequired) => Category::AuthRequired,
        WireCode::Known(ErrorCode::NotFound) => Category::SkillNotFound,
        WireCode::Known(ErrorCode::UpstreamUnavailable) => Category::EndpointUnreachable,
        WireCode::Known(ErrorCode::UpstreamTimeout) => Category::ExecutionTimeout,
        WireCode::Known(ErrorCode::RateLimited) => Category::RateLimited,
        WireCode::Known(ErrorCode::GuardrailBlocked) => Category::GuardrailBlocked,
        WireCode::Known(ErrorCode::InternalError) => Category::InternalError,
        WireCode::Unknown(text) => Category::from(text.clone()),
    }
}

/// The code and the reason of a category.
fn code_and_reason(category: &Category) -> (WireCode, Text) {
    let (code, reason) = match category {
        Category::ValidationError => (ErrorCode::InvalidInput, "validation_error"),
        Category::VersionIncompatible => (ErrorCode::InvalidInput, VERSION_INCOMPATIBLE),
        Category::AuthRequired => (ErrorCode::AuthRequired, "auth_required"),
        Category::PermissionDenied => (ErrorCode::AuthRequired, PERMISSION_DENIED),
        Category::SkillNotFound => (ErrorCode::NotFound, "skill_not_found"),
        Category::ExecutionTimeout => (ErrorCode::UpstreamTimeout, "execution_timeout"),
        Category::EndpointUnreachable => (ErrorCode::UpstreamUnavailable, "endpoint_unreachable"),
        Category::RateLimited => (ErrorCode::RateLimited, "rate_limited"),
        Category::GuardrailBlocked => (ErrorCode::GuardrailBlocked, "guardrail_blocked"),
        Category::InternalError => (ErrorCode::InternalError, "internal_error"),
        Category::Other(text) => return (WireCode::from(text.clone()), crate::data::reason_of(text)),
    };
    (WireCode::Known(code), Text::Borrowed(reason))
}

impl From<ApplicationErrorData> for UnifiedErrorResponse {
    fn from(data: ApplicationErrorData) -> Self {
        let code = category(&data.error_code, &data.error_reason);
        let is_retried = data.retriable && !code.is_never_retried();
        // A member of this name would be taken for ours on the way back: then all details go the safe way.
        let own_details = data.details.clone().filter(|details| !details.contains_key(APPLICATION));
        let (details, advice) = if is_retried { lift_advice(own_details) } else { (own_details, None) };
        let mut response = Self::new(code, data.error_message.clone());
        if is_retried && (data.retry_after_ms.is_some() || advice.is_some()) {
            let max_attempts = advice.and_then(|advice| advice.max_attempts);
            response.error.retry = Some(Retry { suggested_delay_ms: data.retry_after_ms, max_attempts });
        }
        response.error.details = details.map(Details::Object);

        let rest = what_is_not_said(&data, &plain(&response));
        let mut details = response.error.details.take().map(|details| details.to_object());
        if !rest.is_empty() {
            details.get_or_insert_default().insert(APPLICATION.to_string(), Value::Object(rest));
        }
        response.error.details = details.map(|details| Details::read(&response.error.code, details));
        response
    }
}

/// Takes advice on retries that came from a unified response out of the details again.
fn lift_advice(details: Option<Object>) -> (Option<Object>, Option<Retry>) {
    let Some(mut details) = details else { return (None, None) };
    let is_advice = |value: &Value| {
        value.as_object().is_some_and(|advice| {
            advice.iter().all(|(name, value)| {
                matches!(name.as_str(), "max_attempts" | "suggested_delay_ms") && value.as_u64().is_some()
            })
        })
    };
    let Some(advice) = details.get(RETRY).filter(|value| is_advice(value)).and_then(|v| Retry::deserialize(v).ok())
    else {
        return (Some(details), None);
    };
    details.remove(RETRY);
    (Some(details).filter(|details| !details.is_empty()), Some(advice))
}

/// The members of the data that a reader of the response would not get, or get otherwise.
fn what_is_not_said(data: &ApplicationErrorData, said: &ApplicationErrorData) -> Object {
    if data == said {
        return Object::new();
    }
    let said = said.to_object();
    let mut rest: Object = data.to_object().into_iter().filter(|(name, value)| said.get(name) != Some(value)).collect();
    // Behind the rest, empty details look like none.
    if let Some(details) = data.details.as_ref().filter(|details| details.is_empty()) {
        rest.insert("details".to_string(), Value::Object(details.clone()));
    }
    rest
}

/// What the response says without the rest that may stand in its details.
fn plain(response: &UnifiedErrorResponse) -> ApplicationErrorData {
    let error = &response.error;
    let (code, reason) = code_and_reason(&error.code);
    let never = error.code.is_never_retried();
    let mut data = ApplicationErrorData::new(code, reason);
    data.error_message.clone_from(&error.message);
    data.retriable = !never && (data.retriable || error.retry.is_some());
    data.details = error.details.as_ref().map(Details::to_object);
    let Some(retry) = error.retry else { return data };
    data.retry_after_ms = retry.suggested_delay_ms.filter(|_| !never);
    if never || retry.max_attempts.is_some() || retry.suggested_delay_ms.is_none() {
        let advice = Value::Object(crate::data::to_object(&retry));
        data.details.get_or_insert_default().insert(RETRY.to_string(), advice);
    }
    data
}

impl From<UnifiedErrorResponse> for ApplicationErrorData {
    fn from(response: UnifiedErrorResponse) -> Self {
        let mut data = plain(&response);
        let Some(details) = data.details.as_mut() else { return data };
        let Some(Value::Object(rest)) = details.get(APPLICATION).cloned() else { return data };
        let mut without = details.clone();
        without.remove(APPLICATION);
        let mut whole = data.to_object();
        whole.remove("details");
        if !without.is_empty() {
            whole.insert("details".to_string(), Value::Object(without));
        }
        whole.extend(rest.clone());
        // A member of our name that somebody else made stays a detail.
        match Self::deserialize(&whole) {
            Ok(read) if is_ours(&rest, &read.to_object()) => read,
            Ok(_) | Err(_) => data,
        }
    }
}

/// Whether members are those of error data: one at least, and none of another type than was read. Those that a newer peer has beside them
/// do not count.
fn is_ours(rest: &Object, read: &Object) -> bool {
    let is_read =
        |name: &str, value: &Value| read.get(name).is_some_and(|read| discriminant(read) == discriminant(value));
    let mut known = rest.iter().filter(|(name, _)| MEMBERS.contains(&name.as_str())).peekable();
    known.peek().is_some() && known.all(|(name, value)| is_read(name, value))
}

impl From<ProtocolErrorData> for UnifiedErrorResponse {
    fn from(data: ProtocolErrorData) -> Self {
        ApplicationErrorData::from(data).into()
    }
}

impl From<UnifiedErrorResponse> for ProtocolErrorData {
    fn from(response: UnifiedErrorResponse) -> Self {
        ApplicationErrorData::from(response).into()
    }
}

impl From<&ApplicationError> for UnifiedErrorResponse {
    fn from(error: &ApplicationError) -> Self {
        error.data().clone().into()
    }
}
