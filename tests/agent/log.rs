//! What operators see of tasks: spans and events, with the names of the wire and a bounded `error.type`.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use llamon_errors::agent::{Agent, Record, Reply, Request, Runner, RunnerOptions, TaskStore};
use llamon_errors::{
    ApplicationError, ApplicationErrorData, DomainError, ErrorCode, Failure, ProtocolErrorData, application_error,
};
use llamon_errors_agent_tests::message;
use tracing::field::{Field, Visit};
use tracing::span::Id;
use tracing::{Instrument as _, Metadata};
use tracing_core::span::Current;

type Fields = BTreeMap<String, String>;

/// Keeps the fields of spans and events, and which span stands in which.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<Fields>>>, Arc<Mutex<Spans>>);

#[derive(Default)]
struct Spans {
    known: Vec<&'static Metadata<'static>>,
    entered: Vec<Id>,
}

impl Spans {
    fn current(&self) -> Option<(Id, &'static Metadata<'static>)> {
        let id = self.entered.last()?;
        let at = usize::try_from(id.into_u64()).expect("a small number");
        Some((id.clone(), self.known[at - 1]))
    }
}

struct Fill<'f>(&'f mut Fields);

impl Visit for Fill<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.insert(field.name().to_owned(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name().to_owned(), value.to_owned());
    }
}

impl Log {
    fn keep(&self, record: impl FnOnce(&mut Fill<'_>)) {
        let mut fields = Fields::new();
        record(&mut Fill(&mut fields));
        self.0.lock().expect("nobody else").push(fields);
    }

    fn with(&self, field: &str, value: &str) -> Vec<Fields> {
        let all = self.0.lock().expect("nobody else");
        all.iter().filter(|fields| fields.get(field).is_some_and(|known| known == value)).cloned().collect()
    }
}

impl tracing::Subscriber for Log {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("llamon_errors")
    }
    fn new_span(&self, span: &tracing::span::Attributes<'_>) -> Id {
        let mut spans = self.1.lock().expect("nobody else");
        self.keep(|fill| {
            span.record(fill);
            fill.0.insert("span".to_owned(), span.metadata().name().to_owned());
            let parent = spans.current().map(|(_, parent)| parent.name().to_owned());
            fill.0.insert("parent".to_owned(), parent.unwrap_or_default());
        });
        spans.known.push(span.metadata());
        Id::from_u64(spans.known.len() as u64)
    }
    fn record(&self, _: &Id, values: &tracing::span::Record<'_>) {
        self.keep(|fill| {
            values.record(fill);
            fill.0.insert("recorded".to_owned(), "on the span".to_owned());
        });
    }
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, event: &tracing::Event<'_>) {
        self.keep(|fill| event.record(fill));
    }
    fn enter(&self, id: &Id) {
        self.1.lock().expect("nobody else").entered.push(id.clone());
    }
    fn exit(&self, _: &Id) {
        self.1.lock().expect("nobody else").entered.pop();
    }
    fn current_span(&self) -> Current {
        let spans = self.1.lock().expect("nobody else");
        spans.current().map_or_else(Current::none, |(id, metadata)| Current::new(id, metadata))
    }
}

#[derive(Debug, DomainError)]
#[domain_error(catalog = "../../catalogs/documents.toml", partial)]
enum DocumentError {
    DocumentNotFound { document_id: String },
}

struct Fails;

impl Agent for Fails {
    fn validate(&self, request: &Request) -> Result<(), Failure> {
        if request.text() != "refuse" {
            return Ok(());
        }
        Err(Failure::refused(ProtocolErrorData::new(ErrorCode::InvalidInput, "query_empty")))
    }

    async fn invoke(&self, request: &Request) -> Result<Reply, ApplicationError> {
        match request.text().as_str() {
            "domain" => Err(DocumentError::DocumentNotFound { document_id: "A-17".to_owned() })?,
            "by hand" => Err(application_error!(ErrorCode::RateLimited, "quota_used_up", domain = "document-service")),
            // What a peer writes could be anything, and there is no end of it.
            _ => {
                let text = r#"{"errorCode":"NOT_FOUND","errorReason":"gone","domainCode":"PEER-8f3a"}"#;
                let data: ApplicationErrorData = serde_json::from_str(text).expect("readable");
                Err(ApplicationError::from_data(data))
            }
        }
    }
}

#[test]
fn each_failure_is_one_event_with_the_names_of_the_wire() {
    let log = Log::default();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    let ids = tracing::subscriber::with_default(log.clone(), || {
        runtime.block_on(async {
            let runner = Runner::new(Fails);
            let mut ids = Vec::new();
            for text in ["domain", "by hand", "peer"] {
                ids.push(runner.send(message(text)).await.expect("taken in").finish().await.id);
            }
            runner.send(message("refuse")).await.expect_err("it is refused");
            ids
        })
    });
    let facts = ["errorCode", "errorReason", "domain", "domainCode", "error.type"];
    let one = |reason: &str| {
        let events: Vec<Fields> =
            log.with("errorReason", reason).into_iter().filter(|fields| !fields.contains_key("recorded")).collect();
        assert_eq!(events.len(), 1, "one event for `{reason}`");
        facts.map(|fact| events[0].get(fact).cloned().unwrap_or_default())
    };
    assert_eq!(
        one("document_not_found"),
        ["NOT_FOUND", "document_not_found", "document-service", "DOC_005", "DOC_005"]
    );
    assert_eq!(one("quota_used_up"), ["RATE_LIMITED", "quota_used_up", "document-service", "", "RATE_LIMITED"]);
    assert_eq!(one("gone"), ["NOT_FOUND", "gone", "", "PEER-8f3a", "NOT_FOUND"], "a label is bounded");
    assert_eq!(one("query_empty"), ["INVALID_INPUT", "query_empty", "", "", "INVALID_INPUT"]);
    let recorded = |field: &str| -> Vec<String> {
        let records = log.with("recorded", "on the span");
        records.iter().filter_map(|fields| fields.get(field).cloned()).collect()
    };
    assert_eq!(
        recorded("error.type"),
        ["DOC_005", "RATE_LIMITED", "NOT_FOUND"],
        "the span of each failed task says so"
    );
    assert_eq!(recorded("domainCode"), ["DOC_005", "PEER-8f3a"]);
    for id in ids {
        assert_eq!(log.with("taskId", &id).iter().filter(|fields| fields["span"] == "a2a.task").count(), 1);
    }
}

/// A store that says which task it is to take in, and does not do so.
struct Hangs(tokio::sync::mpsc::UnboundedSender<String>);

impl TaskStore for Hangs {
    async fn insert(&self, record: Record) -> Result<(), ApplicationError> {
        let _ = self.0.send(record.task.id);
        std::future::pending().await
    }

    async fn update(&self, _: Record) -> Result<(), ApplicationError> {
        Ok(())
    }

    async fn load(&self, _: &str) -> Result<Option<Record>, ApplicationError> {
        Ok(None)
    }
}

/// A task that is being taken in cannot be canceled, and that is all that is told of it.
#[test]
fn a_refusal_is_one_event() {
    let log = Log::default();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    tracing::subscriber::with_default(log.clone(), || {
        runtime.expect("a runtime").block_on(async {
            let (ids, mut taken_in) = tokio::sync::mpsc::unbounded_channel();
            let runner = Runner::with(Fails, Hangs(ids), RunnerOptions::default());
            let other = runner.clone();
            let sent = tokio::spawn(async move { other.send(message("domain")).await });
            let id = taken_in.recv().await.expect("it is to be taken in");
            runner.cancel(&id).await.expect_err("nobody works on it yet");
            sent.await.expect("it does not panic").expect_err("the store hangs");
        });
    });
    let all = log.with("message", "the request was refused");
    let numbers: Vec<&str> = all.iter().filter_map(|fields| fields.get("number")).map(String::as_str).collect();
    assert_eq!(numbers, ["-32002", "-32603"]);
}

#[test]
fn the_span_of_a_task_stands_inside_of_its_requests() {
    let log = Log::default();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    tracing::subscriber::with_default(log.clone(), || {
        let request = tracing::info_span!(target: "llamon_errors_agent_tests", "request");
        let runner = Runner::new(Fails);
        runtime.block_on(async {
            runner.send(message("domain")).instrument(request).await.expect("taken in").finish().await
        });
    });
    let parents: Vec<String> = log.with("span", "a2a.task").iter().map(|fields| fields["parent"].clone()).collect();
    assert_eq!(parents, ["request"]);
}
