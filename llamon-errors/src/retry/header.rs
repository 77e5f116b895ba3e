//! `Retry-After` and `retry-after-ms`, read and written.
//!
//! Comes in: header values that anybody wrote, and the time. Goes out: milliseconds. A value that says nothing sensible is no value, and
//! none of them panics.

#[cfg(feature = "std")]
use std::time::SystemTime;

use super::bounded;

/// The wait that a response asks for, in milliseconds. `retry-after-ms` is the finer one and wins; where it cannot be read, `Retry-After`
/// is.
///
/// ```
/// use llamon_errors::retry::header::wait;
/// use std::time::SystemTime;
///
/// assert_eq!(wait(Some("60"), None, SystemTime::now()), Some(60_000));
/// assert_eq!(wait(Some("60"), Some("1500"), SystemTime::now()), Some(1500));
/// ```
#[cfg(feature = "std")]
#[must_use]
pub fn wait(retry_after: Option<&str>, retry_after_ms: Option<&str>, now: SystemTime) -> Option<u64> {
    let millis = retry_after_ms.and_then(read_millis);
    millis.or_else(|| retry_after.and_then(|value| read(value, now)))
}

/// Reads `Retry-After` (RFC 9110, section 10.2.3), in milliseconds from `now`.
///
/// Seconds may have a fraction, which real servers send; it is rounded up. A date that has passed is no wait: 0. Dates are read with
/// feature `httpdate`. Blanks around the value do not count. A negative number, an empty value or other text gives nothing. A wait
/// of more than 365 days ([`MAX_RETRY_AFTER_MS`](crate::format::MAX_RETRY_AFTER_MS)) counts as that.
///
/// ```
/// use llamon_errors::retry::header::read;
/// use std::time::{Duration, SystemTime};
///
/// let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_445_412_390);
/// assert_eq!(read(" 7 ", now), Some(7000));
/// assert_eq!(read("292.052427053", now), Some(292_053));
/// assert_eq!(read("-5", now), None);
/// # #[cfg(feature = "httpdate")]
/// assert_eq!(read("Wed, 21 Oct 2015 07:28:00 GMT", now), Some(90_000));
/// ```
#[cfg(feature = "std")]
#[must_use]
pub fn read(value: &str, now: SystemTime) -> Option<u64> {
    let value = value.trim();
    read_decimal(value, 3).or_else(|| read_date(value, now))
}

/// Reads `retry-after-ms`: milliseconds, under the rules of `read`, without dates.
#[must_use]
pub fn read_millis(value: &str) -> Option<u64> {
    read_decimal(value.trim(), 0)
}

/// What to write into `Retry-After` for a wait in milliseconds: whole seconds, rounded up, never 0, which would invite a storm.
///
/// ```
/// use llamon_errors::retry::header::seconds;
///
/// assert_eq!([seconds(1500), seconds(1000), seconds(1), seconds(0)], [2, 1, 1, 1]);
/// ```
#[must_use]
pub const fn seconds(millis: u64) -> u64 {
    let seconds = millis.div_ceil(1000);
    if seconds == 0 { 1 } else { seconds }
}

/// A decimal number, its point moved `shift` places to the right, rounded up to a whole number. Digits are counted by hand: `f64` would
/// read `inf`, `NaN` and `1e9`, and lose the last digits of long numbers.
fn read_decimal(text: &str, shift: usize) -> Option<u64> {
    let (whole, fraction) = match text.split_once('.') {
        Some((whole, fraction)) if !fraction.is_empty() => (whole, fraction),
        Some(_) => return None,
        None => (text, ""),
    };
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !all_digits(whole) || !all_digits(fraction) {
        return None;
    }
    let moved = fraction.bytes().chain(core::iter::repeat(b'0')).take(shift);
    let value = whole
        .bytes()
        .chain(moved)
        .fold(0_u64, |value, byte| value.saturating_mul(10).saturating_add(u64::from(byte.wrapping_sub(b'0'))));
    let is_cut = fraction.bytes().skip(shift).any(|byte| byte != b'0');
    Some(bounded(value.saturating_add(u64::from(is_cut))))
}

#[cfg(feature = "httpdate")]
fn read_date(text: &str, now: SystemTime) -> Option<u64> {
    let date = httpdate::parse_http_date(text).ok()?;
    let wait = date.duration_since(now).unwrap_or_default();
    Some(bounded(super::whole_millis(wait)))
}

#[cfg(all(feature = "std", not(feature = "httpdate")))]
fn read_date(_: &str, _: SystemTime) -> Option<u64> {
    None
}

#[cfg(all(test, feature = "httpdate"))]
mod tests {
    use super::*;
    use llamon_errors_core::format::MAX_RETRY_AFTER_MS;
    use std::time::Duration;

    #[test]
    fn retry_after_is_read_in_all_its_forms() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_445_412_480 - 90);
        for (value, wanted) in [
            ("Wed, 21 Oct 2015 07:28:00 GMT", Some(90_000)),
            ("Wednesday, 21-Oct-15 07:28:00 GMT", Some(90_000)),
            ("Wed Oct 21 07:28:00 2015", Some(90_000)),
            ("Wed, 21 Oct 2015 07:26:29 GMT", Some(0)),
            ("Sun, 06 Nov 9994 08:49:37 GMT", Some(MAX_RETRY_AFTER_MS)),
            ("Wed, 32 Oct 2015 07:28:00 GMT", None),
            ("60", Some(60_000)),
            (" 7 ", Some(7000)),
            ("0", Some(0)),
            ("292.052427053", Some(292_053)),
            ("0.5", Some(500)),
            ("0.5000", Some(500)),
            ("0.0001", Some(1)),
            ("99999999999999999999999999", Some(MAX_RETRY_AFTER_MS)),
            ("-5", None),
            ("+5", None),
            ("", None),
            ("  ", None),
            (".5", None),
            ("5.", None),
            ("NaN", None),
            ("inf", None),
            ("1e3", None),
            ("٧", None),
            ("soon", None),
        ] {
            assert_eq!(read(value, now), wanted, "{value:?}");
        }
    }

    #[test]
    fn milliseconds_are_no_seconds() {
        let now = SystemTime::UNIX_EPOCH;
        assert_eq!(wait(Some("60"), None, now), Some(60_000));
        assert_eq!(wait(None, Some("1500"), now), Some(1500));
        assert_eq!(wait(Some("60"), Some("1500"), now), Some(1500));
        assert_eq!(wait(Some("60"), Some("-1"), now), Some(60_000));
        assert_eq!(wait(None, None, now), None);
        assert_eq!(read_millis("1499.2"), Some(1500));
    }
}
