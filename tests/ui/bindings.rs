// A code said twice, no code, an unknown code, one code for two variants: four errors in one build, each at its own attribute.

use llamon_errors::DomainError;

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs/documents.toml", partial)]
enum DocumentError {
    #[domain_error(code = "DOC_001")]
    #[domain_error(code = "DOC_003")]
    Twice,
    Nameless,
    #[domain_error(code = "DOC_999")]
    Unknown,
    #[domain_error(code = "DOC_006")]
    IndexDown,
    #[domain_error(code = "DOC_006")]
    IndexDownToo,
}

fn main() {}
