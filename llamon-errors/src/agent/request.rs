//! What an agent is asked.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use serde_json::Value;

use crate::a2a::v0_3::{Message, Part, TaskIds};
use crate::tool_guard::ToolGuard;

/// Where a flow keeps its own state in what is saved; what its author saves stands beside it.
const FLOW_STATE: &str = "__flow__";
const BESIDE_FLOW: &str = "saved";

/// What is saved of a flow that waits.
pub(super) fn with_flow_state(state: Value, saved: Option<Value>) -> Value {
    let beside = saved.map(|saved| (BESIDE_FLOW.into(), saved));
    core::iter::once((String::from(FLOW_STATE), state)).chain(beside).collect()
}

/// A message to an agent, and what stands around it. Its clones are handles of one request.
#[derive(Clone, Debug)]
pub struct Request(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    message: Message,
    task: TaskIds,
    resumed: Option<Resumed>,
    tools: ToolGuard,
}

/// What was there before the message.
#[derive(Debug)]
pub(super) struct Resumed {
    pub(super) history: Vec<Message>,
    pub(super) saved: Option<Value>,
}

impl Request {
    /// The first message of a task. Public for tests of agents; a runner makes those of real ones.
    #[must_use]
    pub fn new(task: TaskIds, message: Message) -> Self {
        Self(Arc::new(Inner { message, task, resumed: None, tools: ToolGuard::new() }))
    }

    /// A message to a task that waited for it.
    pub(super) fn resumed(task: TaskIds, message: Message, resumed: Resumed) -> Self {
        Self(Arc::new(Inner { message, task, resumed: Some(resumed), tools: ToolGuard::new() }))
    }

    /// The message.
    #[must_use]
    pub fn message(&self) -> &Message {
        &self.0.message
    }

    /// The texts of the message, one below the other.
    #[must_use]
    pub fn text(&self) -> String {
        let texts = self.0.message.parts.iter().filter_map(|part| match part {
            Part::Text { text, .. } => Some(text.as_ref()),
            Part::Data { .. } | Part::File { .. } => None,
        });
        texts.collect::<Vec<&str>>().join("\n")
    }

    /// The task and the conversation.
    #[must_use]
    pub fn task(&self) -> &TaskIds {
        &self.0.task
    }

    /// The messages of the task before this one.
    #[must_use]
    pub fn history(&self) -> &[Message] {
        self.0.resumed.as_ref().map_or(&[], |resumed| &resumed.history)
    }

    /// Whether the message answers a question that the agent asked (SPEC H1).
    #[must_use]
    pub fn is_resumed(&self) -> bool {
        self.0.resumed.is_some()
    }

    /// What the agent saved when it asked: [`Reply::saved`](super::Reply::saved). In a flow that is what its node saved with the question;
    /// the flow's own state is not seen here.
    #[must_use]
    pub fn saved(&self) -> Option<&Value> {
        let kept = self.kept()?;
        if kept.get(FLOW_STATE).is_some() { kept.get(BESIDE_FLOW) } else { Some(kept) }
    }

    /// The state in which a flow waited.
    pub(super) fn flow_state(&self) -> Option<&Value> {
        self.kept()?.get(FLOW_STATE)
    }

    fn kept(&self) -> Option<&Value> {
        self.0.resumed.as_ref().and_then(|resumed| resumed.saved.as_ref())
    }

    /// The guard of this request's tool calls; its counters are the request's own (SPEC T4).
    #[must_use]
    pub fn tools(&self) -> &ToolGuard {
        &self.0.tools
    }
}
