//! What each category says of an error (SPEC U3 to U7). Members that S2 does not know are kept.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Category;
use crate::data::Object;

/// What else is known of an error; the form depends on its code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Details {
    /// Of `VALIDATION_ERROR`.
    Validation(ValidationDetails),
    /// Of `AUTH_REQUIRED`.
    Auth(AuthDetails),
    /// Of `EXECUTION_TIMEOUT`.
    Timeout(TimeoutDetails),
    /// Of `ENDPOINT_UNREACHABLE`.
    Unreachable(UnreachableDetails),
    /// Of `VERSION_INCOMPATIBLE`.
    Version(VersionDetails),
    /// Of the other codes, and details that have not the form of their code.
    Object(Object),
}

impl Details {
    /// The details in the form of their code, or as they are where they do not have it.
    #[must_use]
    pub fn read(code: &Category, object: Object) -> Self {
        let value = Value::Object(object);
        let typed = match code {
            Category::ValidationError => ValidationDetails::deserialize(&value).map(Self::Validation),
            Category::AuthRequired => AuthDetails::deserialize(&value).map(Self::Auth),
            Category::ExecutionTimeout => TimeoutDetails::deserialize(&value).map(Self::Timeout),
            Category::EndpointUnreachable => UnreachableDetails::deserialize(&value).map(Self::Unreachable),
            Category::VersionIncompatible => VersionDetails::deserialize(&value).map(Self::Version),
            _ => Object::deserialize(&value).map(Self::Object),
        };
        match (typed, value) {
            (Ok(details), _) => details,
            (Err(_), Value::Object(object)) => Self::Object(object),
            (Err(_), _) => Self::Object(Object::new()),
        }
    }

    /// The details as the JSON object that they are on the wire.
    #[must_use]
    pub fn to_object(&self) -> Object {
        crate::data::to_object(self)
    }
}

/// All faults of a document (SPEC U3).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ValidationDetails {
    /// Every fault, not the first alone.
    pub violations: Vec<Violation>,
    /// What else is known.
    #[serde(flatten)]
    pub other: Object,
}

/// A fault of a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Violation {
    /// The place, as a JSON Pointer.
    pub field: String,
    /// What should be there.
    pub expected: String,
    /// What is there; null where nothing is.
    #[serde(default)]
    pub actual: Value,
    /// What is wrong, for people.
    pub message: String,
    /// What else is known.
    #[serde(flatten)]
    pub other: Object,
}

impl Violation {
    /// A fault at a place; `None` where nothing is there.
    pub fn new(
        field: impl Into<String>,
        expected: impl Into<String>,
        actual: Option<Value>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            field: field.into(),
            expected: expected.into(),
            actual: actual.unwrap_or(Value::Null),
            message: message.into(),
            other: Object::new(),
        }
    }
}

/// How to get credentials (SPEC U4).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AuthDetails {
    /// The kind of authentication, for example `oauth2`.
    pub required_auth_type: String,
    /// Where to get it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub authorization_url: Option<String>,
    /// What to ask for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scopes: Vec<String>,
    /// What else is known.
    #[serde(flatten)]
    pub other: Object,
}

impl AuthDetails {
    /// Authentication of a kind.
    pub fn new(required_auth_type: impl Into<String>) -> Self {
        Self { required_auth_type: required_auth_type.into(), ..Self::default() }
    }

    /// Where to get it.
    #[must_use]
    pub fn authorization_url(mut self, url: impl Into<String>) -> Self {
        self.authorization_url = Some(url.into());
        self
    }

    /// What to ask for.
    #[must_use]
    pub fn scopes(mut self, scopes: impl IntoIterator<Item: Into<String>>) -> Self {
        self.scopes = scopes.into_iter().map(Into::into).collect();
        self
    }
}

/// What was too long (SPEC U5).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TimeoutDetails {
    /// How long it may take, in milliseconds.
    pub timeout_ms: u64,
    /// How long it took, in milliseconds.
    pub elapsed_ms: u64,
    /// What else is known.
    #[serde(flatten)]
    pub other: Object,
}

/// What was not reached (SPEC U6).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct UnreachableDetails {
    /// Where it should be.
    pub endpoint_url: String,
    /// Why there was no connection.
    pub reason: String,
    /// What else is known.
    #[serde(flatten)]
    pub other: Object,
}

/// What does not fit (SPEC U7).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct VersionDetails {
    /// The version of the descriptor.
    pub descriptor_version: String,
    /// What the consumer understands.
    pub consumer_supported_range: String,
    /// What to do about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upgrade_url: Option<String>,
    /// What else is known.
    #[serde(flatten)]
    pub other: Object,
}

impl VersionDetails {
    /// A version, and the range that it is not in.
    pub fn new(descriptor_version: impl Into<String>, consumer_supported_range: impl Into<String>) -> Self {
        Self {
            descriptor_version: descriptor_version.into(),
            consumer_supported_range: consumer_supported_range.into(),
            ..Self::default()
        }
    }

    /// Where to read what to do.
    #[must_use]
    pub fn upgrade_url(mut self, url: impl Into<String>) -> Self {
        self.upgrade_url = Some(url.into());
        self
    }
}
