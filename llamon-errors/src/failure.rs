//! What the handling of a request ends in when it does not end well: a refusal or a failed task (SPEC L1 to L3).
//!
//! Comes in: what a request's validation or the agent's code returned as `Err`. Goes out: the answer, in the words of the client's version.
//! Not done here: running the agent.

use alloc::boxed::Box;

use serde::Serialize;

use crate::a2a::v0_3::TaskIds;
use crate::a2a::{FailedEvent, Version};
use crate::application_error::ApplicationError;
use crate::data::ProtocolErrorData;
use crate::domain_error::DomainError;
use crate::json_rpc::{ErrorResponse, Id, Response};

/// The two layers at which a request can fail. There is no third, so it can be matched whole.
///
/// An `Err` of the agent's own code becomes [`Failed`](Self::Failed) by `?`, whatever it is. [`Refused`](Self::Refused) is never made by
/// `?`: only a validation of the request, or the server itself, says it (SPEC L3).
///
/// ```
/// use llamon_errors::a2a::Version;
/// use llamon_errors::a2a::v0_3::TaskIds;
/// use llamon_errors::{ErrorCode, Failure, ProtocolErrorData, application_error};
///
/// fn handle(query: &str) -> Result<String, Failure> {
///     if query.is_empty() {
///         return Err(Failure::refused(ProtocolErrorData::new(ErrorCode::InvalidInput, "query_empty")));
///     }
///     Err(application_error!(ErrorCode::NotFound, "document_not_found"))?
/// }
///
/// let task = TaskIds::new("task-1", "context-1");
/// let answer = |query| serde_json::to_value(Version::V0_3.answer(1, handle(query).unwrap_err(), &task)).unwrap();
/// assert_eq!(answer("")["error"]["code"], -32602);
/// assert_eq!(answer("A-17")["result"]["status"]["state"], "failed");
/// ```
#[derive(Debug)]
pub enum Failure {
    /// There is no task: the JSON-RPC `error` member says why.
    Refused(Box<ProtocolErrorData>),
    /// There is a task, and it fails.
    Failed(ApplicationError),
}

impl Failure {
    /// The request is refused for this reason, and there is no task.
    #[must_use]
    pub fn refused(data: ProtocolErrorData) -> Self {
        Self::Refused(Box::new(data))
    }
}

impl From<ApplicationError> for Failure {
    fn from(error: ApplicationError) -> Self {
        Self::Failed(error)
    }
}

impl<E: DomainError + Send + Sync + 'static> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// The JSON-RPC response that tells a client of a failure.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum FailureAnswer {
    /// The request was refused.
    Refused(ErrorResponse),
    /// The task failed.
    Failed(Box<Response<FailedEvent>>),
}

impl Version {
    /// The answer to a request that failed, as a client of this version reads it. What a refusal says goes out unchanged (SPEC L3).
    ///
    /// A guardrail's block is never a refusal: it fails the task even where a validation said it (SPEC D4).
    #[must_use]
    pub fn answer(self, id: impl Into<Id>, failure: Failure, task: &TaskIds) -> FailureAnswer {
        let id = id.into();
        let error = match failure {
            Failure::Failed(error) => error,
            Failure::Refused(data) => match self.refusal(id.clone(), (*data).clone()) {
                Ok(refusal) => return FailureAnswer::Refused(refusal),
                Err(_needs_task) => ApplicationError::from_data((*data).into()),
            },
        };
        FailureAnswer::Failed(Box::new(Response::result(id, self.failed(&error, task))))
    }
}
