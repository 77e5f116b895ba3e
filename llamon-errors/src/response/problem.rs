//! The same error as problem details for HTTP (RFC 9457), for clients that know no other form.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString as _};

use serde::{Deserialize, Serialize};

use super::{Category, Details, Retry, UnifiedErrorResponse};
use crate::data::{Object, Text};

/// Problem details. `code`, `details` and `retry` are extension members, the same as in the unified response.
///
/// ```
/// use llamon_errors::response::{Category, ProblemDetails, UnifiedErrorResponse};
///
/// let response = UnifiedErrorResponse::new(Category::PermissionDenied, "the skill is not yours");
/// let problem = ProblemDetails::from(&response).with_type_base("https://errors.example.com/");
/// assert_eq!(
///     serde_json::to_string(&problem).unwrap(),
///     r#"{"type":"https://errors.example.com/permission-denied","title":"Permission denied","status":403,"detail":"the skill is not yours","code":"PERMISSION_DENIED"}"#
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ProblemDetails {
    /// What kind of problem it is: an address, `about:blank` where there is none.
    #[serde(rename = "type", default = "about_blank")]
    pub problem_type: Text,
    /// A short name of the kind.
    #[serde(default)]
    pub title: Text,
    /// The HTTP status.
    pub status: u16,
    /// What happened this time, for people.
    #[serde(default)]
    pub detail: Text,
    /// Which occurrence it is: an address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// The code of the unified response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<Category>,
    /// What else is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<Object>,
    /// When and how often to try again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry: Option<Retry>,
}

fn about_blank() -> Text {
    Text::Borrowed("about:blank")
}

impl ProblemDetails {
    /// The media type.
    pub const MEDIA_TYPE: &'static str = "application/problem+json";

    /// Names the kind by an address: the base, and the code in kebab-case.
    #[must_use]
    pub fn with_type_base(mut self, base: &str) -> Self {
        if let Some(code) = &self.code {
            self.problem_type = Text::Owned(format!("{base}{}", code.as_str().to_ascii_lowercase().replace('_', "-")));
        }
        self
    }

    /// Says which occurrence it is.
    #[must_use]
    pub fn with_instance(mut self, instance: impl Into<String>) -> Self {
        self.instance = Some(instance.into());
        self
    }
}

impl From<&UnifiedErrorResponse> for ProblemDetails {
    fn from(response: &UnifiedErrorResponse) -> Self {
        let error = &response.error;
        Self {
            problem_type: about_blank(),
            title: Text::Borrowed(error.code.title()),
            status: response.http_status(),
            detail: error.message.clone(),
            instance: None,
            code: Some(error.code.clone()),
            details: error.details.as_ref().map(Details::to_object),
            retry: error.retry,
        }
    }
}

impl From<ProblemDetails> for UnifiedErrorResponse {
    /// Reads problem details, also those of others: without a code the status tells it, and a status that tells none is kept as a code
    /// of its own, `HTTP_` and the number. A type that is an address and an instance are kept below `details`.
    fn from(problem: ProblemDetails) -> Self {
        let named = || Category::from_http_status(problem.status);
        let code = problem.code.or_else(named).unwrap_or_else(|| Category::Other(format!("HTTP_{}", problem.status)));
        let mut details = problem.details;
        let ours = problem.title == code.title();
        let kept = [
            ("type", (problem.problem_type != "about:blank").then(|| problem.problem_type.to_string())),
            ("title", (!ours && !problem.title.is_empty()).then(|| problem.title.to_string())),
            ("instance", problem.instance),
        ];
        for (name, text) in kept {
            if let Some(text) = text {
                details.get_or_insert_default().entry(name.to_owned()).or_insert_with(|| text.into());
            }
        }
        let message = if problem.detail.is_empty() { problem.title } else { problem.detail };
        let mut response = Self::new(code, message);
        response.error.details = details.map(|details| Details::read(&response.error.code, details));
        response.error.retry = problem.retry;
        response
    }
}
