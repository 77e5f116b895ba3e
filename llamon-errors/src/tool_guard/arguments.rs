//! Reads a tool's arguments, and says what is wrong with them in words for a model (SPEC T1).
//!
//! Comes in: the JSON that a model wrote. Goes out: a typed value, or the field at fault and how. serde stops at the first fault; with
//! feature `jsonschema` a schema finds all of them. Texts bear names and types, never values: those may be the user's secrets.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Expected, IntoDeserializer as _, Unexpected, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::Value;

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

/// serde's own words about a fault, kept apart instead of melted into a text.
#[derive(Debug)]
struct Fault(ArgumentFault);

impl Fault {
    fn inside(mut self, outer: &str) -> Self {
        let inner = &self.0.field;
        self.0.field = if inner.is_empty() { outer.into() } else { format!("{outer}.{inner}") };
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for Fault {}

impl serde::de::Error for Fault {
    fn custom<T: fmt::Display>(rule: T) -> Self {
        Self(ArgumentFault::new("", ArgumentFaultKind::Invalid { rule: rule.to_string() }))
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self(ArgumentFault::new("", ArgumentFaultKind::Type { expected: expected.to_string() }))
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::custom(format_args!("expected {expected}"))
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self::custom(format_args!("expected one of {}", expected.join(", ")))
    }

    fn unknown_field(field: &str, _: &'static [&'static str]) -> Self {
        Self(ArgumentFault::new(field, ArgumentFaultKind::Unknown))
    }

    fn missing_field(field: &'static str) -> Self {
        Self(ArgumentFault::new(field, ArgumentFaultKind::Missing))
    }
}

/// Reads a JSON value with faults of our own.
struct Reader<'v>(&'v Value);

impl<'de> Deserializer<'de> for Reader<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
                (Some(number), ..) => visitor.visit_u64(number),
                (None, Some(number), _) => visitor.visit_i64(number),
                (None, None, number) => visitor.visit_f64(number.unwrap_or(f64::NAN)),
            },
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(values) => visitor.visit_seq(Values { values: values.iter().enumerate() }),
            Value::Object(members) => visitor.visit_map(Members { members: members.iter(), value: None }),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match self.0 {
            Value::String(name) => visitor.visit_enum(name.as_str().into_deserializer()),
            Value::Object(members) => {
                visitor.visit_enum(MapAccessDeserializer::new(Members { members: members.iter(), value: None }))
            }
            _ => self.deserialize_any(visitor),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

struct Values<'v> {
    values: core::iter::Enumerate<core::slice::Iter<'v, Value>>,
}

impl<'de> serde::de::SeqAccess<'de> for Values<'de> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Fault> {
        let Some((index, value)) = self.values.next() else { return Ok(None) };
        seed.deserialize(Reader(value)).map(Some).map_err(|fault| fault.inside(&index.to_string()))
    }
}

struct Members<'v> {
    members: serde_json::map::Iter<'v>,
    value: Option<(&'v String, &'v Value)>,
}

impl<'de> serde::de::MapAccess<'de> for Members<'de> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        self.value = self.members.next();
        let Some((key, _)) = self.value else { return Ok(None) };
        seed.deserialize(StrDeserializer::new(key)).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Fault> {
        // serde asks for a value behind each key, so there is one.
        let Some((key, value)) = self.value.take() else {
            return Err(serde::de::Error::custom("a value without a key"));
        };
        seed.deserialize(Reader(value)).map_err(|fault| fault.inside(key))
    }
}
