//! The errors that S1 has a row for and that have no twin among Rust's own: guardrails, keys, the registry, configuration, components,
//! flows (SPEC M1 to M6, M9, M10).
//!
//! Comes in: what the author knows. Goes out: an error like any other, which [`classify`](mod@crate::classify) knows by its type.
//! Not done here: errors that have a number; a catalog has those.
//!
//! | type | code | retriable |
//! |---|---|---|
//! | [`GuardrailBlockedError`] | `GUARDRAIL_BLOCKED` | no |
//! | [`MissingApiKeyError`], [`RegistryUnauthorizedError`] | `AUTH_REQUIRED` | no |
//! | [`ConfigValidationError`], [`MissingFieldError`] | `INVALID_INPUT` | no |
//! | [`RegistryNotFoundError`] | `NOT_FOUND` | no |
//! | [`RegistryTimeoutError`] | `UPSTREAM_TIMEOUT` | yes |
//! | [`ComponentInvokeError`], [`ComponentLoadError`], [`ToolIterationLimitError`] | `UPSTREAM_UNAVAILABLE` | yes |
//! | [`MaxIterationError`], [`MergeStrategyError`], [`RoutingError`], [`A2aProtocolError`] | `INTERNAL_ERROR` | no |
//!
//! The reason is the name of the type in `snake_case`, `component_invoke_error`; a tool loop's limit has S1's own,
//! `max_tool_iterations_exceeded`. The error's text goes to the client as far as [`Disclosure`](crate::Disclosure) lets it; its cause
//! stays.

use alloc::boxed::Box;
use alloc::format;
use core::error::Error;
use core::fmt;

use llamon_errors_core::error_code::ErrorCode;

use crate::classify::{Classification, Node};
use crate::data::{GuardrailData, Text};
use crate::guardrail::GuardrailExtras;
use crate::value::ErrorSource;

macro_rules! families {
    ($($(#[$doc:meta])* $name:ident: $code:ident $reason:literal;)*) => {
        $(
            $(#[$doc])*
            #[derive(Debug)]
            pub struct $name {
                message: Text,
                error_source: Option<ErrorSource>,
                cause: Option<Box<dyn Error + Send + Sync>>,
            }

            impl $name {
                fn of(message: Text) -> Self {
                    Self { message, error_source: None, cause: None }
                }

                /// The cause. It stays in the process.
                #[must_use]
                pub fn with_source(mut self, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
                    self.cause = Some(cause.into());
                    self
                }

                /// Where it went wrong.
                #[must_use]
                pub fn error_source(mut self, source: ErrorSource) -> Self {
                    self.error_source = Some(source);
                    self
                }

                fn classification(&self) -> Classification {
                    let known = Classification::fixed(ErrorCode::$code, $reason);
                    match self.error_source.clone() {
                        Some(source) => known.error_source(source),
                        None => known,
                    }
                }
            }

            impl fmt::Display for $name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.write_str(&self.message)
                }
            }

            impl Error for $name {
                fn source(&self) -> Option<&(dyn Error + 'static)> {
                    self.cause.as_deref().map(|cause| cause as &(dyn Error + 'static))
                }
            }
        )*

        /// What a place in a chain says, if an error of one of the families stands there.
        pub(crate) fn classification(node: Node<'_>) -> Option<Classification> {
            $(if let Some(error) = node.find::<$name>() {
                return Some(error.classification());
            })*
            node.find::<GuardrailBlockedError>().map(GuardrailBlockedError::classification)
        }
    };
}

families! {
    /// A component (a tool, a model, a sub-agent) could not be called, or failed (SPEC M6).
    ///
    /// ```
    /// use llamon_errors::family::ComponentInvokeError;
    /// use llamon_errors::{ApplicationError, ErrorCode, error_source};
    ///
    /// let refused = std::io::Error::from(std::io::ErrorKind::ConnectionRefused);
    /// let error = ApplicationError::classified(
    ///     ComponentInvokeError::new("bank lookup failed")
    ///         .error_source(error_source!("mcp:MCP-001/check_account_owner"))
    ///         .with_source(refused),
    /// );
    /// assert_eq!((error.code(), error.to_string().as_str()), (ErrorCode::UpstreamUnavailable, "bank lookup failed"));
    /// assert_eq!(error.data().error_reason, "component_invoke_error");
    /// ```
    ComponentInvokeError: UpstreamUnavailable "component_invoke_error";
    /// A component could not be loaded (SPEC M6).
    ComponentLoadError: UpstreamUnavailable "component_load_error";
    /// A loop of tool calls, or a graph's steps, came to its limit (SPEC M9). S1 counts that as a failure of what was called, and
    /// retriable.
    ToolIterationLimitError: UpstreamUnavailable "max_tool_iterations_exceeded";
    /// The registry did not answer in time (SPEC M5).
    RegistryTimeoutError: UpstreamTimeout "registry_timeout_error";
    /// The registry does not have it (SPEC M4).
    RegistryNotFoundError: NotFound "registry_not_found_error";
    /// The registry wants other credentials (SPEC M2).
    RegistryUnauthorizedError: AuthRequired "registry_unauthorized_error";
    /// A key for a service is not set (SPEC M2).
    MissingApiKeyError: AuthRequired "missing_api_key_error";
    /// A setting, or a document that came in, breaks its rules (SPEC M3).
    ConfigValidationError: InvalidInput "config_validation_error";
    /// A field that must be there is not (SPEC M3).
    MissingFieldError: InvalidInput "missing_field_error";
    /// An agent's own loop came to its limit (SPEC M10).
    MaxIterationError: InternalError "max_iteration_error";
    /// The results of parallel nodes could not be merged (SPEC M10).
    MergeStrategyError: InternalError "merge_strategy_error";
    /// A flow had no way to go on (SPEC M10).
    RoutingError: InternalError "routing_error";
    /// A peer broke the A2A protocol (SPEC M10).
    A2aProtocolError: InternalError "a2a_protocol_error";
}

macro_rules! told_by_the_author {
    ($($name:ident)*) => {$(
        impl $name {
            /// The error, as its author tells it.
            #[must_use]
            pub fn new(message: impl Into<Text>) -> Self {
                Self::of(message.into())
            }
        }
    )*};
}

told_by_the_author! {
    ComponentInvokeError ComponentLoadError MergeStrategyError RoutingError A2aProtocolError
}

impl ToolIterationLimitError {
    /// So many rounds were allowed.
    #[must_use]
    pub fn new(limit: u32) -> Self {
        Self::of(Text::Owned(format!("the tool calls did not come to an end within {limit} rounds")))
    }
}

impl MaxIterationError {
    /// So many rounds were allowed.
    #[must_use]
    pub fn new(limit: u32) -> Self {
        Self::of(Text::Owned(format!("the work did not come to an end within {limit} rounds")))
    }
}

impl RegistryTimeoutError {
    /// This was asked for.
    #[must_use]
    pub fn new(what: &str) -> Self {
        Self::of(Text::Owned(format!("the registry did not answer in time about `{what}`")))
    }
}

impl RegistryNotFoundError {
    /// This was asked for.
    #[must_use]
    pub fn new(what: &str) -> Self {
        Self::of(Text::Owned(format!("the registry does not have `{what}`")))
    }
}

impl RegistryUnauthorizedError {
    /// This was asked for.
    #[must_use]
    pub fn new(what: &str) -> Self {
        Self::of(Text::Owned(format!("the registry does not let us have `{what}`")))
    }
}

impl MissingApiKeyError {
    /// The name of the key, as `OPENAI_API_KEY`; never the key.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self::of(Text::Owned(format!("the key `{name}` is not set")))
    }
}

impl ConfigValidationError {
    /// The error, as its author tells it.
    #[must_use]
    pub fn new(message: impl Into<Text>) -> Self {
        Self::of(message.into())
    }

    /// A setting and what is wrong with it.
    ///
    /// ```
    /// use llamon_errors::family::ConfigValidationError;
    ///
    /// let error = ConfigValidationError::at("llm.timeout", "must be positive");
    /// assert_eq!(error.to_string(), "`llm.timeout`: must be positive");
    /// ```
    #[must_use]
    pub fn at(setting: &str, fault: &str) -> Self {
        Self::of(Text::Owned(format!("`{setting}`: {fault}")))
    }
}

impl MissingFieldError {
    /// The field's name.
    #[must_use]
    pub fn new(field: &str) -> Self {
        Self::of(Text::Owned(format!("the field `{field}` is missing")))
    }
}

/// A guardrail blocked it (SPEC M1, G1).
///
/// ```
/// use llamon_errors::family::GuardrailBlockedError;
/// use llamon_errors::guardrail::guardrail_extras;
/// use llamon_errors::{ApplicationError, ErrorCode, GuardrailData};
///
/// let extras = guardrail_extras("pii", GuardrailData::new("personal_data")).unwrap();
/// let error = ApplicationError::classified(GuardrailBlockedError::new("the document holds personal data", extras));
/// assert_eq!(error.code(), ErrorCode::GuardrailBlocked);
/// assert_eq!(error.data().error_source.as_deref(), Some("guardrail:pii"));
/// assert_eq!(error.data().guardrail, Some(GuardrailData::new("personal_data")));
/// ```
#[derive(Debug)]
pub struct GuardrailBlockedError {
    message: Text,
    extras: GuardrailExtras,
    cause: Option<Box<dyn Error + Send + Sync>>,
}

impl GuardrailBlockedError {
    /// A text for the client, which must not repeat what was blocked, and what the guardrail found.
    #[must_use]
    pub fn new(message: impl Into<Text>, extras: GuardrailExtras) -> Self {
        Self { message: message.into(), extras, cause: None }
    }

    /// The cause. It stays in the process.
    #[must_use]
    pub fn with_source(mut self, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.cause = Some(cause.into());
        self
    }

    /// What the guardrail found.
    #[must_use]
    pub const fn guardrail(&self) -> &GuardrailData {
        &self.extras.guardrail
    }

    fn classification(&self) -> Classification {
        Classification::fixed(ErrorCode::GuardrailBlocked, "guardrail_blocked_error")
            .error_source(self.extras.error_source.clone())
    }
}

impl fmt::Display for GuardrailBlockedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for GuardrailBlockedError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.cause.as_deref().map(|cause| cause as &(dyn Error + 'static))
    }
}
