//! The time, where there is a clock.

use alloc::string::String;

/// The time in milliseconds, as RFC 3339; nothing without a clock.
#[cfg(feature = "std")]
#[allow(clippy::unnecessary_wraps, reason = "without std there is none")]
pub(super) fn now() -> Option<String> {
    Some(alloc::string::ToString::to_string(&humantime::format_rfc3339_millis(std::time::SystemTime::now())))
}

#[cfg(not(feature = "std"))]
pub(super) fn now() -> Option<String> {
    None
}
