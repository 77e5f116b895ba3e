//! Reads a member of one type and passes over any other: comes in a member that anybody wrote, goes out its value where it fits.
//!
//! Not by way of a `Value`, which reads as much but costs half as long again where an object stands.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// What a member can be. Each function is the way in of one type of JSON, and what has none is passed over.
pub(crate) trait Fits<'de>: Sized {
    /// From a text.
    fn of_text(_text: &str) -> Option<Self> {
        None
    }

    /// From a text that need not be copied.
    fn of_string(text: String) -> Option<Self> {
        Self::of_text(&text)
    }

    /// From yes or no.
    fn of_flag(_flag: bool) -> Option<Self> {
        None
    }

    /// From a list, to its end.
    fn of_list<A: SeqAccess<'de>>(mut list: A) -> Result<Option<Self>, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    /// From an object, to its end.
    fn of_object<A: MapAccess<'de>>(mut object: A) -> Result<Option<Self>, A::Error> {
        while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }
}

impl Fits<'_> for String {
    fn of_text(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }

    fn of_string(text: String) -> Option<Self> {
        Some(text)
    }
}

impl Fits<'_> for bool {
    fn of_flag(flag: bool) -> Option<Self> {
        Some(flag)
    }
}

/// The texts of a list; other items are passed over.
impl<'de> Fits<'de> for Vec<String> {
    fn of_list<A: SeqAccess<'de>>(mut list: A) -> Result<Option<Self>, A::Error> {
        let mut texts = Self::new();
        while let Some(Item(item)) = list.next_element()? {
            texts.extend(item);
        }
        Ok(Some(texts))
    }
}

struct Item(Option<String>);

impl<'de> Deserialize<'de> for Item {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        fitting(deserializer).map(Self)
    }
}

/// An object whose members are all read this way, so that none makes the reading stop half way.
pub(crate) fn of_members<'de, T: Deserialize<'de>, A: MapAccess<'de>>(object: A) -> Result<Option<T>, A::Error> {
    T::deserialize(MapAccessDeserializer::new(object)).map(Some)
}

/// The member where it fits, and nothing where something else stands.
pub(crate) fn fitting<'de, D: Deserializer<'de>, T: Fits<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    deserializer.deserialize_any(Member(PhantomData))
}

struct Member<T>(PhantomData<T>);

impl<'de, T: Fits<'de>> Visitor<'de> for Member<T> {
    type Value = Option<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON")
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Self::Value, E> {
        Ok(T::of_flag(flag))
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(T::of_text(text))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Self::Value, E> {
        Ok(T::of_string(text))
    }

    fn visit_none<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
        T::of_list(list)
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<Self::Value, A::Error> {
        T::of_object(object)
    }
}
