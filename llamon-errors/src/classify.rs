//! Any error becomes the right code (SPEC M1 to M13, P4).
//!
//! Comes in: an error that carries no code, or an HTTP answer. Goes out: its [`Classification`], or the whole [`ApplicationError`]. Not
//! done here: what may be told of it ([`disclosure`](crate::disclosure)).
//!
//! # Order
//!
//! Each step looks at the whole chain of causes, outermost first, before the next one begins:
//!
//! 1. an [`ApplicationError`]: its data is the answer;
//! 2. a domain error of an enum that was registered with [`Rules::domain`]: its catalog entry is the answer;
//! 3. the user's rules, [`Rules::on`];
//! 4. the table: the standard library's errors, the [families](crate::family) of S1, and the errors of the crates below;
//! 5. the fallback: `INTERNAL_ERROR`, not retriable, with the name of the type as its reason.
//!
//! It is one walk, and takes no memory but for a reason that has to be built.
//!
//! The chain is followed for [`MAX_CHAIN`](crate::disclosure::MAX_CHAIN) links, since an error may be its own cause. At an `std::io::Error`
//! it goes on with the error inside, which `source` leaves out. Types and kinds decide, never the text of a message.
//!
//! # Crates
//!
//! Each is a feature of its name, none is on by default, and its rows stand at the head of `src/classify/<crate>.rs`: `async-openai`,
//! `garde`, `hyper`, `hyper-util`, `jsonschema`, `opendal` (Rust 1.91), `redis`, `reqwest` (0.13), `reqwest-0-12`, `rmcp`, `sqlx` (0.9;
//! Rust 1.94), `tokio`, `tonic`, `tower`, `validator`. `serde_json` is known without one. A major version is a type of its own: an error of
//! another version than the feature's is known by its causes alone. For any other crate, [`Rules::on`] is all it takes; `tests/recipes/rig`
//! in the repository shows it for rig.
//!
//! # What no chain shows
//!
//! * A domain enum that is not registered: a `&dyn Error` can only be compared with types that are known. At the top of a chain `?` alone
//!   makes the [`ApplicationError`].
//! * What a transparent wrapper hides: one that forwards `source` to its field's does not show the field.
//!   An enum's own derive with `#[source]` or `#[from]` does.
//! * What an `anyhow::Error` or an `eyre::Report` holds at its root, once it is a `Box<dyn Error>`. With the feature of its name a report
//!   is taken as it is, by [`OrClassify`] and [`Classify`], and then its typed contexts are found too.
//! * What a private type holds, as the text inside `io::Error::other("...")`.
//!
//! `retriable` is a hint: a time-out, or a connection that was cut, says nothing about whether the other side had done the work.

#[cfg(feature = "std")]
mod answer;
#[cfg(feature = "async-openai")]
mod async_openai;
mod chain;
mod check;
#[cfg(any(feature = "hyper-util", feature = "reqwest", feature = "reqwest-0-12"))]
mod connect;
#[cfg(feature = "garde")]
mod garde;
mod http;
#[cfg(any(feature = "reqwest", feature = "reqwest-0-12"))]
mod http_client;
#[cfg(feature = "hyper")]
mod hyper;
#[cfg(feature = "hyper-util")]
mod hyper_util;
#[cfg(feature = "std")]
mod io;
#[cfg(feature = "jsonschema")]
mod jsonschema;
#[cfg(feature = "opendal")]
mod opendal;
#[cfg(feature = "redis")]
mod redis;
mod report;
#[cfg(feature = "reqwest")]
pub mod reqwest;
#[cfg(feature = "reqwest-0-12")]
pub mod reqwest_0_12;
#[cfg(feature = "rmcp")]
mod rmcp;
mod rules;
mod search;
mod serde_json;
#[cfg(feature = "sqlx")]
mod sqlx;
mod standard;
mod table;
#[cfg(feature = "tokio")]
mod tokio;
#[cfg(feature = "tonic")]
mod tonic;
#[cfg(feature = "tower")]
mod tower;
mod type_name;
#[cfg(feature = "validator")]
mod validator;

use alloc::boxed::Box;
use core::error::Error;
use core::time::Duration;

use llamon_errors_core::error_code::ErrorCode;
use llamon_errors_core::spec::DomainErrorSpec;

use crate::application_error::ApplicationError;
use crate::data::{ApplicationErrorData, Text};
use crate::retry::whole_millis;
use crate::value::ErrorSource;

#[cfg(feature = "std")]
pub use self::answer::{MAX_BODY, from_response};
#[cfg(feature = "async-openai")]
pub(crate) use self::async_openai::holds_body;
pub(crate) use self::chain::{Node, nodes};
pub use self::check::check_task;
#[cfg(feature = "a2a-v1")]
pub use self::check::check_task_v1;
#[cfg(feature = "rmcp")]
pub use self::check::check_tool_result;
pub use self::http::from_http_status;
pub use self::report::Report;
pub use self::rules::Rules;
#[cfg(feature = "tokio")]
pub(crate) use self::tokio::holds_panic;
pub use self::type_name::UNCLASSIFIED;

/// What is known of an error that carried no code.
///
/// ```
/// use llamon_errors::ErrorCode;
/// use llamon_errors::classify::Classification;
///
/// let known = Classification::new(ErrorCode::RateLimited, "bank_quota_used_up").retriable(false);
/// assert_eq!((known.reason.as_ref(), known.retriable, known.retry_after_ms), ("bank_quota_used_up", false, None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Classification {
    /// What clients branch on.
    pub code: ErrorCode,
    /// For logs, dashboards and translation keys (SPEC V1).
    pub reason: Text,
    /// Whether the same request may succeed later.
    pub retriable: bool,
    /// How long to wait before a retry, in milliseconds (SPEC V5).
    pub retry_after_ms: Option<u64>,
    /// Where it went wrong, as `system:locator` (SPEC V2).
    pub error_source: Option<Text>,
}

impl Classification {
    /// A code and a reason; retriable as the code usually is (SPEC C2).
    #[must_use]
    pub fn new(code: ErrorCode, reason: impl Into<Text>) -> Self {
        Self { reason: reason.into(), ..Self::fixed(code, UNCLASSIFIED) }
    }

    /// The same without a call, for tables.
    pub(crate) const fn fixed(code: ErrorCode, reason: &'static str) -> Self {
        Self {
            code,
            reason: Text::Borrowed(reason),
            retriable: code.usually_retriable(),
            retry_after_ms: None,
            error_source: None,
        }
    }

    /// Whether the same request may succeed later.
    #[must_use]
    pub const fn retriable(mut self, retriable: bool) -> Self {
        self.retriable = retriable;
        self
    }

    /// How long to wait before a retry, in milliseconds.
    #[must_use]
    pub const fn retry_after_ms(mut self, millis: u64) -> Self {
        self.retry_after_ms = Some(millis);
        self
    }

    /// How long to wait before a retry; rounded up to whole milliseconds.
    #[must_use]
    pub fn retry_after(self, wait: Duration) -> Self {
        self.retry_after_ms(whole_millis(wait))
    }

    /// Where it went wrong.
    #[must_use]
    pub fn error_source(mut self, source: ErrorSource) -> Self {
        self.error_source = Some(source.into_text());
        self
    }

    /// What error data says of itself.
    pub(crate) fn of_data(data: &ApplicationErrorData) -> Self {
        Self {
            code: data.error_code.effective(),
            reason: data.error_reason.clone(),
            retriable: data.retriable,
            retry_after_ms: data.retry_after_ms,
            error_source: data.error_source.clone(),
        }
    }

    /// What a catalog says of its entry.
    pub(crate) fn of_spec(spec: DomainErrorSpec) -> Self {
        Self {
            code: spec.sdk_code(),
            reason: Text::Borrowed(spec.reason()),
            retriable: spec.retriable(),
            retry_after_ms: spec.retry_after_ms(),
            error_source: spec.error_source().map(Text::Borrowed),
        }
    }

    /// The classification as data; its message is the reason until somebody says otherwise.
    pub(crate) fn into_data(self) -> ApplicationErrorData {
        let mut data = ApplicationErrorData::new(self.code, self.reason);
        data.retriable = self.retriable;
        data.retry_after_ms = self.retry_after_ms;
        data.error_source = self.error_source;
        data
    }
}

/// The classification of an error by the table alone; [`Rules::classify`] has the user's rules in front (S1: `python_exc_to_error_code`).
///
/// Where nothing is known of the error the reason is the name that its `Debug` begins with, of the struct or the variant: a `dyn Error`
/// does not tell its type. [`Classify::classification`] does, where the type stands in the program. A box is handed over as `&*error`, and
/// so may be a report of anyhow; its `classification()` sees more.
///
/// ```
/// use llamon_errors::ErrorCode;
/// use llamon_errors::classify::classify;
/// use std::io;
///
/// let known = classify(&io::Error::other(io::Error::from(io::ErrorKind::TimedOut)));
/// assert_eq!((known.code, known.reason.as_ref(), known.retriable), (ErrorCode::UpstreamTimeout, "io_timed_out", true));
/// ```
#[must_use]
pub fn classify(error: &(dyn Error + 'static)) -> Classification {
    Rules::new().classify(error)
}

/// [`classify`] as a method of errors, of references to `dyn Error`, of boxes of one, and of reports (features `anyhow`, `eyre`).
///
/// `Kind` lets reports have it, which are no errors: nobody has to write it.
///
/// ```
/// use llamon_errors::ErrorCode;
/// use llamon_errors::classify::Classify as _;
///
/// #[derive(Debug)]
/// struct LedgerLocked;
/// # impl std::fmt::Display for LedgerLocked {
/// #     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("the ledger is locked") }
/// # }
/// impl std::error::Error for LedgerLocked {}
///
/// let known = LedgerLocked.classification();
/// assert_eq!((known.code, known.reason.as_ref()), (ErrorCode::InternalError, "ledger_locked"));
///
/// let boxed: Box<dyn std::error::Error + Send + Sync> = Box::new(LedgerLocked);
/// assert_eq!(boxed.classification().reason, "ledger_locked");
/// ```
pub trait Classify<Kind = ()> {
    /// By the table alone.
    #[must_use]
    fn classification(&self) -> Classification {
        self.classification_by(&Rules::new())
    }

    /// By the user's rules, then the table.
    #[must_use]
    fn classification_by(&self, rules: &Rules) -> Classification;
}

impl<E: Error + 'static> Classify for E {
    fn classification_by(&self, rules: &Rules) -> Classification {
        rules.classification(Node::Link(self), Some(core::any::type_name::<E>()))
    }
}

impl Classify for dyn Error + 'static {
    fn classification_by(&self, rules: &Rules) -> Classification {
        rules.classify(self)
    }
}

impl Classify for dyn Error + Send + 'static {
    fn classification_by(&self, rules: &Rules) -> Classification {
        rules.classify(self)
    }
}

impl Classify for dyn Error + Send + Sync + 'static {
    fn classification_by(&self, rules: &Rules) -> Classification {
        rules.classify(self)
    }
}

/// Lets `?` turn any error into an [`ApplicationError`].
///
/// An error that is an `ApplicationError` already passes through as it is. A [`DomainError`](crate::DomainError) needs none of this: `?`
/// alone does it, and here it is known only to rules that have its enum ([`Rules::domain`]).
///
/// ```
/// use llamon_errors::classify::OrClassify as _;
/// use llamon_errors::{ApplicationError, ErrorCode};
///
/// fn read() -> Result<Vec<u8>, ApplicationError> {
///     Ok(std::fs::read("/there/is/no/such/file").or_classify()?)
/// }
///
/// let error = read().unwrap_err();
/// assert_eq!((error.code(), error.data().error_reason.as_ref()), (ErrorCode::InternalError, "io_not_found"));
/// ```
pub trait OrClassify<T> {
    /// The error by the table alone.
    ///
    /// # Errors
    /// The result's own.
    fn or_classify(self) -> Result<T, ApplicationError>;

    /// The error by the user's rules, then the table.
    ///
    /// # Errors
    /// The result's own.
    fn or_classify_by(self, rules: &Rules) -> Result<T, ApplicationError>;
}

impl<T, E: Into<Box<dyn Error + Send + Sync>> + 'static> OrClassify<T> for Result<T, E> {
    fn or_classify(self) -> Result<T, ApplicationError> {
        self.map_err(ApplicationError::classified)
    }

    fn or_classify_by(self, rules: &Rules) -> Result<T, ApplicationError> {
        self.map_err(|error| rules.application_error(error))
    }
}
