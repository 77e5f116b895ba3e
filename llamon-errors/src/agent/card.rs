//! What an agent says of itself (A2A 0.3.0, section 5.5): the card that clients ask for first.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use serde::Serialize;
use serde_json::Value;

use crate::data::Object;

/// An agent card, with every member that A2A 0.3 requires. `streaming` is always on: clients use `message/stream` only where the card
/// says so, and any agent's answer can be streamed.
///
/// ```
/// use llamon_errors::agent::{AgentCard, AgentSkill};
///
/// let card = AgentCard::new("documents", "finds and summarizes documents", "1.4.0", "http://127.0.0.1:8080/")
///     .skill(AgentSkill::new("summarize", "summaries", "summarizes a document").tag("documents"));
/// let card = card.extra("security", serde_json::json!([{"bearer": []}])).unwrap();
/// let json = serde_json::to_value(card).unwrap();
/// assert_eq!(json["security"][0]["bearer"], serde_json::json!([]));
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
    #[serde(flatten)]
    extra: Object,
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
            extra: Object::new(),
        }
    }

    /// A skill more.
    #[must_use]
    pub fn skill(mut self, skill: AgentSkill) -> Self {
        self.skills.push(skill);
        self
    }

    /// A member of which nothing is known here, as `securitySchemes`, `security`, `provider` or `additionalInterfaces` of A2A 0.3. It is
    /// written as it is; of two with one name the later counts.
    ///
    /// # Errors
    /// The card has the member itself: [`url`](Self::url), for example, is set there.
    pub fn extra(mut self, name: impl Into<String>, value: impl Into<Value>) -> Result<Self, TakenMember> {
        let name = free(name.into(), &self, &self.extra)?;
        self.extra.insert(name, value.into());
        Ok(self)
    }
}

/// The name, if it is none of the members that a card or a skill has itself.
fn free(name: String, whole: &impl Serialize, extra: &Object) -> Result<String, TakenMember> {
    let whole = serde_json::to_value(whole).unwrap_or_default();
    let is_own = whole.get(&name).is_some() && !extra.contains_key(&name);
    if is_own { Err(TakenMember { name }) } else { Ok(name) }
}

/// A member was to be added that is there already.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TakenMember {
    /// Its name on the wire.
    pub name: String,
}

impl fmt::Display for TakenMember {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is a member of its own; set that one", self.name)
    }
}

impl Error for TakenMember {}

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
    #[serde(flatten)]
    extra: Object,
}

impl AgentSkill {
    /// A skill without tags.
    pub fn new(id: impl Into<String>, name: impl Into<String>, description: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            name: name.into(),
            description: description.into(),
            tags: Vec::new(),
            extra: Object::new(),
        }
    }

    /// A tag more.
    #[must_use]
    pub fn tag(mut self, tag: impl Into<String>) -> Self {
        self.tags.push(tag.into());
        self
    }

    /// A member of which nothing is known here, as `examples`, `inputModes`, `outputModes` or `security`. It is written as it is; of two
    /// with one name the later counts.
    ///
    /// # Errors
    /// The skill has the member itself.
    pub fn extra(mut self, name: impl Into<String>, value: impl Into<Value>) -> Result<Self, TakenMember> {
        let name = free(name.into(), &self, &self.extra)?;
        self.extra.insert(name, value.into());
        Ok(self)
    }
}
