//! What an agent says of itself (A2A 0.3.0, section 5.5): the card that clients ask for first.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde::Serialize;

/// An agent card, with every member that A2A 0.3 requires. `streaming` is always on: clients use `message/stream` only where the card
/// says so, and any agent's answer can be streamed.
///
/// ```
/// use llamon_errors::agent::{AgentCard, AgentSkill};
///
/// let card = AgentCard::new("documents", "finds and summarizes documents", "1.4.0", "http://127.0.0.1:8080/")
///     .skill(AgentSkill::new("summarize", "summaries", "summarizes a document").tag("documents"));
/// let json = serde_json::to_value(card).unwrap();
/// assert_eq!((&json["protocolVersion"], &json["capabilities"]["streaming"]), (&"0.3.0".into(), &true.into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct AgentCard {
    /// The version of A2A.
    pub protocol_version: &'static str,
    /// The agent's name, for people.
    pub name: String,
    /// What it does, for people.
    pub description: String,
    /// The agent's own version.
    pub version: String,
    /// Where requests go.
    pub url: String,
    /// The transport at that address.
    pub preferred_transport: &'static str,
    /// What the agent can do beyond the least.
    pub capabilities: AgentCapabilities,
    /// Media types that it reads.
    pub default_input_modes: Vec<String>,
    /// Media types that it writes.
    pub default_output_modes: Vec<String>,
    /// What it can be asked for.
    pub skills: Vec<AgentSkill>,
}

/// What an agent can do beyond the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct AgentCapabilities {
    /// Whether it streams.
    pub streaming: bool,
    /// Whether it calls back.
    pub push_notifications: bool,
}

impl AgentCard {
    /// The card of an agent that reads and writes plain text.
    pub fn new(
        name: impl Into<String>,
        description: impl Into<String>,
        version: impl Into<String>,
        url: impl Into<String>,
    ) -> Self {
        let text = Vec::from(["text/plain".to_string()]);
        Self {
            protocol_version: "0.3.0",
            name: name.into(),
            description: description.into(),
            version: version.into(),
            url: url.into(),
            preferred_transport: "JSONRPC",
            capabilities: AgentCapabilities { streaming: true, push_notifications: false },
            default_input_modes: text.clone(),
            default_output_modes: text,
            skills: Vec::new(),
        }
    }

    /// A skill more.
    #[must_use]
    pub fn skill(mut self, skill: AgentSkill) -> Self {
        self.skills.push(skill);
        self
    }
}

/// Something that an agent can be asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct AgentSkill {
    /// Its id.
    pub id: String,
    /// Its name, for people.
    pub name: String,
    /// What it does, for people.
    pub description: String,
    /// Words to find it by.
    pub tags: Vec<String>,
}

impl AgentSkill {
    /// A skill without tags.
    pub fn new(id: impl Into<String>, name: impl Into<String>, description: impl Into<String>) -> Self {
        Self { id: id.into(), name: name.into(), description: description.into(), tags: Vec::new() }
    }

    /// A tag more.
    #[must_use]
    pub fn tag(mut self, tag: impl Into<String>) -> Self {
        self.tags.push(tag.into());
        self
    }
}
