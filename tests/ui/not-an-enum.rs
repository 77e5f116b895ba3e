use llamon_errors::{DomainError, DomainOutcome, from_catalog};

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs/documents.toml")]
struct Struct;

#[derive(DomainOutcome)]
#[domain_error(catalog = "ui/catalogs/documents.toml")]
union Union {
    a: u8,
}

#[from_catalog("ui/catalogs/documents.toml")]
#[derive(Debug)]
struct Written;

#[from_catalog("ui/catalogs/documents.toml")]
#[derive(Debug)]
enum NotEmpty {
    Variant,
}

#[from_catalog]
#[derive(Debug)]
enum NoPath {}

fn main() {}
