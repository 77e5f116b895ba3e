//! The tool guard around the tools of a real MCP server, which runs in this process behind rmcp's client (SPEC T1 to T4).

use std::time::Duration;

use llamon_errors::tool_guard::mcp::McpTools;
use llamon_errors::tool_guard::{ToolAnswer, ToolGuard};
use llamon_errors::{ApplicationError, ErrorCode};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleClient, RoleServer, RunningService};
use rmcp::{ServerHandler, ServiceExt as _};
use serde_json::{Value, json};

/// A bank with a tool for each way in which a call can end.
struct Bank;

fn schema(value: &Value) -> serde_json::Map<String, Value> {
    value.as_object().cloned().expect("an object")
}

impl ServerHandler for Bank {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let any = || schema(&json!({"type": "object"}));
        let owner = schema(&json!({"type": "object", "required": ["account", "limit"],
            "properties": {"account": {"type": "string"}, "limit": {"type": "integer"}}}));
        let names = ["says_no", "sleeps", "breaks", "is_picky", "panics"];
        let others = names.map(|name| Tool::new(name, "a tool", any()));
        Ok(ListToolsResult::with_all_items(
            [Tool::new("check_owner", "who owns it", owner)].into_iter().chain(others).collect(),
        ))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        match request.name.as_ref() {
            "check_owner" => Ok(CallToolResult::success(vec![ContentBlock::text("Kim")]).into()),
            "says_no" => Ok(CallToolResult::error(vec![ContentBlock::text("the account is closed")]).into()),
            "sleeps" => std::future::pending().await,
            "is_picky" => Err(ErrorData::invalid_params("failed to deserialize parameters: missing field `pin`", None)),
            "panics" => panic!("EXAMPLE-SECRET"),
            _ => Err(ErrorData::internal_error("EXAMPLE-SECRET is in the server's own words", None)),
        }
    }
}

struct Peers {
    tools: McpTools,
    client: RunningService<RoleClient, ()>,
    server: RunningService<RoleServer, Bank>,
}

async fn connected() -> Peers {
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    let (server, client) = tokio::join!(Bank.serve(theirs), ().serve(ours));
    let (server, client) = (server.expect("the server starts"), client.expect("the client starts"));
    let tools = McpTools::list("MCP-001", client.peer().clone()).await.expect("it tells its tools");
    Peers { tools: tools.time_limit(Duration::from_secs(2)), client, server }
}

impl Peers {
    async fn call(
        &self,
        guard: &ToolGuard,
        tool: &'static str,
        arguments: Value,
    ) -> Result<ToolAnswer<CallToolResult>, ApplicationError> {
        self.tools.call(guard, CallToolRequestParams::new(tool).with_arguments(schema(&arguments))).await
    }

    async fn end(self) {
        let _ = self.client.cancel().await;
        let _ = self.server.cancel().await;
    }
}

fn told(answer: Result<ToolAnswer<CallToolResult>, ApplicationError>) -> String {
    match answer {
        Ok(ToolAnswer::Told(text)) => text,
        other => panic!("the model is told something: {other:?}"),
    }
}

#[tokio::test]
async fn arguments_are_checked_against_the_tools_own_schema_before_the_call() {
    let (peers, guard) = (connected().await, ToolGuard::new());
    let wrong = told(peers.call(&guard, "check_owner", json!({"limit": "3"})).await);
    assert_eq!(wrong, "Missing required argument: account; Wrong type of argument: limit (expected integer)");
    let forgotten = peers.tools.call(&guard, CallToolRequestParams::new("check_owner")).await;
    assert_eq!(told(forgotten), "Missing required argument: account; Missing required argument: limit");
    // What a server finds only itself is told to the model too.
    let picky = told(peers.call(&guard, "is_picky", json!({})).await);
    assert_eq!(picky, "Invalid argument: all (failed to deserialize parameters: missing field `pin`)");
    let unknown = told(peers.call(&guard, "chek_owner", json!({})).await);
    assert_eq!(
        unknown,
        "Unknown tool: chek_owner. The tools are breaks, check_owner, is_picky, panics, says_no, sleeps."
    );
    for tool in ["check_owner", "is_picky"] {
        assert_eq!(guard.failures(&format!("MCP-001/{tool}")), 0, "mistakes of the model are no failures of `{tool}`");
    }
    let answer = peers.call(&guard, "check_owner", json!({"account": "110-1", "limit": 3})).await;
    assert!(matches!(answer, Ok(ToolAnswer::Given(result)) if result.is_error != Some(true)));
    let no = peers.call(&guard, "says_no", json!({})).await;
    assert!(matches!(no, Ok(ToolAnswer::Given(result)) if result.is_error == Some(true)), "the tool has spoken itself");
    peers.end().await;
}

#[tokio::test(start_paused = true)]
async fn a_tool_that_does_not_answer_is_a_time_out_the_third_time() {
    let (peers, guard) = (connected().await, ToolGuard::new());
    for _ in 0..2 {
        let text = told(peers.call(&guard, "sleeps", json!({})).await);
        assert_eq!(text, "Upstream tool 'sleeps' temporarily unavailable. Retry may succeed.");
    }
    let error = peers.call(&guard, "sleeps", json!({})).await.expect_err("the third");
    assert_eq!((error.code(), error.data().error_reason.as_ref()), (ErrorCode::UpstreamTimeout, "mcp_timeout"));
    assert_eq!(error.data().error_source.as_deref(), Some("mcp:MCP-001/sleeps"));
    peers.end().await;
}

#[tokio::test(start_paused = true)]
async fn a_server_that_fails_or_is_gone_is_a_component_that_cannot_be_called() {
    let (peers, guard) = (connected().await, ToolGuard::new());
    for (tool, code, reason) in [
        ("breaks", ErrorCode::UpstreamUnavailable, "component_invoke_error"),
        // rmcp's server loses the call; nobody answers it.
        ("panics", ErrorCode::UpstreamTimeout, "mcp_timeout"),
    ] {
        for _ in 0..2 {
            told(peers.call(&guard, tool, json!({})).await);
        }
        let error = peers.call(&guard, tool, json!({})).await.expect_err("the third");
        assert_eq!((error.code(), error.data().error_reason.as_ref()), (code, reason), "{tool}");
        assert_eq!(error.data().error_source, Some(format!("mcp:MCP-001/{tool}").into()));
        assert!(!serde_json::to_string(error.data()).expect("JSON").contains("EXAMPLE-SECRET"), "{tool}");
    }
    let Peers { tools, client, server } = peers;
    let _ = server.cancel().await;
    let guard = ToolGuard::new();
    let call = || tools.call(&guard, CallToolRequestParams::new("says_no"));
    assert_eq!(told(call().await), "Upstream tool 'says_no' temporarily unavailable. Retry may succeed.");
    told(call().await);
    let error = call().await.expect_err("the third");
    assert_eq!(
        (error.code(), error.data().error_reason.as_ref()),
        (ErrorCode::UpstreamUnavailable, "component_invoke_error")
    );
    assert_eq!(error.to_string(), "the tool `says_no` is not available");
    let _ = client.cancel().await;
}

#[tokio::test(start_paused = true)]
async fn tools_of_one_name_on_two_servers_are_two_tools() {
    let (ours, theirs, guard) = (connected().await, connected().await, ToolGuard::new());
    let other = McpTools::list("MCP-002", theirs.client.peer().clone()).await.expect("it tells its tools");
    for _ in 0..2 {
        told(ours.call(&guard, "breaks", json!({})).await);
        told(other.call(&guard, CallToolRequestParams::new("breaks")).await);
    }
    assert_eq!((guard.failures("MCP-001/breaks"), guard.failures("MCP-002/breaks")), (2, 2));
    ours.call(&guard, "breaks", json!({})).await.expect_err("the third of this server");
    ours.end().await;
    theirs.end().await;
}

/// Says nothing of its tools.
struct Silent;

impl ServerHandler for Silent {
    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        std::future::pending().await
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_that_does_not_tell_its_tools_is_waited_for_a_minute() {
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    let (server, client) = tokio::join!(Silent.serve(theirs), ().serve(ours));
    let (server, client) = (server.expect("the server starts"), client.expect("the client starts"));
    let listed = tokio::time::timeout(Duration::from_secs(120), McpTools::list("MCP-001", client.peer().clone()));
    let error = listed.await.expect("it gives up by itself").expect_err("nothing was told");
    assert_eq!((error.code(), error.data().error_reason.as_ref()), (ErrorCode::UpstreamTimeout, "mcp_timeout"));
    let _ = client.cancel().await;
    let _ = server.cancel().await;
}
