//! One piece of a file, parsed.
//!
//! Comes in: text that TOML may refuse. Goes out: what of it could be read, the syntax faults, and the keys that stand twice with the
//! place of the first, which the parser does not tell.

use std::borrow::Cow;

use toml::de::{DeTable, DeValue};

use crate::index::NameIndex;
use crate::source::{Span, Spanned};

/// How many keys of one name are looked at to find the one that another repeats.
const MOST_LOOKED_AT: usize = 1000;

/// The words of the parser for a key that stands twice; a test holds them.
const DUPLICATE_KEY: &str = "duplicate key";

/// A piece as TOML reads it, places already those of the whole file but for the table's.
pub(super) struct Parsed<'t> {
    pub(super) table: DeTable<'t>,
    pub(super) faults: Vec<(String, Span)>,
    pub(super) repeated: Vec<(Spanned<Cow<'t, str>>, Span)>,
}

pub(super) fn parse(text: &str, offset: usize) -> Parsed<'_> {
    let (table, errors) = DeTable::parse_recoverable(text);
    let table = table.into_inner();
    let mut parsed = Parsed { table: DeTable::new(), faults: Vec::new(), repeated: Vec::new() };
    let mut keys: Option<KeyPlaces<'_>> = None;
    let is_unplaced = errors.iter().any(|error| error.span().is_none());
    let mut unplaced = if is_unplaced { unplaced_lines(text) } else { Vec::new() }.into_iter();
    for error in errors {
        let span = error.span().map(Span::from).or_else(|| unplaced.next()).unwrap_or_default();
        if error.message() != DUPLICATE_KEY {
            parsed.faults.push((error.message().to_owned(), span.moved(offset)));
            continue;
        }
        let keys = keys.get_or_insert_with(|| all_keys(text, &table));
        match first_of(keys, text.get(span.start..span.end).unwrap_or(""), span) {
            Some((key, first)) => parsed.repeated.push((Spanned::new(key, first.moved(offset)), span.moved(offset))),
            None => parsed.faults.push((error.message().to_owned(), span.moved(offset))),
        }
    }
    parsed.table = table;
    parsed
}

/// The lines of the faults that the parser tells without a place: keys of too many parts.
fn unplaced_lines(text: &str) -> Vec<Span> {
    let mut at = 0;
    let mut lines = Vec::new();
    for line in text.split_inclusive('\n') {
        // No key of fewer bytes has so many parts.
        let is_unplaced = || DeTable::parse_recoverable(line).1.iter().any(|error| error.span().is_none());
        if line.len() > 80 && is_unplaced() {
            lines.push(Span { start: at, end: at });
        }
        at += line.len();
    }
    lines
}

/// The places of keys by what they mean.
#[derive(Default)]
struct KeyPlaces<'t> {
    names: NameIndex<'t>,
    /// Each key, and where it stands.
    places: Vec<(Cow<'t, str>, Vec<KeyPlace>)>,
}

/// Where a key stands, and the inline table around it, if there is one.
type KeyPlace = (Span, Option<Span>);

impl<'t> KeyPlaces<'t> {
    fn add(&mut self, key: Cow<'t, str>, place: KeyPlace) {
        let number = self.names.insert(key.clone(), self.places.len());
        match number.and_then(|number| self.places.get_mut(number)) {
            Some((_, places)) => places.push(place),
            None => self.places.push((key, vec![place])),
        }
    }
}

/// Every key of a table, in the order of the text.
fn all_keys<'t>(text: &'t str, table: &DeTable<'t>) -> KeyPlaces<'t> {
    let mut keys = KeyPlaces::default();
    let mut open = vec![(table, None)];
    while let Some((table, inline)) = open.pop() {
        for (key, value) in table {
            keys.add(key.get_ref().clone(), (Span::from(key.span()), inline));
            if let DeValue::Table(inner) = value.get_ref() {
                let span = Span::from(value.span());
                let braced = text.get(span.start..).is_some_and(|text| text.starts_with('{'));
                open.push((inner, if braced { Some(span) } else { inline }));
            }
        }
    }
    for (_, places) in &mut keys.places {
        places.sort_unstable();
    }
    keys
}

/// The key that a repeated one repeats: the nearest of that meaning before it, not in an inline table that is closed already. The
/// parser keeps the first of the two.
fn first_of<'t>(keys: &KeyPlaces<'t>, written: &str, again: Span) -> Option<(Cow<'t, str>, Span)> {
    let spelled = format!("{written} = 0");
    let (meant, _) = DeTable::parse_recoverable(&spelled);
    let meant = meant.get_ref().iter().next().map(|(key, _)| key.get_ref().to_string())?;
    let (key, places) = keys.places.get(keys.names.get(&meant)?)?;
    let before = places.partition_point(|(first, _)| first.start < again.start);
    let is_open = |inline: &Option<Span>| inline.is_none_or(|inline| again.start < inline.end);
    let found = places.iter().take(before).rev().take(MOST_LOOKED_AT).find(|(_, inline)| is_open(inline))?;
    Some((key.clone(), found.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parser_still_calls_a_key_that_stands_twice_by_these_words() {
        let (_, errors) = DeTable::parse_recoverable("a = 1\na = 2\n");
        assert_eq!(errors.iter().map(toml::de::Error::message).collect::<Vec<_>>(), [DUPLICATE_KEY]);
    }
}
