//! Diagnostics as text for people, drawn as rustc draws them (feature `render`).
//!
//! Comes in: a diagnostic. Goes out: a picture of the place, and what to write instead. Macros and build scripts take the plain form, since
//! the compiler escapes colours; the command line may colour.

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{Position, SourceFile, Span};

/// Whether a picture may hold colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Text only.
    Plain,
    /// ANSI colours, for terminals.
    Colored,
}

impl Style {
    /// Text in the colour or weight of this ANSI code, for example `1` (bold) or `31` (red).
    #[cfg(feature = "emit")]
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
    let level = match diagnostic.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = level
        .primary_title(diagnostic.message())
        .id(diagnostic.rule().id())
        .elements(Vec::<Snippet<'_, Annotation<'_>>>::new());
    let mut is_cut = false;
    for (origin, snippet) in snippets(diagnostic) {
        is_cut |= origin.is_some();
        if let Some(origin) = origin {
            group = group.element(origin);
        }
        group = group.element(snippet);
    }
    if diagnostic.span().is_none() {
        group = group.element(Origin::path(diagnostic.source().path()));
    }
    if let Some(help) = diagnostic.help_text() {
        group = group.element(Level::HELP.message(help));
    }
    let groups: Vec<Group<'_>> = vec![group];
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Colored => Renderer::styled(),
    };
    let drawn = renderer.render(&groups);
    if is_cut { without_bare_joints(&drawn) } else { drawn }
}

/// Takes out the lines that join a place to a text without a name of its own, and say nothing.
fn without_bare_joints(drawn: &str) -> String {
    let is_bare = |line: &&str| {
        // What is left of a line between its escape sequences.
        let pieces = line.split('\u{1b}').enumerate();
        let words = pieces.map(|(position, piece)| match position {
            0 => piece,
            _ => piece.split_once('m').map_or(piece, |(_, words)| words),
        });
        words.collect::<String>().trim() == ":::"
    };
    let lines: Vec<&str> = drawn.lines().filter(|line| !is_bare(line)).collect();
    lines.join("\n")
}

/// The picture and the help alone, for a macro: the compiler writes the title itself.
#[must_use]
pub fn render_body(diagnostic: &Diagnostic) -> String {
    let whole = render(diagnostic, Style::Plain);
    whole.split_once('\n').map(|(_, body)| body.to_owned()).unwrap_or_default()
}

/// The most bytes of text that one window shows. A renderer reads all that it is given, so that pictures of two places far apart,
/// or of a line of a megabyte, would cost as much as the file.
const WIDEST: usize = 16 * 1024;

/// How many bytes of text stand on each side of a place in a line that is too long.
const MARGIN: usize = 400;

/// A piece of text to draw; where it is not whole lines the renderer cannot count the column, and is told.
type Window<'d> = (Option<Origin<'d>>, Snippet<'d, Annotation<'d>>);

/// A place and what is said about it.
type Place<'d> = (&'d SourceFile, Span, &'d str, AnnotationKind);

/// One window per file, or one per place where the places are far apart.
fn snippets(diagnostic: &Diagnostic) -> Vec<Window<'_>> {
    let Some(span) = diagnostic.span() else { return Vec::new() };
    let mut files: Vec<Vec<Place<'_>>> =
        vec![vec![(diagnostic.source(), span, diagnostic.primary_text(), AnnotationKind::Primary)]];
    for label in diagnostic.labels() {
        let place = (&label.source, label.span, label.text.as_str(), AnnotationKind::Context);
        let same_file = |places: &&mut Vec<Place<'_>>| {
            places.first().is_some_and(|(source, ..)| source.path() == label.source.path())
        };
        match files.iter_mut().find(same_file) {
            Some(places) => places.push(place),
            None => files.push(vec![place]),
        }
    }
    files.iter().flat_map(|places| windows(places)).collect()
}

/// The windows of the places of one file.
fn windows<'d>(places: &[Place<'d>]) -> Vec<Window<'d>> {
    let Some((source, ..)) = places.first().copied() else { return Vec::new() };
    let start = places.iter().map(|(_, span, ..)| span.start).min().unwrap_or(0);
    let end = places.iter().map(|(_, span, ..)| span.end).max().unwrap_or(0);
    let together = window(source, Span { start, end });
    if together.end - together.start <= WIDEST {
        return vec![(None, snippet(source, together, places).path(source.path()))];
    }
    let alone = |place: &Place<'d>| {
        let whole = window(source, place.1);
        if whole.end - whole.start <= WIDEST {
            return (None, snippet(source, whole, &[*place]).path(source.path()));
        }
        let Position { line, column } = source.position(place.1.start);
        let origin = Origin::path(source.path()).line(line).char_column(column);
        (Some(origin), snippet(source, cut(source, whole, place.1), &[*place]))
    };
    places.iter().map(alone).collect()
}

fn snippet<'d>(source: &'d SourceFile, window: Span, places: &[Place<'d>]) -> Snippet<'d, Annotation<'d>> {
    let mut snippet = Snippet::source(source.slice(window)).line_start(source.position(window.start).line);
    for (_, span, text, kind) in places {
        let (start, end) = (span.start.max(window.start), span.end.min(window.end).max(span.start));
        let annotation = kind.span(start - window.start..end - window.start);
        snippet = snippet.annotation(if text.is_empty() { annotation } else { annotation.label(*text) });
    }
    snippet
}

/// The whole lines that a span touches.
fn window(source: &SourceFile, span: Span) -> Span {
    let first = source.position(span.start).line;
    let last = source.position(span.end.max(span.start)).line;
    let end = source.line_start(last + 1);
    Span { start: source.line_start(first), end: end.max(span.end) }
}

/// Of a window that is too wide, what stands around the place's beginning.
fn cut(source: &SourceFile, window: Span, place: Span) -> Span {
    let floor = |mut at: usize| {
        while !source.text().is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = floor(place.start.saturating_sub(MARGIN)).max(window.start);
    let end = floor((place.start + WIDEST / 2).min(place.end.max(place.start) + MARGIN)).min(window.end);
    Span { start, end }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_places_far_apart_are_two_windows() {
        let entry = "sdk_code = \"NOT_FOUND\"\nreason = \"gone\"\ntitle = \"Gone\"\nretriable = false\n";
        let others: String = (0..1000).fold(String::new(), |text, n| text + &format!("[B_{n}]\n{entry}"));
        let text = format!("domain = \"d\"\n[A]\n{entry}{others}[A]\n{entry}");
        let checked = crate::check("c.toml", text.as_bytes());
        let fault = checked.diagnostics.iter().find(|fault| fault.severity() == Severity::Error).unwrap();
        let shown = render(fault, Style::Plain);
        for part in ["c.toml:5007:2\n", "\n5007 | [A]\n", "c.toml:2:2\n", "\n   2 | [A]\n"] {
            assert!(shown.contains(part), "{part:?} in {shown}");
        }
        assert!(shown.len() < 1000, "{shown}");
    }

    #[test]
    fn a_line_of_a_megabyte_is_cut_around_its_place() {
        let keys: String = (0..100_000).fold(String::new(), |text, n| text + &format!("한{n} = 1, "));
        let checked = crate::check("c.toml", format!("domain = \"d\"\nA = {{ {keys}y = 1 }}\n").as_bytes());
        for fault in [checked.diagnostics.iter().next(), checked.diagnostics.iter().last()].into_iter().flatten() {
            let shown = render(fault, Style::Plain);
            let Position { line, column } = fault.position().unwrap();
            assert!(shown.contains(&format!("c.toml:{line}:{column}\n")) && shown.len() < 2000, "{shown}");
            assert!(!shown.contains(":::") && shown.contains('^'), "{shown}");
            assert!(!render(fault, Style::Colored).contains(":::"), "{shown}");
        }
    }
}
