//! Transcripts of the command line, run in `tests/`.

use std::path::Path;
use std::process::Output;

use snapbox::cmd::Command;

use crate::{assert_golden, llamon_errors_bin, root};

/// Runs the command in `tests/` and compares what it prints with `snapshots/cli/NAME.txt`.
///
/// # Panics
/// When it does not run, prints something else, or ends with another status.
pub fn transcript(name: &str, status: i32, arguments: &[&str]) {
    transcript_in(&root().join("tests"), name, status, arguments);
}

/// As [`transcript`], in another folder.
///
/// # Panics
/// When it does not run, prints something else, or ends with another status.
pub fn transcript_in(folder: &Path, name: &str, status: i32, arguments: &[&str]) {
    let output = output_in(folder, arguments);
    let shown = format!(
        "$ llamon-errors {}\n{}{}[exit {}]\n",
        arguments.join(" "),
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
        output.status.code().unwrap_or(-1),
    );
    assert_golden(&format!("snapshots/cli/{name}.txt"), &shown);
    assert_eq!(output.status.code(), Some(status), "{shown}");
}

/// What the command does in a folder.
///
/// # Panics
/// When it does not run.
#[must_use]
pub fn output_in(folder: &Path, arguments: &[&str]) -> Output {
    let output = Command::new(llamon_errors_bin()).args(arguments).current_dir(folder).output();
    output.expect("the command runs")
}

/// The status and what is printed on standard output, in `tests/`.
///
/// # Panics
/// When it does not run.
#[must_use]
pub fn run(arguments: &[&str]) -> (Option<i32>, String) {
    let output = output_in(&root().join("tests"), arguments);
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}
