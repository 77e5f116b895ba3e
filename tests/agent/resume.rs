//! What a flow keeps while it waits, and whom its trace blames.

#![allow(clippy::unused_async, reason = "a node is asynchronous, whether it waits or not")]

use llamon_errors::a2a::v0_3::{TaskIds, TaskState};
use llamon_errors::agent::{END, FlowBuilder, FlowTrace, NodeRun, Reply, Request, Runner, START};
use llamon_errors::{ApplicationError, ErrorCode, ErrorNode};
use llamon_errors_agent_tests::{message, text};
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Serialize, Deserialize)]
struct State {
    text: String,
}

fn saved_of(request: &Request) -> String {
    request.saved().map_or_else(|| "nothing".to_owned(), ToString::to_string)
}

/// The flow asks at its end, and where it is told to in its node, and wants something of its own back.
#[tokio::test]
async fn what_an_author_saves_in_a_flow_comes_back_beside_the_state() {
    let flow = FlowBuilder::new(|request: &Request| Ok(State { text: saved_of(request) }))
        .node("ask", "human", |mut run: NodeRun<State>| async move {
            if run.request().text() == "ask" {
                return run.ask(Reply::input_required("?").saved(json!({"step": 2})));
            }
            run.state.text = format!("{}, then {}", run.state.text, saved_of(run.request()));
            run.done()
        })
        .edge(START, "ask")
        .edge("ask", END)
        .end(|state| Ok(Reply::input_required(state.text).saved(json!({"node": "mine", "state": 7}))));
    let runner = Runner::new(flow.build().expect("sound"));
    let asked = runner.send(message("hello")).await.expect("taken in").finish().await;
    let ids = TaskIds::new(asked.id, asked.context_id);
    // At its end: the flow begins anew, and has what was saved there.
    for (said, heard) in [
        ("again", r#"{"node":"mine","state":7}, then {"node":"mine","state":7}"#),
        ("ask", "?"),
        ("answer", r#"{"node":"mine","state":7}, then {"step":2}"#),
    ] {
        let task = runner.send(message(said).to_task(&ids)).await.expect("it waits").finish().await;
        assert_eq!(task.status.state, TaskState::InputRequired, "{said}: {:?}", task.status.error_data());
        assert_eq!(text(&task.status.message.expect("a question").parts), heard, "{said}");
    }
}

#[test]
fn a_node_that_recovers_is_not_blamed() {
    let node = |id: &str| ErrorNode::new(id).kind("business");
    let blamed =
        |trace: &FlowTrace| trace.describe(ApplicationError::new(ErrorCode::InternalError, "x")).data().node.clone();
    let trace = FlowTrace::new();
    for id in ["a", "b"] {
        trace.started(node(id));
        trace.failed(id);
    }
    assert_eq!(blamed(&trace), Some(node("b")));
    // It is tried again, and finishes; what failed before it has not recovered.
    trace.started(node("b"));
    assert_eq!(blamed(&trace), Some(node("a")));
    trace.finished("b", []);
    trace.finished("a", []);
    assert_eq!(blamed(&trace), None);
    trace.started(node("c"));
    assert_eq!(blamed(&trace), Some(node("c")));
    assert_eq!(trace.completed(), ["b", "a"]);
}
