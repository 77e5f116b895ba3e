//! What is said of a text that is none of a few known ones: comes in what they are, goes out a line that lists them.

use core::fmt;

/// Writes `what: a, b, c`.
pub(crate) fn write_known(f: &mut fmt::Formatter<'_>, what: &str, known: &[&str]) -> fmt::Result {
    write!(f, "{what}: ")?;
    for (position, word) in known.iter().enumerate() {
        f.write_str(if position == 0 { "" } else { ", " })?;
        f.write_str(word)?;
    }
    Ok(())
}
