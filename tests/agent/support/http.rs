//! A client of HTTP/1.1 that shows the answer as it came, and a server to ask. Loopback alone.

use std::net::SocketAddr;

use llamon_errors::agent::server::{Server, http};
use llamon_errors::agent::{Agent, AgentCard, Runner, TaskStore};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// Serves a runner for as long as the test's runtime lives.
///
/// # Panics
/// When there is no port.
pub async fn serve<A: Agent, S: TaskStore>(runner: &Runner<A, S>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let address = listener.local_addr().expect("it has an address");
    let card = AgentCard::new("tested", "is tested", "0.0.0", format!("http://{address}/"));
    let app = http::router(Server::new(runner.clone(), &card));
    tokio::spawn(async move { axum::serve(listener, app).await });
    address
}

/// An answer: its head, in lower case, and its body, put together where it came in chunks.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The head.
    pub head: String,
    /// The body.
    pub body: String,
    /// Whether the body came to its own end, and was not cut.
    pub is_whole: bool,
}

impl Answer {
    /// The JSON of each `data:` line.
    ///
    /// # Panics
    /// When one is no JSON.
    #[must_use]
    pub fn events(&self) -> Vec<serde_json::Value> {
        let lines = self.body.lines().filter_map(|line| line.strip_prefix("data: "));
        lines.map(|line| serde_json::from_str(line).expect("data is JSON")).collect()
    }

    /// The body as JSON.
    ///
    /// # Panics
    /// When it is none.
    #[must_use]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).expect("the body is JSON")
    }
}

/// Opens a connection and sends a request.
///
/// # Panics
/// When nobody listens.
pub async fn open(address: SocketAddr, method: &str, path: &str, headers: &str, body: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.expect("somebody listens");
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await.expect("the request is sent");
    stream
}

/// Reads an answer to its end.
///
/// # Panics
/// When it is no HTTP.
pub async fn read(mut stream: TcpStream) -> Answer {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.expect("the answer is read");
    let text = String::from_utf8(bytes).expect("it is text");
    let (head, body) = text.split_once("\r\n\r\n").expect("a head and a body");
    let head = head.to_lowercase();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    let (body, is_whole) =
        if head.contains("transfer-encoding: chunked") { dechunked(body) } else { (body.to_owned(), true) };
    Answer { status, head, body, is_whole }
}

fn dechunked(mut rest: &str) -> (String, bool) {
    let mut body = String::new();
    while let Some((size, behind)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap_or_default();
        if size == 0 {
            return (body, behind == "\r\n");
        }
        let Some(chunk) = behind.get(..size) else { break };
        body.push_str(chunk);
        rest = behind.get(size + 2..).unwrap_or_default();
    }
    (body, false)
}

/// Sends a JSON-RPC request and reads the answer.
pub async fn call(address: SocketAddr, method: &str, params: &serde_json::Value) -> Answer {
    let accept = if is_stream(method) { "accept: text/event-stream\r\n" } else { "" };
    read(open(address, "POST", "/", accept, &request(method, params)).await).await
}

/// A JSON-RPC request with the id `request-7`.
#[must_use]
pub fn request(method: &str, params: &serde_json::Value) -> String {
    serde_json::json!({"jsonrpc": "2.0", "id": "request-7", "method": method, "params": params}).to_string()
}

/// The parameters of `message/send` and `message/stream`.
#[must_use]
pub fn message(text: &str) -> serde_json::Value {
    serde_json::json!({"message": {"kind": "message", "role": "user", "messageId": "message-1",
        "parts": [{"kind": "text", "text": text}]}})
}

fn is_stream(method: &str) -> bool {
    matches!(method, "message/stream" | "tasks/resubscribe")
}
