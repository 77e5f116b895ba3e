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
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, timeout_at};

use super::events::{Ended, Ending, Piece, TaskEvents};
use super::follow::{Attached, Batch, Follow, Follower};
use crate::a2a::v0_3::{Event, Task};

/// How long a follower may take no event while others wait for it. Behind that it is let go: its stream ends, and it can come back.
const LAGGING: Duration = Duration::from_secs(10);

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
    /// Whether the task goes on without anybody who follows it.
    is_detached: bool,
}

impl Run {
    pub(super) fn new(events: TaskEvents, capacity: usize) -> Arc<Self> {
        let live = Mutex::new(Live { events, followers: Vec::new(), is_detached: false });
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
        let attached = Attached::new(&self.followers);
        let (follower, receiver) = Follower::new(self.capacity, &attached);
        if live.events.is_over() {
            ready.push_back(Arc::new(live.events.closing()));
        } else {
            live.followers.push(follower);
        }
        drop(live);
        Follow { run: self.clone(), ready, receiver, _attached: attached }
    }

    /// Nobody needs to follow: the task goes on without.
    pub(super) fn detach(&self) {
        self.lock().is_detached = true;
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

    /// Tells all followers of an event, and waits for the slowest, as long as [`LAGGING`] lets it. Who drops this while it waits owes the
    /// event to those who have not got it; [`end`](Self::end) pays.
    async fn publish(&self, step: impl FnOnce(&mut TaskEvents) -> Result<Event, Ended>) {
        let waiting = {
            let mut live = self.lock();
            let Ok(event) = step(&mut live.events) else { return };
            live.offer(&Arc::new(event))
        };
        // One span for all: many who stand still hold the others up no longer than one does.
        let mut until = Instant::now() + LAGGING;
        for (sender, event) in waiting {
            let place = loop {
                match timeout_at(until, sender.reserve()).await {
                    // One who has gone gets nothing; the count of followers tells of it.
                    Ok(place) => break place.ok(),
                    Err(_) if self.let_go(&sender) => break None,
                    Err(_) => until = Instant::now() + LAGGING,
                }
            };
            if let Some(place) = place {
                place.send(Vec::from([event]));
            }
            if let Some(follower) = self.lock().find(&sender) {
                follower.owed = None;
            }
        }
    }

    /// Lets a follower go that takes no event, if the task can do without it: nobody needs to follow it, somebody else keeps up with it, or
    /// somebody was there before this one.
    fn let_go(&self, sender: &mpsc::Sender<Batch>) -> bool {
        let mut live = self.lock();
        live.followers.retain(|follower| !follower.sender.is_closed());
        let is_this = |follower: &Follower| follower.sender.same_channel(sender);
        let keeps_up = live.followers.iter().any(|follower| !is_this(follower) && follower.has_taken_all());
        if live.followers.first().is_some_and(is_this) && !keeps_up && !live.is_detached {
            return false;
        }
        for gone in live.followers.extract_if(.., |follower| is_this(follower)) {
            gone.leave();
        }
        true
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

impl Live {
    /// Gives an event to all who have room for it. The others are owed it, and are to be waited for.
    fn offer(&mut self, event: &Arc<Event>) -> Vec<(mpsc::Sender<Batch>, Arc<Event>)> {
        self.followers.retain(|follower| !follower.sender.is_closed());
        let mut waiting = Vec::new();
        for follower in &mut self.followers {
            if let Err(TrySendError::Full(_)) = follower.sender.try_send(Vec::from([event.clone()])) {
                follower.owed = Some(event.clone());
                waiting.push((follower.sender.clone(), event.clone()));
            }
        }
        waiting
    }

    fn find(&mut self, sender: &mpsc::Sender<Batch>) -> Option<&mut Follower> {
        self.followers.iter_mut().find(|follower| follower.sender.same_channel(sender))
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
