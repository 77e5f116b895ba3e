//! Reads JSON with faults of our own (SPEC T1): the field and what is wrong with it, instead of a text that repeats values.
//!
//! Comes in: a JSON value. Goes out: what `serde_json` would read of it, or the first fault. Not done here: words.

use alloc::format;
use alloc::string::{String, ToString as _};
use core::error::Error;
use core::fmt;
use core::iter::Enumerate;
use core::slice::Iter;

use serde::de::value::MapAccessDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, Expected, IntoDeserializer as _, MapAccess, SeqAccess, Unexpected, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Number, Value};

use super::arguments::{ArgumentFault, ArgumentFaultKind};

/// serde's own words about a fault, kept apart instead of melted into a text.
#[derive(Debug)]
pub(super) struct Fault(pub(super) ArgumentFault);

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
pub(super) struct Reader<'v>(pub(super) &'v Value);

impl<'de> Deserializer<'de> for Reader<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Number(number) => visit_number(number, visitor),
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(values) => {
                let mut left = values.iter().enumerate();
                let given = visitor.visit_seq(Values { values: &mut left })?;
                // A tuple reads as many as it has, and says nothing of the others.
                if left.next().is_some() { Err(serde::de::Error::custom("expected fewer elements")) } else { Ok(given) }
            }
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
            Value::Object(members) if members.len() == 1 => {
                visitor.visit_enum(MapAccessDeserializer::new(Members { members: members.iter(), value: None }))
            }
            _ => self.deserialize_any(visitor),
        }
    }

    // Derived readers take the position of a field or a variant for its name, and a list for a variant's fields.

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if self.0.is_string() { self.deserialize_any(visitor) } else { other_type(&visitor) }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if self.0.is_object() { self.deserialize_any(visitor) } else { other_type(&visitor) }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct struct ignored_any
    }
}

fn other_type<T>(expected: &dyn Expected) -> Result<T, Fault> {
    Err(serde::de::Error::invalid_type(Unexpected::Other("another"), expected))
}

fn visit_number<'de, V: Visitor<'de>>(number: &Number, visitor: V) -> Result<V::Value, Fault> {
    match (number.as_u64(), number.as_i64(), number.as_f64()) {
        (Some(number), ..) => visitor.visit_u64(number),
        (None, Some(number), _) => visitor.visit_i64(number),
        (None, None, number) => visitor.visit_f64(number.unwrap_or(f64::NAN)),
    }
}

struct Values<'i, 'v> {
    values: &'i mut Enumerate<Iter<'v, Value>>,
}

impl<'de> SeqAccess<'de> for Values<'_, 'de> {
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

impl<'de> MapAccess<'de> for Members<'de> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        self.value = self.members.next();
        let Some((key, _)) = self.value else { return Ok(None) };
        seed.deserialize(Name(key)).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Fault> {
        // serde asks for a value behind each key, so there is one.
        let Some((key, value)) = self.value.take() else {
            return Err(serde::de::Error::custom("a value without a key"));
        };
        seed.deserialize(Reader(value)).map_err(|fault| fault.inside(key))
    }
}

/// The name of a member. JSON has texts alone for names; where a number or a flag is asked for, the text holds it.
struct Name<'v>(&'v str);

impl Name<'_> {
    fn number(&self) -> Option<Number> {
        // No blanks, which the parser would pass over.
        if self.0.trim().len() == self.0.len() { serde_json::from_str(self.0).ok() } else { None }
    }
}

macro_rules! numbers {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            match self.number() {
                Some(number) => visit_number(&number, visitor),
                None => self.deserialize_any(visitor),
            }
        })*
    };
}

impl<'de> Deserializer<'de> for Name<'de> {
    type Error = Fault;

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128 deserialize_f32
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128 deserialize_f64
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_borrowed_str(self.0)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_some(self)
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
        visitor.visit_enum(self.0.into_deserializer())
    }

    forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
