//! What is no TOML, in words for people.
//!
//! Comes in: the parser's words and a place. Goes out: a diagnostic that says what was probably meant. The parser knows what it would have
//! accepted (`nan`, for a word without quotes); people make a few slips again and again, and these are known here.

use crate::diagnostic::Diagnostic;
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
    // Two wordings of the parser for one limit.
    let deep = what.starts_with("cannot recurse further") || what.starts_with("recursion limit");
    let what = if deep { "arrays, tables or dotted keys are nested too deeply" } else { what };
    // A fault at the end of a line is shown there, not at the first character of the next.
    let end = line.start + source.slice(line).trim_end_matches('\n').len();
    let span = Span { start: span.start.min(end), end: span.end.min(end).max(span.start.min(end)) };
    let slip = (!deep).then(|| value_slip(source, line).or_else(|| open_array(source, line, what))).flatten();
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
            Some(source.slice(slip.span)),
        )
}

/// A slip in the value of `key = value`: quotes forgotten, not closed, or of the wrong kind; a misspelt `true`.
fn value_slip(source: &SourceFile, line: Span) -> Option<Slip> {
    let text = source.slice(line);
    let (key, after) = text.split_once('=')?;
    let blanks = after.len() - after.trim_start().len();
    let value = after.trim_start().trim_end();
    let start = line.start + key.len() + 1 + blanks;
    let key = key.trim();
    let first = value.chars().next()?;
    let word = || value.split_once('#').map_or(value, |(word, _)| word.trim_end());
    let whole = |text: &str| Span { start, end: start + text.len() };
    match first {
        '"' if !value.starts_with("\"\"\"") => {
            let closes = value.char_indices().skip(1).any(|(at, letter)| {
                letter == '"'
                    && value
                        .get(..at)
                        .is_some_and(|before| (before.len() - before.trim_end_matches('\\').len()).is_multiple_of(2))
            });
            let end = start + value.len();
            (!closes).then(|| Slip {
                what: "the string is never closed".to_owned(),
                span: Span { start: end, end },
                help: "close it with `\"`".to_owned(),
            })
        }
        '“' | '”' | '‘' | '’' | '＂' => {
            let inside = value.trim_matches(|letter: char| "“”‘’＂\"'".contains(letter));
            Some(Slip {
                what: format!("`{first}` is no quote of TOML"),
                span: whole(value),
                help: format!("write `{key} = \"{inside}\"`"),
            })
        }
        _ if first.is_alphabetic() || first == '_' => {
            let word = word();
            let meant = match word {
                "yes" | "on" | "True" | "TRUE" => Some("true"),
                "no" | "off" | "False" | "FALSE" => Some("false"),
                "true" | "false" | "inf" | "nan" => return None,
                other => nearest(other, ["true", "false"]),
            };
            Some(match meant {
                Some(meant) => Slip {
                    what: format!("`{word}` is no value"),
                    span: whole(word),
                    help: format!("write `{key} = {meant}`"),
                },
                None => Slip {
                    what: format!("the string `{word}` has no quotes"),
                    span: whole(word),
                    help: format!("write `{key} = \"{word}\"`"),
                },
            })
        }
        _ => None,
    }
}

/// An array that is never closed is noticed lines behind; shown is where it begins.
fn open_array(source: &SourceFile, line: Span, what: &str) -> Option<Slip> {
    const MOST_LINES: usize = 64;
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
}
