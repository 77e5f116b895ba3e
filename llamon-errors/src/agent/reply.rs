//! What an agent answers with when it does not fail: a result, or a question (SPEC D3, H1).

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use llamon_errors_core::outcome_state::OutcomeState;
use serde_json::Value;

use super::events::Ending;
use crate::a2a::v0_3::{Artifact, Part};
use crate::data::Text;
use crate::domain_outcome::{DomainOutcome, outcome_parts};

/// An agent's answer. A question to the person is one too: it is returned, not raised, and no error (SPEC H1).
///
/// ```
/// use llamon_errors::agent::Reply;
///
/// let done = Reply::artifact("summary", "it is about rent");
/// let question = Reply::input_required("생년월일을 알려주세요.").saved(serde_json::json!({"step": 2}));
/// # let _ = (done, question);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    pub(super) kind: Kind,
    pub(super) artifacts: Vec<Artifact>,
    pub(super) parts: Vec<Part>,
    pub(super) saved: Option<Value>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Completed,
    InputRequired,
    AuthRequired,
    Declined,
}

impl Reply {
    fn of(kind: Kind, parts: Vec<Part>) -> Self {
        Self { kind, artifacts: Vec::new(), parts, saved: None }
    }

    /// The task is done. What was streamed is the result, or the artifacts that are added here.
    #[must_use]
    pub fn completed() -> Self {
        Self::of(Kind::Completed, Vec::new())
    }

    /// The task is done, and this text is its result.
    #[must_use]
    pub fn artifact(artifact_id: impl Into<String>, text: impl Into<Text>) -> Self {
        Self::completed().with_artifact(Artifact::new(artifact_id, vec![Part::text(text)]))
    }

    /// The person is asked for something. The next message to the same task goes on with it.
    #[must_use]
    pub fn input_required(question: impl Into<Text>) -> Self {
        Self::of(Kind::InputRequired, vec![Part::text(question)])
    }

    /// The person is asked for credentials, or for leave. The next message to the same task goes on with it.
    #[must_use]
    pub fn auth_required(question: impl Into<Text>) -> Self {
        Self::of(Kind::AuthRequired, vec![Part::text(question)])
    }

    /// A result of the catalog that is no error: "no match", "not eligible" (SPEC D3), as [`outcome_parts`] writes it.
    ///
    /// ```
    /// use llamon_errors::DomainOutcome;
    /// use llamon_errors::agent::Reply;
    ///
    /// #[derive(Debug, DomainOutcome)]
    /// #[domain_error(catalog = "catalogs/documents.toml")]
    /// enum DocumentOutcome {
    ///     NoRelatedInformation { query: String },
    /// }
    ///
    /// let reply = Reply::outcome(&DocumentOutcome::NoRelatedInformation { query: "전세".to_owned() });
    /// # let _ = reply;
    /// ```
    #[must_use]
    pub fn outcome(outcome: &impl DomainOutcome) -> Self {
        let kind = match outcome.spec().state() {
            OutcomeState::Completed => Kind::Completed,
            OutcomeState::InputRequired => Kind::InputRequired,
        };
        Self::of(kind, outcome_parts(outcome).into())
    }

    /// The agent cannot be called in this way, or not with this request: the other way is tried.
    #[must_use]
    pub fn declined() -> Self {
        Self::of(Kind::Declined, Vec::new())
    }

    /// A result more.
    #[must_use]
    pub fn with_artifact(mut self, artifact: Artifact) -> Self {
        self.artifacts.push(artifact);
        self
    }

    /// A part more of the closing message, or of the question.
    #[must_use]
    pub fn with_part(mut self, part: Part) -> Self {
        self.parts.push(part);
        self
    }

    /// What the agent wants to find again when the person has answered: [`Request::saved`](super::Request::saved). A flow keeps its state
    /// by itself; this is kept beside it.
    #[must_use]
    pub fn saved(mut self, value: Value) -> Self {
        self.saved = Some(value);
        self
    }

    /// The same with something in the place of what was saved.
    pub(super) fn saved_with(mut self, around: impl FnOnce(Option<Value>) -> Value) -> Self {
        self.saved = Some(around(self.saved));
        self
    }

    pub(super) fn is_declined(&self) -> bool {
        self.kind == Kind::Declined
    }

    pub(super) fn is_question(&self) -> bool {
        matches!(self.kind, Kind::InputRequired | Kind::AuthRequired)
    }

    /// The end that it is, and what goes before; nothing where it was declined.
    pub(super) fn into_ending(self) -> Option<(Vec<Artifact>, Ending, Option<Value>)> {
        let ending = match self.kind {
            Kind::Completed => Ending::Completed(self.parts),
            Kind::InputRequired => Ending::InputRequired(self.parts),
            Kind::AuthRequired => Ending::AuthRequired(self.parts),
            Kind::Declined => return None,
        };
        Some((self.artifacts, ending, self.saved))
    }
}
