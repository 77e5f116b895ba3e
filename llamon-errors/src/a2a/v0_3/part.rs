//! Parts: what messages and artifacts consist of.

use alloc::string::String;

use serde::{Deserialize, Serialize};

use super::none;
use crate::data::{ApplicationErrorData, Object, Text};

/// A part of a message or an artifact. `D` is what a data part holds: any object where messages are read, a typed one where they are
/// written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Part<D = Object> {
    /// Text for people.
    Text {
        /// The text; static where it is a catalog's.
        text: Text,
        /// What else the sender says of it.
        #[serde(default = "none", skip_serializing_if = "Option::is_none")]
        metadata: Option<Object>,
    },
    /// Data for programs.
    Data {
        /// The object.
        data: D,
        /// What else the sender says of it.
        #[serde(default = "none", skip_serializing_if = "Option::is_none")]
        metadata: Option<Object>,
    },
    /// A file.
    File {
        /// The file.
        file: FileContent,
        /// What else the sender says of it.
        #[serde(default = "none", skip_serializing_if = "Option::is_none")]
        metadata: Option<Object>,
    },
}

impl<D> Part<D> {
    /// Text for people.
    pub fn text(text: impl Into<Text>) -> Self {
        Self::Text { text: text.into(), metadata: None }
    }

    /// Data for programs.
    pub fn data(data: D) -> Self {
        Self::Data { data, metadata: None }
    }

    /// A file.
    #[must_use]
    pub fn file(file: FileContent) -> Self {
        Self::File { file, metadata: None }
    }
}

impl From<Part<ApplicationErrorData>> for Part {
    fn from(part: Part<ApplicationErrorData>) -> Self {
        match part {
            Part::Text { text, metadata } => Self::Text { text, metadata },
            Part::Data { data, metadata } => Self::Data { data: data.to_object(), metadata },
            Part::File { file, metadata } => Self::File { file, metadata },
        }
    }
}

/// A file: what is in it, or where it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum FileContent {
    /// What is in it.
    Bytes {
        /// The bytes in base64.
        bytes: String,
        /// The MIME type.
        #[serde(default, rename = "mimeType", skip_serializing_if = "Option::is_none")]
        mime_type: Option<String>,
        /// The name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// Where it is.
    Uri {
        /// The address.
        uri: String,
        /// The MIME type.
        #[serde(default, rename = "mimeType", skip_serializing_if = "Option::is_none")]
        mime_type: Option<String>,
        /// The name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
}

/// The two parts of a failed status: text for people, data for programs (SPEC L2, P6; S1: `application_error_to_parts`). Values that
/// cannot travel are dealt with as SPEC V6 says.
///
/// ```
/// use llamon_errors::a2a::v0_3::{Part, error_parts};
/// use llamon_errors::{ApplicationErrorData, ErrorCode};
///
/// let data = ApplicationErrorData::new(ErrorCode::NotFound, "document_not_found");
/// let [text, data] = error_parts(data, "there is no such document");
/// assert!(matches!(text, Part::Text { .. }) && matches!(data, Part::Data { .. }));
/// ```
pub fn error_parts(data: ApplicationErrorData, display_text: impl Into<Text>) -> [Part<ApplicationErrorData>; 2] {
    [Part::text(display_text), Part::data(data.checked())]
}

/// The error data among the parts of a message: the first data part that has an `errorCode`, wherever it stands.
#[must_use]
// Readers are compiled where they are called, here and in the modules that call this one: an agent that only fails reads nothing.
#[inline]
pub fn error_data_of(parts: &[Part]) -> Option<ApplicationErrorData> {
    parts.iter().find_map(|part| match part {
        Part::Data { data, .. } if data.contains_key("errorCode") => ApplicationErrorData::deserialize(data).ok(),
        Part::Data { .. } | Part::Text { .. } | Part::File { .. } => None,
    })
}
