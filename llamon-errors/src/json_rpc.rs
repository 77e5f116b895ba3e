//! The JSON-RPC 2.0 envelope, and errors in it (SPEC L1, P2).
//!
//! Comes in: a request's id with a result or a refusal, or a response that anybody wrote. Goes out: one JSON line, or what it means among
//! the eight codes. Not done here: HTTP. An a2a-sdk 0.3 client reads `error.data` only where the HTTP status is 200, and in a stream only
//! as an event of its own.

mod numbers;
mod response;

use alloc::string::String;

use serde::{Deserialize, Serialize};
use serde_json::Number;

pub use self::numbers::{
    GuardrailNeedsTask, JSON_RPC_CODE_TO_ERROR_CODE, Meaning, Protocol, json_rpc_to_error_code, refusal_number,
};
pub use self::response::{Answer, ErrorObject, ErrorResponse, Response};

/// A request's id, echoed in its response as it came; `null` is written out (JSON-RPC 2.0, section 5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Id {
    /// A number, also one with a fraction or beyond 64 bits' sign.
    Number(Number),
    /// A text.
    String(String),
    /// The request's id could not be read.
    Null,
}

macro_rules! id_from {
    ($($number:ty),*) => {$(
        impl From<$number> for Id {
            fn from(number: $number) -> Self {
                Self::Number(number.into())
            }
        }
    )*};
}

id_from!(i32, i64, u32, u64);

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
