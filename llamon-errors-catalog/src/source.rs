//! One file's text, and places in it.
//!
//! Comes in: the bytes of a file. Goes out: text with `\n` line ends and no byte order mark, and lines and columns for byte
//! offsets. Faults of the encoding are told here. Not done here: TOML.

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::rule::Rule;

/// A byte range of a file's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte behind the last.
    pub end: usize,
}

impl Span {
    /// This span, moved `by` bytes towards the end.
    #[must_use]
    pub(crate) const fn moved(self, by: usize) -> Self {
        Self { start: self.start + by, end: self.end + by }
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self { start: range.start, end: range.end }
    }
}

/// A value and the place it was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// A value at a place.
    pub const fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }

    /// The same place with another value.
    pub(crate) fn map<U>(self, change: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned { value: change(self.value), span: self.span }
    }
}

/// A line and a column, both counted from 1; the column in Unicode scalar values, as rustc does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The character of the line.
    pub column: usize,
}

/// A file's text and name. Cloning is cheap: all clones share the text.
#[derive(Clone)]
pub struct SourceFile(Arc<Inner>);

struct Inner {
    path: String,
    text: String,
    /// The byte at which each line begins; the first is 0.
    line_starts: Vec<usize>,
    /// How many characters stand before each block of [`BLOCK`] bytes, so that a column in a line of a megabyte is not
    /// counted from its beginning.
    chars_before: OnceLock<Vec<usize>>,
    is_text: bool,
}

const BYTE_ORDER_MARK: &str = "\u{feff}";

const BLOCK: usize = 1024;

impl SourceFile {
    /// A file from text that is known to be text: tests and tools.
    #[must_use]
    pub fn new(path: &str, text: &str) -> Self {
        Self::decode(path, text.as_bytes(), &mut Diagnostics::default())
    }

    /// A file from its bytes.
    ///
    /// A leading byte order mark goes, CRLF becomes LF. What else is wrong with the encoding becomes a diagnostic, and as far as
    /// the text can be read all the same it is: a mark in the middle becomes blanks and a lone CR a line end, so that neither
    /// brings follow-on faults.
    pub fn decode(path: &str, bytes: &[u8], diagnostics: &mut Diagnostics) -> Self {
        let (text, fault) = match std::str::from_utf8(bytes) {
            Ok(text) => (normalised(text), None),
            Err(error) => {
                let (before, _) = bytes.split_at_checked(error.valid_up_to()).unwrap_or((bytes, &[]));
                let at = normalised(&String::from_utf8_lossy(before)).len();
                (normalised(&String::from_utf8_lossy(bytes)), Some((at, error.valid_up_to())))
            }
        };
        let utf16 = is_utf16(bytes);
        let marks: Vec<usize> = text.match_indices(BYTE_ORDER_MARK).map(|(at, _)| at).collect();
        let lone_cr: Vec<usize> = text.match_indices('\r').map(|(at, _)| at).collect();
        let text = if marks.is_empty() { text } else { text.replace(BYTE_ORDER_MARK, "   ") };
        let text = if lone_cr.is_empty() { text } else { text.replace('\r', "\n") };
        // A picture of UTF-16 read as UTF-8 helps nobody.
        let text = if utf16 { String::new() } else { text };

        let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let is_text = fault.is_none() && !utf16;
        let chars_before = OnceLock::new();
        let source = Self(Arc::new(Inner { path: path.to_owned(), text, line_starts, chars_before, is_text }));
        if utf16 {
            diagnostics.push(
                Diagnostic::of_file(Rule::NotUtf8, &source, "the file is UTF-16, not UTF-8".to_owned())
                    .help("save it as UTF-8; editors call this `encoding`")
                    .violation(String::new(), "UTF-8", Some("UTF-16")),
            );
        } else if let Some((at, byte)) = fault {
            let span = Span { start: at, end: at + '\u{fffd}'.len_utf8() };
            let shown = bytes.get(byte).copied().unwrap_or_default();
            let message = format!("the file is not UTF-8: byte {byte} is 0x{shown:02x}");
            diagnostics.push(
                Diagnostic::new(Rule::NotUtf8, &source, span, message)
                    .help("save it as UTF-8; it may be in an older encoding such as ISO 8859-1 or EUC-KR")
                    .violation(String::new(), "UTF-8", Some(&format!("0x{shown:02x}"))),
            );
        } else {
            source.report_marks(&marks, &lone_cr, diagnostics);
        }
        source
    }

    fn report_marks(&self, marks: &[usize], lone_cr: &[usize], diagnostics: &mut Diagnostics) {
        for &at in marks {
            let span = Span { start: at, end: at + BYTE_ORDER_MARK.len() };
            let message = "a byte order mark (BOM, U+FEFF) stands in the middle of the file".to_owned();
            diagnostics.push(
                Diagnostic::new(Rule::MarkInside, self, span, message)
                    .help("remove it; it is left over where two files were joined")
                    .violation(String::new(), "a byte order mark at the beginning only", Some("U+FEFF")),
            );
        }
        if let Some(&at) = lone_cr.first() {
            let message = match lone_cr.len() {
                1 => "a line ends with a carriage return alone".to_owned(),
                count => format!("{count} lines end with a carriage return alone"),
            };
            diagnostics.push(
                Diagnostic::new(Rule::LoneCarriageReturn, self, Span { start: at, end: at }, message)
                    .help("save the file with LF or CRLF line ends")
                    .violation(String::new(), "line ends of LF or CRLF", Some("CR")),
            );
        }
    }

    /// The name to show, as the caller gave it.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// The text that spans point into.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// Whether the bytes were text at all.
    #[must_use]
    pub fn is_text(&self) -> bool {
        self.0.is_text
    }

    /// The text of a span; empty when the span is not of this file.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text().get(span.start..span.end).unwrap_or("")
    }

    /// The line and column of a byte. A byte behind the end is the end.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        let line = self.0.line_starts.partition_point(|&start| start <= offset).max(1);
        let before = self.chars_until(offset).saturating_sub(self.chars_until(self.line_start(line)));
        Position { line, column: before + 1 }
    }

    /// How many characters begin before a byte.
    fn chars_until(&self, offset: usize) -> usize {
        let block = (offset.min(self.text().len())) / BLOCK;
        let rest = self.text().as_bytes().get(block * BLOCK..offset.min(self.text().len())).unwrap_or_default();
        self.0.chars_before.get_or_init(|| chars_before(self.text())).get(block).copied().unwrap_or_default()
            + begun(rest)
    }

    /// The byte at which a line begins, counted from 1. A line behind the end begins at the end.
    #[must_use]
    pub fn line_start(&self, line: usize) -> usize {
        self.0.line_starts.get(line.saturating_sub(1)).copied().unwrap_or(self.text().len())
    }
}

impl fmt::Debug for SourceFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SourceFile").field("path", &self.path()).field("bytes", &self.text().len()).finish()
    }
}

/// UTF-16, with its mark or without: then every second byte of what begins a catalog, which is ASCII, is nothing.
fn is_utf16(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xff, 0xfe])
        || bytes.starts_with(&[0xfe, 0xff])
        || matches!(bytes, [0, first, 0, second, ..] | [first, 0, second, 0, ..] if *first != 0 && *second != 0)
}

/// The number of characters that begin in these bytes of a text.
fn begun(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}

fn chars_before(text: &str) -> Vec<usize> {
    let mut sum = 0;
    let blocks = text.as_bytes().chunks(BLOCK).map(|block| {
        sum += begun(block);
        sum
    });
    std::iter::once(0).chain(blocks).collect()
}

fn normalised(text: &str) -> String {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    if text.contains('\r') { text.replace("\r\n", "\n") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8]) -> (SourceFile, Vec<String>) {
        let mut diagnostics = Diagnostics::default();
        let source = SourceFile::decode("c.toml", bytes, &mut diagnostics);
        let shown = diagnostics.iter().map(ToString::to_string).collect();
        (source, shown)
    }

    #[test]
    fn columns_count_characters_and_lines_count_from_one() {
        let source = SourceFile::new("c.toml", "a = 1\n한글 = 2\n");
        assert_eq!(source.position(0), Position { line: 1, column: 1 });
        assert_eq!(source.position(6 + "한글 ".len()), Position { line: 2, column: 4 });
        assert_eq!(source.position(10_000), Position { line: 3, column: 1 });
    }

    #[test]
    fn columns_of_a_long_line_are_counted_right() {
        let text = format!("{}\n{}x", "가".repeat(1000), "é한".repeat(1000));
        let source = SourceFile::new("c.toml", &text);
        for (offset, letter) in text.char_indices() {
            let before = text.get(..offset).unwrap();
            let line = before.matches('\n').count() + 1;
            let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
            assert_eq!(source.position(offset), Position { line, column }, "{offset} {letter}");
        }
    }

    #[test]
    fn a_leading_mark_and_windows_line_ends_leave_no_trace() {
        let (source, faults) = decoded(b"\xef\xbb\xbfa = 1\r\nb = 2\r\n");
        assert_eq!((source.text(), faults.len()), ("a = 1\nb = 2\n", 0));
    }

    #[test]
    fn each_fault_of_the_encoding_is_called_by_its_name() {
        let (source, faults) = decoded(b"\xff\xfea\0");
        assert_eq!(faults, ["the file is UTF-16, not UTF-8 (c.toml) [LE0001]"]);
        assert!(!source.is_text());
        for without_mark in [&b"a\0b\0=\0"[..], b"\0a\0b\0="] {
            let (source, faults) = decoded(without_mark);
            assert_eq!(faults, ["the file is UTF-16, not UTF-8 (c.toml) [LE0001]"]);
            assert!(!source.is_text());
        }
        let (_, faults) = decoded(b"a = 1\r\nt = \"Gr\xfc\xdfe\"");
        assert_eq!(faults, ["the file is not UTF-8: byte 14 is 0xfc (c.toml:2:8) [LE0001]"]);
        let (source, faults) = decoded("a = 1\n\u{feff}b = 2\n".as_bytes());
        assert_eq!(faults, ["a byte order mark (BOM, U+FEFF) stands in the middle of the file (c.toml:2:1) [LE0003]"]);
        assert_eq!(source.text(), "a = 1\n   b = 2\n");
        let (source, faults) = decoded(b"a = 1\rb = 2\r");
        assert_eq!(faults, ["2 lines end with a carriage return alone (c.toml:1:6) [LE0011]"]);
        assert_eq!(source.text(), "a = 1\nb = 2\n");
    }
}
