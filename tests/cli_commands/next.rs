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
