//! What a rule says about a place, and the collector that all stages share.
//!
//! Comes in: rule, place, words. Goes out: the same, sorted. Not done here: drawing (`render`), judging (`lower`, `check`).

use std::fmt;

use crate::rule::Rule;
use crate::source::{Position, SourceFile, Span};
use crate::text::{is_hidden, written_out};

/// How much a diagnostic weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The build stops.
    Error,
    /// Advice; `--deny warnings` makes it stop the build.
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Error => "error",
            Self::Warning => "warning",
        })
    }
}

/// A span of a file and what it has to do with the fault.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Label {
    /// The file; it may be another one than the fault's.
    pub source: SourceFile,
    /// The place.
    pub span: Span,
    /// A few words, possibly none.
    pub text: String,
}

/// The fault in the terms of the `VALIDATION_ERROR` response (SPEC U3).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// A JSON Pointer (RFC 6901) into the catalog, for example `/DOC_005/reason`.
    pub field: String,
    /// What would be right.
    pub expected: String,
    /// What is there; nothing when it is missing.
    pub actual: Option<String>,
}

/// One fault: one fact, one place, and what to write instead.
///
/// Its `Display` is one line that is enough for an editor's list of problems: the fact, the place, the rule.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    rule: Rule,
    source: SourceFile,
    span: Option<Span>,
    message: String,
    primary_label: String,
    labels: Vec<Label>,
    help: Option<String>,
    violation: Violation,
}

impl Diagnostic {
    /// A fault at a place.
    #[must_use]
    pub fn new(rule: Rule, source: &SourceFile, span: Span, message: String) -> Self {
        Self { span: Some(span), ..Self::of_file(rule, source, message) }
    }

    /// A fault of a whole file.
    #[must_use]
    pub fn of_file(rule: Rule, source: &SourceFile, message: String) -> Self {
        Self {
            rule,
            source: source.clone(),
            span: None,
            message,
            primary_label: String::new(),
            labels: Vec::new(),
            help: None,
            violation: Violation::default(),
        }
    }

    /// Adds what to write instead.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds what to write instead, where something is known.
    #[must_use]
    pub(crate) fn maybe_help(self, help: Option<String>) -> Self {
        match help {
            Some(help) => self.help(help),
            None => self,
        }
    }

    /// Words under the place itself; needed where there is a second place.
    #[must_use]
    pub fn primary_label(mut self, text: &str) -> Self {
        text.clone_into(&mut self.primary_label);
        self
    }

    /// Adds a second place.
    #[must_use]
    pub fn label(mut self, source: &SourceFile, span: Span, text: &str) -> Self {
        self.labels.push(Label { source: source.clone(), span, text: text.to_owned() });
        self
    }

    /// Adds the fault's form for machines.
    #[must_use]
    pub(crate) fn violation(mut self, field: String, expected: &str, actual: Option<&str>) -> Self {
        self.violation = Violation { field, expected: expected.to_owned(), actual: actual.map(str::to_owned) };
        self
    }

    /// The rule that speaks.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// How much it weighs.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.rule.severity()
    }

    /// The fact: lower case, the user's words in backticks, no full stop.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The file it is about.
    #[must_use]
    pub fn source(&self) -> &SourceFile {
        &self.source
    }

    /// The place; nothing where the whole file is meant.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        self.span
    }

    /// Line and column of the place's first character.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.span.map(|span| self.source.position(span.start))
    }

    /// Words under the place, possibly none.
    #[must_use]
    pub fn primary_text(&self) -> &str {
        &self.primary_label
    }

    /// Further places.
    #[must_use]
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// What to write instead, where something is known.
    #[must_use]
    pub fn help_text(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// The fault's form for machines.
    #[must_use]
    pub fn as_violation(&self) -> &Violation {
        &self.violation
    }

    /// `path:line:column`, or the path alone where the whole file is meant; in one line, whatever the file is called.
    #[must_use]
    pub fn place(&self) -> String {
        let path = written_out(self.source.path(), is_hidden);
        match self.position() {
            Some(Position { line, column }) => format!("{path}:{line}:{column}"),
            None => path,
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}", self.message, self.place())?;
        // A second place in the same file is told by line and column alone, so that line 1 of a clash is enough.
        if let [first, ..] = self.labels.as_slice() {
            let Position { line, column } = first.source.position(first.span.start);
            if first.source.path() == self.source.path() {
                write!(f, ", first at {line}:{column}")?;
            } else {
                write!(f, ", first at {}:{line}:{column}", written_out(first.source.path(), is_hidden))?;
            }
        }
        write!(f, ") [{}]", self.rule.id())
    }
}

/// How many diagnostics a collector keeps. A broken file of a megabyte can hold half a million faults; nobody reads them, and
/// each costs a hundred times the bytes that are at fault.
pub const MOST_KEPT: usize = 10_000;

/// The collector. Every stage adds to it and none stops at what it holds.
///
/// It keeps the first [`MOST_KEPT`] of a file and counts the rest.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
    omitted: usize,
}

impl Diagnostics {
    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.errors += usize::from(diagnostic.severity() == Severity::Error);
        if self.list.len() < MOST_KEPT {
            self.list.push(diagnostic);
        } else {
            self.omitted += 1;
        }
    }

    /// Adds all of another collector, however many they are.
    pub fn extend(&mut self, other: Self) {
        self.list.extend(other.list);
        self.errors += other.errors;
        self.omitted += other.omitted;
    }

    /// All, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// All, in order, without their collector.
    #[must_use]
    pub fn into_vec(self) -> Vec<Diagnostic> {
        self.list
    }

    /// How many there are to look at.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// How many were found beyond [`MOST_KEPT`]; they are counted and not kept.
    #[must_use]
    pub fn omitted(&self) -> usize {
        self.omitted
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many are errors, those not kept too.
    #[must_use]
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// How many are warnings, those not kept too.
    #[must_use]
    pub fn warning_count(&self) -> usize {
        self.list.len() + self.omitted - self.errors
    }

    /// Whether one of them stops the build.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Puts them into the order of the text; what stands at one place keeps its order.
    pub fn sort(&mut self) {
        self.list.sort_by(|a, b| (a.source.path(), a.span).cmp(&(b.source.path(), b.span)));
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(rule: Rule) -> Diagnostic {
        let source = crate::check("c.toml", b"domain = \"doc\"\n").source;
        Diagnostic::of_file(rule, &source, String::new())
    }

    #[test]
    fn what_is_not_kept_is_counted() {
        let (error, warning) = (fault(Rule::MissingKey), fault(Rule::NoEntries));
        let mut all = Diagnostics::default();
        assert!(all.is_empty() && !all.has_errors());
        all.push(warning.clone());
        assert!(!all.is_empty() && !all.has_errors());
        for _ in 0..MOST_KEPT {
            all.push(error.clone());
        }
        assert_eq!((all.len(), all.omitted(), all.error_count(), all.warning_count()), (MOST_KEPT, 1, MOST_KEPT, 1));

        let mut both = all.clone();
        all.push(warning);
        both.extend(all);
        let counts = (both.len(), both.omitted(), both.error_count(), both.warning_count());
        assert_eq!(counts, (2 * MOST_KEPT, 3, 2 * MOST_KEPT, 3));
    }
}
