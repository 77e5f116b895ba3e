// Words that are said in another form than theirs.

use llamon_errors::DomainError;

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs/meant.toml" details = false, partial decode, external())]
enum Commas {
    #[domain_error(code = "S_1" transparent)]
    IoError,
    #[domain_error("S_2")]
    DocumentNotFound,
    #[domain_error()]
    QuotaUsedUp,
}

#[derive(Debug, DomainError)]
#[domain_error("ui/catalogs/meant.toml")]
enum PathAlone {}

#[derive(Debug, DomainError)]
#[domain_error = "ui/catalogs/meant.toml"]
enum PathBehindASign {}

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs/meant.toml", partial, external("S_2"))]
enum PartialAndExternal {}

#[derive(Debug, DomainError)]
#[domain_error(domain = "inline", external("S_2"))]
enum ExternalAndDomain {}

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs/meant.toml", partial)]
enum CauseThatTravels {
    IoError {
        #[source]
        #[domain_error(detail)]
        cause: std::fmt::Error,
    },
    DocumentNotFound(
        #[from]
        #[domain_error(detail)]
        std::io::Error,
    ),
}

fn main() {}
