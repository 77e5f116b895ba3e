//! One task while it runs: the machine of its events, who follows it, and what can stop it.
//!
//! Comes in: pieces of the agent's output, and how its work ended. Goes out: events to all followers, in one order. Not done here: the
//! agent's work, and where the task is kept behind its end.

use alloc::collections::VecDeque;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::time::Duration;

use std::sync::{Mutex, MutexGuard, PoisonError};

use llamon_errors_core::error_code::ErrorCode;
use tokio::sync::{mpsc, watch};

use super::events::{Ended, Ending, Piece, TaskEvents};
use super::follow::{Attached, Batch, Follow, Follower};
use crate::a2a::v0_3::{Event, Task};

#[derive(Debug)]
pub(super) struct Run {
    live: Mutex<Live>,
    followers: watch::Sender<usize>,
    canceled: watch::Sender<bool>,
    capacity: usize,
}

#[derive(Debug)]
struct Live {
    events: TaskEvents,
    followers: Vec<Follower>,
}

impl Run {
    pub(super) fn new(events: TaskEvents, capacity: usize) -> Arc<Self> {
        let live = Mutex::new(Live { events, followers: Vec::new() });
        Arc::new(Self { live, followers: watch::Sender::new(0), canceled: watch::Sender::new(false), capacity })
    }

    /// The task as it is now.
    pub(super) fn task(&self) -> Task {
        self.lock().events.task().clone()
    }

    /// Follows from here on: the task as it is, then what happens. Behind the end that is the task and its last status.
    pub(super) fn follow(self: &Arc<Self>) -> Follow {
        let mut live = self.lock();
        let mut ready = VecDeque::from([Arc::new(live.events.opening())]);
        let (follower, receiver) = Follower::new(self.capacity);
        let attached = if live.events.is_over() {
            ready.push_back(Arc::new(live.events.closing()));
            None
        } else {
            live.followers.push(follower);
            Some(Attached::new(&self.followers))
        };
        drop(live);
        Follow { run: self.clone(), ready, receiver, _attached: attached }
    }

    /// Nobody needs to follow: the task goes on without.
    pub(super) fn detach(&self) {
        self.followers.send_modify(|count| *count += 1);
    }

    /// Asks the task to stop.
    pub(super) fn cancel(&self) {
        self.canceled.send_replace(true);
    }

    /// Waits until somebody asks the task to stop.
    pub(super) async fn canceled(&self) {
        // The sender lives as long as the run does, so there is no error.
        let _ = self.canceled.subscribe().wait_for(|canceled| *canceled).await;
    }

    /// Waits until nobody has followed for so long.
    pub(super) async fn abandoned(&self, patience: Duration) {
        let mut count = self.followers.subscribe();
        loop {
            let _ = count.wait_for(|count| *count == 0).await;
            let somebody = tokio::time::timeout(patience, count.wait_for(|count| *count > 0)).await;
            if somebody.is_err() {
                return;
            }
        }
    }

    /// Tells all followers that the work begins.
    pub(super) async fn working(&self) {
        self.publish(TaskEvents::working).await;
    }

    /// Publishes what comes through the queue, for as long as anything can come.
    pub(super) async fn pump(&self, pieces: &mut mpsc::Receiver<Piece>) {
        while let Some(piece) = pieces.recv().await {
            self.publish(|events| events.artifact(piece)).await;
        }
        core::future::pending::<()>().await;
    }

    /// Tells all followers of an event, and waits for the slowest. Who drops this while it waits owes the event to those who have not got
    /// it; [`end`](Self::end) pays.
    async fn publish(&self, step: impl FnOnce(&mut TaskEvents) -> Result<Event, Ended>) {
        let waiting: Vec<(mpsc::Sender<Batch>, Arc<Event>)> = {
            let mut live = self.lock();
            let Ok(event) = step(&mut live.events) else { return };
            let event = Arc::new(event);
            live.followers.retain(|follower| !follower.sender.is_closed());
            for follower in &mut live.followers {
                follower.owed = Some(event.clone());
            }
            live.followers.iter().map(|follower| (follower.sender.clone(), event.clone())).collect()
        };
        for (sender, event) in waiting {
            // One who has gone gets nothing; the count of followers tells of it.
            let _ = sender.send(Vec::from([event])).await;
            let mut live = self.lock();
            if let Some(follower) = live.followers.iter_mut().find(|follower| follower.sender.same_channel(&sender)) {
                follower.owed = None;
            }
        }
    }

    /// Ends the events: what was still on its way, then the end. Gives the task as it then is, and what the followers are to be told once
    /// it is kept.
    pub(super) fn end(&self, rest: impl IntoIterator<Item = Piece>, ending: Ending) -> Option<(Task, Last)> {
        let is_blocked = matches!(&ending, Ending::Failed(error) if error.code() == ErrorCode::GuardrailBlocked);
        let mut live = self.lock();
        // What a guardrail blocked is taken back, so that it is not sent first.
        let rest = rest.into_iter().filter(|_| !is_blocked);
        let mut events: Vec<Event> = rest.filter_map(|piece| live.events.artifact(piece).ok()).collect();
        events.extend(live.events.end(ending).ok()?);
        let events = events.into_iter().map(Arc::new).collect();
        let followers = core::mem::take(&mut live.followers);
        Some((live.events.task().clone(), Last { followers, events, with_owed: !is_blocked }))
    }

    /// Nothing that runs while it is locked leaves it half changed.
    fn lock(&self) -> MutexGuard<'_, Live> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The end, on its way to the followers.
#[derive(Debug)]
pub(super) struct Last {
    followers: Vec<Follower>,
    events: Batch,
    with_owed: bool,
}

impl Last {
    pub(super) fn tell(self) {
        for follower in self.followers {
            follower.end(&self.events, self.with_owed);
        }
    }
}
