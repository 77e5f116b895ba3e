//! The second, slow way through a file that TOML refuses: piece by piece, a piece being an entry's header and what follows it.
//!
//! Comes in: such a file. Goes out: what can be read of each piece, and a diagnostic for each damaged one. So one damaged entry neither
//! hides its neighbours nor brings follow-on faults: an array that is never closed would swallow them, and a code that stands twice
//! would be merged with the first.

use crate::diagnostic::Diagnostics;
use crate::index::NameIndex;
use crate::raw::{RawCatalog, RawItem, RawValue};
use crate::read::piece::{Parsed, parse};
use crate::read::syntax::syntax_fault;
use crate::read::{Convert, MOST_JOINED};
use crate::source::{SourceFile, Span, Spanned};

/// The second, slow way through a file that TOML refuses.
pub(super) struct Pieces<'t, 'd> {
    source: &'t SourceFile,
    diagnostics: &'d mut Diagnostics,
    catalog: RawCatalog<'t>,
    /// Where the item of each top-level key stands in the catalog.
    keys: NameIndex<'t>,
    /// How the headers of each top-level item belong together.
    headers: Vec<Headers>,
}

/// The headers that made one top-level item.
struct Headers {
    /// All of them are of sub-tables so far.
    only_sub_tables: bool,
    /// A later one added something.
    merged: bool,
}

impl<'t, 'd> Pieces<'t, 'd> {
    pub(super) fn new(source: &'t SourceFile, diagnostics: &'d mut Diagnostics) -> Self {
        Self { source, diagnostics, catalog: RawCatalog::default(), keys: NameIndex::default(), headers: Vec::new() }
    }

    pub(super) fn read(mut self) -> RawCatalog<'t> {
        let bounds = bounds(self.source.text());
        let mut piece = 0;
        while piece + 1 < bounds.len() {
            piece = self.read_piece(&bounds, piece);
        }
        self.settle();
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
            let ends = piece + 2..bounds.len().min(piece + 2 + MOST_JOINED);
            let joined = end_of_long_string(source.text(), text, bounds, piece)
                .into_iter()
                .chain(ends)
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
        let mut table = convert.table(parsed.table);
        if damaged && !preamble {
            // A header that is cut off leaves the parser with a key below it for a name.
            table.items.retain(|item| is_in_header(self.source.text(), item.key.span));
        }
        self.catalog.repeated.extend(parsed.repeated);
        self.catalog.lost_entries |= damaged && (preamble || table.items.is_empty());
        self.catalog.top.damaged |= damaged && preamble;
        for mut item in table.items {
            if let RawValue::Table(entry) = &mut item.value.value
                && damaged
            {
                entry.damaged = true;
                // What is missing may have stood in `[CODE.message]` as well.
                for inner in &mut entry.items {
                    if let RawValue::Table(inner) = &mut inner.value.value {
                        inner.damaged = true;
                    }
                }
            }
            self.put(item);
        }
    }

    /// Adds a top-level item; a sub-table's header adds to the entry it belongs to.
    fn put(&mut self, item: RawItem<'t>) {
        let sub_table = is_parent_in_header(self.source.text(), item.key.span);
        let first = self.keys.insert(item.key.value.clone(), self.catalog.top.items.len());
        let (Some(first), Some(headers)) = (
            first.and_then(|first| self.catalog.top.items.get_mut(first)),
            first.and_then(|first| self.headers.get_mut(first)),
        ) else {
            return self.push(item, sub_table);
        };
        match (&mut first.value.value, item.value.value) {
            (RawValue::Table(first), RawValue::Table(more)) if sub_table || headers.only_sub_tables => {
                first.items.extend(more.items);
                first.damaged |= more.damaged;
                headers.merged = true;
                headers.only_sub_tables &= sub_table;
            }
            (RawValue::Array { of_tables: true }, RawValue::Array { of_tables: true }) => {}
            (_, value) => {
                let value = Spanned::new(value, item.value.span);
                self.push(RawItem { key: item.key, value }, sub_table);
            }
        }
    }

    fn push(&mut self, item: RawItem<'t>, sub_table: bool) {
        self.catalog.top.items.push(item);
        self.headers.push(Headers { only_sub_tables: sub_table, merged: false });
    }

    /// Finds the keys that stand twice in entries which several headers made.
    fn settle(&mut self) {
        let text = self.source.text();
        for (item, _) in self.catalog.top.items.iter_mut().zip(&self.headers).filter(|(_, headers)| headers.merged) {
            let RawValue::Table(table) = &mut item.value.value else { continue };
            let mut places = NameIndex::default();
            let mut items: Vec<RawItem<'t>> = Vec::with_capacity(table.items.len());
            for item in std::mem::take(&mut table.items) {
                let place = places.insert(item.key.value.clone(), items.len());
                let Some(first) = place.and_then(|place| items.get_mut(place)) else {
                    items.push(item);
                    continue;
                };
                let deeper = is_parent_in_header(text, first.key.span) || is_parent_in_header(text, item.key.span);
                match (&mut first.value.value, item.value.value) {
                    (RawValue::Table(first), RawValue::Table(more)) if deeper => first.items.extend(more.items),
                    _ => self.catalog.repeated.push((first.key.clone(), item.key.span)),
                }
            }
            table.items = items;
        }
    }

    /// Tells the syntax faults of a piece and gives back the lines they stand on.
    ///
    /// The parser goes on behind a fault and then trips over its own recovery. Behind the first fault only those are told whose line
    /// is no TOML by itself either.
    fn report(&mut self, faults: &[(String, Span)]) -> Vec<Span> {
        let mut lines: Vec<Span> = Vec::new();
        for (position, (message, span)) in faults.iter().enumerate() {
            let line = line_of(self.source, *span);
            let Err(place) = lines.binary_search(&line) else { continue };
            lines.insert(place, line);
            if position == 0 || !parse(self.source.slice(line), 0).faults.is_empty() {
                self.diagnostics.push(syntax_fault(self.source, *span, line, message));
            }
        }
        lines
    }
}

/// The line on which a span begins, its line end included.
pub(super) fn line_of(source: &SourceFile, span: Span) -> Span {
    let line = source.position(span.start).line;
    let start = source.line_start(line);
    Span { start, end: source.line_start(line + 1).max(start) }
}

/// Whether a key stands in a header: `a` and `b` of `[a.b]`.
fn is_in_header(text: &str, key: Span) -> bool {
    let before = text.get(..key.start).unwrap_or("");
    let line = before.rfind('\n').map_or(before, |at| before.get(at..).unwrap_or(before));
    line.trim_start().starts_with('[')
}

/// Whether a key is the first part of a dotted header: `a` of `[a.b]`, also after other parts.
fn is_parent_in_header(text: &str, key: Span) -> bool {
    let behind = text.get(key.end..).unwrap_or("");
    is_in_header(text, key) && behind.trim_start_matches([' ', '\t']).starts_with('.')
}

/// The end of the piece in which a string of several lines closes that this piece leaves open.
fn end_of_long_string(text: &str, piece_text: &str, bounds: &[usize], piece: usize) -> Option<usize> {
    let delimiter = ["\"\"\"", "'''"].into_iter().find(|mark| piece_text.matches(mark).count() % 2 == 1)?;
    let next = *bounds.get(piece + 1)?;
    let closes = next + text.get(next..)?.find(delimiter)?;
    Some(bounds.partition_point(|start| *start <= closes))
}

/// Byte offsets at which pieces begin: 0, where what stands before the first header does, each line that begins with a bracket, and the end.
fn bounds(text: &str) -> Vec<usize> {
    let mut bounds = vec![0];
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with('[') {
            bounds.push(at);
        }
        at += line.len();
    }
    bounds.push(text.len());
    bounds
}
