//! Storage in memory and on this machine's disk, and what other services say.

use llamon_errors::ErrorCode;
use llamon_errors::classify::Classify as _;
use opendal::{Error, ErrorKind, Operator, services};

use crate::support::{assert_row, bounded, triple};

#[test]
fn a_file_that_is_not_there_is_not_found() {
    let memory = Operator::new(services::Memory::default()).expect("it needs no settings");
    let error = bounded(async { memory.read("no/such/file").await.expect_err("it is empty") });
    assert_row(error, (ErrorCode::NotFound, "storage_not_found", false));
}

#[test]
fn what_services_say_has_its_row() {
    let away = |retriable| (ErrorCode::UpstreamUnavailable, "storage_unavailable", retriable);
    let error = |kind| Error::new(kind, "timeout");
    assert_row(error(ErrorKind::RateLimited).set_temporary(), (ErrorCode::RateLimited, "storage_rate_limited", true));
    assert_row(error(ErrorKind::PermissionDenied), (ErrorCode::AuthRequired, "storage_permission_denied", false));
    assert_row(error(ErrorKind::Unexpected), away(false));
    assert_row(error(ErrorKind::Unexpected).set_temporary(), away(true));
    assert_row(error(ErrorKind::ConfigInvalid), (ErrorCode::InternalError, "storage_error", false));
    let late = error(ErrorKind::Unexpected).set_source(std::io::Error::from(std::io::ErrorKind::TimedOut));
    assert_eq!(triple(&late.classification()), (ErrorCode::UpstreamTimeout, "storage_timeout", true));
}
