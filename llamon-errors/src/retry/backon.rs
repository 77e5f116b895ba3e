//! The policy as a back-off of `backon`.
//!
//! `backon`'s own jitter is put on top of the longest wait; the one of [`RetryPolicy`] stays below the cap.

use std::hash::{BuildHasher as _, RandomState};

use backon::BackoffBuilder;

use super::{Delays, RetryPolicy};

/// What the error says about retrying is heard by [`adjusted`](super::adjusted), in `when`, or in `adjust` where the loop is asynchronous:
///
/// ```
/// use backon::BlockingRetryable as _;
/// use llamon_errors::retry::is_worth_a_retry;
/// use llamon_errors::{ApplicationError, ErrorCode, RetryPolicy};
///
/// let mut calls = 0;
/// let call = || {
///     calls += 1;
///     Err::<(), _>(ApplicationError::new(ErrorCode::UpstreamTimeout, "bank_timed_out"))
/// };
/// let result = call.retry(RetryPolicy::default()).sleep(|_| {}).when(|error| is_worth_a_retry(error.data())).call();
/// assert!(result.is_err());
/// assert_eq!(calls, 4);
/// ```
impl BackoffBuilder for RetryPolicy {
    type Backoff = Delays;

    fn build(self) -> Delays {
        // The standard library seeds each `RandomState` from the operating system; that is all the randomness that jitter needs.
        self.delays(RandomState::new().hash_one(()))
    }
}
