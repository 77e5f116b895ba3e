// What stands for no entry, and what was probably meant.

use llamon_errors::{DomainError, DomainOutcome};

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs/meant.toml")]
enum OtherCase {
    IOError,
    DocumentNotFound,
    QuotaUsedUp,
}

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs/meant.toml")]
enum Codes {
    #[domain_error(code = "io_error")]
    Disk,
    #[domain_error(code = "NOT_FOUND")]
    Gone,
    QuotaUsedUp,
}

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs/meant.toml")]
enum TheOnlyOneLeft {
    IoError,
    SomethingElse,
    QuotaUsedUp,
}

// The variant behind it is bound, so it is not what was meant.
#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs/meant.toml", partial)]
enum BoundLater {
    QuotaUsedUpp,
    QuotaUsedUp,
}

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs/meant.toml", partail)]
enum Misspelt {
    IoError,
}

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs/meant.toml", external("S_2", "S_2", "quota_used_up", "S_4", "S_5"))]
enum Elsewhere {
    IoError,
}

#[derive(Debug, DomainOutcome)]
#[domain_error(catalog = "ui/catalogs/meant.toml", external("S_1"))]
enum Outcomes {
    NoMatch,
}

#[derive(Debug, DomainError)]
#[domain_error(domain = "letters")]
enum Letters {
    #[domain_error(code = "L_1", sdk_code = "NOT_FOUND", title = "t", retriable = false)]
    문서없음,
}

fn main() {}
