//! Classifying takes no memory: allocations, counted.

use std::alloc::System;
use std::error::Error;
use std::io;

use llamon_errors::classify::{Classification, Classify as _, Rules, classify};
use llamon_errors::data::Text;
use llamon_errors::family::ComponentInvokeError;
use llamon_errors::{DomainError, ErrorCode};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[derive(Debug, DomainError)]
#[domain_error(catalog = "../catalogs/documents.toml", partial)]
enum DocumentError {
    SearchIndexDown,
}

fn allocations(work: impl FnOnce() -> Classification) -> usize {
    let region = Region::new(ALLOCATOR);
    let known = work();
    let stats = region.change();
    assert!(matches!(known.reason, Text::Borrowed(_)), "{known:?}");
    stats.allocations + stats.reallocations
}

// One test, since the allocator counts for all threads.
#[test]
fn classifying_allocates_nothing_where_the_reason_is_known() {
    let rules = Rules::new()
        .domain::<DocumentError>()
        .on(|_: &std::fmt::Error| Some(Classification::new(ErrorCode::InvalidInput, "template_broken")));
    let wrap = |error: Box<dyn Error + Send + Sync>| io::Error::other(io::Error::other(io::Error::other(error)));
    let errors = [
        wrap(io::Error::from(io::ErrorKind::TimedOut).into()),
        wrap(ComponentInvokeError::new("MCP down").into()),
        wrap(DocumentError::SearchIndexDown.into()),
        wrap(std::fmt::Error.into()),
        wrap("a text".into()),
    ];
    for error in &errors {
        assert_eq!(allocations(|| classify(error)), 0, "{error:?}");
        assert_eq!(allocations(|| error.classification_by(&rules)), 0, "{error:?}");
    }
}
