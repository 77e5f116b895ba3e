//! Reports of anyhow: typed contexts, roots, and what a question mark makes of them.

use std::error::Error as _;
use std::io;

use anyhow::{Context as _, anyhow};
use llamon_errors::classify::{Classification, Classify as _, OrClassify as _, Rules};
use llamon_errors::family::{ComponentInvokeError, MissingApiKeyError};
use llamon_errors::{ApplicationError, DomainError, ErrorCode};

use crate::support::{Wrapped, triple};

#[derive(Debug, DomainError)]
#[domain_error(catalog = "../../catalogs/documents.toml", partial)]
enum DocumentError {
    DocumentNotFound {
        #[domain_error(detail)]
        document_id: String,
    },
}

fn not_found() -> DocumentError {
    DocumentError::DocumentNotFound { document_id: "A-17".to_owned() }
}

fn application() -> ApplicationError {
    ApplicationError::new(ErrorCode::RateLimited, "classifier_quota_exceeded").retriable(false)
}

fn timed_out() -> anyhow::Error {
    io::Error::from(io::ErrorKind::TimedOut).into()
}

/// A wrapper that tries again, as any crate has it.
#[derive(Debug)]
struct Retried {
    attempts: u32,
    source: anyhow::Error,
}

impl std::fmt::Display for Retried {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "gave up after {} attempts", self.attempts)
    }
}

impl std::error::Error for Retried {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&*self.source)
    }
}

/// A type that a rule knows.
#[derive(Debug)]
struct Busy;

impl std::fmt::Display for Busy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("busy")
    }
}

impl std::error::Error for Busy {}

#[test]
fn what_is_at_the_root_is_found_below_contexts() {
    for report in [timed_out(), timed_out().context("first").context("second")] {
        assert_eq!(triple(&report.classification()), (ErrorCode::UpstreamTimeout, "io_timed_out", true));
        let text = report.to_string();
        let error = Err::<(), _>(report).or_classify().expect_err("it is one");
        assert_eq!((error.code(), error.to_string()), (ErrorCode::UpstreamTimeout, text));
    }
}

#[test]
fn a_typed_context_is_found_though_no_chain_shows_it() {
    let rules = Rules::new()
        .domain::<DocumentError>()
        .on(|_: &Busy| Some(Classification::new(ErrorCode::RateLimited, "scanner_busy")));
    let report = timed_out().context(not_found()).context("while reading");
    assert!(report.chain().all(|link| !link.is::<DocumentError>()), "the chain does not show it");
    assert_eq!(triple(&report.classification_by(&rules)), (ErrorCode::NotFound, "document_not_found", false));
    let error = rules.application_error(report);
    assert_eq!(error.data(), ApplicationError::from(not_found()).data());

    let report = timed_out().context(application()).context("while reading");
    assert_eq!(triple(&report.classification()), (ErrorCode::RateLimited, "classifier_quota_exceeded", false));
    let error = Err::<(), _>(report).or_classify().expect_err("it is one");
    assert_eq!(error.data(), application().data());
    assert!(error.source().is_some(), "what was around it stays in the process");

    assert_eq!(timed_out().context(Busy).classification_by(&rules).reason, "scanner_busy");
    let family = timed_out().context(ComponentInvokeError::new("MCP down"));
    assert_eq!(triple(&family.classification()), (ErrorCode::UpstreamUnavailable, "component_invoke_error", true));
}

#[test]
fn a_root_keeps_its_type_when_it_becomes_a_cause() {
    let rules = Rules::new().domain::<DocumentError>();
    let error = rules.application_error(anyhow::Error::from(not_found()));
    assert!(matches!(error.domain_error(), Some(DocumentError::DocumentNotFound { .. })));
    let error = Err::<(), _>(timed_out()).or_classify().expect_err("it is one");
    assert_eq!(error.code(), ErrorCode::UpstreamTimeout);

    let at_root = Err::<(), _>(anyhow::Error::from(application().with_source(Busy))).or_classify().expect_err("one");
    assert!(at_root.source().is_some_and(<dyn std::error::Error>::is::<Busy>), "it passes through as it is");
}

#[test]
fn a_catalog_code_comes_out_of_a_retry_inside_two_contexts() {
    let rules = Rules::new().domain::<DocumentError>().retried(|wrapper: &Retried| wrapper.attempts);
    let retried = Retried { attempts: 3, source: not_found().into() };
    let report = Err::<(), _>(retried).context("first").context("second").expect_err("it is one");
    let error = rules.application_error(report);
    let data = error.data();
    assert_eq!(
        (error.code(), data.domain_code.as_deref(), data.retried),
        (ErrorCode::NotFound, Some("DOC_005"), Some(3))
    );

    // As a context, it hides from the chain; and what an error says of itself stays.
    let report = timed_out().context(Retried { attempts: 2, source: anyhow!("x") });
    assert_eq!(rules.application_error(report).data().retried, Some(2));
    let inner = application().retried(7);
    let report = anyhow::Error::from(Retried { attempts: 3, source: inner.into() });
    assert_eq!(rules.application_error(report).data().retried, Some(7));
    let report = anyhow::Error::from(Retried { attempts: 3, source: application().into() });
    assert_eq!(rules.application_error(report).data().retried, Some(3));
}

#[test]
fn a_report_of_a_mere_text_has_no_name() {
    let report = anyhow!("no error type at all");
    assert_eq!(triple(&report.classification()), (ErrorCode::InternalError, "unclassified_error", false));
    // A root that nobody knows is called by what it is.
    let report = anyhow::Error::from(Busy).context("while scanning");
    assert_eq!(triple(&report.classification()), (ErrorCode::InternalError, "busy", false));
    let error = Err::<(), _>(report).or_classify().expect_err("it is one");
    assert_eq!((&*error.data().error_reason, error.to_string().as_str()), ("busy", "while scanning"));
}

#[test]
fn a_report_in_a_box_still_shows_what_its_chain_shows() {
    let boxed: Box<dyn std::error::Error + Send + Sync> = timed_out().context("first").into();
    assert_eq!(boxed.classification().code, ErrorCode::UpstreamTimeout);
    let inside = Wrapped(io::Error::other(timed_out().context("first")));
    assert_eq!(inside.classification().code, ErrorCode::UpstreamTimeout);
    let key = Err::<(), _>(MissingApiKeyError::new("KEY")).context("x").expect_err("it is one");
    assert_eq!(key.classification().code, ErrorCode::AuthRequired);
}
