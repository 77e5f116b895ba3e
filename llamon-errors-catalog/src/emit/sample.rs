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

use crate::emit::node::object;
use crate::emit::pretty;
use crate::model::{Catalog, ErrorEntry, Facts};

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
    let data = object()
        .with("errorCode", error.sdk_code.value.as_str())
        .with("errorReason", error.facts.reason.value.as_str())
        .with("errorMessage", message(&error.facts))
        .with("retriable", error.retriable.value)
        .with("domain", catalog.domain())
        .with("domainCode", code)
        .maybe("errorSource", error.error_source.as_ref().map(|source| source.value.as_str()))
        .maybe("retryAfterMs", error.retry_after_ms.as_ref().map(|wait| wait.value));
    pretty(&data)
}

/// The message as a reader sees it, each placeholder by its name in braces; the title where there is none.
fn message(facts: &Facts) -> String {
    let Some(message) = facts.message() else { return facts.title.value.clone() };
    let mut text = String::new();
    for piece in pieces(&message.value) {
        match piece {
            Ok(Piece::Text(piece)) => text.push_str(piece),
            Ok(Piece::Placeholder(name)) => text.extend(["{", name, "}"]),
            // A checked catalog has no such piece.
            Err(_) => {}
        }
    }
    text
}
