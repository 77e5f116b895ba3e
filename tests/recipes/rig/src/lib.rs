//! The recipe for a crate that has no feature: rules of your own, here for rig 0.44. Copy what you need.
//!
//! | error | code | reason | retriable |
//! |---|---|---|---|
//! | `ProviderError` that is a refusal | `GUARDRAIL_BLOCKED` | `llm_refused` | no |
//! | `ProviderError` of an answer | as `from_response` has it: status, headers, body | | |
//! | `ProviderError` else | `UPSTREAM_UNAVAILABLE` | `llm_unavailable` | as rig says |
//! | `ToolExecutionError` | by its kind | `tool_...` | as rig says |

use llamon_errors::ErrorCode;
use llamon_errors::classify::{Classification, Rules, from_http_status, from_response};
use rig_core::error::{ErrorKind, ProviderError};
use rig_core::tool::{ToolErrorKind, ToolExecutionError};

/// The rules, made once and lent to whoever classifies.
pub fn rig_rules() -> Rules {
    Rules::new()
        .on(|error: &ProviderError| {
            let report = error.report();
            Some(match (report.http_status, &report.provider_response) {
                _ if report.refusal => Classification::new(ErrorCode::GuardrailBlocked, "llm_refused"),
                (Some(status), Some(answer)) => {
                    let header = |name: &str| answer.headers.as_ref()?.get(name)?.to_str().ok();
                    from_response(status, header, answer.body.as_bytes())
                }
                (Some(status), None) => from_http_status(status, None),
                (None, _) => {
                    Classification::new(ErrorCode::UpstreamUnavailable, "llm_unavailable").retriable(report.retryable)
                }
            })
        })
        .on(|error: &ToolExecutionError| {
            let report = error.report();
            let ErrorKind::Tool(kind) = report.kind else { return None };
            let (code, reason) = match kind {
                ToolErrorKind::InvalidArgs => (ErrorCode::InvalidInput, "tool_invalid_args"),
                ToolErrorKind::Timeout => (ErrorCode::UpstreamTimeout, "tool_timeout"),
                ToolErrorKind::NotFound => (ErrorCode::NotFound, "tool_not_found"),
                ToolErrorKind::PermissionDenied => (ErrorCode::AuthRequired, "tool_permission_denied"),
                ToolErrorKind::RateLimited => (ErrorCode::RateLimited, "tool_rate_limited"),
                ToolErrorKind::Provider | ToolErrorKind::Network => {
                    (ErrorCode::UpstreamUnavailable, "tool_unavailable")
                }
                _ => (ErrorCode::InternalError, "tool_failed"),
            };
            Some(Classification::new(code, reason).retriable(report.retryable))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(error: &(dyn std::error::Error + 'static)) -> (ErrorCode, String, bool) {
        let known = rig_rules().classify(error);
        (known.code, known.reason.into_owned(), known.retriable)
    }

    #[test]
    fn errors_of_a_provider_get_their_code() {
        use http::StatusCode;
        use rig_core::ProviderResponseError;

        let answer = |status, body: &str| ProviderError::ProviderResponse(ProviderResponseError::new(status, body));
        let quota = r#"{"error": {"code": "insufficient_quota"}}"#;
        for (error, code, reason, retriable) in [
            (answer(StatusCode::SERVICE_UNAVAILABLE, ""), ErrorCode::UpstreamUnavailable, "http_503", true),
            (answer(StatusCode::TOO_MANY_REQUESTS, ""), ErrorCode::RateLimited, "http_429", true),
            (answer(StatusCode::TOO_MANY_REQUESTS, quota), ErrorCode::RateLimited, "quota_exhausted", false),
            (ProviderError::Provider("timeout".to_owned()), ErrorCode::UpstreamUnavailable, "llm_unavailable", false),
        ] {
            assert_eq!(row(&error), (code, reason.to_owned(), retriable), "{error:?}");
            let wrapped = std::io::Error::other(error);
            assert_eq!(row(&wrapped), (code, reason.to_owned(), retriable));
        }
        let refused = ProviderResponseError::new(StatusCode::OK, "").with_refusal(true);
        let refused = row(&ProviderError::ProviderResponse(refused));
        assert_eq!(refused, (ErrorCode::GuardrailBlocked, "llm_refused".to_owned(), false));
    }

    #[test]
    fn errors_of_a_tool_get_their_code() {
        for (kind, code, reason) in [
            (ToolErrorKind::InvalidArgs, ErrorCode::InvalidInput, "tool_invalid_args"),
            (ToolErrorKind::Timeout, ErrorCode::UpstreamTimeout, "tool_timeout"),
            (ToolErrorKind::RateLimited, ErrorCode::RateLimited, "tool_rate_limited"),
            (ToolErrorKind::Network, ErrorCode::UpstreamUnavailable, "tool_unavailable"),
            (ToolErrorKind::Other, ErrorCode::InternalError, "tool_failed"),
        ] {
            let found = row(&ToolExecutionError::new(kind, "any"));
            assert_eq!((found.0, found.1.as_str()), (code, reason));
        }
    }
}
