//! A catalog as TOML, from a draft of it (feature `import`).
//!
//! ```text
//! domain = "document-service"
//!
//! [DOC_005]
//! sdk_code = "NOT_FOUND"
//! reason = "document_not_found"
//! title = "문서 없음"
//! retriable = false
//! message = { ko = "...", en = "..." }
//! ```
//!
//! Keys stand in the order of the format's description, whatever order a draft has. What a draft leaves open stays open: the text is a
//! catalog like any other, and `check` says what it lacks.

use toml_writer::{TomlKeyBuilder, TomlStringBuilder, TomlWrite as _};

use crate::import::{Draft, DraftEntry, Value};
use crate::keys::Key;

/// The whole file.
#[must_use]
pub fn toml(draft: &Draft) -> String {
    placed(draft).0
}

/// The whole file, and the bytes at which its entries begin.
pub(crate) fn placed(draft: &Draft) -> (String, Vec<usize>) {
    let (mut out, mut places) = (String::new(), Vec::with_capacity(draft.entries.len()));
    for (key, value) in
        [("domain", &draft.domain), ("default_locale", &draft.default_locale), ("version", &draft.version)]
    {
        if let Some(value) = value {
            pair(&mut out, key, &Value::Text(value.clone()));
            out.push('\n');
        }
    }
    for entry in &draft.entries {
        places.push(out.len());
        table(&mut out, entry);
    }
    (out, places)
}

fn table(out: &mut String, entry: &DraftEntry) {
    out.push_str("\n[");
    // Writing to a `String` cannot fail, here and below.
    let _ = out.key(TomlKeyBuilder::new(&entry.code).as_default());
    out.push_str("]\n");
    for key in Key::names() {
        if let Some(value) = entry.value(key) {
            pair(out, key, value);
            out.push('\n');
        }
    }
}

fn pair(out: &mut String, key: &str, value: &Value) {
    let _ = out.key(TomlKeyBuilder::new(key).as_default());
    out.push_str(" = ");
    match value {
        Value::Text(text) => string(out, text),
        Value::Flag(flag) => {
            let _ = out.value(*flag);
        }
        Value::Number(number) => {
            let _ = out.value(*number);
        }
        Value::Texts(texts) => {
            out.push_str("{ ");
            for (position, (key, text)) in texts.iter().enumerate() {
                out.push_str(if position > 0 { ", " } else { "" });
                let _ = out.key(TomlKeyBuilder::new(key).as_default());
                out.push_str(" = ");
                let _ = out.value(TomlStringBuilder::new(text).as_basic());
            }
            out.push_str(" }");
        }
    }
}

/// Text of several lines keeps them.
fn string(out: &mut String, text: &str) {
    let builder = TomlStringBuilder::new(text);
    let lines = if text.contains('\n') { builder.as_ml_basic_pretty() } else { None };
    let _ = out.value(lines.unwrap_or_else(|| builder.as_basic()));
}
