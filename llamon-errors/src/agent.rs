//! A running agent (SPEC L3, F1 to F4, S1 to S3, G1, H1): comes in a message, goes out the events of A2A 0.3, whatever happens.
//!
//! ```text
//! Message ─ validate ─▶ Refusal                       no task: the JSON-RPC error
//!              │
//!              ▼
//!           Runner ── invoke / stream ──▶ Agent       the author's code, a Flow of nodes, or both
//!              ▲                            │
//!              │ Reply, or any error        │ text, data, files, artifacts of nodes
//!              ▼                            ▼
//!          TaskEvents ◀── one queue ───── Output
//!              │
//!              ├─▶ Follow ... Follow                  task, working, artifacts, and one final status
//!              └─▶ TaskStore                          when it is taken in, waits, or has ended
//! ```
//!
//! * One place decides the order of events ([`TaskEvents`]), one task tells them, in one queue. Behind the final event comes nothing.
//! * Every end is one: an error of any kind, a panic, a time limit, a client that has gone, a request to cancel, a question to the person.
//! * What a panic says goes nowhere. What other errors say goes through [`disclosure`](crate::disclosure).
//!
//! Not done here: HTTP; with feature `agent-axum`, `server` does that. Nor does it stop code that neither ends nor waits: work that
//! takes the processor for long belongs on a thread of its own (`tokio::task::spawn_blocking`).
//!
//! ```
//! use llamon_errors::a2a::v0_3::{Event, Message, Part, TaskIds, TaskState};
//! use llamon_errors::agent::{Agent, Reply, Request, Runner};
//! use llamon_errors::{ApplicationError, ErrorCode, application_error};
//!
//! struct Summaries;
//!
//! impl Agent for Summaries {
//!     async fn invoke(&self, request: &Request) -> Result<Reply, ApplicationError> {
//!         match request.text().as_str() {
//!             "A-17" => Ok(Reply::artifact("summary", "it is about rent")),
//!             _ => Err(application_error!(ErrorCode::NotFound, "document_not_found")),
//!         }
//!     }
//! }
//!
//! # tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(async {
//! let runner = Runner::new(Summaries);
//! let mut events = runner.stream(Message::user("message-1", [Part::text("B-1")])).await.unwrap();
//! let mut last = None;
//! while let Some(event) = events.next().await {
//!     last = Some(event);
//! }
//! let status = last.unwrap().status().cloned().unwrap();
//! assert_eq!(status.state, TaskState::Failed);
//! assert_eq!(status.error_data().unwrap().error_reason, "document_not_found");
//! # });
//! ```

mod card;
mod caught;
mod events;
mod flow;
mod follow;
mod log;
mod options;
mod output;
mod refusal;
mod reply;
mod request;
mod run;
mod runner;
#[cfg(feature = "agent-axum")]
pub mod server;
mod store;
mod trace;
mod work;

use core::future::{Future, ready};

use crate::application_error::ApplicationError;
use crate::failure::Failure;

pub use self::card::{AgentCapabilities, AgentCard, AgentSkill, TakenMember};
pub use self::events::{Ended, Ending, NotWaiting, Piece, TaskEvents};
pub use self::flow::{END, Flow, FlowBuilder, FlowErrors, FlowFault, NodeRun, START, Step};
pub use self::follow::Follow;
pub use self::options::RunnerOptions;
pub use self::output::{ANSWER, Output};
pub use self::refusal::Refusal;
pub use self::reply::Reply;
pub use self::request::Request;
pub use self::runner::Runner;
pub use self::store::{MemoryStore, Record, TaskStore};
pub use self::trace::FlowTrace;

/// What answers messages. Write [`invoke`](Self::invoke), [`stream`](Self::stream), or both; as `async fn`.
///
/// `message/send` calls `invoke`, and `stream` where that is declined; `message/stream` the other way round. Where a stream fails before
/// anything was written `invoke` is called after it (SPEC S3), and never once something was (SPEC S2). What a guardrail blocked is
/// not tried again.
///
/// Work that is stopped is dropped where it waits. What an agent spawns runs on, unless it is held by something that stops it when it is
/// dropped, as a `tokio::task::JoinSet` does.
///
/// Any error of the agent's code fails the task by `?`: domain errors as they are, others with
/// [`or_classify`](crate::classify::OrClassify) in front.
pub trait Agent: Send + Sync + 'static {
    /// Looks at a request before there is a task (SPEC L3). [`Failure::refused`] refuses it, with the error unchanged; any other error
    /// makes a task that fails. A guardrail's block does so too.
    ///
    /// # Errors
    /// Why there is nothing to be done with the request.
    fn validate(&self, request: &Request) -> Result<(), Failure> {
        let _ = request;
        Ok(())
    }

    /// The whole answer at once. Declined where it is not written.
    ///
    /// # Errors
    /// What fails the task.
    fn invoke(&self, request: &Request) -> impl Future<Output = Result<Reply, ApplicationError>> + Send {
        let _ = request;
        ready(Ok(Reply::declined()))
    }

    /// The answer piece by piece. Declined where it is not written.
    ///
    /// # Errors
    /// What fails the task. What was written stays with the client, but for what a guardrail blocked.
    fn stream(
        &self,
        request: &Request,
        output: &Output,
    ) -> impl Future<Output = Result<Reply, ApplicationError>> + Send {
        let _ = (request, output);
        ready(Ok(Reply::declined()))
    }
}
