//! The tool guard (SPEC T1 to T4) around calls of any kind.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use llamon_errors::agent::{Agent, Output, Reply, Request, Runner};
use llamon_errors::classify::{Classification, Rules};
use llamon_errors::tool_guard::{ArgumentFaultKind, ArgumentFaults, ArgumentSchema, ToolAnswer, ToolGuard, arguments};
use llamon_errors::{ApplicationError, DomainError, ErrorCode, application_error, error_source};
use llamon_errors_agent_tests::message;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Debug, DomainError)]
#[domain_error(catalog = "../../catalogs/documents.toml", partial)]
enum DocumentError {
    AccountCheckFailed,
}

fn refused() -> io::Error {
    io::ErrorKind::ConnectionRefused.into()
}

fn timed_out() -> io::Error {
    io::ErrorKind::TimedOut.into()
}

fn told(answer: Result<ToolAnswer<()>, ApplicationError>) -> String {
    match answer {
        Ok(ToolAnswer::Told(text)) => text,
        other => panic!("the model is told something: {other:?}"),
    }
}

#[derive(Debug, Deserialize)]
#[allow(dead_code, reason = "only what cannot be read is looked at")]
struct Transfer {
    account: String,
    amount: u64,
    #[serde(default)]
    note: Option<String>,
    #[serde(default)]
    kind: Kind,
    #[serde(default)]
    parts: Vec<Part>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    #[default]
    Now,
    Later,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only what cannot be read is looked at")]
struct Part {
    share: u8,
}

fn fault(arguments_json: &Value) -> String {
    let read = || -> Result<Transfer, ArgumentFaults> { arguments(arguments_json) };
    let guard = ToolGuard::new();
    told(guard.settle("transfer", read().map(|_| ()), &Rules::new()))
}

#[test]
fn what_the_model_forgot_or_mistyped_is_told_to_it_in_one_line() {
    for (arguments, line) in [
        (json!({"amount": 3}), "Missing required argument: account"),
        (json!(null), "Missing required argument: account"),
        (json!({"account": "1"}), "Missing required argument: amount"),
        (json!({"account": 1, "amount": 3}), "Wrong type of argument: account (expected a string)"),
        (json!({"account": "1", "amount": "EXAMPLE-SECRET"}), "Wrong type of argument: amount (expected u64)"),
        (json!({"account": "1", "amount": -3}), "Invalid argument: amount (expected u64)"),
        (json!({"account": "1", "amount": 3, "note": [1]}), "Wrong type of argument: note (expected a string)"),
        (json!({"account": "1", "amount": 3, "kind": "soon"}), "Invalid argument: kind (expected one of now, later)"),
        (
            json!({"account": "1", "amount": 3, "kind": {"later": 1}}),
            "Wrong type of argument: kind.later (expected unit)",
        ),
        (json!({"account": "1", "amount": 3, "parts": [{"share": 1}, {}]}), "Missing required argument: parts.1.share"),
        (
            json!({"account": "1", "amount": 3, "parts": [{"share": 1, "s\nhare": 2}]}),
            "Unknown argument: parts.0.s hare",
        ),
        (
            json!({"account": "1", "amount": 3, "parts": [{"share": 300}]}),
            "Invalid argument: parts.0.share (expected u8)",
        ),
        (json!("EXAMPLE-SECRET"), "Wrong type of argument: all (expected struct Transfer)"),
    ] {
        assert_eq!(fault(&arguments), line, "{arguments}");
    }
    let sound =
        json!({"account": "1", "amount": 3, "note": null, "kind": "later", "parts": [{"share": 1}], "more": 1.5});
    assert!(arguments::<Transfer>(&sound).is_ok(), "what serde passes over is passed over here");
}

#[test]
fn a_schema_finds_every_fault_and_repeats_no_value() {
    let schema = json!({"type": "object", "required": ["account", "amount", "when"], "additionalProperties": false,
        "properties": {"account": {"type": "string", "minLength": 3}, "amount": {"type": ["integer", "null"]},
            "when": {"enum": ["now", "later"]}, "to": {"type": "object", "required": ["bank"]}}});
    let schema = ArgumentSchema::new(&schema).expect("a schema");
    let faults = schema.check(&json!({"account": "EX", "amount": "EXAMPLE-SECRET", "to": {}, "EXAMPLE": 1}));
    let faults = faults.expect_err("five faults");
    assert_eq!(
        told(ToolGuard::new().settle("transfer", Err(faults.clone()), &Rules::new())),
        "Missing required argument: to.bank; Missing required argument: when; Unknown argument: EXAMPLE; \
         Invalid argument: account (minLength); Wrong type of argument: amount (expected null or integer)"
    );
    assert_eq!(faults.faults()[0].kind, ArgumentFaultKind::Missing);
    assert_eq!(schema.check(&json!({"account": "110", "amount": null, "when": "now"})), Ok(()));
    assert!(ArgumentSchema::new(&json!({"type": 7})).is_none(), "no schema, no check");
    // A tool that checks by itself: its first fault, in the same words.
    let validator = jsonschema::validator_for(&json!({"required": ["account"]})).expect("a schema");
    let wrong = json!({"pin": "EXAMPLE-SECRET"});
    let checked = validator.validate(&wrong).map_err(|error| io::Error::other(error.to_owned()));
    assert_eq!(told(ToolGuard::new().settle("transfer", checked, &Rules::new())), "Missing required argument: account");
}

/// What finds a fault has no say in what the argument is called: a schema's pointers write slashes and tildes in another way.
#[test]
fn an_argument_is_called_as_the_model_calls_it() {
    #[derive(Debug, Deserialize)]
    struct Filter {
        #[serde(rename = "a/b~1")]
        _limit: Vec<u32>,
    }
    let wrong = json!({"a/b~1": [7, "8"]});
    let schema = json!({"properties": {"a/b~1": {"items": {"type": "integer"}}}});
    let schema = ArgumentSchema::new(&schema).expect("a schema");
    let (checked, read) = (schema.check(&wrong).expect_err("a text"), arguments::<Filter>(&wrong).expect_err("a text"));
    assert_eq!(checked.to_string(), "Wrong type of argument: a/b~1.1 (expected integer)");
    assert_eq!(read.to_string(), "Wrong type of argument: a/b~1.1 (expected u32)");
}

#[test]
fn a_tool_that_cannot_be_reached_is_forgiven_twice() {
    let sentence = "Upstream tool 'search' temporarily unavailable. Retry may succeed.";
    for (kind, code, reason) in [
        (refused as fn() -> io::Error, ErrorCode::UpstreamUnavailable, "component_invoke_error"),
        (timed_out, ErrorCode::UpstreamTimeout, "io_timed_out"),
    ] {
        let (guard, rules) = (ToolGuard::new(), Rules::new());
        assert_eq!(told(guard.settle("search", Err(kind()), &rules)), sentence);
        // A success in between forgets nothing: failures of one request add up.
        assert_eq!(guard.settle("search", Ok::<_, io::Error>(1), &rules).ok(), Some(ToolAnswer::Given(1)));
        assert_eq!(told(guard.settle("search", Err(kind()), &rules)), sentence);
        for _ in 0..2 {
            let error = guard.settle("search", Err::<(), _>(kind()), &rules).expect_err("the third and all behind it");
            assert_eq!((error.code(), error.data().error_reason.as_ref()), (code, reason));
            assert!(error.data().retriable);
        }
    }
    // Both kinds count together.
    let (guard, rules) = (ToolGuard::new(), Rules::new());
    told(guard.settle("search", Err(refused()), &rules));
    told(guard.settle("search", Err(timed_out()), &rules));
    let error = guard.settle("search", Err::<(), _>(refused()), &rules).expect_err("the third");
    assert_eq!(error.to_string(), "the tool `search` is not available");
    assert!(std::error::Error::source(&error).is_some(), "the cause stays in the process");
}

#[test]
fn other_failures_end_the_loop_at_once_and_an_authors_own_error_stays_as_it_is() {
    let (guard, rules) = (ToolGuard::new(), Rules::new());
    let error =
        guard.settle("x", Err::<(), _>(io::Error::from(io::ErrorKind::NotFound)), &rules).expect_err("it fails");
    assert_eq!(error.data().error_reason, "io_not_found");
    let quota = || application_error!(ErrorCode::RateLimited, "quota_used_up", retry_after_ms = 60_000);
    let error = guard.settle("x", Err::<(), _>(quota()), &rules).expect_err("it fails");
    assert_eq!(error.data().retry_after_ms, Some(60_000));
    assert_eq!(guard.failures("x"), 0);
    let last = (0..3)
        .map(|_| guard.settle("x", Err::<(), ApplicationError>(DocumentError::AccountCheckFailed.into()), &rules));
    let error = last.last().and_then(Result::err).expect("the third");
    assert_eq!(error.data().domain_code.as_deref(), Some("DOC_009"));
    let rules = Rules::new().domain::<DocumentError>();
    let guard = ToolGuard::new();
    let wrapped = || io::Error::other(DocumentError::AccountCheckFailed);
    let last = (0..3).map(|_| guard.settle("x", Err::<(), _>(wrapped()), &rules)).last();
    let error = last.and_then(Result::err).expect("the third");
    assert_eq!(error.data().domain_code.as_deref(), Some("DOC_009"), "rules know it inside of another");
    // The user's own rules say what a failed connection is, and where.
    let rules = Rules::new().on(|_: &std::fmt::Error| {
        let known = Classification::new(ErrorCode::UpstreamUnavailable, "bank_down");
        Some(known.error_source(error_source!("mcp:BANK/transfer")).retry_after_ms(1500))
    });
    let guard = ToolGuard::new();
    let last = (0..3).map(|_| guard.settle("transfer", Err::<(), _>(std::fmt::Error), &rules)).last();
    let error = last.and_then(Result::err).expect("the third");
    assert_eq!(error.data().error_source.as_deref(), Some("mcp:BANK/transfer"));
    assert_eq!((&*error.data().error_reason, error.data().retry_after_ms), ("component_invoke_error", Some(1500)));
}

/// Calls two tools that are down, as often as the message says.
struct Loop;

impl Agent for Loop {
    async fn stream(&self, request: &Request, output: &Output) -> Result<Reply, ApplicationError> {
        let times: u32 = request.text().parse().expect("a number");
        for _ in 0..times {
            for tool in ["left", "right"] {
                let call = async {
                    tokio::time::sleep(Duration::from_millis(1)).await;
                    Err::<(), _>(refused())
                };
                if let ToolAnswer::Told(text) = request.tools().call(tool, call).await? {
                    output.text(text + "\n").await;
                }
            }
        }
        Ok(Reply::completed())
    }
}

#[tokio::test(start_paused = true)]
async fn counters_are_per_tool_and_per_request() {
    let runner = Arc::new(Runner::new(Loop));
    let requests = (0..50).map(|number| {
        let runner = runner.clone();
        let times = if number % 2 == 0 { "2" } else { "3" };
        tokio::spawn(async move {
            let task = runner.send(message(times)).await.expect("taken in").finish().await;
            (times, task.status.error_data().map(|data| data.error_reason))
        })
    });
    for request in requests.collect::<Vec<_>>() {
        let (times, reason) = request.await.expect("it ends");
        let wanted = if times == "2" { None } else { Some("component_invoke_error") };
        assert_eq!(reason.as_deref(), wanted, "{times} calls of each tool");
    }
}

/// A tool that panics inside of the loop.
struct Panics;

impl Agent for Panics {
    async fn stream(&self, request: &Request, _: &Output) -> Result<Reply, ApplicationError> {
        let call = async { if request.text() == "x" { panic!("EXAMPLE-SECRET") } else { Ok::<(), io::Error>(()) } };
        request.tools().call("broken", call).await?;
        Ok(Reply::completed())
    }
}

#[tokio::test]
async fn a_tool_that_panics_fails_the_task_and_tells_nothing() {
    let task = Runner::new(Panics).send(message("x")).await.expect("taken in").finish().await;
    assert_eq!(task.status.error_data().expect("it failed").error_reason, "task_panicked");
    assert!(!serde_json::to_string(&task).expect("JSON").contains("EXAMPLE-SECRET"));
}
