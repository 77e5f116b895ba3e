//! Lays the bound entries down as the runtime's `Table` reads them: one text, one row of bytes each, one index by code.

use llamon_errors_catalog::model::{Entry, EntryKind};
use llamon_errors_core::index;
use llamon_errors_core::table::{RowFacts, RowKind, encode_row};

/// The three literals of a table.
pub(crate) struct Laid {
    pub(crate) text: String,
    pub(crate) rows: Vec<u8>,
    pub(crate) index: Vec<u8>,
}

/// Lays down errors and outcomes; `check` lets nothing else be bound.
pub(crate) fn lay<'c>(entries: impl Iterator<Item = &'c Entry>) -> Laid {
    let mut laid = Laid { text: String::new(), rows: Vec::new(), index: Vec::new() };
    let mut hashes = Vec::new();
    for entry in entries {
        let Some(facts) = entry.facts() else { continue };
        let kind = match entry.kind() {
            EntryKind::Error(error) => RowKind::Error(error.sdk_code.value),
            EntryKind::Outcome(outcome) => RowKind::Outcome(outcome.state.value),
            EntryKind::Retired(_) => continue,
        };
        let error = entry.as_error();
        let message = facts.message().map(|message| message.value.as_str());
        let error_source = error.and_then(|error| error.error_source.as_ref()).map(|source| source.value.as_str());
        let texts = [
            entry.code(),
            &facts.reason.value,
            &facts.title.value,
            message.unwrap_or_default(),
            error_source.unwrap_or_default(),
        ];
        let mut offsets = [laid.end(); 6];
        for (offset, text) in offsets.iter_mut().skip(1).zip(texts) {
            laid.text.push_str(text);
            *offset = laid.end();
        }
        laid.rows.extend_from_slice(&encode_row(&RowFacts {
            offsets,
            kind,
            retriable: error.is_some_and(|error| error.retriable.value),
            has_message: message.is_some(),
            has_error_source: error_source.is_some(),
            retry_after_ms: error.and_then(|error| error.retry_after_ms.as_ref()).map(|ms| ms.value),
        }));
        hashes.push(index::hash(entry.code().as_bytes()));
    }
    laid.index = index_of(&hashes);
    laid
}

/// The index by code. Two codes of one hash would leave it empty; then the runtime looks at every row, which is slower and nothing else.
fn index_of(hashes: &[u64]) -> Vec<u8> {
    let mut index = vec![0; index::size(hashes.len())];
    match index::build(hashes, &mut vec![0; hashes.len()], &mut index) {
        Ok(()) => index,
        Err(index::NoIndex) => Vec::new(),
    }
}

impl Laid {
    /// Where the next text begins. A catalog of 4 GiB is not read by a macro.
    fn end(&self) -> u32 {
        u32::try_from(self.text.len()).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used, reason = "a test says what must hold by failing")]

    use std::path::{Path, PathBuf};

    use llamon_errors_core::table::Table;

    use super::*;

    fn catalogs(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("it is readable").path();
            if path.is_dir() {
                catalogs(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "toml") {
                found.push(path);
            }
        }
    }

    /// Without an index the rows are looked at, so whether there is one is asked apart.
    #[test]
    fn every_catalog_of_the_tests_has_an_index_and_every_code_finds_its_row() {
        let mut paths = Vec::new();
        catalogs(Path::new("../tests/catalogs"), &mut paths);
        let mut count = 0;
        for path in paths {
            let bytes = std::fs::read(&path).expect("the catalog can be read");
            let name = path.display().to_string();
            let checked = llamon_errors_catalog::check_without_advice(&name, &bytes);
            let entries: Vec<&Entry> =
                checked.catalog.entries().iter().filter(|entry| entry.facts().is_some()).collect();
            let laid = lay(entries.iter().copied());
            assert!(!laid.index.is_empty(), "{name}");
            let table = Table::new("any", laid.text.leak(), laid.rows.leak(), laid.index.leak());
            for (row, entry) in entries.iter().enumerate() {
                assert_eq!(table.find(entry.code()), Some(row), "{} of {name}", entry.code());
                count += 1;
            }
        }
        assert!(count > 2_000, "{count} codes");
    }
}
