//! Diagnostics as text for people, drawn as rustc draws them (feature `render`).
//!
//! Comes in: a diagnostic. Goes out: a picture of the place, and what to write instead. Macros and build scripts take the plain form, since
//! the compiler escapes colours; the command line may colour.
//!
//! The crate annotate-snippets draws the same and much more. It stands in every user's build if the macros use it, where it costs as
//! much as a derive of its own; so it is the peer of the tests instead, which compare the two on all that this engine says.

mod excerpt;

use std::cmp::Reverse;
use std::fmt::Write as _;
use std::ops::Range;

use self::excerpt::excerpt;
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{Position, SourceFile, Span};
use crate::text::{is_hidden, written_out};

/// Whether a picture may hold colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Text only.
    Plain,
    /// ANSI colours, for terminals.
    Colored,
}

/// The ANSI codes of rustc: what is at fault in red or yellow, what belongs to it and the frame in blue.
const RED: &str = "1;91";
const YELLOW: &str = "1;33";
const BLUE: &str = "1;94";
const BOLD: &str = "1";

impl Style {
    /// Text in the colour or weight of this ANSI code, for example `1` (bold) or `31` (red).
    pub(crate) fn paint(self, code: &str, text: &str) -> String {
        match self {
            Self::Plain => text.to_owned(),
            Self::Colored => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
        }
    }
}

/// The whole diagnostic, title first: `error[LE0103]: reason ...`. No line end behind the last line.
#[must_use]
pub fn render(diagnostic: &Diagnostic, style: Style) -> String {
    let level = format!("{}[{}]", diagnostic.severity(), diagnostic.rule().id());
    let title = format!(": {}", diagnostic.message());
    let body = body(diagnostic, style);
    format!("{}{}\n{body}", style.paint(color(diagnostic), &level), style.paint(BOLD, &title))
}

/// The picture and the help alone, for a macro: the compiler writes the title itself.
#[must_use]
pub fn render_body(diagnostic: &Diagnostic) -> String {
    body(diagnostic, Style::Plain)
}

fn color(diagnostic: &Diagnostic) -> &'static str {
    match diagnostic.severity() {
        Severity::Error => RED,
        Severity::Warning => YELLOW,
    }
}

/// A place of a file and what is said about it.
struct Place<'d> {
    source: &'d SourceFile,
    span: Span,
    /// Where it begins.
    position: Position,
    text: &'d str,
    is_primary: bool,
}

/// ```text
///  --> catalogs/documents.toml:9:2
///   |
/// 3 | [DOC_005]
///   |  ------- first defined here
/// ...
/// 9 | [DOC_005]
///   |  ^^^^^^^ defined again here
///   |
///   = help: give one of them another code; the next free one is `DOC_006`
/// ```
fn body(diagnostic: &Diagnostic, style: Style) -> String {
    let files = places_by_file(diagnostic);
    let last_line = files.iter().flatten().map(|place| place.position.line).max();
    let gutter = last_line.map_or(0, |line| line.to_string().len());
    let mut picture = Picture { out: String::new(), gutter, style, color: color(diagnostic) };
    if files.is_empty() {
        picture.origin("-->", diagnostic.source().path());
    }
    for (number, places) in files.iter().enumerate() {
        // The fault's own place, or what stands first in a file that only belongs to it.
        let Some(first) = places.iter().min_by_key(|place| (!place.is_primary, place.span.start)) else { continue };
        let Position { line, column } = first.position;
        let arrow = if number == 0 { "-->" } else { ":::" };
        picture.origin(arrow, &format!("{}:{line}:{column}", first.source.path()));
        picture.bar("");
        picture.lines(places);
        if number + 1 < files.len() || diagnostic.help_text().is_some() {
            picture.bar("");
        }
    }
    if let Some(help) = diagnostic.help_text() {
        let (sign, word) = (style.paint(BLUE, "="), style.paint(BOLD, "help"));
        let _ = writeln!(picture.out, "{:gutter$} {sign} {word}: {help}", "");
    }
    picture.out.truncate(picture.out.trim_end_matches('\n').len());
    picture.out
}

/// The places of a diagnostic, those of one file together, the fault's own file and place first.
fn places_by_file(diagnostic: &Diagnostic) -> Vec<Vec<Place<'_>>> {
    let Some(span) = diagnostic.span() else { return Vec::new() };
    let primary = Place::new(diagnostic.source(), span, diagnostic.primary_text(), true);
    let mut files = vec![vec![primary]];
    for label in diagnostic.labels() {
        let place = Place::new(&label.source, label.span, &label.text, false);
        let is_of_file = |places: &&mut Vec<Place<'_>>| {
            places.first().is_some_and(|first| first.source.path() == label.source.path())
        };
        match files.iter_mut().find(is_of_file) {
            Some(places) => places.push(place),
            None => files.push(vec![place]),
        }
    }
    files
}

impl<'d> Place<'d> {
    fn new(source: &'d SourceFile, span: Span, text: &'d str, is_primary: bool) -> Self {
        Self { source, span, position: source.position(span.start), text, is_primary }
    }

    /// The bytes of its line that it covers. Of a place that goes on in other lines the first is shown.
    fn in_line(&self, line: &str) -> Range<usize> {
        let start = self.span.start - self.source.line_start(self.position.line).min(self.span.start);
        start..(start + self.span.end.saturating_sub(self.span.start)).min(line.len())
    }
}

/// What is drawn so far.
struct Picture {
    out: String,
    /// The width of the line numbers.
    gutter: usize,
    style: Style,
    /// The colour of the fault's own place.
    color: &'static str,
}

/// A place in the excerpt that is drawn.
struct Mark<'d> {
    columns: Range<usize>,
    text: &'d str,
    is_primary: bool,
}

impl Picture {
    fn origin(&mut self, arrow: &str, at: &str) {
        let arrow = self.style.paint(BLUE, arrow);
        let at = written_out(at, is_hidden);
        let _ = writeln!(self.out, "{:1$}{arrow} {at}", "", self.gutter);
    }

    /// A line without a number.
    fn bar(&mut self, text: &str) {
        let bar = self.style.paint(BLUE, "|");
        self.row(&format!("{:1$} {bar}", "", self.gutter), text);
    }

    fn numbered(&mut self, line: usize, text: &str) {
        let number = self.style.paint(BLUE, &format!("{line:>0$} |", self.gutter));
        self.row(&number, text);
    }

    /// What stands left of the picture, and a line of it; no blank stands at a line's end.
    fn row(&mut self, left: &str, text: &str) {
        let space = if text.is_empty() { "" } else { " " };
        let _ = writeln!(self.out, "{left}{space}{text}");
    }

    /// The lines of one file that have a place, in their order.
    fn lines(&mut self, places: &[Place<'_>]) {
        // They are few, so each is put where it belongs.
        let mut sorted: Vec<&Place<'_>> = Vec::with_capacity(places.len());
        for place in places {
            sorted.insert(sorted.partition_point(|before| before.span.start <= place.span.start), place);
        }
        let mut before = None;
        for line in sorted.chunk_by(|a, b| a.position.line == b.position.line) {
            let Some(first) = line.first() else { continue };
            let number = first.position.line;
            match before.map(|before| number - before) {
                Some(2) => self.numbered(number - 1, &excerpt(text_of(first.source, number - 1), &[]).text),
                Some(3..) => self.out.push_str("...\n"),
                _ => {}
            }
            self.excerpts(number, line);
            before = Some(number);
        }
    }

    /// A line and what is said about it: in one piece where its places fit beside each other.
    fn excerpts(&mut self, number: usize, places: &[&Place<'_>]) {
        let mut left = places.to_vec();
        while let Some(first) = left.first() {
            let line = text_of(first.source, number);
            let ranges: Vec<Range<usize>> = left.iter().map(|place| place.in_line(line)).collect();
            let shown = excerpt(line, &ranges);
            let mut marks = Vec::new();
            let mut far = Vec::new();
            for (place, columns) in left.iter().zip(shown.columns) {
                match columns {
                    Some(Range { start, end }) => {
                        // What has no width, as a joiner, still has a place.
                        let columns = start..end.max(start + 1);
                        marks.push(Mark { columns, text: place.text, is_primary: place.is_primary });
                    }
                    None => far.push(*place),
                }
            }
            if marks.is_empty() {
                return;
            }
            self.numbered(number, &shown.text);
            self.marks(&marks);
            left = far;
        }
    }

    /// ```text
    ///   |   ----       ^^^^ the last one's words stand behind it, and those of others where they end before the next
    ///   |   |
    ///   |   the others below, from right to left
    /// ```
    fn marks(&mut self, marks: &[Mark<'_>]) {
        let placed = placed(marks);
        let deepest = placed.iter().map(|(row, _)| *row).max().unwrap_or(0);
        let mut rows: Vec<Row> = Vec::new();
        rows.resize_with(if deepest == 0 { 1 } else { deepest + 2 }, Row::default);
        // Where the words stand behind the mark, the mark itself covers this again.
        for (row, mark) in placed.iter().filter(|(_, mark)| mark.is_said()) {
            for line in rows.iter_mut().take(row + 1) {
                line.put(mark.columns.start, "|", self.color_of(mark));
            }
        }
        for (row, mark) in placed.iter().filter(|(_, mark)| mark.is_said()) {
            let (row, column) = if *row == 0 { (0, mark.columns.end + 1) } else { (row + 1, mark.columns.start) };
            if let Some(line) = rows.get_mut(row) {
                line.put(column, mark.text, self.color_of(mark));
            }
        }
        // A short one lies above what it touches, and of two alike the fault's own.
        let mut layers: Vec<&Mark<'_>> = placed.into_iter().map(|(_, mark)| mark).collect();
        layers.sort_by_key(|mark| (Reverse(mark.columns.len()), mark.is_primary));
        if let Some(line) = rows.first_mut() {
            for mark in layers {
                let sign = if mark.is_primary { "^" } else { "-" };
                line.put(mark.columns.start, &sign.repeat(mark.columns.len()), self.color_of(mark));
            }
        }
        for row in rows {
            self.bar(&row.text(self.style));
        }
    }

    fn color_of(&self, mark: &Mark<'_>) -> &'static str {
        if mark.is_primary { self.color } else { BLUE }
    }
}

impl Mark<'_> {
    fn is_said(&self) -> bool {
        !self.text.is_empty()
    }

    /// Whether it, with so many columns behind it, reaches another one that begins no further left.
    fn reaches(&self, other: &Self, behind: usize) -> bool {
        other.columns.start < self.columns.end + behind
    }
}

/// The marks of a line from right to left, each with the row in which its words stand: 0 is behind the mark itself.
fn placed<'m, 'd>(marks: &'m [Mark<'d>]) -> Vec<(usize, &'m Mark<'d>)> {
    let mut sorted: Vec<&Mark<'_>> = marks.iter().collect();
    sorted.sort_by_key(|mark| Reverse(mark.columns.start));
    let mut row = 0;
    let mut placed = Vec::with_capacity(sorted.len());
    let mut left = sorted.as_slice();
    while let Some((mark, others)) = left.split_first() {
        let is_drawn_over =
            |other: &&Mark<'_>| other.reaches(mark, 0) && (other.columns != mark.columns || other.is_said());
        if row == 0 && mark.is_said() && others.iter().any(is_drawn_over) {
            row = 1;
        }
        placed.push((row, *mark));
        // Two blanks stand between words and the next mark, or at least its words.
        let needs_its_own = |other: &&Mark<'_>| {
            let is_below = mark.is_said() || (row == 0 && other.columns.end <= mark.columns.end);
            other.is_said() && is_below && other.reaches(mark, other.text.len() + 2)
        };
        if others.iter().any(needs_its_own) {
            row += 1;
        }
        left = others;
    }
    placed
}

/// A line of signs, each with its colour.
#[derive(Default)]
struct Row(Vec<(char, &'static str)>);

impl Row {
    fn put(&mut self, column: usize, signs: &str, color: &'static str) {
        let end = column + signs.chars().count();
        if self.0.len() < end {
            self.0.resize(end, (' ', ""));
        }
        for (place, sign) in self.0.iter_mut().skip(column).zip(signs.chars()) {
            *place = (sign, color);
        }
    }

    fn text(&self, style: Style) -> String {
        let runs = self.0.chunk_by(|(_, a), (_, b)| a == b).map(|run| {
            let signs: String = run.iter().map(|(sign, _)| *sign).collect();
            match run.first() {
                Some((_, color)) if !color.is_empty() => style.paint(color, &signs),
                _ => signs,
            }
        });
        runs.collect()
    }
}

/// A line of a file, without its end.
fn text_of(source: &SourceFile, line: usize) -> &str {
    let span = Span { start: source.line_start(line), end: source.line_start(line + 1) };
    source.slice(span).trim_end_matches('\n')
}
