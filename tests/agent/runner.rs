//! The runner (SPEC L3): every end is one, and the faults that a server meets: panics, time limits, clients that go, a store that is full.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use llamon_errors::a2a::v0_3::{Event, Message, Part, TaskIds, TaskState};
use llamon_errors::agent::{
    Agent, Follow, MemoryStore, Output, Record, Reply, Request, Runner, RunnerOptions, TaskStore,
};
use llamon_errors::classify::OrClassify as _;
use llamon_errors::testing::failed_data;
use llamon_errors::{ApplicationError, DomainError, ErrorCode, Failure, ProtocolErrorData, application_error};
use llamon_errors_agent_tests::{events, message, told};

#[derive(Debug, DomainError)]
#[domain_error(catalog = "../../catalogs/documents.toml", partial)]
enum DocumentError {
    DocumentNotFound { document_id: String },
}

/// Panics when it is dropped, with a secret.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        assert!(std::thread::panicking(), "EXAMPLE-SECRET in a drop");
    }
}

/// Counts the agents at work: one that is stopped has dropped its future.
struct Working(Arc<AtomicUsize>);

impl Working {
    fn new(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::SeqCst);
        Self(count.clone())
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

fn refused(code: ErrorCode, reason: &'static str) -> Result<(), Failure> {
    Err(Failure::refused(ProtocolErrorData::new(code, reason)))
}

#[derive(Default)]
struct Faulty {
    working: Arc<AtomicUsize>,
}

impl Agent for Faulty {
    fn validate(&self, request: &Request) -> Result<(), Failure> {
        match request.text().as_str() {
            "refuse" => {
                let mut data = ProtocolErrorData::new(ErrorCode::InvalidInput, "query_empty");
                data.domain_code = Some("DOC_001".into());
                data.details = serde_json::json!({"field": "/query"}).as_object().cloned();
                Err(Failure::refused(data))
            }
            "refuse with nonsense" => refused(ErrorCode::InvalidInput, "질의 없음"),
            "refuse as a guardrail" => refused(ErrorCode::GuardrailBlocked, "personal_data_found"),
            "block with nonsense" => refused(ErrorCode::GuardrailBlocked, "개인정보_차단"),
            "fail at once" => Err(DocumentError::DocumentNotFound { document_id: "A-17".to_owned() })?,
            "panic at once" => panic!("EXAMPLE-SECRET"),
            _ => Ok(()),
        }
    }

    async fn stream(&self, request: &Request, output: &Output) -> Result<Reply, ApplicationError> {
        let _working = Working::new(&self.working);
        match request.text().as_str() {
            "domain" => Err(DocumentError::DocumentNotFound { document_id: "A-17".to_owned() })?,
            "io" => Err(std::io::Error::from(std::io::ErrorKind::TimedOut)).or_classify()?,
            "panic" => panic!("EXAMPLE-SECRET"),
            "panic later" => {
                output.text("a").await;
                tokio::time::sleep(Duration::from_millis(5)).await;
                let _bomb = Bomb;
                std::future::ready(()).await;
                std::panic::panic_any(vec!["EXAMPLE-SECRET"])
            }
            "bomb" => {
                let _bomb = Bomb;
                std::future::pending().await
            }
            "for ever" => loop {
                output.text("a").await;
                tokio::time::sleep(Duration::from_millis(100)).await;
            },
            "wait" => std::future::pending().await,
            "ask" if !request.is_resumed() => Ok(Reply::input_required("?").saved(serde_json::json!(7))),
            "tell" => Ok(Reply::artifact("saved", format!("{:?}", request.saved()))),
            _ => Ok(Reply::artifact("answer", "42")),
        }
    }
}

fn with_limit(millis: u64) -> Runner<Faulty> {
    let options = RunnerOptions::default().time_limit(Duration::from_millis(millis));
    Runner::with(Faulty::default(), MemoryStore::default(), options)
}

async fn stream(runner: &Runner<Faulty>, text: &str) -> Follow {
    runner.stream(message(text)).await.expect("it is taken in")
}

#[tokio::test]
async fn an_err_of_the_agents_code_is_application_level() {
    let runner = Runner::new(Faulty::default());
    for (text, code, reason) in [
        ("domain", ErrorCode::NotFound, "document_not_found"),
        ("io", ErrorCode::UpstreamTimeout, "io_timed_out"),
        ("fail at once", ErrorCode::NotFound, "document_not_found"),
        ("refuse as a guardrail", ErrorCode::GuardrailBlocked, "personal_data_found"),
        ("block with nonsense", ErrorCode::GuardrailBlocked, "error_data_build_failed"),
    ] {
        let all = events(stream(&runner, text).await).await;
        assert_eq!(told(&all), ["task submitted", "working", "final failed"], "{text}");
        let data = failed_data(&all).expect("it failed");
        assert_eq!((data.error_code.effective(), data.error_reason.as_ref()), (code, reason), "{text}");
    }
}

#[tokio::test]
async fn a_refusal_of_the_validation_passes_unchanged_and_leaves_no_task() {
    let runner = Runner::new(Faulty::default());
    let refusal = runner.stream(message("refuse")).await.expect_err("it is refused");
    assert_eq!(refusal.code(), -32602);
    let data = refusal.data();
    assert_eq!((data.error_reason.as_ref(), data.domain_code.as_deref()), ("query_empty", Some("DOC_001")));
    assert_eq!(data.details.as_ref().and_then(|details| details["field"].as_str()), Some("/query"));
    let refusal = runner.stream(message("refuse with nonsense")).await.expect_err("it is refused");
    assert_eq!((refusal.code(), refusal.data().error_reason.as_ref()), (-32603, "error_data_build_failed"));
    let refusal = runner.stream(message("panic at once")).await.expect_err("it is refused");
    assert_eq!((refusal.code(), refusal.data().error_message.as_ref()), (-32603, "the task panicked"));
    assert_eq!(runner.running(), 0);
}

#[tokio::test(start_paused = true)]
async fn panics_end_the_task_and_tell_nothing() {
    let runner = with_limit(1000);
    for (text, reason) in [("panic", "task_panicked"), ("panic later", "task_panicked"), ("bomb", "deadline_elapsed")] {
        let all = events(stream(&runner, text).await).await;
        assert_eq!(told(&all).last().map(String::as_str), Some("final failed"), "{text}");
        assert_eq!(failed_data(&all).expect("it failed").error_reason, reason, "{text}");
        assert!(!serde_json::to_string(&all).expect("JSON").contains("EXAMPLE-SECRET"), "{text}");
    }
    assert_eq!(runner.running(), 0);
}

#[tokio::test(start_paused = true)]
async fn work_that_never_ends_is_ended_by_the_time_limit() {
    let runner = with_limit(1050);
    let all = events(stream(&runner, "for ever").await).await;
    let data = failed_data(&all).expect("it failed");
    assert_eq!((data.error_code.effective(), data.retriable), (ErrorCode::UpstreamTimeout, true));
    assert_eq!(data.error_message, "the task did not end within 1050 ms");
    assert_eq!(told(&all).iter().filter(|line| line.contains("answer")).count(), 11, "what it wrote is kept");
}

#[tokio::test(start_paused = true)]
async fn a_client_that_goes_stops_the_work() {
    let agent = Faulty::default();
    let working = agent.working.clone();
    let runner = Runner::new(agent);
    let mut follow = stream(&runner, "for ever").await;
    for _ in 0..4 {
        follow.next().await.expect("it writes");
    }
    let id = follow.task().id;
    assert_eq!(working.load(Ordering::SeqCst), 1);
    drop(follow);
    tokio::time::sleep(Duration::from_millis(1)).await;
    assert_eq!((working.load(Ordering::SeqCst), runner.running()), (0, 0), "the agent's future is dropped");
    assert_eq!(runner.get(&id).await.expect("it is kept").status.state, TaskState::Canceled);
    // One who waits for the whole task counts as well.
    let waiting = tokio::spawn({
        let runner = runner.clone();
        async move { runner.send(message("wait")).await.expect("taken in").finish().await }
    });
    tokio::time::sleep(Duration::from_millis(1)).await;
    waiting.abort();
    tokio::time::sleep(Duration::from_millis(1)).await;
    assert_eq!((working.load(Ordering::SeqCst), runner.running()), (0, 0));
}

#[tokio::test(start_paused = true)]
async fn a_task_that_somebody_else_follows_goes_on_and_so_does_one_with_patience() {
    let runner = with_limit(600_000);
    let mut first = stream(&runner, "for ever").await;
    first.next().await.expect("it writes");
    let mut second = runner.resubscribe(&first.task().id).await.expect("it runs");
    drop(first);
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(runner.running(), 1);
    assert!(matches!(second.next().await.as_deref(), Some(Event::Task(_))), "who comes later begins with the task");
    drop(second);
    tokio::time::sleep(Duration::from_millis(1)).await;
    assert_eq!(runner.running(), 0);

    let options = RunnerOptions::default().patience(Duration::from_secs(10));
    let patient = Runner::with(Faulty::default(), MemoryStore::default(), options);
    let id = stream(&patient, "for ever").await.task().id;
    tokio::time::sleep(Duration::from_secs(9)).await;
    let back = patient.resubscribe(&id).await.expect("it still runs");
    tokio::time::sleep(Duration::from_secs(30)).await;
    assert_eq!(patient.running(), 1);
    drop(back);
    tokio::time::sleep(Duration::from_secs(11)).await;
    assert_eq!(patient.running(), 0);
    // Nobody followed it in the first place.
    let task = patient.send_detached(message("wait")).await.expect("taken in");
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert_eq!(patient.get(&task.id).await.expect("it runs").status.state, TaskState::Working);
}

#[tokio::test(start_paused = true)]
async fn canceling_stops_the_work_and_is_told_to_all() {
    let agent = Faulty::default();
    let working = agent.working.clone();
    let runner = Runner::new(agent);
    let follow = stream(&runner, "wait").await;
    let id = follow.task().id;
    let follow = tokio::spawn(events(follow));
    tokio::time::sleep(Duration::from_millis(1)).await;
    let task = runner.cancel(&id).await.expect("it runs");
    assert_eq!((task.status.state, working.load(Ordering::SeqCst)), (TaskState::Canceled, 0));
    assert_eq!(told(&follow.await.expect("it ends")), ["task submitted", "working", "final canceled"]);
    assert_eq!(runner.cancel(&id).await.expect_err("it has ended").code(), -32002);
    assert_eq!(runner.cancel("nothing").await.expect_err("there is none").code(), -32001);
    let waiting = stream(&runner, "ask").await.finish().await;
    assert_eq!(runner.cancel(&waiting.id).await.expect("it waits").status.state, TaskState::Canceled);
    let ids = TaskIds::new(waiting.id, waiting.context_id);
    assert_eq!(runner.send(message("7").to_task(&ids)).await.expect_err("it is over").code(), -32602);
}

#[tokio::test]
async fn a_question_is_returned_and_resumed_with_what_was_saved() {
    let runner = Runner::new(Faulty::default());
    let asked = stream(&runner, "ask").await.finish().await;
    assert_eq!(asked.status.state, TaskState::InputRequired);
    let ids = TaskIds::new(asked.id, asked.context_id);
    // Two who answer at once: one goes on, the other is told so.
    let (one, other) =
        tokio::join!(runner.send(message("tell").to_task(&ids)), runner.send(message("tell").to_task(&ids)));
    let (went_on, refused) = match (one, other) {
        (Ok(went_on), Err(refused)) | (Err(refused), Ok(went_on)) => (went_on, refused),
        other => panic!("one of the two goes on: {other:?}"),
    };
    assert_eq!((refused.code(), refused.data().error_reason.as_ref()), (-32602, "task_is_running"));
    assert_eq!(told(&events(went_on).await)[2..], ["saved: Some(Number(7))", "final completed"]);
    let elsewhere = TaskIds::new(ids.task_id, "another-context");
    let refused = runner.send(message("x").to_task(&elsewhere)).await.expect_err("the context is not its own");
    assert_eq!(refused.data().error_reason, "context_mismatch");
}

#[tokio::test(start_paused = true)]
async fn a_store_that_is_full_refuses_and_makes_room_when_it_can() {
    let store = MemoryStore::new(2).waiting(Duration::from_secs(3600));
    let runner = Runner::with(Faulty::default(), store, RunnerOptions::default());
    let running = [stream(&runner, "wait").await, stream(&runner, "wait").await];
    let refusal = runner.stream(message("x")).await.expect_err("there is no room");
    assert_eq!((refusal.code(), refusal.data().error_reason.as_ref()), (-32603, "task_store_full"));
    assert_eq!(
        (refusal.data().error_code.effective(), refusal.data().retry_after_ms),
        (ErrorCode::RateLimited, Some(1000))
    );
    assert_eq!(runner.running(), 2, "what was refused leaves nothing");
    drop(running);
    tokio::time::sleep(Duration::from_millis(1)).await;
    let mut ids = Vec::new();
    for _ in 0..5 {
        ids.push(stream(&runner, "x").await.finish().await.id);
    }
    assert!(runner.get(&ids[3]).await.is_ok() && runner.get(&ids[4]).await.is_ok());
    assert_eq!(runner.get(&ids[2]).await.expect_err("it made room").code(), -32001);
    // Tasks that wait for somebody are not pushed out by new ones.
    for _ in 0..2 {
        stream(&runner, "ask").await.finish().await;
    }
    assert_eq!(runner.stream(message("x")).await.expect_err("both wait").data().error_reason, "task_store_full");
    let impatient =
        Runner::with(Faulty::default(), MemoryStore::new(1).waiting(Duration::ZERO), RunnerOptions::default());
    let asked = stream(&impatient, "ask").await.finish().await;
    stream(&impatient, "x").await.finish().await;
    assert!(impatient.get(&asked.id).await.is_err());
}

/// A store that fails in every way it can.
struct Broken(&'static str);

impl TaskStore for Broken {
    async fn insert(&self, _: Record) -> Result<(), ApplicationError> {
        match self.0 {
            "insert" => {
                Err(application_error!(ErrorCode::UpstreamUnavailable, "store_down", message = "the store is down"))
            }
            "panic" => panic!("EXAMPLE-SECRET"),
            _ => Ok(()),
        }
    }

    async fn update(&self, _: Record) -> Result<(), ApplicationError> {
        match self.0 {
            "update" => Err(application_error!(ErrorCode::UpstreamUnavailable, "store_down")),
            "hang" => std::future::pending().await,
            "update panics" => panic!("EXAMPLE-SECRET"),
            _ => Ok(()),
        }
    }

    async fn load(&self, _: &str) -> Result<Option<Record>, ApplicationError> {
        Err(application_error!(ErrorCode::GuardrailBlocked, "no_store_is_a_guardrail"))
    }
}

#[tokio::test(start_paused = true)]
async fn a_broken_store_refuses_requests_and_hides_no_answer() {
    for (fault, number, reason) in [("insert", -32603, "store_down"), ("panic", -32603, "task_panicked")] {
        let runner = Runner::with(Faulty::default(), Broken(fault), RunnerOptions::default());
        let refusal = runner.stream(message("x")).await.expect_err("it is refused");
        assert_eq!((refusal.code(), refusal.data().error_reason.as_ref()), (number, reason));
    }
    for fault in ["update", "hang", "update panics"] {
        let runner = Runner::with(Faulty::default(), Broken(fault), RunnerOptions::default());
        let all = events(runner.stream(message("x")).await.expect("taken in")).await;
        assert_eq!(told(&all), ["task submitted", "working", "answer: 42", "final completed"], "{fault}");
        assert_eq!(runner.get("x").await.expect_err("the store is broken").code(), -32603);
    }
}

/// A store that takes its time, as one behind a network does.
#[derive(Default)]
struct Slow(MemoryStore);

impl TaskStore for Slow {
    async fn insert(&self, record: Record) -> Result<(), ApplicationError> {
        tokio::time::sleep(Duration::from_secs(1)).await;
        self.0.insert(record).await?;
        tokio::time::sleep(Duration::from_secs(1)).await;
        Ok(())
    }

    async fn update(&self, record: Record) -> Result<(), ApplicationError> {
        tokio::time::sleep(Duration::from_secs(1)).await;
        self.0.update(record).await
    }

    async fn load(&self, task_id: &str) -> Result<Option<Record>, ApplicationError> {
        self.0.load(task_id).await
    }
}

#[tokio::test(start_paused = true)]
async fn a_client_that_goes_while_its_task_is_taken_in_leaves_none_behind() {
    let runner = Runner::with(Faulty::default(), Slow::default(), RunnerOptions::default());
    let early = tokio::spawn({
        let runner = runner.clone();
        async move { runner.stream(message("wait")).await.map(|follow| follow.task().id) }
    });
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert_eq!(runner.running(), 1, "the store has it, and its client waits for that");
    early.abort();
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert_eq!(runner.running(), 0, "the task that nobody follows came to its end");
    // The same for an answer: the question stays answerable or is answered, never lost between the two.
    let asked = runner.send(message("ask")).await.expect("taken in").finish().await;
    let ids = TaskIds::new(asked.id, asked.context_id);
    let early = tokio::spawn({
        let (runner, answer) = (runner.clone(), message("wait").to_task(&ids));
        async move { runner.stream(answer).await.map(|follow| follow.task().id) }
    });
    tokio::time::sleep(Duration::from_millis(500)).await;
    early.abort();
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert_eq!(runner.get(&ids.task_id).await.expect("it is kept").status.state, TaskState::Canceled);
}

#[tokio::test]
async fn a_message_may_name_its_conversation_and_must_not_invent_a_task() {
    let runner = Runner::new(Faulty::default());
    let mut first = message("x");
    first.context_id = Some("conversation-1".to_owned());
    let task = runner.send(first).await.expect("taken in").finish().await;
    assert_eq!(task.context_id, "conversation-1");
    let history: Vec<Message> = task.history.clone().expect("the message is kept");
    assert_eq!(
        (history[0].task_id.as_deref(), history[0].context_id.as_deref()),
        (Some(&*task.id), Some("conversation-1"))
    );
    let invented = message("x").to_task(&TaskIds::new("invented", "c"));
    assert_eq!(runner.send(invented).await.expect_err("there is none").code(), -32001);
    let other = runner.send(Message::user("m", [Part::text("x")])).await.expect("taken in").finish().await;
    assert_ne!((other.id, other.context_id), (task.id, task.context_id));
}
