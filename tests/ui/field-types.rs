// What the compiler has to say about a field's type stands at that type.

use llamon_errors::DomainError;

#[derive(Debug)]
struct Opaque;

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs/documents.toml", partial, details)]
enum DocumentError {
    DocumentNotFound { document_id: Opaque },
    SearchIndexDown(#[source] Opaque),
}

fn main() {}
