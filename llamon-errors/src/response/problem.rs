//! The same error as problem details for HTTP (RFC 9457), for clients that know no other form.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString as _};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Category, Details, Retry, UnifiedErrorResponse};
use crate::data::{Object, Text, to_whole_number};

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
#[serde(from = "Object")]
#[non_exhaustive]
pub struct ProblemDetails {
    /// What kind of problem it is: an address, `about:blank` where there is none.
    #[serde(rename = "type")]
    pub problem_type: Text,
    /// A short name of the kind.
    pub title: Text,
    /// The HTTP status. Others may leave it out; then the one of the answer can be put here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// What happened this time, for people.
    pub detail: Text,
    /// Which occurrence it is: an address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// The code of the unified response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<Category>,
    /// What else is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<Object>,
    /// When and how often to try again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<Retry>,
    /// The extension members of somebody else.
    #[serde(flatten)]
    pub other: Object,
}

fn about_blank() -> Text {
    Text::Borrowed("about:blank")
}

impl From<Object> for ProblemDetails {
    /// Reads a document that anybody wrote. All members may be absent, and those of RFC 9457 are ignored where they have another type
    /// (its section 3.1). What is another's own is kept, a `code` or `details` of another type too.
    fn from(mut object: Object) -> Self {
        let mut standard = |name: &str| match object.remove(name) {
            Some(Value::String(text)) => Some(text),
            _ => None,
        };
        let [problem_type, title, detail, instance] = ["type", "title", "detail", "instance"].map(&mut standard);
        let status = object.remove("status").as_ref().and_then(to_whole_number);
        let code = object.remove("code").and_then(|value| match value {
            Value::String(text) => Some(Category::from(text)),
            other => keep(&mut object, "code", other),
        });
        let details = object.remove("details").and_then(|value| match value {
            Value::Object(details) => Some(details),
            other => keep(&mut object, "details", other),
        });
        let retry = object.remove("retry").and_then(|value| match Retry::deserialize(&value) {
            Ok(retry) if value.as_object().is_some_and(is_advice) => Some(retry),
            Ok(_) | Err(_) => keep(&mut object, "retry", value),
        });
        Self {
            problem_type: problem_type.map_or_else(about_blank, Text::Owned),
            title: title.map(Text::Owned).unwrap_or_default(),
            status: status.and_then(|status| u16::try_from(status).ok()),
            detail: detail.map(Text::Owned).unwrap_or_default(),
            instance,
            code,
            details,
            retry,
            other: object,
        }
    }
}

/// A member that is not ours stays with the others; `null` says nothing.
fn keep<T>(others: &mut Object, name: &str, value: Value) -> Option<T> {
    if !value.is_null() {
        others.insert(name.to_owned(), value);
    }
    None
}

/// Whether an object is advice as the unified response has it.
fn is_advice(object: &Object) -> bool {
    object.is_empty() || ["suggested_delay_ms", "max_attempts"].iter().any(|name| object.contains_key(*name))
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
            status: Some(response.http_status()),
            detail: error.message.clone(),
            instance: None,
            code: Some(error.code.clone()),
            details: error.details.as_ref().map(Details::to_object),
            retry: error.retry,
            other: Object::new(),
        }
    }
}

impl From<ProblemDetails> for UnifiedErrorResponse {
    /// Reads problem details, also those of others: without a code the status tells it, and a status that tells none is kept as a code
    /// of its own, `HTTP_` and the number; without either it is `INTERNAL_ERROR`. A type that is an address, an instance and the extension
    /// members of others are kept below `details`.
    fn from(problem: ProblemDetails) -> Self {
        let code = problem.code.unwrap_or_else(|| match problem.status {
            Some(status) => {
                Category::from_http_status(status).unwrap_or_else(|| Category::Other(format!("HTTP_{status}")))
            }
            None => Category::InternalError,
        });
        let mut details = problem.details;
        let ours = problem.title == code.title();
        let kept = [
            ("type", (problem.problem_type != "about:blank").then(|| problem.problem_type.to_string())),
            ("title", (!ours && !problem.title.is_empty()).then(|| problem.title.to_string())),
            ("instance", problem.instance),
        ];
        let kept = kept.into_iter().filter_map(|(name, text)| Some((name.to_owned(), Value::from(text?))));
        for (name, value) in kept.chain(problem.other) {
            details.get_or_insert_default().entry(name).or_insert(value);
        }
        let message = if problem.detail.is_empty() { problem.title } else { problem.detail };
        let mut response = Self::new(code, message);
        response.error.details = details.map(|details| Details::read(&response.error.code, details));
        response.error.retry = problem.retry;
        response
    }
}
