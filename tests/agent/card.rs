//! What an agent says of itself, and which methods and versions its server knows.

use llamon_errors::agent::server::{Head, Server, ServerAnswer};
use llamon_errors::agent::{Agent, AgentCard, AgentSkill, Runner};
use llamon_errors_tests::root;
use serde_json::{Value, json};

struct Nothing;

impl Agent for Nothing {}

fn card() -> AgentCard {
    AgentCard::new("documents", "finds documents", "1.4.0", "http://127.0.0.1:8080/")
}

#[test]
fn a_card_says_who_may_ask_and_what_it_must_not_say_twice() {
    let schemes = json!({"bearer": {"type": "http", "scheme": "bearer"}});
    let skill = AgentSkill::new("find", "find", "finds").extra("examples", json!(["find A-17"])).expect("a new member");
    let guarded = card()
        .extra("securitySchemes", schemes.clone())
        .and_then(|card| card.extra("security", json!(["old"])))
        .and_then(|card| card.extra("security", json!([{"bearer": []}])))
        .expect("new members")
        .skill(skill);
    let json = serde_json::to_value(&guarded).expect("JSON");
    assert_eq!((&json["securitySchemes"], &json["security"]), (&schemes, &json!([{"bearer": []}])));
    assert_eq!(
        (&json["skills"][0]["examples"], &json["url"]),
        (&json!(["find A-17"]), &json!("http://127.0.0.1:8080/"))
    );

    let own = serde_json::to_value(card()).expect("JSON");
    for name in own.as_object().expect("an object").keys() {
        let error = guarded.clone().extra(name.as_str(), json!(1)).expect_err("it is the card's own");
        assert_eq!(error.to_string(), format!("`{name}` is a member of its own; set that one"));
    }
    let own = serde_json::to_value(AgentSkill::new("a", "a", "a")).expect("JSON");
    for name in own.as_object().expect("an object").keys() {
        AgentSkill::new("a", "a", "a").extra(name.as_str(), json!(1)).expect_err("it is the skill's own");
    }
}

async fn answered(method: &str, version: Option<&str>) -> Value {
    let server = Server::new(Runner::new(Nothing), &card());
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": method}).to_string();
    let mut head = Head::default();
    head.version = version;
    let line = match server.answer(body.as_bytes(), head).await {
        ServerAnswer::Line(line) => line,
        ServerAnswer::Stream(mut lines) => {
            let next = std::future::poll_fn(|cx| futures_core::Stream::poll_next(std::pin::Pin::new(&mut lines), cx));
            next.await.expect("a stream is never empty")
        }
    };
    serde_json::from_str(&line).expect("JSON")
}

#[tokio::test]
async fn every_method_that_is_documented_is_known() {
    let text = std::fs::read_to_string(root().join("llamon-errors/src/agent/server.rs")).expect("it is there");
    let rows: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("//! | `")?.split('`').next()).collect();
    assert_eq!(rows.len(), 7, "{rows:?}");
    for row in rows {
        let answer = answered(&row.replace('*', "set"), None).await;
        assert_ne!(answer["error"]["code"], -32601, "{row}: {answer}");
    }
    assert_eq!(answered("tasks/pushNotificationConfig", None).await["error"]["code"], -32601);
}

#[tokio::test]
async fn a_version_that_is_not_spoken_is_told_which_one_is() {
    for version in ["1.0", "2.0"] {
        let error = answered("message/send", Some(version)).await["error"].take();
        let text = format!("A2A version `{version}` is not supported; this agent speaks 0.3");
        assert_eq!((&error["code"], &error["message"]), (&json!(-32009), &json!(text)));
    }
}
