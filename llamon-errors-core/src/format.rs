//! The form of reasons, domains, codes and error sources (SPEC V1 to V3, D1).
//!
//! Comes in: the text of one value. Goes out: nothing, or the first place where the form breaks and why. Every function is
//! `const`, so the macros, the catalog engine and the runtime share one truth. Not done here: what to write instead; that
//! needs memory and lives in the engine.

use core::fmt;

use crate::source_system::SourceSystem;

/// The longest code and the longest reason, in bytes.
pub const MAX_LENGTH: usize = 128;

/// The longest wait that a catalog may ask for, in milliseconds: 365 days.
///
/// A longer one is a slip of the keyboard, and it stays far below 2^53, where JSON readers begin to round.
pub const MAX_RETRY_AFTER_MS: u64 = 365 * 24 * 60 * 60 * 1000;

/// Why a value breaks its form, and at which byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatError {
    fault: FormatFault,
    at: usize,
}

impl FormatError {
    /// What is wrong.
    #[must_use]
    pub const fn fault(self) -> FormatFault {
        self.fault
    }

    /// The byte of the value at which the form breaks; its length when something is missing at the end.
    #[must_use]
    pub const fn at(self) -> usize {
        self.at
    }
}

/// What is wrong with the form of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormatFault {
    /// Nothing is there.
    Empty,
    /// Longer than [`MAX_LENGTH`] bytes.
    TooLong,
    /// A character outside ASCII.
    NotAscii,
    /// A blank or a control character.
    BlankOrControl,
    /// An upper case letter where only lower case is allowed.
    Uppercase,
    /// Another character that the form does not have.
    BadCharacter,
    /// The first character is not a letter.
    FirstNotLetter,
    /// Two separators side by side, or one at the end.
    StraySeparator,
    /// A domain that belongs to the protocol itself: `a2a-protocol.org`.
    ReservedDomain,
    /// An error source without a colon.
    NoColon,
    /// An error source whose system is none of the eight.
    UnknownSystem,
    /// An error source with nothing behind its colon.
    EmptyLocator,
}

impl FormatFault {
    /// A short phrase that completes "the value ...".
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Empty => "is empty",
            Self::TooLong => "is longer than 128 bytes",
            Self::NotAscii => "holds a character outside ASCII",
            Self::BlankOrControl => "holds a blank or a control character",
            Self::Uppercase => "holds an upper case letter",
            Self::BadCharacter => "holds a character that is not allowed",
            Self::FirstNotLetter => "does not begin with a letter",
            Self::StraySeparator => "has a separator that separates nothing",
            Self::ReservedDomain => "is reserved for errors of the protocol itself",
            Self::NoColon => "has no colon",
            Self::UnknownSystem => "names no known system",
            Self::EmptyLocator => "has nothing behind its colon",
        }
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the value {} (byte {})", self.fault.as_str(), self.at)
    }
}

impl core::error::Error for FormatError {}

const fn fault<T>(fault: FormatFault, at: usize) -> Result<T, FormatError> {
    Err(FormatError { fault, at })
}

/// A reason as catalogs and macros write it: `snake_case`, at most [`MAX_LENGTH`] bytes (SPEC V1).
///
/// The form is words of `a-z0-9` joined by single underscores, beginning with a letter: `document_not_found`.
///
/// # Errors
/// The first byte that breaks the form.
///
/// ```
/// use llamon_errors_core::format::{check_reason, FormatFault};
///
/// const _: () = assert!(check_reason("document_not_found").is_ok());
/// let error = check_reason("documentNotFound").unwrap_err();
/// assert_eq!((error.fault(), error.at()), (FormatFault::Uppercase, 8));
/// ```
pub const fn check_reason(text: &str) -> Result<(), FormatError> {
    check_words(text, b'_')
}

/// A reason as it may travel: not empty, ASCII (SPEC V1, the rule at run time).
///
/// # Errors
/// [`FormatFault::Empty`] or [`FormatFault::NotAscii`].
pub const fn check_wire_reason(text: &str) -> Result<(), FormatError> {
    if text.is_empty() {
        return fault(FormatFault::Empty, 0);
    }
    match first_not_ascii(text) {
        Some(at) => fault(FormatFault::NotAscii, at),
        None => Ok(()),
    }
}

/// A domain, the agent's identifier: `kebab-case`, ASCII (SPEC V3).
///
/// # Errors
/// The first byte that breaks the form; [`FormatFault::ReservedDomain`] for `a2a-protocol.org`.
pub const fn check_domain(text: &str) -> Result<(), FormatError> {
    if crate::ascii::equal(text, "a2a-protocol.org") {
        return fault(FormatFault::ReservedDomain, 0);
    }
    check_words(text, b'-')
}

/// A code, the key of a catalog entry: 1 to [`MAX_LENGTH`] visible ASCII characters, no blanks.
///
/// Real codes are `DOC_005`, `8005`, `KV:Cloud:Io`, `QuotaExceeded.DBSecurityGroup`: nothing more can be asked of them.
///
/// # Errors
/// The first byte that breaks the form.
pub const fn check_code(text: &str) -> Result<(), FormatError> {
    if text.is_empty() {
        return fault(FormatFault::Empty, 0);
    }
    if text.len() > MAX_LENGTH {
        return fault(FormatFault::TooLong, MAX_LENGTH);
    }
    check_visible(text.as_bytes(), 0)
}

/// An error source `system:locator`: one of the eight systems, a colon, visible ASCII without blanks (SPEC V2).
///
/// Only the first colon splits, so `http:https://host:8443/a?b=c` is the system `http` and the locator behind it. The locator
/// is ASCII because it is a key for logs and dashboards and travels in headers too; a name in another script is
/// percent-encoded by its author.
///
/// # Errors
/// The first byte that breaks the form.
pub const fn check_error_source(text: &str) -> Result<SourceSystem, FormatError> {
    if text.is_empty() {
        return fault(FormatFault::Empty, 0);
    }
    let Some(colon) = position(text.as_bytes(), b':') else {
        return fault(FormatFault::NoColon, text.len());
    };
    let (head, tail) = text.as_bytes().split_at(colon);
    let Some(system) = SourceSystem::from_bytes(head) else {
        return fault(FormatFault::UnknownSystem, 0);
    };
    if tail.len() <= 1 {
        return fault(FormatFault::EmptyLocator, text.len());
    }
    match check_visible(tail, colon) {
        Ok(()) => Ok(system),
        Err(error) => Err(error),
    }
}

/// Words of `a-z0-9` joined by single `separator`s, the first byte a letter.
const fn check_words(text: &str, separator: u8) -> Result<(), FormatError> {
    let mut rest = text.as_bytes();
    let mut at = 0;
    let mut separated = true;
    while let [byte, tail @ ..] = rest {
        if *byte == separator {
            if at == 0 {
                return fault(FormatFault::FirstNotLetter, 0);
            }
            if separated {
                return fault(FormatFault::StraySeparator, at);
            }
            separated = true;
        } else {
            match *byte {
                b'0'..=b'9' if at == 0 => return fault(FormatFault::FirstNotLetter, 0),
                b'a'..=b'z' | b'0'..=b'9' => {}
                b'A'..=b'Z' => return fault(FormatFault::Uppercase, at),
                0x80.. => return fault(FormatFault::NotAscii, at),
                0..=b' ' | 0x7f => return fault(FormatFault::BlankOrControl, at),
                _ => return fault(FormatFault::BadCharacter, at),
            }
            separated = false;
        }
        at += 1;
        rest = tail;
    }
    if at == 0 {
        return fault(FormatFault::Empty, 0);
    }
    if separated {
        return fault(FormatFault::StraySeparator, at - 1);
    }
    if at > MAX_LENGTH {
        return fault(FormatFault::TooLong, MAX_LENGTH);
    }
    Ok(())
}

/// Visible ASCII only; `offset` is where `bytes` begins in the whole value.
const fn check_visible(bytes: &[u8], offset: usize) -> Result<(), FormatError> {
    let mut rest = bytes;
    let mut at = offset;
    while let [byte, tail @ ..] = rest {
        match *byte {
            0x80.. => return fault(FormatFault::NotAscii, at),
            0..=b' ' | 0x7f => return fault(FormatFault::BlankOrControl, at),
            _ => {}
        }
        at += 1;
        rest = tail;
    }
    Ok(())
}

const fn first_not_ascii(text: &str) -> Option<usize> {
    let mut rest = text.as_bytes();
    let mut at = 0;
    while let [byte, tail @ ..] = rest {
        if !byte.is_ascii() {
            return Some(at);
        }
        at += 1;
        rest = tail;
    }
    None
}

const fn position(bytes: &[u8], wanted: u8) -> Option<usize> {
    let mut rest = bytes;
    let mut at = 0;
    while let [byte, tail @ ..] = rest {
        if *byte == wanted {
            return Some(at);
        }
        at += 1;
        rest = tail;
    }
    None
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::ToString as _;

    fn faults<T>(check: impl Fn(&str) -> Result<T, FormatError>, cases: &[(&str, FormatFault, usize)]) {
        for &(text, fault, at) in cases {
            let error = check(text).err().map(|error| (error.fault(), error.at()));
            assert_eq!(error, Some((fault, at)), "{text:?}");
        }
    }

    #[test]
    fn a_fault_is_told_with_its_place() {
        for (fault, told) in [
            (check_reason("documentNotFound").unwrap_err(), "the value holds an upper case letter (byte 8)"),
            (check_error_source("mcp").unwrap_err(), "the value has no colon (byte 3)"),
        ] {
            assert_eq!(fault.to_string(), told);
        }
    }

    #[test]
    fn the_longest_wait_is_a_year_of_milliseconds() {
        assert_eq!(MAX_RETRY_AFTER_MS, 31_536_000_000);
    }

    #[test]
    fn reasons() {
        for good in ["a", "query_empty", "http2_error", "error_404", "x1", &"a".repeat(128)] {
            assert_eq!(check_reason(good), Ok(()), "{good}");
        }
        faults(
            check_reason,
            &[
                ("", FormatFault::Empty, 0),
                ("documentNotFound", FormatFault::Uppercase, 8),
                ("Not Found", FormatFault::Uppercase, 0),
                ("not found", FormatFault::BlankOrControl, 3),
                ("not-found", FormatFault::BadCharacter, 3),
                ("_x", FormatFault::FirstNotLetter, 0),
                ("2fa", FormatFault::FirstNotLetter, 0),
                ("a__b", FormatFault::StraySeparator, 2),
                ("a_", FormatFault::StraySeparator, 1),
                ("조회", FormatFault::NotAscii, 0),
                (&"a".repeat(129), FormatFault::TooLong, 128),
            ],
        );
    }

    #[test]
    fn reasons_on_the_wire_are_free_but_for_two_rules() {
        assert_eq!(check_wire_reason("Not Found!"), Ok(()));
        faults(check_wire_reason, &[("", FormatFault::Empty, 0), ("x조", FormatFault::NotAscii, 1)]);
    }

    #[test]
    fn domains() {
        for good in ["doc", "subject-management", "a2a-gateway", "x-1"] {
            assert_eq!(check_domain(good), Ok(()), "{good}");
        }
        faults(
            check_domain,
            &[
                ("a2a-protocol.org", FormatFault::ReservedDomain, 0),
                ("document_service", FormatFault::BadCharacter, 8),
                ("Document", FormatFault::Uppercase, 0),
                ("doc--x", FormatFault::StraySeparator, 4),
                ("-doc", FormatFault::FirstNotLetter, 0),
                ("doc-", FormatFault::StraySeparator, 3),
                ("", FormatFault::Empty, 0),
            ],
        );
    }

    #[test]
    fn codes() {
        for good in ["DOC_005", "8005", "-999", "KV:Cloud:Io", "QuotaExceeded.DBSecurityGroup", "__", &"x".repeat(128)]
        {
            assert_eq!(check_code(good), Ok(()), "{good}");
        }
        faults(
            check_code,
            &[
                ("", FormatFault::Empty, 0),
                (" ", FormatFault::BlankOrControl, 0),
                ("A B", FormatFault::BlankOrControl, 1),
                ("문서", FormatFault::NotAscii, 0),
                (&"x".repeat(129), FormatFault::TooLong, 128),
            ],
        );
    }

    #[test]
    fn error_sources_split_at_the_first_colon_only() {
        for (good, system) in [
            ("mcp:MCP-001/check_account_owner", SourceSystem::Mcp),
            ("http:https://host.example:8443/a?b=c", SourceSystem::Http),
            ("db:a:b:c", SourceSystem::Db),
        ] {
            assert_eq!(check_error_source(good), Ok(system), "{good}");
        }
        faults(
            check_error_source,
            &[
                ("", FormatFault::Empty, 0),
                ("mcp", FormatFault::NoColon, 3),
                ("mcp:", FormatFault::EmptyLocator, 4),
                (":locator", FormatFault::UnknownSystem, 0),
                ("MCP:x", FormatFault::UnknownSystem, 0),
                ("mcp :x", FormatFault::UnknownSystem, 0),
                ("grpc:x", FormatFault::UnknownSystem, 0),
                ("mcp:한글", FormatFault::NotAscii, 4),
                ("rag:x\ny", FormatFault::BlankOrControl, 5),
            ],
        );
    }
}
