//! Reads a tool's arguments, and says what is wrong with them in words for a model (SPEC T1).
//!
//! Comes in: the JSON that a model wrote. Goes out: a typed value, or the field at fault and how. serde stops at the first fault; with
//! feature `jsonschema` a schema finds all of them. Texts bear names and types, never values: those may be the user's secrets.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::reader::{Fault, Reader};
use crate::data::Object;

/// A fault of one argument.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ArgumentFault {
    /// The argument; one inside another as `outer.inner`, and `items.0` for the first of a list. Empty where all of them are meant.
    pub field: String,
    /// What is wrong with it.
    pub kind: ArgumentFaultKind,
}

/// What is wrong with an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArgumentFaultKind {
    /// It must be there.
    Missing,
    /// It has another type.
    Type {
        /// The type that it must have.
        expected: String,
    },
    /// There is no such argument.
    Unknown,
    /// It breaks another rule.
    Invalid {
        /// Which one.
        rule: String,
    },
}

impl ArgumentFault {
    pub(super) fn new(field: impl Into<String>, kind: ArgumentFaultKind) -> Self {
        Self { field: field.into(), kind }
    }
}

impl fmt::Display for ArgumentFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = if self.field.is_empty() { "all" } else { &self.field };
        match &self.kind {
            ArgumentFaultKind::Missing => write!(f, "Missing required argument: {field}"),
            ArgumentFaultKind::Type { expected } => write!(f, "Wrong type of argument: {field} (expected {expected})"),
            ArgumentFaultKind::Unknown => write!(f, "Unknown argument: {field}"),
            ArgumentFaultKind::Invalid { rule } => write!(f, "Invalid argument: {field} ({rule})"),
        }
    }
}

/// The faults of a call's arguments, at least one; in one line as the model reads them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentFaults(pub(super) Vec<ArgumentFault>);

impl ArgumentFaults {
    /// The faults.
    #[must_use]
    pub fn faults(&self) -> &[ArgumentFault] {
        &self.0
    }
}

impl fmt::Display for ArgumentFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            let text = fault.to_string();
            f.write_str(if index == 0 { "" } else { "; " })?;
            // One line, whatever a name or a rule holds.
            f.write_str(&text.replace(|c: char| c.is_control(), " "))?;
        }
        Ok(())
    }
}

impl Error for ArgumentFaults {}

/// The arguments as a typed value. `null` stands for none at all, as models write it.
///
/// # Errors
/// The first fault.
///
/// ```
/// use llamon_errors::tool_guard::arguments;
///
/// #[derive(Debug, serde::Deserialize)]
/// struct Lookup {
///     account: String,
///     limit: u32,
/// }
///
/// let read = |json| arguments::<Lookup>(&json).unwrap_err().to_string();
/// assert_eq!(read(serde_json::json!({"limit": 3})), "Missing required argument: account");
/// assert_eq!(read(serde_json::json!({"account": "1", "limit": "3"})), "Wrong type of argument: limit (expected u32)");
/// ```
pub fn arguments<T: DeserializeOwned>(arguments: &Value) -> Result<T, ArgumentFaults> {
    let none = Value::Object(Object::new());
    let arguments = if arguments.is_null() { &none } else { arguments };
    T::deserialize(Reader(arguments)).map_err(|Fault(fault)| ArgumentFaults(Vec::from([fault])))
}
