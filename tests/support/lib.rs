//! What several of the tests share: where things are, and what to do when an outside tool is missing.

pub mod browser;
pub mod log;
pub mod outside;
pub mod scratch;
pub mod sdk;
pub mod transcript;
pub mod vectors;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The lines of a sound entry, without its header.
pub const ENTRY: &str = "sdk_code = \"NOT_FOUND\"\nreason = \"gone\"\ntitle = \"Gone\"\nretriable = false\n";

/// Each diagnostic in a line, with what to do about it.
#[must_use]
pub fn lines_of(all: &llamon_errors_catalog::Diagnostics) -> Vec<String> {
    let line = |fault: &llamon_errors_catalog::Diagnostic| match fault.help_text() {
        Some(help) => format!("{}: {help}", fault.message()),
        None => fault.message().to_owned(),
    };
    all.iter().map(line).collect()
}

/// The workspace's root.
#[must_use]
pub fn root() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().unwrap_or(tests).to_owned()
}

/// A folder below `target` that this test may fill.
#[must_use]
pub fn scratch(name: &str) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    target.join("tests-scratch").join(name)
}

/// Says in one line that a test is skipped since an outside tool is missing, or fails where the tool is required.
///
/// # Panics
/// When the environment variable `variable` is `required`.
pub fn skip_or_fail(variable: &str, why: &str) {
    let required = std::env::var(variable).is_ok_and(|value| value == "required");
    assert!(!required, "{variable}=required, but {why}");
    // Not `eprintln!`: the test runner hides that of a test that passes.
    let _ = writeln!(std::io::stderr(), "skipped: {why} (set {variable}=required to make this a failure)");
}

/// The command line's binary, built when it is not fresh.
///
/// # Panics
/// When it cannot be built.
#[must_use]
pub fn llamon_errors_bin() -> PathBuf {
    cli_bin("llamon-errors")
}

/// One of the command line's binaries, built when it is not fresh.
///
/// # Panics
/// When it cannot be built.
#[must_use]
pub fn cli_bin(name: &str) -> PathBuf {
    let output = cargo().args(["build", "--quiet", "--package", "llamon-errors-cli"]).output();
    let output = output.unwrap_or_else(|error| panic!("cargo does not run: {error}"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    target.join("debug").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// What an example of `llamon-errors` prints.
///
/// # Panics
/// When it fails.
#[must_use]
pub fn example_output(example: &str) -> String {
    let output = cargo().args(["run", "--quiet", "--package", "llamon-errors", "--example", example]).output();
    let output = output.unwrap_or_else(|error| panic!("cargo does not run: {error}"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A catalog of `count` made-up codes, all sound.
#[must_use]
pub fn generated_catalog(count: usize) -> String {
    let mut text = "domain = \"huge\"\n".to_owned();
    for number in 0..count {
        let _ = write!(
            text,
            "\n[HUGE_{number:05}]\nsdk_code = \"INTERNAL_ERROR\"\nreason = \"synthetic_{number}\"\n\
             title = \"Synthetic {number}\"\nretriable = false\n"
        );
    }
    text
}

/// The `*.toml` files of a folder below `tests`, sorted, as path to show and bytes.
///
/// # Panics
/// When it cannot be read, or holds none.
#[must_use]
pub fn catalogs_in(folder: &str) -> Vec<(String, Vec<u8>)> {
    let entries =
        std::fs::read_dir(root().join("tests").join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut names: Vec<String> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| Path::new(name).extension().is_some_and(|ending| ending == "toml"));
    names.sort();
    assert!(!names.is_empty(), "{folder} holds no catalog");
    let read = |name: String| {
        let path = format!("{folder}/{name}");
        let bytes = std::fs::read(root().join("tests").join(&path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        (path, bytes)
    };
    names.into_iter().map(read).collect()
}

/// Compares a whole text with the golden `tests/PATH`; `SNAPSHOTS=overwrite` writes it.
pub fn assert_golden(path: &str, text: &str) {
    use snapbox::IntoData as _;
    let golden = snapbox::Data::read_from(&root().join("tests").join(path), Some(snapbox::data::DataFormat::Text));
    snapbox::Assert::new().action_env("SNAPSHOTS").eq(text.raw(), golden.raw());
}

/// The cargo that runs this test, in the root.
#[must_use]
pub fn cargo() -> std::process::Command {
    let mut cargo = std::process::Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    cargo
}

/// Replaces the time of each status by a fixed one, so that outputs can be compared byte for byte.
///
/// # Panics
/// When a time has not the form that A2A 0.3 asks for.
#[must_use]
pub fn with_fixed_time(json: &str) -> String {
    const KEY: &str = "\"timestamp\":\"";
    const FIXED: &str = "2026-11-30T11:02:08.188Z";
    let mut fixed = String::new();
    let mut pieces = json.split(KEY);
    fixed.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        let (time, rest) = piece.split_once('"').unwrap_or((piece, ""));
        let form: String = time.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
        assert_eq!(form, "0000-00-00T00:00:00.000Z", "the time `{time}` is no RFC 3339 time in milliseconds");
        fixed.push_str(KEY);
        fixed.push_str(FIXED);
        fixed.push('"');
        fixed.push_str(rest);
    }
    fixed
}
