//! The `VALIDATION_ERROR` response of the unified error format (SPEC U2, U3), for programs.
//!
//! ```text
//! {"error": {"code": "VALIDATION_ERROR", "message": "...", "details": {"violations": [...]}}, "checked": {...}}
//! {"error": null, "warnings": [...], "checked": {...}}
//! ```
//!
//! `error` is null exactly when the check does not fail; files that could not be read are no findings and stand in `checked.unreadable`.
//! A violation has the members of SPEC U3 (`field`, `expected`, `actual`, `message`)
//! and beside them `rule`, `severity`, `file`, `line`, `column` and `help`.

use serde::Serialize;

use crate::diagnostic::Diagnostic;
use crate::emit::{Findings, level};

#[derive(Serialize)]
struct Response<'f> {
    error: Option<Error<'f>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warnings: Option<Vec<Violation<'f>>>,
    checked: Checked<'f>,
}

#[derive(Serialize)]
struct Error<'f> {
    code: &'static str,
    message: String,
    details: Details<'f>,
}

#[derive(Serialize)]
struct Details<'f> {
    violations: Vec<Violation<'f>>,
}

#[derive(Serialize)]
struct Violation<'f> {
    field: &'f str,
    expected: &'f str,
    actual: Option<&'f str>,
    message: &'f str,
    rule: &'static str,
    severity: &'static str,
    file: &'f str,
    line: Option<usize>,
    column: Option<usize>,
    help: Option<&'f str>,
}

/// What the run was about.
#[derive(Serialize)]
struct Checked<'f> {
    catalogs: usize,
    entries: usize,
    errors: usize,
    warnings: usize,
    /// Found and counted, but not among the violations.
    omitted: usize,
    unreadable: &'f [String],
}

/// The whole report: one JSON object and a line end.
#[must_use]
pub fn json(findings: &Findings) -> String {
    let violations: Vec<Violation<'_>> = findings.diagnostics().map(violation).collect();
    let (error, warnings) = if findings.fails() {
        let details = Details { violations };
        (Some(Error { code: "VALIDATION_ERROR", message: findings.summary(), details }), None)
    } else {
        (None, Some(violations))
    };
    let checked = Checked {
        catalogs: findings.files().len(),
        entries: findings.entries,
        errors: findings.errors(),
        warnings: findings.warnings(),
        omitted: findings.omitted(),
        unreadable: &findings.unreadable,
    };
    super::pretty(&Response { error, warnings, checked })
}

fn violation(diagnostic: &Diagnostic) -> Violation<'_> {
    let position = diagnostic.position();
    let told = diagnostic.as_violation();
    Violation {
        field: &told.field,
        expected: &told.expected,
        actual: told.actual.as_deref(),
        message: diagnostic.message(),
        rule: diagnostic.rule().id(),
        severity: level(diagnostic.severity()),
        file: diagnostic.source().path(),
        line: position.map(|position| position.line),
        column: position.map(|position| position.column),
        help: diagnostic.help_text(),
    }
}
