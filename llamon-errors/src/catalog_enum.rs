//! What the derives implement on an enum, whether of errors or of outcomes. Nobody else names it.

use alloc::string::{String, ToString as _};
use core::fmt::{self, Display};

use llamon_errors_core::table::Table;
use llamon_errors_core::template;
use serde::Serialize;
use serde_json::{Map, Value};

/// An enum whose variants stand for entries of a catalog.
pub trait CatalogEnum {
    /// This value's entry: a table and the row in it.
    fn __entry(&self) -> (&'static Table, usize);

    /// Hands over what fills the placeholders of this value's message, in their order; nothing where there are none.
    fn __fill(&self, _fill: &mut Fill<'_>) {}

    /// Adds the fields that travel.
    fn __details(&self, _details: &mut Details) {}

    /// The entries that the enum binds itself.
    fn __table() -> &'static Table
    where
        Self: Sized;

    /// Looks a code up among the enums inside transparent variants, and calls `found` with the first table and row that has it.
    fn __find_inside(_code: &str, _found: &mut dyn FnMut(&'static Table, usize))
    where
        Self: Sized,
    {
    }
}

/// Takes what fills a message from generated code.
///
/// Each variant makes one call with its fields as they are. An array of `&dyn Display` in each variant would say the same, and cost the
/// compiler several times as much: a function with thousands of variants is checked in time that grows with the square of its temporaries.
/// For the same reason the calls stay calls: inlined, they would be thousands of copies of one small function.
pub struct Fill<'f> {
    take: &'f mut dyn FnMut(&[&dyn Display]),
}

impl Fill<'_> {
    /// One placeholder.
    #[inline(never)]
    pub fn one(&mut self, a: &impl Display) {
        (self.take)(&[a]);
    }

    /// Two placeholders.
    #[inline(never)]
    pub fn two(&mut self, a: &impl Display, b: &impl Display) {
        (self.take)(&[a, b]);
    }

    /// Three placeholders.
    #[inline(never)]
    pub fn three(&mut self, a: &impl Display, b: &impl Display, c: &impl Display) {
        (self.take)(&[a, b, c]);
    }

    /// Any number of placeholders.
    pub fn many(&mut self, all: &[&dyn Display]) {
        (self.take)(all);
    }
}

/// The row of a code, in an enum's own table or in those inside it.
#[must_use]
pub fn find<E: CatalogEnum>(code: &str) -> Option<(&'static Table, usize)> {
    let table = E::__table();
    if let Some(row) = table.find(code) {
        return Some((table, row));
    }
    let mut found = None;
    E::__find_inside(code, &mut |table, row| found = found.or(Some((table, row))));
    found
}

/// Writes a value's message, or its title where the catalog has no message.
pub(crate) fn fmt_message<E: CatalogEnum + ?Sized>(value: &E, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (table, row) = value.__entry();
    match table.message_or_title(row) {
        Some(Ok(message)) => fmt_filled(message, &mut |take| value.__fill(&mut Fill { take }), f),
        Some(Err(title)) => f.write_str(title),
        // The derive lays down no row that cannot be read.
        None => Ok(()),
    }
}

/// Writes a message with its placeholders filled.
#[expect(clippy::type_complexity, reason = "a visitor of a visitor; it is written here once")]
fn fmt_filled(
    message: &str,
    fill: &mut dyn FnMut(&mut dyn FnMut(&[&dyn Display])),
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let mut written = None;
    fill(&mut |arguments| written = Some(template::write(f, message, arguments)));
    written.unwrap_or_else(|| template::write(f, message, &[]))
}

/// A value's message as a string.
pub(crate) fn message<E: CatalogEnum + ?Sized>(value: &E) -> String {
    struct Message<'e, E: ?Sized>(&'e E);

    impl<E: CatalogEnum + ?Sized> Display for Message<'_, E> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            fmt_message(self.0, f)
        }
    }

    Message(value).to_string()
}

/// The fields of a value that travel.
pub(crate) fn details<E: CatalogEnum + ?Sized>(value: &E) -> Option<Map<String, Value>> {
    let mut details = Details(Map::new());
    value.__details(&mut details);
    (!details.0.is_empty()).then_some(details.0)
}

/// Collects the fields that travel.
pub struct Details(Map<String, Value>);

impl Details {
    /// Adds a field. One that has no JSON form is left out: a detail never loses the error it belongs to.
    pub fn put<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) {
        match serde_json::to_value(value) {
            // An absent member stays absent.
            Ok(Value::Null) | Err(_) => {}
            Ok(value) => {
                self.0.insert(name.to_string(), value);
            }
        }
    }
}
