//! Faults of those around the runner: code that panics where no future catches it, stores that never answer, options that make no sense.

use std::fmt;
use std::future::{Future, Ready, ready};
use std::sync::Arc;
use std::time::Duration;

use llamon_errors::a2a::v0_3::{Task, TaskIds, TaskState, TaskStatus};
use llamon_errors::agent::{Agent, MemoryStore, Output, Record, Reply, Request, Runner, RunnerOptions, TaskStore};
use llamon_errors::classify::OrClassify as _;
use llamon_errors::testing::failed_data;
use llamon_errors::{ApplicationError, ErrorCode, Failure};
use llamon_errors_agent_tests::{events, message, told};
use tokio::sync::Notify;

/// An agent whose methods are no `async fn`s: what they do before they give a future is done by the call.
struct Eager;

impl Agent for Eager {
    fn invoke(&self, request: &Request) -> impl Future<Output = Result<Reply, ApplicationError>> + Send {
        assert!(request.text() != "panic", "EXAMPLE-SECRET");
        ready(Ok(Reply::declined()))
    }

    fn stream(&self, request: &Request, _: &Output) -> impl Future<Output = Result<Reply, ApplicationError>> + Send {
        assert!(!request.text().starts_with("panic"), "EXAMPLE-SECRET");
        ready(Ok(Reply::completed()))
    }
}

#[tokio::test(start_paused = true)]
async fn a_panic_of_the_call_itself_ends_the_task_too() {
    let runner = Runner::new(Eager);
    for text in ["panic", "panic when streamed"] {
        let follow = runner.send(message(text)).await.expect("taken in");
        let all = tokio::time::timeout(Duration::from_secs(3600), events(follow)).await.expect("it ends");
        assert_eq!(told(&all), ["task submitted", "working", "final failed"], "{text}");
        assert_eq!(failed_data(&all).expect("it failed").error_reason, "task_panicked", "{text}");
        assert!(!serde_json::to_string(&all).expect("JSON").contains("EXAMPLE-SECRET"), "{text}");
    }
    assert_eq!(runner.running(), 0);
}

/// An error that panics when it is dropped.
#[derive(Debug)]
struct Bomb;

impl fmt::Display for Bomb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a bomb")
    }
}

impl std::error::Error for Bomb {}

impl Drop for Bomb {
    fn drop(&mut self) {
        assert!(std::thread::panicking(), "EXAMPLE-SECRET in a drop");
    }
}

/// An error with one among its causes.
fn bomb() -> ApplicationError {
    ApplicationError::new(ErrorCode::UpstreamUnavailable, "store_down").with_source(Bomb)
}

/// A store whose errors panic when they are dropped.
struct Armed(&'static str);

impl TaskStore for Armed {
    async fn insert(&self, _: Record) -> Result<(), ApplicationError> {
        if self.0 == "insert" { Err(bomb()) } else { Ok(()) }
    }

    async fn update(&self, _: Record) -> Result<(), ApplicationError> {
        Err(bomb())
    }

    async fn load(&self, _: &str) -> Result<Option<Record>, ApplicationError> {
        Err(bomb())
    }
}

#[tokio::test]
async fn an_error_of_a_store_that_panics_when_it_is_dropped_hides_no_end_and_no_refusal() {
    let with = |fault| Runner::with(Eager, Armed(fault), RunnerOptions::default());
    let all = events(with("update").stream(message("x")).await.expect("taken in")).await;
    assert_eq!(told(&all), ["task submitted", "working", "final completed"]);
    for refusal in [
        with("insert").stream(message("x")).await.expect_err("it is refused"),
        with("load").get("x").await.expect_err("it is refused"),
        with("load").cancel("x").await.expect_err("it is refused"),
    ] {
        assert_eq!((refusal.code(), refusal.data().error_reason.as_ref()), (-32603, "store_down"));
    }
}

/// Fails with such an error, in the way that is not tried first or before there is a task; answers in the other.
struct ArmedAgent;

impl Agent for ArmedAgent {
    fn validate(&self, request: &Request) -> Result<(), Failure> {
        if request.text() == "validate" { Err(Failure::Failed(bomb())) } else { Ok(()) }
    }

    async fn invoke(&self, _: &Request) -> Result<Reply, ApplicationError> {
        Ok(Reply::artifact("answer", "whole"))
    }

    async fn stream(&self, _: &Request, _: &Output) -> Result<Reply, ApplicationError> {
        Err(bomb())
    }
}

#[tokio::test]
async fn an_error_that_panics_when_it_is_dropped_does_not_hide_the_answer_by_the_other_way() {
    let all = events(Runner::new(ArmedAgent).stream(message("x")).await.expect("taken in")).await;
    assert_eq!(told(&all), ["task submitted", "working", "answer: whole", "final completed"]);
    // One of the validation is dropped where the store has no room.
    let runner = Runner::with(ArmedAgent, MemoryStore::new(0), RunnerOptions::default());
    let refusal = runner.stream(message("validate")).await.expect_err("there is no room");
    assert_eq!(refusal.data().error_reason, "task_store_full");
}

/// Fails with an error that panics when it is dropped, in the way that the message says, and answers in no other.
struct Bombs;

impl Agent for Bombs {
    async fn invoke(&self, _: &Request) -> Result<Reply, ApplicationError> {
        Ok(Reply::declined())
    }

    async fn stream(&self, request: &Request, output: &Output) -> Result<Reply, ApplicationError> {
        match request.text().as_str() {
            "after a chunk" => output.text("a").await,
            "declines after a chunk" => {
                output.text("a").await;
                return Ok(Reply::declined());
            }
            _ => {}
        }
        Err(Bomb).or_classify()
    }
}

#[tokio::test(start_paused = true)]
async fn an_error_that_panics_when_it_is_dropped_ends_the_task_all_the_same() {
    for (text, lines) in [
        ("at once", &["task submitted", "working", "final failed"][..]),
        ("after a chunk", &["task submitted", "working", "answer: a", "final failed"]),
    ] {
        let runner = Runner::new(Bombs);
        let follow = runner.stream(message(text)).await.expect("taken in");
        let id = follow.task().id;
        let all = tokio::time::timeout(Duration::from_secs(3600), events(follow)).await.expect("it ends");
        assert_eq!(told(&all), lines, "{text}");
        assert_eq!(runner.get(&id).await.expect("it is kept").status.state, TaskState::Failed, "{text}");
        assert!(!serde_json::to_string(&all).expect("JSON").contains("EXAMPLE-SECRET"), "{text}");
    }
}

/// Writes in both ways, and declines too late.
struct Undecided;

impl Agent for Undecided {
    async fn invoke(&self, _: &Request) -> Result<Reply, ApplicationError> {
        Ok(Reply::artifact("answer", "ab"))
    }

    async fn stream(&self, _: &Request, output: &Output) -> Result<Reply, ApplicationError> {
        output.text("a").await;
        Ok(Reply::declined())
    }
}

#[tokio::test]
async fn a_stream_that_declines_behind_its_first_chunk_is_not_invoked_after_it() {
    let all = events(Runner::new(Undecided).stream(message("x")).await.expect("taken in")).await;
    assert_eq!(told(&all), ["task submitted", "working", "answer: a", "final failed"]);
    assert_eq!(failed_data(&all).expect("it failed").error_reason, "agent_gave_no_answer");
}

/// A store in the manner of [`MemoryStore`]: its methods do their work and give a future that is ready.
struct Eagerly(&'static str, MemoryStore);

impl Eagerly {
    fn reach(&self, method: &str) {
        assert!(self.0 != method, "EXAMPLE-SECRET");
    }
}

impl TaskStore for Eagerly {
    fn insert(&self, record: Record) -> impl Future<Output = Result<(), ApplicationError>> + Send {
        self.reach("insert");
        self.1.insert(record)
    }

    fn update(&self, record: Record) -> impl Future<Output = Result<(), ApplicationError>> + Send {
        self.reach("update");
        self.1.update(record)
    }

    fn load(&self, _: &str) -> impl Future<Output = Result<Option<Record>, ApplicationError>> + Send {
        let nothing: Ready<Result<Option<Record>, ApplicationError>> = ready(Ok(None));
        self.reach("load");
        nothing
    }
}

#[tokio::test]
async fn a_store_that_panics_in_the_call_itself_refuses_and_hides_no_end() {
    let with = |fault| Runner::with(Eager, Eagerly(fault, MemoryStore::default()), RunnerOptions::default());
    let refusal = with("insert").stream(message("x")).await.expect_err("it is refused");
    assert_eq!((refusal.code(), refusal.data().error_reason.as_ref()), (-32603, "task_panicked"));
    let refusal = with("load").get("x").await.expect_err("it is refused");
    assert_eq!((refusal.code(), refusal.data().error_reason.as_ref()), (-32603, "task_panicked"));
    let all = events(with("update").stream(message("x")).await.expect("taken in")).await;
    assert_eq!(told(&all), ["task submitted", "working", "final completed"]);
}

/// A store that never answers.
struct Asleep;

impl TaskStore for Asleep {
    async fn insert(&self, _: Record) -> Result<(), ApplicationError> {
        std::future::pending().await
    }

    async fn update(&self, _: Record) -> Result<(), ApplicationError> {
        std::future::pending().await
    }

    async fn load(&self, _: &str) -> Result<Option<Record>, ApplicationError> {
        std::future::pending().await
    }
}

#[tokio::test(start_paused = true)]
async fn a_store_that_never_answers_is_not_waited_for() {
    let runner = Runner::with(Eager, Asleep, RunnerOptions::default());
    let hour = Duration::from_secs(3600);
    let ids = TaskIds::new("task-1", "context-1");
    let refusals = [
        tokio::time::timeout(hour, runner.stream(message("x"))).await.expect("it gives up").expect_err("refused"),
        tokio::time::timeout(hour, runner.send(message("x").to_task(&ids))).await.expect("so").expect_err("refused"),
        tokio::time::timeout(hour, runner.get("task-1")).await.expect("it gives up").expect_err("refused"),
        tokio::time::timeout(hour, runner.cancel("task-1")).await.expect("it gives up").expect_err("refused"),
    ];
    for refusal in refusals {
        let data = refusal.data();
        assert_eq!(
            (refusal.code(), data.error_code.effective(), data.error_reason.as_ref()),
            (-32603, ErrorCode::UpstreamTimeout, "task_store_timeout")
        );
    }
    assert_eq!(runner.running(), 0, "what was refused leaves nothing");
}

/// Ten pieces, then the end.
struct Ten;

impl Agent for Ten {
    async fn stream(&self, _: &Request, output: &Output) -> Result<Reply, ApplicationError> {
        for _ in 0..10 {
            output.text("a").await;
        }
        Ok(Reply::completed())
    }
}

#[tokio::test(start_paused = true)]
async fn a_queue_of_no_length_or_of_any_works_like_one_that_makes_sense() {
    for queue in [0, 1, usize::MAX] {
        let runner = Runner::with(Ten, MemoryStore::default(), RunnerOptions::default().queue(queue));
        let all = events(runner.stream(message("x")).await.expect("taken in")).await;
        assert_eq!((all.len(), told(&all).last().map(String::as_str)), (13, Some("final completed")), "{queue}");
    }
}

/// A store that takes a second to load a task.
#[derive(Default)]
struct Slow(MemoryStore);

impl TaskStore for Slow {
    async fn insert(&self, record: Record) -> Result<(), ApplicationError> {
        self.0.insert(record).await
    }

    async fn update(&self, record: Record) -> Result<(), ApplicationError> {
        self.0.update(record).await
    }

    async fn load(&self, task_id: &str) -> Result<Option<Record>, ApplicationError> {
        tokio::time::sleep(Duration::from_secs(1)).await;
        self.0.load(task_id).await
    }
}

/// Asks, and completes with the answer.
struct Asks;

impl Agent for Asks {
    async fn invoke(&self, request: &Request) -> Result<Reply, ApplicationError> {
        Ok(if request.is_resumed() { Reply::completed() } else { Reply::input_required("?") })
    }
}

#[tokio::test(start_paused = true)]
async fn a_task_whose_answer_is_being_taken_in_cannot_be_canceled() {
    let runner = Runner::with(Asks, Slow::default(), RunnerOptions::default());
    let asked = runner.send(message("x")).await.expect("taken in").finish().await;
    let ids = TaskIds::new(asked.id, asked.context_id);
    let canceled = async {
        tokio::time::sleep(Duration::from_millis(500)).await;
        runner.cancel(&ids.task_id).await
    };
    let (answered, canceled) = tokio::join!(runner.send(message("y").to_task(&ids)), canceled);
    assert_eq!(answered.expect("it waits").finish().await.status.state, TaskState::Completed);
    assert_eq!(canceled.expect_err("somebody was first").code(), -32002);
}

/// Asks when it is told to.
struct AsksLater(Arc<Notify>);

impl Agent for AsksLater {
    async fn invoke(&self, _: &Request) -> Result<Reply, ApplicationError> {
        self.0.notified().await;
        Ok(Reply::input_required("?"))
    }
}

#[tokio::test]
async fn a_task_that_asks_in_the_moment_in_which_it_is_canceled_is_canceled_all_the_same() {
    let gate = Arc::new(Notify::new());
    let runner = Runner::new(AsksLater(gate.clone()));
    let follow = runner.send(message("x")).await.expect("taken in");
    let id = follow.task().id;
    let told_of = tokio::spawn(events(follow));
    tokio::task::yield_now().await;
    // Both reach the work at once, and there the answer comes first.
    gate.notify_one();
    let canceled = runner.cancel(&id).await.expect("a task that waits can be canceled");
    assert_eq!(canceled.status.state, TaskState::Canceled);
    assert_eq!(runner.get(&id).await.expect("it is kept").status.state, TaskState::Canceled);
    assert_eq!(told(&told_of.await.expect("it ends")).last().map(String::as_str), Some("final input-required"));
}

/// Who ends a task twice does not take the place of another that could make room.
#[tokio::test]
async fn a_task_that_is_ended_twice_makes_room_once() {
    let store = MemoryStore::new(2);
    let record = |id: &str, state| Record::new(Task::new(&TaskIds::new(id, "context"), TaskStatus::new(state, None)));
    for id in ["a", "b"] {
        store.insert(record(id, TaskState::Submitted)).await.expect("there is room");
    }
    for id in ["a", "a", "b"] {
        store.update(record(id, TaskState::Completed)).await.expect("it is known");
    }
    for id in ["c", "d"] {
        store.insert(record(id, TaskState::Submitted)).await.expect("one that has ended makes room");
    }
    let refused = store.insert(record("e", TaskState::Submitted)).await.expect_err("both run");
    assert_eq!(refused.data().error_reason, "task_store_full");
}
