//! `serde_json` 1: comes in a link, goes out what its type says. It needs no feature: this crate has it anyway.
//!
//! | error | code | reason | retriable |
//! |---|---|---|---|
//! | of a reader or a writer, with a kind that means something | as [`io`](super::io) has it | | |
//! | of a reader or a writer, else | `INTERNAL_ERROR` | `json_io` | no |
//! | text that is no JSON | `INTERNAL_ERROR` | `json_syntax` | no |
//! | text that ends too early | `INTERNAL_ERROR` | `json_eof` | no |
//! | JSON of another shape | `INTERNAL_ERROR` | `json_data` | no |
//!
//! Nobody knows whose text it was. Where it was the caller's or a model's, the author says so with a
//! [`ConfigValidationError`](crate::family::ConfigValidationError) or a rule; below an HTTP client's error it is the upstream's.

use ::serde_json::Error;
use ::serde_json::error::Category;
use llamon_errors_core::error_code::ErrorCode;

use super::Classification;
use super::chain::{Link, find};
use super::table::Hit;

/// What the type of a link says.
pub(super) fn hit(link: Link<'_>) -> Option<Hit> {
    let error = find::<Error>(link)?;
    Some(match error.classify() {
        // The error of the reader itself is hidden, but for its kind.
        Category::Io => of_io(error),
        Category::Syntax => Hit::Sure(Classification::fixed(ErrorCode::InternalError, "json_syntax")),
        Category::Eof => Hit::Sure(Classification::fixed(ErrorCode::InternalError, "json_eof")),
        Category::Data => Hit::Sure(Classification::fixed(ErrorCode::InternalError, "json_data")),
    })
}

fn of_io(error: &Error) -> Hit {
    #[cfg(feature = "std")]
    if let Some(known) = error.io_error_kind().and_then(super::io::of_kind) {
        return Hit::Sure(known);
    }
    let _ = error;
    Hit::Unless(Classification::fixed(ErrorCode::InternalError, "json_io"))
}
