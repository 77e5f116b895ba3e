//! The server on HTTP, with axum: `POST /` for JSON-RPC, and the card at both of its well-known paths.
//!
//! Comes in: HTTP requests. Goes out: JSON with status 200, or server-sent events, each a whole JSON-RPC response. A silent stream says
//! `: ping` every three seconds, since clients give up after five. Not done here: listening, TLS, who may ask, limits of connections.

use alloc::string::String;
use core::convert::Infallible;
use core::pin::Pin;
use core::task::{Context, Poll};
use core::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT, CONTENT_TYPE, HeaderName, HeaderValue};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use futures_core::Stream;

use super::{Agent, Head, Lines, Server, ServerAnswer, TaskStore, refused};
use crate::agent::refusal::Refusal;
use crate::json_rpc::Id;

/// How long a stream may be silent. Clients read for five seconds before they give up; a comment takes some time too.
const SILENCE: Duration = Duration::from_secs(3);

/// How many bytes a request may have.
const BODY_LIMIT: usize = 4 * 1024 * 1024;

/// The routes of an agent; nest or merge them where they belong.
///
/// ```no_run
/// use llamon_errors::agent::server::{Server, http};
/// use llamon_errors::agent::{Agent, AgentCard, Runner};
///
/// struct Documents;
/// impl Agent for Documents {}
///
/// # async fn serve() -> std::io::Result<()> {
/// let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
/// let card = AgentCard::new("documents", "finds documents", "1.0.0", format!("http://{}/", listener.local_addr()?));
/// axum::serve(listener, http::router(Server::new(Runner::new(Documents), &card))).await
/// # }
/// ```
pub fn router<A: Agent, S: TaskStore>(server: Server<A, S>) -> axum::Router {
    axum::Router::new()
        .route("/", post(answer::<A, S>))
        .route("/.well-known/agent-card.json", get(card::<A, S>))
        .route("/.well-known/agent.json", get(card::<A, S>))
        .with_state(server)
}

async fn card<A: Agent, S: TaskStore>(State(server): State<Server<A, S>>) -> Response {
    json(String::from(server.card()))
}

async fn answer<A: Agent, S: TaskStore>(State(server): State<Server<A, S>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let header = |name: HeaderName| parts.headers.get(name).and_then(|value| value.to_str().ok());
    let wants_stream = header(ACCEPT).is_some_and(|accept| accept.contains("text/event-stream"));
    let head = Head { version: header(HeaderName::from_static("a2a-version")), wants_stream };
    let answer = match to_bytes(body, BODY_LIMIT).await {
        Ok(body) => server.answer(&body, head).await,
        Err(_too_long_or_cut) => {
            let refusal = Refusal::reason(-32600, "request_too_long", "the request has more than 4 MiB");
            refused(Id::Null, refusal, wants_stream)
        }
    };
    match answer {
        ServerAnswer::Line(line) => json(line),
        ServerAnswer::Stream(lines) => stream(lines),
    }
}

fn json(line: String) -> Response {
    ([(CONTENT_TYPE, HeaderValue::from_static("application/json"))], Body::from(line)).into_response()
}

fn stream(lines: Lines) -> Response {
    let comments = KeepAlive::new().interval(SILENCE).text("ping");
    let mut response = Sse::new(Events(lines)).keep_alive(comments).into_response();
    let headers = response.headers_mut();
    headers.insert("cache-control", HeaderValue::from_static("no-store"));
    // Proxies that gather what they pass on would hold events back.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

/// Lines as server-sent events. JSON has no line breaks, so each is one `data:` line.
struct Events(Lines);

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let line = Pin::new(&mut self.0).poll_next(cx);
        line.map(|line| line.map(|line| Ok(Event::default().data(line))))
    }
}
