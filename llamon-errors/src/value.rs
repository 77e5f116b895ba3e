//! Checked values: a reason, a domain, an error source that has the form the specification asks for (SPEC V1 to V3).
//!
//! Comes in: text. Goes out: the same text in a type that says it was checked, or why it was not. The check is `const`, so a value
//! written in code can be checked by the compiler.

use alloc::string::String;
use core::fmt;

use llamon_errors_core::format::{FormatError, check_code, check_domain, check_error_source, check_reason};

use crate::data::Text;

macro_rules! checked_values {
    ($($(#[$doc:meta])* $name:ident $check:ident $example:literal;)*) => {$(
        $(#[$doc])*
        ///
        /// ```
        #[doc = concat!("use llamon_errors::value::", stringify!($name), ";")]
        ///
        #[doc = concat!("let value = ", stringify!($name), "::new(", stringify!($example), ").unwrap();")]
        #[doc = concat!("assert_eq!(value.as_str(), ", stringify!($example), ");")]
        #[doc = concat!("assert!(", stringify!($name), "::new(\"nicht 이 형식\").is_err());")]
        /// ```
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub struct $name(Text);

        impl $name {
            /// Checks a text that is written in the program.
            ///
            /// # Errors
            /// Where the form breaks, and why.
            pub const fn new(text: &'static str) -> Result<Self, FormatError> {
                match $check(text) {
                    Ok(_) => Ok(Self(Text::Borrowed(text))),
                    Err(error) => Err(error),
                }
            }

            #[doc(hidden)]
            #[must_use]
            pub const fn __checked(text: &'static str) -> Self {
                Self(Text::Borrowed(text))
            }

            /// The text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// The text, for the wire.
            #[must_use]
            pub fn into_text(self) -> Text {
                self.0
            }
        }

        impl From<$name> for Text {
            fn from(value: $name) -> Self {
                value.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = FormatError;

            fn try_from(text: String) -> Result<Self, FormatError> {
                $check(&text)?;
                Ok(Self(Text::Owned(text)))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }
    )*};
}

checked_values! {
    /// A `snake_case` reason, at most 128 characters (SPEC V1).
    Reason check_reason "document_not_found";
    /// A `kebab-case` domain, the agent's identifier (SPEC V3).
    Domain check_domain "document-service";
    /// A code, the key of a catalog entry: `domainCode` on the wire (SPEC D1).
    DomainCode check_code "DOC_005";
    /// An error source `system:locator` (SPEC V2).
    ErrorSource check_error_source "mcp:MCP-001/check_account_owner";
}

/// A [`Reason`] that the compiler checks.
///
/// ```
/// let reason = llamon_errors::reason!("query_empty");
/// assert_eq!(reason.as_str(), "query_empty");
/// ```
/// ```compile_fail,E0080
/// let reason = llamon_errors::reason!("queryEmpty");
/// ```
#[macro_export]
macro_rules! reason {
    ($text:literal) => {{
        const _: () = assert!(
            $crate::format::check_reason($text).is_ok(),
            concat!("reason `", $text, "` is not snake_case: write words of a-z and 0-9 joined by single underscores")
        );
        $crate::value::Reason::__checked($text)
    }};
}

/// A [`Domain`] that the compiler checks.
///
/// ```
/// assert_eq!(llamon_errors::domain!("subject-management").as_str(), "subject-management");
/// ```
/// ```compile_fail,E0080
/// let domain = llamon_errors::domain!("subject_management");
/// ```
#[macro_export]
macro_rules! domain {
    ($text:literal) => {{
        const _: () = assert!(
            $crate::format::check_domain($text).is_ok(),
            concat!("domain `", $text, "` is not kebab-case: write words of a-z and 0-9 joined by single hyphens")
        );
        $crate::value::Domain::__checked($text)
    }};
}

/// An [`ErrorSource`] that the compiler checks.
///
/// ```
/// assert_eq!(llamon_errors::error_source!("mcp:MCP-001/check").as_str(), "mcp:MCP-001/check");
/// ```
/// ```compile_fail,E0080
/// let source = llamon_errors::error_source!("mpc:MCP-001/check");
/// ```
#[macro_export]
macro_rules! error_source {
    ($text:literal) => {{
        const _: () = assert!(
            $crate::format::check_error_source($text).is_ok(),
            concat!(
                "error_source `",
                $text,
                "` is not `system:locator`: the systems are mcp, rag, llm, db, http, validator, guardrail, internal"
            )
        );
        $crate::value::ErrorSource::__checked($text)
    }};
}
