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

use core::ops::Range;

use crate::error_code::ErrorCode;
use crate::index;
use crate::outcome_state::OutcomeState;

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

/// A row as it lies. Each fact is read when it is asked for: most who look at an entry want one or two.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    text: &'static str,
    bytes: &'static [u8; ROW],
}

impl Row {
    pub(crate) fn code(self) -> Option<&'static str> {
        self.slice(0)
    }

    /// The same as comparing [`code`](Self::code), without asking where characters begin.
    fn has_code(self, code: &str) -> bool {
        self.range(0).and_then(|range| self.text.as_bytes().get(range)) == Some(code.as_bytes())
    }

    pub(crate) fn reason(self) -> Option<&'static str> {
        self.slice(1)
    }

    pub(crate) fn title(self) -> Option<&'static str> {
        self.slice(2)
    }

    pub(crate) fn message(self) -> Option<&'static str> {
        self.has(HAS_MESSAGE).then(|| self.slice(3))?
    }

    pub(crate) fn error_source(self) -> Option<&'static str> {
        self.has(HAS_ERROR_SOURCE).then(|| self.slice(4))?
    }

    pub(crate) fn retry_after_ms(self) -> Option<u64> {
        self.has(HAS_RETRY_AFTER).then(|| self.tail() >> 16)
    }

    pub(crate) fn retriable(self) -> bool {
        self.has(RETRIABLE)
    }

    fn kind(self) -> u8 {
        let [kind, ..] = self.tail().to_le_bytes();
        kind
    }

    fn has(self, flag: u8) -> bool {
        let [_, flags, ..] = self.tail().to_le_bytes();
        flags & flag != 0
    }

    /// What stands behind the offsets: kind, flags, and the wait in 48 bits.
    fn tail(self) -> u64 {
        self.bytes.last_chunk().map_or(0, |last| u64::from_le_bytes(*last))
    }

    /// The text of this number.
    fn slice(self, number: usize) -> Option<&'static str> {
        self.text.get(self.range(number)?)
    }

    /// Where the text of this number stands. Whole words are read: one load each.
    fn range(self, number: usize) -> Option<Range<usize>> {
        let (words, _) = self.bytes.as_chunks::<4>();
        let at = |number: usize| usize::try_from(u32::from_le_bytes(*words.get(number)?)).ok();
        Some(at(number)?..at(number + 1)?)
    }
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

    /// The text of a row for people: its message, which is a template, or else its title, which is none.
    #[must_use]
    pub fn message_or_title(&self, row: usize) -> Option<Result<&'static str, &'static str>> {
        let row = self.row(row)?;
        Some(row.message().ok_or(row.title()?))
    }

    /// The row of a code, compared exactly. Takes one hash and one comparison, however many entries there are; where no index was laid
    /// down, which takes codes whose hashes are equal, it looks at every row.
    #[must_use]
    pub fn find(&self, code: &str) -> Option<usize> {
        if self.index.is_empty() {
            return (0..self.len()).find(|row| self.row(*row).is_some_and(|row| row.has_code(code)));
        }
        let row = index::find(self.index, code.as_bytes())?;
        self.row(row)?.has_code(code).then_some(row)
    }

    /// The row of a reason, where just one entry has it. Looks at every entry.
    #[must_use]
    pub fn find_reason(&self, reason: &str) -> Option<usize> {
        let mut rows = (0..self.len()).filter(|row| self.row(*row).and_then(Row::reason) == Some(reason));
        let first = rows.next()?;
        rows.next().is_none().then_some(first)
    }

    pub(crate) fn sdk_code(&self, row: usize) -> Option<ErrorCode> {
        ErrorCode::ALL.get(usize::from(self.row(row)?.kind())).copied()
    }

    pub(crate) fn state(&self, row: usize) -> Option<OutcomeState> {
        OutcomeState::ALL.get(usize::from(self.row(row)?.kind().checked_sub(FIRST_OUTCOME)?)).copied()
    }

    pub(crate) fn row(&self, row: usize) -> Option<Row> {
        let bytes = self.rows.get(row.checked_mul(ROW)?..)?.first_chunk()?;
        Some(Row { text: self.text, bytes })
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::spec::{DomainErrorSpec, DomainOutcomeSpec};
    use std::boxed::Box;
    use std::format;
    use std::vec;

    const FULL: RowFacts = RowFacts {
        offsets: [0, 7, 15, 21, 29, 38],
        kind: RowKind::Error(ErrorCode::RateLimited),
        retriable: true,
        has_message: true,
        has_error_source: true,
        retry_after_ms: Some(31_536_000_000),
    };
    const TEXT: &str = "DOC_005too_many제목wait {s}llm:model";

    /// A table of one row.
    fn table(text: &'static str, facts: RowFacts, index: &'static [u8]) -> &'static Table {
        Box::leak(Box::new(Table::new("doc", text, Box::leak(Box::new(encode_row(&facts))), index)))
    }

    fn damaged(rows: &'static [u8], index: &'static [u8]) -> &'static Table {
        Box::leak(Box::new(Table::new("doc", "", rows, index)))
    }

    #[test]
    fn a_row_gives_back_what_was_laid_down() {
        let table = table(TEXT, FULL, &[]);
        let spec = DomainErrorSpec::new(table, 0);
        assert_eq!((spec.domain(), spec.code(), spec.reason(), spec.title()), ("doc", "DOC_005", "too_many", "제목"));
        assert_eq!((spec.message(), spec.error_source()), (Some("wait {s}"), Some("llm:model")));
        assert_eq!(
            (spec.sdk_code(), spec.retriable(), spec.retry_after_ms()),
            (ErrorCode::RateLimited, true, Some(31_536_000_000))
        );
        assert_eq!((table.row(1).is_none(), table.state(0)), (true, None));
        assert_eq!((table.find_reason("too_many"), table.find_reason("few")), (Some(0), None));
        assert_eq!(table.message_or_title(0), Some(Ok("wait {s}")));
        let shown = format!("{spec:?}");
        assert!(
            shown.starts_with("DomainErrorSpec { domain: \"doc\", code: \"DOC_005\", sdk_code: RateLimited"),
            "{shown}"
        );
    }

    #[test]
    fn a_code_is_found_by_all_its_bytes() {
        let mut index = vec![0; index::size(1)];
        index::build(&[index::hash(b"DOC_005")], &mut [0], &mut index).unwrap();
        let table = table(TEXT, FULL, Box::leak(index.into_boxed_slice()));
        assert_eq!((table.find("DOC_005"), table.len(), table.is_empty()), (Some(0), 1, false));
        // One row has two slots, so that half of these come to the row.
        for number in 0..100 {
            assert_eq!(table.find(&format!("DOC_1{number:02}")), None);
        }
    }

    #[test]
    fn without_an_index_a_code_is_found_all_the_same() {
        let rows: &[u8] =
            Box::leak([encode_row(&FULL), encode_row(&RowFacts { offsets: [7; 6], ..FULL })].concat().into());
        let rows = Table::new("doc", TEXT, rows, &[]);
        assert_eq!([rows.find("DOC_005"), rows.find(""), rows.find("DOC_00")], [Some(0), Some(1), None]);
        assert_eq!(damaged(&[], &[]).find(""), None);
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
        let table = table(TEXT, bare, &[]);
        let spec = DomainErrorSpec::new(table, 0);
        assert_eq!(
            (spec.message(), spec.error_source(), spec.retry_after_ms(), spec.retriable()),
            (None, None, None, false)
        );
        assert_eq!((spec.sdk_code(), table.message_or_title(0)), (ErrorCode::InternalError, Some(Err("제목"))));
    }

    #[test]
    fn specs_are_equal_when_they_say_the_same() {
        let spec = |facts| DomainErrorSpec::new(table(TEXT, facts, &[]), 0);
        assert_eq!(spec(FULL), spec(FULL));
        for other in [
            RowFacts { retriable: false, ..FULL },
            RowFacts { has_message: false, ..FULL },
            RowFacts { has_error_source: false, ..FULL },
            RowFacts { retry_after_ms: Some(1), ..FULL },
            RowFacts { kind: RowKind::Error(ErrorCode::NotFound), ..FULL },
            RowFacts { offsets: [1, 7, 15, 21, 29, 38], ..FULL },
            RowFacts { offsets: [0, 7, 14, 21, 29, 38], ..FULL },
        ] {
            assert_ne!(spec(FULL), spec(other), "{other:?}");
        }
    }

    #[test]
    fn an_outcome_is_no_error() {
        for state in OutcomeState::ALL {
            let table = table(TEXT, RowFacts { kind: RowKind::Outcome(state), ..FULL }, &[]);
            let spec = DomainOutcomeSpec::new(table, 0);
            assert_eq!((spec.code(), spec.state(), table.sdk_code(0)), ("DOC_005", state, None));
            assert_eq!((spec.reason(), spec.title(), spec.message()), ("too_many", "제목", Some("wait {s}")));
        }
        let unreadable = DomainOutcomeSpec::new(damaged(&[], &[]), 0);
        assert_eq!((unreadable.state(), unreadable.reason()), (OutcomeState::Completed, "outcome_data_build_failed"));
    }

    #[test]
    fn outcomes_are_equal_when_they_say_the_same_and_are_shown_whole() {
        let facts = RowFacts { kind: RowKind::Outcome(OutcomeState::Completed), ..FULL };
        let spec = |facts| DomainOutcomeSpec::new(table(TEXT, facts, &[]), 0);
        assert_eq!(spec(facts), spec(facts));
        for other in [
            RowFacts { kind: RowKind::Outcome(OutcomeState::InputRequired), ..facts },
            RowFacts { has_message: false, ..facts },
            RowFacts { offsets: [0, 7, 14, 21, 29, 38], ..facts },
        ] {
            assert_ne!(spec(facts), spec(other), "{other:?}");
        }
        assert_eq!(
            format!("{:?}", spec(facts)),
            "DomainOutcomeSpec { domain: \"doc\", code: \"DOC_005\", state: Completed, reason: \"too_many\", title: \"제목\", \
             message: Some(\"wait {s}\") }"
        );
    }

    #[test]
    fn bytes_that_nobody_laid_down_give_nothing_and_do_not_panic() {
        let unreadable = damaged(&[0xff; ROW], &[0xff; 9]);
        let spec = DomainErrorSpec::new(unreadable, 0);
        assert_eq!(
            (spec.sdk_code(), spec.reason(), spec.code()),
            (ErrorCode::InternalError, "error_data_build_failed", "")
        );
        assert_eq!((unreadable.message_or_title(0), unreadable.find("x")), (None, None));
        let textless = DomainErrorSpec::new(table("", FULL, &[]), 0);
        assert_eq!((textless.code(), textless.reason()), ("", DomainErrorSpec::UNREADABLE_REASON));
        assert!(damaged(&[0; 7], &[]).row(0).is_none());
        assert_eq!(table(TEXT, FULL, &[0xff; 40]).find("DOC_005"), None);
        assert!(table(TEXT, FULL, &[]).row(usize::MAX).is_none());
        assert!(damaged(&[], &[]).is_empty());
        assert_eq!([damaged(&[], &[]).len(), damaged(&[0; 2 * ROW], &[]).len()], [0, 2]);
    }
}
