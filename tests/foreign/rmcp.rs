//! A real MCP server and its client, over a pipe in this process, and the client over HTTP.

use std::time::Duration;

use llamon_errors::classify::{Classify as _, OrClassify as _, Rules, check_tool_result};
use llamon_errors::json_rpc::{JSON_RPC_CODE_TO_ERROR_CODE, Protocol};
use llamon_errors::{ApplicationError, ErrorCode};
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResponse, CallToolResult, ClientRequest, ContentBlock,
    ErrorCode as Number, ErrorData, ServerCapabilities, ServerConfig,
};
use rmcp::service::{
    ClientInitializeError, PeerRequestOptions, RequestContext, RoleClient, RoleServer, RunningService, ServiceError,
};
use rmcp::transport::streamable_http_client::{HttpStatusError, StreamableHttpError};
use rmcp::transport::{DynamicTransportError, StreamableHttpClientTransport};
use rmcp::{ServerHandler, ServiceExt as _};
use serde_json::json;

use crate::support::{Row, Server, answer, assert_row, bounded, nobody, triple};

const AWAY: Row = (ErrorCode::UpstreamUnavailable, "mcp_unavailable", true);

/// A server whose tools are ways to fail.
#[derive(Clone)]
struct Bank;

impl ServerHandler for Bank {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let words = || vec![ContentBlock::text("EXAMPLE-KEY-123 is wrong")];
        let ours = || json!(ApplicationError::new(ErrorCode::NotFound, "account_not_found").data());
        match &*request.name {
            "fine" => Ok(CallToolResult::success(words()).into()),
            "failed" => Ok(CallToolResult::error(words()).into()),
            "failed_as_ours" => Ok(CallToolResult::structured_error(ours()).into()),
            "refused_as_ours" => Err(ErrorData::internal_error("", Some(ours()))),
            "silent" => std::future::pending().await,
            number => Err(ErrorData::new(Number(number.parse().expect("a number")), "timeout", None)),
        }
    }
}

/// A client of the server, and the server.
async fn connected() -> (RunningService<RoleClient, ()>, RunningService<RoleServer, Bank>) {
    let (ours, theirs) = tokio::io::duplex(4096);
    let (client, server) = tokio::join!(().serve(ours), Bank.serve(theirs));
    (client.expect("the client starts"), server.expect("the server starts"))
}

async fn call(client: &RunningService<RoleClient, ()>, tool: &'static str) -> Result<CallToolResult, ServiceError> {
    client.call_tool(CallToolRequestParams::new(tool)).await
}

#[test]
fn every_number_of_a_server_has_its_row() {
    let internal = |reason| (ErrorCode::InternalError, reason, false);
    let rows = [
        ("-32002", (ErrorCode::NotFound, "mcp_resource_not_found", false)),
        ("-32603", (ErrorCode::UpstreamUnavailable, "mcp_internal_error", true)),
        ("-32000", (ErrorCode::UpstreamUnavailable, "mcp_connection_closed", true)),
        ("-32001", (ErrorCode::UpstreamTimeout, "mcp_request_timed_out", true)),
        ("-32023", (ErrorCode::RateLimited, "mcp_rate_limited", true)),
        ("-32700", internal("mcp_parse_error")),
        ("-32600", internal("mcp_invalid_request")),
        ("-32020", internal("mcp_invalid_params")),
        ("-32022", internal("mcp_invalid_params")),
        ("-32601", internal("mcp_method_not_found")),
        ("-32602", internal("mcp_invalid_params")),
        ("7", internal("json_rpc_7")),
        ("refused_as_ours", (ErrorCode::NotFound, "account_not_found", false)),
    ];
    bounded(async {
        let (client, _server) = connected().await;
        for (tool, row) in rows {
            assert_row(call(&client, tool).await.expect_err(tool), row);
        }
    });
}

/// One number has one reason, whoever reads it: dashboards are keyed by them.
#[test]
fn a_number_means_what_the_table_of_json_rpc_says() {
    for (protocol, number, meaning) in JSON_RPC_CODE_TO_ERROR_CODE {
        if *protocol == Protocol::Mcp {
            let number = i32::try_from(*number).expect("a small number");
            let known = ErrorData::new(Number(number), "any", None).classification();
            assert_eq!(triple(&known), (meaning.code, meaning.reason.as_ref(), meaning.retriable), "{number}");
        }
    }
}

/// As versions before 3.11 have it, whose `source` shows nothing.
#[test]
fn what_the_transport_met_while_it_sent_is_looked_into() {
    let sent = |error: Box<dyn std::error::Error + Send + Sync>| {
        ServiceError::TransportSend(DynamicTransportError::from_parts("any", std::any::TypeId::of::<()>(), error))
    };
    let status = HttpStatusError::new(429, Some("7".to_owned()));
    assert_eq!(sent(Box::new(status)).classification().retry_after_ms, Some(7000));
    for (error, row) in [
        (
            StreamableHttpError::<reqwest::Error>::ControlRequestTimeout,
            (ErrorCode::UpstreamTimeout, "mcp_timeout", true),
        ),
        (StreamableHttpError::SessionRecoveryTimeout, (ErrorCode::UpstreamTimeout, "mcp_timeout", true)),
        (StreamableHttpError::SessionExpired, AWAY),
    ] {
        assert_row(sent(Box::new(error)), row);
    }
}

#[test]
fn the_error_of_a_server_is_a_link_of_the_chain() {
    let rules = Rules::new().on(|error: &ErrorData| {
        (error.code.0 == 7).then(|| llamon_errors::classify::Classification::new(ErrorCode::RateLimited, "seven"))
    });
    let error = bounded(async {
        let (client, _server) = connected().await;
        call(&client, "7").await.expect_err("it fails")
    });
    assert_eq!(error.classification_by(&rules).reason, "seven");
}

#[test]
fn a_tool_that_failed_is_an_error_all_the_same() {
    bounded(async {
        let (client, _server) = connected().await;
        let result = call(&client, "fine").await.expect("it works");
        assert_eq!(check_tool_result("fine", result.clone()).expect("it is fine"), result);

        let result = call(&client, "failed").await.expect("rmcp calls it a result");
        let error = check_tool_result("failed", result).expect_err("it failed");
        assert_eq!(
            (error.code(), &*error.data().error_reason),
            (ErrorCode::UpstreamUnavailable, "component_invoke_error")
        );
        assert_eq!(error.to_string(), "the tool `failed` failed");
        assert!(!json!(error.data()).to_string().contains("EXAMPLE-KEY-123"), "its words stay in the process");
        assert!(llamon_errors::disclosure::full_text(&error).contains("EXAMPLE-KEY-123"), "and are there for the log");

        let result = call(&client, "failed_as_ours").await.expect("rmcp calls it a result");
        let error = check_tool_result("failed_as_ours", result).expect_err("it failed");
        assert_eq!((error.code(), &*error.data().error_reason), (ErrorCode::NotFound, "account_not_found"));
    });
}

#[test]
fn a_tool_that_does_not_answer_is_a_time_out() {
    let error = bounded(async {
        let (client, _server) = connected().await;
        let mut options = PeerRequestOptions::no_options();
        options.timeout = Some(Duration::from_millis(50));
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(CallToolRequestParams::new("silent")));
        let handle = client.send_cancellable_request(request, options).await.expect("it is sent");
        handle.await_response().await.expect_err("it does not answer")
    });
    assert_row(error, (ErrorCode::UpstreamTimeout, "mcp_timeout", true));
}

#[test]
fn a_server_that_is_gone_is_away() {
    let error = bounded(async {
        let (client, server) = connected().await;
        server.cancel().await.expect("it ends");
        call(&client, "fine").await.expect_err("nobody is there")
    });
    assert_row(error, AWAY);

    let (ours, theirs) = tokio::io::duplex(64);
    drop(theirs);
    let error = bounded(async { ().serve(ours).await.map(drop).expect_err("nobody is there") });
    assert_row(error, AWAY);
}

/// A client that starts over HTTP and fails.
fn started(uri: String) -> ClientInitializeError {
    bounded(async {
        let transport = StreamableHttpClientTransport::from_uri(uri);
        ().serve(transport).await.map(drop).expect_err("it does not start")
    })
}

#[test]
fn the_status_of_a_server_over_http_is_what_the_table_of_statuses_says() {
    for (status, headers, row, wait) in [
        (503, "retry-after: 2\r\n", (ErrorCode::UpstreamUnavailable, "http_503", true), Some(2000)),
        (429, "retry-after: 7\r\n", (ErrorCode::RateLimited, "http_429", true), Some(7000)),
        (504, "", (ErrorCode::UpstreamTimeout, "http_504", true), None),
        (401, "www-authenticate: Bearer\r\n", (ErrorCode::AuthRequired, "mcp_auth_required", false), None),
    ] {
        let server = Server::http(answer(status, headers, ""));
        let error = started(server.url());
        server.join();
        assert_eq!(error.classification().retry_after_ms, wait, "{error:?}");
        assert_row(error, row);
    }
}

#[test]
fn a_server_over_http_that_refuses_is_away_and_its_address_stays_inside() {
    let error = started(format!("http://u:EXAMPLE-KEY-123@{}/?api_key=EXAMPLE-KEY-123", nobody()));
    let known = error.classification();
    assert_eq!(triple(&known), (ErrorCode::UpstreamUnavailable, "http_connect_error", true), "{error:?}");
    let error = Err::<(), _>(error).or_classify().expect_err("it is one");
    assert!(!json!(error.data()).to_string().contains("EXAMPLE-KEY-123"), "{}", json!(error.data()));
}
