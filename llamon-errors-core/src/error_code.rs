//! `errorCode`: the fixed set of eight that clients branch on (SPEC C1 to C3).

use core::fmt;

use crate::known::known_texts;

use crate::ascii;

/// The fixed vocabulary of `errorCode`, called `sdk_code` in catalogs.
///
/// There are exactly eight and there will be no ninth without a new major version, so the enum is exhaustive on purpose:
/// a client's `match` is complete. A code from a newer peer that is none of these is kept as text where data is read.
///
/// ```
/// use llamon_errors_core::error_code::ErrorCode;
///
/// assert_eq!(ErrorCode::NotFound.as_str(), "NOT_FOUND");
/// assert_eq!("RATE_LIMITED".parse(), Ok(ErrorCode::RateLimited));
/// assert!(ErrorCode::UpstreamTimeout.usually_retriable());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ErrorCode {
    /// Input is missing or malformed.
    InvalidInput,
    /// Authentication or permission is needed, or a token has expired.
    AuthRequired,
    /// A task has expired or a resource does not exist.
    NotFound,
    /// An MCP server, RAG store, database or model is down.
    UpstreamUnavailable,
    /// An outside dependency timed out.
    UpstreamTimeout,
    /// A quota or rate limit was hit; back off.
    RateLimited,
    /// Blocked for safety or compliance.
    GuardrailBlocked,
    /// Unknown; the fallback.
    InternalError,
}

impl ErrorCode {
    /// All eight, in the order of the specification.
    pub const ALL: [Self; 8] = [
        Self::InvalidInput,
        Self::AuthRequired,
        Self::NotFound,
        Self::UpstreamUnavailable,
        Self::UpstreamTimeout,
        Self::RateLimited,
        Self::GuardrailBlocked,
        Self::InternalError,
    ];

    /// The text on the wire and in catalogs, for example `NOT_FOUND`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InvalidInput => "INVALID_INPUT",
            Self::AuthRequired => "AUTH_REQUIRED",
            Self::NotFound => "NOT_FOUND",
            Self::UpstreamUnavailable => "UPSTREAM_UNAVAILABLE",
            Self::UpstreamTimeout => "UPSTREAM_TIMEOUT",
            Self::RateLimited => "RATE_LIMITED",
            Self::GuardrailBlocked => "GUARDRAIL_BLOCKED",
            Self::InternalError => "INTERNAL_ERROR",
        }
    }

    /// Reads the wire text, exactly: case and blanks count.
    ///
    /// # Errors
    /// None for any text that is not one of the eight; it never falls back to one of them (SPEC C3).
    #[must_use]
    pub const fn from_wire(text: &str) -> Option<Self> {
        let mut rest: &[Self] = &Self::ALL;
        while let [first, tail @ ..] = rest {
            if ascii::equal(first.as_str(), text) {
                return Some(*first);
            }
            rest = tail;
        }
        None
    }

    /// Whether a retry usually helps (SPEC C2). A catalog entry says so for itself; this is the habit, not a rule.
    #[must_use]
    pub const fn usually_retriable(self) -> bool {
        matches!(self, Self::UpstreamUnavailable | Self::UpstreamTimeout | Self::RateLimited)
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

known_texts! {
    /// The text is none of the eight codes.
    UnknownErrorCode for ErrorCode: "not one of the eight error codes"
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::format;
    use std::string::ToString as _;

    #[test]
    fn every_code_is_read_back_from_its_own_text() {
        for code in ErrorCode::ALL {
            assert_eq!(ErrorCode::from_wire(code.as_str()), Some(code));
        }
    }

    #[test]
    fn near_texts_are_no_code() {
        for text in ["", "not_found", "NOTFOUND", "NOT_FOUND ", "PAYMENT_REQUIRED", "NOT_FOUN"] {
            assert_eq!(text.parse::<ErrorCode>(), Err(UnknownErrorCode), "{text:?}");
        }
    }

    #[test]
    fn a_code_is_shown_as_it_travels_and_an_unknown_one_is_told_what_there_is() {
        assert_eq!(format!("{:>10}|{:<10}|", ErrorCode::NotFound, ErrorCode::NotFound), " NOT_FOUND|NOT_FOUND |");
        assert_eq!(
            UnknownErrorCode.to_string(),
            "not one of the eight error codes: INVALID_INPUT, AUTH_REQUIRED, NOT_FOUND, UPSTREAM_UNAVAILABLE, \
             UPSTREAM_TIMEOUT, RATE_LIMITED, GUARDRAIL_BLOCKED, INTERNAL_ERROR"
        );
    }

    #[test]
    fn three_codes_are_usually_worth_a_retry() {
        let retriable: [bool; 8] = ErrorCode::ALL.map(ErrorCode::usually_retriable);
        assert_eq!(retriable, [false, false, false, true, true, true, false, false]);
    }
}
