//! Time-outs, tasks, channels and locks.

use std::time::Duration;

use llamon_errors::classify::Classify as _;
use llamon_errors::disclosure::PANIC_TEXT;
use llamon_errors::{ApplicationError, Disclosure, ErrorCode};
use tokio::sync::{Mutex, Semaphore, broadcast, mpsc, oneshot, watch};

use crate::support::{Row, Wrapped, assert_row, bounded, triple};

const CLOSED: Row = (ErrorCode::InternalError, "channel_closed", false);
const EMPTY: Row = (ErrorCode::InternalError, "channel_empty", false);
const LAGGED: Row = (ErrorCode::InternalError, "channel_lagged", false);
const TAKEN: Row = (ErrorCode::InternalError, "lock_taken", false);

#[test]
fn a_deadline_of_tokio_is_a_time_out() {
    let error = bounded(async { tokio::time::timeout(Duration::from_millis(1), std::future::pending::<()>()).await });
    assert_row(error.expect_err("it never ends"), (ErrorCode::UpstreamTimeout, "deadline_elapsed", true));
}

#[test]
fn a_task_that_panicked_tells_nobody_what_it_said() {
    fn panicked() -> tokio::task::JoinError {
        bounded(async { tokio::spawn(async { panic!("EXAMPLE-KEY-123") }).await.expect_err("it panics") })
    }
    assert!(panicked().to_string().contains("EXAMPLE-KEY-123"), "tokio tells what the panic said");
    assert_eq!(triple(&panicked().classification()), (ErrorCode::InternalError, "task_panicked", false));
    let inside = std::io::Error::other(Wrapped(panicked()));
    let disclosed =
        ApplicationError::disclosed(ErrorCode::InternalError, "worker_lost", panicked(), Disclosure::Outermost);
    for error in [ApplicationError::classified(panicked()), ApplicationError::classified(inside), disclosed] {
        assert_eq!(error.to_string(), PANIC_TEXT);
        let json = serde_json::to_string(error.data()).expect("data are JSON");
        assert!(!json.contains("EXAMPLE-KEY-123"), "{json}");
    }
}

#[test]
fn a_task_that_was_aborted_is_internal() {
    let error = bounded(async {
        let task = tokio::spawn(std::future::pending::<()>());
        task.abort();
        task.await.expect_err("it was aborted")
    });
    assert_row(error, (ErrorCode::InternalError, "task_cancelled", false));
}

#[test]
fn channels_have_their_rows() {
    bounded(async {
        let (sender, receiver) = oneshot::channel::<u8>();
        drop(sender);
        assert_row(receiver.await.expect_err("closed"), CLOSED);
        let (sender, mut receiver) = oneshot::channel::<u8>();
        assert_row(receiver.try_recv().expect_err("nothing sent"), EMPTY);
        drop(sender);
        assert_row(receiver.try_recv().expect_err("closed"), CLOSED);

        let (sender, mut receiver) = mpsc::channel::<u8>(1);
        assert_row(receiver.try_recv().expect_err("nothing sent"), EMPTY);
        drop(sender);
        assert_row(receiver.try_recv().expect_err("closed"), CLOSED);

        let (sender, mut receiver) = watch::channel(0_u8);
        drop(sender);
        assert_row(receiver.changed().await.expect_err("closed"), CLOSED);

        let (sender, mut receiver) = broadcast::channel::<u8>(1);
        assert_row(receiver.try_recv().expect_err("nothing sent"), EMPTY);
        let mut other = sender.subscribe();
        for letter in 0..3 {
            sender.send(letter).expect("somebody listens");
        }
        assert_row(receiver.recv().await.expect_err("it is late"), LAGGED);
        assert_row(other.try_recv().expect_err("it is late"), LAGGED);
        assert_eq!((receiver.recv().await, other.recv().await), (Ok(2), Ok(2)));
        drop(sender);
        assert_row(receiver.recv().await.expect_err("closed"), CLOSED);
        assert_row(other.try_recv().expect_err("closed"), CLOSED);
    });
}

#[test]
fn locks_and_semaphores_have_their_rows() {
    bounded(async {
        let lock = Mutex::new(());
        let guard = lock.lock().await;
        assert_row(lock.try_lock().expect_err("it is taken"), TAKEN);
        drop(guard);

        let semaphore = Semaphore::new(0);
        assert_row(semaphore.try_acquire().expect_err("none left"), TAKEN);
        semaphore.close();
        assert_row(semaphore.try_acquire().expect_err("closed"), CLOSED);
        assert_row(semaphore.acquire().await.expect_err("closed"), CLOSED);
    });
}
