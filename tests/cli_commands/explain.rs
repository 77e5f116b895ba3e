//! What `explain` says about codes.

use super::*;

#[test]
fn a_code_is_told_with_all_that_is_known() {
    transcript("explain-code", 0, &["explain", "DOC_008", "--catalogs", DOCUMENTS]);
    transcript("explain-reason", 0, &["explain", "account_check_failed", "--catalogs", DOCUMENTS]);
}

#[test]
fn results_and_retired_codes_are_told_too() {
    transcript("explain-outcome", 0, &["explain", "document-service/DOC_101", "--catalogs", DOCUMENTS]);
    transcript("explain-retired", 0, &["explain", "doc_004", "--catalogs", DOCUMENTS]);
}

#[test]
fn all_that_are_called_so_are_told() {
    transcript("explain-several", 0, &["explain", "DOC_005", "--catalogs", "catalogs/two-files"]);
}

#[test]
fn an_unknown_word_is_told_what_it_may_mean() {
    transcript("explain-code-unknown", 1, &["explain", "DOC_05", "--catalogs", DOCUMENTS]);
    transcript("explain-domain-unknown", 1, &["explain", "document-service/DOC_0008", "--catalogs", DOCUMENTS]);
    transcript("explain-nothing-near", 1, &["explain", "weather", "--catalogs", DOCUMENTS]);
    let empty = folder("explain-nowhere");
    transcript_in(&empty, "explain-no-catalogs", 1, &["explain", "weather"]);
}

#[test]
fn an_entry_at_fault_is_not_hidden() {
    transcript("explain-damaged", 0, &["explain", "DOC_005", "--catalogs", "ui/catalogs/four-faults.toml"]);
    transcript("explain-unreadable", 2, &["explain", "--catalogs", "nowhere.toml", "--catalogs", DOCUMENTS, "DOC_005"]);
}

/// The catalogs of the working folder are those files that name a domain, and their paths are shown as from there.
#[test]
fn the_working_folder_is_where_to_look() {
    let folder = folder("explain-here");
    write(&folder, "catalogs/documents.toml", &documents());
    write(&folder, "Cargo.toml", "[package]\nname = \"x\"\n");
    write(&folder, "target/documents.toml", &documents());
    let output = output_in(&folder, &["explain", "DOC_005"]);
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(shown.starts_with("DOC_005 of document-service (catalogs/documents.toml:34:2)\n"), "{shown}");
    assert_eq!(shown.matches("on the wire").count(), 1);
}

/// What would steer a terminal or turn its text around is written out.
#[test]
fn texts_are_shown_and_not_obeyed() {
    let folder = folder("explain-escapes");
    let text = documents().replace("title = \"문서 없음\"", "title = \"a\\u001b[31mb\\u202ec\"").replacen(
        "문서 {document_id}",
        "\\u202e{document_id}",
        2,
    );
    write(&folder, "c.toml", &text);
    let output = output_in(&folder, &["explain", "DOC_005"]);
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(!shown.contains(['\u{1b}', '\u{202e}']), "{shown:?}");
    assert!(shown.contains("a\\u{1b}[31mb\\u{202e}c"), "{shown}");
}

/// The JSON that is shown is the JSON that goes out.
#[test]
fn the_json_is_that_of_the_runtime() {
    use llamon_errors::{ApplicationError, DomainError};

    #[derive(Debug, DomainError)]
    #[domain_error(catalog = "../catalogs/documents.toml", partial)]
    enum Error {
        DocumentNotFound { document_id: String },
        DailyQuotaExceeded { limit: String },
        SearchIndexDown,
    }
    for error in [
        Error::DocumentNotFound { document_id: "{document_id}".to_owned() },
        Error::DailyQuotaExceeded { limit: "{limit}".to_owned() },
        Error::SearchIndexDown,
    ] {
        let code = error.spec().code();
        let sent = serde_json::to_value(ApplicationError::from(error).data()).expect("it is JSON");
        let (_, page) = run(&["explain", code, "--catalogs", DOCUMENTS]);
        let (_, json) = page.split_once("on the wire\n").expect("the page has it");
        let (json, _) = json.split_once("in Rust").expect("the page goes on");
        let shown: serde_json::Value = serde_json::from_str(json).expect("it is JSON");
        assert_eq!(shown, sent, "{code}");
    }
}

/// A catalog whose domain is at fault is one all the same.
#[test]
fn a_domain_at_fault_hides_no_code() {
    let folder = folder("explain-domain-fault");
    write(&folder, "documents.toml", &documents().replace("document-service", "document_service"));
    transcript_in(&folder, "explain-domain-fault", 0, &["explain", "DOC_005"]);
}

#[test]
fn an_id_of_no_rule_is_sought_among_the_rules() {
    transcript("explain-no-rule", 1, &["explain", "LE999", "--catalogs", DOCUMENTS]);
}
