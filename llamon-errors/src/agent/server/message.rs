//! Requests as clients write them.

use alloc::string::String;

use serde::Deserialize;
use serde_json::Value;

use crate::a2a::v0_3::Message;
use crate::agent::refusal::Refusal;
use crate::json_rpc::Id;

/// A JSON-RPC call.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) id: Id,
    pub(super) method: String,
    pub(super) params: Value,
}

impl Call {
    /// Reads a call.
    ///
    /// # Errors
    /// The id as far as there is one, and what is wrong.
    pub(super) fn read(body: &[u8]) -> Result<Self, (Id, Refusal)> {
        let parsed: Result<Value, _> = serde_json::from_slice(body);
        let Ok(mut call) = parsed else { return Err((Id::Null, Refusal::number(-32700, "Invalid JSON payload"))) };
        let id = call.get("id").and_then(|id| Id::deserialize(id).ok());
        let refuse = |text: &'static str| Err((id.clone().unwrap_or(Id::Null), Refusal::number(-32600, text)));
        if !call.is_object() {
            return refuse("a request is one JSON object");
        }
        if call.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
            return refuse("`jsonrpc` must be \"2.0\"");
        }
        let Some(method) = call.get("method").and_then(Value::as_str).map(String::from) else {
            return refuse("`method` must be a text");
        };
        let Some(id) = id.clone().filter(|id| *id != Id::Null) else {
            return refuse("`id` must be a number or a text: no method here is a notification");
        };
        let params = call.get_mut("params").map(Value::take).unwrap_or_default();
        Ok(Self { id, method, params })
    }
}

/// The parameters of `message/send` and `message/stream`.
#[derive(Debug, Deserialize)]
pub(super) struct MessageParams {
    pub(super) message: Message,
    #[serde(default, deserialize_with = "null_is_default")]
    pub(super) configuration: Configuration,
}

/// How a message is to be answered. Members that are not here have no say in it.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Configuration {
    pub(super) blocking: Option<bool>,
    pub(super) history_length: Option<usize>,
}

impl MessageParams {
    /// A message that says something.
    pub(super) fn checked(self) -> Result<Self, Refusal> {
        if self.message.parts.is_empty() {
            return Err(Refusal::number(-32602, "`message.parts` is empty; write one part or more"));
        }
        Ok(self)
    }
}

/// The parameters of methods about a task.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TaskParams {
    pub(super) id: String,
    #[serde(default)]
    pub(super) history_length: Option<usize>,
}

fn null_is_default<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Configuration, D::Error> {
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}
