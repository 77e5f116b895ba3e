//! The unified error response (S2, SPEC U1 to U7, U10).
//!
//! Comes in: an error of this vocabulary or of S1's eight codes, or JSON that anybody wrote. Goes out: `{"error": {...}}`, an HTTP status,
//! RFC 9457 problem details, or the error data of S1. Not done here: retrying ([`retry`](crate::retry)).
//!
//! # Between the unified response and error data (SPEC U10)
//!
//! [`UnifiedErrorResponse`] is made `From` [`ApplicationErrorData`](crate::ApplicationErrorData) and back, with nothing lost.
//!
//! | unified | S1 | reason |
//! |---|---|---|
//! | `VALIDATION_ERROR` | `INVALID_INPUT` | `validation_error` |
//! | `VERSION_INCOMPATIBLE` | `INVALID_INPUT` | `version_incompatible` |
//! | `AUTH_REQUIRED` | `AUTH_REQUIRED` | `auth_required` |
//! | `PERMISSION_DENIED` | `AUTH_REQUIRED` | `permission_denied` |
//! | `SKILL_NOT_FOUND` | `NOT_FOUND` | `skill_not_found` |
//! | `EXECUTION_TIMEOUT` | `UPSTREAM_TIMEOUT` | `execution_timeout` |
//! | `ENDPOINT_UNREACHABLE` | `UPSTREAM_UNAVAILABLE` | `endpoint_unreachable` |
//! | `RATE_LIMITED`, `GUARDRAIL_BLOCKED`, `INTERNAL_ERROR`, others | the same | the code in lower case |
//!
//! What has no place on the other side travels in `details`. S1's members go below `application_error`, as far as the table does not give
//! them; S2's number of retries, and advice to retry what is not retriable, go below `retry_advice`. A unified response that bears a name
//! of S1's for which S2 has its own (`NOT_FOUND`) is served and retried as that one, and comes back under S2's name.

#[cfg(feature = "axum")]
mod axum;
mod category;
mod convert;
mod details;
mod problem;

use alloc::string::String;

use serde::de::MapAccess;
use serde::{Deserialize, Deserializer, Serialize};

pub use self::category::Category;
pub use self::details::{
    AuthDetails, Details, TimeoutDetails, UnreachableDetails, ValidationDetails, VersionDetails, Violation,
};
pub use self::problem::ProblemDetails;
use crate::data::{Fits, Object, Text, fitting, object, of_members, wait, whole_number};
use crate::retry::RetryPolicy;

/// The unified error response.
///
/// ```
/// use llamon_errors::response::{UnifiedErrorResponse, Violation};
///
/// let violations = vec![Violation::new("/endpoint/url", "string (URI format)", None, "Required field is missing")];
/// let response = UnifiedErrorResponse::validation("Skill descriptor validation failed", violations);
/// let line = serde_json::to_string(&response).unwrap();
/// let wanted = concat!(
///     r#"{"error":{"code":"VALIDATION_ERROR","message":"Skill descriptor validation failed","details":{"violations":["#,
///     r#"{"field":"/endpoint/url","expected":"string (URI format)","actual":null,"message":"Required field is missing"}"#,
///     "]}}}",
/// );
/// assert_eq!(line, wanted);
/// assert_eq!(serde_json::from_str::<UnifiedErrorResponse>(&line).unwrap(), response);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct UnifiedErrorResponse {
    /// The error.
    pub error: UnifiedError,
}

/// What stands below `error` (SPEC U2). Only `code` must be there to be read: without a text the [title](Category::title) of the code is the
/// message, and members of another type than they should have are read as absent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct UnifiedError {
    /// What programs branch on.
    pub code: Category,
    /// Text for people.
    pub message: Text,
    /// What else is known; its form depends on the code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<Details>,
    /// When and how often to try again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<Retry>,
}

/// When and how often to try again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Retry {
    /// How long to wait, in milliseconds.
    #[serde(default, deserialize_with = "wait", skip_serializing_if = "Option::is_none")]
    pub suggested_delay_ms: Option<u64>,
    /// How many retries at most.
    #[serde(default, deserialize_with = "whole_number", skip_serializing_if = "Option::is_none")]
    pub max_attempts: Option<u64>,
}

impl Retry {
    /// What a policy advises before the first retry.
    #[must_use]
    pub fn of(policy: &RetryPolicy) -> Self {
        let delay = crate::retry::whole_millis(policy.delay(1));
        Self { suggested_delay_ms: Some(delay), max_attempts: Some(policy.max_attempts.into()) }
    }
}

impl UnifiedErrorResponse {
    /// An error with a code and a text.
    #[must_use]
    pub fn new(code: Category, message: impl Into<Text>) -> Self {
        Self { error: UnifiedError { code, message: message.into(), details: None, retry: None } }
    }

    /// What else is known.
    #[must_use]
    pub fn details(mut self, details: Details) -> Self {
        self.error.details = Some(details);
        self
    }

    /// When and how often to try again. An error that is never retried (SPEC U9) gets no such advice.
    #[must_use]
    pub fn retry(mut self, retry: Retry) -> Self {
        self.error.retry = (!self.error.code.is_never_retried()).then_some(retry);
        self
    }

    /// A document is at fault: all the places where (SPEC U3).
    pub fn validation(message: impl Into<Text>, violations: impl Into<alloc::vec::Vec<Violation>>) -> Self {
        let details = ValidationDetails { violations: violations.into(), other: Object::new() };
        Self::new(Category::ValidationError, message).details(Details::Validation(details))
    }

    /// Credentials are missing, and how to get them (SPEC U4).
    pub fn auth_required(message: impl Into<Text>, details: AuthDetails) -> Self {
        Self::new(Category::AuthRequired, message).details(Details::Auth(details))
    }

    /// The work took too long (SPEC U5).
    #[must_use]
    pub fn execution_timeout(timeout_ms: u64, elapsed_ms: u64, policy: &RetryPolicy) -> Self {
        let message = alloc::format!("Skill execution exceeded the configured timeout of {timeout_ms}ms");
        let details = TimeoutDetails { timeout_ms, elapsed_ms, other: Object::new() };
        Self::new(Category::ExecutionTimeout, message).details(Details::Timeout(details)).retry(Retry::of(policy))
    }

    /// There was no connection (SPEC U6). The address goes out without its user name, password, query and fragment.
    pub fn endpoint_unreachable(endpoint_url: &str, reason: impl Into<String>, policy: &RetryPolicy) -> Self {
        let details = UnreachableDetails {
            endpoint_url: crate::disclosure::redact(endpoint_url),
            reason: reason.into(),
            other: Object::new(),
        };
        Self::new(Category::EndpointUnreachable, "Failed to connect to skill endpoint")
            .details(Details::Unreachable(details))
            .retry(Retry::of(policy))
    }

    /// The versions do not fit (SPEC U7).
    pub fn version_incompatible(message: impl Into<Text>, details: VersionDetails) -> Self {
        Self::new(Category::VersionIncompatible, message).details(Details::Version(details))
    }

    /// The response as the JSON text that it is on the wire.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Names are texts and no member can fail, so there is always a text.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The HTTP status to answer with. `VALIDATION_ERROR` has none in S2, since it is found before anything is sent; where it is served
    /// all the same, it is 400.
    #[must_use]
    pub fn http_status(&self) -> u16 {
        self.error.code.http_status().unwrap_or(400)
    }

    /// What to write into `Retry-After`: whole seconds, rounded up.
    #[must_use]
    pub fn retry_after_seconds(&self) -> Option<u64> {
        self.error.retry.and_then(|retry| retry.suggested_delay_ms).map(crate::retry::header::seconds)
    }
}

impl<'de> Fits<'de> for Retry {
    fn of_object<A: MapAccess<'de>>(object: A) -> Result<Option<Self>, A::Error> {
        of_members(object)
    }
}

impl<'de> Deserialize<'de> for UnifiedError {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Read {
            code: Category,
            #[serde(default, deserialize_with = "fitting")]
            message: Option<String>,
            #[serde(default, deserialize_with = "object")]
            details: Option<Object>,
            #[serde(default, deserialize_with = "fitting")]
            retry: Option<Retry>,
        }
        let Read { code, message, details, retry } = Read::deserialize(deserializer)?;
        let details = details.map(|object| Details::read(&code, object));
        let message = message.map_or(Text::Borrowed(code.title()), Text::Owned);
        Ok(Self { code, message, details, retry })
    }
}
