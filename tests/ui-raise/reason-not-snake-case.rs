use llamon_errors::{ApplicationError, ErrorCode, bail_application};

fn main() -> Result<(), ApplicationError> {
    bail_application!(ErrorCode::NotFound, "documentNotFound");
}
