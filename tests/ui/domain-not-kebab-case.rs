use llamon_errors::DomainError;

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs/domain-not-kebab-case.toml")]
enum DocumentError {
    DocumentNotFound,
}

fn main() {}
