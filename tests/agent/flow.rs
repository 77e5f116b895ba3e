//! Flows (SPEC F1 to F4, M9, H1): what a failing node tells, what is kept of the others, and graphs that are none.

#![allow(clippy::unused_async, reason = "a node is asynchronous, whether it waits or not")]

use llamon_errors::a2a::v0_3::{Artifact, Event, Part, TaskIds};
use llamon_errors::agent::{
    Agent, END, Flow, FlowBuilder, FlowFault, FlowTrace, NodeRun, Output, Reply, Request, Runner, START, Step,
};
use llamon_errors::testing::failed_data;
use llamon_errors::{
    ApplicationError, ApplicationErrorData, DomainError, ErrorCode, ErrorFlow, ErrorNode, application_error,
};
use llamon_errors_agent_tests::{events, message, told};
use serde::{Deserialize, Serialize};

#[derive(Debug, DomainError)]
#[domain_error(catalog = "../../catalogs/documents.toml", partial)]
enum DocumentError {
    SearchIndexDown,
}

#[derive(Default, Serialize, Deserialize)]
struct State {
    text: String,
    rounds: u32,
}

type Node = Result<Step<State>, ApplicationError>;

fn builder() -> FlowBuilder<State> {
    FlowBuilder::new(|request| Ok(State { text: request.text(), rounds: 0 }))
}

/// Makes an artifact called after the node.
async fn made(run: NodeRun<State>, id: &'static str) -> Node {
    run.made(Artifact::new(id, [Part::text(format!("of {id}"))]));
    run.done()
}

async fn fails(run: NodeRun<State>) -> Node {
    run.made(Artifact::new("half", [Part::text("half done")]));
    Err(DocumentError::SearchIndexDown)?
}

/// The three nodes of S1's example, of which the second fails.
fn s1() -> FlowBuilder<State> {
    builder()
        .node("fetch_subject", "business", |run| made(run, "fetch_subject"))
        .node("rag_search", "business", fails)
        .node("generate_response", "llm", |run| made(run, "generate_response"))
        .edge(START, "fetch_subject")
        .edge("fetch_subject", "rag_search")
        .edge("rag_search", "generate_response")
        .edge("generate_response", END)
}

async fn run(agent: impl Agent, text: &str) -> Vec<Event> {
    events(Runner::new(agent).stream(message(text)).await.expect("it is taken in")).await
}

async fn data(agent: impl Agent) -> ApplicationErrorData {
    failed_data(&run(agent, "x").await).expect("it failed")
}

#[tokio::test]
async fn the_failed_node_its_kind_and_those_before_it_are_told() {
    let data = data(s1().build().expect("a sound graph")).await;
    assert_eq!(data.node, Some(ErrorNode::new("rag_search").kind("business")));
    assert_eq!(data.flow, Some(ErrorFlow::new(["fetch_subject"])));
    assert_eq!(
        (data.error_code.effective(), data.domain_code.as_deref()),
        (ErrorCode::UpstreamUnavailable, Some("DOC_006"))
    );
}

#[tokio::test]
async fn what_finished_nodes_made_is_published_before_the_failure_and_nothing_of_the_failed_one() {
    let events = run(s1().build().expect("a sound graph"), "x").await;
    assert_eq!(told(&events), ["task submitted", "working", "fetch_subject: of fetch_subject", "final failed"]);
    let runner = Runner::new(s1().build().expect("a sound graph"));
    let task = runner.send(message("x")).await.expect("it is taken in").finish().await;
    let kept: Vec<_> = task.artifacts.iter().flatten().map(|artifact| &*artifact.artifact_id).collect();
    assert_eq!(kept, ["fetch_subject"], "the same for who waits for the whole task");
    assert_eq!(runner.get(&task.id).await.expect("it is kept"), task);
}

#[tokio::test]
async fn completed_nodes_stand_in_the_order_in_which_they_finished() {
    let flow = builder()
        .node("loop", "business", async |mut run: NodeRun<State>| {
            run.state.rounds += 1;
            run.done()
        })
        .node("fails", "llm", fails)
        .edge(START, "loop")
        .branch("loop", ["loop", "fails"], |state| if state.rounds < 3 { "loop" } else { "fails" })
        .edge("fails", END);
    assert_eq!(data(flow.build().expect("sound")).await.flow, Some(ErrorFlow::new(["loop", "loop", "loop"])));
}

/// Another engine of graphs, which has nothing but the trace, and loses its own books while it fails.
struct Foreign;

impl Agent for Foreign {
    async fn stream(&self, _: &Request, output: &Output) -> Result<Reply, ApplicationError> {
        let trace = output.trace();
        trace.started(ErrorNode::new("left").kind("tool"));
        trace.started(ErrorNode::new("right").kind("llm"));
        trace.finished("first", [Artifact::new("first", [Part::text("1")])]);
        trace.failed("left");
        // Looking up what finished panics inside of the engine, while it hands it over.
        let lookup = std::panic::AssertUnwindSafe(|| {
            trace.finished("lost", std::iter::from_fn(|| -> Option<Artifact> { panic!("the checkpoint is gone") }));
        });
        assert!(std::panic::catch_unwind(lookup).is_err());
        Err(application_error!(ErrorCode::NotFound, "document_not_found"))
    }
}

#[tokio::test]
async fn looking_the_context_up_never_hides_the_error() {
    let events = run(Foreign, "x").await;
    assert_eq!(told(&events), ["task submitted", "working", "first: 1", "final failed"]);
    let data = failed_data(&events).expect("it failed");
    assert_eq!(data.error_reason, "document_not_found");
    assert_eq!((data.node, data.flow), (Some(ErrorNode::new("left").kind("tool")), Some(ErrorFlow::new(["first"]))));
    // Without a flow nothing is said of one, and what an author says of it stays.
    let by_hand = || application_error!(ErrorCode::NotFound, "gone", node = ErrorNode::new("mine"));
    assert_eq!(FlowTrace::new().describe(application_error!(ErrorCode::NotFound, "gone")).data().flow, None);
    let trace = FlowTrace::new();
    trace.started(ErrorNode::new("theirs"));
    assert_eq!(trace.describe(by_hand()).data().node, Some(ErrorNode::new("mine")));
}

#[tokio::test]
async fn a_flow_that_does_not_come_to_its_end_stops_at_its_limit() {
    let flow = builder()
        .node("think", "llm", |run| made(run, "thought"))
        .edge(START, "think")
        .branch("think", ["think", END], |_| "think")
        .iteration_limit(4);
    let data = data(flow.build().expect("sound")).await;
    assert_eq!((data.error_reason.as_ref(), data.retriable), ("max_tool_iterations_exceeded", true));
    assert_eq!(data.error_code.effective(), ErrorCode::UpstreamUnavailable);
    assert_eq!(data.flow, Some(ErrorFlow::new(["think"; 4])));
}

#[tokio::test]
async fn a_branch_that_chooses_what_it_did_not_name_is_a_routing_error() {
    let flow =
        builder()
            .node("ask", "llm", |run| made(run, "ask"))
            .edge(START, "ask")
            .branch("ask", ["ask", END], |state| &state.text);
    let data = data(flow.build().expect("sound")).await;
    assert_eq!((data.error_code.effective(), data.error_reason.as_ref()), (ErrorCode::InternalError, "routing_error"));
    assert_eq!(data.error_message, format!("the branch behind `ask` chose `x`; it names ask, {END}"));
    assert_eq!(data.node, Some(ErrorNode::new("ask").kind("llm")));
}

/// Asks for a name in its second node, once or until it is told one.
fn asking(question: fn() -> Reply) -> FlowBuilder<State> {
    builder()
        .node("greet", "business", |run| made(run, "greet"))
        .node("ask", "human", move |mut run: NodeRun<State>| async move {
            match run.answer() {
                Some(name) if !name.is_empty() => {
                    run.state.text = format!("{}: {name}", run.state.text);
                    run.done()
                }
                _ => run.ask(question()),
            }
        })
        .node("check", "business", |run: NodeRun<State>| async move {
            if run.state.text.ends_with("nobody") {
                Err(DocumentError::SearchIndexDown)?;
            }
            run.done()
        })
        .edge(START, "greet")
        .edge("greet", "ask")
        .edge("ask", "check")
        .edge("check", END)
        .end(|state| Ok(Reply::artifact("said", state.text)))
}

#[tokio::test]
async fn a_question_is_a_state_and_the_next_message_goes_on_at_the_node_that_asked() {
    for (question, state) in [
        ((|| Reply::input_required("your name?")) as fn() -> Reply, "final input-required"),
        (|| Reply::auth_required("may I?"), "final auth-required"),
    ] {
        let runner = Runner::new(asking(question).build().expect("sound"));
        let follow = runner.stream(message("hello")).await.expect("taken in");
        let ids = TaskIds::new(follow.task().id, follow.task().context_id);
        assert_eq!(told(&events(follow).await), ["task submitted", "working", "greet: of greet", state]);
        let waiting = runner.get(&ids.task_id).await.expect("it is kept");
        assert!(waiting.status.error_data().is_none(), "a question is no error");

        // An answer that is none: it asks again, and forgets nothing.
        let again = runner.stream(message("").to_task(&ids)).await.expect("it waits");
        assert_eq!(told(&events(again).await), ["task submitted", "working", state]);
        let done = runner.stream(message("Kim").to_task(&ids)).await.expect("it waits");
        assert_eq!(told(&events(done).await), ["task submitted", "working", "said: hello: Kim", "final completed"]);
    }
}

/// The flow of today, and that of tomorrow, whose state is another one.
struct Deployed {
    today: Flow<String>,
    tomorrow: Flow<u32>,
}

impl Agent for Deployed {
    async fn stream(&self, request: &Request, output: &Output) -> Result<Reply, ApplicationError> {
        if request.is_resumed() {
            self.tomorrow.stream(request, output).await
        } else {
            self.today.stream(request, output).await
        }
    }
}

#[tokio::test]
async fn a_state_that_cannot_be_read_any_more_tells_nothing_of_itself() {
    let today = FlowBuilder::new(|_| Ok("EXAMPLE-SECRET".to_owned()))
        .node("ask", "human", |run: NodeRun<String>| async move { run.ask(Reply::input_required("?")) })
        .edge(START, "ask")
        .edge("ask", END);
    let tomorrow = FlowBuilder::new(|_| Ok(0))
        .node("ask", "human", |run: NodeRun<u32>| async move { run.done() })
        .edge(START, "ask")
        .edge("ask", END);
    let (today, tomorrow) = (today.build().expect("sound"), tomorrow.build().expect("sound"));
    let runner = Runner::new(Deployed { today, tomorrow });
    let asked = runner.send(message("x")).await.expect("taken in").finish().await;
    let ids = TaskIds::new(asked.id, asked.context_id);
    let all = events(runner.stream(message("y").to_task(&ids)).await.expect("it waits")).await;
    let data = failed_data(&all).expect("it failed");
    assert!(!serde_json::to_string(&all).expect("JSON").contains("EXAMPLE-SECRET"), "{}", data.error_message);
    assert_eq!(
        (data.error_code.effective(), data.error_reason.as_ref()),
        (ErrorCode::InternalError, "flow_state_unreadable")
    );
}

#[tokio::test]
async fn a_flow_that_asks_at_its_end_begins_anew_and_no_node_takes_the_message_for_its_answer() {
    let start = |_: &Request| Ok(State::default());
    let flow = FlowBuilder::new(start)
        .node("first", "business", |run: NodeRun<State>| async move {
            let answer = run.answer().unwrap_or_else(|| "none".to_owned());
            run.made(Artifact::new("first", [Part::text(answer)]));
            run.done()
        })
        .edge(START, "first")
        .edge("first", END)
        .end(|_| Ok(Reply::input_required("anything else?")));
    let runner = Runner::new(flow.build().expect("sound"));
    let asked = runner.send(message("x")).await.expect("taken in").finish().await;
    let ids = TaskIds::new(asked.id, asked.context_id);
    let all = events(runner.stream(message("y").to_task(&ids)).await.expect("it waits")).await;
    assert!(told(&all).contains(&"first: none".to_owned()), "{:?}", told(&all));
}

#[tokio::test]
async fn a_failure_behind_an_answer_knows_the_nodes_before_the_question() {
    let runner = Runner::new(asking(|| Reply::input_required("your name?")).build().expect("sound"));
    let task = runner.send(message("hello")).await.expect("taken in").finish().await;
    let answer = message("nobody").to_task(&TaskIds::new(task.id, task.context_id));
    let task = runner.send(answer).await.expect("it waits").finish().await;
    let data = task.status.error_data().expect("it failed");
    assert_eq!(data.flow, Some(ErrorFlow::new(["greet", "ask"])));
    assert_eq!(data.node, Some(ErrorNode::new("check").kind("business")));
}

#[tokio::test]
async fn a_node_cannot_ask_with_an_answer() {
    let data = data(asking(Reply::completed).build().expect("sound")).await;
    assert_eq!((data.error_reason.as_ref(), data.node), ("routing_error", Some(ErrorNode::new("ask").kind("human"))));
}

fn faults(builder: FlowBuilder<State>) -> Vec<String> {
    let error = builder.build().expect_err("the graph is not sound");
    assert_eq!(error.faults().len(), error.to_string().lines().count());
    error.to_string().lines().map(str::to_owned).collect()
}

#[test]
fn every_fault_of_the_pieces_is_told_at_once() {
    let node = |run| made(run, "x");
    let broken = builder()
        .node("a", "k", node)
        .node("a", "k", node)
        .node("", "k", node)
        .node(END, "k", node)
        .node("b", "k", node)
        .node("c", "k", node)
        .edge("a", "b")
        .edge("a", "nowhere")
        .edge(END, "a")
        .edge("b", START)
        .branch("c", ["a", "a"], |_| "a")
        .iteration_limit(0);
    assert_eq!(
        faults(broken),
        [
            "two nodes are called `a`; give one of them another id",
            "a node has an empty id; give it a name",
            "a node is called `__end__`, which is where flows begin or end; call it something else",
            "an edge names `nowhere`, but no node is called so; the nodes are a, b, c",
            "an edge goes out of END; nothing comes behind it",
            "an edge goes into START; a flow begins there once",
            "the branch behind `c` names no target, or one twice",
            "no edge goes out of `START`; write one, to END if the flow is over with it",
            "two edges go out of `a`; write one branch instead",
            "the iteration limit is 0, with which no node can run; write 1 or more",
        ]
    );
}

#[test]
fn a_graph_has_a_way_in_and_a_way_out() {
    let node = |run| made(run, "x");
    assert_eq!(builder().build().expect_err("empty").faults(), [FlowFault::NoWay { from: "START".to_owned() }]);
    let circle = builder()
        .node("a", "k", node)
        .node("b", "k", node)
        .node("alone", "k", node)
        .edge(START, "a")
        .edge("a", "b")
        .edge("b", "a")
        .edge("alone", END);
    assert_eq!(
        faults(circle),
        [
            "no way leads from `a` to END; write an edge that leaves the circle",
            "no way leads from `b` to END; write an edge that leaves the circle",
            "no way leads from START to `alone`; write an edge to it, or leave it out",
        ]
    );
    let short = builder().node("a", "k", node).edge(START, END).edge("a", END);
    assert_eq!(faults(short), ["START has a branch, or an edge to END; write one edge to the first node"]);
}
