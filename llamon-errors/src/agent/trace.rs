//! What is known of a flow while it runs: the trace that F1 to F4 need.
//!
//! Comes in: which node began, and which finished with what. Goes out: the node and the flow of an error's data, and what finished nodes
//! made. Not done here: running the flow. [`Flow`](super::Flow) drives it, and so can any other engine of graphs.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::a2a::v0_3::Artifact;
use crate::application_error::ApplicationError;
use crate::data::{ErrorFlow, ErrorNode};

/// The trace of a flow. Its clones are handles of one trace.
///
/// ```
/// use llamon_errors::agent::FlowTrace;
/// use llamon_errors::{ErrorCode, ErrorFlow, ErrorNode, application_error};
///
/// let trace = FlowTrace::new();
/// trace.started(ErrorNode::new("fetch_subject").kind("business"));
/// trace.finished("fetch_subject", []);
/// trace.started(ErrorNode::new("rag_search").kind("business"));
/// let error = trace.describe(application_error!(ErrorCode::UpstreamUnavailable, "mcp_down"));
/// assert_eq!(error.data().node, Some(ErrorNode::new("rag_search").kind("business")));
/// assert_eq!(error.data().flow, Some(ErrorFlow::new(["fetch_subject"])));
/// ```
#[derive(Clone, Debug, Default)]
pub struct FlowTrace(Arc<Mutex<Inner>>);

#[derive(Debug, Default)]
struct Inner {
    /// Begun and not finished, the latest last; several where nodes run side by side.
    running: Vec<ErrorNode>,
    completed: Vec<String>,
    unpublished: Vec<Artifact>,
    /// Those that failed and have not recovered, the latest last.
    failed: Vec<ErrorNode>,
}

impl FlowTrace {
    /// A trace of nothing yet. Where nothing is ever told it says nothing: there was no flow.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A node begins. One that failed before begins anew: it is not the one that failed any more.
    pub fn started(&self, node: ErrorNode) {
        let mut inner = self.lock();
        inner.recovered(&node.id);
        inner.running.push(node);
    }

    /// A node finished, and made this. It is published before the task ends, whatever ends it (SPEC F3).
    pub fn finished(&self, node_id: &str, made: impl IntoIterator<Item = Artifact>) {
        // The iterator is somebody else's code, which must not run while the trace is locked.
        let made: Vec<Artifact> = made.into_iter().collect();
        let mut inner = self.lock();
        inner.recovered(node_id);
        inner.completed.push(node_id.into());
        inner.unpublished.extend(made);
    }

    /// A node failed. Without a call it is the node that began last; an engine that runs nodes side by side knows better. A node that
    /// begins once more, or finishes after all, has recovered; of several that have not, the last counts.
    pub fn failed(&self, node_id: &str) {
        let mut inner = self.lock();
        let node = inner.running.iter().find(|node| node.id == node_id).cloned();
        inner.failed.retain(|node| node.id != node_id);
        inner.failed.push(node.unwrap_or_else(|| ErrorNode::new(node_id)));
    }

    /// The nodes that finished before this trace began: a flow that goes on with a person's answer.
    pub fn restore(&self, completed: impl IntoIterator<Item = String>) {
        let completed: Vec<String> = completed.into_iter().collect();
        self.lock().completed = completed;
    }

    /// The nodes that finished, in order.
    #[must_use]
    pub fn completed(&self) -> Vec<String> {
        self.lock().completed.clone()
    }

    /// The error with its node and flow (SPEC F1, F2). What the error says of them itself stays (SPEC A1); nothing here can fail, so
    /// nothing hides the error (SPEC F4).
    #[must_use]
    pub fn describe(&self, mut error: ApplicationError) -> ApplicationError {
        let inner = self.lock();
        let node = inner.failed.last().or(inner.running.last());
        let is_flow = node.is_some() || !inner.completed.is_empty();
        if let Some(node) = node.filter(|_| error.data().node.is_none()) {
            error = error.node(node.clone());
        }
        if is_flow && error.data().flow.is_none() {
            error = error.flow(ErrorFlow::new(inner.completed.iter()));
        }
        error
    }

    /// Forgets all: the work begins anew.
    pub fn reset(&self) {
        *self.lock() = Inner::default();
    }

    pub(super) fn has_unpublished(&self) -> bool {
        !self.lock().unpublished.is_empty()
    }

    /// What finished nodes made and nobody has taken yet.
    pub(super) fn take_unpublished(&self) -> Vec<Artifact> {
        core::mem::take(&mut self.lock().unpublished)
    }

    /// Nothing that runs while it is locked leaves it half changed.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// A node that failed goes on, or an earlier run of it is over.
    fn recovered(&mut self, node_id: &str) {
        self.running.retain(|node| node.id != node_id);
        self.failed.retain(|node| node.id != node_id);
    }
}
