//! What text of an error may leave the process.
//!
//! Comes in: an error of somebody else's type. Goes out: a text for clients, and the full text for the log. A catalog's message and a
//! message that the author wrote are the author's own and do not pass through here. Panic payloads never go out: whoever catches a
//! panic takes [`PANIC_TEXT`], and so does the text of a tokio task that panicked (feature `tokio`). The answer of a model that could not
//! be read does not go out either (feature `async-openai`).

use alloc::string::{String, ToString as _};
use core::error::Error;

use llamon_errors_core::error_code::ErrorCode;

#[cfg(any(feature = "async-openai", feature = "tokio"))]
use crate::classify;
use crate::data::Text;

mod foreign;
mod redact;

use self::foreign::Told;
pub use self::redact::redact;

/// Stands for the text of a panic: its payload may hold anything.
pub const PANIC_TEXT: &str = "the task panicked";

/// How far a chain of causes is followed: an error may be its own source.
pub const MAX_CHAIN: usize = 32;

/// What a client may read of an error that is not the author's own.
///
/// ```
/// use llamon_errors::{Disclosure, ErrorCode};
///
/// let error = std::io::Error::other("error sending request for url (http://host/x?api_key=EXAMPLE)");
/// let text = |disclosure: Disclosure| disclosure.text(ErrorCode::UpstreamUnavailable, &error);
/// assert_eq!(text(Disclosure::Outermost), "error sending request for url (http://host/x)");
/// assert_eq!(text(Disclosure::Generic), "a service that is needed is not available");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Disclosure {
    /// The text of the outermost error, as S1 has it, with user names, passwords, queries and fragments taken out of its URLs. The causes
    /// behind it are not written; but what the error's own text repeats of them goes out with it, as with `#[error("...: {0}")]`.
    ///
    /// Of errors that are known to do so, something else is told: their message, their kind, or a fixed text. Those are the errors of
    /// async-openai, jsonschema, opendal, rmcp, tonic and validator, each with the feature of its name, and of `serde_json`. Around them it
    /// is the fixed text of the code that goes out, if the text outside repeats theirs.
    #[default]
    Outermost,
    /// A fixed text for each code.
    Generic,
}

impl Disclosure {
    /// The text for clients. The full text, causes and all, goes to `tracing` where that feature is on.
    #[must_use]
    pub fn text(self, code: ErrorCode, error: &(dyn Error + 'static)) -> Text {
        log(code, error);
        match self {
            // A task's end tells what its panic said.
            #[cfg(feature = "tokio")]
            Self::Outermost if classify::holds_panic(error) => Text::Borrowed(PANIC_TEXT),
            // An answer that cannot be read is told whole by its error.
            #[cfg(feature = "async-openai")]
            Self::Outermost if classify::holds_body(error) => Text::Borrowed(generic_text(code)),
            Self::Outermost => outermost(code, error),
            Self::Generic => Text::Borrowed(generic_text(code)),
        }
    }
}

/// The outermost error's text, or what may be told in its place.
fn outermost(code: ErrorCode, error: &(dyn Error + 'static)) -> Text {
    match foreign::told(error) {
        Some(Told::Words(words)) => return Text::Owned(redact(&words)),
        Some(Told::Nothing) => return Text::Borrowed(generic_text(code)),
        None => {}
    }
    let text = error.to_string();
    if foreign::repeats(&text, error) { Text::Borrowed(generic_text(code)) } else { Text::Owned(redact(&text)) }
}

/// What can be told of any error of a code.
#[must_use]
pub const fn generic_text(code: ErrorCode) -> &'static str {
    match code {
        ErrorCode::InvalidInput => "the input is missing or malformed",
        ErrorCode::AuthRequired => "authentication or permission is needed",
        ErrorCode::NotFound => "what was asked for does not exist",
        ErrorCode::UpstreamUnavailable => "a service that is needed is not available",
        ErrorCode::UpstreamTimeout => "a service that is needed did not answer in time",
        ErrorCode::RateLimited => "too many requests",
        ErrorCode::GuardrailBlocked => "blocked by a guardrail",
        ErrorCode::InternalError => "an internal error",
    }
}

/// The text of an error and of its causes, for logs alone; at most [`MAX_CHAIN`] of them.
#[must_use]
pub fn full_text(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    for _ in 1..MAX_CHAIN {
        let Some(error) = cause else { return text };
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    if cause.is_some() {
        text.push_str(": ...");
    }
    text
}

/// The full text, for the log alone.
pub(crate) fn log(code: ErrorCode, error: &(dyn Error + 'static)) {
    #[cfg(feature = "tracing")]
    tracing::warn!(error_code = code.as_str(), error = full_text(error), "an error leaves the process");
    #[cfg(not(feature = "tracing"))]
    let _ = (code, error);
}
