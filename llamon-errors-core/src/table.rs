//! A catalog in a program: one string with all texts, and one row of bytes per entry.
//!
//! Comes in: the bytes that the derive laid down with [`encode_row`]. Goes out: [`DomainErrorSpec`]s by row number. Not done here:
//! building the text (that needs memory and lives in the derive).
//!
//! Why bytes and not a table of structs: at thousands of entries a struct table costs the compiler several times as much time
//! and file size, because every string is an allocation of its own to it. A row is [`ROW`] bytes:
//!
//! ```text
//!  0..4   start of the code        12..16  start of the message       24      errorCode, as its place in ErrorCode::ALL
//!  4..8   start of the reason      16..20  start of the error source  25      flags
//!  8..12  start of the title       20..24  end of the error source    26..32  retry_after_ms, 48 bits
//! ```
//!
//! Numbers are little-endian; starts are byte offsets into the text, and each text ends where the next begins.

use crate::error_code::ErrorCode;
use crate::spec::DomainErrorSpec;

/// Bytes per row.
pub const ROW: usize = 32;

const RETRIABLE: u8 = 1;
const HAS_MESSAGE: u8 = 1 << 1;
const HAS_ERROR_SOURCE: u8 = 1 << 2;
const HAS_RETRY_AFTER: u8 = 1 << 3;

/// The entries that one enum stands for.
#[derive(Debug)]
pub struct Table {
    domain: &'static str,
    text: &'static str,
    rows: &'static [u8],
}

/// The facts of one row before its texts are laid down; see [`encode_row`].
#[derive(Clone, Copy, Debug)]
pub struct RowFacts {
    /// Byte offsets of code, reason, title, message, error source and of the end of the last.
    pub offsets: [u32; 6],
    /// One of the eight.
    pub sdk_code: ErrorCode,
    /// Whether a retry can help.
    pub retriable: bool,
    /// Whether the entry has a message of its own.
    pub has_message: bool,
    /// Whether the entry names an error source.
    pub has_error_source: bool,
    /// Milliseconds, below 2^48; the catalog's rule allows far less.
    pub retry_after_ms: Option<u64>,
}

/// Lays one row down.
#[must_use]
pub fn encode_row(facts: &RowFacts) -> [u8; ROW] {
    let position = ErrorCode::ALL.iter().zip(0_u8..).find(|(code, _)| **code == facts.sdk_code);
    let flags = flag(facts.retriable, RETRIABLE)
        | flag(facts.has_message, HAS_MESSAGE)
        | flag(facts.has_error_source, HAS_ERROR_SOURCE)
        | flag(facts.retry_after_ms.is_some(), HAS_RETRY_AFTER);
    let mut bytes = facts
        .offsets
        .iter()
        .flat_map(|offset| offset.to_le_bytes())
        .chain([position.map_or(u8::MAX, |(_, position)| position), flags])
        .chain(facts.retry_after_ms.unwrap_or(0).to_le_bytes());
    core::array::from_fn(|_| bytes.next().unwrap_or(0))
}

const fn flag(set: bool, bit: u8) -> u8 {
    if set { bit } else { 0 }
}

impl Table {
    /// A table from what the derive laid down.
    #[must_use]
    pub const fn new(domain: &'static str, text: &'static str, rows: &'static [u8]) -> Self {
        Self { domain, text, rows }
    }

    /// The catalog's domain.
    #[must_use]
    pub const fn domain(&self) -> &'static str {
        self.domain
    }

    /// How many entries it holds.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.rows.len() / ROW
    }

    /// Whether it holds none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The facts of one row, or nothing when there is no such row.
    #[must_use]
    pub fn get(&self, row: usize) -> Option<DomainErrorSpec> {
        let start = row.checked_mul(ROW)?;
        let bytes: &[u8; ROW] = self.rows.get(start..)?.first_chunk()?;
        let [c0, c1, c2, c3, r0, r1, r2, r3, t0, t1, t2, t3, m0, m1, m2, m3, s0, s1, s2, s3, e0, e1, e2, e3, tail @ ..] =
            *bytes;
        let [sdk_code, flags, w0, w1, w2, w3, w4, w5] = tail;
        let code = u32::from_le_bytes([c0, c1, c2, c3]);
        let reason = u32::from_le_bytes([r0, r1, r2, r3]);
        let title = u32::from_le_bytes([t0, t1, t2, t3]);
        let message = u32::from_le_bytes([m0, m1, m2, m3]);
        let error_source = u32::from_le_bytes([s0, s1, s2, s3]);
        let end = u32::from_le_bytes([e0, e1, e2, e3]);
        Some(DomainErrorSpec {
            domain: self.domain,
            code: self.slice(code, reason)?,
            reason: self.slice(reason, title)?,
            title: self.slice(title, message)?,
            message: if flags & HAS_MESSAGE == 0 { None } else { Some(self.slice(message, error_source)?) },
            error_source: if flags & HAS_ERROR_SOURCE == 0 { None } else { Some(self.slice(error_source, end)?) },
            sdk_code: *ErrorCode::ALL.get(usize::from(sdk_code))?,
            retriable: flags & RETRIABLE != 0,
            retry_after_ms: if flags & HAS_RETRY_AFTER == 0 {
                None
            } else {
                Some(u64::from_le_bytes([w0, w1, w2, w3, w4, w5, 0, 0]))
            },
        })
    }

    /// All entries, in the order of the catalog.
    pub fn iter(&self) -> impl Iterator<Item = DomainErrorSpec> + '_ {
        (0..self.len()).filter_map(|row| self.get(row))
    }

    fn slice(&self, start: u32, end: u32) -> Option<&'static str> {
        self.text.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::boxed::Box;
    use std::vec::Vec;

    fn row(facts: RowFacts) -> &'static [u8] {
        Box::leak(Box::new(encode_row(&facts)))
    }

    const FULL: RowFacts = RowFacts {
        offsets: [0, 7, 15, 21, 29, 38],
        sdk_code: ErrorCode::RateLimited,
        retriable: true,
        has_message: true,
        has_error_source: true,
        retry_after_ms: Some(31_536_000_000),
    };
    const TEXT: &str = "DOC_005too_many제목wait {s}llm:model";

    #[test]
    fn a_row_gives_back_what_was_laid_down() {
        let table = Table::new("doc", TEXT, row(FULL));
        let spec = table.get(0).unwrap();
        assert_eq!((spec.domain, spec.code, spec.reason, spec.title), ("doc", "DOC_005", "too_many", "제목"));
        assert_eq!((spec.message, spec.error_source), (Some("wait {s}"), Some("llm:model")));
        assert_eq!(
            (spec.sdk_code, spec.retriable, spec.retry_after_ms),
            (ErrorCode::RateLimited, true, Some(31_536_000_000))
        );
        assert_eq!(table.get(1), None);
        assert_eq!(table.iter().collect::<Vec<_>>(), [spec]);
    }

    #[test]
    fn absent_facts_stay_absent() {
        let bare = RowFacts {
            retriable: false,
            has_message: false,
            has_error_source: false,
            retry_after_ms: None,
            sdk_code: ErrorCode::InternalError,
            ..FULL
        };
        let spec = Table::new("doc", TEXT, row(bare)).get(0).unwrap();
        assert_eq!((spec.message, spec.error_source, spec.retry_after_ms, spec.retriable), (None, None, None, false));
        assert_eq!(spec.sdk_code, ErrorCode::InternalError);
    }

    #[test]
    fn bytes_that_nobody_laid_down_give_nothing_and_do_not_panic() {
        assert_eq!(Table::new("doc", "", &[0xff; ROW]).get(0), None);
        assert_eq!(Table::new("doc", "", &[0; 7]).get(0), None);
        assert_eq!(Table::new("doc", TEXT, row(FULL)).get(usize::MAX), None);
        assert!(Table::new("doc", "", &[]).is_empty());
    }
}
