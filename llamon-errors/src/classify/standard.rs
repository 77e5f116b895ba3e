//! The standard library's errors, those of input and output left out (SPEC M5, M10): comes in a link, goes out what its type says.
//!
//! | error | code | reason | retriable |
//! |---|---|---|---|
//! | `RecvTimeoutError::Timeout` of a channel | `UPSTREAM_TIMEOUT` | `channel_timed_out` | yes |
//! | `TryRecvError::Empty` of a channel | `INTERNAL_ERROR` | `channel_empty` | no |
//! | the other errors of receiving | `INTERNAL_ERROR` | `channel_closed` | no |
//! | conversions, formats, borrows, memory: the list below | `INTERNAL_ERROR` | the name of the type | no |
//!
//! A failed conversion is `INTERNAL_ERROR`: nobody knows whether the text was the user's. Where it was, the author says so with a
//! [`ConfigValidationError`](crate::family::ConfigValidationError), a catalog, or a rule.

use llamon_errors_core::error_code::ErrorCode;

use super::Classification;
use super::chain::{Link, cast};
use super::table::Hit;

/// What the type of a link says, if it is one of the standard library's.
pub(super) fn hit(link: Link<'_>) -> Option<Hit> {
    // These are errors without causes. Most links have one, and so are done here.
    if link.source().is_some() {
        return None;
    }
    #[cfg(feature = "std")]
    if let Some(known) = channel(link) {
        return Some(Hit::Sure(known));
    }
    reason(link).map(|reason| Hit::Sure(Classification::fixed(ErrorCode::InternalError, reason)))
}

/// Channels of the standard library. The errors of sending bear the type of what was sent, so they can have no row here.
#[cfg(feature = "std")]
fn channel(link: Link<'_>) -> Option<Classification> {
    use std::sync::mpsc::{RecvError, RecvTimeoutError, TryRecvError};

    let closed = Classification::fixed(ErrorCode::InternalError, "channel_closed");
    if let Some(RecvTimeoutError::Timeout) = cast(link) {
        return Some(Classification::fixed(ErrorCode::UpstreamTimeout, "channel_timed_out"));
    }
    if let Some(TryRecvError::Empty) = cast(link) {
        return Some(Classification::fixed(ErrorCode::InternalError, "channel_empty"));
    }
    let is_closed = cast::<RecvError>(link).is_some()
        || cast::<RecvTimeoutError>(link).is_some()
        || cast::<TryRecvError>(link).is_some();
    is_closed.then_some(closed)
}

macro_rules! reasons {
    ($(#[$attribute:meta])* fn $name:ident { $($error:ty => $reason:literal,)* }) => {
        $(#[$attribute])*
        fn $name(link: Link<'_>) -> Option<&'static str> {
            $(if cast::<$error>(link).is_some() {
                return Some($reason);
            })*
            None
        }
    };
}

fn reason(link: Link<'_>) -> Option<&'static str> {
    let reason = core_reason(link);
    #[cfg(feature = "std")]
    let reason = reason.or_else(|| std_reason(link));
    reason
}

reasons! {
    fn core_reason {
        core::fmt::Error => "fmt_error",
        core::num::ParseIntError => "parse_int_error",
        core::num::ParseFloatError => "parse_float_error",
        core::num::TryFromIntError => "try_from_int_error",
        core::str::ParseBoolError => "parse_bool_error",
        core::str::Utf8Error => "utf8_error",
        alloc::string::FromUtf8Error => "from_utf8_error",
        alloc::string::FromUtf16Error => "from_utf16_error",
        core::char::ParseCharError => "parse_char_error",
        core::char::CharTryFromError => "char_try_from_error",
        core::char::DecodeUtf16Error => "decode_utf16_error",
        core::net::AddrParseError => "addr_parse_error",
        core::array::TryFromSliceError => "try_from_slice_error",
        core::ffi::FromBytesWithNulError => "from_bytes_with_nul_error",
        core::ffi::FromBytesUntilNulError => "from_bytes_until_nul_error",
        alloc::ffi::NulError => "nul_error",
        alloc::ffi::FromVecWithNulError => "from_vec_with_nul_error",
        alloc::collections::TryReserveError => "try_reserve_error",
        core::alloc::LayoutError => "layout_error",
        core::cell::BorrowError => "borrow_error",
        core::cell::BorrowMutError => "borrow_mut_error",
        core::time::TryFromFloatSecsError => "try_from_float_secs_error",
    }
}

reasons! {
    #[cfg(feature = "std")]
    fn std_reason {
        std::time::SystemTimeError => "system_time_error",
        std::env::VarError => "env_var_error",
        std::env::JoinPathsError => "join_paths_error",
        std::path::StripPrefixError => "strip_prefix_error",
        std::thread::AccessError => "thread_access_error",
    }
}
