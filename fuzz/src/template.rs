//! What must hold for any text that somebody takes for a message.

use std::fmt::Display;

use llamon_errors_core::template::{Piece, pieces, placeholders, write};

/// Reads a text as a message and fills it.
///
/// # Panics
/// When the pieces are not those of the text: that is a finding.
pub fn template(bytes: &[u8]) {
    let Ok(message) = std::str::from_utf8(bytes) else { return };
    let (mut wanted, mut names, mut is_sound) = (String::new(), Vec::new(), true);
    for piece in pieces(message) {
        match piece {
            Ok(Piece::Text(text)) => wanted.push_str(text),
            Ok(Piece::Placeholder(name)) => {
                assert!(message.contains(&format!("{{{name}}}")), "`{name}` of {message:?}");
                wanted.extend(["<", name, ">"]);
                names.push(name);
            }
            Err(error) => {
                assert!(message.get(error.range.clone()).is_some_and(|at| !at.is_empty()), "{error:?} in {message:?}");
                is_sound = false;
            }
        }
    }
    assert_eq!(placeholders(message).collect::<Vec<_>>(), names);
    let filled: Vec<String> = names.iter().map(|name| format!("<{name}>")).collect();
    let filled: Vec<&dyn Display> = filled.iter().map(|text| text as &dyn Display).collect();
    let mut written = String::new();
    write(&mut written, message, &filled).expect("a String takes all");
    assert!(!is_sound || written == wanted, "{written:?} is not {wanted:?}");
    // Any text becomes a message that says it, by doubling its braces.
    let escaped = message.replace('{', "{{").replace('}', "}}");
    let mut said = String::new();
    write(&mut said, &escaped, &[]).expect("a String takes all");
    assert_eq!(said, message);
}
