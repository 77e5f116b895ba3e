// A catalog in attributes follows the rules of a file; each fault stands at its literal.

use llamon_errors::DomainError;

#[derive(Debug, DomainError)]
#[domain_error(domain = "document_service")]
enum DocumentError {
    #[domain_error(code = "DOC_001", sdk_code = "NOTFOUND", reason = "notFound", title = "", retriable = false)]
    NotFound,
    #[domain_error(code = "DOC 2", sdk_code = "RATE_LIMITED", title = "quota", error_source = "lmm:x", retry_after_ms = 99999999999)]
    Quota,
    #[domain_error(code = "DOC_003", sdk_code = "INTERNAL_ERROR", title = "x", retriable = false, message = "{} of {x}")]
    Message { x: u8 },
    #[domain_error(code = "DOC_003", sdk_code = "INTERNAL_ERROR", title = "y", retriable = false)]
    Twice,
    #[domain_error(sdk_code = "INTERNAL_ERROR", title = "z", retriable = false)]
    NoCode,
    #[domain_error(code = "DOC_006", sdk_code = "INTERNAL_ERROR", title = "z", retriable = false, message = "{id}")]
    NoField,
}

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs/documents.toml", partial)]
enum BesideAFile {
    #[domain_error(code = "DOC_001", title = "other")]
    QueryEmpty,
}

fn main() {}
