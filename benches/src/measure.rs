//! One measure: ours beside a peer.

use std::hint::black_box;
use std::time::Instant;

/// What something of ours costs and what its peer costs, in one run on one machine.
pub(crate) struct Measure {
    /// What was measured and in which unit.
    pub(crate) name: String,
    pub(crate) ours: f64,
    pub(crate) peer: f64,
    /// The most that `ours / peer` may be; nothing where the number only explains another.
    pub(crate) target: Option<f64>,
}

impl Measure {
    pub(crate) fn ratio(&self) -> f64 {
        self.ours / self.peer
    }

    /// Whether the target is met; a measure without one cannot miss it.
    pub(crate) fn is_ok(&self) -> bool {
        self.target.is_none_or(|target| self.ratio() <= target)
    }

    pub(crate) fn to_json(&self) -> serde_json::Value {
        let rounded = |number: f64| (number * 1000.0).round() / 1000.0;
        serde_json::json!({
            "measure": self.name,
            "ours": rounded(self.ours),
            "peer": rounded(self.peer),
            "ratio": rounded(self.ratio()),
            "target": self.target,
            "ok": self.target.map(|_| self.is_ok()),
        })
    }
}

/// The medians of two pieces of work in nanoseconds for each of the `count` steps that one call makes.
#[expect(clippy::cast_precision_loss, reason = "counts of steps are far below 2^53")]
pub(crate) fn interleaved_steps<A, B>(
    rounds: usize,
    count: usize,
    ours: impl FnMut() -> A,
    peer: impl FnMut() -> B,
) -> (f64, f64) {
    let (ours, peer) = interleaved(rounds, ours, peer);
    let step = |milliseconds: f64| milliseconds * 1e6 / count as f64;
    (step(ours), step(peer))
}

/// The medians of two pieces of work in milliseconds, run in turn so that a busy moment of the machine hits both.
pub(crate) fn interleaved<A, B>(rounds: usize, mut ours: impl FnMut() -> A, mut peer: impl FnMut() -> B) -> (f64, f64) {
    let (mut our_times, mut peer_times) = (Vec::new(), Vec::new());
    // The first round warms caches and the allocator up, and does not count.
    for round in 0..=rounds {
        let (our_time, peer_time) = (timed(&mut ours), timed(&mut peer));
        if round > 0 {
            our_times.push(our_time);
            peer_times.push(peer_time);
        }
    }
    (median(our_times), median(peer_times))
}

fn timed<T>(work: &mut impl FnMut() -> T) -> f64 {
    let start = Instant::now();
    black_box(work());
    start.elapsed().as_secs_f64() * 1000.0
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}
