//! The JSON-RPC 2.0 envelope.

use alloc::string::String;

use serde::{Deserialize, Serialize};

/// A request's id, echoed in its response; `null` is written out (JSON-RPC 2.0, section 5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Id {
    /// A number.
    Number(i64),
    /// A text.
    String(String),
    /// The request's id could not be read.
    Null,
}

impl From<i64> for Id {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<String> for Id {
    fn from(text: String) -> Self {
        Self::String(text)
    }
}

impl From<&str> for Id {
    fn from(text: &str) -> Self {
        Self::String(text.into())
    }
}

/// A response that carries a result.
///
/// ```
/// use llamon_errors::json_rpc::Response;
///
/// let line = serde_json::to_string(&Response::result(1, true)).unwrap();
/// assert_eq!(line, r#"{"jsonrpc":"2.0","id":1,"result":true}"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Response<T> {
    jsonrpc: &'static str,
    /// The request's id.
    pub id: Id,
    /// What the method gave.
    pub result: T,
}

impl<T> Response<T> {
    /// The response to the request with this id.
    pub fn result(id: impl Into<Id>, result: T) -> Self {
        Self { jsonrpc: "2.0", id: id.into(), result }
    }
}
