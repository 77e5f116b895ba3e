//! The pictures of diagnostics beside those of annotate-snippets, which draws for rustc's own family of tools: to the letter the same,
//! wherever both show whole lines. Lines of over 140 columns are cut in other places, and a place that goes on over several lines is drawn
//! by its first.

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use llamon_errors_catalog::emit::Findings;
use llamon_errors_catalog::render::{Style, render};
use llamon_errors_catalog::source::{SourceFile, Span};
use llamon_errors_catalog::{Diagnostic, Rule, Severity, check};
use llamon_errors_tests::{assert_golden, catalogs_in};
use proptest::prelude::*;

/// What annotate-snippets draws.
fn drawn_by_the_peer(diagnostic: &Diagnostic) -> String {
    let level = match diagnostic.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(diagnostic.message()).id(diagnostic.rule().id());
    let mut group = Group::with_title(title);
    let places = places(diagnostic);
    for (number, (source, ..)) in places.iter().enumerate() {
        let is_first = places.iter().position(|(other, ..)| other.path() == source.path()) == Some(number);
        if !is_first {
            continue;
        }
        let mut snippet = Snippet::source(source.text()).line_start(1).path(source.path());
        for (_, span, text, kind) in places.iter().filter(|(other, ..)| other.path() == source.path()) {
            let annotation = kind.span(span.start..span.end);
            snippet = snippet.annotation(if text.is_empty() { annotation } else { annotation.label(*text) });
        }
        group = group.element(snippet);
    }
    if places.is_empty() {
        group = group.element(Origin::path(diagnostic.source().path()));
    }
    if let Some(help) = diagnostic.help_text() {
        group = group.element(Level::HELP.message(help));
    }
    Renderer::plain().render(&[group])
}

type Place<'d> = (&'d SourceFile, Span, &'d str, AnnotationKind);

fn places(diagnostic: &Diagnostic) -> Vec<Place<'_>> {
    let primary =
        diagnostic.span().map(|span| (diagnostic.source(), span, diagnostic.primary_text(), AnnotationKind::Primary));
    let others = diagnostic.labels().iter();
    let others = others.map(|label| (&label.source, label.span, label.text.as_str(), AnnotationKind::Context));
    primary.into_iter().chain(others).collect()
}

/// Whether both draw the same by their own rules.
fn is_comparable(diagnostic: &Diagnostic) -> bool {
    places(diagnostic).iter().all(|(source, span, ..)| {
        let line = source.position(span.start).line;
        let text = source.slice(Span { start: source.line_start(line), end: source.line_start(line + 1) });
        text.len() <= 130 && span.end <= source.line_start(line) + text.trim_end_matches('\n').len()
    })
}

/// Compares all, and says how many there were.
fn compare<'d>(diagnostics: impl Iterator<Item = &'d Diagnostic>) -> usize {
    let mut count = 0;
    for diagnostic in diagnostics.filter(|diagnostic| is_comparable(diagnostic)) {
        let peer = drawn_by_the_peer(diagnostic);
        assert_eq!(render(diagnostic, Style::Plain), peer, "\nours above, the peer's:\n{peer}");
        count += 1;
    }
    count
}

#[test]
fn pictures_are_those_of_annotate_snippets() {
    let mut files = catalogs_in("catalogs/hard");
    files.extend(catalogs_in("catalogs/two-files"));
    // The large ones say the same few things of other lines, and the peer reads the file anew for each.
    files.extend(catalogs_in("catalogs/real").into_iter().filter(|(_, bytes)| bytes.len() < 100_000));
    let findings = Findings::new(files.iter().map(|(path, bytes)| check(path, bytes)).collect());
    let count = compare(findings.diagnostics());
    assert!(count > 140, "{count}");
}

/// The same files with lines swapped, doubled, cut and widened, so that places come to lie beside, over and far from each other.
#[test]
fn pictures_of_damaged_files_are_those_of_annotate_snippets_too() {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut below = |limit: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % u64::try_from(limit.max(1)).expect("small")).expect("small")
    };
    let mut count = 0;
    for (path, bytes) in catalogs_in("catalogs/hard") {
        let Ok(text) = String::from_utf8(bytes) else { continue };
        for _ in 0..12 {
            let mut lines: Vec<String> = text.lines().take(60).map(str::to_owned).collect();
            for _ in 0..4 {
                let (a, b) = (below(lines.len()), below(lines.len()));
                let Some(line) = lines.get(a).cloned() else { continue };
                match below(5) {
                    0 => lines.swap(a, b),
                    1 => lines.insert(b, line),
                    2 => lines[a] = line.replacen('"', "\t\"한\u{200b}\u{202e}", 1),
                    3 => lines[a] = line.replacen('e', "É", 1),
                    _ => lines[a] = line.chars().take(below(20)).collect(),
                }
            }
            let checked = check(&path, lines.join("\n").as_bytes());
            count += compare(checked.diagnostics.iter());
        }
    }
    assert!(count > 1000, "{count}");
}

/// Places that lie beside each other in a line, one and two lines apart, without words, at the end of the file, and in several files.
#[test]
fn pictures_of_places_close_together_are_those_of_annotate_snippets_too() {
    let head = "domain = \"d\"\n";
    let entry = "[A_1]\nsdk_code = \"NOT_FOUND\"\nreason = \"gone\"\ntitle = \"Gone\"\nretriable = false\n";
    let catalogs = [
        "message = { en = \"{a}\", ko = \"나\" }".to_owned(),
        "message = { ko = \"나 {b}\", en = \"{a} {c}\", de = \"\" }".to_owned(),
        "message = { ko = \"나\", ko = \"너\" }".to_owned(),
        "title = \"Gone\"".to_owned(),
        "message = \"{\"\nmessage = \"}\"".to_owned(),
        "help = 1\n\nhelp = 2".to_owned(),
        "help = 1\n\n\nhelp = 2".to_owned(),
        "message = { en = \"{a}\",\tko = \"\u{200b}\" }".to_owned(),
        "[A_2]\n[A_1]".to_owned(),
        "fields = { a = \"strin\", b = 3 }".to_owned(),
        "message =".to_owned(),
        String::new(),
    ];
    let mut count = 0;
    for (number, lines) in catalogs.iter().enumerate() {
        let text = format!("{head}{entry}{lines}");
        let alone = check("c.toml", text.as_bytes());
        count += compare(alone.diagnostics.iter());
        let other = check("other.toml", format!("{head}\n\n{}", entry.replace("NOT_FOUND", "RATE_LIMITED")).as_bytes());
        let together = Findings::new(vec![alone, other]);
        let across = compare(together.diagnostics());
        assert!(across > 0, "{number}");
        count += across;
    }
    assert!(count > 40, "{count}");
}

/// Two places in every position to each other: apart, next to each other, over each other; with words and without.
#[test]
fn pictures_of_every_pair_of_places_are_those_of_annotate_snippets() {
    let source = SourceFile::new("c.toml", "0123456789abcdef");
    let all: Vec<Span> =
        (0..13).flat_map(|start| (1..4).map(move |width| Span { start, end: start + width })).collect();
    for (number, words) in [("", ""), ("one", ""), ("", "two"), ("one", "two")].into_iter().enumerate() {
        let drawn = all.iter().flat_map(|one| {
            all.iter().map(|two| {
                let drawn = Diagnostic::new(Rule::DefinedTwice, &source, *one, "twice".to_owned());
                drawn.primary_label(words.0).label(&source, *two, words.1)
            })
        });
        let drawn: Vec<Diagnostic> = drawn.collect();
        assert_eq!(compare(drawn.iter()), 39 * 39, "{number}");
    }
}

/// A line and a place in it by characters: which line, where it begins, how many characters, whether something is said of it.
type Drawn = (usize, usize, usize, bool);

/// The bytes of a place in a text.
fn span_of(text: &str, (line, start, length, _): Drawn) -> Span {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let line = line % lines.len().max(1);
    let begin: usize = lines.iter().take(line).map(|line| line.len()).sum();
    let shown = lines.get(line).map_or("", |line| line.trim_end_matches('\n'));
    let byte = |at: usize| shown.char_indices().nth(at).map_or(shown.len(), |(at, _)| at);
    Span { start: begin + byte(start), end: begin + byte(start + length) }
}

/// Places between two characters have rules of their own where another one touches them, and of two in one line of the other file
/// the peer names the last in its head.
fn is_drawn_alike(file: &SourceFile, is_first_file: bool, span: Span, other: Span) -> bool {
    let is_apart = other.end < span.start || span.end < other.start;
    let is_wide = |span: Span| span.start < span.end;
    let line = |span: Span| file.position(span.start).line;
    (is_apart || is_wide(span) && is_wide(other)) && (is_first_file || line(span) != line(other))
}

proptest! {
    /// Up to four places in one or two files, beside, over and far from each other.
    #[test]
    fn pictures_of_any_places_are_those_of_annotate_snippets(
        first in "([a =\"\t한é\u{7f}\u{202e}]{0,9}\n){1,6}",
        second in "([a =\"\t한é]{0,9}\n){1,4}",
        primary in (0..6_usize, 0..9_usize, 0..5_usize, any::<bool>()),
        others in proptest::collection::vec((any::<bool>(), (0..6_usize, 0..9_usize, 0..5_usize, any::<bool>())), 0..4),
        help in any::<bool>(),
    ) {
        let files = [SourceFile::new("c.toml", &first), SourceFile::new("other.toml", &second)];
        let mut drawn = Diagnostic::new(Rule::DefinedTwice, &files[0], span_of(&first, primary), "twice".to_owned());
        if primary.3 {
            drawn = drawn.primary_label("here");
        }
        let mut taken = vec![(true, span_of(&first, primary))];
        for (number, (same, place)) in others.into_iter().enumerate() {
            let (file, text) = if same { (&files[0], &first) } else { (&files[1], &second) };
            let span = span_of(text, place);
            if taken.iter().all(|(of_same, other)| *of_same != same || is_drawn_alike(file, same, span, *other)) {
                let said = if place.3 { format!("other {number}") } else { String::new() };
                drawn = drawn.label(file, span, &said);
                taken.push((same, span));
            }
        }
        if help {
            drawn = drawn.help("write once");
        }
        prop_assert_eq!(render(&drawn, Style::Plain), drawn_by_the_peer(&drawn));
    }
}

/// `text` without ANSI codes.
fn without_colours(text: &str) -> String {
    let mut pieces = text.split("\u{1b}[");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |plain, piece| plain + piece.split_once('m').map_or(piece, |(_, rest)| rest))
}

#[test]
fn colours_are_all_that_colours_change() {
    for (path, bytes) in catalogs_in("catalogs/hard") {
        for diagnostic in check(&path, &bytes).diagnostics.iter().take(100) {
            let plain = render(diagnostic, Style::Plain);
            assert_eq!(without_colours(&render(diagnostic, Style::Colored)), plain);
            let (_, body) = plain.split_once('\n').unwrap_or_default();
            assert_eq!(
                llamon_errors_catalog::render::render_body(diagnostic),
                body,
                "a macro's title is the compiler's"
            );
        }
    }
}

/// The fault is red, advice yellow, and what belongs to either blue; on one line they stand below each other.
#[test]
fn a_picture_has_the_colours_of_its_golden() {
    let entry = "sdk_code = \"NOT_FOUND\"\nreason = \"gone\"\ntitle = \"Gone\"\nretriable = false\n";
    let text =
        format!("domain = \"doc\"\n[DOC_1]\n{entry}fields = {{ a = \"string\", a = \"string\" }}\n[doc_1]\n{entry}");
    let checked = check("c.toml", text.as_bytes());
    let pictures: Vec<String> = checked.diagnostics.iter().map(|fault| render(fault, Style::Colored)).collect();
    assert_golden("snapshots/pictures.ansi.txt", &(pictures.join("\n\n").replace('\u{1b}', "ESC") + "\n"));
}

/// A joiner has no width, and is seen all the same where it is at fault.
#[test]
fn a_place_without_width_has_a_mark() {
    let source = SourceFile::new("c.toml", "ab\u{200d}c");
    let drawn = Diagnostic::new(Rule::Syntax, &source, Span { start: 2, end: 5 }, "a joiner".to_owned());
    assert_eq!(render(&drawn, Style::Plain), "error[LE0002]: a joiner\n --> c.toml:1:3\n  |\n1 | abc\n  |   ^");
}
