// Where another derive writes `Error`, how its causes are written is its own affair; what leaves the process is not.

use llamon_errors::DomainError;

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs/documents.toml", partial, impl_error = false)]
enum Other {
    #[from(forward)]
    SearchIndexDown {
        #[from(skip)]
        #[source]
        first: std::io::Error,
        #[source]
        second: std::io::Error,
    },
    PersonalDataFound {
        #[source]
        category: std::io::Error,
    },
}

impl std::fmt::Display for Other {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("other")
    }
}

impl std::error::Error for Other {}

fn main() {}
