//! Checked values: a reason, a domain, an error source that has the form the specification asks for (SPEC V1 to V3).
//!
//! Comes in: text. Goes out: the same text in a type that says it was checked, or why it was not. The check is `const`, so a value
//! written in code can be checked by the compiler.

use alloc::string::String;
use core::fmt;

use llamon_errors_core::format::{FormatError, check_domain, check_error_source, check_reason};

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
        #[doc = concat!("assert!(", stringify!($name), "::new(\"Not of that form\").is_err());")]
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
    /// An error source `system:locator` (SPEC V2).
    ErrorSource check_error_source "mcp:MCP-001/check_account_owner";
}
