//! Streams (SPEC S1 to S3, G1): failures after and before the first chunk, buffers, back-pressure, guardrails.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use llamon_errors::a2a::v0_3::{Artifact, Event, FileContent, Part, TaskState};
use llamon_errors::agent::{Agent, MemoryStore, Output, Reply, Request, Runner, RunnerOptions};
use llamon_errors::guardrail::{guardrail_application_error, guardrail_extras};
use llamon_errors::testing::failed_data;
use llamon_errors::{ApplicationError, ErrorCode, GuardrailData, application_error};
use llamon_errors_agent_tests::{events, message, told};
use serde_json::json;

fn down() -> ApplicationError {
    application_error!(ErrorCode::UpstreamUnavailable, "model_down", message = "the model is down")
}

fn blocked() -> ApplicationError {
    let extras = guardrail_extras("pii", GuardrailData::new("personal_data")).expect("a sound name");
    guardrail_application_error("personal_data_found", "it holds personal data", extras)
}

/// A block whose reason cannot travel.
fn badly_blocked() -> ApplicationError {
    let extras = guardrail_extras("pii", GuardrailData::new("personal_data")).expect("a sound name");
    guardrail_application_error("개인정보_차단", "it holds personal data", extras)
}

/// Writes what the message's text says, and can be called both ways.
#[derive(Default)]
struct Both {
    invoked: Arc<AtomicUsize>,
    /// Whether it waits behind each piece until that has gone out.
    is_slow: bool,
}

impl Agent for Both {
    async fn invoke(&self, request: &Request) -> Result<Reply, ApplicationError> {
        self.invoked.fetch_add(1, Ordering::SeqCst);
        if request.text().contains("twice") {
            Err(down().message("invoke failed too"))
        } else {
            Ok(Reply::artifact("answer", "whole"))
        }
    }

    async fn stream(&self, request: &Request, output: &Output) -> Result<Reply, ApplicationError> {
        for word in request.text().split(' ') {
            match word {
                "fail" | "twice" => return Err(down()),
                "block" => return Err(blocked()),
                "block-badly" => return Err(badly_blocked()),
                "panic" => panic!("EXAMPLE-SECRET"),
                "data" => output.data(json!({"rows": 3}).as_object().cloned().expect("an object")).await,
                "file" => {
                    let file = FileContent::Bytes { bytes: "aGk=".to_owned(), mime_type: None, name: None };
                    output.file(file).await;
                }
                "whole" => output.artifact(Artifact::new("table", [Part::text("1,2")])).await,
                "draft" => output.to("draft").text("draft").await,
                word => output.text(word.to_owned()).await,
            }
            if self.is_slow {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
        Ok(Reply::completed())
    }
}

fn gathering(bytes: usize) -> Runner<Both> {
    let options = RunnerOptions::default().gather(bytes);
    Runner::with(Both { is_slow: true, ..Both::default() }, MemoryStore::default(), options)
}

async fn seen(runner: &Runner<Both>, text: &str) -> Vec<Event> {
    events(runner.stream(message(text)).await.expect("it is taken in")).await
}

#[tokio::test(start_paused = true)]
async fn text_data_and_files_that_were_gathered_go_out_before_the_failure() {
    // More than the task ever writes: without the failure's own flush nothing would go out.
    let all = seen(&gathering(1 << 20), "a b fail").await;
    assert_eq!(told(&all), ["task submitted", "working", "answer: ab", "final failed"]);
    let all = seen(&gathering(0), "a b data file c fail").await;
    let wanted = [
        "task submitted",
        "working",
        "answer: a",
        "answer more: b",
        "answer more: {\"rows\":3}",
        "answer more: <file>",
        "answer more: c",
        "final failed",
    ];
    assert_eq!(told(&all), wanted);
    let Some(Event::StatusUpdate(last)) = all.last() else { panic!("a status comes last") };
    assert!(last.r#final);
    let parts = &last.status.message.as_ref().expect("a message").parts;
    assert!(matches!(&parts[..], [Part::Text { text, .. }, Part::Data { .. }] if text == "the model is down"));
    // Data and files do not wait, and take the text before them along, in its order and to its artifact.
    let all = seen(&gathering(1 << 20), "a b data c draft whole d fail").await;
    let wanted = [
        "task submitted",
        "working",
        "answer: ab{\"rows\":3}",
        "answer more: c",
        "draft: draft",
        "table: 1,2",
        "answer more: d",
        "final failed",
    ];
    assert_eq!(told(&all), wanted);
}

#[tokio::test(start_paused = true)]
async fn a_failure_behind_the_first_chunk_never_falls_back() {
    for text in ["a fail", "a panic", "data fail", "whole fail", "draft twice"] {
        for gather in [0, 1 << 20] {
            let agent = Both { is_slow: true, ..Both::default() };
            let invoked = agent.invoked.clone();
            let runner = Runner::with(agent, MemoryStore::default(), RunnerOptions::default().gather(gather));
            let all = seen(&runner, text).await;
            assert_eq!(invoked.load(Ordering::SeqCst), 0, "{text}");
            assert!(!told(&all).iter().any(|line| line.ends_with("whole")), "{text}: an artifact is published once");
            assert_eq!(told(&all).last().map(String::as_str), Some("final failed"), "{text}");
        }
    }
}

#[tokio::test]
async fn a_failure_before_the_first_chunk_is_answered_as_a_whole() {
    let runner = Runner::new(Both::default());
    for text in ["fail", "panic"] {
        let all = seen(&runner, text).await;
        assert_eq!(told(&all), ["task submitted", "working", "answer: whole", "final completed"]);
    }
    let data = failed_data(&seen(&runner, "twice").await).expect("both ways failed");
    assert_eq!(data.error_message, "invoke failed too");
    assert_eq!(
        told(&seen(&runner, "block").await).last().map(String::as_str),
        Some("final failed"),
        "a block is not tried again"
    );
}

/// An agent with one way of being called fails by it, whatever is asked for.
struct StreamOnly;

impl Agent for StreamOnly {
    async fn stream(&self, _: &Request, _: &Output) -> Result<Reply, ApplicationError> {
        Err(down())
    }
}

struct Neither;

impl Agent for Neither {}

#[tokio::test]
async fn an_agent_that_cannot_be_called_as_a_whole_keeps_its_error() {
    for (reason, way) in [("model_down", true), ("model_down", false)] {
        let runner = Runner::new(StreamOnly);
        let follow = if way { runner.stream(message("x")).await } else { runner.send(message("x")).await };
        assert_eq!(failed_data(&events(follow.expect("taken in")).await).expect("it failed").error_reason, reason);
    }
    let all = events(Runner::new(Neither).stream(message("x")).await.expect("taken in")).await;
    assert_eq!(failed_data(&all).expect("it failed").error_reason, "agent_gave_no_answer");
}

#[tokio::test(start_paused = true)]
async fn what_was_streamed_is_taken_back_when_a_guardrail_blocks_it() {
    let runner = gathering(0);
    let all = seen(&runner, "a whole b block").await;
    let wanted = [
        "task submitted",
        "working",
        "answer: a",
        "table: 1,2",
        "answer more: b",
        "answer: ",
        "table: ",
        "final failed",
    ];
    assert_eq!(told(&all), wanted);
    let data = failed_data(&all).expect("it failed");
    assert_eq!(
        (data.error_code.effective(), data.error_source.as_deref()),
        (ErrorCode::GuardrailBlocked, Some("guardrail:pii"))
    );
    let Some(Event::Task(task)) = all.first() else { panic!("a task comes first") };
    assert_eq!(runner.get(&task.id).await.expect("it is kept").artifacts, None);
    // What had not gone out does not go out, not even to be taken back.
    assert_eq!(told(&seen(&gathering(1 << 20), "secret block").await), ["task submitted", "working", "final failed"]);
}

#[tokio::test(start_paused = true)]
async fn a_block_whose_reason_cannot_travel_takes_back_and_is_not_tried_again() {
    let all = seen(&gathering(0), "a block-badly").await;
    assert_eq!(told(&all), ["task submitted", "working", "answer: a", "answer: ", "final failed"]);
    let data = failed_data(&all).expect("it failed");
    assert_eq!(
        (data.error_code.effective(), data.error_reason.as_ref()),
        (ErrorCode::GuardrailBlocked, "error_data_build_failed")
    );
    assert_eq!(told(&seen(&gathering(0), "block-badly").await), ["task submitted", "working", "final failed"]);
}

/// Counts how far it has come.
struct Eager {
    written: Arc<AtomicUsize>,
}

impl Agent for Eager {
    async fn stream(&self, _: &Request, output: &Output) -> Result<Reply, ApplicationError> {
        for number in 0..500 {
            output.text(number.to_string()).await;
            self.written.fetch_add(1, Ordering::SeqCst);
        }
        Ok(Reply::completed())
    }
}

#[tokio::test(start_paused = true)]
async fn an_agent_waits_for_a_client_that_reads_slowly_and_nothing_is_lost() {
    let written = Arc::new(AtomicUsize::new(0));
    let options = RunnerOptions::default().queue(8);
    let runner = Runner::with(Eager { written: written.clone() }, MemoryStore::default(), options);
    let mut slow = runner.stream(message("x")).await.expect("taken in");
    let quick = runner.resubscribe(&slow.task().id).await.expect("it runs");
    let quick = tokio::spawn(events(quick));
    tokio::time::sleep(Duration::from_secs(1)).await;
    let ahead = written.load(Ordering::SeqCst);
    assert!((8..=32).contains(&ahead), "the agent is {ahead} pieces ahead of a client that reads nothing");
    let mut numbers = Vec::new();
    while let Some(event) = slow.next().await {
        if let Event::ArtifactUpdate(update) = &*event {
            numbers.push(llamon_errors_agent_tests::text(&update.artifact.parts));
        }
    }
    assert_eq!(numbers, (0..500).map(|number| number.to_string()).collect::<Vec<_>>());
    // Who came later has the beginning in the task that opens its stream, and the rest piece by piece.
    let quick = quick.await.expect("it ends");
    let parts = quick.iter().flat_map(|event| match event {
        Event::Task(task) => task.artifacts.iter().flatten().flat_map(|artifact| artifact.parts.clone()).collect(),
        Event::ArtifactUpdate(update) => update.artifact.parts.clone(),
        _ => Vec::new(),
    });
    assert_eq!(llamon_errors_agent_tests::text(&parts.collect::<Vec<_>>()), numbers.concat());
}

#[tokio::test(start_paused = true)]
async fn a_client_that_stops_reading_holds_the_end_up_for_nobody() {
    let options = RunnerOptions::default().queue(4).time_limit(Duration::from_secs(2));
    let written = Arc::new(AtomicUsize::new(0));
    let runner = Runner::with(Eager { written: written.clone() }, MemoryStore::default(), options);
    let stuck = runner.stream(message("x")).await.expect("taken in");
    let id = stuck.task().id;
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(runner.running(), 0, "the time limit ends the task");
    assert_eq!(runner.get(&id).await.expect("it is kept").status.state, TaskState::Failed);
    // When it reads on after all it has everything up to the end, without a gap.
    let all = events(stuck).await;
    let numbers: Vec<String> = told(&all).iter().filter_map(|line| Some(line.split_once(": ")?.1.to_owned())).collect();
    assert_eq!(numbers, (0..numbers.len()).map(|number| number.to_string()).collect::<Vec<_>>());
    assert!(numbers.len() >= written.load(Ordering::SeqCst));
    assert_eq!(failed_data(&all).expect("it failed").error_reason, "deadline_elapsed");
}

/// A stream of words that breaks off.
struct Words(u32);

impl futures_core::Stream for Words {
    type Item = Result<String, std::io::Error>;

    fn poll_next(
        mut self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Self::Item>> {
        self.0 += 1;
        let broken = || std::io::Error::from(std::io::ErrorKind::ConnectionReset);
        std::task::Poll::Ready(Some(if self.0 > 3 { Err(broken()) } else { Ok(self.0.to_string()) }))
    }
}

struct Forwards;

impl Agent for Forwards {
    async fn stream(&self, _: &Request, output: &Output) -> Result<Reply, ApplicationError> {
        use llamon_errors::classify::OrClassify as _;
        output.forward(Words(0)).await.or_classify()?;
        Ok(Reply::completed())
    }
}

#[tokio::test]
async fn another_stream_is_forwarded_up_to_where_it_breaks() {
    let all = events(Runner::new(Forwards).stream(message("x")).await.expect("taken in")).await;
    assert_eq!(told(&all)[2..], ["answer: 1", "answer more: 2", "answer more: 3", "final failed"]);
    assert_eq!(failed_data(&all).expect("it failed").error_reason, "io_connection_reset");
}
