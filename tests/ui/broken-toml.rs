// Damaged entries are told once each, and bring no faults that follow from them.

use llamon_errors::DomainError;

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs/broken-toml.toml")]
enum Broken {
    A,
    B,
    C,
}

fn main() {}
