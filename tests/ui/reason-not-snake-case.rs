use llamon_errors::DomainError;

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs/reason-not-snake-case.toml")]
enum DocumentError {
    DocumentNotFound,
}

fn main() {}
