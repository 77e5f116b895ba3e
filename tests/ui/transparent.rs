// A transparent variant holds another error in an error enum and another outcome in an outcome enum, and nothing else; where it does, the
// type of its field is what is wrong, and is told once.

use llamon_errors::{DomainError, DomainOutcome};

#[derive(Debug, DomainError)]
#[domain_error(domain = "inner", details)]
enum Inner {
    #[domain_error(code = "I_1", sdk_code = "NOT_FOUND", title = "inner", retriable = false, message = "no {id}")]
    Gone { id: u8 },
}

#[derive(Debug, DomainOutcome)]
#[domain_error(domain = "inner")]
enum Outcome {
    #[domain_error(code = "O_1", outcome = "completed", title = "no match")]
    NoMatch,
}

#[derive(Debug, DomainError)]
#[domain_error(domain = "outer")]
enum OutcomeInAnError {
    #[domain_error(transparent)]
    Inner(Outcome),
}

#[derive(Debug, DomainOutcome)]
#[domain_error(domain = "outer")]
enum ErrorInAnOutcome {
    #[domain_error(transparent)]
    Inner(Inner),
}

#[derive(Debug, DomainError)]
#[domain_error(domain = "outer")]
enum ForeignErrors {
    #[domain_error(transparent)]
    Io(#[from] std::io::Error),
    #[domain_error(transparent)]
    Boxed(Box<std::fmt::Error>),
    #[domain_error(transparent)]
    NoError { text: String },
    #[domain_error(code = "F_1", sdk_code = "NOT_FOUND", title = "own", retriable = false)]
    Own,
}

#[derive(Debug, DomainError)]
#[domain_error(domain = "outer", decode)]
enum Read {
    #[domain_error(transparent)]
    Inner(Inner),
}

fn main() {}
