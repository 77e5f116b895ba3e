//! From the typed error over the wire to the same typed error, fields and all, in each carrier that holds the whole data.

use std::error::Error as _;
use std::fmt;

use llamon_errors::a2a::v0_3::{Event, TaskIds, TaskStatus};
use llamon_errors::a2a::{Version, v1};
use llamon_errors::json_rpc::{Answer, Response};
use llamon_errors::{
    ApplicationError, ApplicationErrorData, DomainError as _, DomainErrorSpec, DomainOutcome as _, DomainOutcomeSpec,
    ErrorCode, FromErrorData as _, FromErrorDataError, OutcomeState, from_catalog,
};
use proptest::prelude::*;

/// Every error of the worked catalog.
#[from_catalog("../catalogs/documents.toml", details, decode)]
#[derive(Clone, Debug, PartialEq)]
enum DocumentError {}

/// Its outcomes.
#[from_catalog("../catalogs/documents.toml", outcomes, details)]
#[derive(Clone, Debug, PartialEq)]
enum DocumentOutcome {}

/// What the other side reads of an error.
fn over_the_wire(version: Version, error: DocumentError) -> ApplicationErrorData {
    let failed = version.failed(&ApplicationError::from(error), &TaskIds::new("task-1", "context-1"));
    let line = serde_json::to_string(&Response::result(1, failed)).expect("responses are JSON");
    if version == Version::V0_3 {
        let Ok(Answer::Result { result, .. }) = serde_json::from_str::<Answer<Event>>(&line) else {
            panic!("not an answer: {line}")
        };
        return result.status().and_then(TaskStatus::error_data).expect("a failed status has data");
    }
    let Ok(Answer::Result { result, .. }) = serde_json::from_str::<Answer<v1::Event>>(&line) else {
        panic!("not an answer: {line}")
    };
    let v1::Event::StatusUpdate(event) = result else { panic!("not a status: {line}") };
    event.status.error_data().expect("a failed status has data")
}

fn any_error() -> impl Strategy<Value = DocumentError> {
    let (text, number) = ("\\PC{0,20}", any::<i64>());
    prop_oneof![
        Just(DocumentError::QueryEmpty),
        text.prop_map(|r#type| DocumentError::UnsupportedDocumentType { r#type }),
        text.prop_map(|document_id| DocumentError::DocumentAccessDenied { document_id }),
        text.prop_map(|document_id| DocumentError::DocumentNotFound { document_id }),
        Just(DocumentError::SearchIndexDown),
        (number, any::<i64>()).prop_map(|(pages, timeout_ms)| DocumentError::SummaryTimedOut { pages, timeout_ms }),
        any::<i64>().prop_map(|limit| DocumentError::DailyQuotaExceeded { limit }),
        Just(DocumentError::AccountCheckFailed),
        text.prop_map(|category| DocumentError::PersonalDataFound { category }),
        Just(DocumentError::DocumentStoreBroken),
    ]
}

proptest! {
    #[test]
    fn every_error_comes_back_as_the_same_variant_with_its_fields(error in any_error()) {
        for version in [Version::V0_3, Version::V1_0] {
            let data = over_the_wire(version, error.clone());
            prop_assert_eq!(&data.error_message, &error.message());
            prop_assert_eq!(DocumentError::from_error_data(&data).expect("it is one of ours"), error.clone());
        }
    }

    #[test]
    fn data_that_is_nobody_s_never_becomes_an_error_and_never_panics(
        code in "\\PC{0,12}", domain in proptest::option::of("[a-z-]{0,8}"), reason in "[a-z_]{1,8}"
    ) {
        let mut data = ApplicationErrorData::new(ErrorCode::NotFound, reason);
        data.domain_code = Some(code.clone().into());
        data.domain = domain.map(Into::into);
        let known = DocumentError::from_code(&code).is_some();
        let read = DocumentError::from_error_data(&data);
        let is_unknown = matches!(&read, Err(FromErrorDataError::UnknownCode { code: told, .. }) if *told == code);
        prop_assert!(known || is_unknown, "{:?}", read);
    }
}

#[test]
fn facts_are_found_by_code_and_by_reason() {
    let codes: Vec<&str> =
        ["DOC_001", "DOC_002", "DOC_003", "DOC_005", "DOC_006", "DOC_007", "DOC_008", "DOC_009", "DOC_010", "DOC_011"]
            .into_iter()
            .filter(|code| DocumentError::from_code(code).is_some_and(|spec| spec.code() == *code))
            .collect();
    assert_eq!(codes.len(), 10);
    for none in ["DOC_004", "DOC_101", "doc_005", "", "DOC_0055"] {
        assert_eq!(DocumentError::from_code(none), None, "{none}");
    }
    assert_eq!(DocumentError::from_reason("search_index_down").map(DomainErrorSpec::code), Some("DOC_006"));
    assert_eq!(DocumentError::from_code("DOC_008").map(DomainErrorSpec::sdk_code), Some(ErrorCode::RateLimited));
    assert_eq!(DocumentError::from_reason("no_related_information"), None);
}

/// An outcome as a program writes it into a text of its own.
struct Shown<'o>(&'o DocumentOutcome);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt_message(f)
    }
}

/// What an outcome ends in is the outcome's own matter; that it cannot be raised stands in `tests/ui/outcome.rs`.
#[test]
fn an_outcome_is_a_result_with_a_state_and_a_message() {
    let outcome = DocumentOutcome::NoRelatedInformation { query: "전세".to_owned() };
    assert_eq!((outcome.spec().code(), outcome.spec().state()), ("DOC_101", OutcomeState::Completed));
    assert_eq!(outcome.message(), "`전세`와 관련된 문서가 없습니다");
    assert_eq!(Shown(&outcome).to_string(), outcome.message());
    assert_eq!(outcome.details().map(serde_json::Value::from), Some(serde_json::json!({"query": "전세"})));
    assert_eq!(DocumentOutcome::from_code("DOC_101").map(DomainOutcomeSpec::reason), Some("no_related_information"));
}

/// What a log says of data that is no error of this enum.
#[test]
fn data_that_cannot_be_read_back_says_why() {
    let data = |domain: Option<&str>, code: Option<&str>, details: serde_json::Value| {
        let mut data = ApplicationErrorData::new(ErrorCode::NotFound, "document_not_found");
        data.domain = domain.map(|domain| domain.to_owned().into());
        data.domain_code = code.map(|code| code.to_owned().into());
        data.details = details.as_object().cloned();
        data
    };
    let id = serde_json::json!({"document_id": "A-17"});
    for (data, told, has_source) in [
        (data(None, None, id.clone()), "the error data has no domainCode", false),
        (data(Some("other"), Some("DOC_005"), id.clone()), "code `DOC_005` of domain `other` is unknown here", false),
        (data(None, Some("DOC_4"), id.clone()), "code `DOC_4` is unknown here", false),
        (data(None, Some("DOC_005"), serde_json::json!({})), "the details have no `document_id`", false),
        (
            data(None, Some("DOC_005"), serde_json::json!({"document_id": 17})),
            "`document_id` of the details has another form",
            true,
        ),
    ] {
        let fault = DocumentError::from_error_data(&data).expect_err(told);
        assert_eq!((fault.to_string().as_str(), fault.source().is_some()), (told, has_source));
    }
    let without_domain = DocumentError::from_error_data(&data(None, Some("DOC_005"), id));
    assert_eq!(without_domain.ok(), Some(DocumentError::DocumentNotFound { document_id: "A-17".to_owned() }));
}
