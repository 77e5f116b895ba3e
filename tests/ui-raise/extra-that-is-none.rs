use llamon_errors::{ApplicationError, ErrorCode, bail_application};

fn main() -> Result<(), ApplicationError> {
    bail_application!(ErrorCode::NotFound, "document_not_found", severity = "high");
}
