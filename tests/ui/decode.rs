use llamon_errors::DomainError;

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs/documents.toml", partial, decode)]
enum DocumentError {
    SearchIndexDown {
        #[source]
        cause: std::io::Error,
        #[domain_error(secret)]
        dsn: String,
    },
    QueryEmpty(u8),
    DocumentStoreBroken(#[domain_error(detail)] u8),
}

fn main() {}
