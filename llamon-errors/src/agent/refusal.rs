//! Requests that are refused before there is a task (SPEC L1): by the agent's validation, or by the runner itself.

use alloc::boxed::Box;
use core::error::Error;
use core::fmt;

use super::log;
use crate::application_error::ApplicationError;
use crate::data::{ProtocolErrorData, Text};
use crate::json_rpc::{ErrorObject, Meaning, Protocol, refusal_number};

/// Why there is no task, or why nothing can be done with it: a JSON-RPC error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    number: i64,
    data: Box<ProtocolErrorData>,
}

impl Refusal {
    /// What the agent's validation said, unchanged (SPEC L3) but for values that cannot travel (SPEC V6).
    ///
    /// # Errors
    /// The data of a guardrail's block, which is never a refusal.
    pub(super) fn of(data: ProtocolErrorData) -> Result<Self, Box<ProtocolErrorData>> {
        let data = Box::new(data.checked());
        match refusal_number(data.error_code.effective()) {
            Ok(number) => Ok(Self::logged(number, data)),
            Err(_needs_task) => Err(data),
        }
    }

    /// One of A2A's own numbers, with the reason that the table has for it.
    pub(super) fn number(number: i64, message: impl Into<Text>) -> Self {
        let meaning = Meaning::of(Protocol::A2a, number);
        let mut data = ProtocolErrorData::new(meaning.code, meaning.reason);
        data.error_message = message.into();
        Self::logged(number, Box::new(data))
    }

    /// The same with a reason that says more than the table's.
    pub(super) fn reason(number: i64, reason: &'static str, message: impl Into<Text>) -> Self {
        let mut data = ProtocolErrorData::new(Meaning::of(Protocol::A2a, number).code, reason);
        data.error_message = message.into();
        Self::logged(number, Box::new(data))
    }

    /// There is no such task (-32001).
    pub(super) fn task_not_found() -> Self {
        Self::number(-32001, "Task not found")
    }

    fn logged(number: i64, data: Box<ProtocolErrorData>) -> Self {
        log::refused(number, &data);
        Self { number, data }
    }

    /// The number.
    #[must_use]
    pub fn code(&self) -> i64 {
        self.number
    }

    /// What a client reads.
    #[must_use]
    pub fn data(&self) -> &ProtocolErrorData {
        &self.data
    }
}

/// What a store fails with.
impl From<ApplicationError> for Refusal {
    fn from(error: ApplicationError) -> Self {
        let data = Box::new(ProtocolErrorData::from(error.into_data()));
        // No store is a guardrail; one that says so is an internal error like any other.
        let number = refusal_number(data.error_code.effective()).unwrap_or(-32603);
        Self::logged(number, data)
    }
}

impl From<Refusal> for ErrorObject {
    fn from(refusal: Refusal) -> Self {
        Self::refusal_with_number(refusal.number, *refusal.data)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.data.error_message, self.number)
    }
}

impl Error for Refusal {}
