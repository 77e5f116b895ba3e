//! Checked values: a reason, a domain, an error source that has the form the specification asks for (SPEC V1 to V3).
//!
//! Comes in: text. Goes out: the same text in a type that says it was checked, or why it was not. The check is `const`, so a value
//! written in code can be checked by the compiler.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

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
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

        impl TryFrom<&str> for $name {
            type Error = FormatError;

            fn try_from(text: &str) -> Result<Self, FormatError> {
                Self::try_from(String::from(text))
            }
        }

        impl FromStr for $name {
            type Err = FormatError;

            fn from_str(text: &str) -> Result<Self, FormatError> {
                Self::try_from(text)
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                self.as_str()
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

/// Stops the compiler where a literal has not its form, in words that fit the fault: `FAULTS => what is wrong, what to write;`.
#[doc(hidden)]
#[macro_export]
macro_rules! __value {
    ($text:literal is $name:literal by $check:ident [$id:literal] $($($fault:ident)|+ => $what:literal;)* _ => $rest:literal) => {
        const _: () = match $crate::format::$check($text) {
            ::core::result::Result::Ok(_) => {}
            ::core::result::Result::Err(error) => match error.fault() {
                $(
                    $($crate::FormatFault::$fault)|+ => {
                        ::core::panic!("{}", ::core::concat!($name, " `", $text, "` ", $what, " [", $id, "]"))
                    }
                )*
                _ => ::core::panic!("{}", ::core::concat!($name, " `", $text, "` ", $rest, " [", $id, "]")),
            },
        };
    };
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
        $crate::__value! {
            $text is "reason" by check_reason ["LE0103"]
            Empty => "is empty: write what happened, such as `document_not_found`";
            TooLong => "is longer than 128 bytes: write a shorter one, and the rest into the message";
            FirstNotLetter => "does not begin with a letter: write a word of a-z first";
            _ => "is not snake_case: write words of a-z and 0-9 joined by single underscores"
        }
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
        $crate::__value! {
            $text is "domain" by check_domain ["LE0101"]
            Empty => "is empty: write the agent's identifier, such as `document-service`";
            TooLong => "is longer than 128 bytes: write a shorter one";
            FirstNotLetter => "does not begin with a letter: write a word of a-z first";
            ReservedDomain => "is the protocol's own: write the agent's identifier, such as `document-service`";
            _ => "is not kebab-case: write words of a-z and 0-9 joined by single hyphens"
        }
        $crate::value::Domain::__checked($text)
    }};
}

/// A [`DomainCode`] that the compiler checks.
///
/// ```
/// assert_eq!(llamon_errors::domain_code!("DOC_005").as_str(), "DOC_005");
/// ```
/// ```compile_fail,E0080
/// let code = llamon_errors::domain_code!("DOC 5");
/// ```
#[macro_export]
macro_rules! domain_code {
    ($text:literal) => {{
        $crate::__value! {
            $text is "domain_code" by check_code ["LE0104"]
            Empty => "is empty: write the catalog's key, such as `DOC_005`";
            TooLong => "is longer than 128 bytes: write a shorter one";
            _ => "holds a blank, a control character or one outside ASCII: write visible ASCII, such as `DOC_005`"
        }
        $crate::value::DomainCode::__checked($text)
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
        $crate::__value! {
            $text is "error_source" by check_error_source ["LE0107"]
            Empty => "is empty: write `system:locator`, such as `db:documents/by_id`";
            NoColon => "has no colon: write `system:locator`, such as `db:documents/by_id`";
            EmptyLocator => "names nothing behind its colon: write what in the system failed, such as `db:documents/by_id`";
            NotAscii | BlankOrControl => "holds a blank, a control character or one outside ASCII: percent-encode it";
            _ => "names no known system: write mcp, rag, llm, db, http, validator, guardrail or internal before the colon"
        }
        $crate::value::ErrorSource::__checked($text)
    }};
}
