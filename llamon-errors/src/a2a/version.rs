//! Which version of A2A a client speaks, and the error in that one.

use alloc::string::{String, ToString as _};
use core::error::Error;
use core::fmt;

use serde::Serialize;

use super::v0_3::{TaskIds, TaskStatusUpdateEvent};
use crate::application_error::ApplicationError;
use crate::data::{ApplicationErrorData, ProtocolErrorData};
use crate::json_rpc::{ErrorObject, ErrorResponse, GuardrailNeedsTask, Id};

/// A version of A2A that this build speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Version {
    /// 0.3, whose clients send no version.
    #[default]
    V0_3,
    /// 1.0.
    #[cfg(feature = "a2a-v1")]
    V1_0,
}

impl Version {
    /// The version that a request asks for in its header `A2A-Version`. Absent or empty is 0.3; a patch number does not count.
    ///
    /// # Errors
    /// A version that this build does not speak. 1.0 is one without feature `a2a-v1`. The answer is the number -32009.
    ///
    /// ```
    /// use llamon_errors::a2a::Version;
    ///
    /// assert_eq!(Version::from_header(None), Ok(Version::V0_3));
    /// assert_eq!(Version::from_header(Some(" ")), Ok(Version::V0_3));
    /// assert!(Version::from_header(Some("2.0")).is_err());
    /// ```
    pub fn from_header(value: Option<&str>) -> Result<Self, UnsupportedVersion> {
        let value = value.unwrap_or_default().trim();
        let mut numbers = value.split('.');
        let patch_is_number = |patch: &str| !patch.is_empty() && patch.bytes().all(|byte| byte.is_ascii_digit());
        match (numbers.next(), numbers.next(), numbers.next().is_none_or(patch_is_number), numbers.next()) {
            (Some(""), None, ..) | (Some("0"), Some("3"), true, None) => Ok(Self::V0_3),
            #[cfg(feature = "a2a-v1")]
            (Some("1"), Some("0"), true, None) => Ok(Self::V1_0),
            _ => Err(UnsupportedVersion { version: value.to_string() }),
        }
    }

    /// The failed status that ends a task, as a client of this version reads it: what stands in `result` of the response.
    ///
    /// ```
    /// use llamon_errors::a2a::Version;
    /// use llamon_errors::a2a::v0_3::TaskIds;
    /// use llamon_errors::{ApplicationError, ErrorCode};
    ///
    /// let error = ApplicationError::new(ErrorCode::NotFound, "document_not_found");
    /// let event = Version::from_header(None).unwrap().failed(&error, &TaskIds::new("task-1", "context-1"));
    /// assert!(serde_json::to_string(&event).unwrap().starts_with(r#"{"kind":"status-update""#));
    /// ```
    #[must_use]
    pub fn failed(self, error: &ApplicationError, task: &TaskIds) -> FailedEvent {
        let event = TaskStatusUpdateEvent::failed(error, task);
        match self {
            Self::V0_3 => FailedEvent::V0_3(event),
            #[cfg(feature = "a2a-v1")]
            Self::V1_0 => FailedEvent::V1_0(super::v1::Event::StatusUpdate(event.into())),
        }
    }

    /// The refusal of a request before there is a task, as a client of this version reads it.
    ///
    /// # Errors
    /// A guardrail's block is never a refusal.
    pub fn refusal(self, id: impl Into<Id>, data: ProtocolErrorData) -> Result<ErrorResponse, GuardrailNeedsTask> {
        let object = match self {
            Self::V0_3 => ErrorObject::refusal(data),
            #[cfg(feature = "a2a-v1")]
            Self::V1_0 => super::v1::refusal(data),
        };
        object.map(|object| ErrorResponse::new(id, object))
    }
}

/// A failed status in the words of one version.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum FailedEvent {
    /// 0.3.
    V0_3(TaskStatusUpdateEvent<ApplicationErrorData>),
    /// 1.0.
    #[cfg(feature = "a2a-v1")]
    V1_0(super::v1::Event<ApplicationErrorData>),
}

/// A client asked for a version that this build does not speak.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnsupportedVersion {
    /// What it asked for.
    pub version: String,
}

impl fmt::Display for UnsupportedVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "A2A version `{}` is not supported", self.version)
    }
}

impl Error for UnsupportedVersion {}
