//! What stops the work, whatever the work does, and what is kept of a task that is stopped.

use std::future::Future;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use llamon_errors::ApplicationError;
use llamon_errors::a2a::v0_3::{Role, TaskState};
use llamon_errors::agent::{Agent, MemoryStore, Output, Reply, Request, Runner, RunnerOptions};
use llamon_errors::testing::failed_data;
use llamon_errors_agent_tests::{events, message, text};

/// Works for ever, and gives the processor back only when tokio's budget makes it.
struct Busy;

impl Agent for Busy {
    async fn stream(&self, _: &Request, _: &Output) -> Result<Reply, ApplicationError> {
        loop {
            tokio::task::consume_budget().await;
        }
    }
}

/// The clock is a real one here: one that is paused goes on only when nobody works. So the waiting has a bound of its own.
#[track_caller]
fn bounded<T: Send + 'static, F: Future<Output = T>>(work: impl FnOnce() -> F + Send + 'static) -> T {
    let (done, waits) = channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
        let _ = done.send(runtime.block_on(work()));
    });
    waits.recv_timeout(Duration::from_secs(60)).expect("the work is stopped")
}

#[test]
fn work_that_leaves_nothing_of_its_turn_is_ended_by_the_time_limit() {
    let all = bounded(|| async {
        let options = RunnerOptions::default().time_limit(Duration::from_millis(20));
        let runner = Runner::with(Busy, MemoryStore::default(), options);
        events(runner.stream(message("x")).await.expect("taken in")).await
    });
    assert_eq!(failed_data(&all).expect("it failed").error_reason, "deadline_elapsed");
}

#[test]
fn work_that_leaves_nothing_of_its_turn_can_be_canceled_and_stops_when_its_client_goes() {
    let (canceled, left) = bounded(|| async {
        let runner = Runner::new(Busy);
        let follow = runner.stream(message("x")).await.expect("taken in");
        let canceled = runner.cancel(&follow.task().id).await.expect("it runs").status.state;
        let id = runner.stream(message("x")).await.expect("taken in").task().id;
        while runner.running() > 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        (canceled, runner.get(&id).await.expect("it is kept").status.state)
    });
    assert_eq!((canceled, left), (TaskState::Canceled, TaskState::Canceled));
}

/// Asks.
struct Asks;

impl Agent for Asks {
    async fn invoke(&self, _: &Request) -> Result<Reply, ApplicationError> {
        Ok(Reply::input_required("your name?"))
    }
}

#[tokio::test]
async fn the_question_of_a_task_that_is_canceled_stays_in_its_history() {
    let runner = Runner::new(Asks);
    let asked = runner.send(message("hello")).await.expect("taken in").finish().await;
    let canceled = runner.cancel(&asked.id).await.expect("it waits");
    for task in [canceled, runner.get(&asked.id).await.expect("it is kept")] {
        assert_eq!((task.status.state, &task.status.message), (TaskState::Canceled, &None));
        let history = task.history.expect("a conversation");
        let told: Vec<_> = history.iter().map(|message| (message.role, text(&message.parts))).collect();
        assert_eq!(told, [(Role::User, "hello".to_owned()), (Role::Agent, "your name?".to_owned())]);
    }
}
