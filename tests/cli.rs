//! Transcripts of the command line. `SNAPSHOTS=overwrite cargo test -p llamon-errors-tests --test cli` writes them anew.

use llamon_errors_tests::transcript::{run, transcript};
use llamon_errors_tests::{llamon_errors_bin, root, skip_or_fail};
use snapbox::cmd::Command;

#[test]
fn check_shows_every_fault_of_a_file() {
    transcript("check-four-faults", 1, &["check", "ui/catalogs/four-faults.toml"]);
}

#[test]
fn check_of_sound_catalogs_is_one_line() {
    transcript("check-sound", 0, &["check", "../catalogs"]);
}

#[test]
fn a_file_that_is_not_there_is_trouble() {
    transcript("check-missing", 2, &["check", "catalogs/nowhere.toml", "../catalogs/documents.toml"]);
}

#[test]
fn a_folder_without_catalogs_is_trouble() {
    transcript("check-no-catalogs", 2, &["check", "snapshots"]);
}

#[test]
fn warnings_of_one_rule_are_capped_and_errors_are_not() {
    transcript("check-real", 0, &["check", "catalogs/real"]);
    transcript("check-many-errors", 1, &["check", "catalogs/hard/message-braces.toml"]);
}

#[test]
fn all_warnings_are_drawn_on_demand() {
    let (_, out) = run(&["check", "--all", "catalogs/real/aws-all.toml"]);
    let (_, capped) = run(&["check", "catalogs/real/aws-all.toml"]);
    let drawn = |out: &str| out.lines().filter(|line| line.starts_with("warning[LE0301]: `")).count();
    assert_eq!(drawn(&capped), 5);
    assert!(drawn(&out) > 200, "{}", drawn(&out));
}

/// The status says what was found (B82).
#[test]
fn the_status_tells_errors_warnings_and_trouble_apart() {
    let (errors, warnings, sound) =
        ("catalogs/hard/typos.toml", "catalogs/hard/domain-only.toml", "../catalogs/documents.toml");
    for (arguments, status) in [
        (&["check", sound][..], 0),
        (&["check", "../catalogs"], 0),
        (&["check", warnings], 0),
        (&["check", warnings, "--deny", "warnings"], 1),
        (&["check", errors], 1),
        (&["check", sound, errors], 1),
        (&["check", "catalogs/hard"], 1),
        (&["check", "nowhere.toml"], 2),
        (&["check", errors, "nowhere.toml"], 2),
        (&["check"], 2),
        (&["check", sound, "--format", "xml"], 2),
        (&["check", sound, "--deny", "everything"], 2),
        (&["explain", "LE0103"], 0),
        (&["explain", "LE9999"], 1),
    ] {
        for format in ["human", "json", "sarif", "github"] {
            let mut all = arguments.to_vec();
            if arguments[0] == "check" && !arguments.contains(&"--format") {
                all.extend(["--format", format]);
            }
            assert_eq!(run(&all).0, Some(status), "{all:?}");
        }
    }
}

#[test]
fn a_code_in_two_files_is_found_in_one_run() {
    transcript("check-two-files", 1, &["check", "catalogs/two-files"]);
}

#[test]
fn check_answers_programs() {
    transcript("check-json", 1, &["check", "--format", "json", "catalogs/two-files"]);
    transcript("check-github", 1, &["check", "--format", "github", "catalogs/two-files"]);
    transcript("check-sarif", 1, &["check", "--format", "sarif", "catalogs/two-files"]);
    transcript("check-json-missing", 2, &["check", "--format", "json", "nowhere.toml"]);
}

#[test]
fn explain_prints_the_page_of_a_rule() {
    transcript("explain", 0, &["explain", "le0103"]);
    transcript("explain-list", 0, &["explain", "--list"]);
    transcript("explain-unknown", 1, &["explain", "LE013", "--catalogs", "catalogs/two-files"]);
    assert_eq!(run(&["explain"]), run(&["explain", "--list"]));
}

/// The forms themselves are goldens of `tests/export.rs`; here is what stands around them.
#[test]
fn export_and_schema_print_what_the_engine_emits() {
    transcript("export-json", 0, &["export", "--format", "json", "../catalogs"]);
    transcript("export-python", 0, &["export", "--format", "python", "../catalogs"]);
    transcript("export-refused", 1, &["export", "--format", "typescript", "catalogs/two-files"]);
    transcript("export-missing", 2, &["export", "--format", "json-schema", "nowhere.toml", "../catalogs"]);
    transcript("export-no-format", 2, &["export", "../catalogs"]);
    let (status, schema) = run(&["schema"]);
    let checked_in = std::fs::read_to_string(root().join("docs/catalog.schema.json")).expect("it is there");
    assert_eq!((status, schema), (Some(0), checked_in));
}

/// Colours are for terminals only, and `NO_COLOR` is heard there.
#[cfg(unix)]
#[test]
fn colours_are_for_terminals() {
    let on_terminal = |environment: &str, words: &str| {
        let words = format!("{environment} '{}' {words}", llamon_errors_bin().display());
        let mut script = std::process::Command::new("script");
        script.args(["-qec", &words, "/dev/null"]).current_dir(root().join("tests"));
        script.stdin(std::process::Stdio::null()).output().ok()
    };
    let escapes = |out: &[u8]| String::from_utf8_lossy(out).matches('\u{1b}').count();
    for words in [
        "check catalogs/hard/typos.toml",
        "explain DOC_005 --catalogs ../catalogs",
        "diff ../catalogs/documents.toml catalogs/two-files/c.toml",
        "expand catalogs/hard/identifier-collisions.toml",
    ] {
        let Some(coloured) = on_terminal("NO_COLOR=", words) else {
            return skip_or_fail("LLAMON_TERMINAL", "there is no `script` to make a terminal");
        };
        assert!(escapes(&coloured.stdout) > 2, "{words}: {}", String::from_utf8_lossy(&coloured.stdout));
        assert_eq!(on_terminal("NO_COLOR=1", words).map(|plain| escapes(&plain.stdout)), Some(0), "{words}");
        let (_, piped) = run(&words.split(' ').collect::<Vec<_>>());
        assert_eq!(escapes(piped.as_bytes()), 0, "{words}");
    }
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
    for (words, status) in [
        ("check catalogs/real/aws-all.toml --all", 0),
        ("check catalogs/real/aws-all.toml --all --deny warnings", 1),
        ("check catalogs/hard/typos.toml", 1),
        ("check nowhere.toml", 2),
        ("export --format json catalogs/hard/typos.toml", 1),
        ("export --format json nowhere.toml", 2),
        ("explain --list", 0),
    ] {
        for closed in [">&3", ">&3 2>&3", "2>&3 >/dev/null"] {
            // The reader is gone before the command begins.
            let script = format!("exec 3> >(exec true); wait $!; '{}' {words} {closed}", bin.display());
            let output =
                std::process::Command::new("bash").args(["-c", &script]).current_dir(root().join("tests")).output();
            let output = output.expect("bash runs");
            assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"), "{words} {closed}: {output:?}");
            assert_eq!(output.status.code(), Some(status), "{words} {closed}: {output:?}");
        }
    }
}

/// One file under two names is one file: nothing in it is defined twice.
#[test]
fn a_file_that_is_given_twice_is_read_once() {
    for paths in [
        ["catalogs/two-files/a.toml", "./catalogs/two-files/a.toml"],
        ["catalogs/two-files/a.toml", "catalogs/../catalogs/two-files/a.toml"],
    ] {
        let (status, out) = run(&[&["check"][..], &paths].concat());
        assert!(status == Some(0) && out.contains(" in 1 catalog: "), "{paths:?}: {out}");
    }
}

/// The command line and the reader for build scripts walk one way.
#[cfg(unix)]
#[test]
fn links_hidden_files_and_what_a_build_wrote_are_passed_over() {
    let folder = llamon_errors_tests::scratch("cli").join("walk");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("catalogs/target")).expect("it can be made");
    let sound = std::fs::read_to_string(root().join("catalogs/documents.toml")).expect("it is there");
    std::fs::write(folder.join("catalogs/documents.toml"), &sound).expect("it can be written");
    for name in ["catalogs/target/x.toml", "catalogs/.hidden.toml"] {
        std::fs::write(folder.join(name), "no catalog").expect("it can be written");
    }
    for (target, link) in [(".", "catalogs/loop"), ("documents.toml", "catalogs/again.toml")] {
        std::os::unix::fs::symlink(target, folder.join(link)).expect("a link can be made");
    }
    let output = llamon_errors_tests::transcript::output_in(&folder, &["check", "catalogs"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && said.contains(" in 1 catalog: "), "{said}");
}
