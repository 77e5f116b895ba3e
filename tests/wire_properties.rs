//! Round trips for all values, not for those that we thought of.

use llamon_errors::a2a::v0_3::{Event, TaskIds, TaskStatusUpdateEvent};
use llamon_errors::a2a::{Version, v1};
use llamon_errors::data::{Object, Text, WireCode};
use llamon_errors::disclosure::redact;
use llamon_errors::format::MAX_RETRY_AFTER_MS;
use llamon_errors::json_rpc::{Answer, ErrorObject, ErrorResponse, Id};
use llamon_errors::response::{Category, Details, UnifiedErrorResponse};
use llamon_errors::retry::header;
use llamon_errors::{
    ApplicationError, ApplicationErrorData, ErrorCode, ErrorFlow, ErrorNode, GuardrailData, RetryPolicy,
};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::time::{Duration, SystemTime};

fn code() -> impl Strategy<Value = WireCode> {
    let known = proptest::sample::select(ErrorCode::ALL.to_vec()).prop_map(WireCode::Known);
    let other =
        proptest::sample::select(vec!["PAYMENT_REQUIRED", "PERMISSION_DENIED", "EXECUTION_TIMEOUT", "HTTP_418", ""]);
    prop_oneof![4 => known, 1 => other.prop_map(|text| WireCode::from(text.to_owned()))]
}

fn reason() -> impl Strategy<Value = String> {
    let canonical =
        ["permission_denied", "version_incompatible", "validation_error", "rate_limited", "execution_timeout"];
    let canonical = proptest::sample::select(canonical.to_vec()).prop_map(str::to_owned);
    prop_oneof![canonical, "[a-z][a-z0-9_]{0,90}", "[ -~]{1,20}"]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![vec(inner.clone(), 0..3).prop_map(Value::from), object_of(inner).prop_map(Value::Object)]
    })
}

fn object_of(values: impl Strategy<Value = Value>) -> impl Strategy<Value = Object> {
    // Our own names among them: an author may use them too.
    let names = prop_oneof![
        3 => "[a-z_]{1,6}",
        1 => proptest::sample::select(vec!["application_error", "retry_advice", "violations", "timeout_ms", "other", "type", "title"])
            .prop_map(str::to_owned),
    ];
    vec((names, values), 0..4).prop_map(|members| members.into_iter().collect())
}

prop_compose! {
    fn data()(
        (code, reason, message, retriable) in (code(), reason(), ".{0,20}", any::<bool>()),
        (domain, domain_code, error_source) in (of("[a-z][a-z0-9]{0,9}"), of("[!-~]{1,12}"), of("(mcp|http|llm):[!-~]{1,12}")),
        (retry_after_ms, retried) in (of(0..=MAX_RETRY_AFTER_MS), of(any::<u32>())),
        node in of(("\\PC{0,6}", of("[a-z]{0,6}"))),
        flow in of(vec("\\PC{0,6}", 0..3)),
        guardrail in of((of("[a-z]{1,6}"), object_of(value()))),
        details in of(object_of(value())),
    ) -> ApplicationErrorData {
        let mut data = ApplicationErrorData::new(code, reason);
        data.error_message = Text::Owned(message);
        data.retriable = retriable;
        data.domain = domain.map(Text::Owned);
        data.domain_code = domain_code.map(Text::Owned);
        data.error_source = error_source.map(Text::Owned);
        data.retry_after_ms = retry_after_ms;
        data.retried = retried;
        data.node = node.map(|(id, kind)| kind.into_iter().fold(ErrorNode::new(id), ErrorNode::kind));
        data.flow = flow.map(ErrorFlow::new);
        data.guardrail = guardrail.map(|(category, facts)| {
            let mut data = GuardrailData::default();
            data.violation_category = category.map(Text::Owned);
            data.facts = facts;
            data
        });
        data.details = details;
        data
    }
}

proptest! {
    #[test]
    fn error_data_comes_back_as_it_was(data in data()) {
        let text = serde_json::to_string(&data).unwrap();
        prop_assert!(!text.contains(":null") || data.details.is_some() || data.guardrail.is_some());
        prop_assert_eq!(serde_json::from_str::<ApplicationErrorData>(&text).unwrap(), data);
    }

    #[test]
    fn a_failed_status_comes_back_in_both_versions(data in data()) {
        let error = ApplicationError::from_data(data.clone());
        prop_assert_eq!(error.data(), &data, "the values are sound, so nothing is changed");
        let task = TaskIds::new("t", "c");
        let line = serde_json::to_string(&TaskStatusUpdateEvent::failed(&error, &task)).unwrap();
        let event: Event = serde_json::from_str(&line).unwrap();
        prop_assert_eq!(event.status().unwrap().error_data().unwrap(), data.clone());
        let line = serde_json::to_string(&Version::V1_0.failed(&error, &task)).unwrap();
        let v1::Event::StatusUpdate(event) = serde_json::from_str(&line).unwrap() else { panic!("{line}") };
        prop_assert_eq!(event.status.error_data().unwrap(), data);
    }

    #[test]
    fn a_unified_response_loses_nothing_of_error_data(data in data()) {
        let response = UnifiedErrorResponse::from(data.clone());
        if response.error.code.is_never_retried() {
            prop_assert!(response.error.retry.is_none());
        }
        let line = response.to_json();
        let read: UnifiedErrorResponse = serde_json::from_str(&line).unwrap();
        prop_assert_eq!(serde_json::to_string(&read).unwrap(), line.clone());
        prop_assert_eq!(ApplicationErrorData::from(read), data, "{}", line);
    }

    #[test]
    fn error_data_loses_nothing_of_a_unified_response(
        code in proptest::sample::select(Category::KNOWN.to_vec()),
        message in ".{0,12}",
        details in of("[a-z]{1,5}"),
        (delay, attempts) in (of(0..=MAX_RETRY_AFTER_MS), of(any::<u32>())),
    ) {
        let mut wire = json!({"code": code.as_str(), "message": message});
        if let Some(name) = details {
            wire["details"] = json!({name: [1, "x"]});
        }
        if !code.is_never_retried() && (delay.is_some() || attempts.is_some()) {
            let advice: Object = [("suggested_delay_ms", delay.map(Value::from)), ("max_attempts", attempts.map(Value::from))]
                .into_iter()
                .filter_map(|(name, value)| Some((name.to_owned(), value?)))
                .collect();
            wire["retry"] = Value::Object(advice);
        }
        let wire = json!({"error": wire});
        let response: UnifiedErrorResponse = serde_json::from_value(wire.clone()).unwrap();
        let data = ApplicationErrorData::from(response);
        let data: ApplicationErrorData = serde_json::from_str(&serde_json::to_string(&data).unwrap()).unwrap();
        prop_assert_eq!(serde_json::to_value(UnifiedErrorResponse::from(data)).unwrap(), wire);
    }

    #[test]
    fn a_grpc_status_loses_nothing(data in data()) {
        prop_assert_eq!(llamon_errors::tonic::error_data(&llamon_errors::tonic::status(&data)), Some(data));
    }

    #[test]
    fn reasons_in_details_have_the_form_of_aip_193(data in data()) {
        let v1::Detail::ErrorInfo { reason, domain, .. } = &v1::details(&data)[0] else { panic!("the info comes first") };
        prop_assert!((3..=63).contains(&reason.len()), "{}", reason);
        prop_assert!(reason.starts_with(|c: char| c.is_ascii_uppercase()) && !reason.ends_with('_'), "{}", reason);
        prop_assert!(reason.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_'), "{}", reason);
        prop_assert!(domain != "a2a-protocol.org" && !domain.is_empty());
    }

    #[test]
    fn error_responses_come_back_as_they_were(number in any::<i64>(), message in ".{0,9}", data in of(value()), id in of(any::<u64>())) {
        let mut error = ErrorObject::new(number, message);
        error.data = data.filter(|data| !data.is_null());
        let response = ErrorResponse::new(id.map_or(Id::Null, Id::from), error);
        let line = serde_json::to_string(&response).unwrap();
        prop_assert_eq!(serde_json::from_str::<ErrorResponse>(&line).unwrap(), response.clone());
        prop_assert_eq!(serde_json::from_str::<Answer<Value>>(&line).unwrap(), Answer::Error(response));
    }

    #[test]
    fn details_of_any_form_are_kept(code in proptest::sample::select(Category::KNOWN.to_vec()), object in object_of(value())) {
        prop_assert_eq!(Details::read(&code, object.clone()).to_object(), object);
    }

    #[test]
    fn waits_stay_in_their_bounds(initial in any::<u64>(), cap in any::<u64>(), attempt in any::<u32>(), random in any::<u64>()) {
        let policy = RetryPolicy::default().initial(Duration::from_millis(initial)).cap(Duration::from_millis(cap)).jitter(true);
        let delay = policy.delay(attempt);
        prop_assert!(delay <= policy.cap && delay >= policy.initial.min(policy.cap));
        prop_assert!(delay <= policy.delay(attempt.saturating_add(1)));
        let wait = policy.delay_with(attempt, random);
        prop_assert!(delay / 2 <= wait && wait <= delay);
    }

    #[test]
    fn no_header_panics(value in ".{0,30}", digits in "[0-9.+-]{0,30}") {
        for text in [&value, &digits] {
            let _ = header::read(text, SystemTime::now());
            let _ = header::read_millis(text);
        }
    }

    #[test]
    fn no_secret_of_a_url_survives(
        before in "[ a-z(\"]{0,9}", userinfo in of("[a-z:@/?#&=.!%]{0,12}"),
        query in of("[a-z=&/:@?.!)(%]{0,9}"), after in "([ \")>,]\\PC{0,9})?",
    ) {
        let userinfo = userinfo.map_or_else(String::new, |rest| format!("u:S3CRET{rest}@"));
        let query = query.map_or_else(String::new, |rest| format!("?k=S3CRET{rest}"));
        let text = format!("{before}https://{userinfo}host/path{query}{after}");
        let redacted = redact(&text);
        prop_assert!(!redacted.contains("S3CRET"), "{} became {}", text, redacted);
    }
}
