//! Responses: written with all members, read with what is there.

use alloc::string::String;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::{GuardrailNeedsTask, Id, Meaning, Protocol, refusal_number};
use crate::data::{ProtocolErrorData, Text, WireCode};

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

/// The `error` member of a response.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ErrorObject {
    /// The number; one that nobody knows is kept.
    #[serde(deserialize_with = "number")]
    pub code: i64,
    /// Text for people. Always written, since a2a-sdk 0.3 cannot read an error without one.
    #[serde(default, deserialize_with = "text")]
    pub message: Text,
    /// What else is known, of any shape.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
}

impl ErrorObject {
    /// An error without data.
    pub fn new(code: i64, message: impl Into<Text>) -> Self {
        Self { code, message: message.into(), data: None }
    }

    /// The same error with data of any shape.
    #[must_use]
    pub fn data(mut self, data: impl Into<Value>) -> Self {
        self.data = Some(data.into());
        self
    }

    /// The refusal of a request, in A2A's numbers (SPEC L1). Values that cannot travel are dealt with as SPEC V6 says.
    ///
    /// # Errors
    /// A guardrail's block is never a refusal.
    pub fn refusal(data: ProtocolErrorData) -> Result<Self, GuardrailNeedsTask> {
        let data = data.checked();
        let number = refusal_number(data.error_code.effective())?;
        Ok(Self::refusal_with_number(number, data))
    }

    /// A refusal with one of A2A's own numbers, for example -32004 where an operation is not supported.
    #[must_use]
    pub fn refusal_with_number(number: i64, data: ProtocolErrorData) -> Self {
        let data = data.checked();
        Self::new(number, data.error_message.clone()).data(data.to_object())
    }

    /// The error data of S1 or, with feature `a2a-v1`, of the details of A2A 1.0, where the error has any.
    #[must_use]
    #[inline]
    pub fn error_data(&self) -> Option<ProtocolErrorData> {
        let data = self.data.as_ref()?;
        #[cfg(feature = "a2a-v1")]
        if let Value::Array(details) = data {
            return crate::a2a::v1::read_details(details).map(ProtocolErrorData::from);
        }
        ProtocolErrorData::deserialize(data).ok()
    }

    /// What the error means to the caller that got it: what its data says, or else its number.
    ///
    /// The code in the data wins over the number, which many errors share. Without data the message is the error's own; data of another
    /// shape is kept below `details` as `data`. The `RetryInfo` of A2A 1.0 (feature `a2a-v1`) counts without the rest, too: who says when to
    /// come back says that it may help.
    #[must_use]
    #[inline]
    pub fn meaning(&self, protocol: Protocol) -> ProtocolErrorData {
        if let Some(data) = self.error_data() {
            return data;
        }
        let meaning = Meaning::received(protocol, self.code);
        let mut data = ProtocolErrorData::new(WireCode::Known(meaning.code), meaning.reason);
        data.retriable = meaning.retriable;
        if !self.message.is_empty() {
            data.error_message.clone_from(&self.message);
        }
        data.details = self.data.clone().map(|foreign| core::iter::once((String::from("data"), foreign)).collect());
        #[cfg(feature = "a2a-v1")]
        if let Some(wait) = self.data.as_ref().and_then(Value::as_array).and_then(|all| crate::a2a::v1::read_wait(all))
        {
            data.retry_after_ms = Some(wait);
            data.retriable |= !crate::retry::is_never_retried(&data.error_code);
        }
        data
    }
}

/// A number, also where it was written as `-32602.0`.
fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    let number = serde_json::Number::deserialize(deserializer)?;
    #[allow(
        clippy::cast_possible_truncation,
        reason = "the text is compared, so a cast that changes the number is found"
    )]
    let whole = || number.as_f64().map(|float| float as i64).filter(|whole| is_same(&number, *whole));
    number.as_i64().or_else(whole).ok_or_else(|| D::Error::custom("the code of an error is a whole number of 64 bits"))
}

#[allow(clippy::cast_precision_loss, clippy::float_cmp, reason = "equal is what is asked")]
fn is_same(number: &serde_json::Number, whole: i64) -> bool {
    number.as_f64() == Some(whole as f64)
}

/// A text, which says nothing where something else stands: the number and the data are still worth reading.
fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Text, D::Error> {
    Ok(crate::data::fitting(deserializer)?.map_or(Text::Borrowed(""), Text::Owned))
}

/// An id, `null` where it is none: an answer is told apart by its id, but says what it says without.
fn id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Id, D::Error> {
    Ok(Id::deserialize(Value::deserialize(deserializer)?).unwrap_or(Id::Null))
}

const fn no_id() -> Id {
    Id::Null
}

/// A response that carries an error.
///
/// ```
/// use llamon_errors::json_rpc::{ErrorObject, ErrorResponse, Id};
///
/// let response = ErrorResponse::new(Id::Null, ErrorObject::new(-32700, "Invalid JSON payload"));
/// let line = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Invalid JSON payload"}}"#;
/// assert_eq!(serde_json::to_string(&response).unwrap(), line);
/// assert_eq!(serde_json::from_str::<ErrorResponse>(line).unwrap(), response);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorResponse {
    /// The request's id; `null` where it could not be read.
    pub id: Id,
    /// The error.
    pub error: ErrorObject,
}

impl ErrorResponse {
    /// The error response to the request with this id.
    pub fn new(id: impl Into<Id>, error: ErrorObject) -> Self {
        Self { id: id.into(), error }
    }
}

impl Serialize for ErrorResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written<'r> {
            jsonrpc: &'static str,
            id: &'r Id,
            error: &'r ErrorObject,
        }
        Written { jsonrpc: "2.0", id: &self.id, error: &self.error }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ErrorResponse {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Read {
            #[serde(default = "no_id", deserialize_with = "id")]
            id: Id,
            error: ErrorObject,
        }
        let Read { id, error } = Read::deserialize(deserializer)?;
        Ok(Self { id, error })
    }
}

/// A response as a client reads it: one or the other.
///
/// An id that is left out, or is no id, is read as `null`. Where somebody sends a result and an error together the error counts, since a
/// failure must not pass for a success.
///
/// ```
/// use llamon_errors::json_rpc::Answer;
///
/// let answer: Answer<bool> = serde_json::from_str(r#"{"jsonrpc":"2.0","id":1,"result":true}"#).unwrap();
/// assert!(matches!(answer, Answer::Result { result: true, .. }));
/// let answer: Answer<bool> = serde_json::from_str(r#"{"id":1,"error":{"code":17}}"#).unwrap();
/// assert!(matches!(answer, Answer::Error(response) if response.error.code == 17));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<T> {
    /// What the method gave.
    Result {
        /// The request's id.
        id: Id,
        /// What the method gave.
        result: T,
    },
    /// Why it gave nothing.
    Error(ErrorResponse),
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Answer<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Read {
            #[serde(default = "no_id", deserialize_with = "id")]
            id: Id,
            error: Option<ErrorObject>,
            // A method may give `null`, which is not the same as no result.
            #[serde(default, deserialize_with = "some")]
            result: Option<Value>,
        }
        let Read { id, error, result } = Read::deserialize(deserializer)?;
        match (error, result) {
            (Some(error), _) => Ok(Self::Error(ErrorResponse { id, error })),
            (None, Some(result)) => {
                Ok(Self::Result { id, result: serde_json::from_value(result).map_err(D::Error::custom)? })
            }
            (None, None) => Err(D::Error::custom("a response has a `result` or an `error`")),
        }
    }
}

fn some<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}
