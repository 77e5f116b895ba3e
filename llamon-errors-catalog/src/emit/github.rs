//! Workflow commands: GitHub Actions turns each line into an annotation of the pull request.
//!
//! ```text
//! ::error file=catalogs/documents.toml,line=6,col=10,endLine=6,endColumn=28,title=LE0103::reason `x` ...%0Ahelp: write ...
//! ```

use std::fmt::Write as _;

use crate::diagnostic::Diagnostic;
use crate::emit::{Findings, level, with_help};

/// One command a line, then the line that sums up.
#[must_use]
pub fn github(findings: &Findings) -> String {
    let mut out = String::new();
    for diagnostic in findings.diagnostics() {
        command(&mut out, diagnostic);
    }
    let _ = writeln!(out, "{}", findings.summary());
    out
}

fn command(out: &mut String, diagnostic: &Diagnostic) {
    let source = diagnostic.source();
    let _ = write!(out, "::{} file={}", level(diagnostic.severity()), property(source.path()));
    if let Some(span) = diagnostic.span() {
        let (start, end) = (source.position(span.start), source.position(span.end.max(span.start)));
        let _ = write!(out, ",line={},col={},endLine={}", start.line, start.column, end.line);
        // GitHub takes no end column where the annotation spans lines.
        if start.line == end.line {
            let _ = write!(out, ",endColumn={}", end.column);
        }
    }
    let _ = writeln!(out, ",title={}::{}", property(diagnostic.rule().id()), data(&with_help(diagnostic)));
}

/// The text of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;

    #[test]
    fn what_would_end_a_command_is_escaped() {
        let checked = check("a,b:c%\n.toml", b"domain = \"d\"\n[A]\nsdk_code = \"50%\"\n");
        let text = github(&Findings::new(vec![checked]));
        let first = text.lines().find(|line| line.contains("LE0102")).unwrap();
        assert_eq!(
            first,
            "::error file=a%2Cb%3Ac%25%0A.toml,line=3,col=12,endLine=3,endColumn=17,title=LE0102::sdk_code `50%25` of `A` \
             is not one of the eight%0Ahelp: write one of: INVALID_INPUT, AUTH_REQUIRED, NOT_FOUND, UPSTREAM_UNAVAILABLE, \
             UPSTREAM_TIMEOUT, RATE_LIMITED, GUARDRAIL_BLOCKED, INTERNAL_ERROR"
        );
    }
}
