//! A document agent fails with a typed error; printed is the one line that its client reads.

#![allow(clippy::print_stdout, reason = "the line is what the example is for")]

use llamon_errors::a2a::v0_3::{TaskIds, TaskStatusUpdateEvent};
use llamon_errors::json_rpc::Response;
use llamon_errors::{ApplicationError, DomainError};

/// Every code of the catalog has a variant here; leave one out and this does not compile.
#[derive(Debug, DomainError)]
#[domain_error(catalog = "catalogs/documents.toml")]
#[allow(dead_code, reason = "the example fails in one way; its catalog knows ten")]
enum DocumentError {
    /// Bound by name: the reason `query_empty`.
    QueryEmpty,
    /// The message's `{type}` is the field of that name.
    UnsupportedDocumentType {
        r#type: String,
    },
    DocumentAccessDenied {
        document_id: String,
    },
    DocumentNotFound {
        document_id: String,
    },
    /// Bound by code.
    #[domain_error(code = "DOC_006")]
    IndexDown {
        #[source]
        cause: std::io::Error,
        /// Never leaves the process.
        #[domain_error(secret)]
        dsn: String,
    },
    SummaryTimedOut {
        pages: u32,
        timeout_ms: u64,
    },
    DailyQuotaExceeded {
        limit: u32,
    },
    AccountCheckFailed,
    PersonalDataFound {
        category: &'static str,
    },
    /// `?` makes it of the cause.
    DocumentStoreBroken(#[from] std::fmt::Error),
}

fn find(document_id: &str) -> Result<String, DocumentError> {
    Err(DocumentError::DocumentNotFound { document_id: document_id.to_owned() })
}

/// What the agent does with a request. Any domain error becomes the task's failure by `?`.
fn answer(document_id: &str) -> Result<String, ApplicationError> {
    let document = find(document_id)?;
    Ok(document)
}

fn main() -> Result<(), serde_json::Error> {
    if let Err(error) = answer("A-17") {
        let event = TaskStatusUpdateEvent::failed(&error, &TaskIds::new("task-1", "context-1"));
        println!("{}", serde_json::to_string(&Response::result(1, event))?);
    }
    Ok(())
}
