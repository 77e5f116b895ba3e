//! Names and the numbers under which they are known.
//!
//! Comes in: names. Goes out: the number of each. One type, for engine and macros: every user of the derive compiles the engine in debug,
//! and each further type of keys or values would be one more hash table to compile.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

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

    /// The index of a list, and for each place of the list whether its name stands again behind it. A name's number is its first place.
    #[must_use]
    pub fn of_list(names: &[&'n str]) -> (Self, Vec<bool>) {
        let (mut index, mut again) = (Self::with_capacity(names.len()), vec![false; names.len()]);
        for (number, name) in names.iter().enumerate() {
            let first = index.insert(Cow::Borrowed(*name), number);
            if let Some(again) = first.and_then(|first| again.get_mut(first)) {
                *again = true;
            }
        }
        (index, again)
    }

    /// Gives a name this number. A name that has one keeps it, and it is told.
    pub fn insert(&mut self, name: Cow<'n, str>, number: usize) -> Option<usize> {
        match self.numbers.entry(name) {
            Entry::Occupied(slot) => Some(*slot.get()),
            Entry::Vacant(slot) => {
                slot.insert(number);
                None
            }
        }
    }

    /// The number of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }
}
