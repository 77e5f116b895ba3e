use llamon_errors::DomainError;

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs/documents.toml", partial)]
enum DocumentError {
    PersonalDataFound {
        #[source]
        category: std::io::Error,
    },
    DailyQuotaExceeded {
        #[source]
        first: std::io::Error,
        #[source]
        second: std::io::Error,
        limit: u32,
    },
    DocumentAccessDenied {
        #[from]
        cause: std::fmt::Error,
        document_id: String,
    },
    DocumentStoreBroken(#[from] std::fmt::Error),
    SearchIndexDown(#[from] std::fmt::Error),
    #[domain_error(transparent)]
    Nothing,
    #[domain_error(transparent, code = "DOC_001")]
    Inner(Box<DocumentError>),
}

fn main() {}
