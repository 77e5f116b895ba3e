// What the expansion names is no use; what the user names is, whether the enum or the catalog says that it is deprecated.

#![deny(deprecated)]

use llamon_errors::{DomainError, from_catalog};

#[derive(Debug, DomainError)]
#[domain_error(domain = "old")]
enum ByTheEnum {
    #[deprecated(note = "use New")]
    #[domain_error(code = "O_1", sdk_code = "NOT_FOUND", title = "old", retriable = false)]
    Old,
}

#[from_catalog("ui/catalogs/deprecated.toml")]
#[derive(Debug)]
enum ByTheCatalog {}

fn main() {
    let _ = ByTheEnum::Old;
    let _ = ByTheCatalog::Old;
}
