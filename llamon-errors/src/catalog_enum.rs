//! What the derives implement on an enum, whether of errors or of outcomes. Nobody else names it.

use alloc::string::{String, ToString as _};
use core::fmt::{self, Display};

use llamon_errors_core::table::Table;
use llamon_errors_core::template;
use serde::Serialize;
use serde_json::{Map, Value};

/// An enum whose variants stand for entries of a catalog.
pub trait CatalogEnum {
    /// Calls `visit` with this value's row and what fills its message.
    fn __parts(&self, visit: &mut Visit<'_>);

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

/// What generated code calls with its row: the table, the row, and what fills the message's placeholders in their order.
pub type Visit<'v> = dyn FnMut(&'static Table, usize, &[&dyn Display]) + 'v;

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

/// Writes a value's message.
pub(crate) fn fmt_message<E: CatalogEnum + ?Sized>(value: &E, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut result = Ok(());
    value.__parts(&mut |table, row, arguments| result = write_message(f, table, row, arguments));
    result
}

fn write_message(f: &mut fmt::Formatter<'_>, table: &Table, row: usize, arguments: &[&dyn Display]) -> fmt::Result {
    match table.message_or_title(row) {
        Some(Ok(message)) => template::write(f, message, arguments),
        Some(Err(title)) => f.write_str(title),
        // The derive lays down no row that cannot be read.
        None => Ok(()),
    }
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
