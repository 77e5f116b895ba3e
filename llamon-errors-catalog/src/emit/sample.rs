//! What a client reads of an error, with the placeholders of its message unfilled: the data part of the failed status (SPEC L2).
//!
//! ```text
//! {
//!   "errorCode": "NOT_FOUND",
//!   "errorReason": "document_not_found",
//!   "errorMessage": "문서 {document_id}을(를) 찾을 수 없습니다",
//!   "retriable": false,
//!   "domain": "document-service",
//!   "domainCode": "DOC_005",
//!   "errorSource": "db:documents/by_id"
//! }
//! ```

use llamon_errors_core::template::{Piece, pieces};
use serde::Serialize;

use crate::model::{Catalog, ErrorEntry, Facts};

/// The data part, in the order of its members on the wire.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Data<'e> {
    error_code: &'static str,
    error_reason: &'e str,
    error_message: String,
    retriable: bool,
    #[serde(skip_serializing_if = "str::is_empty")]
    domain: &'e str,
    domain_code: &'e str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_source: Option<&'e str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after_ms: Option<u64>,
}

/// The data of an error of this catalog: one JSON object and a line end. Its members stand in the order of the runtime.
///
/// ```
/// # use llamon_errors_catalog::{check, emit::sample::error_data};
/// let text = "domain = \"doc\"\n[DOC_1]\nsdk_code = \"NOT_FOUND\"\nreason = \"gone\"\ntitle = \"Gone\"\nretriable = false\n";
/// let catalog = check("doc.toml", text.as_bytes()).catalog;
/// let error = catalog.entries()[0].as_error().unwrap();
/// assert!(error_data(&catalog, "DOC_1", error).starts_with("{\n  \"errorCode\": \"NOT_FOUND\","));
/// ```
#[must_use]
pub fn error_data(catalog: &Catalog, code: &str, error: &ErrorEntry) -> String {
    super::pretty(&Data {
        error_code: error.sdk_code.value.as_str(),
        error_reason: &error.facts.reason.value,
        error_message: message(&error.facts),
        retriable: error.retriable.value,
        domain: catalog.domain(),
        domain_code: code,
        error_source: error.error_source.as_ref().map(|source| source.value.as_str()),
        retry_after_ms: error.retry_after_ms.as_ref().map(|wait| wait.value),
    })
}

/// The message as a reader sees it, each placeholder by its name in braces and doubled braces as one; the title where there is none.
fn message(facts: &Facts) -> String {
    let Some(message) = facts.message() else { return facts.title.value.clone() };
    let mut text = String::new();
    // A checked catalog's messages have no piece at fault.
    for piece in pieces(&message.value).flatten() {
        match piece {
            Piece::Text(piece) => text.push_str(piece),
            Piece::Placeholder(name) => text.extend(["{", name, "}"]),
        }
    }
    text
}
