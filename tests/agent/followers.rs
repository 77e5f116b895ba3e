//! Several who follow one task, and those who come when nobody works on it.

use std::time::Duration;

use llamon_errors::a2a::v0_3::{Event, TaskIds, TaskState};
use llamon_errors::agent::{Agent, MemoryStore, Output, Record, Reply, Request, Runner, RunnerOptions, TaskStore};
use llamon_errors::{ApplicationError, ErrorCode};
use llamon_errors_agent_tests::{events, message, told};

/// Writes two hundred pieces, one each hundred milliseconds; asks first where it is told to.
struct Steady;

impl Agent for Steady {
    async fn stream(&self, request: &Request, output: &Output) -> Result<Reply, ApplicationError> {
        if request.text() == "ask" {
            return Ok(Reply::input_required("?"));
        }
        for number in 0..200 {
            output.text(format!("{number} ")).await;
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        Ok(Reply::completed())
    }
}

fn steady() -> Runner<Steady> {
    let options = RunnerOptions::default().queue(4).time_limit(Duration::from_secs(300));
    Runner::with(Steady, MemoryStore::default(), options)
}

fn last(events: &[Event]) -> Option<String> {
    told(events).pop()
}

#[tokio::test(start_paused = true)]
async fn followers_who_stand_still_hold_the_others_up_for_a_while_and_are_let_go() {
    let runner = steady();
    let follow = runner.stream(message("x")).await.expect("taken in");
    let id = follow.task().id;
    let mut idle = Vec::new();
    for _ in 0..50 {
        idle.push(runner.resubscribe(&id).await.expect("it runs"));
    }
    let all = events(follow).await;
    assert_eq!(last(&all).as_deref(), Some("final completed"), "all have waited for ten seconds once");
    for idle in idle {
        let all = events(idle).await;
        assert!(!last(&all).expect("it has a task").starts_with("final"), "the stream ends where it stood");
    }
    let back = events(runner.resubscribe(&id).await.expect("it is kept")).await;
    assert_eq!(told(&back), ["task completed", "final completed"], "who comes back has it all");
}

#[tokio::test(start_paused = true)]
async fn who_follows_alone_is_waited_for_and_so_is_who_came_first() {
    let runner = steady();
    let follow = runner.stream(message("x")).await.expect("taken in");
    let later = runner.resubscribe(&follow.task().id).await.expect("it runs");
    tokio::time::sleep(Duration::from_secs(100)).await;
    assert_eq!(runner.running(), 1, "the agent waits");
    assert_eq!(last(&events(follow).await).as_deref(), Some("final completed"));
    assert_ne!(last(&events(later).await).as_deref(), Some("final completed"));
}

#[tokio::test(start_paused = true)]
async fn a_task_that_needs_nobody_waits_for_nobody_who_stands_still() {
    let runner = steady();
    let task = runner.send_detached(message("x")).await.expect("taken in");
    let _idle = runner.resubscribe(&task.id).await.expect("it runs");
    tokio::time::sleep(Duration::from_secs(100)).await;
    assert_eq!(runner.get(&task.id).await.expect("it is kept").status.state, TaskState::Completed);
}

#[tokio::test(start_paused = true)]
async fn who_was_let_go_does_not_count_as_one_who_follows() {
    let runner = steady();
    let follow = runner.stream(message("x")).await.expect("taken in");
    let id = follow.task().id;
    let _idle = runner.resubscribe(&id).await.expect("it runs");
    let reading = tokio::spawn(events(follow));
    tokio::time::sleep(Duration::from_secs(15)).await;
    assert_eq!(runner.running(), 1);
    reading.abort();
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(runner.get(&id).await.expect("it is kept").status.state, TaskState::Canceled);
}

/// A store that takes its time.
struct Slow(MemoryStore);

impl TaskStore for Slow {
    async fn insert(&self, record: Record) -> Result<(), ApplicationError> {
        self.0.insert(record).await
    }

    async fn update(&self, record: Record) -> Result<(), ApplicationError> {
        tokio::time::sleep(Duration::from_secs(1)).await;
        self.0.update(record).await
    }

    async fn load(&self, task_id: &str) -> Result<Option<Record>, ApplicationError> {
        self.0.load(task_id).await
    }
}

#[tokio::test]
async fn a_task_that_a_process_has_left_behind_cannot_be_followed() {
    use llamon_errors::a2a::v0_3::{Task, TaskStatus};

    for state in [TaskState::Submitted, TaskState::Working] {
        let store = MemoryStore::default();
        let task = Task::new(&TaskIds::new("task-1", "context-1"), TaskStatus::new(state, None));
        store.insert(Record::new(task)).await.expect("there is room");
        let runner = Runner::with(Steady, store, RunnerOptions::default());
        let refusal = runner.resubscribe("task-1").await.expect_err("nobody works on it");
        let data = refusal.data();
        assert_eq!(
            (refusal.code(), data.error_code.effective(), data.error_reason.as_ref()),
            (-32602, ErrorCode::InvalidInput, "task_left_behind")
        );
        runner.cancel("task-1").await.expect("that ends it");
        let all = events(runner.resubscribe("task-1").await.expect("it has ended")).await;
        assert_eq!(told(&all), ["task canceled", "final canceled"]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_task_whose_answer_is_being_taken_in_is_followed_from_there() {
    let runner = Runner::with(Steady, Slow(MemoryStore::default()), RunnerOptions::default());
    let asked = runner.stream(message("ask")).await.expect("taken in").finish().await;
    let ids = TaskIds::new(asked.id, asked.context_id);
    let later = async {
        tokio::time::sleep(Duration::from_millis(500)).await;
        events(runner.resubscribe(&ids.task_id).await.expect("somebody goes on with it")).await
    };
    let first = async { events(runner.stream(message("x").to_task(&ids)).await.expect("it waits")).await };
    let (first, later) = tokio::join!(first, later);
    for all in [first, later] {
        assert_eq!(last(&all).as_deref(), Some("final completed"), "it does not end with the question");
    }
}
