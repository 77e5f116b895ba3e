//! What must hold for any bytes that somebody takes for a catalog of another form.

use std::collections::HashMap;

use llamon_errors_catalog::emit::export::export;
use llamon_errors_catalog::emit::toml::toml;
use llamon_errors_catalog::import::{Decision, Draft, Form, Imported, Options, import};
use llamon_errors_catalog::model::ErrorCode;
use llamon_errors_catalog::{Checked, Diagnostics, SourceFile, check};
use serde_json::Value;

/// The name under which a file is shown. It has what parts places, so that nobody takes a piece of it for one.
const PATH: &str = "a:7/b#3.csv";

/// Imports bytes. The first one chooses the form and what a person has decided already: bits 0 and 1 are the form, 2 the domain, 3 all
/// else, so `0` to `?` are all of them. Says whether a catalog came out.
///
/// # Panics
/// When what comes out is neither a catalog nor a reason why there is none: that is a finding.
pub fn import_any(bytes: &[u8]) -> bool {
    let Some((choice, bytes)) = bytes.split_first() else { return false };
    let form = [Form::ErrorsToml, Form::Csv, Form::Json][usize::from(choice & 3) % 3];
    let options = Options {
        domain: (choice & 4 != 0).then(|| "orders".to_owned()),
        sdk_code: (choice & 8 != 0).then_some(ErrorCode::NotFound),
        retriable: (choice & 8 != 0).then_some(false),
        reason_from_code: choice & 8 != 0,
    };
    let imported = import(PATH, bytes, form, &options);
    // It costs as much as all before it, so it is done for one length in eight; a fuzzer tries many lengths.
    if bytes.len().is_multiple_of(8) {
        let again = import(PATH, bytes, form, &options);
        assert_eq!(
            (&imported.text, &imported.decisions),
            (&again.text, &again.decisions),
            "it differs from run to run"
        );
    }

    let mut faults = Diagnostics::default();
    let source = SourceFile::decode(PATH, bytes, &mut faults);
    // What is wrong with the characters of a file may be all that stands on a line.
    let is_table = form == Form::Csv && faults.is_empty();
    let mut above: HashMap<&str, usize> = HashMap::new();
    for decision in &imported.decisions {
        assert!(!decision.message.is_empty() && !decision.message.contains('\n'), "{decision}");
        if let Some((list, position)) = placed(decision, &source, is_table, &imported.decisions) {
            let last = above.insert(list, position);
            assert!(last.is_none_or(|last| last <= position), "{decision} stands below what is further down");
        }
    }
    if imported.decisions.is_empty() {
        is_a_catalog(&imported);
    } else {
        assert!(imported.report().contains("no catalog is written"));
    }
    imported.decisions.is_empty()
}

/// What is written passes a check, and says all of it through `export`, too.
fn is_a_catalog(imported: &Imported) {
    let checked = check("out.toml", imported.text.as_bytes());
    assert!(!checked.diagnostics.has_errors(), "{:?} in {}", told(&checked), imported.text);
    assert!(imported.entries > 0 && checked.catalog.entries().len() == imported.entries, "{}", imported.text);
    let draft = Draft::of(&checked.catalog);
    let again = import("out.json", export(&[&checked.catalog]).as_bytes(), Form::Json, &Options::default());
    assert!(again.decisions.is_empty(), "{}: {:?}", imported.text, again.decisions);
    assert_eq!(Draft::of(&check("again.toml", again.text.as_bytes()).catalog), draft, "{}", imported.text);
    // The default locale stands first in what is exported, wherever it stood: from there on nothing moves any more.
    assert_eq!(again.text, toml(&draft), "{}", imported.text);
}

fn told(checked: &Checked) -> Vec<String> {
    checked.diagnostics.iter().map(ToString::to_string).collect()
}

/// Where a decision is: in which list, and at which position of it. It names a line of the file, in a table one on which something stands;
/// or a value of the JSON.
fn placed<'d>(
    decision: &'d Decision,
    source: &SourceFile,
    is_table: bool,
    all: &[Decision],
) -> Option<(&'d str, usize)> {
    let rest = decision.place.strip_prefix(PATH).unwrap_or_else(|| panic!("another file: {decision}"));
    if let Some(pointer) = rest.strip_prefix('#') {
        // Of two members of one name, import reads the first and this the last.
        if all.iter().all(|decision| !decision.message.ends_with("stands twice")) {
            let whole: Value = serde_json::from_str(source.text()).expect("import has read it");
            assert!(whole.pointer(pointer).is_some(), "there is nothing at {decision}");
        }
        let (catalog, entry) = pointer.split_once("/entries/")?;
        return Some((catalog, entry.split('/').next()?.parse().expect("entries are a list")));
    }
    let (line, column) = rest.strip_prefix(':')?.split_once(':').unwrap_or((rest.strip_prefix(':')?, "1"));
    let (line, column): (usize, usize) = (line.parse().expect("a line"), column.parse().expect("a column"));
    let text = source.text().split('\n').nth(line - 1).unwrap_or_else(|| panic!("there is no such line: {decision}"));
    assert!(column <= source.text().len() + 1, "there is no such column: {decision}");
    assert!(!is_table || !text.trim().is_empty(), "nothing stands there: {decision}");
    Some(("", line))
}
