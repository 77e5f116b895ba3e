//! Characters that are not what they look like.
//!
//! Comes in: text for people. Goes out: the first character nobody sees, the first word of two scripts, which characters emitters write
//! out. Not done here: any judgement of what to do about it.

/// Characters that leave no ink or turn the direction of what follows: nobody sees them in a file.
pub(crate) const fn is_invisible(letter: char) -> bool {
    matches!(letter,
        '\u{00ad}' | '\u{034f}' | '\u{061c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Invisible characters that scripts need: joiners hold emoji and Indic letters together, and marks of direction stand in right-to-left
/// texts.
const fn is_needed(letter: char) -> bool {
    matches!(letter, '\u{200c}'..='\u{200f}' | '\u{061c}')
}

/// Characters that nobody sees, that steer a terminal, or that end a line where the text does not. A word of the user's in a message is
/// shown without any of them.
pub(crate) fn is_hidden(letter: char) -> bool {
    is_invisible(letter) || letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}')
}

/// The hidden characters that move the cursor, end a line, or turn the direction of what stands beside them. A line of a file is drawn
/// without them; those that only leave no ink stay, so that what a picture shows can be copied.
#[cfg(feature = "render")]
pub(crate) fn is_steering(letter: char) -> bool {
    let turns =
        matches!(letter, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}')
}

/// Characters that every emitter writes out by their numbers, or leaves away, and never copies: the hidden ones that no script needs. What
/// lays out a text (`\n`, a tab) is for the emitter to let through.
pub(crate) fn is_written_out(letter: char) -> bool {
    is_hidden(letter) && !is_needed(letter)
}

/// A text with some of its characters written out by their numbers.
pub(crate) fn written_out(text: &str, which: fn(char) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if which(letter) {
            out.extend(letter.escape_unicode());
        } else {
            out.push(letter);
        }
    }
    out
}

/// A text in one line, without what nobody sees: for comments of any language.
pub(crate) fn one_line(text: &str) -> String {
    let line: Vec<&str> = text.split_whitespace().collect();
    line.join(" ").chars().filter(|letter| !is_written_out(*letter)).collect()
}

/// The first character that no script needs and nobody sees, or that would steer a terminal; what lays a text out is neither.
#[cfg(any(test, feature = "lint"))]
pub(crate) fn unseen(text: &str) -> Option<char> {
    text.chars().find(|letter| is_written_out(*letter) && !matches!(letter, '\n' | '\t'))
}

/// The first word that holds Latin letters and letters of Greek or Cyrillic, many of which look like Latin ones. Hangul, Han and Kana
/// beside Latin are how people write.
#[cfg(any(test, feature = "lint"))]
pub(crate) fn mixed_scripts(text: &str) -> Option<&str> {
    text.split(|letter: char| !letter.is_alphanumeric()).find(|word| {
        !word.is_ascii()
            && word.chars().any(|letter| letter.is_ascii_alphabetic())
            && word.chars().any(|letter| matches!(letter, '\u{0370}'..='\u{052f}') && letter != 'µ' && letter != 'μ')
    })
}

/// The ASCII text that this one looks like: blanks as `_`, full-width letters as plain ones, and letters of Cyrillic and Greek as the Latin
/// ones that have their shape. Nothing where a character looks like none.
pub(crate) fn looks_like(text: &str) -> Option<String> {
    const SHAPES: [(&str, &str); 2] =
        [("АВЕКМНОРСТХавекмнорстхуі", "ABEKMHOPCTXabekmhopctxyi"), ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABEZHIKMNOPTYXo")];
    let shape = |letter: char| match letter {
        '!'..='~' => Some(letter),
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0),
        _ if letter.is_whitespace() => Some('_'),
        _ => SHAPES.iter().find_map(|(from, to)| {
            let at = from.chars().position(|other| other == letter)?;
            to.chars().nth(at)
        }),
    };
    text.trim().chars().filter(|letter| !is_invisible(*letter)).map(shape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_scripts_need_is_seen() {
        for fine in ["👩\u{200d}💻 화면", "می\u{200c}خواهم", "Größe", "API서버", "μs", "문서 A-17", "Ελλάδα", "Привет"]
        {
            assert_eq!((unseen(fine), mixed_scripts(fine)), (None, None), "{fine}");
        }
    }

    #[test]
    fn what_is_written_out_is_what_nobody_needs() {
        let text = "👩\u{200d}💻\u{200f}\u{202e}a\u{2028}b\u{7}\u{200b}";
        assert_eq!(text.chars().filter(|letter| is_written_out(*letter)).count(), 4);
        assert_eq!(one_line(" a\n\u{202e}b \u{2028}👩\u{200d}💻"), "a b 👩\u{200d}💻");
    }

    #[test]
    fn look_alikes_are_spelled_out() {
        for (text, plain) in [
            ("ＤＯＣ_005", "DOC_005"),
            ("DОC_005", "DOC_005"),
            (" DOC 005 ", "DOC_005"),
            ("D\u{200b}OC", "DOC"),
            ("ΚΕΥ", "KEY"),
        ] {
            assert_eq!(looks_like(text).as_deref(), Some(plain), "{text}");
        }
        assert_eq!(looks_like("문서_005"), None);
    }

    #[test]
    fn what_deceives_is_found() {
        assert_eq!(unseen("문서\u{200b}없음"), Some('\u{200b}'));
        assert_eq!(unseen("\u{202e}cod.exe"), Some('\u{202e}'));
        assert_eq!(mixed_scripts("the DОC is gone"), Some("DОC"));
    }
}
