//! What changed between two versions of catalogs, for people and for programs.
//!
//! ```text
//! major: `DOC_003` (`document_access_denied`) is gone without a tombstone (old.toml:23:2) [code-removed]
//!   help: keep `[DOC_003]` with `retired = "..."`, so that the number is never used again
//! patch: `title` of `DOC_001` was `질의 없음` and is `빈 질의` (new.toml:9:9) [text-changed]
//!
//! verdict: major (1 major change, 0 minor, 1 patch in 1 domain)
//! ```
//!
//! One line says the change, what it asks for, where, and its kind; codes stand behind their domain where several domains are compared.
//! The JSON form has the same facts under `changes`, with `kind` for programs.

use std::fmt::Write as _;

use serde::Serialize;

use crate::diff::{Change, Diff, Place, Verdict};
use crate::render::Style;

/// The report for people.
#[must_use]
pub fn human(diff: &Diff, allowed: Verdict, style: Style) -> String {
    let mut out = String::new();
    for change in diff.changes() {
        let color = match change.verdict {
            Verdict::Major => "1;31",
            Verdict::Minor => "1;33",
            Verdict::Patch => "1;32",
        };
        let verdict = style.paint(color, change.verdict.as_str());
        let domain = if diff.domains() > 1 { format!("[{}] ", change.domain) } else { String::new() };
        let place = change.new.as_ref().or(change.old.as_ref()).map(|place| format!(" ({place})")).unwrap_or_default();
        let _ = writeln!(out, "{verdict}: {domain}{}{place} [{}]", change.message, change.kind.id());
        if let Some(help) = &change.help {
            let _ = writeln!(out, "  help: {help}");
        }
    }
    if !diff.changes().is_empty() {
        out.push('\n');
    }
    let _ = writeln!(out, "{}", summary(diff, allowed));
    out
}

/// One line: the verdict and what it is made of.
fn summary(diff: &Diff, allowed: Verdict) -> String {
    let domains = super::counted(diff.domains(), "domain", "domains");
    if diff.changes().is_empty() {
        return format!("verdict: {} (no change in {domains})", diff.verdict());
    }
    let [patch, minor, major] = Verdict::ALL.map(|verdict| diff.count(verdict));
    let beyond = if diff.verdict() > allowed { format!("; {allowed} is allowed") } else { String::new() };
    format!("verdict: {} ({major} major, {minor} minor, {patch} patch in {domains}{beyond})", diff.verdict())
}

#[derive(Serialize)]
struct Report<'d> {
    verdict: &'static str,
    allowed: &'static str,
    passes: bool,
    changes: Vec<Line<'d>>,
    compared: Compared,
}

#[derive(Serialize)]
struct Compared {
    domains: usize,
    major: usize,
    minor: usize,
    patch: usize,
}

#[derive(Serialize)]
struct Line<'d> {
    kind: &'static str,
    verdict: &'static str,
    domain: &'d str,
    code: Option<&'d str>,
    key: Option<&'static str>,
    message: &'d str,
    help: Option<&'d str>,
    old: Option<At<'d>>,
    new: Option<At<'d>>,
}

#[derive(Serialize)]
struct At<'d> {
    file: &'d str,
    line: usize,
    column: usize,
}

/// The report for programs: one JSON object and a line end.
#[must_use]
pub fn json(diff: &Diff, allowed: Verdict) -> String {
    let [patch, minor, major] = Verdict::ALL.map(|verdict| diff.count(verdict));
    super::pretty(&Report {
        verdict: diff.verdict().as_str(),
        allowed: allowed.as_str(),
        passes: diff.verdict() <= allowed,
        changes: diff.changes().iter().map(line).collect(),
        compared: Compared { domains: diff.domains(), major, minor, patch },
    })
}

fn line(change: &Change) -> Line<'_> {
    Line {
        kind: change.kind.id(),
        verdict: change.verdict.as_str(),
        domain: &change.domain,
        code: change.code.as_deref(),
        key: change.key,
        message: &change.message,
        help: change.help.as_deref(),
        old: change.old.as_ref().map(at),
        new: change.new.as_ref().map(at),
    }
}

fn at(place: &Place) -> At<'_> {
    let position = place.source.position(place.span.start);
    At { file: place.source.path(), line: position.line, column: position.column }
}
