//! What `next` gives out.

use super::*;

#[test]
fn the_next_code_keeps_its_width_and_passes_retired_ones() {
    let folder = folder("next");
    write(
        &folder,
        "c.toml",
        "domain = \"d\"\n[DOC_008]\nretired = \"1\"\n[DOC_009]\nretired = \"1\"\n[E1999]\nretired = \"1\"\n",
    );
    transcript_in(&folder, "next-prefix", 0, &["next", "DOC_"]);
    transcript_in(&folder, "next-without-separator", 0, &["next", "DOC"]);
    transcript_in(&folder, "next-catalog", 0, &["next", "c.toml"]);
    transcript_in(&folder, "next-all", 0, &["next"]);
    transcript_in(&folder, "next-used-up", 1, &["next", "E1"]);
    transcript_in(&folder, "next-unknown", 1, &["next", "DOX_"]);
}

/// Codes of one domain are counted together in however many files they stand, those of another are not (B41, B42).
#[test]
fn all_files_of_a_domain_count() {
    let folder = folder("next-files");
    let entry = |code: &str| format!("[{code}]\nretired = \"1\"\n");
    write(&folder, "a.toml", &format!("domain = \"doc\"\n{}", entry("DOC_005")));
    write(&folder, "b.toml", &format!("domain = \"doc\"\n{}{}", entry("DOC_005"), entry("DOC_041")));
    write(&folder, "c.toml", &format!("domain = \"orders\"\n{}", entry("DOC_099")));
    transcript_in(&folder, "next-of-a-file", 0, &["next", "a.toml"]);
    transcript_in(&folder, "next-two-domains", 0, &["next", "DOC_"]);
    transcript_in(&folder, "next-domain", 0, &["next", "DOC_", "--domain", "orders"]);
    transcript_in(&folder, "next-domain-unknown", 1, &["next", "DOC_", "--domain", "order"]);
}

/// Where a code cannot be read its number may be taken.
#[test]
fn nothing_is_promised_where_a_code_cannot_be_read() {
    let folder = folder("next-lost");
    write(&folder, "c.toml", "domain = \"d\"\n[[DOC_009]]\nretired = \"1\"\n[DOC_001]\nretired = \"1\"\n");
    transcript_in(&folder, "next-lost", 1, &["next", "DOC_"]);
    write(&folder, "c.toml", "domain = \"d\"\n[DOC_009]\nretired = 1\n[DOC_001]\nretired = \"1\"\n");
    assert_eq!(String::from_utf8_lossy(&output_in(&folder, &["next", "DOC_"]).stdout), "DOC_010\n");
}

/// A domain at fault is no reason to pass a catalog over: its numbers are taken all the same.
#[test]
fn nothing_is_promised_where_a_domain_is_at_fault() {
    let folder = folder("next-domain-fault");
    write(&folder, "a.toml", "domain = \"document_service\"\n[DOC_009]\nretired = \"1\"\n");
    write(&folder, "b.toml", "domain = \"document-service\"\n[DOC_007]\nretired = \"1\"\n[ORD_001]\nretired = \"1\"\n");
    // A file without a domain is none of them, and has no number to offer.
    write(&folder, "Cargo.toml", "[package]\nname = \"x\"\n");
    transcript_in(&folder, "next-domain-fault", 1, &["next", "DOC_"]);
    let answer = |words: &[&str]| String::from_utf8_lossy(&output_in(&folder, words).stdout).into_owned();
    assert_eq!(answer(&["next", "ORD_"]), "ORD_002\n", "no number of this family is in doubt");
    assert_eq!(answer(&["next", "DOC_", "--catalogs", "b.toml", "--catalogs", "Cargo.toml"]), "DOC_008\n");
}

/// Nobody knows what a file holds that is no text.
#[test]
fn nothing_is_promised_where_a_file_is_no_text() {
    let folder = folder("next-latin1");
    write(&folder, "a.toml", "domain = \"d\"\n[DOC_009]\nretired = \"1\"\n");
    std::fs::write(folder.join("b.toml"), b"domain = \"d\"\n# gr\xfcn\n[DOC_010]\nretired = \"1\"\n")
        .expect("it can be written");
    transcript_in(&folder, "next-latin1", 1, &["next", "DOC_"]);
    assert_eq!(
        output_in(&folder, &["next", "DOC_", "--catalogs", "b.toml", "--catalogs", "a.toml"]).status.code(),
        Some(1)
    );
}

#[test]
fn families_that_differ_in_their_separators_are_both_named() {
    let folder = folder("next-several");
    write(&folder, "c.toml", "domain = \"d\"\n[DOC-001]\nretired = \"1\"\n[DOC_007]\nretired = \"1\"\n");
    transcript_in(&folder, "next-several", 1, &["next", "DOC"]);
}
