//! Text to `raw`.
//!
//! Comes in: a file's text. Goes out: what TOML says in it, and a diagnostic for each place that is no TOML. Not done here: any
//! judgement of keys and values.
//!
//! A sound file is parsed once. A file that TOML refuses is read again piece by piece, a piece being an entry's header and
//! what follows it, so that one damaged entry neither hides its neighbours nor brings follow-on faults: an array that is never closed
//! would swallow them, and a code that stands twice would be merged with the first.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use toml::de::{DeInteger, DeTable, DeValue};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::raw::{RawCatalog, RawItem, RawTable, RawValue};
use crate::rule::Rule;
use crate::source::{SourceFile, Span, Spanned};

/// How many pieces are joined at the most to see whether a piece only looked like one: a line of a long string or array may begin
/// with a bracket too.
const MOST_JOINED: usize = 8;

/// The words of the parser for a key that stands twice; a test holds them.
const DUPLICATE_KEY: &str = "duplicate key";

pub(crate) fn read<'t>(source: &'t SourceFile, diagnostics: &mut Diagnostics) -> RawCatalog<'t> {
    let (table, errors) = DeTable::parse_recoverable(source.text());
    if errors.is_empty() {
        let top = Convert { text: source.text(), offset: 0, bad_lines: &[] }.table(table.into_inner());
        return RawCatalog { top, ..RawCatalog::default() };
    }
    Pieces { source, diagnostics, catalog: RawCatalog::default(), seen: HashMap::new() }.read()
}

/// The second, slow way through a file that TOML refuses.
struct Pieces<'t, 'd> {
    source: &'t SourceFile,
    diagnostics: &'d mut Diagnostics,
    catalog: RawCatalog<'t>,
    /// Where each top-level key stands in the catalog, and whether only sub-table headers made it so far.
    seen: HashMap<Cow<'t, str>, (usize, bool)>,
}

impl<'t> Pieces<'t, '_> {
    fn read(mut self) -> RawCatalog<'t> {
        let bounds = bounds(self.source.text());
        let mut piece = 0;
        while piece + 1 < bounds.len() {
            piece = self.read_piece(&bounds, piece);
        }
        self.catalog
    }

    /// Reads one piece, or several that are one, and says where the next begins.
    fn read_piece(&mut self, bounds: &[usize], piece: usize) -> usize {
        let source = self.source;
        let text_until = |end: usize| {
            let (start, end) = (bounds.get(piece).copied().unwrap_or(0), bounds.get(end).copied().unwrap_or(0));
            (start, source.text().get(start..end).unwrap_or(""))
        };
        let (offset, text) = text_until(piece + 1);
        let mut next = piece + 1;
        let mut parsed = parse(text, offset);
        if !parsed.faults.is_empty() {
            let joined = (piece + 2..bounds.len().min(piece + 2 + MOST_JOINED))
                .map(|end| (end, parse(text_until(end).1, offset)))
                .find(|(_, joined)| joined.faults.is_empty());
            if let Some((end, joined)) = joined {
                next = end;
                parsed = joined;
            }
        }
        self.take(parsed, offset, piece == 0);
        next
    }

    fn take(&mut self, parsed: Parsed<'t>, offset: usize, preamble: bool) {
        let damaged = !parsed.faults.is_empty();
        let bad_lines = self.report(&parsed.faults);
        let convert = Convert { text: self.source.text(), offset, bad_lines: &bad_lines };
        let table = convert.table(parsed.table);
        self.catalog.repeated.extend(parsed.repeated);
        self.catalog.lost_entries |= damaged && (preamble || table.items.is_empty());
        self.catalog.top.damaged |= damaged && preamble;
        for mut item in table.items {
            if let RawValue::Table(entry) = &mut item.value.value {
                entry.damaged |= damaged;
            }
            self.put(item);
        }
    }

    /// Adds a top-level item; a sub-table's header adds to the entry it belongs to.
    fn put(&mut self, item: RawItem<'t>) {
        let behind = self.source.text().get(item.key.span.end..).unwrap_or("").trim_start();
        let sub_table = behind.starts_with('.');
        match self.seen.entry(item.key.value.clone()) {
            Entry::Vacant(vacant) => {
                vacant.insert((self.catalog.top.items.len(), sub_table));
                self.catalog.top.items.push(item);
            }
            Entry::Occupied(mut occupied) => {
                let (index, only_sub_tables) = *occupied.get();
                let first = self.catalog.top.items.get_mut(index).map(|first| &mut first.value.value);
                match (first, item.value.value) {
                    (Some(RawValue::Table(first)), RawValue::Table(more)) if sub_table || only_sub_tables => {
                        first.items.extend(more.items);
                        first.damaged |= more.damaged;
                        occupied.insert((index, only_sub_tables && sub_table));
                    }
                    (Some(RawValue::Array { of_tables: true }), RawValue::Array { of_tables: true }) => {}
                    (_, value) => {
                        let value = Spanned::new(value, item.value.span);
                        self.catalog.top.items.push(RawItem { key: item.key, value });
                    }
                }
            }
        }
    }

    /// Tells the syntax faults of a piece and gives back the lines they stand on.
    ///
    /// The parser goes on behind a fault and then trips over its own recovery. Behind the first fault only those are told whose line
    /// is no TOML by itself either.
    fn report(&mut self, faults: &[(String, Span)]) -> Vec<Span> {
        let mut lines: Vec<Span> = Vec::new();
        for (position, (message, span)) in faults.iter().enumerate() {
            let line = self.line_of(*span);
            if lines.contains(&line) {
                continue;
            }
            let genuine = position == 0 || !parse(self.source.slice(line), 0).faults.is_empty();
            if genuine {
                self.diagnostics.push(syntax_fault(self.source, *span, line, message));
            }
            lines.push(line);
        }
        lines
    }

    fn line_of(&self, span: Span) -> Span {
        let line = self.source.position(span.start).line;
        let start = self.source.line_start(line);
        let end = self.source.line_start(line + 1).max(start);
        Span { start, end }
    }
}

fn syntax_fault(source: &SourceFile, span: Span, line: Span, message: &str) -> Diagnostic {
    let (what, expected) = message.split_once(", expected ").unwrap_or((message, ""));
    let text = source.slice(line);
    let value = text.split_once('=').map(|(_, value)| value.trim()).unwrap_or_default();
    let help = if what.starts_with("string values must be quoted") && !value.is_empty() {
        Some(format!("write `\"{value}\"`"))
    } else if !expected.is_empty() {
        Some(format!("TOML expects {expected} here"))
    } else {
        None
    };
    // A fault at the end of a line is shown there, not at the first character of the next.
    let end = line.start + text.trim_end_matches('\n').len();
    let span = Span { start: span.start.min(end), end: span.end.min(end).max(span.start.min(end)) };
    Diagnostic::new(Rule::Syntax, source, span, format!("not valid TOML: {what}")).maybe_help(help).violation(
        String::new(),
        if expected.is_empty() { "valid TOML" } else { expected },
        Some(source.slice(span)),
    )
}

/// Byte offsets at which pieces begin: 0, each line that begins with a bracket, and the end.
fn bounds(text: &str) -> Vec<usize> {
    let mut bounds = vec![0];
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if at > 0 && line.trim_start().starts_with('[') {
            bounds.push(at);
        }
        at += line.len();
    }
    bounds.push(text.len());
    bounds
}

/// A piece as TOML reads it, places already those of the whole file but for the table's.
struct Parsed<'t> {
    table: DeTable<'t>,
    faults: Vec<(String, Span)>,
    repeated: Vec<(Spanned<Cow<'t, str>>, Span)>,
}

fn parse(text: &str, offset: usize) -> Parsed<'_> {
    let (table, errors) = DeTable::parse_recoverable(text);
    let table = table.into_inner();
    let mut parsed = Parsed { table: DeTable::new(), faults: Vec::new(), repeated: Vec::new() };
    let mut keys: Option<KeyPlaces<'_>> = None;
    for error in errors {
        let span = error.span().map_or(Span::default(), Span::from);
        if error.message() != DUPLICATE_KEY {
            parsed.faults.push((error.message().to_owned(), span.moved(offset)));
            continue;
        }
        let keys = keys.get_or_insert_with(|| all_keys(text, &table));
        let written = text.get(span.start..span.end).unwrap_or("");
        // The parser keeps the first of the two: the nearest such key before this one.
        let first = keys.get(written).and_then(|keys| keys.iter().rev().find(|(first, _)| first.start < span.start));
        if let Some((first, key)) = first {
            parsed.repeated.push((Spanned::new(key.clone(), first.moved(offset)), span.moved(offset)));
        } else {
            parsed.faults.push((error.message().to_owned(), span.moved(offset)));
        }
    }
    parsed.table = table;
    parsed
}

/// The places of keys by their spelling, and what the spelling means.
type KeyPlaces<'t> = HashMap<&'t str, Vec<(Span, Cow<'t, str>)>>;

/// Every key of a table, in the order of the text.
fn all_keys<'t>(text: &'t str, table: &DeTable<'t>) -> KeyPlaces<'t> {
    let mut keys = KeyPlaces::new();
    let mut open = vec![table];
    while let Some(table) = open.pop() {
        for (key, value) in table {
            let span = Span::from(key.span());
            let written = text.get(span.start..span.end).unwrap_or("");
            keys.entry(written).or_default().push((span, key.get_ref().clone()));
            if let DeValue::Table(inner) = value.get_ref() {
                open.push(inner);
            }
        }
    }
    #[expect(clippy::iter_over_hash_type, reason = "each list is sorted by itself")]
    for places in keys.values_mut() {
        places.sort_by_key(|(span, _)| *span);
    }
    keys
}

/// The parser's tree to ours.
struct Convert<'t, 'l> {
    text: &'t str,
    /// Where the parsed piece begins in the file.
    offset: usize,
    /// Lines whose values are guesses of the parser's recovery.
    bad_lines: &'l [Span],
}

impl<'t> Convert<'t, '_> {
    fn table(&self, table: DeTable<'t>) -> RawTable<'t> {
        let mut items: Vec<RawItem<'t>> = table
            .into_iter()
            .map(|(key, value)| {
                let key_span = Span::from(key.span()).moved(self.offset);
                let span = Span::from(value.span()).moved(self.offset);
                let value = Spanned::new(self.value(value.into_inner(), key_span), span);
                RawItem { key: Spanned::new(key.into_inner(), key_span), value }
            })
            .filter(|item| !self.is_guess(item))
            .collect();
        items.sort_by_key(|item| item.key.span);
        RawTable { items, damaged: false }
    }

    /// Tables stay: what is guessed in them is sorted out one level down.
    fn is_guess(&self, item: &RawItem<'_>) -> bool {
        let touches = |line: &Span| item.key.span.start < line.end && line.start <= item.value.span.end;
        !matches!(item.value.value, RawValue::Table(_)) && self.bad_lines.iter().any(touches)
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

    #[test]
    fn the_parser_still_calls_a_key_that_stands_twice_by_these_words() {
        let (_, errors) = DeTable::parse_recoverable("a = 1\na = 2\n");
        assert_eq!(errors.iter().map(toml::de::Error::message).collect::<Vec<_>>(), [DUPLICATE_KEY]);
    }

    #[test]
    fn an_array_that_is_never_closed_damages_its_own_entry_only() {
        let (faults, keys) = shown("domain = \"d\"\n[A]\nx = [1,\n[B]\nreason = \"b\"\n[C]\nreason = \"c\"\n");
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert_eq!(keys, ["domain", "A", "B", "C"]);
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
