//! Text to `raw`.
//!
//! Comes in: a file's text. Goes out: what TOML says in it, and a diagnostic for each place that is no TOML. Not done here: any
//! judgement of keys and values.
//!
//! A sound file is parsed once, in chunks; a file that TOML refuses is read again, piece by piece (`pieces`).

mod piece;
mod pieces;
mod syntax;

use std::borrow::Cow;

use toml::de::{DeInteger, DeTable, DeValue};

use crate::diagnostic::Diagnostics;
use crate::index::NameIndex;
use crate::raw::{RawCatalog, RawItem, RawTable, RawValue};
use crate::read::pieces::{Pieces, line_of};
use crate::read::syntax::{json_fault, syntax_fault};
use crate::source::{SourceFile, Span, Spanned};

/// How many pieces are joined at the most to see whether a piece only looked like one: a line of a long string or array may begin
/// with a bracket too.
const MOST_JOINED: usize = 8;

/// How many bytes are parsed at once, at least.
const CHUNK: usize = 64 * 1024;

pub(crate) fn read<'t>(source: &'t SourceFile, diagnostics: &mut Diagnostics) -> RawCatalog<'t> {
    if let Some(top) = in_chunks(source.text()) {
        return RawCatalog { top, ..RawCatalog::default() };
    }
    if let Some(fault) = json_fault(source) {
        diagnostics.push(fault);
        return RawCatalog {
            top: RawTable { damaged: true, ..RawTable::default() },
            lost_entries: true,
            ..RawCatalog::default()
        };
    }
    // Only the first is kept while the pieces are read: the others can take a hundred times the file.
    let refused = DeTable::parse_recoverable(source.text()).1.into_iter().next().map(|error| {
        let span = error.span().map_or(Span::default(), Span::from);
        Box::new(syntax_fault(source, span, line_of(source, span), error.message()))
    });
    RawCatalog { refused, ..Pieces::new(source, diagnostics).read() }
}

/// Reads a sound file chunk by chunk: the parser takes 26 times the bytes that it is given, and a few of them fit a cache.
///
/// Nothing when TOML refuses the file. A chunk that ended inside a string or an array would be refused, so chunks without a fault
/// are whole lines of the file; what is left to look for is a table that stands in two of them.
fn in_chunks(text: &str) -> Option<RawTable<'_>> {
    let mut top = RawTable::default();
    let (mut start, mut chunks) = (0, 0);
    while start < text.len() {
        let (end, items) = chunk(text, start)?;
        top.items.extend(items);
        (start, chunks) = (end, chunks + 1);
    }
    if chunks > 1 {
        let mut keys = NameIndex::with_capacity(top.items.len());
        if !top.items.iter().all(|item| keys.insert(Cow::Borrowed(&item.key.value), 0).is_none()) {
            return None;
        }
    }
    Some(top)
}

/// One chunk: where it ends, and its items. Where the first end proves to be inside a string or an array, a few more are tried.
fn chunk(text: &str, start: usize) -> Option<(usize, Vec<RawItem<'_>>)> {
    let mut end = start + CHUNK;
    for _ in 0..MOST_JOINED {
        end = chunk_end(text, end);
        let (table, errors) = DeTable::parse_recoverable(text.get(start..end)?);
        if errors.is_empty() {
            return Some((end, Convert { text, offset: start, bad_lines: &[] }.table(table.into_inner()).items));
        }
        if end == text.len() {
            break;
        }
    }
    None
}

/// Where a chunk can end: before the first header behind `from` that cannot belong to the table before it, as a dotted one does.
fn chunk_end(text: &str, mut from: usize) -> usize {
    let bytes = text.as_bytes();
    while let Some(found) = bytes.get(from..).and_then(|rest| rest.windows(2).position(|pair| pair == b"\n[")) {
        let header = from + found + 1;
        let line = text.get(header..).and_then(|rest| rest.lines().next()).unwrap_or("").trim_end();
        let quoted = line.starts_with("[\"") && line.ends_with("\"]") && line.matches('"').count() == 2;
        if quoted || !line.contains('.') {
            return header;
        }
        from = header;
    }
    text.len()
}

/// The parser's tree to ours.
struct Convert<'t, 'l> {
    text: &'t str,
    /// Where the parsed piece begins in the file.
    offset: usize,
    /// Lines whose values are guesses of the parser's recovery, in the order of the text.
    bad_lines: &'l [Span],
}

impl<'t> Convert<'t, '_> {
    fn table(&self, table: DeTable<'t>) -> RawTable<'t> {
        let mut items: Vec<RawItem<'t>> = Vec::with_capacity(table.len());
        for (key, value) in table {
            let key_span = Span::from(key.span()).moved(self.offset);
            let span = Span::from(value.span()).moved(self.offset);
            let value = Spanned::new(self.value(value.into_inner(), key_span), span);
            let item = RawItem { key: Spanned::new(key.into_inner(), key_span), value };
            if !self.is_guess(&item) {
                items.push(item);
            }
        }
        items.sort_unstable_by_key(|item| item.key.span);
        RawTable { items, damaged: false }
    }

    /// Tables that have a name stay: what is guessed in them is sorted out one level down.
    fn is_guess(&self, item: &RawItem<'_>) -> bool {
        let first = self.bad_lines.partition_point(|line| line.end <= item.key.span.start);
        let touched = self.bad_lines.get(first).is_some_and(|line| line.start <= item.value.span.end);
        // A key that was never written: a header that is cut off.
        let unwritten = item.key.span.start == item.key.span.end;
        touched && (unwritten || !matches!(item.value.value, RawValue::Table(_)))
    }

    fn value(&self, value: DeValue<'t>, key: Span) -> RawValue<'t> {
        match value {
            DeValue::String(text) => RawValue::String(text),
            DeValue::Integer(integer) => RawValue::Integer(integer_value(&integer)),
            DeValue::Float(_) => RawValue::Float,
            DeValue::Boolean(value) => RawValue::Boolean(value),
            DeValue::Datetime(_) => RawValue::Datetime,
            DeValue::Array(_) => {
                let before = self.text.get(..key.start).unwrap_or("").trim_end_matches([' ', '\t']);
                RawValue::Array { of_tables: before.ends_with("[[") }
            }
            DeValue::Table(table) => RawValue::Table(self.table(table)),
        }
    }
}

fn integer_value(integer: &DeInteger<'_>) -> Option<i64> {
    i64::from_str_radix(integer.as_str(), integer.radix()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> (Vec<String>, Vec<String>) {
        let source = SourceFile::new("c.toml", text);
        let mut diagnostics = Diagnostics::default();
        let catalog = read(&source, &mut diagnostics);
        let keys = catalog.top.items.iter().map(|item| item.key.value.to_string()).collect();
        (diagnostics.iter().map(ToString::to_string).collect(), keys)
    }

    fn repeated(text: &str) -> Vec<(String, String)> {
        let source = SourceFile::new("c.toml", text);
        let catalog = read(&source, &mut Diagnostics::default());
        let place = |span: Span| format!("{}:{}", source.position(span.start).line, source.position(span.start).column);
        catalog.repeated.into_iter().map(|(first, again)| (place(first.span), place(again))).collect()
    }

    /// A table that another chunk goes on with would stand twice.
    #[test]
    fn a_chunk_ends_before_a_header_that_begins_a_table_of_its_own() {
        let text = "a = 1\n[b]\n[b.c]\n[\"d.e\"]\n[\"f\".g]\n[\"f\".\"g\"]\n[f.\"g\"]\n[h]\n";
        let line_at = |at: usize| text.get(at..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let ends = std::iter::successors(Some(0), |end| Some(chunk_end(text, *end)).filter(|next| next > end));
        let headers: Vec<&str> = ends.skip(1).map(line_at).collect();
        assert_eq!(headers, ["[b]", "[\"d.e\"]", "[h]", ""]);
    }

    #[test]
    fn a_repeated_key_finds_the_first_however_it_is_spelled() {
        for text in [
            "[A]\nreason = \"a\"\n\"reason\" = \"b\"\n",
            "[A]\nreason = \"a\"\n'reason' = \"b\"\n",
            "[A]\nreason = \"a\"\n\"\\u0072eason\" = \"b\"\n",
        ] {
            assert_eq!(repeated(text), [("2:1".to_owned(), "3:1".to_owned())], "{text}");
        }
    }

    #[test]
    fn a_repeated_key_is_not_sought_in_a_table_that_is_closed() {
        let text = "[A]\nreason = \"a\"\nfields = { reason = \"string\" }\nreason = \"b\"\n";
        assert_eq!(repeated(text), [("2:1".to_owned(), "4:1".to_owned())]);
        let text = "[A]\nreason = \"a\"\nfields = { reason = \"string\", reason = \"string\" }\n";
        assert_eq!(repeated(text), [("3:12".to_owned(), "3:31".to_owned())]);
    }

    #[test]
    fn sub_tables_that_stand_twice_are_told() {
        let text = "[A]\n[A.message]\nko = \"x\"\n[A.message]\nko = \"y\"\n";
        assert_eq!(repeated(text), [("2:4".to_owned(), "4:4".to_owned())]);
        let text = "[A]\nmessage = \"z\"\n[A.message]\nko = \"x\"\n";
        assert_eq!(repeated(text), [("2:1".to_owned(), "3:4".to_owned())]);
        let (_, keys) = shown("A.title = \"x\"\n[A]\nreason = \"a\"\n");
        assert_eq!(keys, ["A", "A"]);
    }

    #[test]
    fn chunks_are_read_as_the_whole() {
        let entry = |code: &str| format!("{code}\nreason = \"r\"\nmessage = \"\"\"\n[note]\n\"\"\"\n");
        let many: String = ["[A]", "[\"B.x\"]", "[C.message]", "[\"D:e\"]"].map(entry).concat();
        let mut text = "domain = \"d\"\n".to_owned();
        for round in 0..2000 {
            text += &many
                .replace("[A", &format!("[A{round}"))
                .replace("B.", &format!("B{round}."))
                .replace("[C", &format!("[C{round}"))
                .replace("D:", &format!("D{round}:"));
        }
        assert!(text.len() > 3 * CHUNK);
        let chunked = in_chunks(&text).unwrap();
        let (table, errors) = DeTable::parse_recoverable(&text);
        assert!(errors.is_empty());
        let whole = Convert { text: &text, offset: 0, bad_lines: &[] }.table(table.into_inner());
        assert_eq!(format!("{:?}", chunked.items), format!("{:?}", whole.items));
        assert_eq!(chunked.items.len(), 8001);
    }

    #[test]
    fn a_table_of_two_chunks_is_found() {
        let others: String = (0..10_000).fold(String::new(), |text, number| text + &format!("[B{number}]\nx = 1\n"));
        let twice = format!("[A]\nx = 1\n{others}[A]\nx = 2\n");
        assert!(twice.len() > 2 * CHUNK && in_chunks(&twice).is_none());
        assert_eq!(shown(&twice).1.iter().filter(|key| *key == "A").count(), 2);
    }

    #[test]
    fn a_long_string_full_of_headers_is_one_string() {
        let headers = "[note]\n".repeat(50);
        let (faults, keys) = shown(&format!("[A]\nmessage = \"\"\"\n{headers}\"\"\"\n[B]\nx = \n"));
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert_eq!(keys, ["A", "B"]);
    }

    #[test]
    fn an_array_that_is_never_closed_damages_its_own_entry_only() {
        let (faults, keys) = shown("domain = \"d\"\n[A]\nx = [1,\n[B]\nreason = \"b\"\n[C]\nreason = \"c\"\n");
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert_eq!(keys, ["domain", "A", "B", "C"]);
    }

    #[test]
    fn a_header_that_is_cut_off_is_one_fault() {
        for header in ["[", "[[", "[A", "[A.", "[\"A"] {
            let text = format!("domain = \"d\"\n{header}\n[B]\nreason = \"b\"\n");
            let checked = crate::check("c.toml", text.as_bytes());
            let told: Vec<String> = checked.diagnostics.iter().map(ToString::to_string).collect();
            let of_header: Vec<&String> = told.iter().filter(|fault| fault.contains("(c.toml:2:")).collect();
            assert_eq!(of_header.len(), 1, "{header}: {told:?}");
            assert!(checked.catalog.codes().any(|code| code == "B"), "{header}");
        }
    }

    #[test]
    fn two_broken_lines_of_one_entry_are_two_faults() {
        let (faults, _) = shown("[A]\nsdk_code = NOT_FOUND\ntitle = \"ok\"\nretriable = flase\n");
        assert_eq!(faults.len(), 2, "{faults:?}");
    }

    #[test]
    fn a_bracket_in_a_long_string_begins_no_entry() {
        let (faults, keys) = shown("[A]\nmessage = \"\"\"\n[note]\n\"\"\"\n[B]\nx = \n");
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert_eq!(keys, ["A", "B"]);
    }
}
