use llamon_errors::{ApplicationError, ErrorCode, application_error};

fn main() {
    let _: ApplicationError = application_error!(ErrorCode::NotFound, "document_not_found", error_source = "mpc:x/y");
}
