//! Flows: nodes and the edges between them (SPEC F1 to F4, M9).
//!
//! Comes in: nodes, edges, a state that goes from node to node. Goes out: an [`Agent`] that runs them, or every fault of the graph. What
//! a node makes is published when it finishes, and a failure bears the node, its kind, and the nodes that finished before it; the
//! author writes no more than the kind. Not done here: nodes side by side.

mod build;
mod check;
mod node;

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use llamon_errors_core::error_code::ErrorCode;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Agent;
use super::output::Output;
use super::reply::Reply;
use super::request::{Request, with_flow_state};
use crate::application_error::ApplicationError;
use crate::classify::OrClassify as _;
use crate::data::ErrorNode;
use crate::family::{RoutingError, ToolIterationLimitError};

pub use self::build::FlowBuilder;
pub use self::check::{FlowErrors, FlowFault};
pub use self::node::{NodeRun, Step};

use self::node::{BoxedNode, End, Start};

/// Where a flow begins: edges go out of it.
pub const START: &str = "__start__";
/// Where a flow ends: edges go into it.
pub const END: &str = "__end__";

/// How many nodes a flow runs on one message unless its builder says otherwise.
const ITERATION_LIMIT: u32 = 25;

/// A graph that was checked, ready to run. [`FlowBuilder`] makes it.
pub struct Flow<S> {
    nodes: Vec<Node<S>>,
    first: usize,
    start: Start<S>,
    end: End<S>,
    iteration_limit: u32,
}

struct Node<S> {
    id: Arc<str>,
    kind: Arc<str>,
    run: BoxedNode<S>,
    way: Way<S>,
}

/// Where it goes on behind a node.
enum Way<S> {
    To(Target),
    Branch(Branch<S>),
}

type Choice<S> = Box<dyn Fn(&S) -> &str + Send + Sync>;

struct Branch<S> {
    choose: Choice<S>,
    targets: Vec<(String, Target)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Node(usize),
    End,
}

/// A flow that waits for a person, in the store.
#[derive(Serialize, Deserialize)]
struct Waiting<S> {
    node: String,
    completed: Vec<String>,
    state: S,
}

impl<S> fmt::Debug for Flow<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes: Vec<&str> = self.nodes.iter().map(|node| node.id.as_ref()).collect();
        f.debug_struct("Flow")
            .field("nodes", &nodes)
            .field("iteration_limit", &self.iteration_limit)
            .finish_non_exhaustive()
    }
}

impl<S> Flow<S> {
    fn find(&self, id: &str) -> Option<usize> {
        self.nodes.iter().position(|node| &*node.id == id)
    }
}

impl<S: Serialize + DeserializeOwned + Send + 'static> Flow<S> {
    /// The node at which it begins, the state, and whether that node has asked for the message: those of the request, or those that waited
    /// for it. Where the flow itself asked, at its end, it begins anew.
    fn enter(&self, request: &Request, output: &Output) -> Result<(usize, S, bool), ApplicationError> {
        let Some(saved) = request.flow_state() else {
            return Ok((self.first, (self.start)(request)?, false));
        };
        // serde's own words repeat values, and those of a state are nobody's business.
        let unreadable = |error: serde_json::Error| {
            ApplicationError::new(ErrorCode::InternalError, "flow_state_unreadable")
                .message("the state in which the flow waited cannot be read any more")
                .with_source(error)
        };
        let Waiting { node, completed, state } = Waiting::deserialize(saved).map_err(unreadable)?;
        let lost = || RoutingError::new(format!("the flow has no node `{node}` any more, at which it waited"));
        let at = self.find(&node).ok_or_else(lost).or_classify()?;
        output.trace().restore(completed);
        Ok((at, state, true))
    }

    async fn run(&self, request: &Request, output: &Output) -> Result<Reply, ApplicationError> {
        let (mut at, mut state, mut is_answer) = self.enter(request, output)?;
        for _ in 0..self.iteration_limit {
            let Some(node) = self.nodes.get(at) else { break };
            let id = node.id.clone();
            output.trace().started(ErrorNode::new(&*id).kind(&*node.kind));
            let made = node::Made::default();
            let run = NodeRun::new(state, request.clone(), output.clone(), made.clone(), is_answer);
            state = match (node.run)(run).await? {
                Step::Next(state) => state,
                Step::Wait(state, question) => return Self::wait(&id, state, question, made, output).await,
            };
            is_answer = false;
            let next = node.next(&state)?;
            output.trace().finished(&id, made.take());
            output.publish_finished().await;
            match next {
                Target::Node(next) => at = next,
                Target::End => return (self.end)(state),
            }
        }
        Err(ToolIterationLimitError::new(self.iteration_limit)).or_classify()
    }

    /// The node asks the person. What it made so far is published, and it runs again with the answer.
    async fn wait(
        node_id: &str,
        state: S,
        question: Reply,
        made: node::Made,
        output: &Output,
    ) -> Result<Reply, ApplicationError> {
        if !question.is_question() {
            return Err(RoutingError::new(format!("the node `{node_id}` asked, but with an answer"))).or_classify();
        }
        for artifact in made.take() {
            output.artifact(artifact).await;
        }
        let waiting = Waiting { node: node_id.into(), completed: output.trace().completed(), state };
        let state = serde_json::to_value(waiting).or_classify()?;
        Ok(question.saved_with(|saved| with_flow_state(state, saved)))
    }
}

impl<S> Node<S> {
    fn next(&self, state: &S) -> Result<Target, ApplicationError> {
        let Branch { choose, targets } = match &self.way {
            Way::To(target) => return Ok(*target),
            Way::Branch(branch) => branch,
        };
        let chosen = choose(state);
        let target = targets.iter().find(|(id, _)| id == chosen).map(|(_, target)| *target);
        let known: Vec<&str> = targets.iter().map(|(id, _)| id.as_str()).collect();
        let lost = || {
            let text = format!("the branch behind `{}` chose `{chosen}`; it names {}", self.id, known.join(", "));
            RoutingError::new(text)
        };
        target.ok_or_else(lost).or_classify()
    }
}

/// A flow runs once for each message, written as it goes: a second run in another way would do its work twice. So it is a stream, and
/// `invoke` is declined.
impl<S: Serialize + DeserializeOwned + Send + 'static> Agent for Flow<S> {
    async fn stream(&self, request: &Request, output: &Output) -> Result<Reply, ApplicationError> {
        self.run(request, output).await
    }
}
