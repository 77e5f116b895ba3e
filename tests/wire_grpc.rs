//! Errors in gRPC statuses: what does not fit into headers.

use llamon_errors::tonic::{MAX_STATUS, error_data, status};
use llamon_errors::{ApplicationErrorData, BaseErrorData as _, ErrorCode, ErrorFlow, GuardrailData};
use proptest::prelude::*;
use serde_json::json;

/// What a status is in the headers of an answer.
fn headers(error: &ApplicationErrorData) -> usize {
    let response = status(error).into_http::<()>();
    ["grpc-message", "grpc-status-details-bin"]
        .iter()
        .filter_map(|name| response.headers().get(*name))
        .map(|value| value.as_bytes().len())
        .sum()
}

#[test]
fn a_grpc_status_fits_into_the_headers_of_its_answer() {
    let long = |len: usize| "가".repeat(len / 3);
    let mut data = ApplicationErrorData::new(ErrorCode::RateLimited, "quota_used_up");
    data.domain_code = Some("DOC_008".into());
    data.retry_after_ms = Some(1500);
    data.error_message = "short".into();
    let bare = data.clone();
    let details = json!({"list": long(20_000)}).as_object().cloned();
    data.details.clone_from(&details);
    assert!(headers(&data) <= MAX_STATUS);
    assert_eq!(error_data(&status(&data)), Some(bare.clone()), "all but the details");

    data.error_message = long(20_000).into();
    let read = error_data(&status(&data)).expect("the error");
    assert_eq!(
        (read.code(), read.domain_code.as_deref(), read.retry_after_ms),
        (ErrorCode::RateLimited, Some("DOC_008"), Some(1500))
    );
    let head = read.error_message.strip_suffix('…').expect("it says that it is cut");
    assert!(data.error_message.starts_with(head) && (500..=512).contains(&head.len()));
    assert_eq!(status(&data).message(), read.error_message);

    let mut data = bare.clone();
    data.guardrail = Some(GuardrailData::new("x").fact("found", long(20_000)));
    assert_eq!(error_data(&status(&data)), Some(bare.clone()), "all but what the guardrail found");

    let mut data = bare;
    data.error_reason = "x".repeat(20_000).into();
    let read = error_data(&status(&data)).expect("the error");
    assert_eq!((read.code(), read.error_reason.as_ref()), (ErrorCode::InternalError, "error_data_build_failed"));
    assert!(headers(&data) <= MAX_STATUS);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_error_is_too_long_for_grpc(
        (letter, len) in (any::<char>(), 0..6000_usize),
        listed in 0..6000_usize,
        nodes in 0..600_usize,
    ) {
        let mut data = ApplicationErrorData::new(ErrorCode::NotFound, "document_not_found");
        data.error_message = letter.to_string().repeat(len).into();
        data.details = json!({"list": "x".repeat(listed)}).as_object().cloned();
        data.flow = Some(ErrorFlow::new((0..nodes).map(|node| format!("node_{node}"))));
        prop_assert!(headers(&data) <= MAX_STATUS);
        prop_assert_eq!(error_data(&status(&data)).unwrap().code(), ErrorCode::NotFound);
    }
}
