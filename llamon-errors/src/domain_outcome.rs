//! The trait that `#[derive(DomainOutcome)]` implements (SPEC D3).

use alloc::string::String;
use core::fmt;

use llamon_errors_core::spec::DomainOutcomeSpec;
use serde_json::{Map, Value};

use crate::a2a::v0_3::Part;
use crate::catalog_enum::{self, CatalogEnum};
use crate::data::Text;

/// A result that is no error: "no match", "not eligible". The task completes, or waits for the person.
///
/// An outcome is no `Error`, so nothing can raise it:
///
/// ```compile_fail,E0277
/// # use llamon_errors::{ApplicationError, DomainOutcome};
/// # #[derive(Debug, DomainOutcome)]
/// # #[domain_error(catalog = "catalogs/documents.toml")]
/// # enum DocumentOutcome { NoRelatedInformation { query: String } }
/// fn answer() -> Result<(), ApplicationError> {
///     Err(DocumentOutcome::NoRelatedInformation { query: "x".to_owned() })?
/// }
/// ```
///
/// The attributes are those of [`DomainError`](trait@crate::DomainError), but for causes; `outcome = "completed"` or `"input-required"`
/// stands in for `sdk_code` and `retriable`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a domain outcome",
    label = "this type stands for no outcome of a catalog",
    note = "write #[derive(DomainOutcome)] and #[domain_error(catalog = \"...\")] on the enum"
)]
pub trait DomainOutcome: CatalogEnum {
    /// The catalog entry that this outcome stands for.
    ///
    /// ```
    /// # use llamon_errors::{DomainOutcome, OutcomeState};
    /// # #[derive(Debug, DomainOutcome)]
    /// # #[domain_error(catalog = "catalogs/documents.toml")]
    /// # enum DocumentOutcome { NoRelatedInformation { query: String } }
    /// let outcome = DocumentOutcome::NoRelatedInformation { query: "전세".to_owned() };
    /// assert_eq!((outcome.spec().code(), outcome.spec().state()), ("DOC_101", OutcomeState::Completed));
    /// assert_eq!(outcome.message(), "`전세`와 관련된 문서가 없습니다");
    /// ```
    fn spec(&self) -> DomainOutcomeSpec {
        let (table, row) = self.__entry();
        DomainOutcomeSpec::new(table, row)
    }

    /// Writes the catalog's message with this outcome's values, or the title where the catalog has no message.
    ///
    /// # Errors
    /// Those of the formatter.
    fn fmt_message(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        catalog_enum::fmt_message(self, f)
    }

    /// The catalog's message with this outcome's values.
    fn message(&self) -> String {
        catalog_enum::message(self)
    }

    /// The fields that travel beside the message, if the enum or the fields ask for it.
    fn details(&self) -> Option<Map<String, Value>> {
        catalog_enum::details(self)
    }

    /// The entry of a code among those that this enum stands for, compared exactly.
    #[must_use]
    fn from_code(code: &str) -> Option<DomainOutcomeSpec>
    where
        Self: Sized,
    {
        catalog_enum::find::<Self>(code).map(|(table, row)| DomainOutcomeSpec::new(table, row))
    }
}

/// The two parts of a result that is no error: text for people, data for programs (SPEC D3). The text is the catalog's message, or its title.
///
/// The data part holds `reason` (errors call theirs `errorReason`, so nobody takes one for the other), `domain`, `domainCode` and, where
/// the enum has them, `details`. They stand in the message of a status whose state is the outcome's:
/// [`spec`](DomainOutcome::spec)`().state()`. With feature `agent`, `Reply::outcome` does all of it.
///
/// ```
/// use llamon_errors::a2a::v0_3::{Message, TaskIds, TaskState, TaskStatus, TaskStatusUpdateEvent, outcome_parts};
/// use llamon_errors::{DomainOutcome, OutcomeState};
///
/// #[derive(Debug, DomainOutcome)]
/// #[domain_error(catalog = "catalogs/documents.toml")]
/// enum DocumentOutcome {
///     NoRelatedInformation { query: String },
/// }
///
/// let outcome = DocumentOutcome::NoRelatedInformation { query: "전세".to_owned() };
/// let state = match outcome.spec().state() {
///     OutcomeState::Completed => TaskState::Completed,
///     OutcomeState::InputRequired => TaskState::InputRequired,
/// };
/// let task = TaskIds::new("task-1", "context-1");
/// let message = Message::agent("message-2", &task, outcome_parts(&outcome));
/// let event = TaskStatusUpdateEvent::new(&task, TaskStatus::new(state, Some(message)));
/// let json = serde_json::to_value(event).unwrap();
/// assert_eq!(json["status"]["message"]["parts"][1]["data"]["domainCode"], "DOC_101");
/// ```
pub fn outcome_parts(outcome: &(impl DomainOutcome + ?Sized)) -> [Part; 2] {
    let spec = outcome.spec();
    let mut data = Map::new();
    data.insert("reason".into(), spec.reason().into());
    for (name, value) in [("domain", spec.domain()), ("domainCode", spec.code())] {
        if !value.is_empty() {
            data.insert(name.into(), value.into());
        }
    }
    if let Some(details) = outcome.details() {
        data.insert("details".into(), details.into());
    }
    let text = spec.message().map_or(Text::Borrowed(spec.title()), |_| Text::Owned(outcome.message()));
    [Part::text(text), Part::data(data)]
}
