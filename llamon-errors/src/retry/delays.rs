//! The waits of a policy, one after the other.

use core::time::Duration;

use super::RetryPolicy;

/// The waits of a [`RetryPolicy`]: as many as it has attempts.
///
/// ```
/// use llamon_errors::RetryPolicy;
/// use std::time::Duration;
///
/// let policy = RetryPolicy::default().cap(Duration::from_secs(3)).jitter(true);
/// assert_eq!(policy.delays(7).count(), 3);
/// assert!(policy.delays(7).all(|delay| delay <= policy.cap));
/// assert!(policy.delays(7).eq(policy.delays(7)), "the same seed gives the same waits");
/// ```
#[derive(Clone, Debug)]
pub struct Delays {
    policy: RetryPolicy,
    attempt: u32,
    state: u64,
}

impl RetryPolicy {
    /// The waits before the first retry, the second, and so on. `seed` decides the jitter, where there is any.
    #[must_use]
    pub const fn delays(&self, seed: u64) -> Delays {
        Delays { policy: *self, attempt: 0, state: seed }
    }
}

impl Iterator for Delays {
    type Item = Duration;

    fn next(&mut self) -> Option<Duration> {
        if self.attempt >= self.policy.max_attempts {
            return None;
        }
        self.attempt = self.attempt.saturating_add(1);
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        Some(self.policy.delay_with(self.attempt, mixed(self.state)))
    }
}

/// `SplitMix64`: enough to keep clients apart, and no dependency.
fn mixed(state: u64) -> u64 {
    let state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ (state >> 31)
}

#[cfg(test)]
mod tests {
    use super::mixed;

    #[test]
    fn random_numbers_are_those_of_split_mix_64() {
        let state = 0x9e37_79b9_7f4a_7c15_u64;
        let numbers = [1, 2, 3].map(|step| mixed(state.wrapping_mul(step)));
        assert_eq!(numbers, [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]);
    }
}
