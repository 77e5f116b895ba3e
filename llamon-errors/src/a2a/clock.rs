//! The time, where there is a clock.
//!
//! Written here and not by a crate of dates: it is one form of one time, and humantime, the smallest of them, takes a fortieth of the whole
//! cold build. It is the peer of the test.

#[cfg(feature = "std")]
use alloc::borrow::ToOwned as _;
use alloc::string::String;
#[cfg(feature = "std")]
use std::time::{SystemTime, UNIX_EPOCH};

/// The time in milliseconds, as RFC 3339; nothing without a clock.
#[cfg(feature = "std")]
#[allow(clippy::unnecessary_wraps, reason = "without std there is none")]
pub(super) fn now() -> Option<String> {
    // A clock that was set to before 1970 is no clock.
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Some(rfc3339(since.as_secs(), since.subsec_millis()))
}

#[cfg(not(feature = "std"))]
pub(super) fn now() -> Option<String> {
    None
}

/// Seconds since 1970 as `2026-11-30T11:02:08.188Z`, up to the year 9999.
#[cfg(feature = "std")]
fn rfc3339(seconds: u64, millis: u32) -> String {
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Years begin in March here, so that the leap day is the last of its year; 719,468 days lie between the first of March of the year 0
    // and 1970. Of 400 years each has the same 146,097 days.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    // Digit by digit: a status is made for each failure, and formatting seven numbers takes a tenth of it.
    let d = |number: u64| b'0' + u8::try_from(number % 10).unwrap_or_default();
    let millis = u64::from(millis);
    #[rustfmt::skip]
    let text = [
        d(year / 1_000), d(year / 100), d(year / 10), d(year), b'-', d(month / 10), d(month), b'-', d(day / 10), d(day), b'T',
        d(hour / 10), d(hour), b':', d(minute / 10), d(minute), b':', d(second / 10), d(second), b'.',
        d(millis / 100), d(millis / 10), d(millis), b'Z',
    ];
    // ASCII is UTF-8.
    core::str::from_utf8(&text).unwrap_or_default().to_owned()
}

#[cfg(all(test, feature = "std"))]
mod tests {
    extern crate std;
    use super::rfc3339;
    use std::string::ToString as _;
    use std::time::{Duration, UNIX_EPOCH};

    #[test]
    fn times_are_those_of_a_crate_of_dates() {
        assert_eq!(rfc3339(0, 0), "1970-01-01T00:00:00.000Z");
        assert_eq!(rfc3339(951_782_400, 7), "2000-02-29T00:00:00.007Z");
        // Every day and a bit, past the leap days of 2000, 2100 and 2400.
        for step in 0..160_000_u64 {
            let (seconds, millis) = (step * 86_437, u32::try_from(step % 1_000).unwrap());
            let at = UNIX_EPOCH + Duration::new(seconds, millis * 1_000_000);
            assert_eq!(rfc3339(seconds, millis), humantime::format_rfc3339_millis(at).to_string());
        }
    }
}
