//! One error for each of the eight codes and for each live code of `catalogs/documents.toml`, and what every carrier makes of it.

use std::time::Duration;

use llamon_errors::a2a::Version;
use llamon_errors::a2a::v0_3::{Artifact, Part, Task, TaskIds, TaskStatus};
use llamon_errors::a2a::v1;
use llamon_errors::guardrail::{guardrail_application_error, guardrail_extras};
use llamon_errors::json_rpc::Response;
use llamon_errors::response::{ProblemDetails, UnifiedErrorResponse};
use llamon_errors::{ApplicationError, DomainError, ErrorCode, ErrorFlow, ErrorNode, GuardrailData, error_source};
use serde_json::json;

/// Every live code of `catalogs/documents.toml`; one more or less and this does not compile.
#[derive(Debug, DomainError)]
#[domain_error(catalog = "../catalogs/documents.toml")]
pub enum DocumentError {
    /// `DOC_001`
    QueryEmpty,
    /// `DOC_002`
    UnsupportedDocumentType {
        /// What came instead.
        r#type: &'static str,
    },
    /// `DOC_003`
    DocumentAccessDenied {
        /// Which one.
        document_id: &'static str,
    },
    /// `DOC_005`
    DocumentNotFound {
        /// Which one.
        document_id: &'static str,
    },
    /// `DOC_006`
    #[domain_error(code = "DOC_006")]
    IndexDown,
    /// `DOC_007`
    SummaryTimedOut {
        /// How long the document is.
        pages: u32,
        /// How long it might take.
        timeout_ms: u64,
    },
    /// `DOC_008`
    DailyQuotaExceeded {
        /// How many a day.
        limit: u32,
    },
    /// `DOC_009`
    AccountCheckFailed,
    /// `DOC_010`
    PersonalDataFound {
        /// What kind.
        category: &'static str,
    },
    /// `DOC_011`
    DocumentStoreBroken,
}

/// A vector: its name, and the error.
pub type Vector = (String, ApplicationError);

/// The vectors, the eight codes first.
///
/// # Panics
/// Never: the values are well formed.
#[must_use]
pub fn vectors() -> Vec<Vector> {
    let raised = ErrorCode::ALL.map(|code| (code.as_str().to_owned(), raised(code)));
    let documents = [
        DocumentError::QueryEmpty,
        DocumentError::UnsupportedDocumentType { r#type: "exe" },
        DocumentError::DocumentAccessDenied { document_id: "A-17" },
        DocumentError::DocumentNotFound { document_id: "A-17" },
        DocumentError::IndexDown,
        DocumentError::SummaryTimedOut { pages: 480, timeout_ms: 30_000 },
        DocumentError::DailyQuotaExceeded { limit: 20 },
        DocumentError::AccountCheckFailed,
        DocumentError::PersonalDataFound { category: "주민등록번호" },
        DocumentError::DocumentStoreBroken,
    ];
    let documents = documents.map(|error| (error.spec().code().to_owned(), ApplicationError::from(error)));
    raised.into_iter().chain(documents).collect()
}

/// An error of a code with all members that make sense with it.
fn raised(code: ErrorCode) -> ApplicationError {
    let error = |reason: &'static str| ApplicationError::new(code, reason);
    match code {
        ErrorCode::InvalidInput => error("query_empty")
            .message("질의 본문이 비어있습니다.")
            .details(json!({"field": "/query"}).as_object().cloned().unwrap_or_default()),
        ErrorCode::AuthRequired => error("permission_denied"),
        ErrorCode::NotFound => error("task_expired").message("the task has expired"),
        ErrorCode::UpstreamUnavailable => error("component_invoke_error")
            .message("bank lookup failed")
            .error_source(error_source!("mcp:MCP-001/check_account_owner"))
            .domain(llamon_errors::domain!("subject-management"))
            .retried(2)
            .retry_after(Duration::from_millis(1500))
            .node(ErrorNode::new("rag_search").kind("business"))
            .flow(ErrorFlow::new(["fetch_subject"])),
        ErrorCode::UpstreamTimeout => {
            error("the_owner_of_the_account_could_not_be_checked_because_the_bank_did_not_answer").retriable(false)
        }
        ErrorCode::RateLimited => error("classifier_quota_exceeded").retry_after(Duration::from_secs(60)),
        ErrorCode::GuardrailBlocked => {
            let data = GuardrailData::new("personal_data").fact("stage", "output");
            let extras = guardrail_extras("pii", data).unwrap_or_else(|error| panic!("{error}"));
            guardrail_application_error("personal_data_found", "the answer holds personal data", extras)
        }
        ErrorCode::InternalError => error("json_rpc_17").message("https://user:pw@host/?x=1 is the author's own text"),
    }
}

/// The carriers that have golden files, by the name of the file.
pub const CARRIERS: [&str; 9] = [
    "a2a-0.3-status-update",
    "a2a-0.3-task",
    "a2a-0.3-refusal",
    "a2a-1.0-status-update",
    "a2a-1.0-task",
    "a2a-1.0-refusal",
    "unified-response",
    "problem-details",
    "grpc-status",
];

/// What a carrier makes of an error. A refusal of a guardrail's block does not exist.
///
/// # Panics
/// When there is no such carrier.
#[must_use]
pub fn carried(carrier: &str, error: &ApplicationError) -> Option<String> {
    let task = TaskIds::new("task-1", "context-1");
    let whole = Task::new(&task, TaskStatus::failed(error, &task)).artifacts([Artifact::new(
        "artifact-1",
        [Part::text("first result")],
    )
    .name("fetch_subject")]);
    let refusal = |version: Version| version.refusal("request-7", error.data().clone().into()).ok();
    let line = match carrier {
        "a2a-0.3-status-update" => to_line(&Response::result(1, Version::V0_3.failed(error, &task))),
        "a2a-0.3-task" => to_line(&Response::result(1, whole)),
        "a2a-0.3-refusal" => to_line(&refusal(Version::V0_3)?),
        "a2a-1.0-status-update" => to_line(&Response::result(1, Version::V1_0.failed(error, &task))),
        "a2a-1.0-task" => to_line(&Response::result(1, v1::Event::Task(whole.into()))),
        "a2a-1.0-refusal" => to_line(&refusal(Version::V1_0)?),
        "unified-response" => {
            let response = UnifiedErrorResponse::from(error);
            format!("{} {}", response.http_status(), response.to_json())
        }
        "problem-details" => to_line(&ProblemDetails::from(&UnifiedErrorResponse::from(error))),
        "grpc-status" => grpc(error),
        _ => panic!("no carrier `{carrier}`"),
    };
    Some(line)
}

fn grpc(error: &ApplicationError) -> String {
    use tonic_types::StatusExt as _;
    let status = llamon_errors::tonic::status(error.data());
    let details = status.get_error_details();
    let info = details.error_info();
    let status = json!({
        "code": format!("{:?}", status.code()),
        "message": status.message(),
        "reason": info.map(|info| &info.reason),
        "domain": info.map(|info| &info.domain),
        "metadata": info.map(|info| info.metadata.iter().collect::<std::collections::BTreeMap<_, _>>()),
        "retryDelayMs": details.retry_info().and_then(|retry| retry.retry_delay).map(|delay| delay.as_millis()),
    });
    status.to_string()
}

/// A value as one line of JSON.
///
/// # Panics
/// When it is none.
pub fn to_line(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| panic!("not JSON: {error}"))
}
