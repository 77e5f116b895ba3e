//! A document agent that fails on purpose. Loopback only, and it ends by itself.
//!
//! ```sh
//! cargo run -p llamon-errors --example agent --features agent-axum -- --port 0 --seconds 60
//! ```
//!
//! The first line it prints is `READY http://127.0.0.1:PORT`. The text of a message picks what happens:
//!
//! | text | what happens |
//! |---|---|
//! | `ok` | a flow of three nodes, whose last one streams the summary |
//! | `fail` | the first node fails with an error of the catalog |
//! | `fail-node` | the second node fails; what the first one found is kept |
//! | `fail-stream` | the third node fails after three chunks |
//! | `fail-before-stream` | the stream fails before its first chunk, and the agent answers as a whole |
//! | `protocol` | the request is refused |
//! | `guardrail` | a guardrail blocks the second node's result |
//! | `guardrail-stream` | a guardrail blocks after two chunks, which are taken back |
//! | `input` | the agent asks for a birthday; the next message to the task goes on |
//! | `auth` | the agent asks for leave; the next message to the task goes on |
//! | `nothing` | a result of the catalog that is no error |
//! | `panic` | the second node panics |
//! | `timeout` | the second node never ends |
//! | `tools` | a model forgets an argument, and its tool fails twice before it answers |
//! | `tools-down` | the tool fails for the third time |

#![allow(clippy::print_stdout, clippy::panic, reason = "it prints where it listens, and it panics on purpose")]

use std::io;
use std::time::Duration;

use llamon_errors::a2a::v0_3::{Artifact, Part};
use llamon_errors::agent::server::{Server, http};
use llamon_errors::agent::{
    Agent, AgentCard, AgentSkill, END, Flow, FlowBuilder, FlowErrors, MemoryStore, NodeRun, Output, Reply, Request,
    Runner, RunnerOptions, START, Step,
};
use llamon_errors::classify::OrClassify as _;
use llamon_errors::tool_guard::{ToolAnswer, arguments};
use llamon_errors::{
    ApplicationError, DomainError, ErrorCode, Failure, GuardrailData, ProtocolErrorData, from_catalog,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Written with its fields by the macro, all but the one that keeps a secret.
#[from_catalog("catalogs/documents.toml")]
#[derive(Debug)]
enum DocumentError {}

/// An error that knows more than it tells.
#[derive(Debug, DomainError)]
#[domain_error(catalog = "catalogs/documents.toml", partial)]
enum StorageError {
    #[domain_error(code = "DOC_006")]
    IndexDown {
        #[source]
        cause: io::Error,
        #[domain_error(secret)]
        #[allow(dead_code, reason = "it has no way out, which is what it shows")]
        dsn: &'static str,
    },
}

#[from_catalog("catalogs/documents.toml", outcomes)]
#[derive(Debug)]
enum DocumentOutcome {}

/// What goes from node to node.
#[derive(Serialize, Deserialize)]
struct State {
    scenario: String,
    subject: String,
    passages: Vec<String>,
}

type Node = Result<Step<State>, ApplicationError>;

async fn fetch_subject(mut run: NodeRun<State>) -> Node {
    match run.state.scenario.as_str() {
        "fail" => Err(DocumentError::DocumentNotFound { document_id: "A-17".to_owned() })?,
        "input" => {
            let Some(birthday) = run.answer() else {
                return run.ask(Reply::input_required("생년월일을 알려주세요."));
            };
            run.made(Artifact::new("birthday", [Part::text(birthday)]));
        }
        "auth" if run.answer().is_none() => {
            return run.ask(Reply::auth_required("문서 보관함에 접근하도록 허락해 주세요."));
        }
        _ => {}
    }
    run.state.subject.push_str("문서 A-17");
    run.made(Artifact::new("fetch_subject", [Part::text("문서 A-17")]).name("fetch_subject"));
    run.done()
}

async fn search(mut run: NodeRun<State>) -> Node {
    match run.state.scenario.as_str() {
        "fail-node" => {
            let cause = io::Error::other("connection to http://index/?key=EXAMPLE-SECRET was refused");
            Err(StorageError::IndexDown { cause, dsn: "postgres://agent:EXAMPLE-SECRET@index/documents" })?;
        }
        "guardrail" => Err(blocked())?,
        "panic" => panic!("EXAMPLE-SECRET is in this panic"),
        "timeout" => std::future::pending().await,
        "tools" | "tools-down" => {
            let told = tool_loop(run.request(), run.state.scenario == "tools-down").await?;
            run.made(Artifact::new("tool_loop", [Part::text(told.join("\n"))]));
        }
        _ => {}
    }
    run.state.passages = vec!["전세 계약".to_owned(), "보증금".to_owned()];
    run.made(Artifact::new("search", [Part::text(run.state.passages.join(", "))]).name("search"));
    run.done()
}

async fn summarize(run: NodeRun<State>) -> Node {
    let output = run.output();
    let chunks = ["이 문서는 ", "전세 계약에 ", "관한 것입니다."];
    for (written, chunk) in chunks.into_iter().enumerate() {
        if written == 2 && run.state.scenario == "guardrail-stream" {
            return Err(blocked());
        }
        output.text(chunk).await;
        // A model thinks before each word.
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    if run.state.scenario == "fail-stream" {
        Err(DocumentError::SummaryTimedOut { pages: 300, timeout_ms: 30_000 })?;
    }
    run.done()
}

/// What was found goes into the error's data, not into its text.
fn blocked() -> ApplicationError {
    let error = DocumentError::PersonalDataFound { category: "주민등록번호".to_owned() };
    ApplicationError::from(error).guardrail(GuardrailData::new("personal_data").fact("stage", "output"))
}

/// A model that calls a tool: first without its argument, then again and again while the tool cannot be reached.
async fn tool_loop(request: &Request, is_down: bool) -> Result<Vec<String>, ApplicationError> {
    #[derive(Deserialize)]
    struct CheckOwner {
        account: String,
    }
    let check_owner = async |call: &Value, attempt: u32| -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
        let CheckOwner { account } = arguments(call)?;
        if is_down || attempt < 3 {
            Err(io::Error::from(io::ErrorKind::ConnectionRefused))?;
        }
        Ok(format!("the owner of {account} is known"))
    };
    let mut told = Vec::new();
    for attempt in 0..4 {
        let call = if attempt == 0 { json!({}) } else { json!({"account": "110-1"}) };
        match request.tools().call("check_owner", check_owner(&call, attempt)).await? {
            ToolAnswer::Given(text) | ToolAnswer::Told(text) => told.push(text),
        }
    }
    Ok(told)
}

/// A flow, with a validation in front and another way beside it.
struct Documents {
    flow: Flow<State>,
}

impl Documents {
    fn new() -> Result<Self, FlowErrors> {
        let start =
            |request: &Request| Ok(State { scenario: request.text(), subject: String::new(), passages: Vec::new() });
        let flow = FlowBuilder::new(start)
            .node("fetch_subject", "business", fetch_subject)
            .node("search", "business", search)
            .node("summarize", "llm", summarize)
            .edge(START, "fetch_subject")
            .branch("fetch_subject", ["search", END], |state| if state.scenario == "nothing" { END } else { "search" })
            .edge("search", "summarize")
            .edge("summarize", END)
            .end(|state| match state.scenario.as_str() {
                "nothing" => Ok(Reply::outcome(&DocumentOutcome::NoRelatedInformation { query: state.subject })),
                _ => Ok(Reply::completed()),
            })
            .build()?;
        Ok(Self { flow })
    }
}

impl Agent for Documents {
    fn validate(&self, request: &Request) -> Result<(), Failure> {
        if request.text() != "protocol" {
            return Ok(());
        }
        let mut data = ProtocolErrorData::new(ErrorCode::InvalidInput, "query_empty");
        data.error_message = "질의 본문이 비어 있습니다".into();
        Err(Failure::refused(data))
    }

    async fn invoke(&self, request: &Request) -> Result<Reply, ApplicationError> {
        match request.text().as_str() {
            "fail-before-stream" => Ok(Reply::artifact("answer", "이 문서는 전세 계약에 관한 것입니다.")),
            _ => Ok(Reply::declined()),
        }
    }

    async fn stream(&self, request: &Request, output: &Output) -> Result<Reply, ApplicationError> {
        if request.text() == "fail-before-stream" {
            Err(io::Error::from(io::ErrorKind::ConnectionReset)).or_classify()?;
        }
        self.flow.stream(request, output).await
    }
}

/// The values of `--port` and `--seconds`.
fn options() -> Result<(u16, u64), Box<dyn std::error::Error>> {
    let (mut port, mut seconds) = (0, 60);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("`{word}` has no value"))?;
        match word.as_str() {
            "--port" => port = value.parse()?,
            "--seconds" => seconds = value.parse()?,
            _ => return Err(format!("unknown option `{word}`; there are --port and --seconds").into()),
        }
    }
    Ok((port, seconds.min(600)))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (port, seconds) = options()?;
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    let url = format!("http://{}", listener.local_addr()?);
    let card = AgentCard::new("documents", "finds and summarizes documents", "1.4.0", format!("{url}/"))
        .skill(AgentSkill::new("summarize", "summaries", "summarizes a document").tag("documents"));
    let options = RunnerOptions::default().time_limit(Duration::from_secs(2));
    let runner = Runner::with(Documents::new()?, MemoryStore::new(1000), options);
    let app = http::router(Server::new(runner, &card));
    println!("READY {url}");
    let end = tokio::time::sleep(Duration::from_secs(seconds));
    tokio::select! {
        served = async { axum::serve(listener, app).await } => served?,
        () = end => {}
    }
    Ok(())
}
