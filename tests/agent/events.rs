//! The machine of a task's events, without any I/O: what order it keeps, and what it refuses.

use llamon_errors::a2a::v0_3::{Artifact, Event, Message, Part, Role, TaskIds, TaskState};
use llamon_errors::agent::{Ended, Ending, Piece, TaskEvents};
use llamon_errors::guardrail::{guardrail_application_error, guardrail_extras};
use llamon_errors::{ApplicationError, ErrorCode, GuardrailData, application_error};
use llamon_errors_agent_tests::{message, text, told};
use proptest::prelude::*;

fn fresh() -> TaskEvents {
    TaskEvents::new(&TaskIds::new("task-1", "context-1"), message("x"))
}

fn piece(artifact_id: &str, text: &str) -> Piece {
    Piece::Parts { artifact_id: artifact_id.to_owned(), parts: vec![Part::text(text.to_owned())] }
}

fn blocked() -> ApplicationError {
    let extras = guardrail_extras("pii", GuardrailData::new("personal_data")).expect("a sound name");
    guardrail_application_error("personal_data_found", "it holds personal data", extras)
}

#[test]
fn the_first_piece_begins_and_the_others_come_behind_it() {
    let mut events = fresh();
    let mut seen = vec![events.opening(), events.working().expect("it runs")];
    for (artifact, text) in [("a", "1"), ("b", "2"), ("a", "3")] {
        seen.push(events.artifact(piece(artifact, text)).expect("it runs"));
    }
    seen.extend(events.end(Ending::Completed(vec![])).expect("it runs"));
    assert_eq!(told(&seen), ["task submitted", "working", "a: 1", "b: 2", "a more: 3", "final completed"]);
    let artifacts = events.task().artifacts.clone().expect("two artifacts");
    let kept: Vec<_> = artifacts.iter().map(|artifact| (&*artifact.artifact_id, text(&artifact.parts))).collect();
    assert_eq!(kept, [("a", "13".to_owned()), ("b", "2".to_owned())]);
    assert_eq!(artifacts[0].parts.len(), 1, "texts side by side are one text for whoever asks later");
}

#[test]
fn a_task_that_goes_on_writes_its_artifacts_anew() {
    let mut events = fresh();
    events.artifact(piece("answer", "who are you?")).expect("it runs");
    events.end(Ending::InputRequired(vec![Part::text("your name?")])).expect("it runs");
    let mut events = TaskEvents::resumed(events.task().clone(), message("Kim")).expect("it waits");
    let history: Vec<_> = events.task().history.iter().flatten().map(|message| text(&message.parts)).collect();
    assert_eq!(history, ["x", "your name?", "Kim"], "the question is part of the conversation");
    let update = events.artifact(piece("answer", "hello Kim")).expect("it runs");
    assert_eq!(told(&[events.opening(), update]), ["task submitted", "answer: hello Kim"]);
    events.end(Ending::InputRequired(vec![Part::text("and?")])).expect("it runs");
    let asked = events.task().status.message.iter().chain(events.task().history.iter().flatten());
    let ids: Vec<_> = asked.filter(|message| message.role == Role::Agent).map(|message| &*message.message_id).collect();
    assert_eq!(ids, ["task-1-3", "task-1-1"], "no two messages of the agent have one id");
}

#[test]
fn only_a_task_that_waits_takes_another_message() {
    for ending in [Ending::Completed(vec![]), Ending::Canceled, Ending::Failed(blocked())] {
        let mut events = fresh();
        events.end(ending).expect("it runs");
        let error = TaskEvents::resumed(events.task().clone(), message("again")).expect_err("it is over");
        assert!(error.to_string().ends_with("waits for no message; begin a new task"), "{error}");
    }
    assert!(TaskEvents::resumed(fresh().task().clone(), message("again")).is_err(), "it has not been asked anything");
}

#[test]
fn what_a_guardrail_blocks_is_taken_back_and_kept_nowhere() {
    let mut events = fresh();
    events.artifact(Piece::Whole(Artifact::new("found", [Part::text("900101-1234567")]))).expect("it runs");
    events.artifact(piece("answer", "his number is ")).expect("it runs");
    let last = events.end(Ending::Failed(blocked())).expect("it runs");
    assert_eq!(told(&last), ["found: ", "answer: ", "final failed"]);
    assert_eq!(events.task().artifacts, None);
    assert!(!serde_json::to_string(events.task()).expect("JSON").contains("900101"));
}

#[derive(Clone, Debug)]
enum Step {
    Working,
    Piece(u8, String),
    Whole(u8, String),
    End(u8),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        Just(Step::Working),
        (0..3_u8, "[a-z]{0,3}").prop_map(|(artifact, text)| Step::Piece(artifact, text)),
        (0..3_u8, "[a-z]{0,3}").prop_map(|(artifact, text)| Step::Whole(artifact, text)),
        (0..6_u8).prop_map(Step::End),
    ]
}

fn ending(number: u8) -> Ending {
    match number {
        0 => Ending::Completed(vec![]),
        1 => Ending::InputRequired(vec![Part::text("?")]),
        2 => Ending::AuthRequired(vec![Part::text("?")]),
        3 => Ending::Canceled,
        4 => Ending::Failed(application_error!(ErrorCode::NotFound, "gone")),
        _ => Ending::Failed(blocked()),
    }
}

/// A reader as a2a-sdk 0.3 is one: pieces for artifacts that it has not seen are passed over.
fn read(events: &[Event]) -> Vec<(String, String)> {
    let mut seen: Vec<(String, String)> = Vec::new();
    for event in events {
        let Event::ArtifactUpdate(update) = event else { continue };
        let (id, new) = (&update.artifact.artifact_id, text(&update.artifact.parts));
        match seen.iter_mut().find(|(known, _)| known == id) {
            Some((_, text)) if update.append == Some(true) => text.push_str(&new),
            Some((_, text)) => *text = new,
            None if update.append == Some(true) => {}
            None => seen.push((id.clone(), new)),
        }
    }
    seen
}

proptest! {
    /// Whatever an agent does: one final event, the last one; all refused behind it; and a reader of the events has what is kept.
    #[test]
    fn any_order_of_steps_ends_once(steps in prop::collection::vec(step(), 0..20), last in 0..6_u8) {
        let mut events = fresh();
        let mut seen = vec![events.opening()];
        let mut over = false;
        for step in steps.into_iter().chain([Step::End(last)]) {
            let is_end = matches!(step, Step::End(_));
            let told = match step {
                Step::Working => events.working().map(|event| vec![event]),
                Step::Piece(artifact, text) => events.artifact(piece(&artifact.to_string(), &text)).map(|event| vec![event]),
                Step::Whole(artifact, text) => {
                    let artifact = Artifact::new(artifact.to_string(), [Part::text(text)]);
                    events.artifact(Piece::Whole(artifact)).map(|event| vec![event])
                }
                Step::End(number) => events.end(ending(number)),
            };
            prop_assert_eq!(told.is_err(), over);
            if let Err(Ended) = told { continue }
            seen.extend(told.unwrap_or_default());
            over |= is_end;
        }
        let finals: Vec<usize> = seen.iter().enumerate().filter(|(_, event)| is_final(event)).map(|(at, _)| at).collect();
        prop_assert_eq!(finals, vec![seen.len() - 1]);
        let tasks = seen.iter().filter(|event| matches!(event, Event::Task(_))).count();
        prop_assert_eq!(tasks, 1);
        let kept = events.task().artifacts.clone().unwrap_or_default();
        let kept: Vec<(String, String)> = kept.iter().map(|artifact| (artifact.artifact_id.clone(), text(&artifact.parts))).collect();
        let mut read = read(&seen);
        if events.task().status.error_data().is_some_and(|data| data.error_code.effective() == ErrorCode::GuardrailBlocked) {
            read.retain(|(_, text)| !text.is_empty());
        }
        prop_assert_eq!(read, kept);
        prop_assert!(events.task().status.state.ends_stream() && events.task().status.state != TaskState::Unknown);
    }
}

fn is_final(event: &Event) -> bool {
    matches!(event, Event::StatusUpdate(update) if update.r#final)
}

#[test]
fn messages_of_a_task_bear_its_ids() {
    let mut events = fresh();
    let last = events.end(Ending::Completed(vec![Part::text("done")])).expect("it runs");
    let message: &Message = last[0].status().and_then(|status| status.message.as_ref()).expect("a message");
    assert_eq!((message.task_id.as_deref(), message.context_id.as_deref()), (Some("task-1"), Some("context-1")));
}
