//! `errorCode` on the wire: comes in and goes out as text, and an unknown one survives (SPEC C3).

use alloc::string::String;
use core::fmt;

use llamon_errors_core::error_code::ErrorCode;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An `errorCode` as it travels: one of the eight, or what a newer peer says, kept as it was sent (SPEC C3).
///
/// ```
/// use llamon_errors::ErrorCode;
/// use llamon_errors::data::WireCode;
///
/// let code: WireCode = serde_json::from_str(r#""PAYMENT_REQUIRED""#).unwrap();
/// assert_eq!((code.as_str(), code.effective()), ("PAYMENT_REQUIRED", ErrorCode::InternalError));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WireCode {
    /// One of the eight.
    Known(ErrorCode),
    /// A code that this version does not know; treat it as `INTERNAL_ERROR`.
    Unknown(String),
}

impl WireCode {
    /// The text on the wire.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Known(code) => code.as_str(),
            Self::Unknown(text) => text,
        }
    }

    /// What to branch on: an unknown code counts as `INTERNAL_ERROR`.
    #[must_use]
    pub const fn effective(&self) -> ErrorCode {
        match self {
            Self::Known(code) => *code,
            Self::Unknown(_) => ErrorCode::InternalError,
        }
    }
}

impl From<ErrorCode> for WireCode {
    fn from(code: ErrorCode) -> Self {
        Self::Known(code)
    }
}

impl From<String> for WireCode {
    fn from(text: String) -> Self {
        ErrorCode::from_wire(&text).map_or(Self::Unknown(text), Self::Known)
    }
}

impl fmt::Display for WireCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Serialize for WireCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for WireCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::from)
    }
}
