//! Peak memory, measured in a process of its own.
//!
//! Comes in: a task. Goes out: the most memory that this program held while it did the task, as Linux counts it (`VmHWM`). On systems
//! without `/proc` there is no answer, and the caller measures nothing.

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use llamon_errors_catalog::check;
use llamon_errors_catalog::render::{Style, render};

/// The word that makes this program do one task and say its peak.
pub(crate) const PROBE: &str = "probe-memory";

/// The task of a bare start.
const NOTHING: &str = "nothing";

pub(crate) enum Task {
    /// Start and end.
    Nothing,
    /// Read a file, check it, draw every diagnostic: what the command line does.
    Check(PathBuf),
}

/// The peak in bytes.
pub(crate) fn peak(task: &Task) -> Option<u64> {
    let word = match task {
        Task::Nothing => NOTHING.into(),
        Task::Check(path) => path.clone().into_os_string(),
    };
    let output = Command::new(std::env::current_exe().ok()?).arg(PROBE).arg(word).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

/// The other side: does the task and prints the peak.
pub(crate) fn probe(task: &str) -> ExitCode {
    if task != NOTHING {
        let Ok(bytes) = std::fs::read(task) else { return ExitCode::FAILURE };
        let checked = check(task, &bytes);
        let drawn: usize = checked.diagnostics.iter().map(|diagnostic| render(diagnostic, Style::Plain).len()).sum();
        std::hint::black_box(drawn);
    }
    let Some(peak) = own_peak() else { return ExitCode::FAILURE };
    println!("{peak}");
    ExitCode::SUCCESS
}

fn own_peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    kilobytes.trim().trim_end_matches("kB").trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}
