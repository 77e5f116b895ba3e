//! Any failure inside an agent, on its way out (SPEC A1, A2, L2, P8).
//!
//! Comes in: a domain error, or a code and a reason with what else is known. Goes out: data that can travel, and the cause for whoever
//! asks inside the process. Not done here: finding the code of an error that has none ([`classify`](mod@crate::classify)), and the
//! protocols.

use alloc::boxed::Box;
use alloc::string::ToString as _;
use core::error::Error;
use core::fmt;
use core::time::Duration;

use llamon_errors_core::error_code::ErrorCode;

use crate::classify::Rules;
use crate::data::{ApplicationErrorData, ErrorFlow, ErrorNode, GuardrailData, Object, Text};
use crate::disclosure::{Disclosure, redact};
use crate::domain_error::DomainError;
use crate::retry::whole_millis;
use crate::value::{Domain, DomainCode, ErrorSource};

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
    /// The error that this error is. Its text is this error's text, so chains go on with its causes.
    Itself(Box<dyn Error + Send + Sync>),
}

impl ApplicationError {
    /// An error of a code and a reason.
    ///
    /// Until a setter says otherwise its message is the reason, and it is retriable as the code usually is. A reason that
    /// cannot travel (empty, or not ASCII: SPEC V1) never loses the error: it goes out as `INTERNAL_ERROR` with the reason
    /// `error_data_build_failed` (SPEC V6), a guardrail's block as a block with that reason.
    /// [`bail_application!`](crate::bail_application) has its reason checked by the compiler.
    #[must_use]
    pub fn new(code: ErrorCode, reason: impl Into<Text>) -> Self {
        Self::from_data(ApplicationErrorData::new(code, reason))
    }

    /// An error of data that was made or read elsewhere, for example by the agent that this one called.
    ///
    /// The values are checked here, since nothing checked them before. Data at fault goes out as `INTERNAL_ERROR` with the reason
    /// `error_data_build_failed`, and what was meant is logged (SPEC V6; feature `tracing`). A guardrail's block stays one (SPEC D4).
    #[must_use]
    pub fn from_data(data: ApplicationErrorData) -> Self {
        Self(Box::new(Inner { data: data.checked(), cause: Cause::None }))
    }

    /// An error that has another one as its cause, whose text goes out as far as `disclosure` lets it. The full text, with the chain
    /// of causes, is logged (feature `tracing`).
    ///
    /// ```
    /// use llamon_errors::{ApplicationError, Disclosure, ErrorCode};
    ///
    /// let cause = std::io::Error::other("cannot reach https://u:pw@host/x?key=EXAMPLE");
    /// let error = ApplicationError::disclosed(ErrorCode::UpstreamUnavailable, "bank_lookup_failed", cause, Disclosure::Outermost);
    /// assert_eq!(error.to_string(), "cannot reach https://host/x");
    /// ```
    #[must_use]
    pub fn disclosed(
        code: ErrorCode,
        reason: impl Into<Text>,
        cause: impl Into<Box<dyn Error + Send + Sync>>,
        disclosure: Disclosure,
    ) -> Self {
        let cause = cause.into();
        let message = disclosure.text(code, cause.as_ref());
        let mut error = Self::new(code, reason).message(message);
        error.0.cause = match disclosure {
            // The message is the cause's own text: as a source it would be printed twice by whoever prints chains.
            Disclosure::Outermost => Cause::Itself(cause),
            Disclosure::Generic => Cause::Source(cause),
        };
        error
    }

    /// An error whose code is found by its type, or by those of its causes (SPEC M1 to M13).
    ///
    /// An `ApplicationError` anywhere among the causes gives its data; nothing of the error around it goes out. Otherwise the text of the
    /// error goes out as [`Disclosure::Outermost`] lets it. [`Rules::application_error`] has the user's own rules in front, and finds
    /// domain errors among the causes; [`classify`](mod@crate::classify) tells the whole order.
    ///
    /// ```
    /// use llamon_errors::{ApplicationError, ErrorCode};
    ///
    /// let error = ApplicationError::classified(std::io::Error::from(std::io::ErrorKind::ConnectionRefused));
    /// assert_eq!((error.code(), error.data().retriable), (ErrorCode::UpstreamUnavailable, true));
    /// assert_eq!(error.data().error_reason, "io_connection_refused");
    /// ```
    #[must_use]
    pub fn classified<E: Into<Box<dyn Error + Send + Sync>> + 'static>(error: E) -> Self {
        Rules::new().application_error(error)
    }

    /// An error of data and what it was found in; `is_itself` where both have the same text.
    pub(crate) fn of_cause(data: ApplicationErrorData, cause: Box<dyn Error + Send + Sync>, is_itself: bool) -> Self {
        let mut error = Self::from_data(data);
        error.0.cause = if is_itself { Cause::Itself(cause) } else { Cause::Source(cause) };
        error
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
    pub fn retry_after(self, wait: Duration) -> Self {
        self.retry_after_ms(whole_millis(wait))
    }

    /// How long to wait before a retry, in milliseconds.
    #[must_use]
    pub fn retry_after_ms(mut self, millis: u64) -> Self {
        self.0.data.retry_after_ms = Some(millis);
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

    /// The catalog key, where the error is raised by hand all the same.
    #[must_use]
    pub fn domain_code(mut self, code: DomainCode) -> Self {
        self.0.data.domain_code = Some(code.into_text());
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

    /// What a guardrail found; [`guardrail`](crate::guardrail) has builders for the whole error.
    #[must_use]
    pub fn guardrail(mut self, guardrail: GuardrailData) -> Self {
        self.0.data.guardrail = Some(guardrail);
        self
    }

    /// Fields of the error that may travel.
    #[must_use]
    pub fn details(mut self, details: Object) -> Self {
        self.0.data.details = Some(details);
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

    /// What a client will read, by value.
    #[must_use]
    pub fn into_data(self) -> ApplicationErrorData {
        self.0.data
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

/// What a domain error's catalog entry and fields say.
pub(crate) fn domain_data<E: DomainError + ?Sized>(error: &E) -> ApplicationErrorData {
    let spec = error.spec();
    let mut data = ApplicationErrorData::new(spec.sdk_code(), spec.reason());
    data.error_message = match spec.message() {
        Some(_) => Text::Owned(error.message()),
        None => Text::Borrowed(spec.title()),
    };
    data.retriable = spec.retriable();
    data.domain = Some(Text::Borrowed(spec.domain())).filter(|domain| !domain.is_empty());
    data.domain_code = Some(Text::Borrowed(spec.code())).filter(|code| !code.is_empty());
    data.error_source = spec.error_source().map(Text::Borrowed);
    data.retry_after_ms = spec.retry_after_ms();
    data.details = error.details();
    data
}

impl<E: DomainError + Send + Sync + 'static> From<E> for ApplicationError {
    /// The error with all that its catalog entry says.
    fn from(error: E) -> Self {
        let data = domain_data(&error);
        // The compiler checked what the catalog says, so nothing is checked here again.
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
            .field("source", &self.source().map(|source| redact(&source.to_string())))
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
