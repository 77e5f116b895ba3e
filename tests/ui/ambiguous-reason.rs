use llamon_errors::DomainError;

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs/shared-reasons.toml")]
enum StoreError {
    StoreNotFound,
}

fn main() {}
