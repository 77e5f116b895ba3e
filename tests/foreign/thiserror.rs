//! Enums of thiserror: what their attributes show of a cause, and what they hide.

use std::io;

use anyhow::Context as _;
use llamon_errors::ErrorCode;
use llamon_errors::classify::{Classify as _, Rules};

use crate::support::{Row, assert_row, triple};

#[derive(Debug, thiserror::Error)]
enum StoreError {
    #[error("cannot read")]
    Read(#[from] io::Error),
    #[error("cannot write")]
    Write {
        #[source]
        source: Box<io::Error>,
    },
    #[error(transparent)]
    Other(Box<dyn std::error::Error + Send + Sync>),
}

#[derive(Debug, thiserror::Error)]
#[error(transparent)]
struct Bare(io::Error);

const TIMED_OUT: Row = (ErrorCode::UpstreamTimeout, "io_timed_out", true);

fn timed_out() -> io::Error {
    io::ErrorKind::TimedOut.into()
}

#[test]
fn a_cause_that_is_a_source_is_found() {
    assert_row(StoreError::from(timed_out()), TIMED_OUT);
    assert_row(StoreError::Write { source: Box::new(timed_out()) }, TIMED_OUT);
    // A transparent wrapper shows what is below the error that it wraps.
    assert_row(StoreError::Other(StoreError::from(timed_out()).into()), TIMED_OUT);
    let twice = io::Error::other(io::Error::other(timed_out()));
    assert_row(StoreError::Other(StoreError::from(twice).into()), TIMED_OUT);
}

#[test]
fn what_a_transparent_wrapper_hides_a_rule_can_show() {
    let report = Err::<(), _>(Bare(timed_out())).context("while reading").expect_err("it is one");
    // Nothing leads from the wrapper to the error in it: the limit that the documents name.
    assert_eq!(report.classification().code, ErrorCode::InternalError);
    let rules = Rules::new().on(|error: &Bare| Some(error.0.classification()));
    assert_eq!(triple(&report.classification_by(&rules)), TIMED_OUT);
}
