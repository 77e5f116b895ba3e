//! Transcripts of the command line. `SNAPSHOTS=overwrite cargo test -p llamon-errors-tests --test cli` writes them anew.

use std::path::Path;

use llamon_errors_tests::{llamon_errors_bin, root};
use snapbox::cmd::Command;
use snapbox::{Assert, Data, IntoData as _};

/// Runs the command in `tests/` and compares what it prints with `snapshots/cli/NAME.txt`.
fn transcript(name: &str, status: i32, arguments: &[&str]) {
    let golden = Data::read_from(Path::new(&format!("snapshots/cli/{name}.txt")), None);
    let output = Command::new(llamon_errors_bin()).args(arguments).current_dir(root().join("tests")).output();
    let output = output.expect("the command runs");
    let shown = format!(
        "$ llamon-errors {}\n{}{}[exit {}]\n",
        arguments.join(" "),
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
        output.status.code().unwrap_or(-1),
    );
    Assert::new().action_env("SNAPSHOTS").eq(shown.raw(), golden.raw());
    assert_eq!(output.status.code(), Some(status));
}

#[test]
fn check_shows_every_fault_of_a_file() {
    transcript("check-four-faults", 1, &["check", "ui/catalogs/four-faults.toml"]);
}

#[test]
fn check_of_sound_catalogs_is_one_line() {
    transcript("check-sound", 0, &["check", "../catalogs", "catalogs/real"]);
}

#[test]
fn a_file_that_is_not_there_is_trouble() {
    transcript("check-missing", 2, &["check", "catalogs/nowhere.toml", "../catalogs/documents.toml"]);
}

#[test]
fn nothing_to_check_is_a_usage_error() {
    let output = Command::new(llamon_errors_bin()).arg("check").output().expect("the command runs");
    assert_eq!(output.status.code(), Some(2));
}

/// A reader that stops early is no error: no panic text, and the status still tells what was found (B83).
#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_error() {
    let bin = llamon_errors_bin();
    let script = format!("'{}' check ui/catalogs | head -1; exit ${{PIPESTATUS[0]}}", bin.display());
    let output = std::process::Command::new("bash").args(["-c", &script]).current_dir(root().join("tests")).output();
    let output = output.expect("bash runs");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(matches!(output.status.code(), Some(0 | 1)), "{:?}", output.status);
}
