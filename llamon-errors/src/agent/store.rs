//! Where tasks are kept (A2A 0.3: `tasks/get`, and messages that go on with a task).
//!
//! Comes in: a task when it is taken in, and when it has ended or waits. Goes out: the same. Not done here: a task while it runs; its
//! runner has it.

use alloc::collections::{BTreeMap, VecDeque};
use alloc::string::String;
use core::future::{Future, ready};
use core::time::Duration;

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use llamon_errors_core::error_code::ErrorCode;
use serde_json::Value;

use crate::a2a::v0_3::Task;
use crate::application_error::ApplicationError;

/// A task and what its agent saved for the person's answer.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Record {
    /// The task.
    pub task: Task,
    /// What the agent saved, where the task waits.
    pub saved: Option<Value>,
}

impl Record {
    /// A task for which nothing is saved.
    #[must_use]
    pub fn new(task: Task) -> Self {
        Self { task, saved: None }
    }

    /// What the agent saved.
    #[must_use]
    pub fn saved(mut self, saved: Option<Value>) -> Self {
        self.saved = saved;
        self
    }
}

/// A place for tasks. While a task runs its place knows it as `submitted`; one that a process has left behind so is ended by
/// `tasks/cancel`.
///
/// What it fails with is told to the client as the refusal of the request, so its texts are the author's own. A call is waited for two
/// seconds, and dropped then: the request is refused with `UPSTREAM_TIMEOUT`, reason `task_store_timeout`.
pub trait TaskStore: Send + Sync + 'static {
    /// Takes a new task in.
    ///
    /// # Errors
    /// There is no room, or the store does not work: the request is refused.
    fn insert(&self, record: Record) -> impl Future<Output = Result<(), ApplicationError>> + Send;

    /// Keeps a task that is known in its new state: it goes on, waits, or has ended. A task that is not known is none of its business.
    ///
    /// # Errors
    /// The store does not work. The client gets its answer all the same.
    fn update(&self, record: Record) -> impl Future<Output = Result<(), ApplicationError>> + Send;

    /// The task with this id.
    ///
    /// # Errors
    /// The store does not work.
    fn load(&self, task_id: &str) -> impl Future<Output = Result<Option<Record>, ApplicationError>> + Send;
}

/// Tasks in memory, so many at most.
///
/// Where it is full, the task that ended first makes room, then the one that has waited longest and longer than
/// [`waiting`](Self::waiting). Tasks that run stay: where all do, a new one is refused with `RATE_LIMITED`, reason `task_store_full`.
#[derive(Debug)]
pub struct MemoryStore {
    capacity: usize,
    waiting: Duration,
    tasks: Mutex<Tasks>,
}

#[derive(Debug, Default)]
struct Tasks {
    records: BTreeMap<String, Record>,
    /// Who may make room, in the order in which they came to rest.
    ended: VecDeque<String>,
    waits: VecDeque<(String, Instant)>,
}

impl Default for MemoryStore {
    /// Ten thousand tasks.
    fn default() -> Self {
        Self::new(10_000)
    }
}

impl MemoryStore {
    /// Room for so many tasks.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        Self { capacity, waiting: Duration::from_secs(3600), tasks: Mutex::default() }
    }

    /// How long a task that waits for somebody is sure of its place; an hour without a call.
    #[must_use]
    pub fn waiting(mut self, waiting: Duration) -> Self {
        self.waiting = waiting;
        self
    }

    fn with<T>(&self, work: impl FnOnce(&mut Tasks) -> T) -> T {
        work(&mut self.tasks.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Tasks {
    fn make_room(&mut self, waiting: Duration) -> bool {
        let is_long = self.waits.front().is_some_and(|(_, since)| since.elapsed() >= waiting);
        let ended = self.ended.pop_front();
        let id = ended.or_else(|| if is_long { self.waits.pop_front().map(|(id, _)| id) } else { None });
        id.is_some_and(|id| self.records.remove(&id).is_some())
    }
}

impl TaskStore for MemoryStore {
    fn insert(&self, record: Record) -> impl Future<Output = Result<(), ApplicationError>> + Send {
        ready(self.with(|tasks| {
            while tasks.records.len() >= self.capacity {
                if !tasks.make_room(self.waiting) {
                    return Err(ApplicationError::new(ErrorCode::RateLimited, "task_store_full")
                        .message("there is no room for another task")
                        .retry_after(Duration::from_secs(1)));
                }
            }
            tasks.records.insert(record.task.id.clone(), record);
            Ok(())
        }))
    }

    fn update(&self, record: Record) -> impl Future<Output = Result<(), ApplicationError>> + Send {
        self.with(|tasks| {
            let Some(kept) = tasks.records.get_mut(&record.task.id) else { return };
            let (id, state) = (record.task.id.clone(), record.task.status.state);
            let before = core::mem::replace(kept, record).task.status.state;
            if before.is_terminal() {
                // It has its place among those that have ended.
                return;
            }
            if before.ends_stream() {
                tasks.waits.retain(|(waiting, _)| *waiting != id);
            }
            if state.is_terminal() {
                tasks.ended.push_back(id);
            } else if state.ends_stream() {
                tasks.waits.push_back((id, Instant::now()));
            }
        });
        ready(Ok(()))
    }

    fn load(&self, task_id: &str) -> impl Future<Output = Result<Option<Record>, ApplicationError>> + Send {
        ready(Ok(self.with(|tasks| tasks.records.get(task_id).cloned())))
    }
}
