//! Writes the peers of `from_code` and `spec()` from the catalog of 1,000 real codes: a `phf` map, a `match` on strings, and an enum with
//! its facts in a hand-written `match`.

use std::fmt::Write as _;
use std::path::Path;

use llamon_errors_catalog::check;

fn main() {
    let path = "catalogs/aws-1000.toml";
    println!("cargo::rerun-if-changed={path}");
    println!("cargo::rerun-if-changed=build.rs");
    let bytes = std::fs::read(path).expect("the catalog is there");
    let checked = check(path, &bytes);
    let entries: Vec<_> = checked
        .catalog
        .entries()
        .iter()
        .filter_map(|entry| entry.as_error().map(|error| (entry.code(), error)))
        .collect();

    let rows: Vec<String> = entries
        .iter()
        .map(|(code, error)| {
            format!(
                "Facts {{ domain: {:?}, code: {code:?}, sdk_code: ErrorCode::{:?}, reason: {:?}, title: {:?}, retriable: {}, \
                 message: None, error_source: {:?}, retry_after_ms: None }}",
                checked.catalog.domain(),
                error.sdk_code.value,
                error.facts.reason.value,
                error.facts.title.value,
                error.retriable.value,
                error.error_source.as_ref().map(|source| source.value.as_str()),
            )
        })
        .collect();
    let mut map = phf_codegen::Map::new();
    for (number, (code, _)) in entries.iter().enumerate() {
        map.entry(*code, format!("&ROWS[{number}]"));
    }

    let mut text = format!("pub(super) static ROWS: [Facts; {}] = [\n", rows.len());
    for row in &rows {
        let _ = writeln!(text, "    {row},");
    }
    let _ = writeln!(text, "];\npub(super) static MAP: phf::Map<&'static str, &'static Facts> = {};", map.build());
    text.push_str("pub(super) fn match_code(code: &str) -> Option<&'static Facts> {\n    match code {\n");
    for (number, (code, _)) in entries.iter().enumerate() {
        let _ = writeln!(text, "        {code:?} => Some(&ROWS[{number}]),");
    }
    text.push_str("        _ => None,\n    }\n}\n#[derive(Clone, Copy)]\npub(super) enum Hand {\n");
    for number in 0..rows.len() {
        let _ = writeln!(text, "    V{number},");
    }
    text.push_str("}\nimpl Hand {\n    pub(super) const ALL: &[Self] = &[\n");
    for number in 0..rows.len() {
        let _ = writeln!(text, "        Self::V{number},");
    }
    text.push_str("    ];\n    pub(super) fn facts(self) -> Facts {\n        match self {\n");
    for (number, row) in rows.iter().enumerate() {
        let _ = writeln!(text, "            Self::V{number} => {row},");
    }
    text.push_str("        }\n    }\n}\n");
    let folder = std::env::var_os("OUT_DIR").expect("cargo says where to write");
    std::fs::write(Path::new(&folder).join("peers.rs"), text).expect("the folder can be written");
}
