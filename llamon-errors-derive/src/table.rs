//! Lays the bound entries down as the runtime's `Table` reads them: one text, one row of bytes each.

use llamon_errors_catalog::model::Entry;
use llamon_errors_core::table::{ROW, RowFacts, encode_row};

/// The two literals of a table.
pub(crate) struct Laid {
    pub(crate) text: String,
    pub(crate) rows: Vec<u8>,
}

/// Lays down the errors among `entries`; `check` lets nothing else be bound.
pub(crate) fn lay<'c>(entries: impl Iterator<Item = &'c Entry>) -> Laid {
    let mut laid = Laid { text: String::new(), rows: Vec::new() };
    for entry in entries {
        let Some(error) = entry.as_error() else { continue };
        let message = error.facts.message().map(|message| message.value.as_str());
        let error_source = error.error_source.as_ref().map(|source| source.value.as_str());
        let texts = [
            entry.code(),
            &error.facts.reason.value,
            &error.facts.title.value,
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
            sdk_code: error.sdk_code.value,
            retriable: error.retriable.value,
            has_message: message.is_some(),
            has_error_source: error_source.is_some(),
            retry_after_ms: error.retry_after_ms.as_ref().map(|ms| ms.value),
        }));
    }
    debug_assert_eq!(laid.rows.len() % ROW, 0, "rows have one length");
    laid
}

impl Laid {
    /// Where the next text begins. A catalog of 4 GiB is not read by a macro.
    fn end(&self) -> u32 {
        u32::try_from(self.text.len()).unwrap_or(u32::MAX)
    }
}
