//! The second, slow way through a file that TOML refuses: piece by piece, a piece being an entry's header and what follows it.
//!
//! Comes in: such a file. Goes out: what can be read of each piece, and a diagnostic for each damaged one. So one damaged entry neither hides its
//! neighbours nor brings follow-on faults: an array that is never closed would swallow them, and a code that stands twice
//! would be merged with the first.

use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

use crate::diagnostic::Diagnostics;
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
    /// Where each top-level key stands in the catalog, and whether only sub-table headers made it so far.
    seen: HashMap<Cow<'t, str>, (usize, bool)>,
    /// The entries to which a sub-table's header added something.
    merged: BTreeSet<usize>,
}

impl<'t, 'd> Pieces<'t, 'd> {
    pub(super) fn new(source: &'t SourceFile, diagnostics: &'d mut Diagnostics) -> Self {
        Self { source, diagnostics, catalog: RawCatalog::default(), seen: HashMap::new(), merged: BTreeSet::new() }
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
        let sub_table = is_parent_in_header(self.source.text(), item.key.span);
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
                        self.merged.insert(index);
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

    /// Finds the keys that stand twice in entries which several headers made.
    fn settle(&mut self) {
        let text = self.source.text();
        for index in &self.merged {
            let Some(RawValue::Table(table)) = self.catalog.top.items.get_mut(*index).map(|item| &mut item.value.value)
            else {
                continue;
            };
            let mut places: HashMap<Cow<'t, str>, usize> = HashMap::new();
            let mut items: Vec<RawItem<'t>> = Vec::with_capacity(table.items.len());
            for item in std::mem::take(&mut table.items) {
                let Some(first) = places.get(&item.key.value).and_then(|place| items.get_mut(*place)) else {
                    places.insert(item.key.value.clone(), items.len());
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
        let mut lines: BTreeSet<Span> = BTreeSet::new();
        for (position, (message, span)) in faults.iter().enumerate() {
            let line = line_of(self.source, *span);
            if !lines.insert(line) {
                continue;
            }
            if position == 0 || !parse(self.source.slice(line), 0).faults.is_empty() {
                self.diagnostics.push(syntax_fault(self.source, *span, line, message));
            }
        }
        lines.into_iter().collect()
    }
}

/// The line on which a span begins, its line end included.
pub(super) fn line_of(source: &SourceFile, span: Span) -> Span {
    let line = source.position(span.start).line;
    let start = source.line_start(line);
    Span { start, end: source.line_start(line + 1).max(start) }
}

/// Whether a key is the first part of a dotted header: `a` of `[a.b]`, also after other parts.
fn is_parent_in_header(text: &str, key: Span) -> bool {
    let (before, behind) = (text.get(..key.start).unwrap_or(""), text.get(key.end..).unwrap_or(""));
    let line = before.rfind('\n').map_or(before, |at| before.get(at..).unwrap_or(before));
    line.trim_start().starts_with('[') && behind.trim_start_matches([' ', '\t']).starts_with('.')
}

/// The end of the piece in which a string of several lines closes that this piece leaves open.
fn end_of_long_string(text: &str, piece_text: &str, bounds: &[usize], piece: usize) -> Option<usize> {
    let delimiter = ["\"\"\"", "'''"].into_iter().find(|mark| piece_text.matches(mark).count() % 2 == 1)?;
    let next = *bounds.get(piece + 1)?;
    let closes = next + text.get(next..)?.find(delimiter)?;
    Some(bounds.partition_point(|start| *start <= closes)).filter(|end| *end < bounds.len())
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
