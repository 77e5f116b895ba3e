// What is wrong with a literal, and what to write.

use llamon_errors::{ApplicationError, ErrorCode, application_error, domain, domain_code, error_source, reason};

fn main() {
    let _ = reason!("");
    let _ = reason!("1st_try");
    let _ = reason!("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
    let _ = domain!("order_service");
    let _ = domain!("a2a-protocol.org");
    let _ = domain_code!("DOC 5");
    let _ = error_source!("db");
    let _ = error_source!("db:");
    let _ = error_source!("db:by id{}");
    let _: ApplicationError = application_error!(ErrorCode::NotFound, "document_not_found", domain_code = "문서");
}
