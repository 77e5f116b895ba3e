//! The work on one message, from `working` to its one end.
//!
//! Comes in: a request that was taken in. Goes out: what the agent writes, while it writes it, and how its work ended, whatever ended it.
//! Not done here: which events that makes ([`TaskEvents`](super::TaskEvents)), and their way to the followers (`run`).

use alloc::format;
use alloc::vec::Vec;
use core::future::{Future, poll_fn};
use core::pin::pin;
use core::task::Poll;
use core::time::Duration;

use llamon_errors_core::error_code::ErrorCode;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::task::coop::unconstrained;
use tokio::time::sleep;

use super::Agent;
use super::caught::{settled, without_causes};
use super::events::{Ending, Piece};
use super::log::{self, TaskSpan};
use super::output::Output;
use super::reply::Reply;
use super::request::Request;
use super::run::{Last, Run};
use super::runner::{Inner, Mode};
use super::store::{Record, TaskStore};
use super::trace::FlowTrace;
use crate::a2a::v0_3::Artifact;
use crate::application_error::ApplicationError;
use crate::retry::whole_millis;

/// What the work came to.
enum Woken {
    Answered(Result<Reply, ApplicationError>),
    Stopped,
    TooLong,
}

impl<A: Agent, S: TaskStore> Inner<A, S> {
    /// The work on one message, from `working` to the end, which is kept in the store but not told yet.
    pub(super) async fn work(
        &self,
        run: &Run,
        request: &Request,
        mode: Mode,
        fails: Option<ApplicationError>,
        span: &TaskSpan,
    ) -> Option<Last> {
        let trace = FlowTrace::new();
        let (output, mut pieces) = Output::new(self.options.queue, self.options.gather, trace.clone());
        let woken = self.watch(run, &mut pieces, async {
            match fails {
                Some(error) => Err(error),
                None => self.ask(request, &output, mode).await,
            }
        });
        let (artifacts, ending, saved) = match woken.await {
            Woken::Answered(Ok(reply)) => reply.into_ending().unwrap_or_else(|| failed(no_answer())),
            Woken::Answered(Err(error)) => failed(trace.describe(error)),
            Woken::Stopped => (Vec::new(), Ending::Canceled, None),
            Woken::TooLong => failed(trace.describe(too_long(self.options.time_limit))),
        };
        if let Ending::Failed(error) = &ending {
            span.failed(error);
        }
        pieces.close();
        let queued = core::iter::from_fn(|| pieces.try_recv().ok());
        let rest: Vec<Piece> = queued.chain(output.close()).collect();
        let whole = trace.take_unpublished().into_iter().chain(artifacts).map(Piece::Whole);
        self.end(run, rest.into_iter().chain(whole), ending, saved).await
    }

    /// Ends the task, and keeps it before anybody is told: who has read the end and asks for the task must find it ended.
    pub(super) async fn end(
        &self,
        run: &Run,
        rest: impl IntoIterator<Item = Piece>,
        ending: Ending,
        saved: Option<Value>,
    ) -> Option<Last> {
        // Only what is told of an error is needed for its end.
        let ending = match ending {
            Ending::Failed(error) => Ending::Failed(without_causes(error)),
            other => other,
        };
        let (task, last) = run.end(rest, ending)?;
        if let Err(error) = self.update(Record::new(task).saved(saved)).await {
            log::not_kept(&error);
        }
        Some(last)
    }

    /// Lets the agent work and its output go out, until it has answered or something stops it.
    async fn watch(
        &self,
        run: &Run,
        pieces: &mut mpsc::Receiver<Piece>,
        work: impl Future<Output = Result<Reply, ApplicationError>>,
    ) -> Woken {
        let mut work = pin!(work);
        let mut told = pin!(async {
            run.working().await;
            run.pump(pieces).await;
        });
        // These three are asked behind the work, which may leave nothing of the budget that tokio gives a task for each turn. Without one
        // of their own they would not be ready then, and work that never waits for long could not be stopped.
        let mut canceled = pin!(unconstrained(run.canceled()));
        let mut abandoned = pin!(unconstrained(run.abandoned(self.options.patience)));
        let mut limit = pin!(unconstrained(sleep(self.options.time_limit)));
        poll_fn(|cx| {
            // Telling comes first: a task is `working` before anything is made of it.
            let _ = told.as_mut().poll(cx);
            if let Poll::Ready(answer) = work.as_mut().poll(cx) {
                return Poll::Ready(Woken::Answered(answer));
            }
            if canceled.as_mut().poll(cx).is_ready() || abandoned.as_mut().poll(cx).is_ready() {
                return Poll::Ready(Woken::Stopped);
            }
            limit.as_mut().poll(cx).map(|()| Woken::TooLong)
        })
        .await
    }

    /// The agent's answer, by the way that was asked for or by the other one (SPEC S2, S3).
    async fn ask(&self, request: &Request, output: &Output, mode: Mode) -> Result<Reply, ApplicationError> {
        let first = match mode {
            Mode::Whole => self.invoke(request).await,
            Mode::Streamed => self.stream(request, output).await,
        };
        let first = match first {
            // Too late to decline: the other way would make again what was written (SPEC S2).
            Ok(reply) if reply.is_declined() && output.is_begun() => return Err(no_answer()),
            Ok(reply) if reply.is_declined() => None,
            Err(error) if mode == Mode::Streamed && falls_back(&error, output) => {
                Some(without_causes(output.trace().describe(error)))
            }
            answer => return answer,
        };
        output.trace().reset();
        let second = match mode {
            Mode::Whole => self.stream(request, output).await?,
            Mode::Streamed => self.invoke(request).await?,
        };
        if second.is_declined() { Err(first.unwrap_or_else(no_answer)) } else { Ok(second) }
    }

    async fn invoke(&self, request: &Request) -> Result<Reply, ApplicationError> {
        settled(|| self.agent.invoke(request)).await
    }

    async fn stream(&self, request: &Request, output: &Output) -> Result<Reply, ApplicationError> {
        settled(|| self.agent.stream(request, output)).await
    }
}

/// A stream that has written nothing may be asked for as a whole (SPEC S3), but not what was blocked.
fn falls_back(error: &ApplicationError, output: &Output) -> bool {
    !output.is_begun() && error.code() != ErrorCode::GuardrailBlocked
}

fn failed(error: ApplicationError) -> (Vec<Artifact>, Ending, Option<Value>) {
    (Vec::new(), Ending::Failed(error), None)
}

/// Neither way of being called was there.
fn no_answer() -> ApplicationError {
    ApplicationError::new(ErrorCode::InternalError, "agent_gave_no_answer").message("the agent declined the request")
}

fn too_long(limit: Duration) -> ApplicationError {
    ApplicationError::new(ErrorCode::UpstreamTimeout, "deadline_elapsed")
        .message(format!("the task did not end within {} ms", whole_millis(limit)))
}
