//! JSON whose members keep their order: a schema reads as its author wrote it, and the same input gives the same bytes.

use serde::{Serialize, Serializer};

/// A JSON value.
#[derive(Clone, Debug)]
pub(super) enum Node {
    Bool(bool),
    Number(u64),
    Text(String),
    List(Vec<Node>),
    Object(Vec<(String, Node)>),
}

impl Node {
    /// Adds a member to an object; anything else stays as it is.
    pub(super) fn with(mut self, name: &str, value: impl Into<Self>) -> Self {
        if let Self::Object(members) = &mut self {
            members.push((name.to_owned(), value.into()));
        }
        self
    }

    /// As [`with`](Self::with), for what may be absent.
    pub(super) fn maybe(self, name: &str, value: Option<impl Into<Self>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }
}

/// An object without members.
pub(super) const fn object() -> Node {
    Node::Object(Vec::new())
}

/// A list.
pub(super) fn list<T: Into<Node>>(values: impl IntoIterator<Item = T>) -> Node {
    Node::List(values.into_iter().map(Into::into).collect())
}

impl From<bool> for Node {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<u64> for Node {
    fn from(value: u64) -> Self {
        Self::Number(value)
    }
}

impl From<&str> for Node {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned())
    }
}

impl From<String> for Node {
    fn from(value: String) -> Self {
        Self::Text(value)
    }
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(value) => serializer.serialize_u64(*value),
            Self::Text(value) => serializer.serialize_str(value),
            Self::List(values) => serializer.collect_seq(values),
            Self::Object(members) => serializer.collect_map(members.iter().map(|(name, value)| (name, value))),
        }
    }
}
