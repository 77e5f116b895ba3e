//! The variants of entries at fault: code that uses them brings no errors of its own.
//!
//! Comes in: what is known of such an entry, and the file's text. Goes out: its variant. The lines of its message and its fields are read once
//! more, below facts that are surely sound; where they are what is at fault, the variant has no fields.

use std::fmt::Write as _;

use llamon_errors_catalog::emit::rust::{Types, variants as emit};
use llamon_errors_catalog::model::Damaged;
use llamon_errors_catalog::names::{Wanted, variants};
use llamon_errors_catalog::{Checked, Diagnostics, check_without_advice};

/// So many entries at fault are read once more; far fewer are shown.
const MOST: usize = 256;

/// The source of the variants that the entries at fault would have, but for those that `taken` refuses.
pub(super) fn emit_damaged(checked: &Checked, types: Types<'_>, mut taken: impl FnMut(&str) -> bool) -> String {
    let mut out = String::new();
    for text in checked.catalog.damaged().iter().take(MOST).filter_map(|damaged| repaired(checked, damaged)) {
        let again = check_without_advice("", text.as_bytes());
        let found = variants(&again.source, &again.catalog, Wanted::Errors, &mut Diagnostics::default());
        if found.iter().all(|(_, name)| !taken(name)) {
            out.push_str(&emit(&found, types));
        }
    }
    out
}

/// A catalog of this entry alone, with as much of it as variants are made of.
fn repaired(checked: &Checked, damaged: &Damaged) -> Option<String> {
    let reason = damaged.reason.as_ref()?;
    let behind = checked.source.text().get(damaged.code.span.end..)?;
    let (locale, own) =
        (checked.catalog.default_locale(), |line: &&str| line.starts_with("message") || line.starts_with("fields"));
    let mut text = "domain = \"any\"\n".to_owned();
    if let Some(locale) = locale {
        let _ = writeln!(text, "default_locale = \"{locale}\"");
    }
    let _ =
        writeln!(text, "[X]\nsdk_code = \"INTERNAL_ERROR\"\ntitle = \"any\"\nretriable = false\nreason = \"{reason}\"");
    let sound = text.len();
    for line in behind.lines().skip(1).map(str::trim_start).take_while(|line| !line.starts_with('[')).filter(own) {
        let _ = writeln!(text, "{line}");
    }
    if check_without_advice("", text.as_bytes()).diagnostics.has_errors() {
        text.truncate(sound);
    }
    Some(text)
}
