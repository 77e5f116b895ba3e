// Each attribute that is unknown, misplaced, repeated or malformed is told at its own place.

use llamon_errors::DomainError;

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs/documents.toml", partial, partial)]
#[domain_error(catalogue = "x.toml", code = "DOC_001", impl_error = "no", partial = true)]
#[domain_error]
#[domain_error(external = "DOC_002", crate = "not a path")]
#[source]
enum DocumentError {
    #[domain_error(catalog = "x.toml", secret)]
    #[from]
    QueryEmpty,
    #[domain_error(cod = "DOC_005")]
    NotFound {
        #[domain_error(code = "DOC_005", colour)]
        document_id: String,
    },
    #[domain_error(code = 9)]
    AccountCheckFailed,
    #[domain_error("DOC_006", code = "DOC_006")]
    SearchIndexDown {
        #[source]
        #[source]
        #[domain_error(secret, detail)]
        cause: std::io::Error,
    },
    DocumentStoreBroken(#[from(io)] std::fmt::Error),
}

fn main() {}
