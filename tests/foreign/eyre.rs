//! Reports of eyre: the same as those of anyhow.

use std::error::Error as _;
use std::io;

use eyre::{Report, WrapErr as _};
use llamon_errors::classify::{Classify as _, OrClassify as _, Rules};
use llamon_errors::family::ComponentInvokeError;
use llamon_errors::{ApplicationError, DomainError, ErrorCode};

use crate::support::triple;

#[derive(Debug, DomainError)]
#[domain_error(catalog = "../../catalogs/documents.toml", partial)]
enum DocumentError {
    SearchIndexDown,
}

fn timed_out() -> Report {
    io::Error::from(io::ErrorKind::TimedOut).into()
}

#[test]
fn what_is_at_the_root_is_found_below_contexts() {
    for report in [timed_out(), timed_out().wrap_err("first").wrap_err("second")] {
        assert_eq!(triple(&report.classification()), (ErrorCode::UpstreamTimeout, "io_timed_out", true));
        let text = report.to_string();
        let error = Err::<(), _>(report).or_classify().expect_err("it is one");
        assert_eq!((error.code(), error.to_string()), (ErrorCode::UpstreamTimeout, text));
    }
}

#[test]
fn a_typed_context_is_found_though_no_chain_shows_it() {
    let rules = Rules::new().domain::<DocumentError>();
    let report = timed_out().wrap_err(DocumentError::SearchIndexDown).wrap_err("while reading");
    assert_eq!(report.classification_by(&rules).reason, "search_index_down");
    assert_eq!(rules.application_error(report).data(), ApplicationError::from(DocumentError::SearchIndexDown).data());
    let report = timed_out().wrap_err(ComponentInvokeError::new("MCP down"));
    assert_eq!(report.classification().reason, "component_invoke_error");
    let report = timed_out().wrap_err(ApplicationError::new(ErrorCode::NotFound, "account_not_found"));
    assert_eq!(Err::<(), _>(report).or_classify().expect_err("it is one").code(), ErrorCode::NotFound);
}

#[test]
fn an_application_error_at_the_root_passes_through_as_it_is() {
    let inner = ApplicationError::new(ErrorCode::NotFound, "account_not_found").with_source(io::Error::other("x"));
    let error = Err::<(), _>(Report::from(inner)).or_classify().expect_err("it is one");
    assert!(error.source().is_some_and(<dyn std::error::Error>::is::<io::Error>));
    let with_context = Err::<(), _>(ApplicationError::new(ErrorCode::NotFound, "account_not_found")).wrap_err("x");
    assert_eq!(with_context.or_classify().expect_err("it is one").code(), ErrorCode::NotFound);
}
