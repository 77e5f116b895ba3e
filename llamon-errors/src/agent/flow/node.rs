//! What a node of a flow sees, and what it gives.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::future::Future;
use core::pin::Pin;

use std::sync::{Mutex, PoisonError};

use crate::a2a::v0_3::Artifact;
use crate::agent::output::Output;
use crate::agent::reply::Reply;
use crate::agent::request::Request;
use crate::application_error::ApplicationError;

type BoxedFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;
pub(super) type NodeResult<S> = Result<Step<S>, ApplicationError>;

pub(super) type BoxedNode<S> = Box<dyn Fn(NodeRun<S>) -> BoxedFuture<NodeResult<S>> + Send + Sync>;
pub(super) type Start<S> = Box<dyn Fn(&Request) -> Result<S, ApplicationError> + Send + Sync>;
pub(super) type End<S> = Box<dyn Fn(S) -> Result<Reply, ApplicationError> + Send + Sync>;

/// One run of a node: the flow's state, and what stands around it.
pub struct NodeRun<S> {
    /// The state, as the node before left it.
    pub state: S,
    request: Request,
    output: Output,
    made: Made,
    is_answer: bool,
}

impl<S> NodeRun<S> {
    pub(super) fn new(state: S, request: Request, output: Output, made: Made, is_answer: bool) -> Self {
        Self { state, request, output, made, is_answer }
    }

    /// The message that the flow works on.
    #[must_use]
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// Where the node streams to while it works.
    #[must_use]
    pub fn output(&self) -> &Output {
        &self.output
    }

    /// The person's answer, where this node asked for one: the message's text.
    #[must_use]
    pub fn answer(&self) -> Option<String> {
        self.is_answer.then(|| self.request.text())
    }

    /// What the node made. It is published when the node finishes (SPEC F3), and not if it fails.
    pub fn made(&self, artifact: Artifact) {
        self.made.lock(|made| made.push(artifact));
    }

    /// The node is done; the flow goes on with this state.
    ///
    /// # Errors
    /// None. It is a `Result` so that a node can end with it.
    pub fn done(self) -> NodeResult<S> {
        Ok(Step::Next(self.state))
    }

    /// The person is asked; this node runs again with the answer (SPEC H1). The question is a [`Reply::input_required`] or a
    /// [`Reply::auth_required`].
    ///
    /// # Errors
    /// None, as with [`done`](Self::done).
    pub fn ask(self, question: Reply) -> NodeResult<S> {
        Ok(Step::Wait(self.state, question))
    }
}

impl<S: fmt::Debug> fmt::Debug for NodeRun<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NodeRun")
            .field("state", &self.state)
            .field("is_answer", &self.is_answer)
            .finish_non_exhaustive()
    }
}

/// What a node that does not fail comes to.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Step<S> {
    /// The flow goes on with this state.
    Next(S),
    /// The flow waits for the person's answer to this question.
    Wait(S, Reply),
}

/// What a node has made so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Made(Arc<Mutex<Vec<Artifact>>>);

impl Made {
    pub(super) fn take(&self) -> Vec<Artifact> {
        self.lock(core::mem::take)
    }

    fn lock<T>(&self, work: impl FnOnce(&mut Vec<Artifact>) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
