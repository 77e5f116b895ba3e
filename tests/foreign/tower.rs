//! Layers: deadlines, load shedding, buffers.

use std::io;
use std::time::Duration;

use llamon_errors::ErrorCode;
use llamon_errors::classify::{Classify as _, classify};
use tower::{Service, ServiceBuilder, ServiceExt as _, service_fn};

use crate::support::{Boxed, bounded, triple};

fn row(error: &Boxed) -> (ErrorCode, String, bool) {
    let known = error.classification();
    assert_eq!(known, classify(&**error));
    let (code, reason, retriable) = triple(&known);
    (code, reason.to_owned(), retriable)
}

#[test]
fn a_deadline_of_tower_is_a_time_out() {
    let error: Boxed = bounded(async {
        let never = service_fn(|()| std::future::pending::<Result<(), Boxed>>());
        let service = ServiceBuilder::new().timeout(Duration::from_millis(1)).service(never);
        service.oneshot(()).await.expect_err("it never answers")
    });
    assert_eq!(row(&error), (ErrorCode::UpstreamTimeout, "deadline_elapsed".to_owned(), true));
}

#[test]
fn a_service_that_sheds_load_is_a_limit_of_the_rate() {
    let error: Boxed = bounded(async {
        let slow = service_fn(|()| std::future::pending::<Result<(), Boxed>>());
        let mut service = ServiceBuilder::new().load_shed().concurrency_limit(1).service(slow);
        let first = service.ready().await.expect("there is room").call(());
        let second = service.ready().await.expect("load shed is always ready").call(()).await;
        drop(first);
        second.expect_err("there is no room")
    });
    assert_eq!(row(&error), (ErrorCode::RateLimited, "local_overload".to_owned(), true));
}

/// A service that is never ready.
struct Broken<E>(E);

impl<E: Clone> Service<()> for Broken<E> {
    type Response = ();
    type Error = E;
    type Future = std::future::Ready<Result<(), E>>;

    fn poll_ready(&mut self, _: &mut std::task::Context<'_>) -> std::task::Poll<Result<(), E>> {
        std::task::Poll::Ready(Err(self.0.clone()))
    }

    fn call(&mut self, (): ()) -> Self::Future {
        std::future::ready(Ok(()))
    }
}

#[test]
fn a_buffer_hands_the_failure_of_its_service_on() {
    // A shared error, since the buffer tells everybody who waits.
    let refused = std::sync::Arc::new(io::Error::from(io::ErrorKind::ConnectionRefused));
    let error: Boxed = bounded(async {
        let service = ServiceBuilder::new().buffer(1).service(Broken(refused));
        service.oneshot(()).await.expect_err("it is never ready")
    });
    assert_eq!(row(&error), (ErrorCode::UpstreamUnavailable, "io_connection_refused".to_owned(), true));

    let error: Boxed = bounded(async {
        let service = ServiceBuilder::new().buffer(1).service(Broken(Nameless));
        service.oneshot(()).await.expect_err("it is never ready")
    });
    assert_eq!(row(&error), (ErrorCode::UpstreamUnavailable, "service_closed".to_owned(), true));
}

/// An error that nobody knows.
#[derive(Clone, Debug)]
struct Nameless;

impl std::fmt::Display for Nameless {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("timed out")
    }
}

impl std::error::Error for Nameless {}

#[test]
fn a_buffer_whose_worker_is_gone_is_closed() {
    let runtime = || tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let first = runtime();
    let mut service =
        first.block_on(async { tower::buffer::Buffer::new(service_fn(|()| async { Ok::<(), Boxed>(()) }), 1) });
    // The worker is a task of the runtime, and ends with it.
    drop(first);
    let error = runtime().block_on(async { service.ready().await.map(drop).expect_err("there is no worker") });
    assert_eq!(row(&error), (ErrorCode::UpstreamUnavailable, "service_closed".to_owned(), true));
}
