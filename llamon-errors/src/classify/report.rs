//! Reports: `anyhow::Error` and `eyre::Report`, which hold any error and are none (features `anyhow`, `eyre`).
//!
//! Comes in: a report, by reference or by value. Goes out: its place at the top of a chain, or the box of what it holds. Not done here:
//! what the errors in it mean.
//!
//! A report knows the types of its contexts, and its chain does not show them. So they are asked for first, in the order in which rules and
//! enums were registered, and then the chain is walked.

use alloc::boxed::Box;
use core::any::Any;
use core::error::Error;

use super::chain::Node;
#[cfg(any(feature = "anyhow", feature = "eyre"))]
use super::{Classification, Classify, Rules};

type Boxed = Box<dyn Error + Send + Sync>;

/// The place of an error that is a report.
pub(super) fn node<E: 'static>(error: &E) -> Option<Node<'_>> {
    let error: &dyn Any = error;
    #[cfg(feature = "anyhow")]
    if let Some(report) = error.downcast_ref() {
        return Some(Node::Anyhow(report));
    }
    #[cfg(feature = "eyre")]
    if let Some(report) = error.downcast_ref() {
        return Some(Node::Eyre(report));
    }
    let _ = error;
    None
}

/// The error in a box. What a report holds keeps its type, as far as the report lets it go.
pub(super) fn boxed<E: Into<Boxed> + 'static>(error: E) -> Boxed {
    #[cfg(feature = "anyhow")]
    if let Some(into_boxed) = way_of::<E>(&(anyhow_into_boxed as fn(anyhow::Error) -> Boxed)) {
        return into_boxed(error);
    }
    #[cfg(feature = "eyre")]
    if let Some(into_boxed) = way_of::<E>(&(eyre_into_boxed as fn(eyre::Report) -> Boxed)) {
        return into_boxed(error);
    }
    error.into()
}

/// A way to box a report, if that is what `E` is.
#[cfg(any(feature = "anyhow", feature = "eyre"))]
fn way_of<E: 'static>(way: &dyn Any) -> Option<&fn(E) -> Boxed> {
    way.downcast_ref()
}

#[cfg(feature = "anyhow")]
fn anyhow_into_boxed(report: anyhow::Error) -> Boxed {
    report.reallocate_into_boxed_dyn_error_without_backtrace()
}

#[cfg(feature = "eyre")]
fn eyre_into_boxed(report: eyre::Report) -> Boxed {
    use crate::application_error::ApplicationError;

    // A report of this kind boxes itself, not what it holds. Only an error that would pass through as it is has to come out.
    if !(*report).is::<ApplicationError>() {
        return report.into();
    }
    match report.downcast::<ApplicationError>() {
        Ok(error) => Box::new(error),
        Err(report) => report.into(),
    }
}

/// Reports, for [`Classify`](super::Classify).
#[derive(Debug)]
pub enum Report {}

#[cfg(feature = "anyhow")]
impl Classify<Report> for anyhow::Error {
    fn classification_by(&self, rules: &Rules) -> Classification {
        rules.classification(Node::Anyhow(self), None)
    }
}

#[cfg(feature = "eyre")]
impl Classify<Report> for eyre::Report {
    fn classification_by(&self, rules: &Rules) -> Classification {
        rules.classification(Node::Eyre(self), None)
    }
}
