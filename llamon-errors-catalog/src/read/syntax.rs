//! What is no TOML, in words for people.
//!
//! Comes in: the parser's words and a place. Goes out: a diagnostic that says what was probably meant. The parser knows what it would have
//! accepted (`nan`, for a word without quotes); people make a few slips again and again, and these are known here.

use crate::diagnostic::Diagnostic;
use crate::lower::shown;
use crate::rule::Rule;
use crate::source::{SourceFile, Span};
use crate::suggest::nearest;

/// A slip that is known: what it is, where, and what to write instead.
struct Slip {
    what: String,
    span: Span,
    help: String,
}

/// The fault of a place that is no TOML; `line` is the whole line it stands on.
pub(super) fn syntax_fault(source: &SourceFile, span: Span, line: Span, message: &str) -> Diagnostic {
    let (what, expected) = message.split_once(", expected ").unwrap_or((message, ""));
    // So the parser says where something is too much; nobody can write it.
    let expected = Some(expected).filter(|expected| *expected != "nothing").unwrap_or_default();
    // Two wordings of the parser for one limit.
    let deep = what.starts_with("cannot recurse further") || what.starts_with("recursion limit");
    let what = if deep { "arrays, tables or dotted keys are nested too deeply" } else { what };
    // A fault at the end of a line is shown there, not at the first character of the next.
    let end = line.start + source.slice(line).trim_end_matches('\n').len();
    let span = Span { start: span.start.min(end), end: span.end.min(end).max(span.start.min(end)) };
    let known = || {
        let open = open_array(source, line, what).or_else(|| open_string(source, span, what));
        open.or_else(|| line_slip(source, line))
    };
    let slip = (!deep).then(known).flatten();
    let slip = slip.unwrap_or_else(|| Slip {
        what: what.to_owned(),
        span,
        help: if expected.is_empty() { String::new() } else { format!("TOML expects {expected} here") },
    });
    let help = Some(slip.help).filter(|help| !help.is_empty());
    Diagnostic::new(Rule::Syntax, source, slip.span, format!("not valid TOML: {}", slip.what))
        .maybe_help(help)
        .violation(
            String::new(),
            if expected.is_empty() { "valid TOML" } else { expected },
            Some(&shown(source.slice(slip.span))),
        )
}

/// The fault of a file that is JSON; nothing where it is none.
pub(super) fn json_fault(source: &SourceFile) -> Option<Diagnostic> {
    let text = source.text();
    let start = text.len() - text.trim_start().len();
    text.get(start..)?.starts_with('{').then(|| {
        let message = "not valid TOML: the file is JSON".to_owned();
        Diagnostic::new(Rule::Syntax, source, Span { start, end: start + 1 }, message)
            .help("begin with `domain = \"...\"`; `llamon-errors import` makes a catalog of JSON")
            .violation(String::new(), "valid TOML", Some("JSON"))
    })
}

/// A slip that a line shows by itself.
fn line_slip(source: &SourceFile, line: Span) -> Option<Slip> {
    let text = source.slice(line);
    let head = text.trim_start();
    match head.chars().next()? {
        '#' => comment_slip(text, line.start),
        '[' => header_slip(head, line.start + (text.len() - head.len())),
        _ => value_slip(text, line.start),
    }
}

fn comment_slip(text: &str, start: usize) -> Option<Slip> {
    let (at, letter) = text.char_indices().find(|(_, letter)| letter.is_control() && !matches!(letter, '\t' | '\n'))?;
    Some(Slip {
        what: format!("a comment holds a control character, U+{:04X}", u32::from(letter)),
        span: Span { start: start + at, end: start + at + letter.len_utf8() },
        help: "remove it".to_owned(),
    })
}

/// A quote of a header that is never closed.
fn header_slip(header: &str, start: usize) -> Option<Slip> {
    let header = header.trim_end();
    let inside = header.trim_start_matches('[');
    let name = inside.strip_prefix('"').filter(|rest| !rest.contains('"'))?.trim_end_matches(']');
    let end = start + header.len();
    Some(Slip {
        what: "the quoted code of the header is never closed".to_owned(),
        span: Span { start: end - inside.len(), end },
        help: format!("write `[\"{}\"]`", shown(name)),
    })
}

/// A slip in the value of `key = value`: quotes forgotten, not closed, or of the wrong kind; a misspelt `true`.
fn value_slip(text: &str, start: usize) -> Option<Slip> {
    let (key, after) = text.split_once('=')?;
    let value = after.trim();
    let equals = start + key.len() + 1;
    let start = equals + (after.len() - after.trim_start().len());
    let key = shown(key.trim());
    let whole = |text: &str| Span { start, end: start + text.len() };
    let word = || value.split_once('#').map_or(value, |(word, _)| word.trim_end());
    let Some(first) = value.chars().next().filter(|first| *first != '#') else {
        let what = format!("`{key}` has no value");
        let span = Span { start: equals, end: equals };
        return Some(Slip { what, span, help: "write one, or remove the key".to_owned() });
    };
    match first {
        '=' => {
            let meant = value.trim_start_matches('=').trim();
            let what = "`==` stands between key and value".to_owned();
            Some(Slip { what, span: whole("="), help: format!("write `{key} = {}`", shown(meant)) })
        }
        '"' if !value.starts_with("\"\"\"") => string_slip(&key, value, start),
        '“' | '”' | '‘' | '’' | '＂' => Some(foreign_quote(&key, value, start)),
        first if first.is_alphabetic() || first == '_' => {
            let word = word();
            let meant = match word {
                "yes" | "on" | "True" | "TRUE" => Some("true"),
                "no" | "off" | "False" | "FALSE" => Some("false"),
                "true" | "false" | "inf" | "nan" => return None,
                other => nearest(other, ["true", "false"]),
            };
            let (said, span) = (shown(word), whole(word));
            Some(match meant {
                Some(meant) => {
                    Slip { what: format!("`{said}` is no value"), span, help: format!("write `{key} = {meant}`") }
                }
                None => {
                    let help = format!("write `{key} = \"{said}\"`");
                    Slip { what: format!("the string `{said}` has no quotes"), span, help }
                }
            })
        }
        _ => None,
    }
}

/// A string in double quotes that has no end, or one too early.
fn string_slip(key: &str, value: &str, start: usize) -> Option<Slip> {
    let closes = value.char_indices().skip(1).find(|(at, letter)| {
        let before = value.get(..*at).unwrap_or_default();
        *letter == '"' && (before.len() - before.trim_end_matches('\\').len()).is_multiple_of(2)
    });
    let Some((closes, _)) = closes else {
        let end = start + value.len();
        let what = "the string is never closed".to_owned();
        return Some(Slip { what, span: Span { start: end, end }, help: "close it with `\"`".to_owned() });
    };
    let behind = value.get(closes + 1..).unwrap_or_default();
    let last = behind.rfind('"').filter(|_| !behind.trim_start().starts_with('#'))?;
    let inside = value.get(1..closes + 1 + last).unwrap_or_default();
    Some(Slip {
        what: "the string ends before its last quote".to_owned(),
        span: Span { start: start + closes, end: start + closes + 1 },
        help: if inside.contains('\'') {
            "write `\\\"` for a quote inside".to_owned()
        } else {
            format!("write `{key} = '{}'`, or `\\\"` for a quote inside", shown(inside))
        },
    })
}

/// A string between quotes that word processors make.
fn foreign_quote(key: &str, value: &str, start: usize) -> Slip {
    const QUOTES: &str = "“”‘’＂\"'";
    let mut letters = value.chars();
    let first = letters.next().unwrap_or_default();
    let rest = letters.as_str();
    let is_double = |letter: char| "“”＂\"".contains(letter);
    // Of a pair of double ones, an apostrophe inside is none.
    let closes = |letter: char| if is_double(first) { is_double(letter) } else { QUOTES.contains(letter) };
    let (inside, length) = match rest.char_indices().find(|(_, letter)| closes(*letter)) {
        Some((at, letter)) => (rest.get(..at).unwrap_or_default(), first.len_utf8() + at + letter.len_utf8()),
        None => (rest, value.len()),
    };
    Slip {
        what: format!("`{first}` is no quote of TOML"),
        span: Span { start, end: start + length },
        help: format!("write `{key} = \"{}\"`", shown(inside)),
    }
}

/// How many lines before a fault the beginning of what is never closed is sought.
const MOST_LINES: usize = 64;

/// A string of several lines that is never closed is noticed where the next entry begins; shown is where it begins.
fn open_string(source: &SourceFile, span: Span, what: &str) -> Option<Slip> {
    if !what.contains("multi-line") {
        return None;
    }
    let before = source.text().get(..span.start)?;
    let mut end = before.len();
    for text in before.split_inclusive('\n').rev().take(MOST_LINES) {
        let start = end - text.len();
        let opens = text.split_once('=').and_then(|(key, value)| {
            let quote = value.trim_start().get(..3).filter(|quote| matches!(*quote, "\"\"\"" | "'''"))?;
            let at = start + key.len() + 1 + (value.len() - value.trim_start().len());
            (value.matches(quote).count() == 1).then_some((at, quote))
        });
        if let Some((at, quote)) = opens {
            return Some(Slip {
                what: format!("the string that `{quote}` begins is never closed"),
                span: Span { start: at, end: at + quote.len() },
                help: format!("close it with `{quote}`"),
            });
        }
        end = start;
    }
    None
}

/// An array that is never closed is noticed lines behind; shown is where it begins.
fn open_array(source: &SourceFile, line: Span, what: &str) -> Option<Slip> {
    if !what.contains("in array") && !what.contains("unclosed array") {
        return None;
    }
    let before = source.text().get(..line.end)?;
    let mut end = line.end;
    for text in before.split_inclusive('\n').rev().take(MOST_LINES) {
        let start = end - text.len();
        if let Some((key, value)) = text.split_once('=')
            && value.trim_start().starts_with('[')
            && value.matches('[').count() > value.matches(']').count()
        {
            let open = start + key.len() + 1 + (value.len() - value.trim_start().len());
            return Some(Slip {
                what: "the array is never closed".to_owned(),
                span: Span { start: open, end: open + 1 },
                help: "close it with `]`".to_owned(),
            });
        }
        end = start;
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::check;

    fn told(line: &str) -> String {
        let text = format!("domain = \"d\"\n[A]\n{line}\n");
        let checked = check("c.toml", text.as_bytes());
        let mut told = checked.diagnostics.iter().filter(|diagnostic| diagnostic.rule().id() == "LE0002");
        let first = told.next().map(|fault| format!("{fault}; {}", fault.help_text().unwrap_or_default()));
        assert_eq!(told.count(), 0, "one slip, one fault: {line}");
        first.unwrap_or_default()
    }

    #[test]
    fn common_slips_are_called_by_their_names() {
        for (line, wanted) in [
            (
                "sdk_code = NOT_FOUND # gone",
                "not valid TOML: the string `NOT_FOUND` has no quotes (c.toml:3:12) [LE0002]; write `sdk_code = \"NOT_FOUND\"`",
            ),
            (
                "title = 문서 없음",
                "not valid TOML: the string `문서 없음` has no quotes (c.toml:3:9) [LE0002]; write `title = \"문서 없음\"`",
            ),
            (
                "retriable = flase",
                "not valid TOML: `flase` is no value (c.toml:3:13) [LE0002]; write `retriable = false`",
            ),
            ("retriable = True", "not valid TOML: `True` is no value (c.toml:3:13) [LE0002]; write `retriable = true`"),
            ("title = \"C", "not valid TOML: the string is never closed (c.toml:3:11) [LE0002]; close it with `\"`"),
            (
                "title = “gone”",
                "not valid TOML: `“` is no quote of TOML (c.toml:3:9) [LE0002]; write `title = \"gone\"`",
            ),
            (
                "reason = [\"b\",\ntitle = \"B\"",
                "not valid TOML: the array is never closed (c.toml:3:10) [LE0002]; close it with `]`",
            ),
            (
                "title = _gone",
                "not valid TOML: the string `_gone` has no quotes (c.toml:3:9) [LE0002]; write `title = \"_gone\"`",
            ),
            (
                "title = %gone",
                "not valid TOML: string values must be quoted (c.toml:3:9) [LE0002]; TOML expects literal string here",
            ),
            (
                "title = \"a \\\"",
                "not valid TOML: the string is never closed (c.toml:3:14) [LE0002]; close it with `\"`",
            ),
            (
                "reason =  [\"b\",\nfields = [\"c\"]\ntitle = \"B\"",
                "not valid TOML: the array is never closed (c.toml:3:11) [LE0002]; close it with `]`",
            ),
        ] {
            assert_eq!(told(line), wanted);
        }
    }

    #[test]
    fn slips_around_a_value_are_called_by_their_names() {
        for (line, wanted) in [
            (
                "title = “gone” # it's “gone”",
                "not valid TOML: `“` is no quote of TOML (c.toml:3:9) [LE0002]; write `title = \"gone\"`",
            ),
            (
                "title = “it's gone”",
                "not valid TOML: `“` is no quote of TOML (c.toml:3:9) [LE0002]; write `title = \"it's gone\"`",
            ),
            (
                "# note a = yes\u{1}",
                "not valid TOML: a comment holds a control character, U+0001 (c.toml:3:15) [LE0002]; remove it",
            ),
            (
                "[\"x = y]",
                "not valid TOML: the quoted code of the header is never closed (c.toml:3:2) [LE0002]; write `[\"x = y\"]`",
            ),
            (
                "title = \"\"\"\nab\n[B]",
                "not valid TOML: the string that `\"\"\"` begins is never closed (c.toml:3:9) [LE0002]; close it with `\"\"\"`",
            ),
            (
                "title == \"x\"",
                "not valid TOML: `==` stands between key and value (c.toml:3:8) [LE0002]; write `title = \"x\"`",
            ),
            (
                "title = \"Order \"not\" found\"",
                "not valid TOML: the string ends before its last quote (c.toml:3:16) [LE0002]; write `title = 'Order \"not\" found'`, or `\\\"` for a quote inside",
            ),
            (
                "a\u{7f}b = x\u{1b}[31m\u{9b}y",
                "not valid TOML: the string `x\\u{1b}[31m\\u{9b}y` has no quotes (c.toml:3:7) [LE0002]; write `a\\u{7f}b = \"x\\u{1b}[31m\\u{9b}y\"`",
            ),
        ] {
            assert_eq!(told(line), wanted);
        }
    }

    /// What somebody forgot to quote may be the rest of the file.
    #[test]
    fn a_word_without_quotes_is_not_told_whole() {
        let text = format!("domain = \"d\"\n[A]\ntitle = {}\n", "x".repeat(100_000));
        let report: usize =
            check("c.toml", text.as_bytes()).diagnostics.iter().map(|fault| format!("{fault:?}").len()).sum();
        assert!(report < 10_000, "{report}");
    }

    #[test]
    fn json_is_called_so_once() {
        let checked = check("c.toml", b"\n{\n  \"domain\": \"d\",\n  \"x\": 1\n}\n");
        let told: Vec<String> = checked.diagnostics.iter().map(ToString::to_string).collect();
        assert_eq!(told, ["not valid TOML: the file is JSON (c.toml:2:1) [LE0002]"]);
        assert!(checked.catalog.has_lost_entries());
    }
}
