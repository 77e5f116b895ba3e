//! What TOML says, before anybody judges it: items in the order of the file, every key and value with its place.

use std::borrow::Cow;

use crate::diagnostic::Diagnostic;
use crate::source::{Span, Spanned};

/// A table's items, in the order of the file.
#[derive(Debug, Default)]
pub(crate) struct RawTable<'t> {
    pub(crate) items: Vec<RawItem<'t>>,
    /// The text was damaged here, so an absent key proves nothing.
    pub(crate) damaged: bool,
}

#[derive(Debug)]
pub(crate) struct RawItem<'t> {
    pub(crate) key: Spanned<Cow<'t, str>>,
    pub(crate) value: Spanned<RawValue<'t>>,
}

#[derive(Debug)]
pub(crate) enum RawValue<'t> {
    String(Cow<'t, str>),
    /// Nothing when it does not fit 64 bits.
    Integer(Option<i64>),
    Float,
    Boolean(bool),
    Datetime,
    Array {
        /// It came of `[[name]]` headers.
        of_tables: bool,
    },
    Table(RawTable<'t>),
}

impl RawValue<'_> {
    /// The kind in TOML's words.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::String(_) => "a string",
            Self::Integer(_) => "an integer",
            Self::Float => "a float",
            Self::Boolean(_) => "a boolean",
            Self::Datetime => "a date-time",
            Self::Array { .. } => "an array",
            Self::Table(_) => "a table",
        }
    }
}

/// A file's top level.
#[derive(Debug, Default)]
pub(crate) struct RawCatalog<'t> {
    pub(crate) top: RawTable<'t>,
    /// Where an entry's header itself could not be read: entries may be missing.
    pub(crate) lost_entries: bool,
    /// Keys that stand twice in one table, as (first, again).
    pub(crate) repeated: Vec<(Spanned<Cow<'t, str>>, Span)>,
    /// What TOML said when it refused the file; told only when nothing better explains the refusal, so that no file passes that a
    /// TOML reader refuses.
    pub(crate) refused: Option<Box<Diagnostic>>,
}
