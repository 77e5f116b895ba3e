//! Diagnostics as text for people, drawn as rustc draws them (feature `render`).
//!
//! Comes in: a diagnostic. Goes out: a picture of the place, and what to write instead. Macros and build scripts take the plain form, since
//! the compiler escapes colours; the command line may colour.
//!
//! The crate annotate-snippets draws the same and much more. It stands in every user's build if the macros use it, where it costs as
//! much as a derive of its own; so it is the peer of the tests instead, which compare the two on all that this engine says.

mod excerpt;

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
        let Some(first) = places.first() else { continue };
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
                    Some(columns) => marks.push(Mark { columns, text: place.text, is_primary: place.is_primary }),
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
    ///   |   ----       ^^^^ the last one's words stand behind it
    ///   |   |
    ///   |   those of the others below, from right to left
    /// ```
    fn marks(&mut self, marks: &[Mark<'_>]) {
        let mut line = Row::default();
        // The fault's own place lies above what it touches.
        for mark in marks.iter().filter(|mark| !mark.is_primary).chain(marks.iter().filter(|mark| mark.is_primary)) {
            let sign = if mark.is_primary { '^' } else { '-' };
            line.fill(mark.columns.clone(), sign, self.color_of(mark));
        }
        let (below, last) = match marks.split_last() {
            Some((last, below)) if marks.iter().all(|mark| mark.columns.end <= last.columns.end) => (below, Some(last)),
            _ => (marks, None),
        };
        let mut text = line.text(self.style);
        if let Some(last) = last.filter(|last| !last.text.is_empty()) {
            let _ = write!(text, " {}", self.style.paint(self.color_of(last), last.text));
        }
        self.bar(&text);
        let mut waiting: Vec<&Mark<'_>> = below.iter().filter(|mark| !mark.text.is_empty()).collect();
        if !waiting.is_empty() {
            self.connectors(&waiting, "");
        }
        while let Some(mark) = waiting.pop() {
            let said = self.style.paint(self.color_of(mark), mark.text);
            let at = mark.columns.start;
            let left: Vec<&Mark<'_>> = waiting.iter().copied().filter(|other| other.columns.start < at).collect();
            self.connectors(&left, &said_at(&left, at, &said));
        }
    }

    /// The lines from marks down to their words.
    fn connectors(&mut self, marks: &[&Mark<'_>], behind: &str) {
        let mut line = Row::default();
        for mark in marks {
            line.fill(mark.columns.start..mark.columns.start + 1, '|', self.color_of(mark));
        }
        let text = format!("{}{behind}", line.text(self.style));
        self.bar(&text);
    }

    fn color_of(&self, mark: &Mark<'_>) -> &'static str {
        if mark.is_primary { self.color } else { BLUE }
    }
}

/// Words at a column, behind the connectors that end before it.
fn said_at(left: &[&Mark<'_>], column: usize, said: &str) -> String {
    let taken = left.iter().map(|mark| mark.columns.start + 1).max().unwrap_or(0);
    format!("{:1$}{said}", "", column - taken.min(column))
}

/// A line of signs, each with its colour.
#[derive(Default)]
struct Row(Vec<(char, &'static str)>);

impl Row {
    fn fill(&mut self, columns: Range<usize>, sign: char, color: &'static str) {
        // What has no width, as a joiner, still has a place.
        let end = columns.end.max(columns.start + 1);
        if self.0.len() < end {
            self.0.resize(end, (' ', ""));
        }
        for place in self.0.iter_mut().take(end).skip(columns.start) {
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
