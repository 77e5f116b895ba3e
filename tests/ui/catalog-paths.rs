// Paths that find nothing, or something on one machine only.

use llamon_errors::DomainError;

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs/document.toml")]
enum Misspelt {}

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/Catalogs/Documents.toml")]
enum OtherCase {}

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui\\catalogs\\documents.toml")]
enum Backslashes {}

#[derive(Debug, DomainError)]
#[domain_error(catalog = "/etc/documents.toml")]
enum Absolute {}

#[derive(Debug, DomainError)]
#[domain_error(catalog = "")]
enum Empty {}

#[derive(Debug, DomainError)]
enum Without {}

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs/documents.toml", domain = "both")]
enum Both {}

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs")]
enum Folder {}

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs/documents.toml/more.toml")]
enum BelowAFile {}

fn main() {}
