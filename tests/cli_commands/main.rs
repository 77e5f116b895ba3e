//! Transcripts of the commands that make something of catalogs: explain, next, expand, diff, import, completions, and their help.
//! `SNAPSHOTS=overwrite cargo test -p llamon-errors-tests --test cli_commands` writes them anew.

mod diff;
mod expand;
mod explain;
mod import;
mod next;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use llamon_errors_tests::transcript::{output_in, run, transcript, transcript_in};
use llamon_errors_tests::{assert_golden, catalogs_in, cli_bin, llamon_errors_bin, root, scratch, skip_or_fail};

const DOCUMENTS: &str = "../catalogs/documents.toml";

/// An empty folder of this test.
fn folder(name: &str) -> PathBuf {
    let folder = scratch("cli").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("it is below the folder")).expect("the folder can be made");
    std::fs::write(path, text).expect("the file can be written");
}

fn documents() -> String {
    std::fs::read_to_string(root().join("catalogs/documents.toml")).expect("the catalog is there")
}

const COMMANDS: [&str; 10] =
    ["check", "completions", "diff", "docs", "expand", "explain", "export", "import", "next", "schema"];

/// Every command says what it is for, its exit status, and how it is called.
#[test]
fn every_command_has_help_with_examples() {
    transcript("help", 0, &["--help"]);
    for command in COMMANDS {
        transcript(&format!("help-{command}"), 0, &[command, "--help"]);
        let (_, help) = run(&[command, "--help"]);
        assert!(help.contains(&format!("Examples:\n  llamon-errors {command}")), "{help}");
        assert_eq!(run(&[command, "--no-such-option"]).0, Some(2), "{command}");
    }
}

/// The examples are command lines that the program takes, as far as its words go.
#[test]
fn the_examples_of_the_help_are_understood() {
    let folder = folder("examples");
    for command in COMMANDS {
        let (_, help) = run(&[command, "--help"]);
        let examples: Vec<&str> = help.lines().filter_map(|line| line.strip_prefix("  llamon-errors ")).collect();
        assert!(examples.len() >= 2, "{command}");
        // A line that is too long would come in two, of which a shell takes neither.
        let block = help.split("Examples:\n").nth(1).unwrap_or_default().split("\n\n").next().unwrap_or_default();
        assert_eq!(block.lines().count(), examples.len(), "{command}: {block}");
        for example in examples {
            let words: Vec<&str> = example.split(" > ").next().unwrap_or_default().split_whitespace().collect();
            let output = output_in(&folder, &words);
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(!said.contains("Usage:"), "{example}: {said}");
        }
    }
}

#[test]
fn shells_are_told_the_words() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let (status, script) = run(&["completions", shell]);
        assert_eq!(status, Some(0));
        for command in COMMANDS {
            assert!(script.contains(command), "{shell} does not know {command}");
        }
    }
    assert_eq!(run(&["completions", "cmd"]).0, Some(2));
}

/// Bash itself completes a word with them.
#[cfg(unix)]
#[test]
fn bash_completes_the_words() {
    // Bash knows the function by the command that it completes.
    let script = format!(
        "source <('{}' completions bash); words=($(complete -p llamon-errors)); COMP_WORDS=(llamon-errors exp); \
         COMP_CWORD=1; \"${{words[-2]}}\" llamon-errors exp llamon-errors; echo \"${{COMPREPLY[*]}}\"",
        llamon_errors_bin().display()
    );
    let output = Command::new("bash").args(["--norc", "-c", &script]).output().expect("bash runs");
    let completed = String::from_utf8_lossy(&output.stdout).into_owned();
    for command in COMMANDS.iter().filter(|command| command.starts_with("exp")) {
        assert!(completed.split_whitespace().any(|word| word == *command), "{command}: {completed}");
    }
    assert!(!completed.contains("check"), "{completed}");
}

/// `cargo llamon-errors` is the same command.
#[test]
fn cargo_runs_it_too() {
    let bin = cli_bin("cargo-llamon-errors");
    let as_cargo =
        |words: &[&str]| Command::new(&bin).args(words).current_dir(root().join("tests")).output().expect("it runs");
    let direct = output_in(&root().join("tests"), &["check", "catalogs/two-files"]);
    let (with, without) =
        (as_cargo(&["llamon-errors", "check", "catalogs/two-files"]), as_cargo(&["check", "catalogs/two-files"]));
    assert_eq!((with.status.code(), &with.stdout), (direct.status.code(), &direct.stdout));
    assert_eq!((without.status.code(), &without.stdout), (direct.status.code(), &direct.stdout));
    let usage = as_cargo(&["llamon-errors", "explain", "--no-such-option"]).stderr;
    assert!(
        String::from_utf8_lossy(&usage).contains("Usage: cargo llamon-errors explain"),
        "{}",
        String::from_utf8_lossy(&usage)
    );
    // As cargo itself calls it: found beside others on the path.
    let path = std::env::join_paths(
        bin.parent()
            .map(Path::to_owned)
            .into_iter()
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let through = Command::new(cargo)
        .args(["llamon-errors", "explain", "LE0103"])
        .env("PATH", path.expect("it is a path"))
        .output();
    let through = through.expect("cargo runs");
    assert_eq!(
        through.stdout,
        output_in(&root(), &["explain", "LE0103"]).stdout,
        "{}",
        String::from_utf8_lossy(&through.stderr)
    );
}

/// A reader that is gone from the beginning is no error either, whatever is printed and wherever (B83).
#[cfg(unix)]
#[test]
fn closed_pipes_are_quiet_everywhere() {
    for (words, stderr_too) in [
        ("explain DOC_005 --catalogs catalogs", false),
        ("explain io --catalogs tests/catalogs/real", false),
        ("explain --list", false),
        ("next --catalogs tests/catalogs/real", false),
        ("expand tests/catalogs/real/aws-all.toml", false),
        ("diff tests/catalogs/real/pd-errors.toml tests/catalogs/real/tikv-errors.toml", false),
        ("diff --format json tests/catalogs/real/pd-errors.toml tests/catalogs/real/tikv-errors.toml", false),
        ("import tests/catalogs/import/codes.csv", false),
        ("import tests/catalogs/import/faults.csv", true),
        ("expand tests/ui/catalogs/four-faults.toml", true),
        ("explain weather --catalogs catalogs", true),
        ("check nowhere.toml", true),
        ("completions bash", false),
        ("--help", false),
        ("check --help", false),
        ("check --no-such-option", true),
    ] {
        let closed = if stderr_too { "2>&1 >/dev/null" } else { "" };
        // Bash waits for the reader's end before the command begins, so that the pipe is closed whatever the machine's load is.
        let script = format!("exec 3> >(exec true); wait $!; '{}' {words} {closed} >&3", llamon_errors_bin().display());
        let script = if stderr_too { script.replace("2>&1 >/dev/null >&3", "2>&3 >/dev/null") } else { script };
        let output = Command::new("bash").args(["-c", &script]).current_dir(root()).stdin(Stdio::null()).output();
        let output = output.expect("bash runs");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{words}");
        assert!(matches!(output.status.code(), Some(0..=2)), "{words}: {:?}", output.status);
    }
}

/// The status of every command: 0 clean, 1 findings, 2 usage or I/O (B82).
#[test]
fn the_status_of_every_command_tells_findings_from_trouble() {
    for (words, status) in [
        (&["explain", "DOC_005", "--catalogs", DOCUMENTS][..], 0),
        (&["explain", "DOC_999x", "--catalogs", DOCUMENTS], 1),
        (&["explain", "DOC_005", "--catalogs", "nowhere.toml"], 2),
        (&["next", "DOC_", "--catalogs", DOCUMENTS], 0),
        (&["next", "ORD_", "--catalogs", DOCUMENTS], 1),
        (&["next", "DOC_", "--catalogs", "nowhere.toml"], 2),
        (&["next", "DOC_", "--catalogs", "snapshots"], 2),
        (&["expand", DOCUMENTS], 0),
        (&["expand", "catalogs/hard/typos.toml"], 1),
        (&["expand"], 2),
        (&["diff", DOCUMENTS, DOCUMENTS], 0),
        (&["diff", DOCUMENTS, "catalogs/two-files/c.toml"], 1),
        (&["diff", DOCUMENTS, "catalogs/hard/typos.toml"], 1),
        (&["diff", DOCUMENTS, "nowhere.toml"], 2),
        (&["diff"], 2),
        (&["import", "catalogs/import/codes.csv"], 0),
        (&["import", "catalogs/import/faults.csv"], 1),
        (&["import", "nowhere.csv"], 2),
        (&["completions", "bash"], 0),
        (&["completions"], 2),
        (&["frobnicate"], 2),
        (&[], 2),
    ] {
        assert_eq!(run(words).0, Some(status), "{words:?}");
    }
}

/// Nothing goes to standard output where nothing is to be had: a script that redirects it makes no half of a file (B41).
#[test]
fn findings_leave_standard_output_alone() {
    for words in [
        &["expand", "catalogs/hard/typos.toml"][..],
        &["diff", "catalogs/two-files", "catalogs/two-files"],
        &["import", "catalogs/import/faults.csv"],
        &["next", "ORD_", "--catalogs", DOCUMENTS],
        &["explain", "weather", "--catalogs", DOCUMENTS],
    ] {
        assert_eq!(run(words), (Some(1), String::new()), "{words:?}");
    }
}
