//! What must hold for any value of `Retry-After`.

use std::time::{Duration, SystemTime};

use llamon_errors::format::MAX_RETRY_AFTER_MS;
use llamon_errors::retry::header::{read, read_millis, seconds, wait};

/// Reads a value. The first byte chooses the time at which it came.
///
/// # Panics
/// When it gives a wait that nobody can wait: that is a finding.
pub fn retry_after(bytes: &[u8]) {
    let Some((hours, value)) = bytes.split_first() else { return };
    let Ok(value) = std::str::from_utf8(value) else { return };
    let now = SystemTime::UNIX_EPOCH + Duration::from_secs(u64::from(*hours) * 86_400 * 365);
    let (whole, millis) = (read(value, now), read_millis(value));
    for wait in [whole, millis].into_iter().flatten() {
        assert!(wait <= MAX_RETRY_AFTER_MS, "{value:?} gives {wait}");
        assert!(seconds(wait) >= 1 && seconds(wait) * 1000 >= wait, "{wait}");
    }
    assert_eq!(wait(Some(value), Some(value), now), millis.or(whole));
    assert_eq!(read(&format!("  {value}\t"), now), whole, "blanks around {value:?}");
}
