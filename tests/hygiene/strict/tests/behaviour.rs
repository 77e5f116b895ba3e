//! What compiles in the strictest crate also does what it says.

use std::error::Error as _;
use std::marker::PhantomData;

use llamon_errors::{ApplicationError, DomainError, DomainOutcome as _, FromErrorData as _};
use llamon_errors_hygiene_strict::generated::{Hostile, HostileOutcome};
use llamon_errors_hygiene_strict::generics::{Generic, Outcome, Outer};
use llamon_errors_hygiene_strict::names::Names;
use llamon_errors_hygiene_strict::{cfgs, made_by_macros, shadowed};

#[test]
fn names_in_the_way_change_nothing() {
    assert_eq!(shadowed::text(), "문서 17을(를) 찾을 수 없습니다");
    assert_eq!(made_by_macros::Made::Gone { document_id: 9 }.spec().code(), "DOC_005");
    assert_eq!(cfgs::Configured::QueryEmpty.spec().code(), "DOC_001");
    let fields = Names::Fields { r#type: 1, r#match: 2, f: 3, self_: 4, visit: 5, row: 6 };
    assert_eq!(fields.to_string(), "1 2 3 4 5 6");
    let details = fields.details().expect("fields travel");
    assert_eq!(details.keys().map(String::as_str).collect::<Vec<_>>(), ["f", "match", "row", "self_", "type", "visit"]);
    let codes =
        [Names::Error, Names::None, Names::Some, Names::Ok, Names::Err, Names::Self_].map(|name| name.spec().code());
    assert_eq!(codes, ["N_1", "N_2", "N_3", "N_4", "N_5", "N_6"]);
}

#[test]
fn a_field_called_source_is_data_until_its_author_says_otherwise() {
    let error = Names::CannotConvert { source: 1, backtrace: 2 };
    assert!(error.source().is_none());
    assert_eq!(
        serde_json::Value::from(error.details().expect("they travel")),
        serde_json::json!({"source": 1, "backtrace": 2})
    );
}

#[test]
fn generic_errors_ask_for_what_they_use() {
    struct NoTraits;
    impl std::fmt::Debug for NoTraits {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("NoTraits")
        }
    }
    type Plain<'a> = Generic<'a, &'a str, std::fmt::Error, NoTraits, 2>;
    let error: Plain<'_> = Generic::DocumentNotFound { document_id: "A" };
    assert_eq!(error.to_string(), "문서 A을(를) 찾을 수 없습니다");
    let error: Plain<'_> = Generic::SearchIndexDown(std::fmt::Error);
    assert!(error.source().is_some_and(|cause| cause.is::<std::fmt::Error>()));
    let error: Plain<'_> = Generic::QueryEmpty { seen: PhantomData, bytes: [1, 2] };
    assert_eq!(error.spec().code(), "DOC_001");
    let error: Plain<'_> = Generic::AccountCheckFailed { cause: Some("no route".into()) };
    assert_eq!(error.source().map(ToString::to_string).as_deref(), Some("no route"));
    let error: Plain<'_> = Generic::PersonalDataFound { category: "이름" };
    assert_eq!(error.to_string(), "문서에 개인정보(이름)가 있어 처리를 멈췄습니다");

    let outer = Outer::Inner(Names::Error);
    assert_eq!((outer.spec().code(), outer.to_string().as_str()), ("N_1", "error"));
    assert_eq!(Outer::<Names>::from_code("N_7").map(|spec| spec.domain()), Some("names"));
    let outcome = Outcome::NoRelatedInformation { query: "전세" };
    assert_eq!(outcome.message(), "`전세`와 관련된 문서가 없습니다");
    assert_eq!(outcome.details().and_then(|details| details.get("query").cloned()), Some("전세".into()));
}

#[test]
fn what_is_written_from_a_catalog_keeps_its_texts() {
    let error = Hostile::Self_ { r#type: 7, r#async: "now".to_owned(), r#match: true };
    assert_eq!(error.to_string(), "7 of now {x}");
    assert_eq!(Hostile::Link.spec().title(), "see [Vec] and [nowhere](crate::nowhere) or https://example.com/a_b");
    assert_eq!(
        (Hostile::Code8005.spec().code(), Hostile::from_code("KV:Cloud:Io").map(|spec| spec.reason())),
        ("8005", Some("shared"))
    );
    assert_eq!(Hostile::from_reason("shared"), None, "two codes have it");
    let sent = ApplicationError::from(error.clone());
    let read = Hostile::from_error_data(sent.data()).expect("it is read back");
    assert_eq!(format!("{read:?}"), format!("{error:?}"));
    let outcome = HostileOutcome::BirthdayMissing { name: "홍길동".to_owned() };
    assert_eq!(outcome.message(), "when is 홍길동's birthday?");
}
