//! An agent behind JSON-RPC (A2A 0.3.0, sections 6 and 7): comes in a request's text, goes out the text of its answer, or of each event of
//! its stream. [`http`] puts them on the wire with axum. Not done here: who may ask; put that in front, as a layer of axum.
//!
//! | method | answer |
//! |---|---|
//! | `message/send` | the task, when it has ended or waits; at once with `blocking: false` |
//! | `message/stream` | a stream: the task, `working`, artifacts, one final status |
//! | `tasks/get` | the task as it is |
//! | `tasks/cancel` | the task, canceled |
//! | `tasks/resubscribe` | a stream from here on |
//! | `tasks/pushNotificationConfig/*` | -32003 |
//! | `agent/getAuthenticatedExtendedCard` | -32007 |
//!
//! What real clients demand, and why it is done so:
//!
//! * Every answer has the HTTP status 200, errors too: with another one a2a-sdk 0.3 reads neither body nor `error.data`.
//! * Where a stream was asked for an error is an event of one, also one that was found before the method could be read,
//!   or of a method that is not known.
//! * A stream has one task, first, and is never empty. Behind the final event the body ends.
//! * A client that reads nothing for ten seconds, while others follow the same task, is let go: its body ends without a final event, and
//!   `tasks/resubscribe` has the rest ([`Follow`]).
//! * Every event bears the id of its request.
//!
//! A client of `message/send` waits for the whole answer, and a2a-sdk does so for five seconds. Work that takes longer is better streamed,
//! or asked for with `blocking: false`.

pub mod http;
mod message;

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::sync::Arc;
use core::fmt;
use core::pin::Pin;
use core::task::{Context, Poll};

use futures_core::Stream;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use self::message::{Call, MessageParams, TaskParams};
use super::Agent;
use super::card::AgentCard;
use super::follow::Follow;
use super::refusal::Refusal;
use super::runner::Runner;
use super::store::{MemoryStore, TaskStore};
use crate::a2a::Version;
use crate::a2a::v0_3::{Event, Task};
use crate::json_rpc::{ErrorResponse, Id, Response};

/// What a request can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    Send,
    Stream,
    Get,
    Cancel,
    Resubscribe,
    Push,
    ExtendedCard,
}

impl Method {
    /// The names. One that ends in a slash is the head of several.
    const ALL: [(&str, Self); 7] = [
        ("message/send", Self::Send),
        ("message/stream", Self::Stream),
        ("tasks/get", Self::Get),
        ("tasks/cancel", Self::Cancel),
        ("tasks/resubscribe", Self::Resubscribe),
        ("tasks/pushNotificationConfig/", Self::Push),
        ("agent/getAuthenticatedExtendedCard", Self::ExtendedCard),
    ];

    fn of(name: &str) -> Option<Self> {
        let is = |known: &str| if known.ends_with('/') { name.starts_with(known) } else { name == known };
        Self::ALL.into_iter().find(|(known, _)| is(known)).map(|(_, method)| method)
    }

    /// Whether it is answered with a stream, whatever the client accepts. All others are answered with one response.
    fn is_stream(self) -> bool {
        matches!(self, Self::Stream | Self::Resubscribe)
    }
}

/// An agent and its card, ready to be asked. Its clones are handles of one server.
#[derive(Debug)]
pub struct Server<A, S = MemoryStore> {
    runner: Runner<A, S>,
    card: Arc<str>,
}

impl<A, S> Clone for Server<A, S> {
    fn clone(&self) -> Self {
        Self { runner: self.runner.clone(), card: self.card.clone() }
    }
}

/// What stands in the head of a request and counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Head<'h> {
    /// The version of A2A that the client asks for: header `A2A-Version`.
    pub version: Option<&'h str>,
    /// Whether the client wants a stream: header `Accept`. It decides only where the request cannot be read, or its method is not known.
    pub wants_stream: bool,
}

/// The answer to a request. JSON-RPC over HTTP has no third form, so it can be matched whole.
#[derive(Debug)]
pub enum ServerAnswer {
    /// One JSON-RPC response.
    Line(String),
    /// One JSON-RPC response for each event.
    Stream(Lines),
}

impl<A: Agent, S: TaskStore> Server<A, S> {
    /// Serves what a runner runs, under this card.
    #[must_use]
    pub fn new(runner: Runner<A, S>, card: &AgentCard) -> Self {
        Self { runner, card: line(card).into() }
    }

    /// The card as JSON.
    #[must_use]
    pub fn card(&self) -> &str {
        &self.card
    }

    /// The runner.
    #[must_use]
    pub fn runner(&self) -> &Runner<A, S> {
        &self.runner
    }

    /// Answers a request.
    pub async fn answer(&self, body: &[u8], head: Head<'_>) -> ServerAnswer {
        let call = match Call::read(body) {
            Ok(call) => call,
            Err((id, refusal)) => return refused(id, refusal, head.wants_stream),
        };
        let Call { id, method, params } = call;
        let method = Method::of(&method);
        let is_stream = method.map_or(head.wants_stream, Method::is_stream);
        if let Err(refusal) = only_0_3(head.version) {
            return refused(id, refusal, is_stream);
        }
        let Some(method) = method else {
            return refused(id, Refusal::number(-32601, "Method not found"), is_stream);
        };
        match self.ask(method, &params).await {
            Ok(Asked::Follow(follow)) => ServerAnswer::Stream(Lines::of(id, follow)),
            Ok(Asked::Task(task)) => ServerAnswer::Line(line(&Response::result(id, &*task))),
            Err(refusal) => refused(id, refusal, is_stream),
        }
    }

    async fn ask(&self, method: Method, params: &Value) -> Result<Asked, Refusal> {
        match method {
            Method::Send => {
                let MessageParams { message, configuration } = read::<MessageParams>(params)?.checked()?;
                let task = match configuration.blocking {
                    Some(false) => self.runner.send_detached(message).await?,
                    Some(true) | None => self.runner.send(message).await?.finish().await,
                };
                Ok(Asked::task(with_history(task, configuration.history_length)))
            }
            Method::Stream => {
                let message = read::<MessageParams>(params)?.checked()?.message;
                self.runner.stream(message).await.map(Asked::Follow)
            }
            Method::Get => {
                let TaskParams { id, history_length } = read(params)?;
                Ok(Asked::task(with_history(self.runner.get(&id).await?, history_length)))
            }
            Method::Cancel => self.runner.cancel(&read::<TaskParams>(params)?.id).await.map(Asked::task),
            Method::Resubscribe => self.runner.resubscribe(&read::<TaskParams>(params)?.id).await.map(Asked::Follow),
            Method::Push => Err(Refusal::number(-32003, "Push Notification is not supported")),
            Method::ExtendedCard => Err(Refusal::number(-32007, "Authenticated Extended Card is not configured")),
        }
    }
}

/// What was asked for, where it is not refused.
enum Asked {
    Task(Box<Task>),
    Follow(Follow),
}

impl Asked {
    fn task(task: Task) -> Self {
        Self::Task(Box::new(task))
    }
}

/// This server speaks 0.3 alone, also where the build knows more.
fn only_0_3(version: Option<&str>) -> Result<(), Refusal> {
    match Version::from_header(version) {
        Ok(Version::V0_3) => Ok(()),
        _ => {
            let version = version.unwrap_or_default().trim();
            let text = format!("A2A version `{version}` is not supported; this agent speaks 0.3");
            Err(Refusal::number(-32009, text))
        }
    }
}

fn read<T: DeserializeOwned>(params: &Value) -> Result<T, Refusal> {
    // Where, and of which type; serde's own words repeat values, and those may be long or secret.
    crate::tool_guard::arguments(params).map_err(|faults| Refusal::number(-32602, faults.to_string()))
}

/// The latest messages alone, where the client asks for so many.
fn with_history(mut task: Task, length: Option<usize>) -> Task {
    if let (Some(history), Some(length)) = (&mut task.history, length) {
        history.drain(..history.len().saturating_sub(length));
    }
    task
}

fn refused(id: Id, refusal: Refusal, is_stream: bool) -> ServerAnswer {
    let text = line(&ErrorResponse::new(id.clone(), refusal.into()));
    if is_stream {
        ServerAnswer::Stream(Lines { id, state: State::Refused(Some(text)) })
    } else {
        ServerAnswer::Line(text)
    }
}

/// A value as one line of JSON. Nothing that is written here can fail: structs with named members, and maps with texts as keys.
fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// The events of a stream, each as one line of JSON. Dropping it tells the runner that the client has gone.
pub struct Lines {
    id: Id,
    state: State,
}

enum State {
    Follow(Box<Follow>),
    Refused(Option<String>),
}

impl Lines {
    fn of(id: Id, follow: Follow) -> Self {
        Self { id, state: State::Follow(Box::new(follow)) }
    }
}

impl fmt::Debug for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lines").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Stream for Lines {
    type Item = String;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<String>> {
        let Self { id, state } = &mut *self;
        match state {
            State::Refused(text) => Poll::Ready(text.take()),
            State::Follow(follow) => {
                let event = Pin::new(&mut **follow).poll_next(cx);
                event.map(|event| event.map(|event| line(&Response::result(id.clone(), &*event as &Event))))
            }
        }
    }
}
