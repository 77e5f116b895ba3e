//! What stands around an error: the flow it happened in, and what a guardrail found. Objects of S1, below the data of an error.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Object, Text, lenient, read};

/// The node of a flow that failed (SPEC F1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ErrorNode {
    /// Its name in the flow.
    pub id: String,
    /// The kind that the flow's author gave it.
    #[serde(default, deserialize_with = "lenient::fitting", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
}

impl ErrorNode {
    /// A node of which only the name is known.
    pub fn new(id: impl Into<String>) -> Self {
        Self { id: id.into(), kind: None }
    }

    /// The kind that the flow's author gave it.
    #[must_use]
    pub fn kind(mut self, kind: impl Into<String>) -> Self {
        self.kind = Some(kind.into());
        self
    }
}

/// How far a flow had come (SPEC F2).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ErrorFlow {
    /// The nodes that finished, in order.
    #[serde(default, deserialize_with = "read::texts")]
    pub completed_nodes: Vec<String>,
}

impl ErrorFlow {
    /// A flow of which these nodes finished, in this order.
    pub fn new(completed_nodes: impl IntoIterator<Item: Into<String>>) -> Self {
        Self { completed_nodes: completed_nodes.into_iter().map(Into::into).collect() }
    }
}

/// What a guardrail found (SPEC G1). Its category is for people to see; whatever else the guardrail says is kept as it is.
///
/// ```
/// use llamon_errors::GuardrailData;
///
/// let data = GuardrailData::new("personal_data").fact("stage", "output");
/// assert_eq!(serde_json::to_string(&data).unwrap(), r#"{"violationCategory":"personal_data","stage":"output"}"#);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", from = "Object")]
#[non_exhaustive]
pub struct GuardrailData {
    /// What kind of rule was broken, for display.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub violation_category: Option<Text>,
    /// The other facts of the violation, under names in camelCase. S1 fixes none.
    #[serde(flatten)]
    pub facts: Object,
}

impl GuardrailData {
    /// A violation of this category.
    pub fn new(violation_category: impl Into<Text>) -> Self {
        Self { violation_category: Some(violation_category.into()), facts: Object::new() }
    }

    /// Another fact. The violation's text itself does not belong here: it is what was blocked.
    #[must_use]
    pub fn fact(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.facts.insert(name.into(), value.into());
        self
    }
}

impl From<Object> for GuardrailData {
    /// A category that is no text is kept as a fact.
    fn from(mut facts: Object) -> Self {
        let violation_category = match facts.remove("violationCategory") {
            Some(Value::String(category)) => Some(Text::Owned(category)),
            None | Some(Value::Null) => None,
            Some(other) => {
                facts.insert(String::from("violationCategory"), other);
                None
            }
        };
        Self { violation_category, facts }
    }
}
