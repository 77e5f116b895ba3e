//! Any failure inside an agent, on its way out (SPEC A1, A2, L2, P8).

use alloc::boxed::Box;
use core::error::Error;
use core::fmt;
use core::time::Duration;

use llamon_errors_core::error_code::ErrorCode;
use llamon_errors_core::format::check_wire_reason;
use llamon_errors_core::spec::DomainErrorSpec;

use crate::data::{ApplicationErrorData, ErrorFlow, ErrorNode, Text, WireCode};
use crate::domain_error::DomainError;
use crate::value::{Domain, ErrorSource};

/// An application-level error: the task exists, and it fails.
///
/// One pointer wide, so that a `Result<(), ApplicationError>` costs a word. A [`DomainError`] becomes one by `?`; an error
/// without a catalog is raised by hand:
///
/// ```
/// use llamon_errors::{ApplicationError, ErrorCode};
///
/// let error = ApplicationError::new(ErrorCode::RateLimited, "classifier_quota_exceeded")
///     .message("the classifier's daily quota is used up")
///     .retry_after(std::time::Duration::from_secs(60));
/// assert!(error.data().retriable);
/// assert_eq!(error.data().retry_after_ms, Some(60_000));
/// ```
pub struct ApplicationError(Box<Inner>);

struct Inner {
    data: ApplicationErrorData,
    cause: Cause,
}

enum Cause {
    None,
    /// Something below this error.
    Source(Box<dyn Error + Send + Sync>),
    /// The domain error that this error is. Its text is this error's text, so chains go on with its causes.
    Itself(Box<dyn Error + Send + Sync>),
}

impl ApplicationError {
    /// An error of a code and a reason.
    ///
    /// Until a setter says otherwise its message is the reason, and it is retriable as the code usually is. A reason that
    /// cannot travel (empty, or not ASCII: SPEC V1) never loses the error: it goes out as `INTERNAL_ERROR` with the reason
    /// `error_data_build_failed` (SPEC V6).
    #[must_use]
    pub fn new(code: ErrorCode, reason: impl Into<Text>) -> Self {
        let reason = reason.into();
        let (code, reason, message) = match check_wire_reason(&reason) {
            Ok(()) => (code, reason.clone(), reason),
            Err(_) => (ErrorCode::InternalError, Text::Borrowed(DomainErrorSpec::UNREADABLE.reason), reason),
        };
        let data = ApplicationErrorData {
            error_code: WireCode::Known(code),
            error_reason: reason,
            error_message: message,
            retriable: code.usually_retriable(),
            domain: None,
            domain_code: None,
            error_source: None,
            retry_after_ms: None,
            retried: None,
            node: None,
            flow: None,
            details: None,
        };
        Self(Box::new(Inner { data, cause: Cause::None }))
    }

    /// Text for people.
    #[must_use]
    pub fn message(mut self, message: impl Into<Text>) -> Self {
        self.0.data.error_message = message.into();
        self
    }

    /// Whether the same request may succeed later.
    #[must_use]
    pub fn retriable(mut self, retriable: bool) -> Self {
        self.0.data.retriable = retriable;
        self
    }

    /// How long to wait before a retry; rounded up to whole milliseconds, so that nobody comes too early.
    #[must_use]
    pub fn retry_after(mut self, wait: Duration) -> Self {
        let millis = wait.as_nanos().div_ceil(1_000_000);
        self.0.data.retry_after_ms = Some(u64::try_from(millis).unwrap_or(u64::MAX));
        self
    }

    /// Where it went wrong.
    #[must_use]
    pub fn error_source(mut self, source: ErrorSource) -> Self {
        self.0.data.error_source = Some(source.into_text());
        self
    }

    /// The agent that the error belongs to.
    #[must_use]
    pub fn domain(mut self, domain: Domain) -> Self {
        self.0.data.domain = Some(domain.into_text());
        self
    }

    /// How often the server itself has tried again already.
    #[must_use]
    pub fn retried(mut self, retried: u32) -> Self {
        self.0.data.retried = Some(retried);
        self
    }

    /// The node of a flow that failed.
    #[must_use]
    pub fn node(mut self, node: ErrorNode) -> Self {
        self.0.data.node = Some(node);
        self
    }

    /// How far the flow had come.
    #[must_use]
    pub fn flow(mut self, flow: ErrorFlow) -> Self {
        self.0.data.flow = Some(flow);
        self
    }

    /// The cause. It stays in the process: clients see the message only.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.0.cause = Cause::Source(source.into());
        self
    }

    /// What clients branch on.
    #[must_use]
    pub fn code(&self) -> ErrorCode {
        self.0.data.error_code.effective()
    }

    /// What a client will read.
    #[must_use]
    pub fn data(&self) -> &ApplicationErrorData {
        &self.0.data
    }

    /// The domain error that this error was made of, if it was made of one of this type.
    #[must_use]
    pub fn domain_error<E: DomainError + 'static>(&self) -> Option<&E> {
        match &self.0.cause {
            Cause::Itself(error) => error.downcast_ref(),
            Cause::None | Cause::Source(_) => None,
        }
    }
}

impl<E: DomainError + Send + Sync + 'static> From<E> for ApplicationError {
    /// The error with all that its catalog entry says.
    fn from(error: E) -> Self {
        let spec = error.spec();
        let data = ApplicationErrorData {
            error_code: WireCode::Known(spec.sdk_code),
            error_reason: Text::Borrowed(spec.reason),
            error_message: match spec.message {
                Some(_) => Text::Owned(error.message()),
                None => Text::Borrowed(spec.title),
            },
            retriable: spec.retriable,
            domain: Some(Text::Borrowed(spec.domain)).filter(|domain| !domain.is_empty()),
            domain_code: Some(Text::Borrowed(spec.code)).filter(|code| !code.is_empty()),
            error_source: spec.error_source.map(Text::Borrowed),
            retry_after_ms: spec.retry_after_ms,
            retried: None,
            node: None,
            flow: None,
            details: error.details(),
        };
        Self(Box::new(Inner { data, cause: Cause::Itself(Box::new(error)) }))
    }
}

impl fmt::Display for ApplicationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.data.error_message)
    }
}

impl fmt::Debug for ApplicationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ApplicationError")
            .field("code", &self.0.data.error_code.as_str())
            .field("reason", &self.0.data.error_reason)
            .field("message", &self.0.data.error_message)
            .field("source", &self.source().map(alloc::string::ToString::to_string))
            .finish_non_exhaustive()
    }
}

impl Error for ApplicationError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.0.cause {
            Cause::None => None,
            Cause::Source(source) => Some(source.as_ref()),
            Cause::Itself(error) => error.source(),
        }
    }
}
