//! Clients that do as they please, on two threads: whatever they do, every task ends, and ends once.

use std::time::Duration;

use llamon_errors::a2a::v0_3::{Event, TaskIds, TaskState};
use llamon_errors::agent::{Agent, MemoryStore, Output, Reply, Request, Runner, RunnerOptions};
use llamon_errors::{ApplicationError, ErrorCode, application_error};
use llamon_errors_agent_tests::{events, message, told};

struct Patient;

impl Agent for Patient {
    async fn stream(&self, request: &Request, output: &Output) -> Result<Reply, ApplicationError> {
        match request.text().as_str() {
            "fail" => Err(application_error!(ErrorCode::NotFound, "document_not_found")),
            "panic" => panic!("EXAMPLE-SECRET"),
            "for ever" => loop {
                output.text("a").await;
                tokio::time::sleep(Duration::from_millis(1)).await;
            },
            "wait" => std::future::pending().await,
            "ask" if !request.is_resumed() => Ok(Reply::input_required("?")),
            _ => Ok(Reply::artifact("answer", "42")),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_read_a_question_may_answer_at_once() {
    let runner = Runner::new(Patient);
    for _ in 0..200 {
        let mut asked = runner.stream(message("ask")).await.expect("taken in");
        let ids = TaskIds::new(asked.task().id, asked.task().context_id);
        while let Some(event) = asked.next().await {
            let is_final = matches!(&*event, Event::StatusUpdate(update) if update.r#final);
            if is_final {
                runner.send(message("tell").to_task(&ids)).await.expect("the task is free").finish().await;
            }
        }
    }
}

/// Clients that read on, go, or cancel, at any moment, on two threads.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_clients_do_every_task_ends_once() {
    let options = RunnerOptions::default().queue(1).time_limit(Duration::from_secs(20));
    let runner = Runner::with(Patient, MemoryStore::default(), options);
    let clients = (0..300_u32).map(|number| {
        let runner = runner.clone();
        tokio::spawn(async move {
            let text = ["x", "wait", "for ever", "panic", "fail", "ask"][number as usize % 6];
            let mut follow = runner.stream(message(text)).await.expect("taken in");
            let id = follow.task().id;
            // Each of them begins with a task and `working`.
            for _ in 0..number % 3 {
                follow.next().await;
            }
            let canceled = if number % 5 < 2 {
                drop(follow);
                None
            } else {
                let canceled = tokio::spawn({
                    let (runner, id) = (runner.clone(), id.clone());
                    async move { runner.cancel(&id).await }
                });
                let rest = events(follow).await;
                let finals = told(&rest).iter().filter(|line| line.starts_with("final ")).count();
                assert_eq!(finals, 1, "{text}: {:?}", told(&rest));
                Some(canceled.await.expect("it is answered"))
            };
            (id, canceled)
        })
    });
    for client in clients.collect::<Vec<_>>() {
        let (id, canceled) = client.await.expect("nothing panics");
        for _ in 0..500 {
            if runner.get(&id).await.expect("it is kept").status.state.ends_stream() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let state = runner.get(&id).await.expect("it is kept").status.state;
        assert!(state.ends_stream(), "{state:?}");
        match canceled {
            Some(Ok(task)) => assert_eq!((task.status.state, state), (TaskState::Canceled, TaskState::Canceled)),
            Some(Err(refusal)) => assert!(matches!(refusal.code(), -32002 | -32602), "{refusal}"),
            None => {}
        }
    }
    for _ in 0..500 {
        if runner.running() == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{} tasks still run", runner.running());
}
