//! What must hold for any bytes that somebody takes for a catalog.
//!
//! The fuzz target and the smoke test of `tests/fuzz_smoke.rs` share this file.

use llamon_errors_catalog::emit::Findings;
use llamon_errors_catalog::emit::github::github;
use llamon_errors_catalog::emit::human::{Amount, human};
use llamon_errors_catalog::emit::json::json;
use llamon_errors_catalog::emit::sarif::sarif;
use llamon_errors_catalog::render::Style;
use llamon_errors_catalog::{Checked, Diagnostic, SourceFile, check};

/// Checks bytes as a catalog, and that the answer makes sense.
///
/// # Panics
/// When it does not: that is a finding.
pub fn read_catalog(bytes: &[u8]) {
    let checked = check("fuzz.toml", bytes);
    for diagnostic in &checked.diagnostics {
        well_placed(diagnostic);
        let _ = diagnostic.to_string();
    }
    accepted_means_toml(&checked);
    line_ends_make_no_difference(&checked, bytes);
    // Drawing costs ten times the check, so it is done for one length in eight; a fuzzer tries many lengths.
    if bytes.len().is_multiple_of(8) {
        reports(checked);
    }
}

/// Every report can be made.
fn reports(checked: Checked) {
    // The same file under another name: every code is defined twice in one domain.
    let mut other = checked.clone();
    other.source = SourceFile::new("other.toml", checked.source.text());
    let findings = Findings::new(vec![checked, other]);
    for report in [human(&findings, Style::Plain, Amount::All), github(&findings), json(&findings), sarif(&findings)] {
        assert!(!report.is_empty());
    }
}

/// Every place is a range of characters of its file.
fn well_placed(diagnostic: &Diagnostic) {
    let places = diagnostic.labels().iter().map(|label| (&label.source, label.span));
    for (source, span) in places.chain(diagnostic.span().map(|span| (diagnostic.source(), span))) {
        assert!(span.start <= span.end && span.end <= source.text().len(), "{span:?} in {diagnostic}");
        assert!(source.text().get(span.start..span.end).is_some(), "{span:?} cuts a character in {diagnostic}");
        let position = source.position(span.start);
        assert!(position.line >= 1 && position.column >= 1, "{diagnostic}");
        assert!(source.line_start(position.line) <= span.start, "{diagnostic}");
    }
}

/// No file passes that a TOML reader refuses, or that says no domain.
fn accepted_means_toml(checked: &Checked) {
    if !checked.diagnostics.has_errors() {
        assert!(checked.source.is_text());
        let refused = toml::de::DeTable::parse(checked.source.text()).err();
        assert!(refused.is_none(), "accepted, but {refused:?}");
        assert!(!checked.catalog.domain().is_empty());
        assert!(checked.catalog.damaged().is_empty() && !checked.catalog.has_lost_entries());
    }
}

/// LF and CRLF give the same answer. A carriage return that ends no line is another matter, so there are none in the comparison.
fn line_ends_make_no_difference(checked: &Checked, bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let text = text.replace("\r\n", "\n");
    if text.contains('\r') {
        return;
    }
    let crlf = check("fuzz.toml", text.replace('\n', "\r\n").as_bytes());
    let told = |checked: &Checked| checked.diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(told(checked), told(&crlf));
    assert_eq!(checked.source.text(), crlf.source.text());
    assert_eq!(format!("{:?}", checked.catalog), format!("{:?}", crlf.catalog));
}
