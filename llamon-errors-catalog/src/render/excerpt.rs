//! A line of a file as it is shown: comes in the line and the places in it, go out the text that fits on a screen and the columns of the
//! places in it. Not done here: what stands around it.
//!
//! A column is what a terminal gives a character: two for `한`, none for a joiner. Characters that would move the cursor or turn the text
//! around are shown as signs of their own, so that what is seen is what is in the file.

use std::ops::Range;

use unicode_width::UnicodeWidthChar as _;

use crate::text::is_steering;

/// The most columns that one excerpt takes.
const WIDEST: usize = 140;

/// So many columns of a long line stand before a place.
const BEFORE: usize = 64;

/// Stands where something was left out.
const CUT: &str = "...";

/// Some columns of a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Excerpt {
    /// What is shown, signs for what was left out included.
    pub(super) text: String,
    /// The columns of each place, in the order in which they came; nothing for one that is not in this excerpt.
    pub(super) columns: Vec<Option<Range<usize>>>,
}

/// The excerpt of a line around the first of these places, given in bytes of the line.
pub(super) fn excerpt(line: &str, places: &[Range<usize>]) -> Excerpt {
    let first = places.iter().map(|place| place.start).min().unwrap_or(0);
    let shown = shown(line, first);
    let cut_before = if shown.start > 0 { CUT } else { "" };
    let mut text = cut_before.to_owned();
    // What each place begins and ends at, as far as it is shown.
    let mut columns: Vec<Option<Range<usize>>> = places.iter().map(|_| None).collect();
    let mut column = cut_before.len();
    for (at, letter) in line.get(shown.clone()).unwrap_or_default().char_indices() {
        let (at, width) = (shown.start + at, width(letter));
        for (place, columns) in places.iter().zip(&mut columns) {
            if at < place.end.max(place.start + 1) && place.start < at + letter.len_utf8() {
                let start = columns.as_ref().map_or(column, |columns| columns.start);
                // A place between two characters is one column, however wide the next one is.
                *columns = Some(start..column + if place.is_empty() { 1 } else { width });
            }
        }
        push(&mut text, letter);
        column += width;
    }
    for (place, columns) in places.iter().zip(&mut columns) {
        // Behind the last character: what is missing there.
        if place.start == shown.end && columns.is_none() {
            *columns = Some(column..column + 1);
        }
    }
    if shown.end < line.len() {
        text.push_str(CUT);
    }
    Excerpt { text, columns }
}

/// The bytes of a line that are shown: all where they fit, else what stands around `first`. Looks at no more of the line than that.
fn shown(line: &str, first: usize) -> Range<usize> {
    let fits = |text: &str, most: usize| {
        let mut columns = 0;
        let behind = text.char_indices().find(|(_, letter)| {
            columns += width(*letter);
            columns > most
        });
        behind.map(|(at, _)| at)
    };
    if fits(line, WIDEST).is_none() {
        return 0..line.len();
    }
    let before = line.get(..first).unwrap_or(line);
    let mut columns = 0;
    let kept = before.char_indices().rev().take_while(|(_, letter)| {
        columns += width(*letter);
        columns <= BEFORE
    });
    let start = kept.last().map_or(before.len(), |(at, _)| at);
    // A sign for less than itself says less than the text.
    let start = if start <= CUT.len() { 0 } else { start };
    let rest = line.get(start..).unwrap_or_default();
    start..fits(rest, WIDEST - 2 * CUT.len()).map_or(line.len(), |at| start + at)
}

/// Appends a character as it is shown.
fn push(text: &mut String, letter: char) {
    match letter {
        '\t' => text.push_str("    "),
        '\u{200d}' => {}
        '\u{7f}' => text.push('␡'),
        '\u{0}'..='\u{1f}' => text.push(char::from_u32(0x2400 + u32::from(letter)).unwrap_or(letter)),
        _ if is_steering(letter) => text.push('\u{fffd}'),
        _ => text.push(letter),
    }
}

/// The columns that a character takes as it is shown.
fn width(letter: char) -> usize {
    match letter {
        '\t' => 4,
        _ if is_steering(letter) => 1,
        _ => letter.width().unwrap_or(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(line: &str, start: usize, end: usize) -> (String, Option<Range<usize>>) {
        let Excerpt { text, columns } = excerpt(line, std::slice::from_ref(&(start..end)));
        (text, columns.into_iter().next().flatten())
    }

    #[test]
    fn columns_are_those_of_a_terminal() {
        assert_eq!(columns("a = \"한글\"", 4, 12), ("a = \"한글\"".to_owned(), Some(4..10)));
        assert_eq!(columns("\ta = 1", 1, 2), ("    a = 1".to_owned(), Some(4..5)));
        assert_eq!(columns("a\u{202e}b\u{200d}\u{7}", 4, 5), ("a\u{fffd}b␇".to_owned(), Some(2..3)));
        assert_eq!(columns("a\u{9b}\u{2028}\u{200f}b", 9, 10), ("a\u{fffd}\u{fffd}\u{fffd}b".to_owned(), Some(4..5)));
        assert_eq!(columns("a = ", 4, 4), ("a = ".to_owned(), Some(4..5)));
        assert_eq!(columns("", 0, 0), (String::new(), Some(0..1)));
    }

    #[test]
    fn a_long_line_is_shown_around_its_place() {
        let line = format!("{}한{}", "x".repeat(1000), "y".repeat(1000));
        let (text, place) = columns(&line, 1000, 1003);
        assert_eq!(place, Some(67..69));
        assert_eq!(text, format!("...{}한{}...", "x".repeat(64), "y".repeat(68)));
        let (text, place) = columns(&line, 2, 3);
        assert_eq!((text.len(), place), (137, Some(2..3)));
        let (text, place) = columns(&line, 2002, 2003);
        assert_eq!((text, place), (format!("...{}", "y".repeat(65)), Some(67..68)));
    }

    #[test]
    fn a_place_too_far_away_is_not_in_the_excerpt() {
        let line = "z".repeat(1000);
        assert_eq!(excerpt(&line, &[3..4, 900..901]).columns, [Some(3..4), None]);
    }
}
