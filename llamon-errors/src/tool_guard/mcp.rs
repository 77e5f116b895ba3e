//! The tools of a real MCP server behind the guard, over rmcp's client.
//!
//! Comes in: a peer, and calls that a model wants made. Goes out: results, words for the model, or the failure of the task. Arguments are
//! checked against the tool's schema before the call (feature `jsonschema`); a tool that says itself that it failed
//! (`isError`) has spoken to the model, so its result is given on as it is. Not done here: connecting.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString as _};
use core::time::Duration;

use rmcp::model::{CallToolRequestParams, CallToolResult, Tool};
use rmcp::service::{Peer, RoleClient, ServiceError};

use super::{ArgumentFault, ArgumentFaultKind, ArgumentFaults, ToolAnswer, ToolGuard};
use crate::application_error::ApplicationError;
use crate::classify::{Rules, classify};
use crate::value::ErrorSource;

#[cfg(feature = "jsonschema")]
type Schema = super::ArgumentSchema;
#[cfg(not(feature = "jsonschema"))]
type Schema = ();

/// The number of a call whose parameters the server does not take.
const INVALID_PARAMS: i32 = -32602;

/// How long a server may take.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// The tools of one MCP server.
#[derive(Debug)]
pub struct McpTools {
    server: String,
    peer: Peer<RoleClient>,
    schemas: BTreeMap<String, Option<Schema>>,
    time_limit: Duration,
}

impl McpTools {
    /// Asks a server for its tools. `server` is the name by which errors tell of it, as `MCP-001`: their source is
    /// `mcp:<server>/<tool>` (SPEC V2).
    ///
    /// # Errors
    /// The server does not tell, or takes more than a minute for it.
    pub async fn list(server: impl Into<String>, peer: Peer<RoleClient>) -> Result<Self, ApplicationError> {
        let server = server.into();
        let late = |_| Err(ServiceError::Timeout { timeout: TIME_LIMIT });
        // Page by page, for as long as the server says that there is another.
        let tools = tokio::time::timeout(TIME_LIMIT, peer.list_all_tools()).await.unwrap_or_else(late);
        let tools = tools.map_err(|error| rules(&server, "").application_error(error))?;
        let schemas = tools.iter().map(|tool| (tool.name.to_string(), schema(tool))).collect();
        Ok(Self { server, peer, schemas, time_limit: TIME_LIMIT })
    }

    /// How long a call may take; a minute without a call.
    #[must_use]
    pub fn time_limit(mut self, time_limit: Duration) -> Self {
        self.time_limit = time_limit;
        self
    }

    /// The names of the tools, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.schemas.keys().map(String::as_str)
    }

    /// Calls a tool under the request's guard. A tool that the server does not have is the model's mistake too, and told to it.
    ///
    /// # Errors
    /// What fails the task.
    pub async fn call(
        &self,
        guard: &ToolGuard,
        call: CallToolRequestParams,
    ) -> Result<ToolAnswer<CallToolResult>, ApplicationError> {
        let tool = call.name.to_string();
        let Some(schema) = self.schemas.get(&tool) else {
            let known = self.names().collect::<alloc::vec::Vec<&str>>().join(", ");
            return Ok(ToolAnswer::Told(format!("Unknown tool: {tool}. The tools are {known}.")));
        };
        if let Err(faults) = check(schema.as_ref(), &call) {
            return Ok(ToolAnswer::Told(faults.to_string()));
        }
        let (rules, key) = (rules(&self.server, &tool), format!("{}/{tool}", self.server));
        match tokio::time::timeout(self.time_limit, self.peer.call_tool(call)).await {
            Ok(Err(ServiceError::McpError(error))) if error.code.0 == INVALID_PARAMS => {
                let rule = error.message.to_string();
                let fault = ArgumentFault::new("", ArgumentFaultKind::Invalid { rule });
                guard.settle_as(&key, &tool, Err(ArgumentFaults([fault].into())), &rules)
            }
            Ok(result) => guard.settle_as(&key, &tool, result, &rules),
            Err(_elapsed) => {
                guard.settle_as(&key, &tool, Err(ServiceError::Timeout { timeout: self.time_limit }), &rules)
            }
        }
    }
}

#[cfg(feature = "jsonschema")]
fn schema(tool: &Tool) -> Option<Schema> {
    Schema::new(&serde_json::Value::Object(tool.input_schema.as_ref().clone()))
}

#[cfg(feature = "jsonschema")]
fn check(schema: Option<&Schema>, call: &CallToolRequestParams) -> Result<(), ArgumentFaults> {
    let arguments = serde_json::Value::Object(call.arguments.clone().unwrap_or_default());
    schema.map_or(Ok(()), |schema| schema.check(&arguments))
}

#[cfg(not(feature = "jsonschema"))]
fn schema(_: &Tool) -> Option<Schema> {
    None
}

#[cfg(not(feature = "jsonschema"))]
#[allow(clippy::unnecessary_wraps, reason = "with `jsonschema` it can fail")]
fn check(_: Option<&Schema>, _: &CallToolRequestParams) -> Result<(), ArgumentFaults> {
    Ok(())
}

/// The table of [`classify`](mod@crate::classify), with the tool as the source of its errors.
fn rules(server: &str, tool: &str) -> Rules {
    let locator = if tool.is_empty() { server.to_string() } else { format!("{server}/{tool}") };
    let source = ErrorSource::try_from(format!("mcp:{locator}")).ok();
    Rules::new().on(move |error: &ServiceError| {
        let known = classify(error);
        Some(match source.clone() {
            Some(source) => known.error_source(source),
            None => known,
        })
    })
}
