// Four faults that have nothing to do with each other are four errors in one build, and the code that uses the enum brings none of
// its own.

use llamon_errors::{ApplicationError, DomainError};

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs/four-faults.toml")]
enum DocumentError {
    DocumentNotFound,
    SearchIndexDown,
    SummaryTimedOut(#[from] std::fmt::Error),
}

fn find() -> Result<(), DocumentError> {
    Err(std::fmt::Error)?
}

fn answer() -> Result<(), ApplicationError> {
    Ok(find()?)
}

fn main() {
    if let Err(error) = find() {
        println!("{error} {}", error.spec().code());
    }
    answer().unwrap();
}
