// Results are no errors, errors are no results, and neither is raised as the other.

use llamon_errors::{ApplicationError, DomainOutcome};

#[derive(Debug, DomainOutcome)]
#[domain_error(catalog = "ui/catalogs/documents.toml")]
enum Wrong {
    NoRelatedInformation {
        #[source]
        query: std::io::Error,
    },
    QueryEmpty,
    #[domain_error(code = "DOC_005")]
    Gone,
}

#[derive(Debug, DomainOutcome)]
#[domain_error(catalog = "ui/catalogs/documents.toml")]
enum Right {
    NoRelatedInformation { query: String },
}

fn raise() -> Result<(), ApplicationError> {
    Err(Right::NoRelatedInformation { query: String::new() })?
}

fn main() {}
