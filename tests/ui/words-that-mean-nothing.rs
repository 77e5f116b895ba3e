// A word that would be ignored is told, and each mistake once.

use llamon_errors::{DomainError, DomainOutcome, from_catalog};

#[derive(Debug, DomainError)]
#[domain_error(catalog = "ui/catalogs/documents.toml", partial, details)]
enum Ignored {
    #[domain_error(transparent)]
    Inner(#[domain_error(detail)] Other),
    #[domain_error(transparent)]
    Hidden {
        #[domain_error(secret, default)]
        inner: Other,
    },
    DocumentNotFound {
        #[domain_error(default)]
        document_id: String,
    },
}

#[derive(Debug, DomainError)]
#[domain_error(domain = "other", partial, decode, details)]
enum Other {
    #[domain_error(code = "O_1", sdk_code = "NOT_FOUND", title = "other", retriable = false)]
    One {
        #[domain_error(default)]
        travels: u8,
    },
    // The fact is there, in another form: nothing is missing.
    #[domain_error(code = "O_2", sdk_code = NotFound, title = "other", retriable = "no")]
    Two,
}

// The misspelt word is the catalog that is missing.
#[derive(Debug, DomainError)]
#[domain_error(catalogue = "ui/catalogs/documents.toml")]
enum Misspelt {}

#[derive(Debug, DomainOutcome)]
#[domain_error(catalog = "ui/catalogs/documents.toml", decode, impl_error = false)]
enum Outcome {
    NoRelatedInformation { query: String },
}

// The faults of the file do not hide those of the words behind it.
#[from_catalog("ui/catalogs/shared-reasons.toml", detials, decode, decode)]
#[derive(Debug)]
enum Written {}

#[from_catalog("ui/catalogs/documents.toml", outcomes, decode, outcomes)]
#[derive(Debug)]
enum WrittenOutcomes {}

#[from_catalog("ui/catalogs/documents.toml" decode)]
#[derive(Debug)]
enum NoComma {}

fn main() {}
