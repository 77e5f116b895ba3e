//! Whether to try again, and after how long (SPEC U8, U9, V5).
//!
//! Comes in: a policy, the number of the retry, what the error says. Goes out: a wait, or that there is no use. Not done here: the loop
//! itself; feature `backon` lets [`RetryPolicy`] drive the one of that crate. Headers are read and written by [`header`].

use core::time::Duration;

use llamon_errors_core::error_code::ErrorCode;
use llamon_errors_core::format::MAX_RETRY_AFTER_MS;

use crate::data::{BaseErrorData, WireCode};

#[cfg(feature = "backon")]
mod backon;
mod delays;
pub mod header;

pub use self::delays::Delays;

/// How often to try again, and how long to wait in between.
///
/// ```
/// use llamon_errors::RetryPolicy;
///
/// let policy = RetryPolicy::default();
/// let millis = [1, 2, 3, 4, 5, 6].map(|attempt| policy.delay(attempt).as_millis());
/// assert_eq!(millis, [1000, 2000, 4000, 8000, 16_000, 30_000]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RetryPolicy {
    /// The wait before the first retry.
    pub initial: Duration,
    /// The longest wait that the policy comes to by itself. What a server asks for may be longer.
    pub cap: Duration,
    /// How many retries there are; the first call is none.
    pub max_attempts: u32,
    /// Whether waits are spread at random, so that clients that failed together do not come back together.
    pub jitter: bool,
}

impl Default for RetryPolicy {
    /// One second at first, thirty at most, three retries, no jitter.
    fn default() -> Self {
        Self { initial: Duration::from_secs(1), cap: Duration::from_secs(30), max_attempts: 3, jitter: false }
    }
}

impl RetryPolicy {
    /// The wait before the first retry.
    #[must_use]
    pub const fn initial(mut self, initial: Duration) -> Self {
        self.initial = initial;
        self
    }

    /// The longest wait.
    #[must_use]
    pub const fn cap(mut self, cap: Duration) -> Self {
        self.cap = cap;
        self
    }

    /// How many retries there are.
    #[must_use]
    pub const fn max_attempts(mut self, max_attempts: u32) -> Self {
        self.max_attempts = max_attempts;
        self
    }

    /// Spreads the waits at random between half and all of what they would be, so never beyond the cap.
    #[must_use]
    pub const fn jitter(mut self, jitter: bool) -> Self {
        self.jitter = jitter;
        self
    }

    /// The wait before retry `attempt`, counted from 1: initial x 2^(attempt - 1), at most the cap (SPEC U8).
    ///
    /// Attempt 0 waits as long as attempt 1. Nothing overflows: from some attempt on it is the cap for ever.
    #[must_use]
    pub fn delay(&self, attempt: u32) -> Duration {
        let (initial, doublings) = (self.initial.as_nanos(), attempt.saturating_sub(1));
        // What would be shifted out of 128 bits is longer than any cap.
        let nanos = if doublings < initial.leading_zeros() { initial << doublings } else { u128::MAX };
        if initial == 0 {
            Duration::ZERO
        } else if nanos >= self.cap.as_nanos() {
            self.cap
        } else {
            from_nanos(nanos)
        }
    }

    /// The wait before retry `attempt`, spread by `random` where the policy has jitter: any 64 bits will do, the same ones give the same
    /// wait.
    #[must_use]
    pub fn delay_with(&self, attempt: u32, random: u64) -> Duration {
        let delay = self.delay(attempt);
        if !self.jitter {
            return delay;
        }
        // Half of the wait is sure, the other half is cut by the random number; integers, so that the cap cannot be passed by rounding.
        let half = delay / 2;
        let spread = u64::try_from(delay.saturating_sub(half).as_nanos()).unwrap_or(u64::MAX);
        let part = (u128::from(spread) * u128::from(random)) >> 64;
        half.saturating_add(Duration::from_nanos(u64::try_from(part).unwrap_or(spread)))
    }

    /// The wait before retry `attempt` (from 1) of a call that failed with this error, or nothing when there is no use in one.
    ///
    /// A retry is no use when the error says so, when its code is one of those that are never retried (SPEC U9), or when the attempts
    /// are used up. What the error asks for (`retryAfterMs`) comes before the back-off, also beyond the cap: to come earlier is no use. More
    /// than 365 days ([`MAX_RETRY_AFTER_MS`]) counts as that.
    ///
    /// ```
    /// use llamon_errors::{ApplicationError, ErrorCode, RetryPolicy};
    /// use std::time::Duration;
    ///
    /// let error = ApplicationError::new(ErrorCode::RateLimited, "quota_used_up").retry_after_ms(60_000);
    /// assert_eq!(RetryPolicy::default().advice(error.data(), 1), Some(Duration::from_secs(60)));
    /// assert_eq!(RetryPolicy::default().advice(error.data(), 4), None);
    /// ```
    #[must_use]
    pub fn advice(&self, error: &impl BaseErrorData, attempt: u32) -> Option<Duration> {
        if attempt > self.max_attempts {
            return None;
        }
        adjusted(error, Some(self.delay(attempt)))
    }
}

/// What becomes of a planned wait when the call fails with this error: nothing when a retry is no use, and what the error asks for where it
/// asks. Fits `backon`'s `adjust`.
#[must_use]
pub fn adjusted(error: &impl BaseErrorData, planned: Option<Duration>) -> Option<Duration> {
    let planned = planned?;
    let asked = || error.retry_after_ms().map(|millis| Duration::from_millis(bounded(millis)));
    is_worth_a_retry(error).then(|| asked().unwrap_or(planned))
}

/// A wait that somebody else asks for, in milliseconds, as it is read from every carrier. A peer does not choose without bound how long we
/// sleep, and clocks overflow on what is meant as "never".
pub(crate) const fn bounded(millis: u64) -> u64 {
    if millis < MAX_RETRY_AFTER_MS { millis } else { MAX_RETRY_AFTER_MS }
}

/// Whether the same request may succeed later: the error says so, and its code is none of those that are never retried (SPEC U9).
#[must_use]
pub fn is_worth_a_retry(error: &impl BaseErrorData) -> bool {
    error.is_retriable() && !is_never_retried(error.wire_code())
}

/// Whether an error of this code is never retried, whatever else it says (SPEC U9).
///
/// S2 names four codes. `INVALID_INPUT` and `AUTH_REQUIRED` are what they are called among the eight (SPEC U10); the four themselves are
/// met where a peer speaks S2's words.
#[must_use]
pub fn is_never_retried(code: &WireCode) -> bool {
    match code {
        WireCode::Known(code) => matches!(code, ErrorCode::InvalidInput | ErrorCode::AuthRequired),
        WireCode::Unknown(text) => {
            matches!(text.as_str(), "VALIDATION_ERROR" | "PERMISSION_DENIED" | "VERSION_INCOMPATIBLE")
        }
    }
}

/// `Duration::from_nanos` for more than 64 bits.
fn from_nanos(nanos: u128) -> Duration {
    const SECOND: u128 = 1_000_000_000;
    match (u64::try_from(nanos / SECOND), u32::try_from(nanos % SECOND)) {
        (Ok(secs), Ok(nanos)) => Duration::new(secs, nanos),
        _ => Duration::MAX,
    }
}

/// A wait in whole milliseconds, rounded up, so that nobody comes too early.
pub(crate) fn whole_millis(wait: Duration) -> u64 {
    u64::try_from(wait.as_nanos().div_ceil(1_000_000)).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn back_off_doubles_to_the_cap_and_never_overflows() {
        let policy = RetryPolicy::default();
        for (attempt, millis) in [
            (0, 1000),
            (1, 1000),
            (2, 2000),
            (3, 4000),
            (4, 8000),
            (5, 16_000),
            (6, 30_000),
            (31, 30_000),
            (32, 30_000),
            (64, 30_000),
            (65, 30_000),
            (u32::MAX, 30_000),
        ] {
            assert_eq!(policy.delay(attempt), Duration::from_millis(millis), "attempt {attempt}");
        }
        let boundless = policy.cap(Duration::MAX);
        assert_eq!(boundless.delay(31), Duration::from_secs(1 << 30));
        assert_eq!(boundless.delay(32), Duration::from_secs(1 << 31));
        assert_eq!(boundless.delay(64), Duration::from_secs(1 << 63));
        assert_eq!(boundless.delay(65), Duration::MAX);
        assert_eq!(boundless.delay(u32::MAX), Duration::MAX);
        let tiny = policy.initial(Duration::from_nanos(1));
        assert_eq!(tiny.delay(34), Duration::from_nanos(1 << 33), "a small start is doubled beyond 32 bits too");
        assert_eq!(policy.initial(Duration::ZERO).delay(u32::MAX), Duration::ZERO);
        assert_eq!(policy.initial(Duration::from_secs(99)).delay(1), policy.cap);
    }

    #[test]
    fn jitter_stays_between_half_and_all_of_the_wait() {
        for policy in [RetryPolicy::default(), RetryPolicy::default().cap(Duration::MAX)].map(|p| p.jitter(true)) {
            for attempt in [0, 1, 2, 4, 31, 32, 64, u32::MAX] {
                let delay = policy.delay(attempt);
                for random in [0, 1, u64::MAX / 2, u64::MAX] {
                    let wait = policy.delay_with(attempt, random);
                    assert!(delay / 2 <= wait && wait <= delay, "attempt {attempt}, random {random}: {wait:?}");
                }
            }
        }
        let policy = RetryPolicy::default();
        let waits = [0, 1 << 63, u64::MAX].map(|random| policy.jitter(true).delay_with(2, random).as_millis());
        assert_eq!(waits, [1000, 1500, 1999], "half of the wait is sure, the other half is the random number's");
        assert_eq!(policy.delay_with(2, 0), policy.delay(2), "without jitter the wait is whole");
        let waits: alloc::vec::Vec<_> = RetryPolicy::default().jitter(true).delays(1).collect();
        assert_eq!(waits.len(), 3);
        assert!(waits.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
