// Enum and catalog apart, in every way there is, in one build.

use llamon_errors::DomainError;

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs/documents.toml")]
enum DocumentError {
    QueryEmtpy,
    #[domain_error(code = "DOC_02")]
    Unsupported,
    #[domain_error(code = "DOC_004")]
    Old,
    NoRelatedInformation {
        query: String,
    },
    #[domain_error(code = "DOC_101")]
    NothingFound,
    DocumentNotFound {
        docment_id: String,
    },
    #[domain_error(code = "DOC_005")]
    AlsoNotFound {
        document_id: String,
    },
    DocumentAccessDenied(String),
    SummaryTimedOut,
    #[domain_error(code = "DOC_010")]
    PersonalData {
        #[domain_error(secret)]
        category: String,
    },
    SomethingElse,
}

fn main() {}
