//! Where the page of a code lies: a file name that every file system takes, another one for each code, and the same one for ever.
//!
//! ```text
//! name   = { plain | "~" hex hex } [ case ]        plain = A-Z a-z 0-9 _ - .
//! case   = "~l" | "~m" hex { hex }                 all letters are lower case; bit by bit, the first letter first, which are
//! ```
//!
//! | code | page |
//! |---|---|
//! | `DOC_005` | `DOC_005.html` |
//! | `KV:Cloud:Io` | `KV~3aCloud~3aIo~m4f2.html` |
//! | `card_declined` | `card_declined~l.html` |
//! | `CON` | `~43ON.html` |
//! | `..` | `~2e..html` |
//!
//! A name depends on its code alone, so links last whatever else the catalog gets. Some file systems take names for one that differ only in
//! case: therefore a code with lower case letters says which. `~` needs no escape in a URL, unlike `%`, and stands for nothing else here.

use std::fmt::Write as _;

/// Names that Windows keeps for devices, whatever comes behind a dot.
const DEVICES: [&str; 4] = ["CON", "PRN", "AUX", "NUL"];
/// The longest name of one folder or file, in bytes; file systems take 255.
const LONGEST: usize = 200;

/// The name of a code's page, without its ending. Names that no file system takes in one piece come in folders.
pub(super) fn of_code(code: &str) -> String {
    let mut name = escaped(code);
    let letters: Vec<bool> =
        code.bytes().filter(u8::is_ascii_alphabetic).map(|letter| letter.is_ascii_lowercase()).collect();
    if letters.iter().any(|lower| *lower) {
        if letters.iter().all(|lower| *lower) {
            name.push_str("~l");
        } else {
            name.push_str("~m");
            for four in letters.chunks(4) {
                let digit = four.iter().fold(0_u8, |digit, lower| digit << 1 | u8::from(*lower)) << (4 - four.len());
                let _ = write!(name, "{digit:x}");
            }
        }
    }
    in_pieces(&name)
}

/// The name of a domain's folder. Domains have no upper case letters, so none needs to say its case.
pub(super) fn of_domain(domain: &str) -> String {
    in_pieces(&escaped(domain))
}

/// The text with everything escaped that is not plain, and its first character where the whole would mean something else: a hidden file,
/// a device, the page of the catalog itself.
fn escaped(text: &str) -> String {
    let stem = text.split('.').next().unwrap_or_default();
    let first = stem.is_empty() || is_device(stem) || text.eq_ignore_ascii_case("index");
    let mut name = String::with_capacity(text.len());
    for (at, byte) in text.bytes().enumerate() {
        let plain = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
        if plain && (at > 0 || !first) {
            name.push(char::from(byte));
        } else {
            let _ = write!(name, "~{byte:02x}");
        }
    }
    name
}

fn is_device(stem: &str) -> bool {
    let port = |name: &str| {
        let (head, number) = name.split_at_checked(3)?;
        let is_port = head.eq_ignore_ascii_case("COM") || head.eq_ignore_ascii_case("LPT");
        Some(is_port && number.len() == 1 && number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    DEVICES.iter().any(|device| stem.eq_ignore_ascii_case(device)) || port(stem).unwrap_or(false)
}

/// Cuts what is too long into folders. A folder ends with `~`, which no page does, so that none is in another's place; and what comes next
/// begins with one, so that no piece is hidden or a device.
fn in_pieces(name: &str) -> String {
    let mut pieces = String::with_capacity(name.len());
    for (at, letter) in name.chars().enumerate() {
        if at > 0 && at % LONGEST == 0 {
            pieces.push_str("~/~");
        }
        pieces.push(letter);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_as_documented() {
        for (code, name) in [
            ("DOC_005", "DOC_005"),
            ("8005", "8005"),
            ("KV:Cloud:Io", "KV~3aCloud~3aIo~m1e8"),
            ("card_declined", "card_declined~l"),
            ("CON", "~43ON"),
            ("con.txt", "~63on.txt~l"),
            ("COM1", "~43OM1"),
            ("COMMON", "COMMON"),
            ("..", "~2e."),
            (".git", "~2egit~l"),
            ("INDEX", "~49NDEX"),
            ("index", "~69ndex~l"),
            ("a~/b", "a~7e~2fb~l"),
        ] {
            assert_eq!(of_code(code), name, "{code}");
        }
        assert_eq!((of_domain("document-service"), of_domain("con")), ("document-service".into(), "~63on".into()));
    }

    #[test]
    fn a_long_name_comes_in_folders() {
        let name = of_code(&"<>".repeat(64));
        assert_eq!(name.split('/').map(str::len).collect::<Vec<_>>(), [LONGEST + 1, 384 - LONGEST + 1]);
        assert_eq!(of_code(&"A".repeat(128)), "A".repeat(128));
    }
}
