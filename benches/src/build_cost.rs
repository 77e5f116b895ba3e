//! What one `cargo build` costs: CPU time, wall time, memory.
//!
//! Comes in: a crate's folder. Goes out: the CPU time of cargo and of every compiler it started, user and system together; and the most
//! memory that one of them held. CPU time hardly moves when other programs run, but for their traffic in the caches; wall time does. The
//! system tells a program the cost of all children it ever had, so each build has a program of its own for a parent: this one, started
//! again. Unix only.

use std::path::Path;
use std::process::{Command, ExitCode};

/// The word that makes this program do one build and say what it cost.
pub(crate) const PROBE: &str = "probe-build";

/// Seconds, and megabytes (of 1,000,000 bytes).
#[derive(Clone, Copy)]
pub(crate) struct Cost {
    pub(crate) cpu: f64,
    pub(crate) wall: f64,
    pub(crate) peak: f64,
}

impl Cost {
    pub(crate) const NONE: Self = Self { cpu: f64::INFINITY, wall: f64::INFINITY, peak: f64::INFINITY };

    /// The lesser of each: what a busy machine adds is never negative.
    pub(crate) fn min(self, other: Self) -> Self {
        Self { cpu: self.cpu.min(other.cpu), wall: self.wall.min(other.wall), peak: self.peak.min(other.peak) }
    }
}

/// The two profiles of cargo, as it brings them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    Debug,
    Release,
}

impl Profile {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Release => "release",
        }
    }
}

/// Builds the crate in `folder` into `target`, and says what it cost.
///
/// # Panics
/// When the build fails: a measure of something else is none.
pub(crate) fn build(folder: &Path, target: &Path, profile: Profile) -> Cost {
    let program = std::env::current_exe().expect("a program has a path");
    let probe = Command::new(program)
        .args([PROBE, profile.name()])
        .current_dir(folder)
        .env("CARGO_INCREMENTAL", "0")
        .env("CARGO_TARGET_DIR", target)
        .output()
        .expect("this program can be started again");
    let (said, complaint) = (String::from_utf8_lossy(&probe.stdout), String::from_utf8_lossy(&probe.stderr));
    assert!(probe.status.success(), "the build of {} failed:\n{complaint}", folder.display());
    let numbers: Vec<f64> = said.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    match numbers.as_slice() {
        [cpu, wall, peak] => Cost { cpu: *cpu, wall: *wall, peak: *peak },
        _ => panic!("the build of {} said no cost but {said:?}", folder.display()),
    }
}

/// The other side: builds what is in the working folder, and prints CPU seconds, seconds and megabytes.
pub(crate) fn probe(profile: &str) -> ExitCode {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["build", "--quiet"]).args((profile == Profile::Release.name()).then_some("--release"));
    let start = std::time::Instant::now();
    let built = command.status().is_ok_and(|status| status.success());
    let wall = start.elapsed().as_secs_f64();
    match children() {
        Some((cpu, peak)) if built => {
            println!("{cpu} {wall} {peak}");
            ExitCode::SUCCESS
        }
        _ => ExitCode::FAILURE,
    }
}

/// CPU seconds of all processes that this one waited for and they waited for, and the megabytes of the largest.
#[cfg(unix)]
#[expect(clippy::cast_precision_loss, reason = "seconds and kilobytes are far below 2^53")]
fn children() -> Option<(f64, f64)> {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike as _;

    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).ok()?;
    let microseconds = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    // Linux and the BSDs count in units of 1,024 bytes.
    Some((microseconds as f64 / 1e6, usage.max_rss() as f64 * 1024.0 / 1e6))
}

#[cfg(not(unix))]
fn children() -> Option<(f64, f64)> {
    None
}
