//! Builds a flow: comes in nodes and edges as the author writes them, goes out a flow whose graph was checked. Nothing is looked at
//! before [`build`](FlowBuilder::build), so that all faults are told at once.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::future::Future;

use super::check::{FlowErrors, FlowFault, faults};
use super::node::{BoxedNode, End, NodeResult, NodeRun, Start};
use super::{Branch, Choice, END, Flow, ITERATION_LIMIT, Node, START, Target, Way};
use crate::agent::reply::Reply;
use crate::agent::request::Request;
use crate::application_error::ApplicationError;

/// Builds a [`Flow`] whose state is an `S`.
///
/// ```
/// use llamon_errors::a2a::v0_3::{Artifact, Part};
/// use llamon_errors::agent::{END, FlowBuilder, NodeRun, Reply, START, Step};
/// use llamon_errors::{ApplicationError, ErrorCode, application_error};
///
/// #[derive(serde::Serialize, serde::Deserialize)]
/// struct State {
///     query: String,
///     found: Vec<String>,
/// }
///
/// async fn fetch(mut run: NodeRun<State>) -> Result<Step<State>, ApplicationError> {
///     run.state.found.push("A-17".to_owned());
///     run.made(Artifact::new("found", [Part::text("A-17")]));
///     run.done()
/// }
///
/// async fn answer(run: NodeRun<State>) -> Result<Step<State>, ApplicationError> {
///     Err(application_error!(ErrorCode::UpstreamUnavailable, "model_down"))
/// }
///
/// let flow = FlowBuilder::new(|request| Ok(State { query: request.text(), found: Vec::new() }))
///     .node("fetch", "business", fetch)
///     .node("answer", "llm", answer)
///     .edge(START, "fetch")
///     .branch("fetch", ["answer", END], |state| if state.found.is_empty() { END } else { "answer" })
///     .edge("answer", END)
///     .end(|state| Ok(Reply::artifact("answer", state.found.join(", "))))
///     .build()
///     .unwrap();
/// # let _ = flow;
/// ```
pub struct FlowBuilder<S> {
    pub(super) nodes: Vec<Draft<S>>,
    pub(super) edges: Vec<Edge<S>>,
    start: Start<S>,
    end: End<S>,
    pub(super) iteration_limit: u32,
}

pub(super) struct Draft<S> {
    pub(super) id: String,
    kind: String,
    run: BoxedNode<S>,
}

/// An edge as it was written. A branch has any number of ends, and what chooses among them.
pub(super) struct Edge<S> {
    pub(super) from: String,
    pub(super) to: Vec<String>,
    choose: Option<Choice<S>>,
}

impl<S> Edge<S> {
    pub(super) fn is_branch(&self) -> bool {
        self.choose.is_some()
    }
}

impl<S> fmt::Debug for FlowBuilder<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes: Vec<&str> = self.nodes.iter().map(|node| node.id.as_str()).collect();
        f.debug_struct("FlowBuilder").field("nodes", &nodes).field("edges", &self.edges.len()).finish_non_exhaustive()
    }
}

impl<S> FlowBuilder<S> {
    /// A flow without nodes, which makes its state of the request. A failure here fails the task before any node.
    #[must_use]
    pub fn new(start: impl Fn(&Request) -> Result<S, ApplicationError> + Send + Sync + 'static) -> Self {
        Self {
            nodes: Vec::new(),
            edges: Vec::new(),
            start: Box::new(start),
            end: Box::new(|_| Ok(Reply::completed())),
            iteration_limit: ITERATION_LIMIT,
        }
    }

    /// A node: its id, its kind (SPEC F1), and what it does.
    #[must_use]
    pub fn node<F>(
        mut self,
        id: impl Into<String>,
        kind: impl Into<String>,
        run: impl Fn(NodeRun<S>) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = NodeResult<S>> + Send + 'static,
    {
        let run: BoxedNode<S> = Box::new(move |node_run| Box::pin(run(node_run)));
        self.nodes.push(Draft { id: id.into(), kind: kind.into(), run });
        self
    }

    /// Behind the one comes the other.
    #[must_use]
    pub fn edge(mut self, from: impl Into<String>, to: impl Into<String>) -> Self {
        self.edges.push(Edge { from: from.into(), to: Vec::from([to.into()]), choose: None });
        self
    }

    /// Behind a node comes one of these; `choose` says which by the state. One that it was not told of fails the task with
    /// [`RoutingError`](crate::family::RoutingError) (SPEC M10).
    #[must_use]
    pub fn branch(
        mut self,
        from: impl Into<String>,
        to: impl IntoIterator<Item: Into<String>>,
        choose: impl Fn(&S) -> &str + Send + Sync + 'static,
    ) -> Self {
        let to = to.into_iter().map(Into::into).collect();
        self.edges.push(Edge { from: from.into(), to, choose: Some(Box::new(choose)) });
        self
    }

    /// What the task is answered with when the flow has come to its end; without a call it is done, and what nodes made is the result.
    #[must_use]
    pub fn end(mut self, end: impl Fn(S) -> Result<Reply, ApplicationError> + Send + Sync + 'static) -> Self {
        self.end = Box::new(end);
        self
    }

    /// How many nodes may run on one message; 25 without a call. Past it the task fails with `max_tool_iterations_exceeded` (SPEC M9).
    #[must_use]
    pub fn iteration_limit(mut self, iteration_limit: u32) -> Self {
        self.iteration_limit = iteration_limit;
        self
    }

    /// The flow.
    ///
    /// # Errors
    /// Every fault of the graph.
    pub fn build(self) -> Result<Flow<S>, FlowErrors> {
        let faults = faults(&self);
        if !faults.is_empty() {
            return Err(FlowErrors(faults));
        }
        // The graph is sound: every end is a node or END, and each node and START have one way on.
        let Self { nodes, mut edges, start, end, iteration_limit } = self;
        let ids: Vec<String> = nodes.iter().map(|node| node.id.clone()).collect();
        let target = |id: &str| ids.iter().position(|node| node == id).map_or(Target::End, Target::Node);
        let first = edges.iter().find(|edge| edge.from == START).and_then(|edge| edge.to.first());
        let Some(Target::Node(first)) = first.map(|id| target(id)) else {
            return Err(FlowErrors(Vec::from([FlowFault::Start])));
        };
        let mut way = |id: &str| {
            let at = edges.iter().position(|edge| edge.from == id)?;
            let edge = edges.swap_remove(at);
            Some(match edge.choose {
                Some(choose) => {
                    let targets = edge.to.into_iter().map(|id| (id.clone(), target(&id))).collect();
                    Way::Branch(Branch { choose, targets })
                }
                None => Way::To(target(edge.to.first()?)),
            })
        };
        let node = |Draft { id, kind, run }| {
            let way = way(&id).ok_or_else(|| FlowFault::NoWay { from: id.clone() })?;
            Ok(Node { id: Arc::from(id), kind: Arc::from(kind), run, way })
        };
        let nodes: Result<Vec<Node<S>>, FlowFault> = nodes.into_iter().map(node).collect();
        let nodes = nodes.map_err(|fault| FlowErrors(Vec::from([fault])))?;
        Ok(Flow { nodes, first, start, end, iteration_limit })
    }
}

/// Whether an id is one of the two that are no nodes.
pub(super) fn is_reserved(id: &str) -> bool {
    id == START || id == END
}
