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

    /// Looks a code up among the enums inside transparent variants, and calls `found` with the table and row of each that has it.
    fn __find_inside(_code: &str, _above: &Seen<'_>, _found: &mut Found<'_>)
    where
        Self: Sized,
    {
    }
}

/// Takes the table and the row of a code.
pub type Found<'f> = dyn FnMut(&'static Table, usize) + 'f;

/// The enums that a search has come through. Behind boxes an enum may be inside itself, or two in each other.
pub struct Seen<'s> {
    pub(crate) table: &'static Table,
    pub(crate) above: Option<&'s Seen<'s>>,
}

impl Seen<'_> {
    pub(crate) fn holds(&self, table: &'static Table) -> bool {
        core::ptr::eq(self.table, table) || self.above.is_some_and(|above| above.holds(table))
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
pub(crate) fn find<E: CatalogEnum>(code: &str) -> Option<(&'static Table, usize)> {
    let mut first = None;
    find_below::<E>(code, None, &mut |table, row| first = first.or(Some((table, row))));
    first
}

/// The same below the enums that the search has come through.
pub(crate) fn find_below<E: CatalogEnum>(code: &str, above: Option<&Seen<'_>>, found: &mut Found<'_>) {
    let table = E::__table();
    if above.is_some_and(|above| above.holds(table)) {
        return;
    }
    match table.find(code) {
        Some(row) => found(table, row),
        None => E::__find_inside(code, &Seen { table, above }, found),
    }
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
    /// Adds a field. One that has no JSON form is left out, and logged: a detail never loses the error it belongs to.
    pub fn put<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) {
        match serde_json::to_value(value) {
            // An absent member stays absent. The null of a number that is none is told from it by what it prints.
            Ok(Value::Null) if Printed(value).to_string().is_empty() => {}
            Ok(Value::Null) => log(name, &"JSON has null for it, as for a number that is not finite"),
            Ok(value) => {
                self.0.insert(name.to_string(), value);
            }
            Err(error) => log(name, &error),
        }
    }
}

/// A number as it prints; nothing for what is no single value, such as an absent one.
struct Printed<'v, T: ?Sized>(&'v T);

impl<T: Serialize + ?Sized> Display for Printed<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let _ = self.0.serialize(f);
        Ok(())
    }
}

/// What could not travel, for the log alone; its value stays out of it, since nobody said that it may be shown.
fn log(name: &str, fault: &dyn Display) {
    #[cfg(feature = "tracing")]
    tracing::error!(detail = name, %fault, "a detail could not be built");
    #[cfg(not(feature = "tracing"))]
    let _ = (name, fault);
}
