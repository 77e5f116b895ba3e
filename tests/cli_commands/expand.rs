//! What `expand` writes, and how it compares.

use super::*;

/// What `expand` writes, as a file of a package that compiles it.
#[path = "../snapshots/expanded.rs"]
#[allow(dead_code, reason = "of a whole enum the test uses a few variants")]
mod expanded;

/// What the macro writes from the same catalog.
#[llamon_errors::from_catalog("../catalogs/documents.toml")]
#[derive(Debug)]
#[allow(dead_code, reason = "of a whole enum the test uses a few variants")]
enum Written {}

/// The file is the enum: it compiles, and says what the macro's says.
#[test]
fn what_is_written_is_what_the_macro_writes() {
    let (status, fresh) = run(&["expand", DOCUMENTS]);
    assert_eq!(status, Some(0));
    assert_golden("snapshots/expanded.rs", &fresh);
    let limit = 5;
    for (file, r#macro) in [
        (
            expanded::DocumentsError::DailyQuotaExceeded { limit }.to_string(),
            Written::DailyQuotaExceeded { limit }.to_string(),
        ),
        (expanded::DocumentsError::SearchIndexDown.to_string(), Written::SearchIndexDown.to_string()),
    ] {
        assert_eq!(file, r#macro);
    }
}

#[test]
fn the_enum_is_printed() {
    transcript("expand-outcomes", 0, &["expand", DOCUMENTS, "--outcomes", "--name", "DocumentOutcome"]);
    transcript("expand-folder", 2, &["expand", "catalogs/two-files"]);
    transcript("expand-missing", 2, &["expand", "nowhere.toml"]);
    transcript("expand-name", 2, &["expand", DOCUMENTS, "--name", "documents-error"]);
}

/// Nothing is made of a catalog at fault (B41).
#[test]
fn a_catalog_at_fault_makes_no_enum() {
    transcript("expand-faults", 1, &["expand", "ui/catalogs/four-faults.toml"]);
    transcript("expand-collision", 1, &["expand", "catalogs/hard/identifier-collisions.toml"]);
}

#[test]
fn a_committed_file_is_compared() {
    let folder = folder("expand");
    write(&folder, "documents.toml", &documents());
    let fresh = output_in(&folder, &["expand", "documents.toml"]).stdout;
    let fresh = String::from_utf8(fresh).expect("Rust is text");
    write(&folder, "errors.rs", &fresh);
    transcript_in(&folder, "expand-fresh", 0, &["expand", "documents.toml", "--check", "errors.rs"]);
    write(&folder, "errors.rs", &fresh.replace('\n', "\r\n"));
    assert_eq!(output_in(&folder, &["expand", "documents.toml", "--check", "errors.rs"]).status.code(), Some(0));
    write(&folder, "errors.rs", &fresh.replace("QueryEmpty", "EmptyQuery"));
    transcript_in(&folder, "expand-stale", 1, &["expand", "documents.toml", "--check", "errors.rs"]);
    transcript_in(&folder, "expand-check-missing", 2, &["expand", "documents.toml", "--check", "nowhere.rs"]);
}

/// Whatever the file is called, the head is one comment, and a command that a shell takes.
#[cfg(unix)]
#[test]
fn odd_names_of_files_stay_in_the_comment() {
    let folder = folder("expand-odd");
    for name in ["a b.toml", "it's.toml", "a\nfn main() {}.toml", "문서.toml"] {
        write(&folder, name, "domain = \"d\"\n[A_1]\nretired = \"1\"\n");
        let written = output_in(&folder, &["expand", name, "--name", "Odd"]).stdout;
        let written = String::from_utf8(written).expect("Rust is text");
        let lines: Vec<&str> = written.lines().collect();
        assert_eq!((lines[1], lines[2]), ("", "/// The errors of `d`."), "{written}");
        if name.contains('\n') {
            continue;
        }
        let command = lines[0].strip_prefix("// Written by `llamon-errors").and_then(|rest| rest.strip_suffix("`."));
        let script = format!("'{}' {}", llamon_errors_bin().display(), command.expect("the head says the command"));
        let again = Command::new("sh").args(["-c", &script]).current_dir(&folder).output().expect("a shell runs");
        assert_eq!(String::from_utf8_lossy(&again.stdout), written, "{script}");
    }
}

/// What is printed is laid out as rustfmt lays it out, with the widest texts too.
#[test]
fn rustfmt_has_nothing_to_change() {
    let folder = folder("rustfmt");
    let long = format!("deprecated = \"{}\"", "use DOC_009 instead, 문서 ".repeat(6));
    write(&folder, "long.toml", &documents().replace("since = \"1.2.0\"", &long));
    let empty = "domain = \"d\"\n[A_1]\nretired = \"1\"\n";
    write(&folder, "empty.toml", empty);
    let mut paths: Vec<PathBuf> = vec![folder.join("long.toml"), folder.join("empty.toml")];
    paths.extend(catalogs_in("catalogs/real").iter().map(|(path, _)| root().join("tests").join(path)));
    let mut formatted = 0;
    for path in paths {
        let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
        let output = output_in(path.parent().expect("it is in a folder"), &["expand", &name]);
        // Some real catalogs have codes that become one name; they make no enum.
        if output.status.code() == Some(1) {
            continue;
        }
        let file = folder.join(format!("{name}.rs"));
        std::fs::write(&file, &output.stdout).expect("the file can be written");
        let config = root().join("tests/rustfmt-default.toml");
        let rustfmt = Command::new("rustfmt")
            .args(["--edition", "2024", "--check", "--config-path"])
            .arg(config)
            .arg(&file)
            .output();
        let Ok(rustfmt) = rustfmt else {
            return skip_or_fail("LLAMON_INTEROP", "there is no `rustfmt`");
        };
        assert!(rustfmt.status.success(), "{}", String::from_utf8_lossy(&rustfmt.stdout));
        formatted += 1;
    }
    assert!(formatted > 25, "{formatted}");
}
