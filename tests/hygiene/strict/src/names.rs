//! Variants and fields with names that generated code must not trip over.

use ::llamon_errors::DomainError;
use ::std::fmt::Debug;

/// Variants named like the things of the prelude and of traits.
#[derive(Debug, DomainError)]
#[domain_error(domain = "names", details)]
#[non_exhaustive]
pub enum Names {
    /// Like a trait and an associated type.
    #[domain_error(code = "N_1", sdk_code = "INTERNAL_ERROR", title = "error", retriable = false)]
    Error,
    /// Like `Option::None`.
    #[domain_error(code = "N_2", sdk_code = "INTERNAL_ERROR", title = "none", retriable = false)]
    None,
    /// Like `Option::Some`.
    #[domain_error(code = "N_3", sdk_code = "INTERNAL_ERROR", title = "some", retriable = false)]
    Some,
    /// Like `Result::Ok`.
    #[domain_error(code = "N_4", sdk_code = "INTERNAL_ERROR", title = "ok", retriable = false)]
    Ok,
    /// Like `Result::Err`.
    #[domain_error(code = "N_5", sdk_code = "INTERNAL_ERROR", title = "err", retriable = false)]
    Err,
    /// Like `FromStr::Err` and `Iterator::Item`.
    #[domain_error(code = "N_6", sdk_code = "INTERNAL_ERROR", title = "self", retriable = false, reason = "self")]
    Self_,
    /// Fields whose names are keywords, or locals of macros.
    #[domain_error(
        code = "N_7",
        sdk_code = "INVALID_INPUT",
        title = "fields",
        retriable = false,
        message = "{type} {match} {f} {self_} {visit} {row}"
    )]
    Fields {
        /// A keyword.
        r#type: u8,
        /// A keyword.
        r#match: u8,
        /// A formatter's usual name.
        f: u8,
        /// Nearly a keyword.
        self_: u8,
        /// A local's name.
        visit: u8,
        /// A local's name.
        row: u8,
    },
    /// No cause, though it is called one.
    #[domain_error(code = "N_8", sdk_code = "INVALID_INPUT", title = "cannot convert", retriable = false)]
    CannotConvert {
        /// Plain data.
        source: u8,
        /// Plain data.
        backtrace: u8,
    },
    /// Deprecated by its author.
    #[deprecated(note = "nobody uses it")]
    #[domain_error(code = "N_9", sdk_code = "INTERNAL_ERROR", title = "old", retriable = false)]
    Old,
}

/// An enum that can have no value.
#[derive(Debug, DomainError)]
#[domain_error(domain = "never")]
pub enum Never {}
