//! Names and the numbers under which they are known.
//!
//! Comes in: names. Goes out: the number of each. One type, for engine and macros: every user of the derive compiles the engine in debug,
//! and each further type of keys or values would be one more hash table to compile.

use std::borrow::Cow;
use std::collections::HashMap;

/// The number of each name: its place in a list beside the index.
///
/// ```
/// use llamon_errors_catalog::index::NameIndex;
///
/// let mut index = NameIndex::default();
/// assert_eq!(index.insert("DOC_005".into(), 0), None);
/// assert_eq!(index.insert("DOC_005".into(), 1), Some(0));
/// assert_eq!(index.get("DOC_005"), Some(0));
/// assert_eq!(index.get("DOC_006"), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct NameIndex<'n> {
    numbers: HashMap<Cow<'n, str>, usize>,
}

impl<'n> NameIndex<'n> {
    /// An index that holds so many names without growing.
    #[must_use]
    pub fn with_capacity(names: usize) -> Self {
        Self { numbers: HashMap::with_capacity(names) }
    }

    /// Gives a name this number. A name that has one keeps it, and it is told.
    pub fn insert(&mut self, name: Cow<'n, str>, number: usize) -> Option<usize> {
        let before = self.get(&name);
        if before.is_none() {
            self.numbers.insert(name, number);
        }
        before
    }

    /// The number of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }
}
