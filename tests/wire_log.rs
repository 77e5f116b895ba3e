//! What stays in the process and is logged: values that cannot travel, texts of foreign errors, their causes.

use llamon_errors::a2a::v0_3::{Part, error_parts};
use llamon_errors::a2a::v1::Detail;
use llamon_errors::{ApplicationError, ApplicationErrorData, Disclosure, ErrorCode, ProtocolErrorData};
use llamon_errors_tests::log::logged;
use serde_json::{Value, json};

#[test]
fn a_value_at_fault_goes_out_as_internal_error_and_is_logged() {
    let sound = json!({"errorCode": "RATE_LIMITED", "errorReason": "quota", "errorMessage": "later", "retriable": true,
        "domain": "bank-agent", "domainCode": "B-1", "errorSource": "mcp:x/y", "retryAfterMs": 9, "retried": 1});
    for (member, value, shown) in [
        ("errorReason", "", "`errorReason` is empty (byte 0)"),
        ("errorReason", "조회_실패", "`errorReason` holds a character outside ASCII (byte 0)"),
        ("domain", "Bank_Agent", "`domain` holds an upper case letter (byte 0)"),
        ("domain", "a2a-protocol.org", "`domain` is reserved for errors of the protocol itself (byte 0)"),
        ("domainCode", "B 1", "`domainCode` holds a blank or a control character (byte 1)"),
        ("errorSource", "mpc:x/y", "`errorSource` names no known system (byte 0)"),
    ] {
        let mut broken = sound.clone();
        broken[member] = value.into();
        let data: ApplicationErrorData = serde_json::from_value(broken.clone()).expect("reading is lenient");
        assert_eq!(data.check().expect_err("it is at fault").to_string(), shown);
        let (error, log) = logged(|| ApplicationError::from_data(data.clone()));
        let mut wanted = sound.clone();
        wanted["errorCode"] = "INTERNAL_ERROR".into();
        wanted["errorReason"] = "error_data_build_failed".into();
        wanted["retriable"] = false.into();
        wanted.as_object_mut().expect("an object").remove("retryAfterMs");
        if member != "errorReason" {
            wanted.as_object_mut().expect("an object").remove(member);
        }
        assert_eq!(Value::Object(error.data().to_object()), wanted);
        assert!(error.data().check().is_ok());
        assert!(log.contains(shown) && log.contains("error_code=\"RATE_LIMITED\""), "{log}");
        assert!(log.contains(&format!("value={value:?}")), "what was meant is there: {log}");
        let [_, Part::Data { data: part, .. }] = error_parts(data.clone(), "x") else { panic!("a data part") };
        assert_eq!(&part, error.data());
        let info = llamon_errors::a2a::v1::details(&data).swap_remove(0);
        assert!(matches!(info, Detail::ErrorInfo { reason, .. } if reason == "ERROR_DATA_BUILD_FAILED"));
        assert_eq!(llamon_errors::tonic::error_data(&llamon_errors::tonic::status(&data)).as_ref(), Some(error.data()));
        let protocol = ProtocolErrorData::from(data).checked();
        assert_eq!(protocol.error_reason, "error_data_build_failed");
        let refusal = llamon_errors::json_rpc::ErrorObject::refusal(serde_json::from_value(broken).expect("readable"));
        assert_eq!(refusal.expect("a refusal").code, -32603);
    }
    let sound: ApplicationErrorData = serde_json::from_value(sound).expect("readable");
    let (error, log) = logged(|| ApplicationError::from_data(sound.clone()));
    assert_eq!((error.data(), log.as_str()), (&sound, ""));
}

#[test]
fn every_value_that_does_not_go_out_is_logged() {
    let broken = json!({"errorCode": "NOT_FOUND", "errorReason": "none", "domain": "Bank_Agent", "domainCode": "B 1"});
    let data: ApplicationErrorData = serde_json::from_value(broken).expect("reading is lenient");
    let (_, log) = logged(|| data.checked());
    assert!(log.contains("value=\"Bank_Agent\"") && log.contains("value=\"B 1\""), "{log}");
    assert!(log.contains("error_reason=\"none\"") && !log.contains("value=\"none\""), "{log}");
}

/// Whoever branches on the code must still throw away what was blocked (SPEC G1, D4).
#[test]
fn a_guardrails_block_with_a_value_at_fault_stays_a_block() {
    let sound = json!({"errorCode": "GUARDRAIL_BLOCKED", "errorReason": "blocked", "errorMessage": "no", "retriable": false,
        "domain": "bank-agent", "errorSource": "guardrail:pii", "guardrail": {"violationCategory": "personal_data"}});
    for (member, value) in [("errorReason", "개인정보_차단"), ("domain", "은행"), ("errorSource", "guard:pii")]
    {
        let mut broken = sound.clone();
        broken[member] = value.into();
        let data: ApplicationErrorData = serde_json::from_value(broken.clone()).expect("reading is lenient");
        let (error, log) = logged(|| ApplicationError::from_data(data));
        let mut wanted = sound.clone();
        wanted["errorReason"] = "error_data_build_failed".into();
        if member != "errorReason" {
            wanted.as_object_mut().expect("an object").remove(member);
        }
        assert_eq!((error.code(), Value::Object(error.data().to_object())), (ErrorCode::GuardrailBlocked, wanted));
        assert!(log.contains(&format!("value={value:?}")), "{log}");
        let protocol: ProtocolErrorData = serde_json::from_value(broken).expect("reading is lenient");
        llamon_errors::json_rpc::ErrorObject::refusal(protocol.clone()).expect_err("a block is never a refusal");
        llamon_errors::a2a::v1::refusal(protocol).expect_err("a block is never a refusal");
    }
}

/// As an HTTP library tells of a failure: the address, key and all, in the text; more behind it.
#[derive(Debug)]
struct HttpError(std::io::Error);

impl std::fmt::Display for HttpError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("error sending request for url (http://user:pw@127.0.0.1:1/x?api_key=EXAMPLE-KEY-123)")
    }
}

impl std::error::Error for HttpError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

#[test]
fn secrets_in_addresses_stay_in_the_process_and_causes_are_logged() {
    let cause = || HttpError(std::io::Error::other("tcp connect error to https://proxy/?token=EXAMPLE-KEY-123"));
    for disclosure in [Disclosure::Outermost, Disclosure::Generic] {
        let code = ErrorCode::UpstreamUnavailable;
        let (error, log) = logged(|| ApplicationError::disclosed(code, "http_connect_error", cause(), disclosure));
        let shown = match disclosure {
            Disclosure::Outermost => "error sending request for url (http://127.0.0.1:1/x)",
            _ => "a service that is needed is not available",
        };
        assert_eq!(error.to_string(), shown);
        let wire = serde_json::to_string(error.data()).expect("JSON");
        for text in [wire, format!("{error:?}")] {
            assert!(!text.contains("EXAMPLE") && !text.contains("pw"), "{text}");
        }
        assert!(log.contains("EXAMPLE-KEY-123") && log.contains("tcp connect error"), "the log has it all: {log}");
        let mut chain = error.to_string();
        let mut next = std::error::Error::source(&error);
        while let Some(cause) = next {
            chain = format!("{chain}: {cause}");
            next = cause.source();
        }
        assert_eq!(chain.matches("tcp connect error").count(), 1, "{chain}");
        assert_eq!(chain.matches("error sending request").count(), 1, "{chain}");
    }
}

/// An error that is its own cause.
#[derive(Debug)]
struct Loop;

impl std::fmt::Display for Loop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("again")
    }
}

impl std::error::Error for Loop {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(self)
    }
}

#[test]
fn an_error_that_is_its_own_cause_ends() {
    let text = llamon_errors::disclosure::full_text(&Loop);
    assert_eq!(text.matches("again").count(), llamon_errors::disclosure::MAX_CHAIN);
    let (error, _) =
        logged(|| ApplicationError::disclosed(ErrorCode::InternalError, "loop", Loop, Disclosure::Outermost));
    assert_eq!(error.to_string(), "again");
}
