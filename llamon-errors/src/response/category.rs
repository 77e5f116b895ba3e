//! The codes of the unified error response, and their HTTP statuses (SPEC U1, U9).

use alloc::string::String;
use core::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What programs branch on: S2's seven categories, and the codes of S1 for which S2 has none, under their own names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Category {
    /// A document is at fault; found before anything is sent.
    ValidationError,
    /// Credentials are missing: 401.
    AuthRequired,
    /// The credentials do not suffice: 403.
    PermissionDenied,
    /// There is no such skill: 404.
    SkillNotFound,
    /// The work took too long: 504, or 408 where the client was too slow.
    ExecutionTimeout,
    /// There was no connection: 503, or 502.
    EndpointUnreachable,
    /// The versions do not fit: 422.
    VersionIncompatible,
    /// S1's `RATE_LIMITED`: 429.
    RateLimited,
    /// S1's `GUARDRAIL_BLOCKED`: 422.
    GuardrailBlocked,
    /// S1's `INTERNAL_ERROR`: 500.
    InternalError,
    /// A code that this version does not know, or a name of S1's for which S2 has its own, as it was sent: 500, or as that one.
    Other(String),
}

impl Category {
    /// All that have a name here.
    pub const KNOWN: &'static [Self] = &[
        Self::ValidationError,
        Self::AuthRequired,
        Self::PermissionDenied,
        Self::SkillNotFound,
        Self::ExecutionTimeout,
        Self::EndpointUnreachable,
        Self::VersionIncompatible,
        Self::RateLimited,
        Self::GuardrailBlocked,
        Self::InternalError,
    ];

    /// The text on the wire.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::ValidationError => "VALIDATION_ERROR",
            Self::AuthRequired => "AUTH_REQUIRED",
            Self::PermissionDenied => "PERMISSION_DENIED",
            Self::SkillNotFound => "SKILL_NOT_FOUND",
            Self::ExecutionTimeout => "EXECUTION_TIMEOUT",
            Self::EndpointUnreachable => "ENDPOINT_UNREACHABLE",
            Self::VersionIncompatible => "VERSION_INCOMPATIBLE",
            Self::RateLimited => "RATE_LIMITED",
            Self::GuardrailBlocked => "GUARDRAIL_BLOCKED",
            Self::InternalError => "INTERNAL_ERROR",
            Self::Other(text) => text,
        }
    }

    /// What S2 calls it, where a peer used one of S1's names for which S2 has its own.
    const fn in_s2(&self) -> &Self {
        let Self::Other(text) = self else { return self };
        match text.as_bytes() {
            b"INVALID_INPUT" => &Self::ValidationError,
            b"NOT_FOUND" => &Self::SkillNotFound,
            b"UPSTREAM_TIMEOUT" => &Self::ExecutionTimeout,
            b"UPSTREAM_UNAVAILABLE" => &Self::EndpointUnreachable,
            _ => self,
        }
    }

    /// The HTTP status. `VALIDATION_ERROR` has none: it is local. S1's names have that of S2's: `NOT_FOUND` that of `SKILL_NOT_FOUND`.
    #[must_use]
    pub const fn http_status(&self) -> Option<u16> {
        Some(match self.in_s2() {
            Self::ValidationError => return None,
            Self::AuthRequired => 401,
            Self::PermissionDenied => 403,
            Self::SkillNotFound => 404,
            Self::ExecutionTimeout => 504,
            Self::EndpointUnreachable => 503,
            Self::VersionIncompatible | Self::GuardrailBlocked => 422,
            Self::RateLimited => 429,
            Self::InternalError | Self::Other(_) => 500,
        })
    }

    /// The category that an HTTP status stands for, where the body says none. 422 is `VERSION_INCOMPATIBLE` in S2's table; many servers
    /// mean a validation by it.
    ///
    /// ```
    /// use llamon_errors::response::Category;
    ///
    /// assert_eq!(Category::from_http_status(408), Some(Category::ExecutionTimeout));
    /// assert_eq!(Category::from_http_status(302), None);
    /// ```
    #[must_use]
    pub const fn from_http_status(status: u16) -> Option<Self> {
        Some(match status {
            400 => Self::ValidationError,
            401 => Self::AuthRequired,
            403 => Self::PermissionDenied,
            404 => Self::SkillNotFound,
            408 | 504 => Self::ExecutionTimeout,
            502 | 503 => Self::EndpointUnreachable,
            422 => Self::VersionIncompatible,
            429 => Self::RateLimited,
            500 => Self::InternalError,
            _ => return None,
        })
    }

    /// Whether an error of this code is never retried (SPEC U9), also where it bears S1's name for it.
    #[must_use]
    pub const fn is_never_retried(&self) -> bool {
        let code = self.in_s2();
        matches!(code, Self::ValidationError | Self::AuthRequired | Self::PermissionDenied | Self::VersionIncompatible)
    }

    /// A short name for people: the title of problem details.
    #[must_use]
    pub const fn title(&self) -> &'static str {
        match self.in_s2() {
            Self::ValidationError => "Validation failed",
            Self::AuthRequired => "Authentication required",
            Self::PermissionDenied => "Permission denied",
            Self::SkillNotFound => "Not found",
            Self::ExecutionTimeout => "Execution timed out",
            Self::EndpointUnreachable => "Endpoint unreachable",
            Self::VersionIncompatible => "Version incompatible",
            Self::RateLimited => "Rate limited",
            Self::GuardrailBlocked => "Blocked by a guardrail",
            Self::InternalError => "Internal error",
            Self::Other(_) => "Unknown error",
        }
    }
}

impl From<String> for Category {
    fn from(text: String) -> Self {
        Self::KNOWN.iter().find(|known| known.as_str() == text).cloned().unwrap_or(Self::Other(text))
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Serialize for Category {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Category {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::from)
    }
}
