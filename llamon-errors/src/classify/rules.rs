//! The rules that a user puts in front of the table (SPEC M12).
//!
//! Comes in: types and what they mean. Goes out: the classification of an error, or the error as one that travels. Not done here: the order
//! of the steps (`search`), and the table.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use llamon_errors_core::error_code::ErrorCode;

use super::chain::{Node, nodes};
use super::search::{Found, Verdict};
use super::{Classification, report};
use crate::application_error::{ApplicationError, domain_data};
use crate::data::ApplicationErrorData;
use crate::disclosure::{Disclosure, log};
use crate::domain_error::DomainError;
use crate::family::GuardrailBlockedError;

type AsDomainError = for<'e> fn(Node<'e>) -> Option<&'e (dyn DomainError + 'static)>;
type UserRule = Box<dyn Fn(Node<'_>) -> Option<Classification> + Send + Sync>;
type Count = Box<dyn Fn(Node<'_>) -> Option<u32> + Send + Sync>;

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
/// #[domain_error(catalog = "catalogs/documents.toml", partial)]
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
    pub(super) domains: Vec<AsDomainError>,
    pub(super) types: Vec<UserRule>,
    pub(super) retried: Vec<Count>,
    disclosure: Disclosure,
}

/// What goes out of an error.
struct Outgoing {
    data: ApplicationErrorData,
    /// Whether its text is that of the outermost error, so that chains go on with that one's causes.
    is_own_text: bool,
}

impl Rules {
    /// No rules: the table alone.
    #[must_use]
    pub const fn new() -> Self {
        Self { domains: Vec::new(), types: Vec::new(), retried: Vec::new(), disclosure: Disclosure::Outermost }
    }

    /// Finds the errors of this enum wherever they are in a chain. Enums inside its transparent variants need no call of their own,
    /// unless they stand in a chain without it.
    #[must_use]
    pub fn domain<E: DomainError + Send + Sync + 'static>(mut self) -> Self {
        self.domains.push(|node| node.find::<E>().map(|error| error as &(dyn DomainError + 'static)));
        self
    }

    /// A rule for a type, ahead of the table. It answers `None` where it has nothing to say; the first rule that has wins. It is asked
    /// about causes too, boxed or shared ones included, and should be quick: it may be asked when another error further out has been found.
    #[must_use]
    pub fn on<T: Error + Send + Sync + 'static>(
        mut self,
        rule: impl Fn(&T) -> Option<Classification> + Send + Sync + 'static,
    ) -> Self {
        self.types.push(Box::new(move |node| node.find::<T>().and_then(&rule)));
        self
    }

    /// How often a wrapper says that it has tried again, for the `retried` of the error that goes out (SPEC V4). The outermost wrapper
    /// counts; what the error found says of itself stays.
    ///
    /// ```
    /// use llamon_errors::classify::Rules;
    /// use std::io;
    ///
    /// #[derive(Debug)]
    /// struct GaveUp { attempts: u32, last: io::Error }
    /// # impl std::fmt::Display for GaveUp {
    /// #     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("gave up") }
    /// # }
    /// impl std::error::Error for GaveUp {
    ///     fn source(&self) -> Option<&(dyn std::error::Error + 'static)> { Some(&self.last) }
    /// }
    ///
    /// let rules = Rules::new().retried(|wrapper: &GaveUp| wrapper.attempts - 1);
    /// let error = rules.application_error(GaveUp { attempts: 3, last: io::ErrorKind::TimedOut.into() });
    /// assert_eq!((error.data().error_reason.as_ref(), error.data().retried), ("io_timed_out", Some(2)));
    /// ```
    #[must_use]
    pub fn retried<T: Error + Send + Sync + 'static>(
        mut self,
        count: impl Fn(&T) -> u32 + Send + Sync + 'static,
    ) -> Self {
        self.retried.push(Box::new(move |node| node.find::<T>().map(&count)));
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
        self.classification(Node::Link(error), None)
    }

    /// The error as one that travels; see [`ApplicationError::classified`].
    #[must_use]
    pub fn application_error<E: Into<Box<dyn Error + Send + Sync>> + 'static>(&self, error: E) -> ApplicationError {
        let report = report::node(&error).filter(|report| !report.link().is::<ApplicationError>());
        let of_report = report.map(|report| self.outgoing(report, None));
        let error = match report::boxed(error).downcast::<ApplicationError>() {
            Ok(error) => return *error,
            Err(error) => error,
        };
        let link: &(dyn Error + 'static) = error.as_ref();
        let outgoing = of_report.unwrap_or_else(|| self.outgoing(Node::Link(link), Some(core::any::type_name::<E>())));
        ApplicationError::of_cause(outgoing.data, error, outgoing.is_own_text)
    }

    /// What goes out of an error.
    fn outgoing(&self, top: Node<'_>, type_name: Option<&str>) -> Outgoing {
        let Found { verdict, retried } = self.search(top, type_name);
        let link = top.link();
        // The author's own text goes out as it is; what was wrapped around it stays, as all causes do.
        let own = |data: ApplicationErrorData, is_own_text| {
            log(data.error_code.effective(), link);
            Outgoing { data, is_own_text }
        };
        let mut outgoing = match verdict {
            Verdict::Application(error) => own(error.data().clone(), false),
            Verdict::Domain(error) => own(domain_data(error), self.domain_at(Node::Link(link)).is_some()),
            Verdict::Known(known) => {
                let is_blocked = known.code == ErrorCode::GuardrailBlocked;
                let mut data = known.into_data();
                data.error_message = self.disclosure.text(data.error_code.effective(), link);
                let guardrail = || nodes(top).find_map(Node::find::<GuardrailBlockedError>);
                data.guardrail = is_blocked.then(guardrail).flatten().map(|blocked| blocked.guardrail().clone());
                Outgoing { data, is_own_text: self.disclosure == Disclosure::Outermost }
            }
        };
        outgoing.data.retried = outgoing.data.retried.or(retried);
        outgoing
    }

    /// The classification of what stands at the top of a chain.
    pub(super) fn classification(&self, top: Node<'_>, type_name: Option<&str>) -> Classification {
        match self.search(top, type_name).verdict {
            Verdict::Application(error) => Classification::of_data(error.data()),
            Verdict::Domain(error) => Classification::of_spec(error.spec()),
            Verdict::Known(known) => known,
        }
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rules")
            .field("domains", &self.domains.len())
            .field("rules", &self.types.len())
            .field("retried", &self.retried.len())
            .field("disclosure", &self.disclosure)
            .finish()
    }
}
