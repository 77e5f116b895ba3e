//! How an agent is run: comes in what its author wants to be otherwise. Not done here: keeping to it (`work`, `run`, `output`).

use core::time::Duration;

/// How many pieces may wait at most: channels have room for no more than this, and nobody reads so far behind.
pub(super) const LONGEST_QUEUE: usize = 1 << 16;

/// How an agent is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RunnerOptions {
    /// How long the work on one message may take. Past it the task fails with `UPSTREAM_TIMEOUT`, reason `deadline_elapsed`.
    pub time_limit: Duration,
    /// How long a task goes on that nobody follows any more, so that a client whose connection broke can come back (`tasks/resubscribe`).
    pub patience: Duration,
    /// How many pieces of output may wait for the client before the agent does.
    pub queue: usize,
    /// How many bytes of text are gathered before they are sent; 0 sends each piece as it comes.
    pub gather: usize,
}

impl Default for RunnerOptions {
    /// Ten minutes, no patience, 16 pieces, nothing gathered.
    fn default() -> Self {
        Self { time_limit: Duration::from_secs(600), patience: Duration::ZERO, queue: 16, gather: 0 }
    }
}

impl RunnerOptions {
    /// How long the work on one message may take.
    #[must_use]
    pub const fn time_limit(mut self, time_limit: Duration) -> Self {
        self.time_limit = time_limit;
        self
    }

    /// How long a task goes on that nobody follows.
    #[must_use]
    pub const fn patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// How many pieces may wait for the client, from 1 to 65,536; another number counts as the nearest of these.
    #[must_use]
    pub const fn queue(mut self, queue: usize) -> Self {
        self.queue = queue;
        self
    }

    /// How many bytes of text are gathered.
    #[must_use]
    pub const fn gather(mut self, gather: usize) -> Self {
        self.gather = gather;
        self
    }
}
