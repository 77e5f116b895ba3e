//! The facts of one catalog entry (SPEC D2, D3, P10).
//!
//! Comes in: a row of a [`Table`]. Goes out: its facts, each read when it is asked for. A spec is two words that may be copied: taking one
//! costs nothing, whatever the entry says.

use core::fmt;

use crate::error_code::ErrorCode;
use crate::outcome_state::OutcomeState;
use crate::table::{Row, Table};

/// One error of a catalog: the place where code, reason and `sdk_code` meet.
///
/// It tells what is the same for every error of that code. What differs from error to error (field values, causes) stays in
/// the error. Two are equal when they say the same.
#[derive(Clone, Copy)]
pub struct DomainErrorSpec {
    table: &'static Table,
    row: usize,
}

/// One outcome of a catalog: a result that is no error, and so has no `sdk_code` and nothing to retry.
///
/// Two are equal when they say the same.
#[derive(Clone, Copy)]
pub struct DomainOutcomeSpec {
    table: &'static Table,
    row: usize,
}

impl DomainErrorSpec {
    /// The reason of an entry that cannot be read, so that an answer still goes out (SPEC V6).
    pub const UNREADABLE_REASON: &'static str = "error_data_build_failed";

    /// The facts of a row; where there is no such row, those of an entry that cannot be read.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(table: &'static Table, row: usize) -> Self {
        Self { table, row }
    }

    /// What clients branch on, one of the eight; `errorCode` on the wire.
    #[must_use]
    pub fn sdk_code(self) -> ErrorCode {
        self.table.sdk_code(self.row).unwrap_or(ErrorCode::InternalError)
    }

    /// For logs, dashboards and translation keys, never for branching; `errorReason` on the wire.
    #[must_use]
    pub fn reason(self) -> &'static str {
        self.read().and_then(Row::reason).unwrap_or(Self::UNREADABLE_REASON)
    }

    /// Whether the same request may succeed later.
    #[must_use]
    pub fn retriable(self) -> bool {
        self.read().is_some_and(Row::retriable)
    }

    /// Where it went wrong, as `system:locator`.
    #[must_use]
    pub fn error_source(self) -> Option<&'static str> {
        self.read().and_then(Row::error_source)
    }

    /// How long to wait before a retry, in milliseconds.
    #[must_use]
    pub fn retry_after_ms(self) -> Option<u64> {
        self.read().and_then(Row::retry_after_ms)
    }
}

impl DomainOutcomeSpec {
    /// The facts of a row; where there is no such row, those of an entry that cannot be read.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(table: &'static Table, row: usize) -> Self {
        Self { table, row }
    }

    /// The state of the task.
    #[must_use]
    pub fn state(self) -> OutcomeState {
        self.table.state(self.row).unwrap_or(OutcomeState::Completed)
    }

    /// For logs, dashboards and translation keys.
    #[must_use]
    pub fn reason(self) -> &'static str {
        self.read().and_then(Row::reason).unwrap_or("outcome_data_build_failed")
    }
}

macro_rules! shared_facts {
    ($($spec:ident)*) => {$(
        impl $spec {
            /// The agent's identifier, for example `document-service`.
            #[must_use]
            pub const fn domain(self) -> &'static str {
                self.table.domain()
            }

            /// The catalog key, for example `DOC_005`; `domainCode` on the wire.
            #[must_use]
            pub fn code(self) -> &'static str {
                self.read().and_then(Row::code).unwrap_or_default()
            }

            /// A short name for people.
            #[must_use]
            pub fn title(self) -> &'static str {
                self.read().and_then(Row::title).unwrap_or_default()
            }

            /// The message with its placeholders, where the catalog has one; otherwise the title is the message.
            #[must_use]
            pub fn message(self) -> Option<&'static str> {
                self.read().and_then(Row::message)
            }

            fn read(self) -> Option<Row> {
                self.table.row(self.row)
            }
        }

        impl Eq for $spec {}
    )*};
}

shared_facts! { DomainErrorSpec DomainOutcomeSpec }

impl PartialEq for DomainErrorSpec {
    fn eq(&self, other: &Self) -> bool {
        let facts = |spec: Self| {
            let retry = (spec.retriable(), spec.retry_after_ms());
            (
                spec.domain(),
                spec.code(),
                spec.sdk_code(),
                spec.reason(),
                spec.title(),
                spec.message(),
                spec.error_source(),
                retry,
            )
        };
        facts(*self) == facts(*other)
    }
}

impl PartialEq for DomainOutcomeSpec {
    fn eq(&self, other: &Self) -> bool {
        let facts =
            |spec: Self| (spec.domain(), spec.code(), spec.state(), spec.reason(), spec.title(), spec.message());
        facts(*self) == facts(*other)
    }
}

impl fmt::Debug for DomainErrorSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DomainErrorSpec")
            .field("domain", &self.domain())
            .field("code", &self.code())
            .field("sdk_code", &self.sdk_code())
            .field("reason", &self.reason())
            .field("title", &self.title())
            .field("retriable", &self.retriable())
            .field("message", &self.message())
            .field("error_source", &self.error_source())
            .field("retry_after_ms", &self.retry_after_ms())
            .finish()
    }
}

impl fmt::Debug for DomainOutcomeSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DomainOutcomeSpec")
            .field("domain", &self.domain())
            .field("code", &self.code())
            .field("state", &self.state())
            .field("reason", &self.reason())
            .field("title", &self.title())
            .field("message", &self.message())
            .finish()
    }
}
