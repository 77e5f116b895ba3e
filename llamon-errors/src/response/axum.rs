//! Errors as responses of axum handlers.
//!
//! The body is the unified error response or problem details; `Retry-After` and, for 401, `WWW-Authenticate` stand in the head.

use alloc::string::{String, ToString as _};

use axum_core::response::{IntoResponse, Response};
use http::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE};
use http::status::StatusCode;

use super::{AuthDetails, Category, Details, ProblemDetails, UnifiedErrorResponse};
use crate::application_error::ApplicationError;

impl IntoResponse for UnifiedErrorResponse {
    fn into_response(self) -> Response {
        let head = head(self.http_status(), "application/json", self.retry_after_seconds(), challenge(&self));
        (head.0, head.1, self.to_json()).into_response()
    }
}

impl IntoResponse for ProblemDetails {
    fn into_response(self) -> Response {
        let body = serde_json::to_string(&self).unwrap_or_default();
        let status = self.status;
        let response = UnifiedErrorResponse::from(self);
        let status = status.unwrap_or_else(|| response.http_status());
        let head = head(status, Self::MEDIA_TYPE, response.retry_after_seconds(), challenge(&response));
        (head.0, head.1, body).into_response()
    }
}

impl IntoResponse for ApplicationError {
    /// The error as the unified error response.
    fn into_response(self) -> Response {
        UnifiedErrorResponse::from(self.into_data()).into_response()
    }
}

fn head(
    status: u16,
    media_type: &'static str,
    retry_after: Option<u64>,
    challenge: Option<String>,
) -> (StatusCode, HeaderMap) {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    let mut insert = |name: HeaderName, value: Option<String>| {
        // A value that no header can hold is left out; the body says the same.
        if let Some(Ok(value)) = value.map(HeaderValue::try_from) {
            headers.insert(name, value);
        }
    };
    insert(RETRY_AFTER, retry_after.map(|seconds| seconds.to_string()));
    insert(WWW_AUTHENTICATE, challenge);
    (StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR), headers)
}

/// What a 401 must say (RFC 9110, section 11.6.1): the scheme, and the scopes where they are names.
fn challenge(response: &UnifiedErrorResponse) -> Option<String> {
    if response.error.code != Category::AuthRequired {
        return None;
    }
    let Some(Details::Auth(AuthDetails { required_auth_type, scopes, .. })) = &response.error.details else {
        return Some("Bearer".to_string());
    };
    let scheme = match required_auth_type.to_ascii_lowercase().as_str() {
        "basic" | "http_basic" => "Basic",
        _ => "Bearer",
    };
    // RFC 6749, section 3.3: a scope is visible ASCII without quotes and backslashes.
    let is_scope = |scope: &String| scope.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\\'));
    let is_named = scheme == "Bearer" && !scopes.is_empty() && scopes.iter().all(is_scope);
    Some(if is_named { alloc::format!("{scheme} scope=\"{}\"", scopes.join(" ")) } else { scheme.to_string() })
}
