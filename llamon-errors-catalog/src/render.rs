//! Diagnostics as text for people, drawn as rustc draws them (feature `render`).
//!
//! Comes in: a diagnostic. Goes out: a picture of the place, and what to write instead. Macros and build scripts take the plain form, since
//! the compiler escapes colours; the command line may colour.

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{SourceFile, Span};

/// Whether a picture may hold colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Text only.
    Plain,
    /// ANSI colours, for terminals.
    Colored,
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
    for snippet in snippets(diagnostic) {
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
    renderer.render(&groups)
}

/// The picture and the help alone, for a macro: the compiler writes the title itself.
#[must_use]
pub fn render_body(diagnostic: &Diagnostic) -> String {
    let whole = render(diagnostic, Style::Plain);
    whole.split_once('\n').map(|(_, body)| body.to_owned()).unwrap_or_default()
}

/// One window per file: the lines of its places, so that drawing costs the same in a large file as in a small one.
fn snippets(diagnostic: &Diagnostic) -> Vec<Snippet<'_, Annotation<'_>>> {
    let Some(span) = diagnostic.span() else { return Vec::new() };
    let here = diagnostic.source();
    let mut places = vec![(here, span, diagnostic.primary_text(), AnnotationKind::Primary)];
    for label in diagnostic.labels() {
        places.push((&label.source, label.span, label.text.as_str(), AnnotationKind::Context));
    }
    let mut snippets = Vec::new();
    let mut drawn: Vec<&str> = Vec::new();
    for (source, ..) in places.clone() {
        if drawn.contains(&source.path()) {
            continue;
        }
        drawn.push(source.path());
        let of_file: Vec<_> = places.iter().filter(|(other, ..)| other.path() == source.path()).collect();
        let start = of_file.iter().map(|(_, span, ..)| span.start).min().unwrap_or(0);
        let end = of_file.iter().map(|(_, span, ..)| span.end).max().unwrap_or(0);
        let window = window(source, Span { start, end });
        let mut snippet =
            Snippet::source(source.slice(window)).path(source.path()).line_start(source.position(window.start).line);
        for (_, span, text, kind) in of_file {
            let annotation = kind.span(span.start - window.start..span.end.max(span.start) - window.start);
            snippet = snippet.annotation(if text.is_empty() { annotation } else { annotation.label(*text) });
        }
        snippets.push(snippet);
    }
    snippets
}

/// The whole lines that a span touches.
fn window(source: &SourceFile, span: Span) -> Span {
    let first = source.position(span.start).line;
    let last = source.position(span.end.max(span.start)).line;
    let end = source.line_start(last + 1);
    Span { start: source.line_start(first), end: end.max(span.end) }
}
