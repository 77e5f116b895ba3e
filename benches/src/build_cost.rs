//! What one `cargo build` costs, in CPU time and wall time.
//!
//! CPU time is that of cargo and of every compiler it starts, user and system together, as bash's `time` counts it; so bash must be
//! there. It hardly moves when other programs run, but for their traffic in the caches; wall time does.

use std::path::Path;
use std::process::Command;

/// Seconds.
#[derive(Clone, Copy)]
pub(crate) struct Cost {
    pub(crate) cpu: f64,
    pub(crate) wall: f64,
}

impl Cost {
    pub(crate) const NONE: Self = Self { cpu: f64::INFINITY, wall: f64::INFINITY };

    /// The lesser of each: what a busy machine adds is never negative.
    pub(crate) fn min(self, other: Self) -> Self {
        Self { cpu: self.cpu.min(other.cpu), wall: self.wall.min(other.wall) }
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
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut arguments = vec!["build"];
    arguments.extend((profile == Profile::Release).then_some("--release"));
    let command = || {
        let mut command = Command::new("bash");
        command.current_dir(folder).env("CARGO_INCREMENTAL", "0").env("CARGO_TARGET_DIR", target);
        command
    };
    let timed = command()
        .args(["-c", "TIMEFORMAT='%3R %3U %3S'; time \"$@\" >/dev/null 2>&1", "bash"])
        .arg(&cargo)
        .args(&arguments)
        .output()
        .expect("bash is there");
    if !timed.status.success() {
        let _ = command().args(["-c", "\"$@\" 1>&2", "bash"]).arg(&cargo).args(&arguments).status();
        panic!("the build of {} failed", folder.display());
    }
    let text = String::from_utf8_lossy(&timed.stderr);
    let numbers: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    match numbers.as_slice() {
        [wall, user, system] => Cost { cpu: user + system, wall: *wall },
        _ => panic!("bash said no times but {text:?}"),
    }
}
