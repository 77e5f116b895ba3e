use llamon_errors::DomainError;

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs/error-source-without-system.toml")]
enum DocumentError {
    AccountCheckTimedOut,
    AccountCheckFailed,
}

fn main() {}
