//! The grammar of catalog messages.
//!
//! ```text
//! message     = { text | "{{" | "}}" | placeholder }
//! placeholder = "{" name "}"
//! name        = ( letter | "_" ) { letter | digit | "_" }     ASCII, not "_" alone, not self, Self, super, crate
//! ```
//!
//! Comes in: the text of a message. Goes out: its pieces in order, a fault in the place of each piece that is none. Reading goes
//! on behind a fault, so that one run shows all of them. There is no format specification, no positional argument and no
//! nesting: a message is text for people with holes in it, not a program.
//!
//! The engine checks messages with it, the derive binds placeholders to fields with it, and the runtime fills the holes with it.

use core::fmt;
use core::ops::Range;

/// One piece of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Text to print as it is. `{{` and `}}` arrive as one brace.
    Text(&'a str),
    /// A hole that a field fills.
    Placeholder(&'a str),
}

/// A piece that is none, and the bytes of the message that it covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateError {
    /// What is wrong.
    pub fault: TemplateFault,
    /// Where, as a byte range of the message.
    pub range: Range<usize>,
}

/// What is wrong with a piece of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TemplateFault {
    /// `{` without a `}` behind it.
    Unclosed,
    /// `}` without a `{` before it.
    Unopened,
    /// `{}`.
    Empty,
    /// `{0}`.
    Positional,
    /// `{name:>5}` or `{name!r}`.
    FormatSpec,
    /// `{r#type}`; the field is called `type` here.
    RawIdentifier,
    /// A name that no field can have: `{user.name}`, `{a-b}`, `{ x }`, `{이름}`.
    BadName,
}

impl TemplateFault {
    /// A short phrase that completes "the message ...".
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Unclosed => "has a `{` that is never closed",
            Self::Unopened => "has a `}` that closes nothing",
            Self::Empty => "has an empty placeholder",
            Self::Positional => "has a positional placeholder",
            Self::FormatSpec => "has a format specification in a placeholder",
            Self::RawIdentifier => "writes a raw identifier in a placeholder",
            Self::BadName => "has a placeholder that is no field name",
        }
    }
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the message {} (byte {})", self.fault.as_str(), self.range.start)
    }
}

impl core::error::Error for TemplateError {}

/// Splits a message into its pieces.
///
/// ```
/// use llamon_errors_core::template::{pieces, Piece};
///
/// let all: Result<Vec<_>, _> = pieces("{count} of {{max}}").collect();
/// assert_eq!(
///     all.unwrap(),
///     [Piece::Placeholder("count"), Piece::Text(" of "), Piece::Text("{"), Piece::Text("max"), Piece::Text("}")],
/// );
/// ```
#[must_use]
pub const fn pieces(message: &str) -> Pieces<'_> {
    Pieces { rest: message, at: 0 }
}

/// The iterator of [`pieces`].
#[derive(Clone, Debug)]
pub struct Pieces<'a> {
    rest: &'a str,
    at: usize,
}

impl<'a> Pieces<'a> {
    /// Takes `length` bytes off the front. The callers cut at ASCII bytes only, so the split never fails.
    fn take(&mut self, length: usize) -> (&'a str, Range<usize>) {
        let (taken, rest) = self.rest.split_at_checked(length).unwrap_or((self.rest, ""));
        let range = self.at..self.at + taken.len();
        self.rest = rest;
        self.at = range.end;
        (taken, range)
    }

    /// Reads on from a `{` that is not doubled.
    fn placeholder(&mut self) -> Result<Piece<'a>, TemplateError> {
        let inside = self.rest.get(1..).unwrap_or("");
        let Some(end) = inside.find(['{', '}']).filter(|&end| inside.as_bytes().get(end) == Some(&b'}')) else {
            let (_, range) = self.take(1);
            return Err(TemplateError { fault: TemplateFault::Unclosed, range });
        };
        let (whole, range) = self.take(end + 2);
        let name = whole.strip_prefix('{').and_then(|name| name.strip_suffix('}')).unwrap_or(whole);
        match name_fault(name) {
            None => Ok(Piece::Placeholder(name)),
            Some(fault) => Err(TemplateError { fault, range }),
        }
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Result<Piece<'a>, TemplateError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.rest.as_bytes().first()?;
        if self.rest.starts_with("{{") || self.rest.starts_with("}}") {
            let (braces, _) = self.take(2);
            return Some(Ok(Piece::Text(braces.get(1..).unwrap_or(braces))));
        }
        Some(match next {
            b'{' => self.placeholder(),
            b'}' => {
                let (_, range) = self.take(1);
                Err(TemplateError { fault: TemplateFault::Unopened, range })
            }
            _ => {
                let end = self.rest.find(['{', '}']).unwrap_or(self.rest.len());
                Ok(Piece::Text(self.take(end).0))
            }
        })
    }
}

/// What keeps `name` from being a placeholder's name, if anything does.
fn name_fault(name: &str) -> Option<TemplateFault> {
    let first = match name.as_bytes().first() {
        None => return Some(TemplateFault::Empty),
        Some(first) => *first,
    };
    if is_identifier(name) {
        return None;
    }
    if first.is_ascii_digit() && name.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(TemplateFault::Positional);
    }
    if name.strip_prefix("r#").is_some_and(is_identifier) {
        return Some(TemplateFault::RawIdentifier);
    }
    // Without either sign the head is the whole name, which is neither empty nor an identifier.
    let head = name.split([':', '!']).next().unwrap_or(name);
    if head.is_empty() || is_identifier(head) {
        return Some(TemplateFault::FormatSpec);
    }
    Some(TemplateFault::BadName)
}

/// Whether `name` can be a placeholder's name, and so a field's: ASCII, and none of the words that not even `r#` makes a field.
///
/// ```
/// use llamon_errors_core::template::is_identifier;
///
/// assert!(is_identifier("document_id") && is_identifier("type"));
/// assert!(!is_identifier("_") && !is_identifier("self") && !is_identifier("9a") && !is_identifier("이름"));
/// ```
#[must_use]
pub fn is_identifier(name: &str) -> bool {
    !matches!(name, "_" | "self" | "Self" | "super" | "crate")
        && name.bytes().enumerate().all(|(position, byte)| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => true,
            b'0'..=b'9' => position > 0,
            _ => false,
        })
        && !name.is_empty()
}

/// The names of a message's placeholders in the order of their use, faults left out. A name used twice comes twice.
pub fn placeholders(message: &str) -> impl Iterator<Item = &str> {
    pieces(message).filter_map(|piece| match piece {
        Ok(Piece::Placeholder(name)) => Some(name),
        Ok(Piece::Text(_)) | Err(_) => None,
    })
}

/// Writes a message, its n-th placeholder filled with `arguments[n]`.
///
/// A placeholder without an argument and a piece that is no message are written as they stand: an error's text is never lost
/// because of a fault in it.
///
/// # Errors
/// Only those of `out`.
pub fn write(out: &mut dyn fmt::Write, message: &str, arguments: &[&dyn fmt::Display]) -> fmt::Result {
    let mut arguments = arguments.iter();
    for piece in pieces(message) {
        match piece {
            Ok(Piece::Text(text)) => out.write_str(text)?,
            Ok(Piece::Placeholder(name)) => match arguments.next() {
                Some(argument) => out.write_fmt(format_args!("{argument}"))?,
                None => out.write_fmt(format_args!("{{{name}}}"))?,
            },
            Err(error) => out.write_str(message.get(error.range).unwrap_or(""))?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::{String, ToString as _};
    use std::vec;
    use std::vec::Vec;

    fn faults(message: &str) -> Vec<(TemplateFault, Range<usize>)> {
        pieces(message).filter_map(Result::err).map(|error| (error.fault, error.range)).collect()
    }

    fn filled(message: &str, arguments: &[&dyn fmt::Display]) -> String {
        let mut out = String::new();
        write(&mut out, message, arguments).unwrap();
        out
    }

    #[test]
    fn braces_that_are_doubled_are_text() {
        assert_eq!(filled("{{x}}", &[]), "{x}");
        assert_eq!(filled("{{{x}}}", &[&7]), "{7}");
        assert_eq!(filled("Index differs: {{{expected}}} and {{{actual}}}", &[&1, &2]), "Index differs: {1} and {2}");
        assert!(faults("{{{{}}}}").is_empty());
    }

    #[test]
    fn every_fault_of_a_message_is_found() {
        assert_eq!(faults("open { only"), vec![(TemplateFault::Unclosed, 5..6)]);
        assert_eq!(faults("close } only"), vec![(TemplateFault::Unopened, 6..7)]);
        assert_eq!(
            faults("{} {0} {a.b} {"),
            vec![
                (TemplateFault::Empty, 0..2),
                (TemplateFault::Positional, 3..6),
                (TemplateFault::BadName, 7..12),
                (TemplateFault::Unclosed, 13..14),
            ]
        );
        assert_eq!(faults("{a {b} c}"), vec![(TemplateFault::Unclosed, 0..1), (TemplateFault::Unopened, 8..9)]);
    }

    #[test]
    fn a_fault_is_told_with_its_place() {
        let told: Vec<String> = pieces("{} {0} {").filter_map(Result::err).map(|error| error.to_string()).collect();
        assert_eq!(
            told,
            [
                "the message has an empty placeholder (byte 0)",
                "the message has a positional placeholder (byte 3)",
                "the message has a `{` that is never closed (byte 7)",
            ]
        );
    }

    #[test]
    fn names_that_no_field_can_have_are_told_apart() {
        for (message, fault) in [
            ("{r#type}", TemplateFault::RawIdentifier),
            ("{count:>5}", TemplateFault::FormatSpec),
            ("{:?}", TemplateFault::FormatSpec),
            ("{x!r}", TemplateFault::FormatSpec),
            ("{ spaced }", TemplateFault::BadName),
            ("{이름}", TemplateFault::BadName),
            ("{user.name}", TemplateFault::BadName),
            ("{user.name:>5}", TemplateFault::BadName),
            ("{a-b}", TemplateFault::BadName),
            ("{_}", TemplateFault::BadName),
            ("{self}", TemplateFault::BadName),
            ("{9a}", TemplateFault::BadName),
        ] {
            assert_eq!(faults(message), vec![(fault, 0..message.len())], "{message}");
        }
        assert!(faults("{type} {_x} {X9}").is_empty());
    }

    #[test]
    fn placeholders_come_in_order_of_use() {
        assert_eq!(placeholders("{a}{b}{a}").collect::<Vec<_>>(), ["a", "b", "a"]);
    }

    #[test]
    fn text_survives_missing_arguments_and_faults() {
        assert_eq!(filled("문서 {id} { {0}", &[]), "문서 {id} { {0}");
    }
}
