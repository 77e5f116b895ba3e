//! The reason of an error of which nothing but a name is known (SPEC M11): comes in the name of its type as the compiler writes it, or what
//! `derive(Debug)` writes, goes out `snake_case`.

use alloc::string::String;
use core::error::Error;
use core::fmt::{self, Write as _};

use llamon_errors_core::format::check_reason;

use crate::data::Text;

/// The reason of an error of which not even a name is known.
pub const UNCLASSIFIED: &str = "unclassified_error";

/// The reason that a type's name makes: `bank::ledger::LedgerLocked` gives `ledger_locked`. A type that is called `Error` is called by its
/// crate too, `reqwest_error`, for so are most. Boxes and references are looked through. Nothing where the name says nothing.
pub(super) fn reason_of_type(type_name: &str) -> Option<Text> {
    let type_name = unwrapped(type_name);
    let (first, last) = segments(type_name);
    // A box of any error, and a mere text, have no name that says something.
    if type_name.starts_with("dyn ") || matches!(last, "str" | "String" | "Cow") {
        return None;
    }
    let mut reason = String::with_capacity(last.len().saturating_add(8));
    if last == "Error" && first != last {
        push_snake(&mut reason, first);
    }
    push_snake(&mut reason, last);
    sound(reason)
}

/// A name that has letters of other scripts or is endless makes no reason.
fn sound(reason: String) -> Option<Text> {
    check_reason(&reason).is_ok().then_some(Text::Owned(reason))
}

/// The reason of errors whose types are not known, outermost first: the first of them that `derive(Debug)` gives a name. It writes the name
/// of the struct, or of the variant, at the front.
pub(super) fn reason_of_debug<'e>(links: impl Iterator<Item = &'e (dyn Error + 'static)>) -> Text {
    for link in links {
        let mut head = Head(String::new());
        // It fails when the head is full, and then the head is all that is needed.
        let is_whole = write!(head, "{link:?}").is_ok();
        if let Some(reason) = derived_name(&head.0, is_whole).and_then(|name| {
            let mut reason = String::with_capacity(name.len().saturating_add(8));
            push_snake(&mut reason, name);
            sound(reason)
        }) {
            return reason;
        }
    }
    Text::Borrowed(UNCLASSIFIED)
}

/// The name at the front of what `derive(Debug)` writes, if it looks like that: `Name`, `Name(...)` or `Name { ... }`. A lone word may be
/// anything, a key even, so one with a digit in it is no name.
fn derived_name(text: &str, is_whole: bool) -> Option<&str> {
    let end = text.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(text.len());
    let (name, rest) = text.split_at_checked(end)?;
    let is_name = name.starts_with(|letter: char| letter.is_ascii_uppercase())
        && name.contains(|letter: char| letter.is_ascii_lowercase())
        && name != "Error";
    let is_lone = rest.is_empty() && is_whole && !name.contains(|letter: char| letter.is_ascii_digit());
    (is_name && (is_lone || rest.starts_with('(') || rest.starts_with(" {"))).then_some(name)
}

/// The first word of a text and what comes right behind it. Writing ends there, before any field is written.
struct Head(String);

impl fmt::Write for Head {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        const ENOUGH: usize = 80;
        for letter in text.chars() {
            // A brace behind a blank is the most that is looked at.
            let is_behind = self.0.ends_with(|last: char| !last.is_ascii_alphanumeric());
            self.0.push(letter);
            if is_behind || letter == '(' || self.0.len() >= ENOUGH {
                return Err(fmt::Error);
            }
        }
        Ok(())
    }
}

/// The type inside references and smart pointers.
fn unwrapped(mut name: &str) -> &str {
    // Each round takes some characters away.
    loop {
        name = name.trim_start_matches(['&', ' ']);
        let inner = name.strip_suffix('>').and_then(|name| name.split_once('<'));
        match inner {
            Some((wrapper, inner)) if matches!(segments(wrapper).1, "Box" | "Arc" | "Rc") => name = inner,
            _ => return name,
        }
    }
}

/// The first and the last segment of a path, without what stands in brackets.
fn segments(path: &str) -> (&str, &str) {
    let (mut depth, mut start, mut end) = (0_usize, 0, path.len());
    for (at, letter) in path.char_indices() {
        match letter {
            '<' => {
                if depth == 0 {
                    end = at;
                }
                depth = depth.saturating_add(1);
            }
            '>' => depth = depth.saturating_sub(1),
            ':' if depth == 0 => (start, end) = (at.saturating_add(1), path.len()),
            _ => {}
        }
    }
    let last = path.get(start..end).unwrap_or_default();
    (path.split(':').next().unwrap_or_default(), last)
}

/// Appends the words of a name in lower case: `HTTPError` gives `http_error`, `A2AFault2` gives `a2a_fault2`.
fn push_snake(reason: &mut String, name: &str) {
    if !reason.is_empty() {
        reason.push('_');
    }
    let mut before = '_';
    let mut letters = name.trim_matches('_').chars().peekable();
    while let Some(letter) = letters.next() {
        let is_followed = letters.peek().is_some_and(char::is_ascii_lowercase);
        let begins_word = letter.is_ascii_uppercase()
            && (before.is_ascii_lowercase() || (is_followed && before.is_ascii_alphanumeric()));
        if begins_word {
            reason.push('_');
        }
        if letter != '_' || before != '_' {
            reason.push(letter.to_ascii_lowercase());
        }
        before = letter;
    }
}

#[cfg(test)]
mod tests {
    use super::{derived_name, reason_of_type};

    #[test]
    fn names_of_types_become_reasons() {
        for (name, reason) in [
            ("bank::ledger::LedgerLocked", "ledger_locked"),
            ("LedgerLocked", "ledger_locked"),
            ("reqwest::error::Error", "reqwest_error"),
            ("serde_json::error::Error", "serde_json_error"),
            ("Error", "error"),
            ("x::HTTPError", "http_error"),
            ("x::A2AProtocolError", "a2a_protocol_error"),
            ("x::Utf8Error", "utf8_error"),
            ("x::E2E", "e2e"),
            ("x::SendError<alloc::vec::Vec<u8>>", "send_error"),
            ("alloc::boxed::Box<bank::Fault>", "fault"),
            ("alloc::sync::Arc<alloc::boxed::Box<bank::Wrap<u8>>>", "wrap"),
            ("&bank::Fault", "fault"),
            ("<bank::T as bank::U<u8>>::f::Fault", "fault"),
            ("bank::_Strange__Name_", "strange_name"),
        ] {
            assert_eq!(reason_of_type(name).as_deref(), Some(reason), "{name}");
        }
    }
    #[test]
    fn names_that_say_nothing_make_no_reason() {
        for name in [
            "alloc::boxed::Box<dyn core::error::Error>",
            "alloc::boxed::Box<dyn core::error::Error + core::marker::Send + core::marker::Sync>",
            "&str",
            "alloc::string::String",
            "dyn core::error::Error + core::marker::Send",
            "bank::문서오류",
            "bank::문서Error",
            "__",
            "",
            "<<<",
            ">>::",
        ] {
            assert_eq!(reason_of_type(name), None, "{name}");
        }
        assert_eq!(reason_of_type(&"A".repeat(500)), None);
    }

    #[test]
    fn only_what_derive_writes_is_taken_for_a_name() {
        for (text, name) in [
            ("LedgerLocked", Some("LedgerLocked")),
            ("LedgerLocked { account: 7 }", Some("LedgerLocked")),
            ("Io(Os { code: 2 })", Some("Io")),
            ("Utf8Error { valid_up_to: 1 }", Some("Utf8Error")),
            ("Error", None),
            ("Error { kind: Closed }", None),
            ("reqwest::Error { kind: Request }", None),
            ("\"connection refused\"", None),
            ("Connection refused", None),
            ("Timeout: 3 s", None),
            ("EXAMPLEKEY", None),
            ("Examplekey123", None),
            ("문서오류", None),
            ("", None),
        ] {
            assert_eq!(derived_name(text, true), name, "{text}");
        }
        assert_eq!(derived_name("LedgerLocked", false), None, "it may go on");
    }
}
