// Codes that would become one variant are told with both places; the rest of the enum is there.

use llamon_errors::{ApplicationError, DomainError as _, from_catalog};

#[from_catalog("ui/catalogs/shared-reasons.toml")]
#[derive(Debug)]
enum StoreError {}

fn find() -> Result<(), ApplicationError> {
    Err(StoreError::PdCoreErrStoreNotFound)?
}

fn main() {
    let _ = StoreError::PdCoreErrStoreNotFound.spec();
    let _ = find();
}
