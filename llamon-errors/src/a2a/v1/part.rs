//! Parts of 1.0: what messages and artifacts consist of.

use alloc::string::String;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::a2a::v0_3;
use crate::data::{Object, Text};

/// A part of a message or an artifact. `D` is what an object of data is read as.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Part<D = Object> {
    /// What it holds.
    #[serde(flatten)]
    pub content: PartContent<D>,
    /// The MIME type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub media_type: Option<String>,
    /// The name of a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filename: Option<String>,
    /// What else the sender says of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Object>,
}

/// What a part holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum PartContent<D = Object> {
    /// Text for people.
    Text(Text),
    /// Data for programs.
    Data(D),
    /// Data for programs that is no object, also `null`.
    #[serde(rename = "data")]
    Value(Value),
    /// The bytes of a file, in base64.
    Raw(String),
    /// The address of a file.
    Url(String),
}

impl<'de, D: Deserialize<'de>> Deserialize<'de> for Part<D> {
    fn deserialize<R: Deserializer<'de>>(deserializer: R) -> Result<Self, R::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Read {
            text: Option<String>,
            // Of all members this one may be `null` and yet be there.
            #[serde(default, deserialize_with = "some")]
            data: Option<Value>,
            raw: Option<String>,
            url: Option<String>,
            media_type: Option<String>,
            filename: Option<String>,
            metadata: Option<Object>,
        }
        let Read { text, data, raw, url, media_type, filename, metadata } = Read::deserialize(deserializer)?;
        let content = match (text, data, raw, url) {
            (Some(text), ..) => PartContent::Text(Text::Owned(text)),
            (_, _, Some(raw), _) => PartContent::Raw(raw),
            (_, _, _, Some(url)) => PartContent::Url(url),
            (_, Some(data @ Value::Object(_)), ..) => {
                PartContent::Data(D::deserialize(data).map_err(R::Error::custom)?)
            }
            (_, Some(data), ..) => PartContent::Value(data),
            (None, None, None, None) => {
                return Err(R::Error::custom("a part has one of `text`, `data`, `raw` and `url`"));
            }
        };
        Ok(Self { content, media_type, filename, metadata })
    }
}

fn some<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

impl<D> From<v0_3::Part<D>> for Part<D> {
    fn from(part: v0_3::Part<D>) -> Self {
        let (content, media_type, filename, metadata) = match part {
            v0_3::Part::Text { text, metadata } => (PartContent::Text(text), None, None, metadata),
            v0_3::Part::Data { data, metadata } => {
                (PartContent::Data(data), Some(String::from("application/json")), None, metadata)
            }
            v0_3::Part::File { file, metadata } => match file {
                v0_3::FileContent::Bytes { bytes, mime_type, name } => {
                    (PartContent::Raw(bytes), mime_type, name, metadata)
                }
                v0_3::FileContent::Uri { uri, mime_type, name } => (PartContent::Url(uri), mime_type, name, metadata),
            },
        };
        Self { content, media_type, filename, metadata }
    }
}
