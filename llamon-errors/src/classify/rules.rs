//! The order of the steps, and the rules that a user puts in front of the table (SPEC M12, M13).
//!
//! Comes in: an error. Goes out: what the first step says that knows it. Not done here: the table itself.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use llamon_errors_core::error_code::ErrorCode;

use super::chain::{find, links};
use super::table::{self, Hit};
use super::type_name::reason_of_type;
use super::{Classification, UNCLASSIFIED};
use crate::application_error::{ApplicationError, domain_data};
use crate::data::Text;
use crate::disclosure::{Disclosure, log};
use crate::domain_error::DomainError;
use crate::family::GuardrailBlockedError;

type AsDomainError = for<'e> fn(&'e (dyn Error + 'static)) -> Option<&'e (dyn DomainError + 'static)>;
type UserRule = Box<dyn Fn(&(dyn Error + 'static)) -> Option<Classification> + Send + Sync>;

/// What a user knows about errors beyond the table: a value like any other, made once and lent to whoever classifies.
///
/// Registering takes memory, classifying does not, but for a reason that has to be built.
///
/// ```
/// use llamon_errors::classify::{Classification, Rules};
/// use llamon_errors::{DomainError, ErrorCode, error_source};
/// use std::io;
///
/// #[derive(Debug, DomainError)]
/// #[domain_error(catalog = "../catalogs/documents.toml", partial)]
/// enum DocumentError {
///     DocumentNotFound { document_id: String },
/// }
///
/// let rules = Rules::new().domain::<DocumentError>().on(|error: &io::Error| {
///     let is_disk = error.kind() == io::ErrorKind::StorageFull;
///     is_disk.then(|| {
///         Classification::new(ErrorCode::UpstreamUnavailable, "archive_full").error_source(error_source!("db:archive"))
///     })
/// });
///
/// let full = io::Error::from(io::ErrorKind::StorageFull);
/// assert_eq!(rules.classify(&full).reason, "archive_full");
///
/// let wrapped = io::Error::other(DocumentError::DocumentNotFound { document_id: "A-17".to_owned() });
/// let error = rules.application_error(wrapped);
/// assert_eq!((error.code(), error.data().domain_code.as_deref()), (ErrorCode::NotFound, Some("DOC_005")));
/// ```
#[derive(Default)]
pub struct Rules {
    domains: Vec<AsDomainError>,
    types: Vec<UserRule>,
    disclosure: Disclosure,
}

/// What the steps found.
enum Verdict<'e> {
    Application(&'e ApplicationError),
    Domain(&'e (dyn DomainError + 'static)),
    Known(Classification),
}

impl Rules {
    /// No rules: the table alone.
    #[must_use]
    pub const fn new() -> Self {
        Self { domains: Vec::new(), types: Vec::new(), disclosure: Disclosure::Outermost }
    }

    /// Finds the errors of this enum wherever they are in a chain. Enums inside its transparent variants need no call of their own,
    /// unless they stand in a chain without it.
    #[must_use]
    pub fn domain<E: DomainError + 'static>(mut self) -> Self {
        self.domains.push(|link| find::<E>(link).map(|error| error as &(dyn DomainError + 'static)));
        self
    }

    /// A rule for a type, ahead of the table. It answers `None` where it has nothing to say; the first rule that has wins. It is asked about
    /// causes too, boxed or shared ones included, and should be quick: it may be asked when another error further out has been found.
    #[must_use]
    pub fn on<T: Error + 'static>(
        mut self,
        rule: impl Fn(&T) -> Option<Classification> + Send + Sync + 'static,
    ) -> Self {
        self.types.push(Box::new(move |link| find::<T>(link).and_then(&rule)));
        self
    }

    /// What text of an error may leave the process; the outermost one's without a call.
    #[must_use]
    pub const fn disclosure(mut self, disclosure: Disclosure) -> Self {
        self.disclosure = disclosure;
        self
    }

    /// The classification of an error; see [`classify`](super::classify).
    #[must_use]
    pub fn classify(&self, error: &(dyn Error + 'static)) -> Classification {
        self.classification(error, None)
    }

    /// The same of an error whose type stands in the program.
    pub(super) fn classify_named(&self, error: &(dyn Error + 'static), type_name: &str) -> Classification {
        self.classification(error, Some(type_name))
    }

    /// The error as one that travels; see [`ApplicationError::classified`].
    #[must_use]
    pub fn application_error<E: Into<Box<dyn Error + Send + Sync>> + 'static>(&self, error: E) -> ApplicationError {
        let error = match error.into().downcast::<ApplicationError>() {
            Ok(error) => return *error,
            Err(error) => error,
        };
        let link: &(dyn Error + 'static) = error.as_ref();
        let data = match self.verdict(link, Some(core::any::type_name::<E>())) {
            Verdict::Application(inner) => inner.data().clone(),
            Verdict::Domain(inner) => domain_data(inner),
            Verdict::Known(known) => {
                let guardrail = links(link).find_map(find::<GuardrailBlockedError>);
                let is_blocked = known.code == ErrorCode::GuardrailBlocked;
                let mut data = known.into_data();
                data.error_message = self.disclosure.text(data.error_code.effective(), link);
                data.guardrail = guardrail.filter(|_| is_blocked).map(|blocked| blocked.guardrail().clone());
                let is_own_text = self.disclosure == Disclosure::Outermost;
                return ApplicationError::of_cause(data, error, is_own_text);
            }
        };
        // The author's own text goes out; what was wrapped around it stays, as all causes do.
        log(data.error_code.effective(), link);
        let is_itself = self.domain_in(link).is_some();
        ApplicationError::of_cause(data, error, is_itself)
    }

    fn classification(&self, error: &(dyn Error + 'static), type_name: Option<&str>) -> Classification {
        match self.verdict(error, type_name) {
            Verdict::Application(error) => {
                let data = error.data();
                Classification {
                    code: error.code(),
                    reason: data.error_reason.clone(),
                    retriable: data.retriable,
                    retry_after_ms: data.retry_after_ms,
                    error_source: data.error_source.clone(),
                }
            }
            Verdict::Domain(error) => {
                let spec = error.spec();
                Classification {
                    code: spec.sdk_code(),
                    reason: Text::Borrowed(spec.reason()),
                    retriable: spec.retriable(),
                    retry_after_ms: spec.retry_after_ms(),
                    error_source: spec.error_source().map(Text::Borrowed),
                }
            }
            Verdict::Known(known) => known,
        }
    }

    /// One step after the other, each over the whole chain.
    fn verdict<'e>(&self, error: &'e (dyn Error + 'static), type_name: Option<&str>) -> Verdict<'e> {
        if let Some(error) = links(error).find_map(find::<ApplicationError>) {
            return Verdict::Application(error);
        }
        if let Some(error) = links(error).find_map(|link| self.domain_in(link)) {
            return Verdict::Domain(error);
        }
        if let Some(known) = links(error).find_map(|link| self.types.iter().find_map(|rule| rule(link))) {
            return Verdict::Known(known);
        }
        let mut vague = None;
        for hit in links(error).filter_map(table::hit) {
            match hit {
                Hit::Sure(known) => return Verdict::Known(known),
                Hit::Unless(known) => vague = vague.or(Some(known)),
            }
        }
        let fallback = || {
            let reason = type_name.map_or(Text::Borrowed(UNCLASSIFIED), reason_of_type);
            Classification::new(ErrorCode::InternalError, reason)
        };
        Verdict::Known(vague.unwrap_or_else(fallback))
    }

    fn domain_in<'e>(&self, link: &'e (dyn Error + 'static)) -> Option<&'e (dyn DomainError + 'static)> {
        self.domains.iter().find_map(|as_domain_error| as_domain_error(link))
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rules")
            .field("domains", &self.domains.len())
            .field("rules", &self.types.len())
            .field("disclosure", &self.disclosure)
            .finish()
    }
}
