//! Edges of what the derives write and of the values beside them: what a user allows, causes of odd types, details without a JSON form.

#![deny(warnings, deprecated)]

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::str::FromStr as _;

use llamon_errors::{Domain, DomainCode, DomainError, ErrorSource, OutcomeState, Reason, SourceSystem};
use llamon_errors_tests::log::logged;

mod old {
    #[deprecated]
    #[derive(Debug)]
    pub struct Id(pub u8);

    #[allow(deprecated, reason = "its own impl")]
    impl std::fmt::Display for Id {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            self.0.fmt(f)
        }
    }
}

// What the user allows in the item is allowed in its impls.
#[allow(deprecated, reason = "it is the point")]
#[derive(DomainError)]
#[domain_error(domain = "allowed")]
enum Allowed {
    #[domain_error(code = "A_1", sdk_code = "NOT_FOUND", title = "t", retriable = false, message = "{id}")]
    Gone { id: old::Id },
    #[domain_error(code = "A_2", sdk_code = "NOT_FOUND", title = "old", retriable = false)]
    Caused(#[from] Oldest),
}

#[allow(deprecated, reason = "it is the point")]
impl fmt::Debug for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[deprecated]
#[derive(Debug)]
struct Oldest;

#[allow(deprecated, reason = "its own impls")]
mod oldest {
    impl std::fmt::Display for super::Oldest {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("oldest")
        }
    }

    impl std::error::Error for super::Oldest {}
}

// The enum as a whole, and nothing in it.
#[deprecated]
#[derive(Debug, DomainError)]
#[domain_error(domain = "whole", details, decode)]
enum Whole {
    #[domain_error(code = "W_1", sdk_code = "NOT_FOUND", title = "t", retriable = false, message = "{id}")]
    Gone { id: u8 },
}

#[test]
#[allow(deprecated, reason = "it is the point")]
fn a_deprecated_enum_is_no_use_of_itself() {
    assert_eq!(Whole::Gone { id: 3 }.to_string(), "3");
    assert!(Whole::from_code("W_1").is_some());
}

#[test]
#[allow(deprecated, reason = "it is the point")]
fn what_is_allowed_in_an_enum_is_allowed_in_its_impls() {
    assert_eq!(Allowed::Gone { id: old::Id(3) }.to_string(), "3");
    assert!(Allowed::from(Oldest).source().is_some());
}

#[derive(Debug, DomainError)]
#[domain_error(domain = "causes", details)]
enum Causes {
    #[domain_error(code = "C_1", sdk_code = "NOT_FOUND", title = "t", retriable = false)]
    Optional(#[from] Option<fmt::Error>),
    #[domain_error(code = "C_2", sdk_code = "NOT_FOUND", title = "t", retriable = false)]
    Synchronous(#[source] Box<dyn Error + Sync>),
    #[domain_error(code = "C_3", sdk_code = "NOT_FOUND", title = "t", retriable = false)]
    Measured { ratio: f64, most: u128, pairs: BTreeMap<(u8, u8), u8>, nothing: Option<u8>, id: u8, secret: Loud },
}

/// A value that has no JSON form, and should not be in a log.
#[derive(Debug)]
struct Loud;

impl serde::Serialize for Loud {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("it is broken"))
    }
}

#[test]
fn an_optional_cause_is_made_of_the_cause() {
    fn fail() -> Result<(), Causes> {
        Err(fmt::Error)?
    }
    assert!(fail().expect_err("it fails").source().is_some_and(<dyn Error>::is::<fmt::Error>));
    assert!(Causes::Optional(None).source().is_none());
    assert!(Causes::Synchronous(Box::new(fmt::Error)).source().is_some_and(<dyn Error>::is::<fmt::Error>));
}

#[test]
fn a_detail_without_a_json_form_is_left_out_and_logged() {
    let error = Causes::Measured {
        ratio: f64::NAN,
        most: u128::MAX,
        pairs: BTreeMap::from([((1, 2), 3)]),
        nothing: None,
        id: 7,
        secret: Loud,
    };
    let (details, log) = logged(|| error.details());
    assert_eq!(details, serde_json::json!({ "id": 7 }).as_object().cloned());
    for name in ["ratio", "most", "pairs", "secret"] {
        assert_eq!(log.matches(&format!("detail=\"{name}\"")).count(), 1, "{name} in {log}");
    }
    assert_eq!(log.matches("a detail could not be built").count(), 4, "what is absent is no fault: {log}");
}

#[test]
fn checked_values_are_read_compared_and_borrowed_as_texts() {
    assert_eq!(Reason::from_str("query_empty").as_ref().map(AsRef::as_ref), Ok("query_empty"));
    assert!(Reason::from_str("queryEmpty").is_err());
    assert!(Domain::try_from("a").expect("it is a domain") < Domain::try_from("b").expect("it is a domain"));
    assert_eq!("DOC_005".parse::<DomainCode>().expect("it is a code").as_str(), "DOC_005");
    assert!(ErrorSource::try_from("mpc:x").is_err());
    assert_eq!(("db".parse(), "completed".parse()), (Ok(SourceSystem::Db), Ok(OutcomeState::Completed)));
}
