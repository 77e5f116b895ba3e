//! Enums of a few known texts: what is said of a text that is none of them.

/// Reads such an enum by its `from_wire`, and lists its `ALL` where the text is none of them. Expands to:
///
/// ```text
/// pub struct UnknownErrorCode;                  // Display: not one of the eight error codes: INVALID_INPUT, ...
/// impl Error for UnknownErrorCode {}
/// impl FromStr for ErrorCode { ... }
/// ```
macro_rules! known_texts {
    ($(#[$doc:meta])* $unknown:ident for $known:ident: $what:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $unknown;

        impl core::fmt::Display for $unknown {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str($what)?;
                for (position, known) in $known::ALL.iter().enumerate() {
                    f.write_str(if position == 0 { ": " } else { ", " })?;
                    f.write_str(known.as_str())?;
                }
                Ok(())
            }
        }

        impl core::error::Error for $unknown {}

        impl core::str::FromStr for $known {
            type Err = $unknown;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Self::from_wire(text).ok_or($unknown)
            }
        }
    };
}

pub(crate) use known_texts;
