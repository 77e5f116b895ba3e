//! Somebody else's code, whose panics end here.
//!
//! Comes in: a future, a call, or an error. Goes out: what it gave, or that it panicked. The payload of a panic goes nowhere: it may hold
//! anything. A program that is built with `panic = "abort"` ends all the same.

use alloc::boxed::Box;
use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll};

use std::panic::{AssertUnwindSafe, catch_unwind};

use llamon_errors_core::error_code::ErrorCode;

use crate::application_error::ApplicationError;
use crate::disclosure::PANIC_TEXT;

/// A panic, without what it said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Panicked;

impl From<Panicked> for ApplicationError {
    fn from(_: Panicked) -> Self {
        Self::new(ErrorCode::InternalError, "task_panicked").message(PANIC_TEXT)
    }
}

/// What a call gives.
pub(super) fn caught<T>(call: impl FnOnce() -> T) -> Result<T, Panicked> {
    // What the call left half done is dropped with it or is its owner's to look after, as with any other panic in a thread.
    catch_unwind(AssertUnwindSafe(call)).map_err(drop_payload)
}

/// What a future gives; a panic is an error like any other. Asking for the future runs somebody else's code already, where that is no
/// `async fn`, so it is asked for here.
pub(super) async fn settled<T, F>(future: impl FnOnce() -> F) -> Result<T, ApplicationError>
where
    F: Future<Output = Result<T, ApplicationError>>,
{
    Caught::new(caught(future)?).await?
}

/// The error without its causes, for who needs only what is told of it. The causes are somebody else's, and may panic when they are
/// dropped: so that is done here.
pub(super) fn without_causes(error: ApplicationError) -> ApplicationError {
    let told = ApplicationError::from_data(error.data().clone());
    let _ = caught(move || drop(error));
    told
}

/// A payload may panic when it is dropped.
fn drop_payload(payload: Box<dyn core::any::Any + Send>) -> Panicked {
    let _ = catch_unwind(AssertUnwindSafe(move || drop(payload)));
    Panicked
}

/// A future whose panics are caught, also that of being dropped.
pub(super) struct Caught<F>(Option<Pin<Box<F>>>);

impl<F: Future> Caught<F> {
    pub(super) fn new(future: F) -> Self {
        Self(Some(Box::pin(future)))
    }
}

impl<F: Future> Future for Caught<F> {
    type Output = Result<F::Output, Panicked>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        // A future that has panicked is not asked again.
        let Some(future) = self.0.as_mut() else { return Poll::Ready(Err(Panicked)) };
        let polled = caught(|| future.as_mut().poll(cx));
        match polled {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(output)) => {
                self.forget();
                Poll::Ready(Ok(output))
            }
            Err(panicked) => {
                self.forget();
                Poll::Ready(Err(panicked))
            }
        }
    }
}

impl<F> Caught<F> {
    fn forget(&mut self) {
        let future = self.0.take();
        let _ = caught(move || drop(future));
    }
}

impl<F> Drop for Caught<F> {
    fn drop(&mut self) {
        self.forget();
    }
}
