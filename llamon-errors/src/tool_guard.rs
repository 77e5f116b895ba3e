//! What a failed tool call becomes (SPEC T1 to T4): words for the model, so that it can mend its call, or the failure of the task.
//!
//! Comes in: a call of a tool, of any kind. Goes out: what the tool gave, a line for the model, or an [`ApplicationError`]. Not done here:
//! the loop of model and tools. With feature `rmcp`, `mcp` guards the tools of real MCP servers.
//!
//! | what happened | what becomes of it |
//! |---|---|
//! | the model left an argument out, or mistook its type | `Missing required argument: <field>`, or the like, for the model |
//! | the tool cannot be reached, or takes too long | the first two times `Upstream tool '<name>' temporarily unavailable. Retry may succeed.` |
//! | the same for the third time in one request | the task fails: [`ComponentInvokeError`], or the time-out |
//! | anything else | the task fails: the error, classified |

mod arguments;
#[cfg(feature = "rmcp")]
pub mod mcp;
mod reader;
#[cfg(feature = "jsonschema")]
mod schema;

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use core::error::Error;
use core::future::Future;

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use llamon_errors_core::error_code::ErrorCode;

use crate::application_error::ApplicationError;
use crate::classify::{Node, Rules, nodes};
use crate::disclosure::log;
use crate::family::ComponentInvokeError;
use crate::value::ErrorSource;

pub use self::arguments::{ArgumentFault, ArgumentFaultKind, ArgumentFaults, arguments};
#[cfg(feature = "jsonschema")]
pub use self::schema::ArgumentSchema;

/// What comes of a guarded call that does not fail the task: either way the model gets it, so it can be matched whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToolAnswer<T> {
    /// What the tool gave.
    Given(T),
    /// What the model is told instead: the tool's message in the loop.
    Told(String),
}

/// Guards the tool calls of one request. Counters are per tool and start at zero, so each request has a guard of its own (SPEC T4);
/// `Request::tools` of a running agent is one.
///
/// ```
/// use llamon_errors::tool_guard::{ToolAnswer, ToolGuard};
/// use llamon_errors::{ErrorCode, classify::Rules};
/// use std::io;
///
/// let (guard, rules) = (ToolGuard::new(), Rules::new());
/// let refused = || Err::<(), _>(io::Error::from(io::ErrorKind::ConnectionRefused));
/// let told = ToolAnswer::Told("Upstream tool 'search' temporarily unavailable. Retry may succeed.".to_owned());
/// assert_eq!(guard.settle("search", refused(), &rules).unwrap(), told);
/// assert_eq!(guard.settle("search", refused(), &rules).unwrap(), told);
/// let error = guard.settle("search", refused(), &rules).unwrap_err();
/// assert_eq!((error.code(), error.data().error_reason.as_ref()), (ErrorCode::UpstreamUnavailable, "component_invoke_error"));
/// ```
#[derive(Debug, Default)]
pub struct ToolGuard {
    failures: Mutex<HashMap<String, u32>>,
}

impl ToolGuard {
    /// With so many failures of one tool in one request the next is not forgiven (SPEC T3).
    pub const LIMIT: u32 = 3;

    /// A guard that has seen nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Waits for a call, and [settles](Self::settle) it by the table of [`classify`](mod@crate::classify) alone.
    ///
    /// # Errors
    /// What fails the task.
    pub async fn call<T, E>(
        &self,
        tool: &str,
        call: impl Future<Output = Result<T, E>>,
    ) -> Result<ToolAnswer<T>, ApplicationError>
    where
        E: Into<Box<dyn Error + Send + Sync>> + 'static,
    {
        self.settle(tool, call.await, &Rules::new())
    }

    /// What a call that has ended comes to. `rules` know errors of the user's own; which of them are connection failures or time-outs their
    /// codes say, `UPSTREAM_UNAVAILABLE` and `UPSTREAM_TIMEOUT`, where a retry can help.
    ///
    /// # Errors
    /// What fails the task.
    pub fn settle<T, E>(
        &self,
        tool: &str,
        result: Result<T, E>,
        rules: &Rules,
    ) -> Result<ToolAnswer<T>, ApplicationError>
    where
        E: Into<Box<dyn Error + Send + Sync>> + 'static,
    {
        self.settle_as(tool, tool, result, rules)
    }

    /// [`settle`](Self::settle) for a tool whose name is not its own: `key` is what it is counted by, `tool` what the model calls it.
    fn settle_as<T, E>(
        &self,
        key: &str,
        tool: &str,
        result: Result<T, E>,
        rules: &Rules,
    ) -> Result<ToolAnswer<T>, ApplicationError>
    where
        E: Into<Box<dyn Error + Send + Sync>> + 'static,
    {
        let error = match result {
            Ok(given) => return Ok(ToolAnswer::Given(given)),
            Err(error) => error.into(),
        };
        if let Some(faults) = faults_in(error.as_ref()) {
            return Ok(ToolAnswer::Told(format!("{faults}")));
        }
        let known = rules.classify(error.as_ref());
        let is_timeout = known.code == ErrorCode::UpstreamTimeout;
        let may_pass = known.retriable && (is_timeout || known.code == ErrorCode::UpstreamUnavailable);
        if !may_pass {
            return Err(rules.application_error(error));
        }
        if self.count(key) < Self::LIMIT {
            // The model is told little and the client nothing, so the log has it all.
            log(known.code, error.as_ref());
            return Ok(ToolAnswer::Told(format!("Upstream tool '{tool}' temporarily unavailable. Retry may succeed.")));
        }
        let is_raised = is_raised(error.as_ref());
        let error = rules.application_error(error);
        if is_timeout || is_raised || error.data().domain_code.is_some() {
            return Err(error);
        }
        let escaped = ComponentInvokeError::new(format!("the tool `{tool}` is not available"));
        let source = known.error_source.and_then(|source| ErrorSource::try_from(source.into_owned()).ok());
        let escaped = match source {
            Some(source) => escaped.error_source(source),
            None => escaped,
        };
        let escaped = ApplicationError::classified(escaped);
        // How long the upstream wants to be left alone holds for whoever retries the task.
        let escaped = match known.retry_after_ms {
            Some(millis) => escaped.retry_after_ms(millis),
            None => escaped,
        };
        Err(escaped.with_source(error))
    }

    /// How often the tool has failed in this request. One of an MCP server is called `<server>/<tool>` here: two servers may have a tool of
    /// one name.
    #[must_use]
    pub fn failures(&self, tool: &str) -> u32 {
        self.with(|failures| failures.get(tool).copied().unwrap_or_default())
    }

    fn count(&self, tool: &str) -> u32 {
        self.with(|failures| {
            let count = failures.entry(tool.into()).or_default();
            *count = count.saturating_add(1);
            *count
        })
    }

    /// Nothing that runs while it is locked leaves it half changed.
    fn with<T>(&self, work: impl FnOnce(&mut HashMap<String, u32>) -> T) -> T {
        work(&mut self.failures.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The faults of arguments in a chain of causes: ours, or one that a check with `jsonschema` gave.
fn faults_in(error: &(dyn Error + 'static)) -> Option<ArgumentFaults> {
    nodes(Node::Link(error)).find_map(|node| {
        let faults = node.find::<ArgumentFaults>().cloned();
        #[cfg(feature = "jsonschema")]
        let faults = faults.or_else(|| node.find::<jsonschema::ValidationError<'static>>().map(schema::faults));
        faults
    })
}

/// An error whose author has said all about it goes out as it is (SPEC A1).
fn is_raised(error: &(dyn Error + 'static)) -> bool {
    let mut nodes = nodes(Node::Link(error));
    nodes.any(|node| node.find::<ApplicationError>().is_some() || node.find::<ComponentInvokeError>().is_some())
}
