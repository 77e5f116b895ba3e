//! Diagnostics for people: each drawn as rustc draws it, then one line that sums up.
//!
//! A catalog of a thousand codes can break one piece of advice a thousand times. After the fifth in one file the rest is counted.
//! Errors are all shown.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::diagnostic::{MOST_KEPT, Severity};
use crate::emit::{FileFindings, Findings};
use crate::render::{Style, render};
use crate::rule::Rule;

/// How many warnings of one rule are drawn in one file.
pub const MOST_DRAWN: usize = 5;

/// How much is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// Of each rule's warnings the first [`MOST_DRAWN`] of a file.
    Capped,
    /// Everything.
    All,
}

/// The whole report.
#[must_use]
pub fn human(findings: &Findings, style: Style, amount: Amount) -> String {
    let mut out = String::new();
    for file in findings.files() {
        draw_file(&mut out, file, style, amount);
    }
    let between = findings.between.0 + findings.between.1;
    if between > 0 {
        let _ = writeln!(out, "note: {between} more between files are counted only; the first {MOST_KEPT} are kept\n");
    }
    let _ = writeln!(out, "{}", findings.summary());
    out
}

fn draw_file(out: &mut String, file: &FileFindings, style: Style, amount: Amount) {
    let mut drawn: BTreeMap<Rule, usize> = BTreeMap::new();
    for diagnostic in &file.diagnostics {
        let count = drawn.entry(diagnostic.rule()).or_default();
        *count += 1;
        let is_capped = amount == Amount::Capped && diagnostic.severity() == Severity::Warning;
        if !is_capped || *count <= MOST_DRAWN {
            let _ = writeln!(out, "{}\n", render(diagnostic, style));
        }
    }
    for (rule, count) in drawn {
        if amount == Amount::Capped && rule.severity() == Severity::Warning && count > MOST_DRAWN {
            let more = count - MOST_DRAWN;
            let _ = writeln!(
                out,
                "warning[{}]: {more} more like {} in {}; `--all` shows {}\n",
                rule.id(),
                if more == 1 { "this" } else { "these" },
                file.path,
                if more == 1 { "it" } else { "them" },
            );
        }
    }
    if file.omitted > 0 {
        let _ = writeln!(
            out,
            "note: {} more in {} are counted only; the first {MOST_KEPT} of a file are kept\n",
            file.omitted, file.path
        );
    }
}
