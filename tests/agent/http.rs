//! The server on real sockets: what is on the wire, byte for byte where a client depends on it.

use std::net::SocketAddr;
use std::time::Duration;

use llamon_errors::agent::{Agent, MemoryStore, Output, Reply, Request, Runner, RunnerOptions};
use llamon_errors::{ApplicationError, DomainError, Failure, ProtocolErrorData};
use llamon_errors_agent_tests::example::ExampleAgent;
use llamon_errors_agent_tests::http::{Answer, call, message, open, read, request, serve};
use serde_json::{Value, json};
use tokio::io::AsyncReadExt as _;

#[derive(Debug, DomainError)]
#[domain_error(catalog = "../../catalogs/documents.toml", partial)]
enum DocumentError {
    DocumentNotFound { document_id: String },
}

struct Documents;

impl Agent for Documents {
    fn validate(&self, request: &Request) -> Result<(), Failure> {
        if request.text() != "refuse" {
            return Ok(());
        }
        Err(Failure::refused(ProtocolErrorData::new(llamon_errors::ErrorCode::AuthRequired, "token_expired")))
    }

    async fn stream(&self, request: &Request, output: &Output) -> Result<Reply, ApplicationError> {
        let chunks = request.text().bytes().filter(|byte| *byte == b'c').count();
        for number in 0..chunks {
            output.text(format!("{number}\n")).await;
        }
        match request.text().as_str() {
            "silent" => tokio::time::sleep(Duration::from_secs(7)).await,
            "wait" => std::future::pending().await,
            text if text.ends_with("fail") => Err(DocumentError::DocumentNotFound { document_id: "A-17".to_owned() })?,
            _ => {}
        }
        Ok(Reply::completed())
    }
}

async fn server() -> SocketAddr {
    serve(&Runner::new(Documents)).await
}

/// The error data of the final event, or of the task.
fn failed(result: &Value) -> &Value {
    &result["status"]["message"]["parts"][1]["data"]
}

#[tokio::test]
async fn an_error_is_the_same_before_the_first_chunk_and_after_three_and_on_both_paths() {
    let server = server().await;
    for text in ["fail", "cccfail"] {
        let sent = call(server, "message/send", &message(text)).await;
        let streamed = call(server, "message/stream", &message(text)).await;
        let last = streamed.events().pop().expect("a stream is never empty");
        assert_eq!((last["result"]["final"].as_bool(), last["id"].as_str()), (Some(true), Some("request-7")));
        for result in [&sent.json()["result"], &last["result"]] {
            let data = failed(result);
            let facts = [&data["errorCode"], &data["errorReason"], &data["domainCode"]]
                .map(|fact| fact.as_str().unwrap_or_default());
            assert_eq!(facts, ["NOT_FOUND", "document_not_found", "DOC_005"], "{text}");
        }
        let kept: Vec<Value> =
            streamed.events().iter().map(|event| event["result"]["artifact"]["parts"][0]["text"].clone()).collect();
        let kept: Vec<&str> = kept.iter().filter_map(Value::as_str).collect();
        assert_eq!(kept.concat(), if text == "fail" { "" } else { "0\n1\n2\n" });
    }
}

#[tokio::test]
async fn a_stream_is_events_of_whole_responses_and_its_body_ends() {
    let answer = call(server().await, "message/stream", &message("cc")).await;
    assert_eq!(answer.status, 200);
    for line in ["content-type: text/event-stream", "cache-control: no-store", "x-accel-buffering: no"] {
        assert!(answer.head.contains(line), "{line}: {}", answer.head);
    }
    assert!(answer.is_whole, "the body comes to its own end");
    let blocks: Vec<&str> = answer.body.split_terminator("\n\n").collect();
    assert!(
        answer.body.ends_with("\n\n")
            && blocks.iter().all(|block| block.starts_with("data: {") && !block.contains('\n'))
    );
    let kinds: Vec<Value> = answer.events().into_iter().map(|event| event["result"]["kind"].clone()).collect();
    assert_eq!(kinds, ["task", "status-update", "artifact-update", "artifact-update", "status-update"]);
    assert!(answer.events().iter().all(|event| event["id"] == "request-7" && event["jsonrpc"] == "2.0"));
}

async fn post(server: SocketAddr, headers: &str, body: &str) -> Answer {
    read(open(server, "POST", "/", headers, body).await).await
}

/// A refusal has the status 200, one error, and words for it.
#[track_caller]
fn assert_refused(answer: &Answer, wants_stream: bool, number: i64, reason: &str) {
    let is_stream = answer.head.contains("text/event-stream");
    assert_eq!((answer.status, is_stream, answer.is_whole), (200, wants_stream, true), "{reason}: {answer:?}");
    let error = if is_stream {
        let events = answer.events();
        assert_eq!(events.len(), 1, "{reason}: {events:?}");
        events[0].clone()
    } else {
        answer.json()
    };
    assert!(error.get("result").is_none() && error.get("id").is_some(), "{error}");
    let told = &error["error"];
    assert_eq!((told["code"].as_i64(), told["data"]["errorReason"].as_str()), (Some(number), Some(reason)), "{error}");
    assert!(told["message"].as_str().is_some_and(|text| !text.is_empty()), "{error}");
}

#[tokio::test]
async fn every_error_has_status_200_and_is_an_event_where_a_stream_was_asked_for() {
    let server = server().await;
    let stream = "accept: text/event-stream\r\n";
    let refused = request("message/stream", &message("refuse"));
    for (headers, body, number, reason) in [
        ("", "{", -32700, "json_parse_error"),
        (stream, "{", -32700, "json_parse_error"),
        ("", "[]", -32600, "invalid_request"),
        (stream, r#"{"jsonrpc":"1.0","id":1,"method":"message/stream"}"#, -32600, "invalid_request"),
        ("", r#"{"jsonrpc":"2.0","method":"message/send","params":{}}"#, -32600, "invalid_request"),
        ("", r#"{"jsonrpc":"2.0","id":1,"method":"message/send","params":{}}"#, -32602, "invalid_params"),
        (
            stream,
            r#"{"jsonrpc":"2.0","id":1,"method":"message/stream","params":{"message":{"parts":1}}}"#,
            -32602,
            "invalid_params",
        ),
        ("", r#"{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"id":7}}"#, -32602, "invalid_params"),
        ("", r#"{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{}}"#, -32601, "method_not_found"),
        (
            "",
            r#"{"jsonrpc":"2.0","id":1,"method":"tasks/pushNotificationConfig/set"}"#,
            -32003,
            "push_notification_not_supported",
        ),
        (
            "",
            r#"{"jsonrpc":"2.0","id":1,"method":"agent/getAuthenticatedExtendedCard"}"#,
            -32007,
            "extended_card_not_configured",
        ),
        (
            "a2a-version: 1.0\r\n",
            r#"{"jsonrpc":"2.0","id":1,"method":"message/send","params":{}}"#,
            -32009,
            "version_not_supported",
        ),
        (stream, &refused, -32600, "token_expired"),
    ] {
        assert_refused(&post(server, headers, body).await, headers == stream, number, reason);
    }
}

#[tokio::test]
async fn a_method_that_is_not_known_is_refused_by_an_event_where_a_stream_was_asked_for() {
    let server = server().await;
    let body = request("SendStreamingMessage", &message("x"));
    for (headers, number, reason) in [
        ("accept: text/event-stream\r\n", -32601, "method_not_found"),
        ("a2a-version: 1.0\r\naccept: text/event-stream\r\n", -32009, "version_not_supported"),
    ] {
        assert_refused(&post(server, headers, &body).await, true, number, reason);
    }
    // A client that accepts everything has not asked for a stream by that.
    let both = "accept: application/json, text/event-stream\r\n";
    let answer = post(server, both, &request("message/send", &message("x"))).await;
    assert_eq!(answer.json()["result"]["status"]["state"], "completed");
}

#[tokio::test]
async fn a_request_that_is_too_long_is_refused_in_words() {
    let server = server().await;
    let long = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"message/send","x":"{}"}}"#, "x".repeat(5 << 20));
    let answer = post(server, "", &long).await;
    assert_eq!(
        (answer.status, answer.json()["error"]["data"]["errorReason"].as_str().map(str::to_owned)),
        (200, Some("request_too_long".to_owned()))
    );
}

#[tokio::test]
async fn ids_come_back_as_they_were_sent() {
    let server = server().await;
    for id in [json!(1), json!("1"), json!(-7), json!(1.5)] {
        let body = json!({"jsonrpc": "2.0", "id": id, "method": "message/send", "params": message("x")});
        assert_eq!(post(server, "", &body.to_string()).await.json()["id"], id);
    }
}

#[tokio::test]
async fn the_card_stands_at_both_of_its_places() {
    let server = server().await;
    let get = async |path| read(open(server, "GET", path, "", "").await).await;
    let card = get("/.well-known/agent-card.json").await;
    assert_eq!((card.status, card.body.clone()), (200, get("/.well-known/agent.json").await.body));
    assert_eq!(card.json()["capabilities"]["streaming"], true);
    assert_eq!(get("/").await.status, 405);
}

/// The clock is the test's own, so that the seven silent seconds take none.
#[tokio::test(start_paused = true)]
async fn a_silent_stream_says_so_before_a_client_gives_up() {
    let answer = call(server().await, "message/stream", &message("silent")).await;
    assert!(answer.body.matches(": ping\n\n").count() >= 2, "{}", answer.body);
    assert_eq!(
        answer.events().last().map(|event| event["result"]["status"]["state"].clone()),
        Some(json!("completed"))
    );
}

#[tokio::test]
async fn a_client_that_is_gone_mid_stream_or_while_it_waits_stops_the_work() {
    let runner = Runner::new(Documents);
    let server = serve(&runner).await;
    let until = async |running: usize| {
        for _ in 0..500 {
            if runner.running() == running {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("{} tasks run, and not {running}", runner.running());
    };
    for method in ["message/stream", "message/send"] {
        let mut stream = open(server, "POST", "/", "", &request(method, &message("wait"))).await;
        if method == "message/stream" {
            assert!(stream.read(&mut [0; 64]).await.expect("it streams") > 0);
        }
        until(1).await;
        drop(stream);
        until(0).await;
    }
}

#[tokio::test]
async fn a_message_that_is_not_to_block_is_answered_at_once() {
    let runner = Runner::with(Documents, MemoryStore::default(), RunnerOptions::default());
    let server = serve(&runner).await;
    let mut params = message("wait");
    params["configuration"] = json!({"blocking": false, "historyLength": 0, "acceptedOutputModes": []});
    let task = call(server, "message/send", &params).await.json()["result"].clone();
    assert_eq!((task["kind"].as_str(), task["history"].as_array().map(Vec::len)), (Some("task"), Some(0)));
    let id = json!({"id": task["id"]});
    let now = call(server, "tasks/get", &id).await.json()["result"].clone();
    assert_eq!((now["status"]["state"].as_str(), now["history"].as_array().map(Vec::len)), (Some("working"), Some(1)));
    assert_eq!(call(server, "tasks/cancel", &id).await.json()["result"]["status"]["state"], "canceled");
    let again = call(server, "tasks/resubscribe", &id).await.events();
    assert_eq!(
        again.iter().map(|event| event["result"]["kind"].clone()).collect::<Vec<_>>(),
        ["task", "status-update"]
    );
}

#[tokio::test]
async fn what_a_message_says_beside_its_parts_is_kept() {
    let runner = Runner::with(Documents, MemoryStore::default(), RunnerOptions::default());
    let server = serve(&runner).await;
    let mut params = message("wait");
    params["configuration"] = json!({"blocking": false});
    params["message"]["extensions"] = json!(["https://example.com/x"]);
    params["message"]["referenceTaskIds"] = json!(["t0"]);
    params["message"]["metadata"] = json!({"a": 1});
    let task = call(server, "message/send", &params).await.json()["result"].clone();
    for name in ["extensions", "referenceTaskIds", "metadata", "parts"] {
        assert_eq!(task["history"][0][name], params["message"][name], "{name}");
    }
}

#[tokio::test]
async fn the_example_agent_says_where_it_is_and_ends_by_itself() {
    let agent = ExampleAgent::start(2);
    let server = agent.url.strip_prefix("http://").and_then(|at| at.parse().ok()).expect("it has an address");
    let events = call(server, "message/stream", &message("fail-node")).await.events();
    let last = &events.last().expect("a stream is never empty")["result"];
    assert_eq!((failed(last)["domainCode"].as_str(), last["final"].as_bool()), (Some("DOC_006"), Some(true)));
    assert!(!serde_json::to_string(&events).expect("JSON").contains("EXAMPLE-SECRET"));
    assert!(tokio::task::spawn_blocking(|| agent.ends_well()).await.expect("it is waited for"));
}
