//! What `diff` says, with paths and with git.

use super::*;

#[test]
fn a_break_is_told_line_by_line() {
    let folder = folder("diff");
    write(&folder, "old.toml", &documents());
    let new = documents()
        .replace("[DOC_004]\nretired = \"1.2.0\"\nreplaced_by = \"DOC_009\"\n", "")
        .replace("sdk_code = \"NOT_FOUND\"", "sdk_code = \"INVALID_INPUT\"")
        .replace("질의 없음", "빈 질의")
        .replace("[DOC_101]", "[DOC_102]");
    write(&folder, "new.toml", &new);
    transcript_in(&folder, "diff-major", 1, &["diff", "old.toml", "new.toml"]);
    transcript_in(&folder, "diff-allowed", 0, &["diff", "old.toml", "new.toml", "--allow", "major"]);
    transcript_in(&folder, "diff-json", 1, &["diff", "old.toml", "new.toml", "--format", "json"]);
    transcript_in(&folder, "diff-same", 0, &["diff", "old.toml", "old.toml"]);
}

/// A new code passes, unless texts alone are allowed or others match on all variants.
#[test]
fn what_a_new_code_means_is_for_the_user_to_say() {
    let folder = folder("diff-new");
    let (head, last) = documents()
        .split_once("[DOC_101]")
        .map(|(head, last)| (head.to_owned(), last.to_owned()))
        .expect("it is there");
    write(&folder, "old.toml", &head);
    write(&folder, "new.toml", &format!("{head}[DOC_101]{last}"));
    for (more, status) in [
        (&[][..], 0),
        (&["--allow", "patch"], 1),
        (&["--enums", "non-exhaustive"], 0),
        (&["--enums", "exhaustive"], 1),
        (&["--enums", "exhaustive", "--allow", "major"], 0),
    ] {
        let words = [&["diff", "old.toml", "new.toml"][..], more].concat();
        assert_eq!(output_in(&folder, &words).status.code(), Some(status), "{more:?}");
    }
}

#[test]
fn usage_and_faults_are_told() {
    transcript("diff-one-path", 2, &["diff", DOCUMENTS]);
    transcript("diff-missing", 2, &["diff", "nowhere.toml", DOCUMENTS]);
    // Two files of one domain with one code: nothing is compared (B41, B42).
    transcript("diff-faults", 1, &["diff", "catalogs/two-files", "catalogs/two-files"]);
}

fn git(folder: &Path, words: &[&str]) -> bool {
    let who = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"];
    let output = Command::new("git").args(who).args(words).current_dir(folder).output();
    output.is_ok_and(|output| output.status.success())
}

/// A link among the catalogs is no catalog of its own, now or then.
#[cfg(unix)]
#[test]
fn links_of_a_revision_are_passed_over() {
    let folder = folder("diff-git-link");
    if !git(&folder, &["init", "-q", "."]) {
        return skip_or_fail("LLAMON_INTEROP", "there is no `git`");
    }
    write(&folder, "catalogs/documents.toml", &documents());
    std::os::unix::fs::symlink("documents.toml", folder.join("catalogs/link.toml")).expect("a link can be made");
    assert!(git(&folder, &["add", "."]) && git(&folder, &["commit", "-q", "-m", "one"]));
    transcript_in(&folder, "diff-git-link", 0, &["diff", "--git", "HEAD", "catalogs"]);
}

/// One that is asked for by its name leads to what it leads to, then as now; one that leads out of the revision is told.
#[cfg(unix)]
#[test]
fn a_link_that_is_asked_for_is_followed() {
    let folder = folder("diff-git-named-link");
    if !git(&folder, &["init", "-q", "."]) {
        return skip_or_fail("LLAMON_INTEROP", "there is no `git`");
    }
    write(&folder, "catalogs/documents.toml", &documents());
    for (target, link) in [("catalogs/documents.toml", "link.toml"), ("catalogs", "all"), ("../other.toml", "out.toml")]
    {
        std::os::unix::fs::symlink(target, folder.join(link)).expect("a link can be made");
    }
    assert!(git(&folder, &["add", "."]) && git(&folder, &["commit", "-q", "-m", "one"]));
    write(&folder, "catalogs/documents.toml", &documents().replace("retry_after_ms = 60000", "retry_after_ms = 1000"));
    for link in ["link.toml", "./link.toml", "all"] {
        let output = output_in(&folder, &["diff", "--git", "HEAD", link]);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(said.ends_with("verdict: patch (0 major, 0 minor, 1 patch in 1 domain)\n"), "{link}: {output:?}");
    }
    let out = output_in(&folder, &["diff", "--git", "HEAD", "out.toml"]);
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(
        (out.status.code(), said.as_str()),
        (Some(2), "error: `out.toml` of `HEAD` is a link to `../other.toml`, which it does not have\n")
    );
}

/// A catalog whose domain is at fault is not gone, one that is given twice is one, and nothing is not the same as no change.
#[test]
fn the_working_folder_is_not_misread() {
    let folder = folder("diff-git-misread");
    if !git(&folder, &["init", "-q", "."]) {
        return skip_or_fail("LLAMON_INTEROP", "there is no `git`");
    }
    write(&folder, "catalogs/documents.toml", &documents());
    write(&folder, "empty/notes.txt", "x");
    assert!(git(&folder, &["add", "."]) && git(&folder, &["commit", "-q", "-m", "one"]));
    let paths = ["catalogs", "./catalogs/documents.toml", "catalogs/../catalogs"];
    let twice = output_in(&folder, &[&["diff", "--git", "HEAD"][..], &paths].concat());
    assert_eq!(twice.status.code(), Some(0), "{twice:?}");
    transcript_in(&folder.join("empty"), "diff-git-nothing", 2, &["diff", "--git", "HEAD"]);
    write(&folder, "catalogs/documents.toml", &documents().replace("document-service", "document_service"));
    transcript_in(&folder, "diff-git-domain-fault", 1, &["diff", "--git", "HEAD"]);
}

/// What is committed cannot be mended, so the way out is another revision.
#[test]
fn a_revision_at_fault_is_told() {
    let folder = folder("diff-git-fault");
    if !git(&folder, &["init", "-q", "."]) {
        return skip_or_fail("LLAMON_INTEROP", "there is no `git`");
    }
    write(&folder, "documents.toml", &documents().replace("query_empty", "queryEmpty"));
    assert!(git(&folder, &["add", "."]) && git(&folder, &["commit", "-q", "-m", "one"]));
    write(&folder, "documents.toml", &documents());
    transcript_in(&folder, "diff-git-fault", 1, &["diff", "--git", "HEAD"]);
}

/// An older revision, from the root and from a folder inside, with files that came, went and moved.
#[test]
fn the_working_folder_is_compared_with_a_revision() {
    let folder = folder("diff-git");
    if !git(&folder, &["init", "-q", "."]) {
        return skip_or_fail("LLAMON_INTEROP", "there is no `git`");
    }
    write(&folder, "catalogs/documents.toml", &documents());
    write(&folder, "catalogs/gone.toml", "domain = \"gone\"\n[G_1]\nretired = \"1\"\n");
    write(&folder, "Cargo.toml", "[package]\nname = \"x\"\n");
    write(&folder, "crates/one/src.txt", "x");
    assert!(
        git(&folder, &["add", "."]) && git(&folder, &["commit", "-q", "-m", "one"]) && git(&folder, &["tag", "v1"])
    );
    transcript_in(&folder, "diff-git-same", 0, &["diff", "--git", "v1"]);
    std::fs::remove_file(folder.join("catalogs/gone.toml")).expect("it was there");
    std::fs::rename(folder.join("catalogs/documents.toml"), folder.join("catalogs/renamed.toml"))
        .expect("it was there");
    write(&folder, "catalogs/renamed.toml", &documents().replace("retry_after_ms = 60000", "retry_after_ms = 1000"));
    transcript_in(&folder, "diff-git", 1, &["diff", "--git", "v1", "catalogs"]);
    let inside = folder.join("crates/one");
    transcript_in(&inside, "diff-git-inside", 1, &["diff", "--git", "v1", "../../catalogs"]);
    let absolute = folder.join("catalogs").to_string_lossy().into_owned();
    let compared = |words: &[&str]| output_in(&inside, words).stdout;
    let by_absolute = String::from_utf8_lossy(&compared(&["diff", "--git", "v1", &absolute])).into_owned();
    assert!(
        by_absolute.ends_with("verdict: major (1 major, 0 minor, 1 patch in 2 domains; minor is allowed)\n"),
        "{by_absolute}"
    );
    transcript_in(&folder, "diff-git-deleted", 1, &["diff", "--git", "v1", "catalogs/gone.toml"]);
    transcript_in(&folder, "diff-git-no-revision", 2, &["diff", "--git=--help-me", "catalogs"]);
    transcript_in(&folder, "diff-git-no-path", 2, &["diff", "--git", "v1", "nowhere.toml"]);
}
