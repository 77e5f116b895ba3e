// Each mistake beside `from_catalog` is told once, and the code that uses the enum brings no errors of its own.

use llamon_errors::{ApplicationError, DomainError, from_catalog};

// One slip in one entry: its variant is there all the same.
#[from_catalog("ui/catalogs/one-slip.toml", decode)]
#[domain_error(details)]
#[derive(Debug)]
enum OneSlip {}

fn one_slip() -> Result<(), ApplicationError> {
    let _ = OneSlip::IndexDown;
    let _ = OneSlip::QuotaUsedUp { limit: 3, user: String::new() };
    Err(OneSlip::DocumentNotFound { document_id: "A-17".to_owned() })?
}

#[from_catalog("ui/catalogs/meant.toml", partial, external("S_2"), outcome, code = "S_1", outcomes = true, details)]
#[derive(Debug)]
enum Words {}

#[from_catalog("ui/catalogs/meant.toml")]
#[derive(Debug, DomainError)]
enum DerivedTwice {}

#[from_catalog("ui/catalogs/meant.toml")]
#[derive(Debug, llamon_errors::DomainOutcome)]
enum DerivedOtherwise {}

fn derived_twice() -> Result<(), ApplicationError> {
    Err(DerivedTwice::IoError)?
}

#[from_catalog(ui/catalogs/meant.toml)]
#[domain_error(details)]
#[derive(Debug)]
enum NoPath {}

#[from_catalog("ui/catalogs/meant.toml")]
#[derive(Debug)]
struct Written {
    id: u8,
}

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs/meant.toml")]
struct Derived {
    id: u8,
}

fn structs(which: bool) -> Result<(), ApplicationError> {
    if which { Err(Written { id: 1 })? } else { Err(Derived { id: 2 })? }
}

fn no_path(error: NoPath) -> ApplicationError {
    error.into()
}

fn main() {}
