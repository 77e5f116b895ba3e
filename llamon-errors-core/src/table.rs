//! A catalog in a program: one string with all texts, one row of bytes per entry, one index by code.
//!
//! Comes in: the bytes that the derive laid down ([`encode_row`], [`index`]). Goes out: the facts of an entry, by row or by
//! code. Not done here: building the text (that needs memory and lives in the derive).
//!
//! Why bytes and not a table of structs: at thousands of entries a struct table costs the compiler several times as much time
//! and file size, because every string is an allocation of its own to it. A row is [`ROW`] bytes:
//!
//! ```text
//!  0..4   start of the code        12..16  start of the message       24      kind: errorCode or outcome state
//!  4..8   start of the reason      16..20  start of the error source  25      flags
//!  8..12  start of the title       20..24  end of the error source    26..32  retry_after_ms, 48 bits
//! ```
//!
//! Numbers are little-endian; starts are byte offsets into the text, and each text ends where the next begins.

use crate::error_code::ErrorCode;
use crate::index;
use crate::outcome_state::OutcomeState;
use crate::spec::{DomainErrorSpec, DomainOutcomeSpec};

/// Bytes per row.
pub const ROW: usize = 32;

const RETRIABLE: u8 = 1;
const HAS_MESSAGE: u8 = 1 << 1;
const HAS_ERROR_SOURCE: u8 = 1 << 2;
const HAS_RETRY_AFTER: u8 = 1 << 3;
/// Kinds from here on are outcomes.
const FIRST_OUTCOME: u8 = 16;

/// The entries that one enum stands for.
#[derive(Debug)]
pub struct Table {
    domain: &'static str,
    text: &'static str,
    rows: &'static [u8],
    index: &'static [u8],
}

/// What a row stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// An error, with what clients branch on.
    Error(ErrorCode),
    /// A result, with the task's state.
    Outcome(OutcomeState),
}

/// The facts of one row before its texts are laid down; see [`encode_row`].
#[derive(Clone, Copy, Debug)]
pub struct RowFacts {
    /// Byte offsets of code, reason, title, message, error source and of the end of the last.
    pub offsets: [u32; 6],
    /// Error or outcome.
    pub kind: RowKind,
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
    let place = |found: Option<(bool, u8)>| found.map_or(u8::MAX, |(_, place)| place);
    let kind = match facts.kind {
        RowKind::Error(code) => place(ErrorCode::ALL.iter().map(|c| *c == code).zip(0..).find(|(same, _)| *same)),
        RowKind::Outcome(state) => {
            place(OutcomeState::ALL.iter().map(|s| *s == state).zip(FIRST_OUTCOME..).find(|(same, _)| *same))
        }
    };
    let flags = flag(facts.retriable, RETRIABLE)
        | flag(facts.has_message, HAS_MESSAGE)
        | flag(facts.has_error_source, HAS_ERROR_SOURCE)
        | flag(facts.retry_after_ms.is_some(), HAS_RETRY_AFTER);
    let mut bytes = facts
        .offsets
        .iter()
        .flat_map(|offset| offset.to_le_bytes())
        .chain([kind, flags])
        .chain(facts.retry_after_ms.unwrap_or(0).to_le_bytes());
    core::array::from_fn(|_| bytes.next().unwrap_or(0))
}

const fn flag(set: bool, bit: u8) -> u8 {
    if set { bit } else { 0 }
}

/// A row as it lies.
#[derive(Clone, Copy)]
struct Row {
    code: &'static str,
    reason: &'static str,
    title: &'static str,
    message: Option<&'static str>,
    error_source: Option<&'static str>,
    kind: u8,
    retriable: bool,
    retry_after_ms: Option<u64>,
}

impl Table {
    /// A table from what the derive laid down.
    #[must_use]
    pub const fn new(domain: &'static str, text: &'static str, rows: &'static [u8], index: &'static [u8]) -> Self {
        Self { domain, text, rows, index }
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

    /// The error of a row, or nothing when there is no such row or it is none.
    #[must_use]
    pub fn error(&self, row: usize) -> Option<DomainErrorSpec> {
        let row = self.row(row)?;
        Some(DomainErrorSpec {
            domain: self.domain,
            code: row.code,
            sdk_code: *ErrorCode::ALL.get(usize::from(row.kind))?,
            reason: row.reason,
            title: row.title,
            retriable: row.retriable,
            message: row.message,
            error_source: row.error_source,
            retry_after_ms: row.retry_after_ms,
        })
    }

    /// The outcome of a row, or nothing when there is no such row or it is none.
    #[must_use]
    pub fn outcome(&self, row: usize) -> Option<DomainOutcomeSpec> {
        let row = self.row(row)?;
        Some(DomainOutcomeSpec {
            domain: self.domain,
            code: row.code,
            state: *OutcomeState::ALL.get(usize::from(row.kind.checked_sub(FIRST_OUTCOME)?))?,
            reason: row.reason,
            title: row.title,
            message: row.message,
        })
    }

    /// What clients branch on, of a row that is an error: one byte is read.
    #[must_use]
    pub fn sdk_code(&self, row: usize) -> Option<ErrorCode> {
        let bytes: &[u8; ROW] = self.rows.get(row.checked_mul(ROW)?..)?.first_chunk()?;
        ErrorCode::ALL.get(usize::from(tail(bytes)?.0)).copied()
    }

    /// The text of a row for people: its message, which is a template, or else its title, which is none.
    #[must_use]
    pub fn message_or_title(&self, row: usize) -> Option<Result<&'static str, &'static str>> {
        let row = self.row(row)?;
        Some(row.message.ok_or(row.title))
    }

    /// The row of a code, compared exactly. Takes one hash and one comparison, however many entries there are.
    #[must_use]
    pub fn find(&self, code: &str) -> Option<usize> {
        let row = index::find(self.index, code.as_bytes())?;
        (self.code(row)? == code).then_some(row)
    }

    /// The row of a reason, where just one entry has it. Looks at every entry.
    #[must_use]
    pub fn find_reason(&self, reason: &str) -> Option<usize> {
        let mut rows = (0..self.len()).filter(|row| self.row(*row).is_some_and(|row| row.reason == reason));
        let first = rows.next()?;
        rows.next().is_none().then_some(first)
    }

    /// All errors, in the order of the enum's variants.
    pub fn errors(&self) -> impl Iterator<Item = DomainErrorSpec> + '_ {
        (0..self.len()).filter_map(|row| self.error(row))
    }

    fn code(&self, row: usize) -> Option<&'static str> {
        let (words, _) = self.rows.get(row.checked_mul(ROW)?..)?.as_chunks::<4>();
        let [code, reason, ..] = words else { return None };
        self.slice(u32::from_le_bytes(*code), u32::from_le_bytes(*reason))
    }

    fn row(&self, row: usize) -> Option<Row> {
        let bytes: &[u8; ROW] = self.rows.get(row.checked_mul(ROW)?..)?.first_chunk()?;
        // Whole words: one load each, where single bytes would be loaded and shifted one by one.
        let (words, _) = bytes.as_chunks::<4>();
        let [code, reason, title, message, error_source, end, ..] = words else { return None };
        let [code, reason, title, message, error_source, end] =
            [code, reason, title, message, error_source, end].map(|word| u32::from_le_bytes(*word));
        let (kind, flags, wait) = tail(bytes)?;
        Some(Row {
            code: self.slice(code, reason)?,
            reason: self.slice(reason, title)?,
            title: self.slice(title, message)?,
            message: if flags & HAS_MESSAGE == 0 { None } else { Some(self.slice(message, error_source)?) },
            error_source: if flags & HAS_ERROR_SOURCE == 0 { None } else { Some(self.slice(error_source, end)?) },
            kind,
            retriable: flags & RETRIABLE != 0,
            retry_after_ms: (flags & HAS_RETRY_AFTER != 0).then_some(wait),
        })
    }

    fn slice(&self, start: u32, end: u32) -> Option<&'static str> {
        self.text.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
    }
}

/// What stands behind the offsets: kind, flags, and the wait in 48 bits.
fn tail(bytes: &[u8; ROW]) -> Option<(u8, u8, u64)> {
    let last = u64::from_le_bytes(*bytes.last_chunk()?);
    let [kind, flags, ..] = last.to_le_bytes();
    Some((kind, flags, last >> 16))
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
        kind: RowKind::Error(ErrorCode::RateLimited),
        retriable: true,
        has_message: true,
        has_error_source: true,
        retry_after_ms: Some(31_536_000_000),
    };
    const TEXT: &str = "DOC_005too_many제목wait {s}llm:model";

    #[test]
    fn a_row_gives_back_what_was_laid_down() {
        let table = Table::new("doc", TEXT, row(FULL), &[]);
        let spec = table.error(0).unwrap();
        assert_eq!((spec.domain, spec.code, spec.reason, spec.title), ("doc", "DOC_005", "too_many", "제목"));
        assert_eq!((spec.message, spec.error_source), (Some("wait {s}"), Some("llm:model")));
        assert_eq!(
            (spec.sdk_code, spec.retriable, spec.retry_after_ms),
            (ErrorCode::RateLimited, true, Some(31_536_000_000))
        );
        assert_eq!((table.error(1), table.outcome(0)), (None, None));
        assert_eq!(table.errors().collect::<Vec<_>>(), [spec]);
        assert_eq!((table.sdk_code(0), table.sdk_code(1)), (Some(ErrorCode::RateLimited), None));
        assert_eq!((table.find_reason("too_many"), table.find_reason("few")), (Some(0), None));
    }

    #[test]
    fn absent_facts_stay_absent() {
        let bare = RowFacts {
            retriable: false,
            has_message: false,
            has_error_source: false,
            retry_after_ms: None,
            kind: RowKind::Error(ErrorCode::InternalError),
            ..FULL
        };
        let spec = Table::new("doc", TEXT, row(bare), &[]).error(0).unwrap();
        assert_eq!((spec.message, spec.error_source, spec.retry_after_ms, spec.retriable), (None, None, None, false));
        assert_eq!(spec.sdk_code, ErrorCode::InternalError);
    }

    #[test]
    fn an_outcome_is_no_error() {
        for state in OutcomeState::ALL {
            let table = Table::new("doc", TEXT, row(RowFacts { kind: RowKind::Outcome(state), ..FULL }), &[]);
            assert_eq!(table.outcome(0).map(|spec| (spec.code, spec.state)), Some(("DOC_005", state)));
            assert_eq!(table.error(0), None);
        }
    }

    #[test]
    fn bytes_that_nobody_laid_down_give_nothing_and_do_not_panic() {
        assert_eq!(Table::new("doc", "", &[0xff; ROW], &[0xff; 9]).error(0), None);
        assert_eq!(Table::new("doc", "", &[0; 7], &[]).error(0), None);
        assert_eq!(Table::new("doc", TEXT, row(FULL), &[0xff; 40]).find("DOC_005"), None);
        assert_eq!(Table::new("doc", TEXT, row(FULL), &[]).error(usize::MAX), None);
        assert!(Table::new("doc", "", &[], &[]).is_empty());
    }
}
