//! Who follows a task: its events one by one, from where the follower came in to the end.
//!
//! Comes in: events in their order, from one publisher. Goes out: the same to each follower, none left out and none twice. The publisher
//! waits for the slowest, but not for one that stands still while others follow; for the end it waits for nobody: each follower has a
//! place that is kept for it. Not done here: which events there are, and who stands still.

use alloc::collections::VecDeque;
use alloc::sync::{Arc, Weak};
use alloc::vec::Vec;
use core::future::poll_fn;
use core::pin::Pin;
use core::sync::atomic::{AtomicBool, Ordering};
use core::task::{Context, Poll};

use futures_core::Stream;
use tokio::sync::{mpsc, watch};

use super::run::Run;
use crate::a2a::v0_3::{Event, Task};

/// Events that are told together.
pub(super) type Batch = Vec<Arc<Event>>;

/// The publisher's side of one follower.
#[derive(Debug)]
pub(super) struct Follower {
    pub(super) sender: mpsc::Sender<Batch>,
    /// The place that is kept for the end.
    last: Option<mpsc::OwnedPermit<Batch>>,
    /// Told to the others, and still to be told to this one.
    pub(super) owed: Option<Arc<Event>>,
    attached: Weak<Attached>,
}

impl Follower {
    /// A follower and the end that it reads from.
    pub(super) fn new(capacity: usize, attached: &Arc<Attached>) -> (Self, mpsc::Receiver<Batch>) {
        let (sender, receiver) = mpsc::channel(capacity.saturating_add(1));
        let last = sender.clone().try_reserve_owned().ok();
        (Self { sender, last, owed: None, attached: Arc::downgrade(attached) }, receiver)
    }

    /// Whether nothing waits for it but the end's place.
    pub(super) fn has_taken_all(&self) -> bool {
        self.sender.capacity().saturating_add(1) == self.sender.max_capacity()
    }

    /// It is let go: its stream ends behind what it has got, and it does not count as one who follows.
    pub(super) fn leave(self) {
        if let Some(attached) = self.attached.upgrade() {
            attached.leave();
        }
    }

    /// The end. What is owed goes before it, unless it is not to be seen any more.
    pub(super) fn end(mut self, events: &Batch, with_owed: bool) {
        let owed = self.owed.take().filter(|_| with_owed);
        if let Some(place) = self.last.take() {
            place.send(owed.into_iter().chain(events.iter().cloned()).collect());
        }
    }
}

/// The events of a task, as one client reads them: a task first, then what happens, the final status last.
///
/// Dropping it tells the runner that the client has gone; a task that nobody follows is stopped.
///
/// One that has no room for another event for ten seconds, while another one keeps up or was there before it, is let go: it ends behind
/// what it has got, without a final status, and [`resubscribe`](super::Runner::resubscribe) follows anew. So does one that follows a task
/// which needs nobody ([`send_detached`](super::Runner::send_detached)). One that follows alone makes the agent wait.
#[derive(Debug)]
pub struct Follow {
    pub(super) run: Arc<Run>,
    pub(super) ready: VecDeque<Arc<Event>>,
    pub(super) receiver: mpsc::Receiver<Batch>,
    pub(super) _attached: Arc<Attached>,
}

impl Follow {
    /// The next event; nothing behind the final one.
    pub async fn next(&mut self) -> Option<Arc<Event>> {
        poll_fn(|cx| Pin::new(&mut *self).poll_next(cx)).await
    }

    /// Waits for the end, and gives the task as it then is.
    pub async fn finish(mut self) -> Task {
        while self.next().await.is_some() {}
        self.run.task()
    }

    /// The task as it is now.
    #[must_use]
    pub fn task(&self) -> Task {
        self.run.task()
    }
}

impl Stream for Follow {
    type Item = Arc<Event>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Poll::Ready(Some(event));
            }
            match self.receiver.poll_recv(cx) {
                Poll::Ready(Some(batch)) => self.ready.extend(batch),
                Poll::Ready(None) => return Poll::Ready(None),
                Poll::Pending => return Poll::Pending,
            }
        }
    }
}

/// Counts one more who follows, for as long as it lives or until it leaves.
#[derive(Debug)]
pub(super) struct Attached {
    count: watch::Sender<usize>,
    has_left: AtomicBool,
}

impl Attached {
    pub(super) fn new(count: &watch::Sender<usize>) -> Arc<Self> {
        count.send_modify(|count| *count += 1);
        Arc::new(Self { count: count.clone(), has_left: AtomicBool::new(false) })
    }

    fn leave(&self) {
        if !self.has_left.swap(true, Ordering::Relaxed) {
            self.count.send_modify(|count| *count = count.saturating_sub(1));
        }
    }
}

impl Drop for Attached {
    fn drop(&mut self) {
        self.leave();
    }
}
