// More than twenty faults of different kinds in one build: of the file, of its values, of attributes, of enum and catalog together.

use llamon_errors::DomainError;

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs/twenty-faults.toml", partiel)]
enum Twenty {
    Gone,
    #[domain_error(transparent)]
    Nothing,
    #[domain_error(code = "T_15")]
    Whole {
        #[domain_error(secret)]
        name: String,
    },
    #[domain_error(code = "T_15")]
    Again {
        nmae: String,
    },
    #[domain_error(code = "T_16")]
    Retired,
    Two {
        #[source]
        first: std::io::Error,
        #[source]
        second: std::io::Error,
    },
    #[source]
    Misplaced,
}

fn main() {}
