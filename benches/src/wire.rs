//! What an error costs on the wire: a failed status-update of A2A 0.3 to JSON, and back into typed data.
//!
//! The peer is what one would write by hand with `serde` 1.0 and `serde_json` 1.0: structs that derive `Serialize` and `Deserialize`, with
//! just the members that this event has, the texts borrowed where they are static. It makes the same bytes, which is asserted.
//!
//! "Building" is what an agent does for each failure: the event, its ids and its time of the clock (`humantime` on both sides), then
//! the JSON. The number from a domain enum goes further back: to the enum's value, of which ours makes the message and the data.
//!
//! It is not what the reader of a stream pays that does not know which event comes next; that is the number with `Event` in its name.
//! The hand-written reader knows neither other kinds of parts nor unknown codes, null for absent, nor the members of guardrails and
//! flows, all of which ours reads.

use std::hint::black_box;
use std::time::{Duration, SystemTime};

use llamon_errors::a2a::v0_3::{Event, TaskIds, TaskStatusUpdateEvent};
use llamon_errors::{ApplicationError, ApplicationErrorData, Domain, DomainError, ErrorCode, ErrorSource};
use serde::{Deserialize, Serialize};

use crate::Plan;
use crate::measure::{Measure, interleaved_steps};

#[derive(Debug, DomainError)]
#[domain_error(catalog = "../catalogs/documents.toml", partial)]
enum DocumentError {
    DocumentNotFound { document_id: String },
}

mod hand {
    //! Hand-written serde structs: what writes, and what reads.

    use super::{Deserialize, Serialize};

    #[derive(Serialize)]
    #[serde(tag = "kind", rename = "status-update", rename_all = "camelCase")]
    pub(super) struct Event<'a> {
        pub(super) task_id: String,
        pub(super) context_id: String,
        pub(super) r#final: bool,
        pub(super) status: Status<'a>,
    }

    #[derive(Serialize)]
    pub(super) struct Status<'a> {
        pub(super) state: &'a str,
        pub(super) timestamp: String,
        pub(super) message: Message<'a>,
    }

    #[derive(Serialize)]
    #[serde(tag = "kind", rename = "message", rename_all = "camelCase")]
    #[expect(clippy::struct_field_names, reason = "A2A names them so")]
    pub(super) struct Message<'a> {
        pub(super) role: &'a str,
        pub(super) message_id: String,
        pub(super) task_id: String,
        pub(super) context_id: String,
        pub(super) parts: Vec<Part<'a>>,
    }

    #[derive(Serialize)]
    #[serde(tag = "kind", rename_all = "lowercase")]
    pub(super) enum Part<'a> {
        Text { text: String },
        Data { data: Data<'a> },
    }

    #[derive(Clone, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub(super) struct Data<'a> {
        pub(super) error_code: &'a str,
        pub(super) error_reason: &'a str,
        pub(super) error_message: String,
        pub(super) retriable: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub(super) domain: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub(super) domain_code: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub(super) error_source: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub(super) retry_after_ms: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub(super) retried: Option<u32>,
    }

    macro_rules! read {
        ($($(#[$on:meta])* $name:ident { $($field:ident: $ty:ty,)* })*) => {$(
            #[derive(Deserialize)]
            #[serde(rename_all = "camelCase")]
            $(#[$on])*
            #[expect(dead_code, reason = "what is read is the measure, not what becomes of it")]
            pub(super) struct $name { $($field: $ty,)* }
        )*};
    }

    read! {
        ReadEvent { task_id: String, context_id: String, r#final: bool, status: ReadStatus, }
        ReadStatus { state: String, timestamp: Option<String>, message: Option<ReadMessage>, }
        ReadMessage {
            role: String, message_id: String, task_id: Option<String>, context_id: Option<String>, parts: Vec<ReadPart>,
        }
        ReadData {
            error_code: String, error_reason: String, error_message: String, retriable: bool, domain: Option<String>,
            domain_code: Option<String>, error_source: Option<String>, retry_after_ms: Option<u64>, retried: Option<u32>,
        }
    }

    #[derive(Deserialize)]
    #[serde(tag = "kind", rename_all = "lowercase")]
    #[expect(dead_code, reason = "what is read is the measure, not what becomes of it")]
    pub(super) enum ReadPart {
        Text { text: String },
        Data { data: ReadData },
    }
}

const ROUNDS: usize = 31;
const STEPS: usize = 10_000;

pub(crate) fn run(plan: Plan, tell: &mut dyn FnMut(Measure)) {
    let rounds = plan.rounds(ROUNDS);
    write(rounds, tell);
    write_from_enum(rounds, tell);
    read(rounds, tell);
}

/// An error of eight members.
fn error() -> ApplicationError {
    ApplicationError::new(ErrorCode::UpstreamUnavailable, "component_invoke_error")
        .message("bank lookup failed")
        .error_source(ErrorSource::new("mcp:MCP-001/check_account_owner").expect("this is an error source"))
        .domain(Domain::new("subject-management").expect("this is a domain"))
        .retried(2)
        .retry_after(Duration::from_millis(1500))
}

/// The same by hand.
fn data() -> hand::Data<'static> {
    hand::Data {
        error_code: "UPSTREAM_UNAVAILABLE",
        error_reason: "component_invoke_error",
        error_message: "bank lookup failed".to_owned(),
        retriable: true,
        domain: Some("subject-management"),
        domain_code: None,
        error_source: Some("mcp:MCP-001/check_account_owner"),
        retry_after_ms: Some(1500),
        retried: Some(2),
    }
}

fn now() -> String {
    humantime::format_rfc3339_millis(SystemTime::now()).to_string()
}

fn failed_by_hand<'a>(data: hand::Data<'a>, task_id: &str, context_id: &str, timestamp: String) -> hand::Event<'a> {
    hand::Event {
        task_id: task_id.to_owned(),
        context_id: context_id.to_owned(),
        r#final: true,
        status: hand::Status {
            state: "failed",
            timestamp,
            message: hand::Message {
                role: "agent",
                message_id: format!("{task_id}-failed"),
                task_id: task_id.to_owned(),
                context_id: context_id.to_owned(),
                parts: vec![hand::Part::Text { text: data.error_message.clone() }, hand::Part::Data { data }],
            },
        },
    }
}

fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(black_box(value)).expect("events are JSON")
}

/// Both sides' event of one moment, which must be the same bytes.
fn events(ids: &TaskIds) -> (TaskStatusUpdateEvent<ApplicationErrorData>, hand::Event<'static>) {
    let ours = TaskStatusUpdateEvent::failed(&error(), ids);
    let hand = failed_by_hand(data(), "task-1", "context-1", ours.status.timestamp.clone().unwrap_or_default());
    assert_eq!(json(&ours), json(&hand));
    (ours, hand)
}

fn write(rounds: usize, tell: &mut dyn FnMut(Measure)) {
    let ids = TaskIds::new("task-1", "context-1");
    let (event, event_by_hand) = events(&ids);
    let (ours, peer) = interleaved_steps(rounds, STEPS, || times(|| json(&event)), || times(|| json(&event_by_hand)));
    let name = "failed status-update to JSON, built before, against hand-written serde structs, ns".to_owned();
    tell(Measure { name, ours, peer, target: Some(1.1) });

    let (error, data) = (error(), data());
    let (ours, peer) = interleaved_steps(
        rounds,
        STEPS,
        || times(|| json(&TaskStatusUpdateEvent::failed(black_box(&error), &ids))),
        || times(|| json(&failed_by_hand(black_box(&data).clone(), "task-1", "context-1", now()))),
    );
    let name = "failed status-update to JSON, building included, against hand-written serde structs, ns".to_owned();
    tell(Measure { name, ours, peer, target: Some(1.1) });
}

fn write_from_enum(rounds: usize, tell: &mut dyn FnMut(Measure)) {
    let ids = TaskIds::new("task-1", "context-1");
    let ours = || {
        let error = DocumentError::DocumentNotFound { document_id: black_box("A-17").to_owned() };
        json(&TaskStatusUpdateEvent::failed(&ApplicationError::from(error), &ids))
    };
    let hand = || {
        let document_id = black_box("A-17").to_owned();
        let data = hand::Data {
            error_code: "NOT_FOUND",
            error_reason: "document_not_found",
            error_message: format!("문서 {document_id}을(를) 찾을 수 없습니다"),
            retriable: false,
            domain: Some("document-service"),
            domain_code: Some("DOC_005"),
            error_source: Some("db:documents/by_id"),
            retry_after_ms: None,
            retried: None,
        };
        json(&failed_by_hand(data, "task-1", "context-1", now()))
    };
    assert_eq!(ours().len(), hand().len());
    let (ours, peer) = interleaved_steps(rounds, STEPS, || times(ours), || times(hand));
    let name = "a domain enum's value to the JSON of its failed status-update, against the same by hand, ns".to_owned();
    tell(Measure { name, ours, peer, target: None });
}

fn read(rounds: usize, tell: &mut dyn FnMut(Measure)) {
    let line = json(&events(&TaskIds::new("task-1", "context-1")).0);
    let ours = || {
        let event: TaskStatusUpdateEvent<ApplicationErrorData> =
            serde_json::from_str(black_box(&line)).expect("this is an event");
        event
    };
    let any = || {
        let event: Event = serde_json::from_str(black_box(&line)).expect("this is an event");
        event.status().and_then(llamon_errors::a2a::v0_3::TaskStatus::error_data)
    };
    assert!(any().is_some());
    let hand = || {
        let event: hand::ReadEvent = serde_json::from_str(black_box(&line)).expect("this is an event");
        event
    };
    let (own, peer) = interleaved_steps(rounds, STEPS, || times(ours), || times(hand));
    let name = "failed status-update from JSON to typed data, against hand-written serde structs, ns".to_owned();
    tell(Measure { name, ours: own, peer, target: Some(1.3) });
    let (own, peer) = interleaved_steps(rounds, STEPS, || times(any), || times(hand));
    let name = "any Event from JSON and its error data, against hand-written structs of the one event, ns".to_owned();
    tell(Measure { name, ours: own, peer, target: None });
}

fn times<R>(mut work: impl FnMut() -> R) {
    for _ in 0..STEPS {
        black_box(work());
    }
}
