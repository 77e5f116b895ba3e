//! Transparent variants: an error enum inside another, plain, boxed, and inside itself.

#![deny(warnings)]

use std::error::Error as _;
use std::rc::Rc;
use std::sync::Arc;

use llamon_errors::{ApplicationError, DomainError, DomainErrorSpec, DomainOutcome, FromErrorData, FromErrorDataError};

#[derive(Clone, Debug, PartialEq, DomainError)]
#[domain_error(domain = "inner", details, decode)]
enum Inner {
    #[domain_error(code = "I_1", sdk_code = "NOT_FOUND", title = "t", retriable = false, message = "no {id}")]
    Gone { id: u8 },
    #[domain_error(code = "I_2", sdk_code = "INTERNAL_ERROR", title = "broken", retriable = false)]
    Broken(#[source] Option<std::fmt::Error>),
}

#[derive(Clone, Debug, PartialEq, DomainError)]
#[domain_error(domain = "boxed", details, decode)]
enum Boxed {
    #[domain_error(transparent)]
    Inner(#[from] Box<Inner>),
    #[domain_error(code = "B_1", sdk_code = "NOT_FOUND", title = "own", retriable = false)]
    Own,
}

#[test]
fn an_error_in_a_box_speaks_for_itself() {
    let error = Boxed::from(Box::new(Inner::Gone { id: 7 }));
    assert_eq!((error.to_string().as_str(), error.spec().code()), ("no 7", "I_1"));
    assert_eq!(error.details().and_then(|details| details.get("id").cloned()), Some(7.into()));
    assert_eq!(Boxed::from_code("I_2").map(DomainErrorSpec::domain), Some("inner"));
    let sent = ApplicationError::from(error.clone());
    assert_eq!(Boxed::from_error_data(sent.data()).expect("it is read back"), error);
    let broken = Boxed::Inner(Box::new(Inner::Broken(Some(std::fmt::Error))));
    assert!(
        broken.source().is_some_and(<dyn std::error::Error>::is::<std::fmt::Error>),
        "the cause of the error inside"
    );
}

#[derive(Debug, DomainError)]
#[domain_error(domain = "shared")]
enum Shared {
    #[domain_error(transparent)]
    Counted(Rc<Inner>),
    #[domain_error(transparent)]
    Atomic { inner: Arc<Boxed> },
}

#[test]
fn an_error_may_be_shared_and_two_levels_down() {
    assert_eq!(Shared::Counted(Rc::new(Inner::Gone { id: 1 })).to_string(), "no 1");
    let deep = Shared::Atomic { inner: Arc::new(Boxed::from(Box::new(Inner::Gone { id: 2 }))) };
    assert_eq!((deep.to_string().as_str(), deep.spec().code()), ("no 2", "I_1"));
    assert_eq!(Shared::from_code("B_1").map(DomainErrorSpec::code), Some("B_1"));
}

// Each in the other: a search for what neither has must end.
#[derive(Debug, PartialEq, DomainError)]
#[domain_error(domain = "left", decode)]
enum Left {
    #[domain_error(code = "L_1", sdk_code = "NOT_FOUND", title = "left", retriable = false)]
    Own,
    #[domain_error(transparent)]
    Right(Box<Right>),
    #[domain_error(transparent)]
    Itself(Box<Self>),
}

#[derive(Debug, PartialEq, DomainError)]
#[domain_error(domain = "right", decode)]
enum Right {
    #[domain_error(transparent)]
    Left(Box<Left>),
    #[domain_error(code = "R_1", sdk_code = "NOT_FOUND", title = "right", retriable = false)]
    Own,
}

#[test]
fn enums_inside_each_other_are_searched_once() {
    assert_eq!(Left::from_code("R_1").map(DomainErrorSpec::domain), Some("right"));
    assert_eq!((Left::from_code("X"), Right::from_code("X")), (None, None));
    let error = Left::Itself(Box::new(Left::Right(Box::new(Right::Own))));
    let sent = ApplicationError::from(error);
    assert_eq!(Left::from_error_data(sent.data()).expect("it is read back"), Left::Right(Box::new(Right::Own)));
    let mut foreign = ApplicationError::from(Left::Own).into_data();
    foreign.domain = Some("elsewhere".into());
    for read in [Left::from_error_data(&foreign).map(|_| ()), Right::from_error_data(&foreign).map(|_| ())] {
        assert!(matches!(read, Err(FromErrorDataError::UnknownCode { .. })), "{read:?}");
    }
}

#[derive(Debug, DomainOutcome)]
#[domain_error(domain = "outcomes")]
enum Outcome {
    #[domain_error(code = "O_1", outcome = "completed", title = "t", message = "no match for {query}")]
    NoMatch { query: &'static str },
}

#[derive(Debug, DomainOutcome)]
#[domain_error(domain = "outcomes")]
enum Outcomes {
    #[domain_error(transparent)]
    Inner(Box<Outcome>),
}

#[test]
fn an_outcome_may_hold_an_outcome() {
    let outcome = Outcomes::Inner(Box::new(Outcome::NoMatch { query: "x" }));
    assert_eq!((outcome.message().as_str(), outcome.spec().code()), ("no match for x", "O_1"));
    assert!(Outcomes::from_code("O_1").is_some());
}

// What holds the enum itself asks nothing of it: that would lead in a circle.
#[derive(Debug, DomainError)]
#[domain_error(domain = "recursive")]
enum Recursive<T> {
    #[domain_error(code = "C_1", sdk_code = "NOT_FOUND", title = "t", retriable = false, message = "{value}")]
    End { value: T },
    #[domain_error(code = "C_2", sdk_code = "NOT_FOUND", title = "around", retriable = false)]
    Around(#[source] Box<Recursive<T>>),
}

#[test]
fn an_error_with_type_parameters_may_have_itself_as_its_cause() {
    let end = Box::new(Recursive::End { value: 3 });
    assert!(Recursive::Around(end).source().is_some_and(|source| source.to_string() == "3"));
}
