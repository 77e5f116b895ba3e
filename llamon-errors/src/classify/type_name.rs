//! The reason of an error of which nothing but the name of its type is known (SPEC M11): comes in the name as the compiler writes it, goes
//! out `snake_case`.

use alloc::string::String;

use llamon_errors_core::format::check_reason;

use crate::data::Text;

/// The reason of an error of which not even the type's name is known.
pub const UNCLASSIFIED: &str = "unclassified_error";

/// The reason that a type's name makes: `bank::ledger::LedgerLocked` gives `ledger_locked`. A type that is called `Error` is called by its
/// crate too, `reqwest_error`, for so are most. Boxes and references are looked through.
pub(super) fn reason_of_type(type_name: &str) -> Text {
    let type_name = unwrapped(type_name);
    let (first, last) = segments(type_name);
    // A box of any error, and a mere text, have no name that says something.
    if type_name.starts_with("dyn ") || matches!(last, "str" | "String" | "Cow") {
        return Text::Borrowed(UNCLASSIFIED);
    }
    let mut reason = String::with_capacity(last.len().saturating_add(8));
    if last == "Error" && first != last {
        push_snake(&mut reason, first);
    }
    push_snake(&mut reason, last);
    // A name that has letters of other scripts or is endless makes no reason.
    if check_reason(&reason).is_ok() { Text::Owned(reason) } else { Text::Borrowed(UNCLASSIFIED) }
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
    use super::reason_of_type;

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
            ("alloc::boxed::Box<dyn core::error::Error>", "unclassified_error"),
            (
                "alloc::boxed::Box<dyn core::error::Error + core::marker::Send + core::marker::Sync>",
                "unclassified_error",
            ),
            ("&str", "unclassified_error"),
            ("alloc::string::String", "unclassified_error"),
            ("dyn core::error::Error + core::marker::Send", "unclassified_error"),
            ("bank::문서오류", "unclassified_error"),
            ("bank::문서Error", "unclassified_error"),
            ("__", "unclassified_error"),
            ("", "unclassified_error"),
            ("<<<", "unclassified_error"),
            (">>::", "unclassified_error"),
        ] {
            assert_eq!(reason_of_type(name), reason, "{name}");
        }
        assert_eq!(reason_of_type(&"A".repeat(500)), "unclassified_error");
    }
}
