//! Runs an agent: takes requests in, and knows the tasks that run and where the others are.
//!
//! Comes in: a message, or the id of a task. Goes out: events, a task, or a refusal. Not done here: the work on a message (`work`), the
//! order of events ([`TaskEvents`]), their way to the followers (`run`), JSON-RPC and HTTP (`server`).

use alloc::string::{String, ToString as _};
use alloc::sync::Arc;
use core::future::Future;
use core::pin::pin;
use core::time::Duration;

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use llamon_errors_core::error_code::ErrorCode;
use tokio::sync::Notify;
use tokio::time::timeout;

use super::Agent;
use super::caught::{Caught, caught, settled, without_causes};
use super::events::{Ending, TaskEvents, keep_question};
use super::follow::Follow;
use super::log::{TaskSpan, in_span};
use super::options::{LONGEST_QUEUE, RunnerOptions};
use super::refusal::Refusal;
use super::request::{Request, Resumed};
use super::run::Run;
use super::store::{MemoryStore, Record, TaskStore};
use crate::a2a::v0_3::{Message, Task, TaskIds, TaskState, TaskStatus};
use crate::application_error::ApplicationError;
use crate::failure::Failure;

/// How long a store may take for a call. Past it a request is refused; the client of a task that has ended gets its answer all the same.
/// Two calls may stand before the first event of a message, and a2a-sdk gives up after five silent seconds.
const STORING: Duration = Duration::from_secs(2);

/// An agent, and the tasks that it works on. Its clones are handles of one runner. It spawns on the tokio runtime that calls it.
#[derive(Debug)]
pub struct Runner<A, S = MemoryStore>(Arc<Inner<A, S>>);

impl<A, S> Clone for Runner<A, S> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

#[derive(Debug)]
pub(super) struct Inner<A, S> {
    pub(super) agent: A,
    pub(super) store: S,
    pub(super) options: RunnerOptions,
    /// Tasks that run, and ids of those that are about to.
    runs: Mutex<HashMap<String, Option<Arc<Run>>>>,
    /// Tells that one of those that are about to does run, or will not.
    moved: Notify,
}

/// Which way of being called comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Whole,
    Streamed,
}

/// A request that was taken in.
struct Taken<A, S> {
    slot: Slot<A, S>,
    events: TaskEvents,
    request: Request,
    /// Why it fails at once, if it does.
    fails: Option<ApplicationError>,
}

/// The place of a task among those that run, for as long as it lives.
struct Slot<A, S> {
    inner: Arc<Inner<A, S>>,
    task_id: String,
}

impl<A, S> Drop for Slot<A, S> {
    fn drop(&mut self) {
        self.inner.runs().remove(&self.task_id);
        self.inner.moved.notify_waiters();
    }
}

impl<A: Agent> Runner<A> {
    /// Runs an agent with the options that need no thought, and keeps its tasks in memory.
    #[must_use]
    pub fn new(agent: A) -> Self {
        Self::with(agent, MemoryStore::default(), RunnerOptions::default())
    }
}

impl<A: Agent, S: TaskStore> Runner<A, S> {
    /// Runs an agent.
    #[must_use]
    pub fn with(agent: A, store: S, mut options: RunnerOptions) -> Self {
        options.queue = options.queue.clamp(1, LONGEST_QUEUE);
        Self(Arc::new(Inner { agent, store, options, runs: Mutex::default(), moved: Notify::new() }))
    }

    /// Takes a message in, to be answered as a whole: [`Agent::invoke`] comes first. [`Follow::finish`] waits for the task.
    ///
    /// # Errors
    /// The request is refused.
    pub async fn send(&self, message: Message) -> Result<Follow, Refusal> {
        self.accept(message, Mode::Whole, true).await
    }

    /// Takes a message in, to be answered piece by piece: [`Agent::stream`] comes first.
    ///
    /// # Errors
    /// The request is refused.
    pub async fn stream(&self, message: Message) -> Result<Follow, Refusal> {
        self.accept(message, Mode::Streamed, true).await
    }

    /// Takes a message in, and does not wait for the answer. The task goes on with nobody following it.
    ///
    /// # Errors
    /// The request is refused.
    pub async fn send_detached(&self, message: Message) -> Result<Task, Refusal> {
        Ok(self.accept(message, Mode::Whole, false).await?.task())
    }

    /// A task as it is now.
    ///
    /// # Errors
    /// There is none, or the store does not work.
    pub async fn get(&self, task_id: &str) -> Result<Task, Refusal> {
        match self.0.running(task_id) {
            Some(run) => Ok(run.task()),
            None => Ok(self.0.load(task_id).await?.task),
        }
    }

    /// Stops a task, and waits until it has stopped.
    ///
    /// # Errors
    /// There is none, it has ended, or it came to its end by itself meanwhile.
    pub async fn cancel(&self, task_id: &str) -> Result<Task, Refusal> {
        if let Some(run) = self.0.running(task_id) {
            let follow = run.follow();
            run.cancel();
            let task = follow.finish().await;
            match task.status.state {
                TaskState::Canceled => return Ok(task),
                state if state.is_terminal() => return Err(not_cancelable()),
                // It asked the person in the same moment, and waits now.
                _ => {}
            }
        }
        let slot = self.slot(task_id).ok_or_else(not_cancelable)?;
        let mut record = self.0.load(task_id).await?;
        if record.task.status.state.is_terminal() {
            return Err(not_cancelable());
        }
        keep_question(&mut record.task);
        record.task.status = TaskStatus::new(TaskState::Canceled, None);
        self.0.update(record.clone().saved(None)).await?;
        drop(slot);
        Ok(record.task)
    }

    /// Follows a task from here on. Of one that has ended, or waits, that is the task and its last status.
    ///
    /// # Errors
    /// There is none, the store does not work, or nobody works on the task any more (reason `task_left_behind`): a process has gone that
    /// did.
    pub async fn resubscribe(&self, task_id: &str) -> Result<Follow, Refusal> {
        let mut is_left_behind = false;
        loop {
            if let Some(run) = self.0.taken_in(task_id).await {
                return Ok(run.follow());
            }
            let task = self.0.load(task_id).await?.task;
            if task.status.state.ends_stream() {
                return Ok(Run::new(TaskEvents::at_rest(task), self.0.options.queue).follow());
            }
            // Somebody may have gone on with it meanwhile, so it is looked for once more.
            if core::mem::replace(&mut is_left_behind, true) {
                return Err(left_behind());
            }
        }
    }

    /// How many tasks run.
    #[must_use]
    pub fn running(&self) -> usize {
        self.0.runs().len()
    }

    /// Takes a message in, on a task of its own: a client that goes meanwhile must not leave a task in the store on which nobody works.
    async fn accept(&self, message: Message, mode: Mode, is_followed: bool) -> Result<Follow, Refusal> {
        let runner = self.clone();
        let accepted = tokio::spawn(in_span(async move {
            let taken = runner.take(message).await?;
            Ok(runner.start(taken, mode, is_followed))
        }));
        // Nothing of it can panic, and nobody else can abort it; but the runtime may be shutting down.
        let gone = |_| Refusal::from(ApplicationError::new(ErrorCode::UpstreamUnavailable, "runtime_shut_down"));
        accepted.await.map_err(gone)?
    }

    /// A new task, or one that goes on.
    async fn take(&self, message: Message) -> Result<Taken<A, S>, Refusal> {
        match message.task_id.clone() {
            Some(task_id) => self.resume(&task_id, message).await,
            None => self.begin(message).await,
        }
    }

    async fn begin(&self, mut message: Message) -> Result<Taken<A, S>, Refusal> {
        let context_id = message.context_id.take().unwrap_or_else(new_id);
        let ids = TaskIds::new(new_id(), context_id);
        message.task_id = Some(ids.task_id.clone());
        message.context_id = Some(ids.context_id.clone());
        let events = TaskEvents::new(&ids, message.clone());
        let request = Request::new(ids, message);
        let fails = self.0.validate(&request)?;
        let slot = self.slot(&request.task().task_id).ok_or_else(is_running)?;
        stored(|| self.0.store.insert(Record::new(events.task().clone()))).await?;
        Ok(Taken { slot, events, request, fails })
    }

    async fn resume(&self, task_id: &str, mut message: Message) -> Result<Taken<A, S>, Refusal> {
        let slot = self.slot(task_id).ok_or_else(is_running)?;
        let Record { task, saved } = self.0.load(task_id).await?;
        let context_id = message.context_id.take().unwrap_or_else(|| task.context_id.clone());
        if context_id != task.context_id {
            return Err(Refusal::reason(-32602, "context_mismatch", "the task belongs to another context"));
        }
        let ids = TaskIds::new(task_id, context_id.clone());
        message.context_id = Some(context_id);
        let events = TaskEvents::resumed(task, message.clone());
        let events = events.map_err(|error| Refusal::reason(-32602, "task_not_waiting", error.to_string()))?;
        let mut history = events.task().history.clone().unwrap_or_default();
        history.pop();
        let request = Request::resumed(ids, message, Resumed { history, saved });
        let fails = self.0.validate(&request)?;
        self.0.update(Record::new(events.task().clone())).await?;
        Ok(Taken { slot, events, request, fails })
    }

    /// Reserves the task for one who works on it; nothing where somebody does already.
    fn slot(&self, task_id: &str) -> Option<Slot<A, S>> {
        let mut runs = self.0.runs();
        if runs.contains_key(task_id) {
            return None;
        }
        runs.insert(task_id.to_string(), None);
        drop(runs);
        Some(Slot { inner: self.0.clone(), task_id: task_id.to_string() })
    }

    fn start(&self, taken: Taken<A, S>, mode: Mode, is_followed: bool) -> Follow {
        let Taken { slot, events, request, fails } = taken;
        let run = Run::new(events, self.0.options.queue);
        self.0.runs().insert(slot.task_id.clone(), Some(run.clone()));
        self.0.moved.notify_waiters();
        // Before the work begins, since a task that nobody follows is stopped.
        if !is_followed {
            run.detach();
        }
        let follow = run.follow();
        let span = TaskSpan::new(request.task());
        let around = span.clone();
        tokio::spawn(around.around(async move {
            let inner = &slot.inner;
            // The agent's panics are its own errors. This is for the rest, so that the task ends whatever happens.
            let last = match Caught::new(inner.work(&run, &request, mode, fails, &span)).await {
                Ok(last) => last,
                Err(panicked) => inner.end(&run, [], Ending::Failed(panicked.into()), None).await,
            };
            // Who has read a question may answer at once, and must find the task free.
            drop(slot);
            if let Some(last) = last {
                last.tell();
            }
        }));
        follow
    }
}

fn not_cancelable() -> Refusal {
    Refusal::number(-32002, "Task cannot be canceled")
}

fn is_running() -> Refusal {
    Refusal::reason(-32602, "task_is_running", "the task is being worked on; wait until it waits for you")
}

fn left_behind() -> Refusal {
    let text = "nobody works on the task any more; cancel it, and begin a new one";
    Refusal::reason(-32602, "task_left_behind", text)
}

/// What a store gives, in time. What it fails with has no causes any more: nobody asks for them, and they could panic on their way.
async fn stored<T, F>(call: impl FnOnce() -> F) -> Result<T, ApplicationError>
where
    F: Future<Output = Result<T, ApplicationError>>,
{
    let late = |_| {
        ApplicationError::new(ErrorCode::UpstreamTimeout, "task_store_timeout")
            .message("the task store did not answer in time")
    };
    timeout(STORING, settled(call)).await.map_err(late)?.map_err(without_causes)
}

/// An id that nobody can guess: whoever knows a task's id can read the task.
fn new_id() -> String {
    uuid::Uuid::new_v4().to_string()
}

impl<A, S> Inner<A, S> {
    /// Nothing that runs while it is locked leaves it half changed.
    fn runs(&self) -> MutexGuard<'_, HashMap<String, Option<Arc<Run>>>> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn running(&self, task_id: &str) -> Option<Arc<Run>> {
        self.runs().get(task_id).cloned().flatten()
    }

    /// The run of a task, also of one that is just being taken in; nothing where nobody works on it.
    async fn taken_in(&self, task_id: &str) -> Option<Arc<Run>> {
        loop {
            let mut moved = pin!(self.moved.notified());
            // Before it is looked for: what changes behind that is not missed.
            moved.as_mut().enable();
            let place = self.runs().get(task_id).cloned()?;
            if place.is_some() {
                return place;
            }
            moved.await;
        }
    }
}

impl<A: Agent, S: TaskStore> Inner<A, S> {
    async fn load(&self, task_id: &str) -> Result<Record, Refusal> {
        stored(|| self.store.load(task_id)).await?.ok_or_else(Refusal::task_not_found)
    }

    pub(super) async fn update(&self, record: Record) -> Result<(), ApplicationError> {
        stored(|| self.store.update(record)).await
    }

    /// Whether the agent refuses the request, or with what it fails at once.
    fn validate(&self, request: &Request) -> Result<Option<ApplicationError>, Refusal> {
        match caught(|| self.agent.validate(request)) {
            Ok(Ok(())) => Ok(None),
            Ok(Err(Failure::Failed(error))) => Ok(Some(without_causes(error))),
            Ok(Err(Failure::Refused(data))) => match Refusal::of(*data) {
                Ok(refusal) => Err(refusal),
                Err(needs_task) => Ok(Some(ApplicationError::from_data((*needs_task).into()))),
            },
            Err(panicked) => Err(ApplicationError::from(panicked).into()),
        }
    }
}
